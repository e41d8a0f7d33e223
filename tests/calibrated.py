"""A painted tray calibrated as a person does it, for tests that need one: not a fake, only quick."""

from functools import lru_cache

from vision.calibrating import Calibrating
from vision.calibration import Calibration
from vision.camera import identity, opened
from vision.commands import Command, Place
from vision.guide import Progress, Step, Take
from vision.painted import Painted

DICE = Place((2, 3, 4, 5, 6), ((150.0, 150.0), (320.0, 120.0), (480.0, 180.0), (220.0, 330.0), (430.0, 340.0)))


def spec(seed: int = 7, surface: str = "leather", size: tuple[int, int] = (640, 480)) -> str:
    """The camera's name, as a table would be told it."""
    return f"painted:seed={seed},surface={surface},size={size[0]}x{size[1]}"


def camera(seed: int = 7, surface: str = "leather", size: tuple[int, int] = (640, 480), rate: float = 6.0) -> Painted:
    """A painted camera that does not wait for the clock."""
    return Painted(seed=seed, surface=surface, size=size, speed=1e6, rate=rate)


def shown(painted: Painted, making: Calibrating, *commands: Command, for_s: float = 1.0) -> Progress:
    """What calibrating says once the tray has been handled so and looked at for a while."""
    told = None
    for command in commands:
        painted.act(command)
    until_s = max(painted.now_s, painted.ends_s) + for_s
    while painted.now_s < until_s:
        told = making.see(painted.frame(1.0)) or told
    assert told is not None
    return told


@lru_cache(maxsize=8)
def calibration(seed: int = 7, surface: str = "leather", size: tuple[int, int] = (640, 480)) -> Calibration:
    """The calibration of a painted tray, made by showing it empty and then with five dice."""
    making = Calibrating(identity(spec(seed, surface, size)))
    scale = size[0] / 640
    assert DICE.places
    dice = Place(DICE.values, tuple((x * scale, y * scale) for x, y in DICE.places))
    with opened(camera(seed, surface, size)) as painted:
        assert isinstance(painted, Painted)
        empty = shown(painted, making)
        assert empty.passed, empty.findings
        making.obey(Take(Step.EMPTY))
        shown(painted, making)
        five = shown(painted, making, dice)
        assert (five.step, five.passed) == (Step.DICE, True), five.findings
        making.obey(Take(Step.DICE))
        done = shown(painted, making)
    assert done.made is not None
    return done.made
