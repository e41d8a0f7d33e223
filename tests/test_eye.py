"""Rules of the eye, with a real child process, the painted camera and the real reader."""

import os
import queue
import select
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import Pipe
from pathlib import Path
from statistics import median

import cv2
import pytest
from calibrated import DICE, calibration, spec

from vision.calibration import Calibration
from vision.camera import identity, opened
from vision.commands import Clear, Command, Place, Toss, Turn
from vision.eye import Eye
from vision.gaze import Watch
from vision.guide import Adopt, Begin, Cancel, Corners, Progress, Step, Take
from vision.painted import Painted
from vision.reading import Blind, Die, DoubtKind, Fitted, Moment, Settled, Stirred
from vision.scene import Stage, seen_place
from vision.timing import REST_S, rest

WAIT_S = 90.0  # for one moment, on a machine that is busy with other things
SPEC = "painted:seed=7,speed=8"


class Ears:
    """Everything an eye says, in order; waited for, never slept for."""

    def __init__(self) -> None:
        self.moments: queue.Queue[Moment] = queue.Queue()
        self.pictures: queue.Queue[bytes] = queue.Queue()
        self.told: queue.Queue[Progress | Fitted] = queue.Queue()
        self.all: list[Moment] = []

    def wait(self, wanted: Callable[[Moment], bool]) -> Moment:
        """The next moment that is wanted; those before it are kept in `all`."""
        ends = time.monotonic() + WAIT_S
        while True:
            moment = self.moments.get(timeout=max(0.01, ends - time.monotonic()))
            self.all.append(moment)
            if wanted(moment):
                return moment

    def settled(self, count: int | None = None) -> Settled:
        """The next settled moment, with that many dice if a number is given."""
        moment = self.wait(lambda m: isinstance(m, Settled) and count in (None, len(m.dice)))
        assert isinstance(moment, Settled)
        return moment


@contextmanager
def eye(spec: str = SPEC, made: Calibration | None = None) -> Iterator[tuple[Eye, Ears]]:
    """A started eye and its ears; stopped at the end."""
    ears = Ears()
    watching = Eye(spec, ears.moments.put, ears.pictures.put, calibration=made, told=ears.told.put)
    watching.start()
    try:
        yield watching, ears
    finally:
        watching.stop()


def truth(commands: list[Command], seed: int = 7) -> list[tuple[int, int, int]]:
    """Faces and places (in tens of pixels) on the painted tray when these commands are done, sorted."""
    stage = Stage(seed)
    for command in commands:
        stage = stage.then(command, 0.0)
    return sorted(
        (d.value, round(x / 10), round(y / 10))
        for d in stage.at(stage.ends_s).dice
        for x, y in (seen_place(d, stage.view),)
    )


def same(dice: tuple[Die, ...], expected: list[tuple[int, int, int]]) -> bool:
    """Whether these dice are the expected ones, each within 15 pixels."""
    left = list(expected)
    for die in dice:
        near = [e for e in left if e[0] == die.value and abs(e[1] * 10 - die.x) < 15 and abs(e[2] * 10 - die.y) < 15]
        if not near:
            return False
        left.remove(near[0])
    return not left


def test_a_whole_turn_is_seen_as_it_happened():
    """Empty; five; three kept while the cup is away; five again; one turned; cleared: each settles, and rightly."""
    done: list[Command] = []
    with eye() as (watching, ears):
        assert ears.settled().dice == ()

        def order(command: Command, *counts: int) -> list[Settled]:
            done.append(command)
            watching.act(command)
            return [ears.settled(count) for count in counts]

        (first,) = order(Toss(), 5)
        assert same(first.dice, truth(done))
        taken = tuple((d.x, d.y) for d in first.dice[:2])
        kept, second = order(Toss(taken), 3, 5)
        assert same(second.dice, truth(done))
        assert same(kept.dice, [(d.value, round(d.x / 10), round(d.y / 10)) for d in first.dice[2:]])
        die = second.dice[0]
        (turned,) = order(Turn((die.x, die.y)), 5)
        assert same(turned.dice, truth(done))
        assert 7 - die.value in [d.value for d in turned.dice if abs(d.x - die.x) + abs(d.y - die.y) < 25]
        assert order(Clear(), 0)[0].dice == ()
    between = [m for m in ears.all if isinstance(m, Stirred) and not m.doubts]
    assert len(between) == len([m for m in ears.all if isinstance(m, Settled)]) - 1


