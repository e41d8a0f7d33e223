"""How long the table takes to its first page, and what it weighs when nobody plays. Knows processes and a clock."""

import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from table.processes import largest_child_mb, memory_mb

PAGE_S, TABLE_MB, EYE_MB = 2.0, 60, 160
"""What may be: seconds from the command to the first page of the demo here; megabytes of the idle table and its eye."""

SLOW, SLOW_S = 5, 15.0
"""On a board so many times as slow the first page may take so many seconds."""

STARTS = 5
IDLE_S = 10.0
IMPORTS = 8


def bench_start() -> Iterator[str]:
    """Start the demo some times, weigh it once it is idle, and tell what its imports cost; a line as each is done."""
    first, cpu = zip(*(_first_page(last=n == STARTS - 1) for n in range(STARTS)), strict=True)
    page_s, cpu_s = median(run.page_s for run in first), median(cpu)
    yield f"the demo's first page: {page_s:.2f} s ({min(run.page_s for run in first):.2f} at best) of {PAGE_S:.0f}"
    slow_s = SLOW * cpu_s
    yield f"processor time until then: {cpu_s:.2f} s; on a board {SLOW} times as slow {slow_s:.1f} s of {SLOW_S:.0f}"
    yield f"the table, idle: {first[-1].table_mb:.0f} MB of {TABLE_MB}"
    yield f"its eye, idle: {first[-1].eye_mb:.0f} MB of {EYE_MB}"
    for what, module in (("the table", "table.wiring"), ("its page", "web.app"), ("its eye", "vision.gaze")):
        yield f"imports of {what}: {', '.join(_imports(module))}"


class _Run:
    page_s = 0.0
    table_mb = 0.0
    eye_mb = 0.0


def _first_page(*, last: bool) -> tuple[_Run, float]:
    """One start until the page is there; the last one is left idle for a while and weighed. And its processor time."""
    with socket.socket() as free, tempfile.TemporaryDirectory() as data:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        run, began = _Run(), time.monotonic()
        words = [
            sys.executable,
            "-P",
            "-m",
            "table",
            "demo",
            "--data",
            data,
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
        ]
        table = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
        try:
            while not _answers(f"http://127.0.0.1:{port}/"):
                time.sleep(0.005)
            run.page_s = time.monotonic() - began
            cpu_s = _processor_s(table.pid)
            if last:
                time.sleep(IDLE_S)
                run.table_mb = memory_mb(table.pid)
                run.eye_mb = largest_child_mb(table.pid)
        finally:
            table.send_signal(signal.SIGTERM)
            table.wait(20)
    return run, cpu_s


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.read())
    except (urllib.error.URLError, ConnectionError):
        return False


def _processor_s(pid: int) -> float:
    ticks = (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, ticks)) / 100  # USER_HZ is 100 on every Linux


def _imports(module: str) -> list[str]:
    """The dearest imports of a module, each with what it brings, in milliseconds."""
    words = [sys.executable, "-P", "-X", "importtime", "-c", f"import {module}"]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stderr
    rows = re.findall(r"import time:\s+\d+ \|\s+(\d+) \|( +)(\S+)", told)
    whole = {name: int(micro) / 1000 for micro, _, name in rows}
    depth = {name: len(indent) for _, indent, name in rows}
    dear = sorted((name for name in whole if depth[name] > 1), key=lambda name: -whole[name])
    return [f"{module} {whole[module]:.0f} ms", *(f"{name} {whole[name]:.0f}" for name in dear[:IMPORTS])]
