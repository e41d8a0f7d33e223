"""Who may change things. Knows the PIN and the phones that gave it; not what they change."""

import hmac
import secrets
import threading
from collections import OrderedDict

from web.pace import Pace

COOKIE = "cacho_host"
HOSTS_KEPT = 50  # phones; the one that has been host longest makes room
WRONG_BURST, WRONG_PER_S = 5, 1 / 30  # five tries, then one in half a minute: 10,000 PINs last three days


class Hosts:
    """The phones with the host's right. Without a PIN everybody has it. May be asked from any thread."""

    def __init__(self, pin: str | None, tries: Pace | None = None) -> None:
        self._pin = pin
        self._tries = tries or Pace(WRONG_BURST, WRONG_PER_S)
        self._lock = threading.Lock()
        self._tokens: OrderedDict[str, None] = OrderedDict()

    @property
    def everybody(self) -> bool:
        """Whether no PIN is asked for."""
        return self._pin is None

    def may(self, token: str | None) -> bool:
        """Whether the phone that shows this token may change things."""
        with self._lock:
            return self._pin is None or (token is not None and token in self._tokens)

    def welcome(self, pin: str, caller: str) -> str | None:
        """A new token for the right PIN, None for a wrong one; PermissionError after too many tries."""
        if not self._tries.take(caller):
            raise PermissionError("Too many tries.")
        if self._pin is None or not hmac.compare_digest(pin.encode(), self._pin.encode()):
            return None
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._tokens[token] = None
            if len(self._tokens) > HOSTS_KEPT:
                self._tokens.popitem(last=False)
        return token