def test_a_killed_child_is_reported_and_comes_back_with_the_same_dice():
    """Blind within seconds, and then the same table again, for a table does not vanish with its camera."""
    with eye() as (watching, ears):
        watching.act(Toss())
        before = ears.settled(5)
        assert watching.pid is not None
        os.kill(watching.pid, signal.SIGKILL)
        blind = ears.wait(lambda m: isinstance(m, Blind))
        assert isinstance(blind, Blind)
        assert blind.why == "crashed"
        again = ears.settled()
        assert same(again.dice, truth([Toss()]))
        assert again.at_s > blind.at_s >= before.at_s


def test_a_hanging_child_is_noticed_killed_and_replaced():
    """A child that says nothing for five seconds hangs, as with a camera call that never returns."""
    with eye() as (watching, ears):
        ears.settled()
        hanging = watching.pid
        assert hanging is not None
        os.kill(hanging, signal.SIGSTOP)
        stopped_at = time.monotonic()
        blind = ears.wait(lambda m: isinstance(m, Blind))
        assert isinstance(blind, Blind)
        assert blind.why == "hung"
        assert time.monotonic() - stopped_at < 8
        ears.settled()
        assert watching.pid != hanging


def test_small_pictures_come_and_are_small():
    """The page gets JPEGs of at most 40 KB, and not more than about three a second."""
    with eye() as (watching, ears):
        began = time.monotonic()
        watching.act(Toss())
        ears.settled(5)
        took_s = time.monotonic() - began
        pictures = [ears.pictures.get(timeout=WAIT_S)]
        while not ears.pictures.empty():
            pictures.append(ears.pictures.get())
    assert all(p[:2] == b"\xff\xd8" and len(p) <= 40_000 for p in pictures)
    assert len(pictures) <= 3 * took_s + 3


def test_a_camera_that_is_not_there_is_told_with_its_remedy():
    """The fault's own code and words reach the page, once, though it is tried again and again."""
    with eye("folder:/nowhere/at/all") as (_, ears):
        blind = ears.wait(lambda m: isinstance(m, Blind))
    assert isinstance(blind, Blind)
    assert (blind.why, blind.words) == ("absent", "There is no folder /nowhere/at/all.")


def recorded(folder: Path, times_ms: list[int], *, same: bool) -> str:
    """Record still dice, always the same picture or each with its own noise; returns the recording's spec."""
    camera = Painted(seed=3, speed=1e6, dice=Place((1, 2, 3, 4, 6)))
    lines = ["t_ms,file"]
    with opened(camera):
        for k, t_ms in enumerate(times_ms):
            name = f"{0 if same else k}.png"
            if k == 0 or not same:
                cv2.imwrite(str(folder / name), camera.frame(1.0).picture)
            lines.append(f"{t_ms},{name}")
    (folder / "frames.csv").write_text("\n".join(lines))
    return f"folder:{folder}"


def test_a_recording_is_seen_by_its_own_clock_and_then_ends(tmp_path: Path):
    """Moments carry the recording's time, whatever the wall clock says; its end is told, and that is all."""
    with eye(recorded(tmp_path, list(range(4000, 5000, 100)), same=False)) as (watching, ears):
        settled = ears.settled()
        blind = ears.wait(lambda m: isinstance(m, Blind))
        watching.stop()
    assert settled.at_s == pytest.approx(4.5)
    assert sorted(d.value for d in settled.dice) == [1, 2, 3, 4, 6]
    assert isinstance(blind, Blind)
    assert blind.why == "ended"
    assert ears.moments.empty()


