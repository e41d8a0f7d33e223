"""What may be written, crossed, turned and thrown again. Knows one result and the open boxes; not whose turn it is.

Sources are the sections of the rules as this project plays them: §2 a turn, §9 the options of a house, each of which
acts here where its rule is stated. Every function is pure. Those that rest on few different values are remembered,
because the table asks the same about the same dice many times a second.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from table.card import CENTRE, Box, Entry
from table.house import Crossing, FirstFlip, House, Rethrow, ScoreAfterFirst, SecondFlip, Waiver
from table.result import Result
from table.worth import de_mano, entry, is_dormida, stands

REMEMBERED = 2_048
"""Answers kept: more than the 1,158 plain results of one house. A table that plays all night forgets them at the end of
each match, or they would make it grow for hours."""

COMBINATIONS = (*CENTRE, Box.GRANDE)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a result allows, whatever is still open on the card.

    entries: what each box would get, were it open.  forced: boxes that, if open, leave no other way.
    final: whether the dice may stay as they lie for any box, so that crossing is a question too.
    """

    entries: Mapping[Box, Entry]
    forced: tuple[Box, ...]
    final: bool


def terms(house: House, result: Result) -> Terms:
    """What a result allows, whatever is still open on the card.

    >>> from table.houses import COCHABAMBA
    >>> [str(box) for box in terms(COCHABAMBA, Result((4, 4, 4, 4, 1), 2, 5)).entries]
    ['poker']
    """
    return _terms(house, result.plain)


@lru_cache(REMEMBERED)
def _terms(house: House, result: Result) -> Terms:
    if is_dormida(house, result):
        return Terms({}, (), final=False)
    final = _flips_done(house, result)
    found = {box: entry(house, box, result) for box in Box if final or _waived(house, box, result)}
    if result.throw == 1 and house.score_after_first is ScoreAfterFirst.CENTRE_ONLY:
        found = {box: found[box] for box in CENTRE}
    entries = {box: what for box, what in found.items() if what is not None}
    hand = house.mano_forced and not result.flips and de_mano(house, result)
    forced = tuple(box for box in CENTRE if hand and box in entries)
    return Terms(entries, forced, final and result.throw > 1)


def _flips_done(house: House, result: Result) -> bool:
    """Whether enough dice were turned for any box to be written (§2.3); none are after the first throw."""
    if result.throw == 1:
        return True
    if not result.flips:
        waived = house.waiver is Waiver.ANY_COMBO and any(stands(house, box, result.dice) for box in COMBINATIONS)
        return waived or house.first_flip is not FirstFlip.COMPULSORY
    return len(result.flips) == 2 or house.second_flip is not SecondFlip.COMPULSORY


def _waived(house: House, box: Box, result: Result) -> bool:
    """Whether the flip is waived for this very combination, thrown with all five (§2.4); a grande where no dormida."""
    thrown = result.all_five and not result.flips and house.waiver is not Waiver.NEVER
    return thrown and box in COMBINATIONS and stands(house, box, result.dice)


def writes(house: House, open_boxes: Iterable[Box], result: Result) -> dict[Box, Entry]:
    """Every open box that scores with the dice exactly as they lie, flips and all (§2.2 to §2.5)."""
    return _writes(terms(house, result), tuple(open_boxes))


def _writes(said: Terms, boxes: tuple[Box, ...]) -> dict[Box, Entry]:
    if said.forced and _is_forced(said, boxes):
        boxes = tuple(box for box in boxes if box in said.forced or box is Box.GRANDE)
    return {box: said.entries[box] for box in boxes if box in said.entries}


def is_forced(house: House, open_boxes: Iterable[Box], result: Result) -> bool:
    """Whether a combination de mano must be written, with no throw and no flip after it (`mano_forced`)."""
    return _is_forced(terms(house, result), open_boxes)


def _is_forced(said: Terms, open_boxes: Iterable[Box]) -> bool:
    return bool(said.forced) and any(box in said.forced for box in open_boxes)


def may_throw_again(house: House, open_boxes: Iterable[Box], result: Result) -> tuple[int, ...]:
    """How many dice may be in the cup for another throw, fewest first; none when no throw is left (§2.1)."""
    over = result.throw == house.throws or result.flips or is_dormida(house, result)
    if over or is_forced(house, open_boxes, result):
        return ()
    return (5,) if house.rethrow is Rethrow.ALL_FIVE_ONLY else (1, 2, 3, 4, 5)


