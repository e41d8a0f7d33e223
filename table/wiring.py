"""The only module that knows which real things exist: it joins journal, loop, eye, panel and page."""

import errno
import secrets
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import segno

from table import rules
from table.address import page_address
from table.asides import tidy
from table.backups import back_up
from table.calibrating import Calibrator
from table.care import Remark
from table.fault import TableFault
from table.glance import Button, Push, push_word
from table.ground import ill
from table.hands import NAME as HANDS
from table.hands import Hands
from table.journal import Journal
from table.keyboard import listen
from table.loop import Loop
from table.notice import Told, Why, notice
from table.notify import notify, patience_s
from table.panel import Panel
from table.photos import Photos
from table.settings import Settings
from table.thrift import give_back, keep_together, tidy_often
from vision.commands import Clear, Command, Place, Toss, Turn
from vision.eye import Eye
from vision.plane import Plane
from vision.presses import Presses
from vision.reading import Moment

THREADS = 140  # at most: each live phone holds one, 110 streams and room for the rest
CONNECTIONS = 500  # waitress's 100 would refuse phones that merely keep a connection
VERSIONS_PER_RUN = 10**9  # so that a tap made before a restart is always older than anything after it
UNSERVED: Mapping[int | None, tuple[str, str]] = {
    errno.EADDRINUSE: ("another program uses it", "End that one, or choose another port with --port."),
    errno.EACCES: ("this user may have no port below 1024", "Choose a greater one, as --port 8080."),
    None: ("this machine has no such address", "Choose one of its own with --host."),
}
"""Why the page cannot be served, and what to do."""
FEEDS = 4  # signs of life to systemd in the time it waits for one


def run_table(
    settings: Settings, *, simulated: bool, notices: tuple[str, ...] = (), record: Path | None = None
) -> None:
    """Run the table until a signal ends it. Raises TableFault when it cannot start.

    record: a folder in which what is seen and pressed is kept, a folder for each start.
    """
    keep_together()
    with ExitStack() as things:
        journal = Journal(settings.data)
        things.callback(journal.close)
        panel, notices = _panel(settings, notices)
        recording, presses = _recording(record)
        loop = Loop(
            journal,
            house=settings.house,
            simulated=simulated,
            notices=notices,
            lamps=panel.show if panel else None,
            first_version=journal.start_run() * VERSIONS_PER_RUN,
            photos=_photos(settings, journal),
            hands=_hands(settings, journal),
            heard=lambda push: _note(presses, eye.frame_time(), push),
            ended=lambda: _match_over(settings.data, loop),
        )
        calibrator = Calibrator(settings.data, lambda order: eye.order(order), loop.put)
        eye = Eye(
            settings.camera,
            lambda moment: _hear(loop, calibrator, moment),
            loop.show,
            recording,
            loop.put,
            calibrator.load(),
            calibrator.hear,
            give_back,
        )
        if panel:
            panel.press_to(loop.put)
            things.callback(panel.close)
        pin = None if simulated else settings.pin or f"{secrets.randbelow(10**6):06d}"
        things.enter_context(_served(settings, loop, calibrator, eye if simulated else None, pin))
        if simulated and (lying := loop.latest().state.result):
            eye.act(Place(lying.dice))  # real dice stay where they are through a power cut, and so do painted ones
        eye.start()
        things.callback(eye.stop)
        told = (*notices, *(told.words for told in journal.notices()))
        _say_where(settings, simulated=simulated, pin=pin, notices=told)
        tidy_often()
        things.enter_context(listen(lambda button: _press(panel, loop, button), loop.stop))
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: loop.stop())
        things.enter_context(_alive(loop))  # only now: whoever hears READY may stop us at once
        loop.run()
        notify("STOPPING=1")


def _hear(loop: Loop, calibrator: Calibrator, moment: Moment) -> None:
    calibrator.see(moment)
    loop.put(moment)


def _panel(settings: Settings, notices: tuple[str, ...]) -> tuple[Panel | None, tuple[str, ...]]:
    """The buttons, or none and a sentence why: the table runs without them."""
    if settings.pins == "none":
        return None, notices
    try:
        panel = Panel(settings.pins, settings.panel)
    except TableFault as fault:
        return None, (*notices, str(fault))
    return panel, (*notices, *panel.notices)


def _recording(record: Path | None) -> tuple[Path | None, Presses | None]:
    """The folder of this start's recording, and the list of presses in it. Raises TableFault."""
    if record is None:
        return None, None
    folder = record / datetime.now().strftime("%Y-%m-%d-%H%M%S")
    try:
        return folder, Presses(folder)
    except OSError as error:
        raise TableFault(
            f"The recording cannot be written to {folder} ({error.strerror}). Choose another folder with --record."
        ) from error


