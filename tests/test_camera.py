"""Rules of naming cameras, and of recordings. Real cameras are met as far as a machine without one allows."""

from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera import Camera, CameraFault, Spec, camera_from, opened, spec_from
from vision.painted import Painted
from vision.picamera import PiCamera
from vision.recording import Folder, Video
from vision.usb import UsbCamera


def pictures(folder: Path, *names: str) -> None:
    """Small pictures that differ: the k-th is filled with grey 20k."""
    for k, name in enumerate(names):
        cv2.imwrite(str(folder / name), np.full((24, 32, 3), 20 * k, np.uint8))


def frames(camera: Camera) -> list[tuple[int, float, int]]:
    """Number, time and grey of every frame until the recording is over."""
    found = []
    with opened(camera):
        with suppress(CameraFault):
            while True:
                frame = camera.frame(1.0)
                found.append((frame.number, frame.taken_s, int(frame.picture[12, 16, 0])))
        with pytest.raises(CameraFault, match="is over") as fault:
            camera.frame(1.0)
    assert fault.value.code == "ended"
    return found


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("pi", Spec("pi")),
        ("pi:mains=60", Spec("pi", "", {"mains": "60"})),
        ("usb:2", Spec("usb", "2")),
        ("usb", Spec("usb", "0")),
        ("folder:/a b:c", Spec("folder", "/a b:c")),
        ("video:x.mp4", Spec("video", "x.mp4")),
        ("none", Spec("none")),
        ("painted", Spec("painted")),
        ("painted:seed=7,size=320x240,speed=4", Spec("painted", "", {"seed": "7", "size": "320x240", "speed": "4"})),
    ],
)
def test_every_kind_of_camera_has_a_name(text: str, spec: Spec):
    """As the command line and the configuration spell them."""
    assert spec_from(text) == spec


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("", "pi"), ("pie", "pi"), ("pi:1", "pi"), ("pi:mains=55", "pi:mains=50"),
        ("ubs:0", "usb"), ("usb:left", "usb:0"), ("usb:-1", "usb:0"),
        ("folder", "folder:DIR"), ("video:", "video:FILE"), ("vidoe:x", "video"), ("nnone", "none"), ("none:x", "none"),
        ("painted:sede=7", "seed="), ("painted:,", "seed="), ("painted:seed", "seed="), ("painted:seed=x", "seed=7"),
        ("painted:size=640", "size=640x480"), ("painted:size=0x480", "size=640x480"), ("painted:speed=fast", "speed=1"),
        ("painted:speed=0", "speed=1"), ("painted:rate=nan", "rate=1"), ("painted:surface=lether", "leather"),
        ("painted:livery=read", "red"),
    ],
)  # fmt: skip
def test_a_wrong_name_is_told_the_nearest_right_one(text: str, nearest: str):
    """Before anything is opened."""
    with pytest.raises(ValueError, match=r"did you mean|known are|needs a value") as error:
        spec_from(text)
    assert nearest in str(error.value)


@pytest.mark.parametrize(
    ("text", "kind"),
    [("pi", PiCamera), ("usb:0", UsbCamera), ("folder:x", Folder), ("video:x", Video), ("painted:seed=3", Painted)],
)
def test_a_name_makes_its_camera_without_opening_it(text: str, kind: type):
    """Making one never touches hardware or files."""
    assert isinstance(camera_from(text), kind)


def test_none_has_no_pictures():
    """Who asks for pictures of no camera has made a mistake."""
    with pytest.raises(ValueError, match="no camera"):
        camera_from("none")


def test_painted_options_are_used():
    """Size, rate and the rest reach the painter."""
    with opened(camera_from("painted:seed=3,size=320x240,speed=100,rate=20,surface=felt,livery=red")) as camera:
        first, second = camera.frame(1), camera.frame(1)
    assert first.picture.shape == (240, 320, 3)
    assert second.taken_s - first.taken_s == pytest.approx(1 / 20)
    blue, green, red = first.picture[100:140, 100:200].mean(axis=(0, 1))
    assert green > max(blue, red)


def test_a_folder_is_played_by_name_ten_a_second(tmp_path: Path):
    """Without a list of times; what is no picture is left alone."""
    pictures(tmp_path, "a.png", "b.jpg", "c.png")
    (tmp_path / "notes.txt").write_text("no picture")
    assert frames(Folder(str(tmp_path))) == [(0, 0.0, 0), (1, pytest.approx(0.1), 20), (2, pytest.approx(0.2), 40)]


def test_a_folder_is_played_by_its_times(tmp_path: Path):
    """frames.csv orders by time, may name a picture twice, and may come from a spreadsheet (BOM, CRLF)."""
    pictures(tmp_path, "a.png", "b.png")
    (tmp_path / "frames.csv").write_bytes("\ufefft_ms,file\r\n0,b.png\r\n900,a.png\r\n450,b.png\r\n".encode())
    assert frames(Folder(str(tmp_path))) == [(0, 0.0, 20), (1, 0.45, 20), (2, 0.9, 0)]


def test_a_recording_can_be_played_again(tmp_path: Path):
    """Opened anew it begins anew."""
    pictures(tmp_path, "a.png", "b.png")
    folder = Folder(str(tmp_path))
    assert frames(folder) == frames(folder)


def test_a_film_is_played_by_its_own_clock(tmp_path: Path):
    """Frames and times as the film has them."""
    film = tmp_path / "throw.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter_fourcc(*"MJPG"), 25.0, (64, 48))
    for k in range(5):
        writer.write(np.full((48, 64, 3), 40 * k, np.uint8))
    writer.release()
    played = frames(Video(str(film)))
    assert [(number, round(t, 2)) for number, t, _ in played] == [(k, round(k / 25, 2)) for k in range(5)]
    assert [round(grey / 40) for _, _, grey in played] == list(range(5))


def test_missing_or_broken_recordings_say_what_is_wrong(tmp_path: Path):
    """Each in words that name the file."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "list").mkdir()
    (tmp_path / "list" / "frames.csv").write_text("time,picture\n0,a.png\n")
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "a.png").write_bytes(b"no picture")
    (tmp_path / "film.avi").write_bytes(b"no film")
    for camera, code in (
        (Folder(str(tmp_path / "nowhere")), "absent"),
        (Folder(str(tmp_path / "empty")), "absent"),
        (Folder(str(tmp_path / "list")), "refused"),
        (Folder(str(tmp_path / "bad")), "unplugged"),
        (Video(str(tmp_path / "nowhere.avi")), "absent"),
        (Video(str(tmp_path / "film.avi")), "refused"),
    ):
        with pytest.raises(CameraFault, match=str(tmp_path)) as fault, opened(camera):
            camera.frame(1.0)
        assert fault.value.code == code


def test_a_usb_camera_that_is_not_there_is_absent():
    """Said at the first picture, and not after a long wait."""
    with pytest.raises(CameraFault, match="Plug it in") as fault, opened(UsbCamera(63)) as camera:
        camera.frame(10.0)
    assert fault.value.code == "absent"


def test_a_pi_camera_without_picamera2_says_how_to_get_it():
    """On any other machine the remedy is a sentence, not a traceback."""
    try:
        import picamera2  # noqa: F401
    except ImportError:
        with pytest.raises(CameraFault, match="apt install python3-picamera2") as fault, opened(PiCamera()):
            pass
        assert fault.value.code == "absent"
