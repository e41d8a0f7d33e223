"""Each fault of the camera at a running table: what the page says, how soon it sees again; and the match ends right."""

import sys
from dataclasses import replace

import pytest

from table.enduring import MENDED, endure
from vision.commands import Fault

NOTICED_S, SEES_S = (
    9.0,
    15.0,
)  # wall clock: the eye is promised 5 s and a second between starts, the rest is the machine's
UNSEEN = '"Do these dice lie as they were thrown just now?" no'
WORDS = {
    Fault.FROZEN: "The camera's picture stands still.",
    Fault.HANG: "The camera gives no picture: check its cable.",
    Fault.CRASH: "The camera starts again.",
    Fault.UNPLUG: "The camera was unplugged.",
    Fault.ABSENT: "No camera is found: check its cable.",
    Fault.BUSY: "Another program holds the camera.",
}


@pytest.mark.parametrize("fault", MENDED)
def test_a_match_ends_right_through_a_camera_that_fails(fault: Fault) -> None:
    """The page says why and how to go on; a throw entered by phone meanwhile is not counted again, nor any lost."""
    endured = endure(fault, speed=4, rate=6)
    sys.stdout.write("\n".join(endured.lines) + "\n")  # shown with -rP
    assert endured.words == WORDS[fault] + " Enter the dice by hand meanwhile."
    assert endured.right, endured.lines
    assert endured.asked == (UNSEEN,)
    assert endured.told_s < NOTICED_S
    assert endured.sees_s < SEES_S * (1 + (fault in (Fault.ABSENT, Fault.BUSY)))
    lost = replace(endured, happened=endured.happened[:-1])
    assert (lost.right, "ENDS WRONG" in lost.lines[-1]) == (False, True)