def test_the_very_same_picture_for_more_than_five_seconds_is_a_frozen_camera(tmp_path: Path):
    """Sensors are noisy; a picture without any change comes from a camera that has stopped."""
    with eye(recorded(tmp_path, [200 * k for k in range(40)], same=True)) as (_, ears):
        blind = ears.wait(lambda m: isinstance(m, Blind))
    assert isinstance(blind, Blind)
    assert blind.why == "frozen"
    assert 5.0 <= blind.at_s <= 5.5


def test_while_nothing_changes_nothing_is_read():
    """Once all is said of what lies there, a picture costs a small part of what reading it costs.

    Then, and only then, there is time to tidy up.
    """
    ours, theirs = Pipe()
    camera = Painted(seed=3, speed=1e6, dice=Place((1, 2, 3, 4, 6)))
    rests: list[int] = []
    watch, took = Watch(theirs, rest=lambda: rests.append(1)), []
    with ours, theirs, opened(camera):
        for _ in range(20):
            frame = camera.frame(1.0)
            began = time.thread_time()
            watch.see(frame)
            took.append(time.thread_time() - began)
        said = [ours.recv() for _ in range(20) if ours.poll()]
    assert len([m for m in said if isinstance(m, Settled)]) == len(rests) == 1
    assert median(took[10:]) < median(took[:6]) / 4


def test_dice_are_told_soon_after_they_rest():
    """`cacho bench eye` measures more of them, and what a picture costs while nothing moves."""
    assert rest(15.0, throws=1)[0] < REST_S + 1 / 15


def test_dice_of_another_size_than_the_calibrated_ones_are_doubted():
    """A calibrated table stands by no die but its own."""
    with eye(spec() + ",speed=8", replace(calibration(), side_px=36.0)) as (watching, ears):
        watching.act(Place((1, 2, 3, 4, 6)))
        stirred = ears.wait(lambda m: isinstance(m, Stirred) and len(m.doubts) >= 5)
    assert DoubtKind.OTHER_SIZE in {doubt.kind for doubt in stirred.doubts}


def told(ears: Ears, wanted: Callable[[Progress | Fitted], bool]) -> Progress | Fitted:
    """The first news of calibrating that is wanted."""
    ends = time.monotonic() + WAIT_S
    while not wanted(news := ears.told.get(timeout=WAIT_S)):
        assert time.monotonic() < ends, news
    return news


def test_a_calibration_is_made_step_by_step_and_used_at_once():
    """Empty tray, five dice; no moment meanwhile; then dice are told as before, and by which calibration."""
    with eye(spec() + ",speed=8") as (watching, ears):
        ears.settled()
        assert watching.order(Begin())
        assert isinstance(ears.wait(lambda m: isinstance(m, Blind)), Blind)
        told(ears, lambda n: isinstance(n, Progress) and n.passed)
        corners = ((30.0, 30.0), (610.0, 30.0), (610.0, 450.0), (30.0, 450.0))
        watching.order(Corners(corners))
        told(ears, lambda n: isinstance(n, Progress) and n.corners == corners and n.passed)
        watching.order(Take(Step.EMPTY))
        told(ears, lambda n: isinstance(n, Progress) and n.step is Step.DICE)
        watching.act(DICE)
        told(ears, lambda n: isinstance(n, Progress) and n.step is Step.DICE and n.passed)
        watching.order(Take(Step.DICE))
        done = told(ears, lambda n: isinstance(n, Progress) and n.made is not None)
        assert isinstance(done, Progress)
        assert ears.moments.empty()
        made = done.made
        assert made is not None
        assert (made.camera, made.corners, made.side_px) == (identity(spec()), corners, pytest.approx(56, abs=1.5))
        assert done.picture[:2] == b"\xff\xd8"
        watching.order(Adopt(made))
        assert told(ears, lambda n: isinstance(n, Fitted)) == Fitted(made.made)
        assert sorted(die.value for die in ears.settled(5).dice) == [2, 3, 4, 5, 6]


