"""Rules of the way from the picture to the tray and back."""

from math import cos, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.plane import Point, Quad, plane_through, quad_from

SIZE = (640, 480)
STRAIGHT: Quad = ((20.0, 20.0), (620.0, 20.0), (620.0, 460.0), (20.0, 460.0))


def tilted(degrees: float) -> Quad:
    """How a camera of 62° that looks aslant sees a rectangle."""
    focal, turn = 0.83 * SIZE[0], radians(degrees)

    def seen(x: float, y: float) -> Point:
        depth = 620 + y * sin(turn)
        return SIZE[0] / 2 + focal * x / depth, SIZE[1] / 2 + focal * y * cos(turn) / depth

    return quad_from((seen(-250, -180), seen(250, -180), seen(250, 180), seen(-250, 180)), *SIZE)


def test_a_straight_camera_changes_no_place_and_no_length() -> None:
    """So places mean the same with a calibration as without."""
    plane = plane_through(STRAIGHT)
    assert plane.place(123.0, 45.0) == pytest.approx((123.0, 45.0))
    assert plane.scale(400.0, 300.0) == pytest.approx(1.0)
    assert plane.tilt(*SIZE) == pytest.approx(0.0, abs=1e-9)


@given(st.floats(0, 40), st.floats(50, 590), st.floats(50, 430))
def test_the_way_back_is_the_way_back(degrees: float, x: float, y: float) -> None:
    """What lies at a place is seen where it was seen."""
    plane = plane_through(tilted(degrees))
    assert plane.seen(*plane.place(x, y)) == pytest.approx((x, y), abs=1e-6)


@pytest.mark.parametrize("degrees", [0, 5, 14, 30])
def test_the_tilt_is_what_it_is(degrees: float) -> None:
    """To a tenth of a degree, for a lens of the usual width."""
    assert plane_through(tilted(degrees)).tilt(*SIZE) == pytest.approx(degrees, abs=0.1)


def test_the_far_side_of_a_tilted_tray_is_made_as_large_as_the_near_one() -> None:
    """Equal dice have equal sides on the tray, however they are seen."""
    quad = tilted(25)
    plane = plane_through(quad)
    middle_top = ((quad[0][0] + quad[1][0]) / 2, quad[0][1])
    middle_bottom = ((quad[2][0] + quad[3][0]) / 2, quad[2][1])
    assert plane.scale(*middle_bottom) > 1.2 * plane.scale(*middle_top)


def test_inside_and_outside_are_told_with_their_distance() -> None:
    """In pixels, positive outside."""
    plane = plane_through(STRAIGHT)
    assert plane.off(320, 240) == pytest.approx(-220)
    assert plane.off(5, 240) == pytest.approx(15)
    assert plane.off(630, 470) == pytest.approx(10)


@given(st.permutations(STRAIGHT))
def test_corners_may_come_in_any_order(points: list[Point]) -> None:
    """They go clockwise from the top left one."""
    assert quad_from(tuple(points), *SIZE) == STRAIGHT


@pytest.mark.parametrize(
    ("points", "why"),
    [
        (STRAIGHT[:3], "four corners"),
        (((20, 20), (900, 20), (620, 460), (20, 460)), "in the picture"),
        (((20, 20), (620, 460), (320, 240), (20, 460)), "four sides"),
        (((20, 20), (620, 20), (100, 60), (20, 460)), "four sides"),
        (((20, 20), (20, 20), (620, 460), (20, 460)), "four sides"),
        (((20, 20), (60, 20), (60, 60), (20, 60)), "too small"),
    ],
)
def test_corners_that_make_no_play_area_are_refused_in_words(points: tuple[Point, ...], why: str) -> None:
    """A slip of the finger is no calibration."""
    with pytest.raises(ValueError, match=why):
        quad_from(points, *SIZE)
