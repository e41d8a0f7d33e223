"""Run inside the machine that `pins` starts: real lgpio on simulated pins; fingers and eyes are files of the kernel.

A pull to ground closes a contact as a finger does, and the value of a line is what a lamp would show.
"""

# ruff: noqa: T201 - what it prints is its result

import contextlib
import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from table.fault import TableFault
from table.glance import Act, Button, Glance, Held, Push
from table.panel import Panel
from table.pins import Pins

LINES = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")
PINS = Pins(buzzer=18, rgb=(13, 19, 26))
CONFIRM, NEXT, BACK = PINS.buttons
MS = 0.001
held_true = 0


def rule(sentence: str, true: bool) -> None:
    """Print what holds; end at the first that does not."""
    global held_true
    print(f"{'ok' if true else 'NOT'}: {sentence}", flush=True)
    if not true:
        sys.exit(1)
    held_true += 1


def pull(pin: int, *, down: bool) -> None:
    """Close a contact to ground, or let the pull-up have it."""
    (LINES / f"sim_gpio{pin}" / "pull").write_text("pull-down" if down else "pull-up")


def level(pin: int) -> bool:
    """What the kernel says of a line."""
    return (LINES / f"sim_gpio{pin}" / "value").read_text().strip() == "1"


def train(pin: int, *levels_ms: float) -> bool:
    """Closed, open, closed, … for so many milliseconds each; open at the end. Whether it came out as meant."""
    changes = []
    for index, lasting in enumerate(levels_ms):
        pull(pin, down=index % 2 == 0)
        changes.append(time.monotonic())
        end = changes[-1] + lasting * MS
        while time.monotonic() < end:
            pass  # sleeping would be too coarse for chatter
    pull(pin, down=False)
    changes.append(time.monotonic())
    lasted_ms = [1000 * (b - a) for a, b in pairwise(changes)]
    return all(is_ms < 1.2 * meant_ms + 0.8 for is_ms, meant_ms in zip(lasted_ms, levels_ms, strict=True))


def soon(true: Callable[[], bool], within_s: float = 10.0) -> bool:
    """Whether it comes true."""
    end = time.monotonic() + within_s
    while not true() and time.monotonic() < end:
        time.sleep(0.01)
    return true()


def the_panel() -> None:
    """Buttons, lamps, buzzer and the coloured lamp of one panel."""
    for pin in PINS.buttons:
        pull(pin, down=False)
    panel = Panel("lgpio", PINS)
    rule("the panel is there, with no notice", not panel.notices)
    rule("every output is there", panel.lamps.has == {"lamp confirm", "lamp next", "lamp back", "rgb", "buzzer"})
    pushes: list[Push] = []
    panel.press_to(pushes.append)

    def pushed(*levels_ms: float, pin: int = CONFIRM) -> list[Push]:
        """What is told of a train that came out as meant: this machine has one short stop after the other."""
        for attempt in range(1, 61):
            pushes.clear()
            meant = train(pin, *levels_ms)
            time.sleep(0.3)
            if meant:
                soon(lambda: bool(pushes), 1)
                time.sleep(0.2)
                print(f"   (made as meant at attempt {attempt})" if attempt > 1 else "", end="", flush=True)
                return list(pushes)
        print("this machine is too busy to make such a train", flush=True)
        return list(pushes)

    for button, pin in zip(Button, PINS.buttons, strict=True):
        rule(f"a finger on BCM {pin} is one press of {button}", pushed(80, pin=pin) == [button])
    chatter = (2, 2, 3, 2, 2, 2, 90, 2, 3, 3, 2, 3)
    rule("three bounces on press and release: 1", pushed(*chatter) == [Button.CONFIRM])
    rule("a double press of 120 ms: 2", pushed(60, 60, 60) == [Button.CONFIRM] * 2)
    rule("noise at 1 kHz: 0", pushed(*[0.5] * 200) == [])
    rule("glitches of 1 to 5 ms: 0", pushed(1, 100, 2, 100, 3, 100, 4, 100, 5, 100) == [])
    rule("a tap of 8 ms: 1", pushed(8) == [Button.CONFIRM])
    rule("a hold of 2 s: a press, then a hold", pushed(2000, pin=BACK) == [Button.BACK, Held(Button.BACK)])
    lamps = dict(zip(Button, PINS.lamps, strict=True))
    pull(BACK, down=True)
    rule("its lamp changes when it may be let go", soon(lambda: level(lamps[Button.BACK])))
    pull(BACK, down=False)
    rule("and back", soon(lambda: not level(lamps[Button.BACK])))
    panel.show(Glance(confirm=Act.WRITE, next=Act.NOTHING, back=Act.TAKE_BACK, camera="ok"))
    shown = {button: level(pin) for button, pin in lamps.items()}
    rule("lamps are lit as the table says", shown == {Button.CONFIRM: True, Button.NEXT: False, Button.BACK: True})
    rule("green and neither red nor blue", soon(lambda: [level(pin) for pin in PINS.rgb] == [False, True, False]))
    heard = 0
    panel.lamps.play(((440.0, 0.5),))
    panel.show(Glance(camera="ok"))
    samples = [level(PINS.buzzer) for _ in range(3000)]
    heard = sum(a != b for a, b in pairwise(samples))
    rule(f"the buzzer swings ({heard} changes seen) and is silent at the end", heard > 20 and soon(lambda: quiet()))
    with contextlib.suppress(TableFault):
        Panel("lgpio", PINS)
        rule("a second panel cannot have the pins", False)
    try:
        Panel("lgpio", PINS)
    except TableFault as fault:
        rule(f"a second panel says: {fault}", "BCM pin 17 is held by another program" in str(fault))
    panel.close()
    rule("all lamps are out at the end", not any(level(pin) for pin in (*PINS.lamps, *PINS.rgb, PINS.buzzer)))


def quiet() -> bool:
    """Whether the buzzer's line keeps still."""
    return not any(level(PINS.buzzer) for _ in range(200))


@contextlib.contextmanager
def table() -> Iterator[subprocess.Popen[bytes]]:
    """The table as the service starts it, in a folder nobody may write in."""
    words = [sys.executable, "-P", "-m", "table", "run", "--camera", "none", "--pins", "lgpio"]
    words += ["--data", "/run/data", "--host", "127.0.0.1", "--port", "8099", "--config", "/run/cacho.toml"]
    Path("/run/cacho.toml").write_text('pin = "4821"\n')
    running = subprocess.Popen(
        words, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    )
    try:
        yield running
    finally:
        running.terminate()
        running.wait(20)


def state() -> dict[str, object]:
    """What the page knows; empty while it is not there."""
    try:
        with urllib.request.urlopen("http://127.0.0.1:8099/api/state?lang=en", timeout=10) as answer:
            return json.load(answer)  # type: ignore[no-any-return]
    except OSError:
        return {}


def the_table() -> None:
    """A press on a pin reaches the page."""
    with table():
        rule("the page is there", soon(lambda: bool(state()), 600))
        rule("no notice about buttons", "button" not in json.dumps(state()["glance"]["notices"]))  # type: ignore[index]
        train(CONFIRM, 80)
        rule("a press of confirm is answered on the page", soon(lambda: "no_match" in json.dumps(state())))
        train(BACK, 80)
        rule("a press of back too", soon(lambda: "nothing_to_take_back" in json.dumps(state())))


if __name__ == "__main__":
    the_panel()
    the_table()
    print(f"ALL {held_true} HOLD", flush=True)
