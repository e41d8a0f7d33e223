"""How a phone finds the page. Knows this machine's addresses and the guests' Wi-Fi; no game."""

import socket
from collections.abc import Callable
from dataclasses import dataclass

from flask import request


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways to the page. address: asks for the numeric address anew each time, as it may change over night.

    wifi: name of the network guests join first, empty when none is set; password: empty for an open network.
    probes: what phones hear that ask for an internet: `off`, `quiet` or `page`.
    """

    address: Callable[[], str] | None = None
    wifi: str = ""
    password: str = ""
    probes: str = "off"

    def numeric(self) -> str:
        """The address to show first, for names do not open on every phone; else the one this phone came by."""
        return self.address() if self.address else request.host_url

    def named(self) -> str:
        """The same page by this machine's name, for phones that know how to ask for it."""
        port = self.numeric().rstrip("/").rpartition(":")[2]
        return f"http://{socket.gethostname().split('.')[0]}.local" + (f":{port}/" if port.isdigit() else "/")
