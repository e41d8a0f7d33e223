"""Painted pictures on disk, and the crops about their dice that a net learns from. Knows no net."""

import pickle
from collections.abc import Iterator
from dataclasses import astuple, dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.learning.tables import Top, painted
from vision.lens import ACROSS, PX

NONE, EDGE_ON = 6, 7
STEEP = 0.52  # sine from which no face of a die can be said to lie on top: 31°
SHARD = 250

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]


def paint(folder: Path, first: int, count: int) -> None:
    """Paint pictures number first to first + count into the folder, 250 a file; files that are there stay."""
    folder.mkdir(parents=True, exist_ok=True)
    for start in range(first, first + count, SHARD):
        path = folder / f"{start:06d}.pickle"
        if path.exists():
            continue
        made = [painted(seed) for seed in range(start, min(start + SHARD, first + count))]
        part = path.with_suffix(".part")
        part.write_bytes(pickle.dumps([(picture, [astuple(top) for top in tops]) for picture, tops in made]))
        part.rename(path)


@dataclass(frozen=True, slots=True)
class Album:
    """The pictures painted into a folder, as far as they have been read."""

    folder: Path
    pictures: list[tuple[Bytes, list[Top]]] = field(default_factory=list)
    read: set[Path] = field(default_factory=set)

    def refresh(self) -> None:
        """Read what has been painted since."""
        for path in sorted(set(self.folder.glob("*.pickle")) - self.read):
            self.read.add(path)
            made = pickle.loads(path.read_bytes())
            self.pictures.extend((picture, [Top(*top) for top in tops]) for picture, tops in made)


def crops(album: Album, seed: int) -> Iterator[tuple[Bytes, tuple[float, ...]]]:
    """Crops in random order, PX × PX × 3, each with its class, whether it leans, and where its top is and looks.

    The truth: class 0 to 7, lean in degrees, right and down of the middle in units of the crop's half, off right, off
    down; what is not known or not meant to be learnt is not a number.
    """
    chance = np.random.default_rng(seed)
    for k in chance.permutation(len(album.pictures)):
        picture, tops = album.pictures[k]
        made = [one for top in tops for one in (_about(picture, top, chance),) if one]
        made += _nothing(picture, tops, chance) if tops else ()
        for crop, truth in made:
            yield _spoilt(crop, chance), truth


def _about(picture: Bytes, top: Top, chance: np.random.Generator) -> tuple[Bytes, tuple[float, ...]] | None:
    h, w = picture.shape[:2]
    if not (0.3 * top.size < top.x < w - 0.3 * top.size and 0.3 * top.size < top.y < h - 0.3 * top.size):
        return None
    off = top.size * (chance.uniform(-0.3, 0.3, 2) if chance.random() < 0.5 else chance.normal(0, 0.05, 2))
    whole = 0.42 * top.size < top.x < w - 0.42 * top.size and 0.42 * top.size < top.y < h - 0.42 * top.size
    label = float(top.value - 1)
    if np.hypot(*top.off) > STEEP:
        label = EDGE_ON
    elif top.seen < 0.8 or not whole:
        label = NONE
    elif top.seen < 0.93:
        label = np.nan
    crop, turn = _crop(picture, (top.x + off[0], top.y + off[1]), top.size, chance)
    middle, looks = turn @ -off, turn @ np.array(top.off) * (1 / max(np.hypot(*turn[0]), 1e-9))
    if np.hypot(*looks) < 1e-6:
        looks = np.zeros(2)
    known = label < NONE
    scale = 2.0 / PX
    middle = middle * scale if known else np.full(2, np.nan)
    looks = looks if known else np.full(2, np.nan)
    lean = np.nan if top.stacked or top.seen < 0.93 else top.lean
    return crop, (label, lean, *middle, *looks)


def _nothing(picture: Bytes, tops: list[Top], chance: np.random.Generator) -> Iterator[tuple[Bytes, tuple[float, ...]]]:
    """Places with no top in the middle: half of them on a die's side or edge, or between two."""
    h, w = picture.shape[:2]
    for _ in range(2):
        size = float(np.median([t.size for t in tops]))
        if chance.random() < 0.6:
            near = tops[int(chance.integers(len(tops)))]
            at = np.array([near.x, near.y]) + chance.uniform(-1.1, 1.1, 2) * size
        else:
            at = chance.uniform(0, 1, 2) * (w, h)
        far = min(
            max(abs(at[0] - t.x), abs(at[1] - t.y), 0.8 * np.hypot(at[0] - t.x, at[1] - t.y)) / t.size for t in tops
        )
        if far > 0.45 and 0 < at[0] < w and 0 < at[1] < h:
            yield _crop(picture, (at[0], at[1]), size, chance)[0], (NONE, np.nan, np.nan, np.nan, np.nan, np.nan)


def _crop(picture: Bytes, at: tuple[float, float], size: float, chance: np.random.Generator) -> tuple[Bytes, Floats]:
    """A turned, perhaps mirrored crop about a place, and the 2 × 2 matrix that was applied."""
    scale = PX / (ACROSS * size) * np.exp(chance.normal(0, 0.05))
    a = chance.uniform(0, 2 * np.pi)
    turn = scale * np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    if chance.random() < 0.5:
        turn[0] *= -1
    shift = np.array([(PX - 1) / 2, (PX - 1) / 2]) - turn @ np.array(at)
    how = cv2.INTER_AREA if scale < 0.7 else cv2.INTER_LINEAR
    if scale < 0.75:  # no aliasing
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 / scale), np.uint8)
    crop = cv2.warpAffine(picture, np.column_stack([turn, shift]), (PX, PX), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8), np.asarray(turn, np.float32)


def _spoilt(picture: Bytes, chance: np.random.Generator) -> Bytes:
    """As another camera in another light would have it: colours, gamma, blur, noise, JPEG."""
    out: NDArray[np.floating] = picture.astype(np.float32)
    if chance.random() < 0.3:
        out = out[..., chance.permutation(3)]
    if chance.random() < 0.25:
        grey = out @ np.array([0.114, 0.587, 0.299], np.float32)
        out = grey[..., None] + (out - grey[..., None]) * np.float32(chance.uniform(0, 1.3))
    out = np.clip(out * chance.uniform(0.6, 1.5) * chance.uniform(0.85, 1.15, 3), 0, 255)
    out = 255 * (out / 255) ** chance.uniform(0.7, 1.4)
    if chance.random() < 0.3:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), chance.uniform(0.4, 1.3)))
    out = out + chance.standard_normal(out.shape) * abs(chance.normal(0, 4))
    done = np.asarray(np.clip(out, 0, 255), np.uint8)
    if chance.random() < 0.6:
        data = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, int(chance.uniform(45, 96))])[1]
        done = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return done
