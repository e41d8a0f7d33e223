"""Edges with their times in, honest presses out. Pure; knows contacts that bounce, not pins or what a press means.

Contacts chatter for some milliseconds when pressed and again when released, and long wires pick up glitches of 1 to
5 ms. STILL_S is how long a level must last before it is believed:

- A contact closed for STILL_S is pressed, and told at once.
- A shorter closing between two believed openings is a tap of a quick finger if it outlasted any glitch; it is told when
  the second opening is believed. Closings that follow each other faster than that (noise, mains hum) are none.
- The next press counts once an opening was believed: chatter adds nothing.
- A press of HOLD_S and more is a hold as well, told when it ends: what a glass stands on all evening is none.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto

STILL_S = 0.025
"""Seconds. Chatter lasts up to 20 ms; a finger stays at least 40, and two quick presses are 60 and more apart."""

GLITCH_S = 0.006
"""Seconds. Glitches on long wires last 1 to 5 ms, the quickest taps 8."""

HOLD_S = 1.5
"""Seconds. Nobody rests on a button so long who only presses it."""

STUCK_S = 10.0
"""Seconds. Nobody holds a button so long on purpose: something stands on it, or it is broken."""

NEVER_S = float("-inf")


class Told(Enum):
    """What a contact tells."""

    PRESS = auto()
    HOLD = auto()


@dataclass(frozen=True, slots=True)
class Contact:
    """One button's contact. closed: its last level, since since_s.

    began_s: when it first closed after a believed opening.  longest_s: the longest closing since then that has ended.
    counted: told as a press.  over: its release was believed, or it was never pressed.
    """

    closed: bool = False
    since_s: float = NEVER_S
    began_s: float = NEVER_S
    longest_s: float = 0.0
    counted: bool = False
    over: bool = True


def edge(contact: Contact, closed: bool, at_s: float) -> tuple[Contact, Told | None]:
    """The contact after its level changed at `at_s`, and what had become certain by then."""
    if closed == contact.closed:
        return contact, None
    contact, told = look(contact, at_s)
    if not closed:
        longest_s = max(contact.longest_s, at_s - contact.since_s)
        return replace(contact, closed=False, since_s=at_s, longest_s=longest_s), told
    if contact.over:
        return Contact(closed=True, since_s=at_s, began_s=at_s, over=False), told
    return replace(contact, closed=True, since_s=at_s), told


def look(contact: Contact, now_s: float) -> tuple[Contact, Told | None]:
    """What has become certain by now; each press and each hold is told once."""
    if contact.over or now_s - contact.since_s < STILL_S:
        return contact, None
    if contact.closed:
        return replace(contact, counted=True), None if contact.counted else Told.PRESS
    lasted_s = contact.since_s - contact.began_s
    contact = replace(contact, over=True)
    if contact.counted:
        return contact, Told.HOLD if HOLD_S <= lasted_s < STUCK_S else None
    return contact, Told.PRESS if contact.longest_s >= GLITCH_S and lasted_s < STILL_S else None


def held(contact: Contact, now_s: float) -> bool:
    """Whether letting go now would be a hold: the moment to show so."""
    return contact.counted and not contact.over and HOLD_S <= now_s - contact.began_s < STUCK_S


def unsure(contact: Contact) -> bool:
    """Whether time alone may tell more, so that somebody should go on looking."""
    return not contact.over
