"""A table as a process of its own, asked over HTTP as phones do, and killed with all its children."""

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
WHERE_SAID = "History:"  # the last thing a table says before it plays


class Lost(AssertionError):
    """Something that must never happen has happened."""


class Running:
    """A demo with its painted camera, on a data folder."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        words = ["demo", "--camera", "painted:seed=5,speed=8", "--data", str(folder), "--host", "127.0.0.1"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "table", *words, "--port", str(self.port)],
            cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip

    def ready(self) -> "Running":
        """Wait until it plays. Raises Lost when it does not."""
        assert self.process.stdout
        for line in self.process.stdout:
            if line.decode().startswith(WHERE_SAID):
                return self
        raise Lost(f"the table did not start: {self.kill()}")

    def kill(self) -> str:
        """kill -9 for the whole process group; what it had said on standard error."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        _out, err = self.process.communicate()
        return err.decode(errors="replace")[-2000:]

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """The status and body of an answer. Raises OSError or HTTPException once the table is dead."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            headers = {"X-Cacho": "1", "Content-Type": "application/json"}
            line.request(method, path, None if body is None else json.dumps(body), headers)
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()

    def get(self, path: str) -> Any:
        """The JSON at an address, whatever its status."""
        return json.loads(self.ask("GET", path)[1])

    def lines(self, match: str) -> list[str]:
        """What happened in a match, as the page tells it."""
        status, text = self.ask("GET", f"/api/matches/{match}.txt")
        return text.decode().splitlines() if status == 200 else []

    def told(self) -> list[str]:
        """What the page says of the history; that a folder lies in memory is no news here."""
        notices = self.get("/api/state?lang=en")["glance"]["notices"]
        return [words for words in notices if "history" in words.lower() and "in memory only" not in words]