def test_calibrating_that_is_left_off_changes_nothing():
    """Dice are read again as before."""
    with eye(spec() + ",speed=8") as (watching, ears):
        ears.settled()
        assert watching.order(Begin())
        ears.wait(lambda m: isinstance(m, Blind) and m.why == "calibrating")
        watching.order(Cancel())
        assert ears.settled(0).dice == ()


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"size": (1280, 960)}, "size"),
        ({"camera": "usb:0"}, "camera"),
        ({"reference": b"\xff\xd8 lost"}, "damaged"),
    ],
)
def test_a_calibration_that_does_not_serve_is_told_and_the_dice_are_read_without(changed: dict[str, object], why: str):
    """Another camera, pictures of another size, a damaged picture: never a table that does not read."""
    with eye(spec() + ",speed=8", replace(calibration(), **changed)) as (watching, ears):  # type: ignore[arg-type]
        fitted = told(ears, lambda n: isinstance(n, Fitted))
        watching.act(DICE)
        assert len(ears.settled(5).dice) == 5
    assert isinstance(fitted, Fitted)
    assert (fitted.made, fitted.why) == ("", why)
    assert fitted.words


def test_no_camera_is_said_once_and_needs_no_process():
    """With `none` the dice are entered by hand."""
    with eye("none") as (watching, ears):
        assert watching.pid is None
        assert not watching.simulated
    (blind,) = [ears.moments.get_nowait()]
    assert isinstance(blind, Blind)
    assert blind.words == "no camera: enter dice by hand"


def test_only_a_painted_table_obeys():
    """A real tray cannot be told what to do."""
    watching = Eye("usb:0", print, print)
    with pytest.raises(ValueError, match="only a painted table"):
        watching.act(Toss())


def test_a_misspelt_camera_is_refused_at_once():
    """Before any process is started, with the nearest right name."""
    with pytest.raises(ValueError, match="did you mean 'painted'"):
        Eye("pianted", print, print)


def test_the_tables_process_needs_no_opencv():
    """What the parent imports loads neither OpenCV nor numpy."""
    code = "import sys, vision.eye, vision.commands; sys.exit(bool({'cv2', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_stop_leaves_no_process():
    """When stop returns the child is gone."""
    with eye() as (watching, ears):
        ears.settled()
        child = watching.pid
    assert child is not None
    assert not Path(f"/proc/{child}").exists()


def test_a_child_ends_when_its_parent_is_killed():
    """Even kill -9 of the table leaves no process that holds the camera."""
    code = textwrap.dedent(f"""
        import threading
        from vision.eye import Eye
        if __name__ == "__main__":
            eye = Eye({SPEC!r}, lambda moment: print(eye.pid, flush=True), lambda picture: None)
            eye.start()
            threading.Event().wait()
    """)
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent, parent.stdout as said:
        child = int(said.readline())
        pidfd = os.pidfd_open(child)
        parent.kill()
        try:
            gone, _, _ = select.select([pidfd], [], [], 10)
        finally:
            os.close(pidfd)
    assert gone


def test_small_blocks_that_numpy_keeps_are_taken_at_the_start() -> None:
    """Arrays of every small size, come and gone, leave a process no larger: what grows after hours is a leak."""
    program = """
        import numpy as np
        from table.processes import memory_mb
        from vision.blocks import KEPT, SMALL, take_blocks

        if {take}:
            take_blocks()
        before = memory_mb()
        for size in range(1, SMALL):
            [np.empty(size, np.uint8) for _ in range(KEPT)]
        print(memory_mb() - before)
    """
    grown = []
    for take in (True, False):
        code = textwrap.dedent(program.format(take=take))
        grown.append(float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout))
    assert grown[0] < 0.3
    assert grown[1] > 2
