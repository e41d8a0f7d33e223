"""Which of the faces that lie over the same marks are the dice."""

from vision.family import families
from vision.pips import Face
from vision.tuning import Tuning
from vision.weigh import Weighed


def two(pips: tuple[int, int], x: float, y: float, quality: float) -> Weighed:
    """A two on these marks, with a body this good."""
    face = Face(2, 1, pips, x, y, 20.0, 0.0, 0.0, 20.0, 7.0, 120.0, 0.8, 0.0)
    return Weighed(face, 1.0, 0.0, 0.02, 1.0, 0.8, quality)


def test_of_two_twos_with_one_pip_in_common_that_on_the_better_body_is_the_die() -> None:
    """Pips of two dice that touch make a two as well as those of one, across the seam between them."""
    for left in (90.0, 110.0):
        real, across = two((1, 2), left, 100.0, 0.85), two((0, 1), 200.0 - left, 75.0, 0.6)
        assert families([across, real], Tuning()) == [real]
