"""The Raspberry Pi's own camera through picamera2. Knows its streams, its memory and its faults; nothing it shows.

One configuration for the whole life of the process: boards with 512 MB run out of camera memory when it is changed.
"""

import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from vision.camera import CameraFault
from vision.controls import REST, Controls, asked, at_rest, fixed, focused, focusing, kept, measured, shows, within
from vision.formats import ORDERS, blue_green_red, brightness
from vision.frame import Frame
from vision.patience import within_time

BUFFERS = 3  # one filled, one waiting to be, one read: 3 MB at 640×480, and 8 to 15 MB more of what the sensor sends
MOTION = (320, 240)  # the small stream in which motion is looked for
OPEN_S, CLOSE_S, LIST_S = 12.0, 1.5, 1.0  # the eye's parent waits 20 s for the first picture, and 5 s for others
SHOWN_S = 3.0  # a camera that does not take what is held of it in this time never will
NO_CAMERA = "No camera was found. Switch the Pi off and seat the ribbon cable at both ends."
GONE = "The camera is gone. Switch the Pi off and seat the ribbon cable at both ends."
BUSY = "The camera is held by another program. Close it (rpicam-hello? a second table?)."


class PiCamera:
    """The camera on the ribbon cable.

    size: width and height of its pictures, even.  mains_hz: of the lamps' current, 50 or 60.
    held: exposure, white balance and focus as `hold` returned them; else the first two look after themselves.
    """

    def __init__(self, size: tuple[int, int] = (640, 480), mains_hz: int = 50, held: Controls | None = None) -> None:
        self._size, self._mains_hz, self._held = size, mains_hz, dict(held or {})
        self._camera: Any = None
        self._name = ""
        self._streams: Mapping[str, Any] = {}
        self._full = False
        self._count = -1

    def open(self) -> None:
        """Configure and start it, once. Raises CameraFault."""
        library = _library()
        try:
            within_time(OPEN_S, lambda: self._begin(library))
        except TimeoutError as error:
            raise CameraFault(
                "hung", f"The camera did not start within {OPEN_S:.0f} s. Restart the box; check its cable."
            ) from error
        except (RuntimeError, OSError, IndexError) as error:
            self.close()
            raise _fault_from(error) from error
        if self._held and not self._wait(lambda told: shows(told[-1], self._held), SHOWN_S):
            sys.stderr.write(f"The camera does not take what it was calibrated to: {self._held}\n")

    def frame(self, timeout_s: float) -> Frame:
        """The next picture. Raises CameraFault."""
        request = self._request(timeout_s)
        taken_s = time.monotonic()
        try:
            main = self._streams["main"]
            picture = blue_green_red(request.make_array("main"), main["format"], main["size"], full=self._full)
            small = None
            if lores := self._streams.get("lores"):
                small = brightness(request.make_array("lores"), lores["format"], lores["size"])
        finally:
            request.release()
        self._count += 1
        return Frame(picture, self._count, taken_s, small)

    def hold(self, timeout_s: float = 10.0) -> Controls:
        """Let exposure, white balance and focus come to rest, keep them so, and say what they are held at.

        What is returned is what a picture said it was taken with; empty for a camera without such controls.
        Raises CameraFault when they do not come to rest, which is `refused`, or no picture comes.
        """
        offered = self._camera.camera_controls
        if wake := focusing(offered):
            self._camera.set_controls(wake)
            if not self._wait(lambda told: focused(told[-1]), timeout_s):
                raise CameraFault("refused", "The camera finds no focus. Raise it, or light the tray better.")
        if not self._wait(at_rest, timeout_s):
            raise CameraFault("refused", "Exposure and colours do not come to rest. Light the tray evenly.")
        self._held = within(measured(self._told(timeout_s)), offered)
        self._camera.set_controls(within(fixed(self._held), offered))
        if not self._wait(lambda told: kept(told, self._held), timeout_s):
            raise CameraFault("refused", "The camera does not keep its exposure and colours. Restart the box.")
        return dict(self._held)

    def keep(self, held: Controls) -> None:
        """Hold these from now on; with none of them exposure and white balance look after themselves again."""
        self._held = dict(held)
        wanted = fixed(held) if held else {"AeEnable": True, "AwbEnable": True}
        self._camera.set_controls(within(wanted, self._camera.camera_controls))

    def close(self) -> None:
        """Let go of it, so that the next process can have it; a camera that hangs is not waited for long."""
        if self._camera is not None:
            camera, self._camera = self._camera, None
            try:
                within_time(CLOSE_S, camera.close)
            except (TimeoutError, RuntimeError, OSError) as error:
                sys.stderr.write(f"The camera was not let go of in good order: {error}\n")

    def _begin(self, library: Any) -> None:
        cameras = library.global_camera_info()
        if not cameras:
            raise CameraFault("absent", NO_CAMERA)
        self._name = str(cameras[0].get("Id", ""))
        camera = self._camera = library()
        offered = camera.camera_controls
        plan = {
            "main": {"size": self._size, "format": "RGB888"},
            "raw": _whole_field(camera.camera_properties),
            "buffer_count": BUFFERS,
            "queue": False,  # a picture that waits is old: the next one is wanted, always
            "controls": asked(offered, self._mains_hz, self._held),
        }
        try:
            small = {"lores": {"size": MOTION, "format": "YUV420"}}
            camera.configure(camera.create_video_configuration(**plan, **small))
        except RuntimeError:  # not every camera has two streams
            camera.configure(camera.create_video_configuration(**plan))
        settled = camera.camera_configuration()  # what came of it; pipelines may give another format than was asked
        self._streams = {"main": settled["main"]}
        if (lores := settled.get("lores")) and lores["size"][0] < settled["main"]["size"][0]:
            self._streams["lores"] = lores
        if self._streams["main"]["format"] not in ORDERS:
            raise CameraFault(
                "refused", f"The camera gives pictures as {self._streams['main']['format']}, which we cannot read."
            )
        self._full = str(getattr(settled.get("colour_space"), "range", "")).endswith("Full")
        camera.start()

    def _request(self, timeout_s: float) -> Any:
        try:
            # A number, not True: captures that never return are a known failure, and True would wait for ever.
            return self._camera.capture_request(wait=timeout_s)
        except TimeoutError as error:
            forget = getattr(self._camera, "cancel_all_and_flush", None)  # older ones have it not
            if forget:
                forget()  # else the capture that was given up would still want its picture when the camera is closed
            if self._gone():
                raise CameraFault("unplugged", GONE) from error
            raise CameraFault(
                "hung", f"The camera gave no picture for {timeout_s:.0f} s. Check the ribbon cable at both ends."
            ) from error
        except (RuntimeError, OSError) as error:
            raise _fault_from(error) from error

    def _gone(self) -> bool:
        try:
            listed = within_time(LIST_S, lambda: type(self._camera).global_camera_info())
        except (TimeoutError, RuntimeError, OSError):
            return False
        return self._name not in [str(camera.get("Id", "")) for camera in listed]

    def _told(self, timeout_s: float) -> Controls:
        """What the next picture says it was taken with."""
        request = self._request(timeout_s)
        try:
            return dict(request.get_metadata())
        finally:
            request.release()

    def _wait(self, enough: Callable[[list[Controls]], bool], timeout_s: float) -> bool:
        """Look at what pictures say until it is enough; False when the time is up."""
        until, told = time.monotonic() + timeout_s, deque[Controls](maxlen=REST)
        while time.monotonic() < until:
            told.append(self._told(timeout_s))
            if enough(list(told)):
                return True
        return False