def crosses(house: House, open_boxes: Iterable[Box], result: Result) -> tuple[Box, ...]:
    """The boxes that can be crossed: all open ones once the dice are final, if the house allows it (§2.6)."""
    boxes, said = tuple(open_boxes), terms(house, result)
    if not said.final or _is_forced(said, boxes):
        return ()
    if house.crossing is Crossing.FREE:
        return boxes
    if house.crossing is Crossing.FINAL_DICE:
        return () if _writes(said, boxes) else boxes
    fell = Result(result.thrown, result.throw, result.rerolled)  # the best flip counts, not the one that was made
    return () if _can_score(house, boxes, fell.plain) else boxes


def flip_due(house: House, open_boxes: Iterable[Box], result: Result) -> bool:
    """Whether nothing can be written or crossed before a die is turned (§2.3)."""
    said = terms(house, result)
    done = result.throw == 1 or said.final or is_dormida(house, result)
    return not done and not _writes(said, tuple(open_boxes))


def turnings(house: House, open_boxes: Iterable[Box], result: Result) -> tuple[tuple[int, ...], ...]:
    """Every way to turn one or two more dice (§2.3), as sorted faces."""
    return _legal_ways(house, tuple(open_boxes), result.plain)


def after_flips(house: House, open_boxes: Iterable[Box], result: Result) -> Iterator[Result]:
    """The result as it lies, then every different one that further legal flips lead to."""
    yield result
    for way in _legal_ways(house, tuple(open_boxes), result.plain):
        yield result.flipped(way).plain


Ways = tuple[tuple[int, ...], ...]
"""Ways to turn dice: the faces turned, sorted."""


def _ways(house: House, result: Result) -> Ways:
    """Every way the house has flips left for, whatever it leads to."""
    if result.throw == 1 or is_dormida(house, result):
        return ()
    left = house.flips - len(result.flips)
    return tuple(way for count in range(1, left + 1) for way in sorted(set(combinations(result.unturned, count))))


def _legal_ways(house: House, boxes: tuple[Box, ...], result: Result) -> Ways:
    if is_forced(house, boxes, result):
        return ()
    if house.second_flip is SecondFlip.ONLY_IF_BETTER or house.crossing is Crossing.BEST_FLIP:
        return _judged_ways(house, boxes, result)
    return _ways(house, result)


def forget() -> None:
    """Give back what is remembered; it is worked out again when it is asked for."""
    _terms.cache_clear()
    _judged_ways.cache_clear()


@lru_cache(REMEMBERED)
def _judged_ways(house: House, boxes: tuple[Box, ...], result: Result) -> Ways:
    """The ways that the house allows because of what they lead to."""
    ways = _better_ways(house, boxes, result)
    if house.crossing is Crossing.BEST_FLIP and _can_score(house, boxes, result):
        return tuple(way for way in ways if _can_score(house, boxes, result.flipped(way).plain))  # none into nothing
    return ways


def _better_ways(house: House, boxes: tuple[Box, ...], result: Result) -> Ways:
    ways = _ways(house, result)
    if house.second_flip is not SecondFlip.ONLY_IF_BETTER:
        return ways
    afters = {way: result.flipped(way).plain for way in ways}
    best = {after.flips: _best(house, boxes, after) for after in (result, *afters.values())}

    def betters(after: Result) -> bool:
        firsts = (result.flips,) if result.flips else (after.flips[:1], after.flips[1:])
        return any(best[after.flips] > best[first] for first in firsts)

    return tuple(way for way, after in afters.items() if len(after.flips) < 2 or betters(after))


def _best(house: House, boxes: tuple[Box, ...], result: Result) -> int:
    return max((what.points for what in _writes(terms(house, result), boxes).values()), default=0)


def _can_score(house: House, boxes: tuple[Box, ...], result: Result) -> bool:
    """Whether the dice as they lie, or some flips from here, make an open box score."""
    endings = (result, *(result.flipped(way).plain for way in _better_ways(house, boxes, result)))
    return any(_writes(terms(house, ending), boxes) for ending in endings)
