"""Firefox without a window, driven through its own door, Marionette. Knows that protocol; no page and no game."""

import json
import subprocess
from pathlib import Path
from socket import create_connection
from typing import Any

PATIENCE_S = 30.0
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key that WebDriver gives the name of an element under
UNTIL = "const done = arguments[0]; (function look() { (%s) ? done(true) : setTimeout(look, 20); })()"


class Firefox:
    """One browser with one page. A message is `LENGTH:[0, number, command, parameters]`, its answer
    `LENGTH:[1, number, error, result]`. Raises AssertionError with Firefox's words when it refuses a command.
    """

    def __init__(self, program: str, profile: Path, **settings: object) -> None:
        profile.mkdir(parents=True, exist_ok=True)
        settings = {"marionette.port": 0, "remote.log.level": "Info"} | settings
        (profile / "user.js").write_text(
            "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items())
        )
        words = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self._process.stdout
        said = next((line for line in self._process.stdout if "Listening on port" in line), "")
        assert said, "Firefox did not start."
        self._socket = create_connection(("127.0.0.1", int(said.split()[-1])), PATIENCE_S)
        self._answers = self._socket.makefile("rb")
        self._number = 0
        self._heard()  # its greeting
        self.do("WebDriver:NewSession")
        self.do("WebDriver:SetTimeouts", script=int(1000 * PATIENCE_S))

    def do(self, command: str, **what: object) -> Any:
        """What came of one command."""
        self._number += 1
        message = json.dumps([0, self._number, command, what]).encode()
        self._socket.sendall(b"%d:%b" % (len(message), message))
        _answer, _number, error, result = self._heard()
        assert error is None, f"{command} {what}: {error['message']}"
        return result

    def _heard(self) -> Any:
        length = b""
        while (byte := self._answers.read(1)) != b":":
            assert byte, "Firefox has gone."
            length += byte
        return json.loads(self._answers.read(int(length)))

    def go(self, address: str) -> None:
        """Open an address and wait until it is loaded."""
        self.do("WebDriver:Navigate", url=address)

    def say(self, script: str) -> Any:
        """What an expression is worth on the page."""
        return self.do("WebDriver:ExecuteScript", script=f"return {script}", args=[])["value"]

    def until(self, script: str) -> None:
        """Wait until an expression is true on the page."""
        self.do("WebDriver:ExecuteAsyncScript", script=UNTIL % script, args=[])

    def tap(self, name: str) -> None:
        """Tap what has this data-testid, as a finger would: it must be seen and nothing lie over it."""
        self.do("WebDriver:ElementClick", id=self._element(name))

    def write(self, name: str, text: str) -> None:
        """Type into what has this data-testid."""
        self.do("WebDriver:ElementSendKeys", id=self._element(name), text=text)

    def _element(self, name: str) -> str:
        found = self.do("WebDriver:FindElement", using="css selector", value=f"[data-testid={name}]")
        return str(found["value"][ELEMENT])

    def close(self) -> None:
        """End it."""
        self.do("Marionette:Quit", flags=["eForceQuit"])
        self._answers.close()
        self._socket.close()
        assert self._process.stdout
        self._process.communicate(timeout=PATIENCE_S)