def _whole_field(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Of a sensor's modes the one with half its pixels each way: the smallest that crops nothing of the view."""
    whole = properties.get("PixelArraySize")
    return {"size": (whole[0] // 4 * 2, whole[1] // 4 * 2)} if whole else {}


def _library() -> Any:
    try:
        from picamera2 import Picamera2
    except (ImportError, ValueError, OSError) as error:  # ValueError: what is compiled for another numpy raises it
        text = str(error)
        if "undefined symbol" in text or "numpy" in text:
            words = (
                f"picamera2 does not fit the rest of this system ({text}). Remove what pip installed over it, then: "
                "sudo apt update && sudo apt full-upgrade."
            )
        else:
            words = (
                f"picamera2 is not to be had here ({text}). On a Raspberry Pi: sudo apt install python3-picamera2, "
                "and let the venv see the system's packages."
            )
        raise CameraFault("absent", words) from error
    return Picamera2


def _fault_from(error: BaseException) -> CameraFault:
    """Say in words what libcamera means; picamera2 wraps its errors in others."""
    said, inner = [], error
    while inner is not None:
        said.append(str(inner))
        inner = inner.__cause__ or inner.__context__  # type: ignore[assignment]
    text = " ".join(said)
    if "in use" in text or "busy" in text.lower() or "acquire" in text:
        return CameraFault("busy", BUSY)
    if "No such device" in text:
        return CameraFault("unplugged", GONE)
    if "allocate" in text.lower():
        return CameraFault("refused", "There is no memory left for the camera. Restart the box.")
    if isinstance(error, IndexError) or "not found" in text or "No camera number" in text:
        return CameraFault("absent", NO_CAMERA)
    return CameraFault("refused", f"The camera could not be used: {said[-1]}. Check its cable and restart the box.")
