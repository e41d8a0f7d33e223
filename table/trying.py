"""`doctor --buttons`: lights and waits for each button. Knows a panel and somebody in front of it; no game."""

import queue
from collections.abc import Callable

from table.glance import Button, Held, Push
from table.panel import Panel
from table.signals import WIN, Colour

WAIT_S = 20.0


def try_buttons(panel: Panel, say: Callable[[str], None], wait_s: float = WAIT_S) -> bool:
    """Ask for a press of each lit button; whether all were pressed, and no other. wait_s: for each."""
    pushes: queue.Queue[Push] = queue.Queue()
    panel.press_to(pushes.put)
    for notice in panel.notices:
        say(notice)
    good = True
    for button in Button:
        lit = "is lit" if f"lamp {button}" in panel.lamps.has else "has no lamp"
        panel.lamps.light(frozenset({button}))
        say(f"Press {button} ({lit}) …")
        said = _next(pushes, wait_s)
        if said is button:
            say(f"  {button}: pressed.")
        elif said is None:
            good = False
            say(f"  {button}: nothing came in {wait_s:.0f} s. Its wire, its ground, or its pin in button_pins?")
        else:
            good = False
            say(f"  {said} was pressed. If that was {button}, the two are wired the other way round.")
    panel.lamps.light(frozenset(Button))
    for shown in Colour if "rgb" in panel.lamps.has else ():
        panel.lamps.light(frozenset(Button), shown)
        say(f"The coloured lamp should be {shown.name.lower()}. Press any button …")
        good = _next(pushes, wait_s) is not None and good
    if "buzzer" in panel.lamps.has:
        panel.play(WIN)
        say("The buzzer should play four notes. Press any button …")
        good = _next(pushes, wait_s) is not None and good
    say("All buttons work." if good else "Not everything was pressed as asked.")
    return good


def _next(pushes: "queue.Queue[Push]", wait_s: float) -> Button | None:
    """The next press; a hold is only the end of one."""
    try:
        while isinstance(push := pushes.get(timeout=wait_s), Held):
            continue
    except queue.Empty:
        return None
    assert isinstance(push, Button)
    return push
