"""From pictures to moments: looking, steadying, noticing what no longer serves. Knows no clock but the frames'."""

from collections.abc import Iterator

import numpy as np

from vision.attention import Attention
from vision.calibration import Calibration
from vision.fit import Reference
from vision.frame import Frame, Picture
from vision.reading import Blind, Moment
from vision.steady import Memory, steady
from vision.trust import WORDS, Fit, Trust, weigh
from vision.within import on_tray

FROZEN_S = 5.0  # a sensor is noisy: the very same picture for this long comes from a camera that has stopped
GAP_S = 5.0  # with no picture for this long nobody knows what happened on the tray meanwhile
LOOK_S = 0.3  # between two looks at whether the tray is where it was, while something changes


class Lookout:
    """What is remembered from frame to frame, of one camera or one recording."""

    def __init__(self, calibration: Calibration | None = None) -> None:
        """calibration: of the camera, where there is one for pictures of this size; then dice are in tray units."""
        self.calibration = calibration
        self._reference = Reference(calibration) if calibration and calibration.reference else None
        self._trust, self._looked_s = Trust(), -1e9
        self._memory = Memory()
        self._attention = self._attentive()
        self._before_s: float | None = None
        self._exact: Picture | None = None
        self._exact_since_s = 0.0
        self._frozen = False

    @property
    def reading(self) -> bool:
        """Whether the last frame was read, and not only looked at."""
        return self._attention.afresh

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
        if self._reference and reading is not None:
            yield from self._doubt(self._reference, frame)
        if not self._trust.believes:
            return
        self._memory, moment = steady(self._memory, frame.taken_s, reading)
        if moment is not None:
            yield on_tray(moment, self.calibration) if self.calibration else moment

    def _doubt(self, reference: Reference, frame: Frame) -> Iterator[Moment]:
        """Look whether the world still fits the calibration, unless nothing changed since that was found."""
        if (self._trust.calm and not self._attention.afresh) or frame.taken_s - self._looked_s < LOOK_S:
            return
        self._looked_s = frame.taken_s
        believed = self._trust.believes
        self._trust, told = weigh(self._trust, frame.taken_s, reference.look(frame.picture))
        if told is not None and told is not Fit.SAME:
            yield Blind(frame.taken_s, told.value, WORDS[told])
        if self._trust.believes and not believed:
            self._begin_anew()

    def _begin_anew(self) -> None:
        self._memory, self._attention = Memory(), self._attentive()

    def _attentive(self) -> Attention:
        return Attention(self.calibration, self._reference.empty if self._reference else None)
