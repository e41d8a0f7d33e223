"""Edges with their times in, honest presses out. Pure; knows contacts that bounce, not pins or what a press means.

Contacts chatter for some milliseconds when pressed and again when released, and long wires pick up glitches of a few.
A press counts once the contact has been closed for MINIMUM_S, and the next only after it has been open for REST_S.
"""

from dataclasses import dataclass, replace

MINIMUM_S = 0.025
"""Seconds. Glitches on long wires last 1 to 5 ms; a finger stays at least 40."""

REST_S = 0.025
"""Seconds. Contacts chatter for up to 20 ms when let go; two quick presses are 60 ms and more apart."""


@dataclass(frozen=True, slots=True)
class Contact:
    """One button's contact. closed: its last level; since_s: when that began; counted: this press was reported."""

    closed: bool = False
    since_s: float = -1.0
    counted: bool = False


def edge(contact: Contact, closed: bool, at_s: float) -> Contact:
    """The contact after its level changed at `at_s`."""
    rested = not contact.closed and at_s - contact.since_s >= REST_S
    if closed == contact.closed:
        return contact
    return Contact(closed, at_s, counted=contact.counted and not (closed and rested))


def look(contact: Contact, now_s: float) -> tuple[Contact, bool]:
    """Whether a press has become certain by now; true once a press."""
    if contact.closed and not contact.counted and now_s - contact.since_s >= MINIMUM_S:
        return replace(contact, counted=True), True
    return contact, False
