"""From pictures to moments: looking, steadying, noticing that a camera has stopped. Knows no clock but the frames'."""

from collections.abc import Iterator

import numpy as np

from vision.attention import Attention
from vision.frame import Frame, Picture
from vision.reading import Blind, Moment
from vision.steady import Memory, steady

FROZEN_S = 5.0  # a sensor is noisy: the very same picture for this long comes from a camera that has stopped
GAP_S = 5.0  # with no picture for this long nobody knows what happened on the tray meanwhile


class Lookout:
    """What is remembered from frame to frame, of one camera or one recording."""

    def __init__(self, side_px: float | None = None) -> None:
        """side_px: how wide the dice are in the frames, where a calibration says so; else it is measured in each."""
        self._side_px = side_px
        self._memory = Memory()
        self._attention = Attention(side_px)
        self._before_s: float | None = None
        self._exact: Picture | None = None
        self._exact_since_s = 0.0
        self._frozen = False

    def see(self, frame: Frame) -> Iterator[Moment]:
        """Take one frame and say what there is to say."""
        before_s, self._before_s = self._before_s, frame.taken_s
        if before_s is not None and frame.taken_s - before_s > GAP_S:
            yield Blind(before_s + GAP_S, "hung", f"The camera gave no picture for {GAP_S:.0f} s.")
            self._begin_anew()
        if self._exact is None or not np.array_equal(self._exact, frame.picture):
            if self._frozen:
                self._begin_anew()
            self._exact, self._exact_since_s, self._frozen = frame.picture, frame.taken_s, False
        elif not self._frozen and frame.taken_s - self._exact_since_s > FROZEN_S:
            self._frozen = True
            words = f"The camera gives the same picture for {FROZEN_S:.0f} s: it has frozen. It is being started again."
            yield Blind(frame.taken_s, "frozen", words)
        if self._frozen:
            return
        reading = self._attention.look(frame, all_said=self._memory.at_rest)
        self._memory, moment = steady(self._memory, frame.taken_s, reading)
        if moment is not None:
            yield moment

    def _begin_anew(self) -> None:
        self._memory, self._attention = Memory(), Attention(self._side_px)