def _photos(settings: Settings, journal: Journal) -> Photos:
    """The photographs, without those of events that a damaged history has lost: their numbers will be others'."""
    photos = Photos(settings.data / "photos", settings.photos_mb * 1_000_000)
    if journal.health() == "ok":
        photos.forget(after=len(journal.read()))
    return photos


def _hands(settings: Settings, journal: Journal) -> Hands:
    """Whose doing each event was, likewise."""
    hands = Hands(settings.data / HANDS)
    if journal.health() == "ok":
        hands.forget(after=len(journal.read()))
    return hands


def _match_over(folder: Path, loop: Loop) -> None:
    """A backup beside the game, for which nobody waits; what keeps it from being made is told on the page."""
    rules.forget()

    def make() -> None:
        try:
            back_up(folder)
            tidy(folder)
        except TableFault as fault:
            sys.stderr.write(f"{fault}\n")
            loop.put(Remark(notice(Told.NOT_BACKED_UP, why=ill(folder) or Why.FAILED)))
        give_back()  # what the match and its backup took

    threading.Thread(target=make, name="backup", daemon=True).start()


def _note(presses: Presses | None, at_s: float, push: Push) -> None:
    """Note a press beside the recording, if there is one; a full card must not cost the game."""
    if presses is None:
        return
    try:
        presses.note(at_s, push_word(push))
    except OSError as error:
        sys.stderr.write(f"A press could not be recorded: {error}\n")


def _press(panel: Panel | None, loop: Loop, button: Button) -> None:
    """A key of the terminal: through the mock pins, as a finger would, where there are such pins."""
    if panel is None or not panel.tap(button):
        loop.put(button)


def command_from(given: Mapping[str, Any], plane: Plane | None = None) -> Command:
    """What the demo's page asks of the painted table, checked by the page before.

    plane: what brings places of the tray, as a calibrated eye tells them, back to the picture the painter paints.

    >>> command_from({"do": "turn", "die": [310.0, 200.0]})
    Turn(place=(310.0, 200.0))
    """
    if given["do"] == "throw":
        cup = given["cup"]
        return Toss(None if cup is None else tuple(plane.seen(x, y) if plane else (x, y) for x, y in cup))
    if given["do"] == "turn":
        x, y = given["die"]
        return Turn(plane.seen(x, y) if plane else (x, y))
    return Clear()


@contextmanager
def _served(
    settings: Settings, loop: Loop, calibrator: Calibrator, painted: Eye | None, pin: str | None
) -> Iterator[None]:
    from web.app import create_app
    from web.serving import server_for
    from web.ways import Ways

    def tray(given: dict[str, Any]) -> None:
        assert painted is not None
        used = calibrator.kept if loop.latest().glance.calibrated else None
        painted.act(command_from(given, used.plane if used else None))

    address = partial(page_address, settings.host, settings.port)
    ways = Ways(address, settings.wifi, settings.wifi_password, settings.probes)
    app = create_app(
        loop,
        tray if painted else None,
        pin=pin,
        ways=ways,
        key=settings.data / "host.key",
        data=settings.data,
        calibrator=None if settings.camera == "none" else calibrator,
    )
    try:
        server = server_for(app, settings.host, settings.port, THREADS, CONNECTIONS)
    except (OSError, ValueError) as error:
        number = error.errno if isinstance(error, OSError) else None
        why, remedy = UNSERVED.get(number, UNSERVED[None])
        raise TableFault(
            f"The page cannot be served at {settings.host}, port {settings.port}: {why}. {remedy}"
        ) from error
    serving = threading.Thread(target=server.run, name="web", daemon=True)
    serving.start()
    try:
        yield
    finally:
        app.extensions["cacho"].streams.close()
        server.close()
        serving.join(timeout=2.0)


@contextmanager
def _alive(loop: Loop) -> Iterator[None]:
    """Tell systemd that the loop turns, for as long as it really does; half its patience is ours with the loop."""
    ending = threading.Event()
    feed_s = (patience_s() or 20.0) / FEEDS

    def feed() -> None:
        while not ending.wait(feed_s):
            if time.monotonic() - loop.turned_s < 2 * feed_s:
                notify("WATCHDOG=1")

    notify("READY=1")
    threading.Thread(target=feed, name="alive", daemon=True).start()
    try:
        yield
    finally:
        ending.set()


def _say_where(settings: Settings, *, simulated: bool, pin: str | None, notices: tuple[str, ...]) -> None:
    say = sys.stdout.write
    address = page_address(settings.host, settings.port)
    for sentence in notices:
        sys.stderr.write(f"{sentence}\n")
    say(f"\nCacho Alalay{' — simulated table' if simulated else ''}: {address}\n")
    if pin and not settings.pin:
        say(f"The host's PIN until the next start: {pin}\n")
    say(f"History: {settings.data}\n\n")
    code = segno.make(address, error="m")
    code.terminal(compact=True)
    say("\nKeys: c or Enter confirm, n next, b back, q ends the table.\n" if sys.stdin.isatty() else "")
    sys.stdout.flush()
