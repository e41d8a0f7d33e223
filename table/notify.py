"""Ready, alive and stopping, as systemd hears it (sd_notify(3)). Silent when nobody listens."""

import os
import socket


def notify(message: str) -> None:
    """Send `READY=1`, `WATCHDOG=1`, `STOPPING=1` or `STATUS=…` to the socket systemd named, if it did."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.connect("\0" + address[1:] if address.startswith("@") else address)
        sock.sendall(message.encode())


def patience_s() -> float | None:
    """How long systemd waits for `WATCHDOG=1` before it ends us, in seconds; None when it does not watch."""
    told = os.environ.get("WATCHDOG_USEC", "")
    return int(told) / 1_000_000 if told.isdecimal() and int(told) > 0 else None
