"""A strict stand-in for the small part of picamera2 that is used, on machines that cannot have it.

It keeps to what picamera2 documents: formats as they lie in memory with padded rows, controls that are refused when a
camera does not offer them and that show in the metadata some pictures later, a few buffers that must be given back,
errors wrapped in others. Time is counted in pictures; nothing waits.
"""

from collections import deque
from types import SimpleNamespace
from typing import Any, ClassVar

import cv2
import numpy as np
from numpy.typing import NDArray

LATE = 3  # pictures until a control shows
PAD = 64  # bytes to which rows are filled up
USUAL = {
    "FrameDurationLimits": (33333, 120000, None), "ExposureTime": (75, 11766829, None),
    "AnalogueGain": (1.0, 10.6, None), "ColourGains": (0.0, 32.0, None),
    "AeFlickerMode": (0, 1, 0), "AeFlickerPeriod": (100, 1000000, None),
}  # fmt: skip
LENS = {"AfMode": (0, 2, 0), "AfTrigger": (0, 1, 0), "LensPosition": (0.0, 2.5, 1.0)}
BYTES = {"RGB888": 3, "BGR888": 3, "XRGB8888": 4, "XBGR8888": 4, "YUV420": 1, "NV12": 1}


def in_memory(picture: NDArray[np.uint8], form: str, size: tuple[int, int]) -> NDArray[np.uint8]:
    """A picture (blue, green, red) as `make_array` gives it in this format and size."""
    picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    width, height = size
    if form in ("YUV420", "NV12"):
        stride = -(-width // PAD) * PAD if form == "YUV420" else width  # picamera2 takes the padding from NV12 alone
        planes = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).reshape(-1)
        light, u, v = np.split(planes, [width * height, width * height * 5 // 4])
        memory = np.zeros((height * 3 // 2, stride), np.uint8)
        memory[:height, :width] = light.reshape(height, width)
        if form == "NV12":
            memory[height:] = np.stack([u, v], axis=1).reshape(height // 2, width)
        else:
            colour = np.zeros((height, stride // 2), np.uint8)
            colour[:, : width // 2] = np.concatenate([u, v]).reshape(height, width // 2)
            memory[height:] = colour.reshape(height // 2, stride)
        return memory
    if form in ("BGR888", "XBGR8888"):
        picture = np.ascontiguousarray(picture[..., ::-1])
    if form.startswith("X"):
        picture = np.dstack([picture, np.full((height, width), 255, np.uint8)])
    return picture


class Request:
    """A picture taken, which holds one of the buffers until it is released."""

    def __init__(self, camera: "Picamera2", told: dict[str, Any]) -> None:
        self._camera, self._told, self._held = camera, told, True

    def make_array(self, name: str) -> NDArray[np.uint8]:
        """The stream's memory."""
        assert self._held, "read after it was released"
        stream = self._camera.made[name]
        return in_memory(self._camera.scene, stream["format"], stream["size"])

    def get_metadata(self) -> dict[str, Any]:
        """What it was taken with."""
        assert self._held, "read after it was released"
        return dict(self._told)

    def release(self) -> None:
        """Give the buffer back, once."""
        assert self._held, "released twice"
        self._held = False
        self._camera.free += 1


class Picamera2:
    """One camera. What the class variables say is how the next one behaves; `every` holds those that were made."""

    info: ClassVar[list[dict[str, Any]]]
    offers: ClassVar[dict[str, tuple[Any, Any, Any]]]
    fault: ClassVar[str]
    gives: ClassVar[str]
    streams: ClassVar[int]
    array: ClassVar[tuple[int, int]]
    restless: ClassVar[str]
    scene: ClassVar[NDArray[np.uint8]]
    every: ClassVar[list["Picamera2"]]

    @classmethod
    def begin(cls) -> None:
        """A camera with a lens and no fault, that gives what is asked for."""
        cls.info = [{"Model": "imx708", "Location": 2, "Rotation": 180, "Id": "/base/i2c@1/imx708@1a", "Num": 0}]
        cls.offers, cls.array = {**USUAL, **LENS}, (4608, 2592)
        cls.fault, cls.gives, cls.streams, cls.restless, cls.every = "", "", 2, "", []
        cls.scene = np.full((480, 640, 3), (30, 60, 90), np.uint8)

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        """The cameras that are connected now."""
        return Picamera2.info

    def __init__(self) -> None:
        if self.fault == "busy":
            inner = RuntimeError("Failed to acquire camera: Device or resource busy")
            raise RuntimeError("Camera __init__ sequence did not complete.") from inner
        self.every.append(self)
        self.open, self.started, self.configured, self.free, self.given_up = True, False, 0, 0, 0
        self.made: dict[str, Any] = {}
        self.count, self.focus_at = 0, -1
        self.coming: deque[tuple[int, dict[str, Any]]] = deque()
        self.set: dict[str, Any] = {}
        self.asked: list[dict[str, Any]] = []

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        """What it offers: least, greatest, usual."""
        return dict(self.offers)

    @property
    def camera_properties(self) -> dict[str, Any]:
        """What is known of the sensor."""
        return {"Model": self.info[0]["Model"], "PixelArraySize": self.array, "ColorFilterArrangement": 0}

    def create_video_configuration(
        self, main: Any, lores: Any = None, raw: Any = None, buffer_count: int = 6, queue: bool = True,
        controls: Any = None,
    ) -> dict[str, Any]:  # fmt: skip
        """The whole of a configuration; streams may say their format and size and nothing else."""
        for stream in (main, lores, raw):
            assert set(stream or {}) <= {"format", "size", "stride", "preserve_ar"}
        small = {"format": "YUV420", "size": main["size"], **lores} if lores else None
        return {
            "main": {"format": "XBGR8888", "size": (1280, 720), **main}, "lores": small, "buffer_count": buffer_count,
            "raw": raw, "queue": queue, "controls": controls, "colour_space": SimpleNamespace(range="Range.Limited"),
        }  # fmt: skip

    def configure(self, wanted: dict[str, Any]) -> None:
        """Take a configuration and all the memory it needs; formats may come out as others than were asked for."""
        assert not self.started, "configured while it runs"
        if wanted["lores"] and self.streams < 2:
            raise RuntimeError("Invalid camera configuration")
        if self.fault == "memory":
            raise RuntimeError("failed to allocate capture buffers for stream 0")
        self.made = wanted
        if self.gives:
            self.made["main"]["format"] = self.gives
        self.configured += 1
        self.free = wanted["buffer_count"]
        self._set(wanted["controls"] or {}, at=0)

    def camera_configuration(self) -> dict[str, Any]:
        """What came of the configuration."""
        return self.made

    @property
    def memory(self) -> int:
        """Bytes of all buffers: of the pictures, and of what comes from the sensor at ten bits a pixel."""
        pictures = sum(
            width * height * BYTES[stream["format"]] * (3 if BYTES[stream["format"]] == 1 else 2) // 2
            for stream in (self.made["main"], self.made["lores"])
            if stream
            for width, height in [stream["size"]]
        )
        width, height = self.made["raw"]["size"]
        return int((pictures + width * height * 5 // 4) * self.made["buffer_count"])

    def start(self) -> None:
        """Let pictures come."""
        assert self.configured, "started before it was configured"
        if self.fault == "start":
            raise OSError(22, "Invalid argument")
        self.started = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        """Ask for something, which shows some pictures later."""
        self._set(controls, at=self.count + LATE)

    def _set(self, controls: dict[str, Any], at: int) -> None:
        for name in controls:
            if name not in self.offers:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.asked.append(controls)
        self.coming.append((at, controls))

    def capture_request(self, wait: float) -> Request:
        """The next picture; wait: seconds, for True would wait for ever."""
        assert self.started
        assert wait is not True
        if self.fault == "device":
            raise RuntimeError("Failed to queue buffer: No such device")
        if self.fault == "hung" or self.free == 0:
            self.given_up += 1
            raise TimeoutError
        self.count, self.free = self.count + 1, self.free - 1
        while self.coming and self.coming[0][0] < self.count:
            self.set |= self.coming.popleft()[1]
            if "AfTrigger" in self.set:
                del self.set["AfTrigger"]
                self.focus_at = self.count + 8
        return Request(self, {name: value for name, value in self._told().items() if value is not None})

    def _told(self) -> dict[str, Any]:
        drift = self.count % 2 if self.restless == "values" else max(0, 10 - self.count)
        searching = drift or self.restless == "state"
        lens = "LensPosition" in self.offers
        found = 2 if self.count >= self.focus_at >= 0 else 1 if self.focus_at >= 0 else 0
        exposed = self.set.get("ExposureTime")
        return {
            "ExposureTime": 9900 + 900 * drift if exposed is None else exposed - exposed % 28,  # in whole lines
            "AnalogueGain": self.set.get("AnalogueGain", 2.0), "ColourGains": self.set.get("ColourGains", (1.9, 1.6)),
            "AeState": 1 if searching and exposed is None else 2, "AfState": found if lens else None,
            "LensPosition": (2.2 if found == 2 else self.set.get("LensPosition", 1.0)) if lens else None,
        }  # fmt: skip

    def cancel_all_and_flush(self) -> None:
        """Forget captures that were given up, without which it cannot be closed in good order."""
        self.given_up = 0

    def close(self) -> None:
        """Let go of it; every buffer must have come back, and no capture be waited for."""
        assert not self.given_up, "closed while a capture waits"
        if self.made and self.started:
            assert self.free == self.made["buffer_count"], "pictures were kept"
        self.open = self.started = False
