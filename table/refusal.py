"""Why a wish cannot be had: a closed set of codes, each with a sentence that says what, why and what to do.

The sentences here are English and are the keys of the page's catalogues.
"""

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """Every reason the table can refuse for."""

    NO_MATCH = "no_match"
    MATCH_ON = "match_on"
    BAD_SIDES = "bad_sides"
    BAD_DICE = "bad_dice"
    ALL_FIVE_AGAIN = "all_five_again"
    THROW_AGAIN = "throw_again"
    BAD_VOID = "bad_void"
    CAST_FIRST = "cast_first"
    BAD_DIE = "bad_die"
    NOTHING_TO_CAST = "nothing_to_cast"
    NO_THROW_LEFT = "no_throw_left"
    FIRST_IS_ALL_FIVE = "first_is_all_five"
    KEPT_CHANGED = "kept_changed"
    WON_ALREADY = "won_already"
    FLIP_TOO_EARLY = "flip_too_early"
    NO_FLIP_LEFT = "no_flip_left"
    NO_SUCH_DIE = "no_such_die"
    NO_FLIPS_HERE = "no_flips_here"
    FLIP_NO_BETTER = "flip_no_better"
    MANO_FIRST = "mano_first"
    FLIP_DUE = "flip_due"
    NOTHING_THROWN = "nothing_thrown"
    BOX_TAKEN = "box_taken"
    DOES_NOT_SCORE = "does_not_score"
    MAY_NOT_CROSS = "may_not_cross"
    NOTHING_ON_HOLD = "nothing_on_hold"
    NO_SOBRE = "no_sobre"
    NO_PASS = "no_pass"
    NO_DORMIDA = "no_dormida"
    ALONE = "alone"
    NOT_IN_MATCH = "not_in_match"
    NOTHING_TO_CORRECT = "nothing_to_correct"
    OUT_OF_TURN = "out_of_turn"
    BREAKS_LATER = "breaks_later"
    CORRECT_LATER_FIRST = "correct_later_first"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    NO_BOX_TO_TAKE_BACK = "no_box_to_take_back"
    MATCH_OVER = "match_over"
    NOTHING_TO_CONFIRM = "nothing_to_confirm"
    NOTHING_TO_CHOOSE = "nothing_to_choose"
    NOT_A_FLIP = "not_a_flip"
    TOO_MANY_TURNED = "too_many_turned"
    NOT_FIVE = "not_five"
    FLIP_WAITS = "flip_waits"
    NOT_AS_FELL = "not_as_fell"
    STILL_MOVING = "still_moving"
    STALE = "stale"
    NOT_THE_HOST = "not_the_host"
    NOT_WRITTEN = "not_written"
    NO_SUCH_BACKUP = "no_such_backup"


