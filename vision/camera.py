"""What every camera can do, how it fails, and which one is meant by a word. Knows no picture and no OpenCV."""

import difflib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from vision.commands import Fault, Guest, Mishap

if TYPE_CHECKING:  # a frame is a numpy array, and the table's process has no need of numpy
    from vision.frame import Frame

KINDS = ("pi", "usb", "folder", "video", "painted", "none")
PAINTED_OPTIONS = ("seed", "size", "speed", "rate", "surface", "livery", "fault")
FAULTS = tuple(str(name) for name in (*Fault, *Mishap, *Guest))


class Camera(Protocol):
    """Gives one picture after the other, always the newest."""

    def open(self) -> None:
        """Take hold of the camera. Raises CameraFault."""

    def frame(self, timeout_s: float) -> "Frame":
        """Wait for the next picture. Raises CameraFault, at the latest after about timeout_s seconds."""

    def close(self) -> None:
        """Let go of it; may be called at any time, also twice."""


class CameraFault(Exception):
    """No picture can be had; the owner must act.

    code: `absent`, `busy`, `hung`, `unplugged`, `frozen`, `refused` or `ended`. words: a sentence with the remedy.
    """

    def __init__(self, code: str, words: str) -> None:
        super().__init__(code, words)
        self.code = code
        self.words = words

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, slots=True)
class Spec:
    """Which camera is meant. target: the number, folder or file; options: of the painted one, or the mains of `pi`."""

    kind: str
    target: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


def spec_from(text: str) -> Spec:
    """Understand `pi[:mains=60]`, `usb:N`, `folder:DIR`, `video:FILE`, `painted[:seed=7,size=640x480,…]` or `none`.

    Raises ValueError that names the nearest right one.

    >>> spec_from("usb:1")
    Spec(kind='usb', target='1', options={})
    >>> spec_from("paintd:seed=7")
    Traceback (most recent call last):
    ValueError: no camera 'paintd:seed=7': did you mean 'painted'?
    """
    kind, _, target = text.partition(":")
    if kind not in KINDS:
        near = difflib.get_close_matches(kind, KINDS, n=1)
        meant = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(KINDS)}."
        raise ValueError(f"no camera {text!r}: {meant}")
    if kind == "usb":
        if target and not target.isdecimal():
            raise ValueError(f"a USB camera has a number, not {target!r}: did you mean 'usb:0'?")
        return Spec(kind, target or "0")
    if kind in ("folder", "video"):
        if not target:
            raise ValueError(f"which one? did you mean '{kind}:{'DIR' if kind == 'folder' else 'FILE'}'?")
        return Spec(kind, target)
    if kind == "painted":
        return Spec(kind, options=_painted_options(target))
    if kind == "pi" and target in ("mains=50", "mains=60"):
        return Spec(kind, options={"mains": target.removeprefix("mains=")})
    if kind == "pi" and target.startswith("mains"):
        raise ValueError(f"the mains have 50 or 60 Hz, not {target!r}: did you mean 'pi:mains=50'?")
    if target:
        raise ValueError(f"{kind!r} takes nothing after it: did you mean {kind!r} instead of {text!r}?")
    return Spec(kind)


@runtime_checkable
class Holding(Protocol):
    """A camera that looks after exposure, white balance and focus by itself, until they are to stay as they are."""

    def keep(self, held: Mapping[str, Any]) -> None:
        """Hold these again, or with none of them let the camera look after itself."""

    def hold(self, timeout_s: float) -> Mapping[str, Any]:
        """Let them come to rest, keep them so, and say what they are held at. Raises CameraFault."""


def identity(text: str) -> str:
    """The camera that is meant without what may change from start to start: by this a calibration knows it again.

    >>> identity("painted:speed=8,seed=7,fault=bump")
    'painted:seed=7'
    """
    spec = spec_from(text)
    if spec.kind == "painted":
        stays = [f"{name}={spec.options[name]}" for name in ("seed", "size", "surface") if name in spec.options]
        return ":".join(["painted", *([",".join(stays)] if stays else [])])
    return f"{spec.kind}:{spec.target}" if spec.target else spec.kind


def camera_from(text: str, held: Mapping[str, Any] | None = None) -> Camera:
    """Make the camera that is meant, not yet open. held: what `Holding.hold` said, to be held again.

    Raises ValueError as `spec_from` does, and for `none`.
    """
    spec = spec_from(text)
    if spec.kind == "pi":
        from vision.picamera import PiCamera

        return PiCamera(mains_hz=int(spec.options.get("mains", "50")), held=held)
    if spec.kind == "usb":
        from vision.usb import UsbCamera

        return UsbCamera(int(spec.target))
    if spec.kind == "folder":
        from vision.recording import Folder

        return Folder(spec.target)
    if spec.kind == "video":
        from vision.recording import Video

        return Video(spec.target)
    if spec.kind == "painted":
        from vision.painted import Painted

        return Painted.with_options(spec.options)
    raise ValueError("'none' is no camera: it has no pictures to give")


@contextmanager
def opened(camera: Camera) -> Iterator[Camera]:
    """Open a camera and close it again, whatever happens."""
    try:
        camera.open()
        yield camera
    finally:
        camera.close()


def _painted_options(text: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in text.split(",") if text else ():
        name, equals, value = part.partition("=")
        if name not in PAINTED_OPTIONS:
            near = _nearest(name, PAINTED_OPTIONS)
            raise ValueError(f"the painted camera has no {name!r}: did you mean '{near}='?")
        if not equals or not value:
            raise ValueError(f"{name!r} needs a value, as in 'painted:{name}=…'")
        _checked(name, value)
        again = name == "fault" and name in options
        options[name] = f"{options[name]} {value}" if again else value  # one fault does not keep others away
    return options


def _checked(name: str, value: str) -> None:
    """Refuse a value the painter could not use, before any process is started for it."""
    named = {"surface": ("leather", "felt"), "livery": ("ivory", "white", "red", "black"), "fault": FAULTS}
    if name in named and value not in named[name]:
        raise ValueError(f"no {name} {value!r}: did you mean {_nearest(value, named[name])!r}?")
    width, times, height = value.partition("x")
    if name == "size" and not (times and width.isdecimal() and height.isdecimal() and int(width) and int(height)):
        raise ValueError(f"a size is width x height, not {value!r}: did you mean 'size=640x480'?")
    if name == "seed" and not value.isdecimal():
        raise ValueError(f"a seed is a whole number, not {value!r}: did you mean 'seed=7'?")
    if name in ("speed", "rate"):
        try:
            good = 0 < float(value) <= 1000
        except ValueError:
            good = False
        if not good:
            raise ValueError(f"{name} is a number above 0, not {value!r}: did you mean '{name}=1'?")


def _nearest(word: str, known: tuple[str, ...]) -> str:
    return difflib.get_close_matches(word, known, n=1, cutoff=0.0)[0] if word else known[0]
