"""A Debian machine in a container, booted from the root that CI makes; only what it takes to command it."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PROJECT = HERE.parents[1]
BOOT_S = 90.0  # until systemd has come up, on a machine that is busy with other things
PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class Machine:
    """Runs until `off`. root: the Debian root, left as it is.  work: a folder on a disk for what changes.

    What is put into `given` is seen in the machine at /srv/given.
    """

    def __init__(self, root: Path, work: Path, bundle: Path) -> None:
        self.upper, self.given = work / "upper", work / "given"
        words = [str(HERE / "machine.sh"), str(root), str(work), str(PROJECT), str(bundle)]
        self._console = (work / "console").open("wb")
        self._container = subprocess.Popen(
            ["unshare", "--mount", *words], stdin=subprocess.DEVNULL, stdout=self._console,
            stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        self._first = 0
        self._cookie = ""
        self.until(lambda: self._begun() and self.do("systemctl", "is-system-running").strip() in UP, BOOT_S)

    def _begun(self) -> bool:
        """Whether the container's first process is there; remembers its number."""
        if self._container.poll() is not None:
            raise RuntimeError(f"the machine does not boot; see {self._console.name}")
        for process in Path("/proc").glob("[0-9]*"):
            told = _status(process.name)
            if told.get("NSpid", "").split()[1:] == ["1"] and told["Name"] == "systemd":
                nspawn = _status(told["PPid"])
                if nspawn.get("PPid") == str(self._container.pid):
                    self._first = int(told["Pid"])
        return self._first > 0

    def run(self, *words: str, timeout_s: float = 120.0, given: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command in the machine as root."""
        into = [
            "nsenter",
            "--target",
            str(self._first),
            "--mount",
            "--uts",
            "--ipc",
            "--net",
            "--pid",
            "--root",
            "--wd",
        ]
        return subprocess.run(
            [*into, "/usr/bin/env", "-i", PATH, "HOME=/root", "LC_ALL=C.UTF-8", *words],
            input=given, capture_output=True, text=True, timeout=timeout_s, check=False,
        )  # fmt: skip

    def do(self, *words: str, timeout_s: float = 120.0) -> str:
        """The same; what it printed, whatever its status."""
        return self.run(*words, timeout_s=timeout_s).stdout

    def show(self, what: str, unit: str = "cacho.service") -> str:
        """One property of a unit, as systemd knows it."""
        return self.do("systemctl", "show", "--value", "--property", what, unit).strip()

    @property
    def known(self) -> bool:
        """Whether the table has given this phone a cookie."""
        return bool(self._cookie)

    def ask(self, path: str, body: object = None) -> tuple[int, Any]:
        """Ask the table's page for something, as one phone; its status, 0 when nothing answers, and JSON."""
        given = json.dumps({"path": path, "body": body, "cookie": self._cookie})
        answer = json.loads(self.run("python3", "-c", PHONE, given=given).stdout or '{"status": 0, "body": null}')
        self._cookie = answer.get("cookie") or self._cookie
        return answer["status"], answer["body"]

    @staticmethod
    def until(true: Any, within_s: float = 60.0) -> None:
        """Wait until something is true; an error when it does not come."""
        ends = time.monotonic() + within_s
        while not true():
            if time.monotonic() > ends:
                raise TimeoutError(f"not within {within_s:.0f} s")
            time.sleep(0.1)

    def files(self) -> dict[str, tuple[float, int]]:
        """All that differs from the root: place, and when and how large."""
        found = {}
        for folder, folders, names in os.walk(self.upper):
            for path in (Path(folder) / name for name in (*folders, *names)):
                kept = path.lstat()
                found["/" + str(path.relative_to(self.upper))] = (kept.st_mtime, kept.st_size)
        return found

    def off(self) -> None:
        """Pull the plug."""
        if self._first:
            os.kill(self._first, signal.SIGKILL)
        else:
            os.killpg(self._container.pid, signal.SIGKILL)
        self._container.wait(timeout=30)
        self._console.close()


def _status(process: str) -> dict[str, str]:
    """What the kernel says of a process; nothing when it has ended."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return {}
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


UP = ("running", "degraded")
PHONE = """
import json, sys, urllib.error, urllib.request
given = json.load(sys.stdin)
headers = {"Content-Type": "application/json", "Cookie": given["cookie"], "X-Cacho": "1"}
body = None if given["body"] is None else json.dumps(given["body"]).encode()
try:
    asked = urllib.request.Request("http://127.0.0.1:8080" + given["path"], body, headers)
    answer = urllib.request.urlopen(asked, timeout=10)
except urllib.error.HTTPError as error:
    answer = error
except OSError as error:
    sys.exit(f"{error}")
cookie = (answer.headers["Set-Cookie"] or "").split(";")[0]
text = answer.read().decode()
body = json.loads(text) if text.startswith("{") else text
print(json.dumps({"status": answer.status, "body": body, "cookie": cookie}))
"""