SENTENCES: dict[Code, str] = {
    Code.NO_MATCH: "No match is on. Start one on the page first.",
    Code.MATCH_ON: "A match is on. Finish it, or give it up, before another starts.",
    Code.BAD_SIDES: "A match has one to six sides, each with a name of its own of up to 40 characters.",
    Code.BAD_DICE: "A throw is five dice that show 1 to 6. Throw again, or enter them again.",
    Code.ALL_FIVE_AGAIN: "Who throws again throws all five dice here. Put all five into the cup.",
    Code.THROW_AGAIN: "The last throw is void. Throw the same dice again: {count} of them.",
    Code.BAD_VOID: "Only dice of the void throw are thrown again, as this house says. Enter it again.",
    Code.CAST_FIRST: "One die each decides first. Throw one die.",
    Code.BAD_DIE: "A die shows 1 to 6. Throw it again, or enter it again.",
    Code.NOTHING_TO_CAST: "One die each is thrown only for who starts, or to part a tie. Throw all five.",
    Code.NO_THROW_LEFT: "No throw is left in this turn. What counts is {dice}: lay the dice so, or choose a box.",
    Code.FIRST_IS_ALL_FIVE: "The first throw is all five dice. Put all five into the cup.",
    Code.KEPT_CHANGED: "The dice that were kept no longer show what they did. Put them back as they were.",
    Code.WON_ALREADY: "Five equal from the cup win the match. Confirm the dormida.",
    Code.FLIP_TOO_EARLY: "No die is turned after the first throw. Put it back, throw again or choose a box.",
    Code.NO_FLIP_LEFT: "Two dice have been turned already, and none may turn twice. Choose a box.",
    Code.NO_SUCH_DIE: "No die that shows {face} can still be turned.",
    Code.NO_FLIPS_HERE: "No die is flipped in this house. Put it back and choose a box.",
    Code.FLIP_NO_BETTER: "This house does not allow that flip: it makes nothing better. Put it back and choose a box.",
    Code.MANO_FIRST: "A combination de mano must be written in this house. Confirm its box.",
    Code.FLIP_DUE: "One die must be turned over first. Turn it, then confirm.",
    Code.NOTHING_THROWN: "Nothing has been thrown in this turn. Throw first.",
    Code.BOX_TAKEN: "That box is used: {box}. Choose an open one.",
    Code.DOES_NOT_SCORE: "The dice do not score there: {box}. Choose another box.",
    Code.MAY_NOT_CROSS: "A box is crossed only after the flips, when no open box scores.",
    Code.NOTHING_ON_HOLD: "Nothing was left sobre. Choose a box for the dice that lie.",
    Code.NO_SOBRE: "Only the first attempt of a pair is left sobre, once it could be written. Choose a box.",
    Code.NO_PASS: "Only a pair passes, on its second attempt, when it has written its first. Play on.",
    Code.NO_DORMIDA: "A dormida is five equal dice in one throw of all five.",
    Code.ALONE: "Nobody else is in the match. Give up the match instead.",
    Code.NOT_IN_MATCH: "That side is not in the match. Choose one that is.",
    Code.NOTHING_TO_CORRECT: "There is no throw, flip or box at number {at} of this match. Choose one that is.",
    Code.OUT_OF_TURN: "That play would be another side's. Correct what comes before it too.",
    Code.BREAKS_LATER: "With that, what came later could not stand: {lines}. Correct it too, or accept it as it is.",
    Code.CORRECT_LATER_FIRST: "With that, what came later has no place: {lines}. Correct that first.",
    Code.NOTHING_TO_TAKE_BACK: "There is nothing to take back: it reaches as far as the last throw.",
    Code.NO_BOX_TO_TAKE_BACK: "There is no box to take back. The host can correct what was played on the page.",
    Code.MATCH_OVER: "The match is over. For the next one press next, or hold confirm.",
    Code.NOTHING_TO_CONFIRM: "There is nothing to confirm yet. Throw the dice.",
    Code.NOTHING_TO_CHOOSE: "There is nothing to choose between now.",
    Code.NOT_A_FLIP: "That die went from {was} to {now}; its other side is {other}. Put it back or turn it to {other}.",
    Code.TOO_MANY_TURNED: "More dice changed than may be turned. Put them back as they fell.",
    Code.FLIP_WAITS: "A turned die waits to be confirmed. Confirm it, or put it back, then choose.",
    Code.NOT_AS_FELL: "The dice lie otherwise than they count. Put them back as {dice}, or throw as the rules allow.",
    Code.STILL_MOVING: "Something moves on the tray. Wait until the dice lie still, then confirm.",
    Code.NOT_FIVE: "The table sees {count} dice where five should lie. Throw the same dice again.",
    Code.STALE: "The table had moved on when you tapped. Look again.",
    Code.NOT_THE_HOST: "Only the host changes things here.",
    Code.NOT_WRITTEN: "That has not happened, for it cannot be written: {why}. Mend that, then press again.",
    Code.NO_SUCH_BACKUP: "That backup is missing or damaged: {name}. Choose another; nothing was changed.",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A wish that cannot be had. A value, always shown, and it changes nothing.

    facts: what the sentence names, by its placeholders.
    """

    code: Code
    facts: tuple[tuple[str, str | int], ...] = ()

    @property
    def words(self) -> str:
        """The English sentence.

        >>> Refusal(Code.NO_SUCH_DIE, (("face", 4),)).words
        'No die that shows 4 can still be turned.'
        """
        return SENTENCES[self.code].format(**dict(self.facts))


def refuse(code: Code, **facts: str | int) -> Refusal:
    """A Refusal with its facts named."""
    return Refusal(code, tuple(facts.items()))
