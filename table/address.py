"""Where phones find the page. Knows this machine's addresses; sends nothing anywhere."""

import ipaddress
import socket


def numeric_address(host: str) -> str:
    """The numeric address to print for a server bound to `host`: numbers open on every phone, names don't."""
    if host not in ("0.0.0.0", "::", ""):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(("192.0.2.1", 9))  # a documentation address: connecting a datagram socket sends nothing
            found = str(sock.getsockname()[0])
        except OSError:
            return "127.0.0.1"
    return found if not ipaddress.ip_address(found).is_unspecified else "127.0.0.1"


def page_address(host: str, port: int) -> str:
    """The address of the page as a phone must type it."""
    number = numeric_address(host)
    return f"http://{f'[{number}]' if ':' in number else number}:{port}/"
