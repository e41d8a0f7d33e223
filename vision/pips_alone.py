"""Pips of which no body is seen, where nothing was read: white dice on a table burnt out. Knows marks and levels."""

import numpy as np

from vision.sight import Sight
from vision.spots import Marks, Spots
from vision.tuning import Tuning

Places = list[tuple[float, float]]


def pips_alone(sight: Sight, marks: Marks, tuning: Tuning) -> Places:
    """The middles of three or more of them that lie together, px of the sight; none where only one such place is.

    Dark marks of one size and strength, on what is as light as the picture gets: there nothing else is to be seen.
    """
    s = marks[1]
    pip = (s.contrast > tuning.alone_contrast) & (s.depth > tuning.alone_deep) & (s.r > tuning.salient_px)
    pip &= (s.clean > tuning.clean_rim) & (s.ragged < tuning.round_ragged) & (s.aspect < tuning.alone_long)
    if sight.side:
        unit = sight.side / 4
        pip &= (s.r > tuning.known_pip_least * unit) & (s.r < tuning.known_pip_most * unit)
    found = _middles(s.take(pip), tuning) if pip.any() else []
    return found if len(found) > 1 and _burnt(sight, s.take(pip), tuning) else []


def _middles(s: Spots, tuning: Tuning) -> Places:
    alike = s.like(tuning.alone_size, tuning.alone_strength)
    alike &= np.hypot(s.x[:, None] - s.x, s.y[:, None] - s.y) < tuning.alone_near * s.r
    found: Places = []
    for one in alike[alike.sum(axis=1) > 2]:  # itself and two more
        x, y, r = (float(column[one].mean()) for column in (s.x, s.y, s.r))
        if all(np.hypot(x - a, y - b) > tuning.alone_apart * r for a, b in found):
            found.append((x, y))
    return found


def _burnt(sight: Sight, s: Spots, tuning: Tuning) -> bool:
    """Whether most of these lie on what is as light as the picture gets, and some colour of that is burnt out."""
    colours, plane = sight.colours[0][::4, ::4], sight.levels[0][::4, ::4]
    if float(np.percentile(colours.reshape(-1, 3), 90, axis=0).max()) < tuning.spot_level:
        return False
    lightest = float(np.percentile(plane, 100 * (1 - tuning.spot_share)))
    return float(np.median(s.outside)) > tuning.alone_lit * lightest
