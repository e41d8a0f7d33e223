"""Rules of finding the tray, on painted trays laid on painted tables; and of claiming none where there is none."""

import cv2
import numpy as np
import pytest

from vision.area import INSET, find_area
from vision.cloths import CLOTHS
from vision.commands import Place
from vision.frame import Picture
from vision.painting import Painter
from vision.pinhole import View
from vision.plane import plane_through
from vision.scene import Scene, Stage
from vision.surface import RIM, SURFACES

WIDTH, HEIGHT = 640, 480
INNER = ((RIM, RIM), (WIDTH - RIM, RIM), (WIDTH - RIM, HEIGHT - RIM), (RIM, HEIGHT - RIM))
TABLES = {"dark": (38, 42, 48), "light": (190, 196, 200), "blue": (120, 80, 40)}
WAYS = {
    "small": ((120, 90), (520, 90), (520, 390), (120, 390)),
    "tilted": ((110, 60), (530, 60), (600, 440), (40, 440)),
    "turned": ((200, 20), (600, 200), (440, 460), (40, 280)),
}
BEYOND_PX, SHORT_PX = 26.0, 16.0  # of the play area's sides: the rim is 13 to 20 px wide there, and shades its foot


def on_a_table(tray: Picture, way: str, table: str, seed: int) -> tuple[Picture, np.ndarray]:
    """The tray as it is seen from somewhere, on a table; and where its play area's corners are then."""
    chance = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(chance.standard_normal((HEIGHT, WIDTH)).astype(np.float32), (0, 0), 3)
    ground = np.clip(np.array(TABLES[table]) * (1 + 0.05 * (grain / grain.std())[..., None]), 0, 255).astype(np.uint8)
    whole = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32)
    warp = cv2.getPerspectiveTransform(whole, np.array(WAYS[way], np.float32))
    seen = cv2.warpPerspective(tray, warp, (WIDTH, HEIGHT), flags=cv2.INTER_AREA)
    ours = cv2.warpPerspective(np.full((HEIGHT, WIDTH), 255, np.uint8), warp, (WIDTH, HEIGHT))
    corners = cv2.perspectiveTransform(np.array([INNER], np.float32), warp)[0]
    return np.where(ours[..., None] > 128, seen, ground), corners


def sides_off(found: np.ndarray, true: np.ndarray) -> np.ndarray:
    """How far the middle of each true side lies outside what was found; negative: inside."""
    plane = plane_through(tuple(map(tuple, found)))  # type: ignore[arg-type]
    return np.array([plane.off(*((true[k] + true[(k + 1) % 4]) / 2)) for k in range(4)])


@pytest.fixture(scope="module", params=["leather", "felt", "oak"])
def painter(request: pytest.FixtureRequest) -> Painter:
    """A painter for each surface."""
    return Painter(2, View(WIDTH, HEIGHT), {**SURFACES, **CLOTHS}[request.param])


@pytest.mark.parametrize("dice", [(), (1, 2, 3, 4, 5)])
def test_a_tray_that_fills_the_picture_is_found(painter: Painter, dice: tuple[int, ...]) -> None:
    """To a few pixels, with dice on it as without."""
    scene = Stage(2).then(Place(dice), 0.0).at(1.0) if dice else Scene()
    area = find_area(painter.paint(scene, 0))
    assert area.found
    assert np.abs(np.array(area.corners) - INNER).max() < 12


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("way", WAYS)
def test_a_tray_on_a_table_is_found_wherever_it_lies(painter: Painter, way: str, table: str) -> None:
    """Aslant, turned, on any table: to the rim at worst, and never much too small."""
    picture, true = on_a_table(painter.paint(Scene(), 0), way, table, 2)
    area = find_area(picture)
    assert area.found
    off = sides_off(np.array(area.corners), true)
    assert off.min() > -BEYOND_PX
    assert off.max() < SHORT_PX


def bare(kind: str) -> Picture:
    """Pictures in which there is no tray."""
    chance = np.random.default_rng(5)
    picture = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
    if kind == "round":
        cv2.circle(picture, (320, 240), 200, (40, 90, 40), -1)
    if kind == "noise":
        picture = chance.integers(0, 256, picture.shape, dtype=np.uint8)
    if kind == "felt to the edges":
        picture = Painter(3, View(900, 700), "felt").paint(Scene(), 0)[100:580, 100:740]
    if kind == "a stripe":
        picture[:, 200:] = 30
    return picture


@pytest.mark.parametrize("kind", ["plain", "round", "noise", "felt to the edges", "a stripe"])
def test_where_no_tray_is_seen_none_is_claimed(kind: str) -> None:
    """The corners then stand a little inside the picture, for a person to move."""
    area = find_area(bare(kind))
    assert not area.found
    assert area.corners[0] == (INSET * WIDTH, INSET * HEIGHT)


@pytest.mark.parametrize("size", [(1, 1), (16, 9), (2000, 3)])
def test_pictures_of_any_shape_are_borne(size: tuple[int, int]) -> None:
    """A broken sensor gives an answer like any other."""
    assert not find_area(np.zeros((*size, 3), np.uint8)).found
