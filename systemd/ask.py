"""Answers what the scripts beside this ask of the installed table; run by its own Python. Changes nothing."""

import json
import sys
import urllib.request

from table.address import page_address
from table.settings import read_settings

OVER = ("no_match", "over", "given_up")


def playing(address: str) -> str:
    """Who plays just now; nothing when nobody does."""
    with urllib.request.urlopen(f"{address}api/state?lang=en", timeout=5) as answer:
        state = json.load(answer)
    going = state["match"]["phase"] not in OVER
    return ", ".join(side["name"] for side in state["sides"]) if going else ""


def main() -> str:
    """What was asked for: playing, address, pin or data."""
    settings, _ = read_settings()
    own = page_address("127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host, settings.port)
    match sys.argv[1]:
        case "playing":
            return playing(own)
        case "address":
            return page_address(settings.host, settings.port)
        case "pin":
            return settings.pin
        case "data":
            return str(settings.data)
        case what:
            sys.exit(f"what is {what!r}?")


if __name__ == "__main__":
    sys.stdout.write(f"{main()}\n")
