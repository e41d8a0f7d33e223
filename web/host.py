"""Who may change things. Knows the PIN, the key that signs a host's cookie, and pleas; not what hosts change."""

import hmac
import re
import secrets
import sys
import threading
from contextlib import suppress
from pathlib import Path

from web.pace import Pace

COOKIE = "cacho_host"
WRONG_BURST, WRONG_PER_S = 5, 1 / 30  # five tries, then one in half a minute: 10,000 PINs last three days
PLEA_BURST, PLEAS_PER_S = 3, 1 / 60  # each lights the table's buttons, so one phone must not do it all evening
PLEAS_KEPT = 20
NUMBERED = re.compile(r"([1-9][0-9]{2})-")


class Hosts:
    """The phones with the host's right: those that show a cookie signed with our key. May be asked from any thread.

    Without a PIN everybody has it. The key is kept in a file, so that the right survives a restart; a new key takes
    the right from all.
    """

    def __init__(self, pin: str | None, kept: Path | None = None, tries: Pace | None = None) -> None:
        self._pin = pin
        self._kept = kept
        self._tries = tries or Pace(WRONG_BURST, WRONG_PER_S)
        self._pleas = Pace(PLEA_BURST, PLEAS_PER_S)
        self._lock = threading.Lock()
        self._asked: dict[str, str] = {}
        self._key = _key_in(kept) if kept else b""
        if len(self._key) < 32:
            self._new_key()

    @property
    def everybody(self) -> bool:
        """Whether no PIN is asked for."""
        return self._pin is None

    def may(self, cookie: str | None) -> bool:
        """Whether the phone that shows this cookie may change things."""
        if self._pin is None:
            return True
        name, _dot, signature = (cookie or "").partition(".")
        return hmac.compare_digest(signature.encode(), self._signature(name).encode())

    def welcome(self, pin: str, caller: str) -> str | None:
        """A cookie for the right PIN, None for a wrong one; PermissionError after too many tries."""
        if not self._tries.take(caller):
            raise PermissionError("Too many tries.")
        if self._pin is None or not hmac.compare_digest(pin.encode(), self._pin.encode()):
            return None
        return self.cookie()

    def cookie(self, number: str = "") -> str:
        """A new cookie for one phone. number: it goes by that, as the table has shown it; else by a new one."""
        name = f"{number or _number()}-{secrets.token_urlsafe(12)}"
        return f"{name}.{self._signature(name)}"

    def phone(self, cookie: str | None) -> int:
        """The number of the host's phone that shows this cookie; 0 for one that has none."""
        found = NUMBERED.match(cookie or "")
        return int(found[1]) if found and self._pin is not None and self.may(cookie) else 0

    def revoke(self, cookie: str | None = None) -> str:
        """Take the right from every phone; the cookie for the one that stays, by the number it had."""
        number = self.phone(cookie)
        self._new_key()
        return self.cookie(str(number) if number else "")

    def plead(self, caller: str) -> tuple[str, str]:
        """A plea's number, for all to see, and the secret that claims its answer; PermissionError when too many."""
        if not self._pleas.take(caller):
            raise PermissionError("Too many pleas.")
        number, claim = _number(), secrets.token_urlsafe(12)
        with self._lock:
            self._asked[claim] = number
            if len(self._asked) > PLEAS_KEPT:
                del self._asked[next(iter(self._asked))]
        return number, claim

    def plea(self, claim: str) -> str | None:
        """The number of the plea that this secret claims."""
        with self._lock:
            return self._asked.get(claim)

    def _signature(self, name: str) -> str:
        return hmac.new(self._key, name.encode(), "sha256").hexdigest()

    def _new_key(self) -> None:
        self._key = secrets.token_bytes(32)
        if not self._kept:
            return
        new = self._kept.with_name(f"{self._kept.name}.new")
        try:
            new.unlink(missing_ok=True)
            new.touch(mode=0o600)
            new.write_bytes(self._key)
            new.rename(self._kept)
        except OSError as error:
            for left in (new, self._kept):  # the old key must not give the right back after a restart
                with suppress(OSError):
                    left.unlink(missing_ok=True)
            sys.stderr.write(
                f"The hosts' key could not be kept, so each gives the PIN again after a restart: {error}\n"
            )


def _number() -> str:
    return f"{secrets.randbelow(900) + 100}"


def _key_in(file: Path) -> bytes:
    """The key in a file; empty when there is none or it cannot be read."""
    try:
        return file.read_bytes()
    except OSError:
        return b""
