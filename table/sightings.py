"""What dice that lie still mean: a throw, kept dice, a flip, nothing. Knows places over time; asks, never guesses."""

from collections import Counter
from dataclasses import replace

from table import places
from table.events import Irregular, Throw, Voided, VoidThrow, Wish
from table.game import Choices, choices
from table.house import Cocked
from table.memory import Memory, Ruling
from table.question import Ask, Question
from table.refusal import Code, Refusal, refuse
from table.result import Result
from table.state import Phase, State
from vision.reading import Die, DoubtKind

FALLEN_BADLY = frozenset({DoubtKind.COCKED, DoubtKind.OFF_TRAY})
"""Doubts that make a throw void."""
UNREADABLE = frozenset({DoubtKind.NO_FACE, DoubtKind.UNCLEAR})
"""Doubts that may come with those. A hand or a blurred picture is another matter: then nobody knows yet."""


def settled(memory: Memory, state: State, dice: tuple[Die, ...]) -> Ruling:
    """Rule on dice that have come to lie still."""
    old = None if memory.stale else memory.lying
    memory = replace(memory, lying=dice, seen=dice, settled=True, stale=False, doubts=(), camera="ok", camera_words="")
    if state.phase is not Phase.PLAYING:
        return Ruling(memory)
    if old is not None and places.same(old, dice):
        # A hand went over the tray and nothing came of it, or a bad throw was taken up: a question or refusal stands.
        if memory.alone is not None and places.same(memory.alone, dice):
            return Ruling(replace(_void_no_more(memory), lost=()))
        return Ruling(replace(memory, alone=dice, lost=()) if state.void and picked_up(state, dice) else memory)
    left = memory.question is not None or (memory.unanswered and len(dice) < 5)
    memory = replace(memory, question=None, refusal=None, odd=False, unanswered=left)
    if memory.retake and len(dice) == 5:
        if old is None or (state.result and _laid_back(memory, state.result, dice)):
            return _asked(memory, Ask.WAS_THROW, thrown(dice, memory.retake), None)
        return Ruling(replace(memory, odd=True), (thrown(dice, memory.retake),))  # odd if the rules refuse it
    memory = replace(memory, retake=None)
    if len(dice) > 5:
        return _told(memory, refuse(Code.NOT_FIVE, count=len(dice)))
    if state.void:
        return _thrown_for_void(memory, state, state.void.rerolled, old, dice)
    if state.result is None:
        return _awaiting(memory, state, old, dice)
    now = choices(state)
    more = now.throws and (_laid_back(memory, state.result, dice) or not _may_be_turned(memory, now, dice))
    ruling = _between(memory, state, dice) if more else _after_last(memory, state, dice)
    fallen = ruling.memory.fallen
    if len(dice) == 5 and fallen and places.faces(fallen) != Counter(state.result.thrown):
        return replace(ruling, memory=replace(ruling.memory, odd=True))  # they lie since a throw was taken back
    return ruling


def _void_no_more(memory: Memory) -> Memory:
    """The throw was taken up: whether it was void is answered by that."""
    over = memory.question is not None and memory.question.ask in (Ask.VOID_COCKED, Ask.VOID_LOST)
    return replace(memory, question=None, odd=False, unanswered=True) if over else memory


def doubted(memory: Memory, state: State) -> Ruling:
    """Rule on dice that cannot be read: a throw of which one fell badly may be void, which the players say."""
    kinds = {doubt.kind for doubt in memory.doubts}
    if not kinds & FALLEN_BADLY:
        return Ruling(memory)
    again = memory.void_asked and not places.moved(memory.seen, memory.lost)
    memory = replace(memory, lost=memory.seen, void_asked=again)
    if again or not kinds <= FALLEN_BADLY | UNREADABLE:
        return Ruling(memory)
    cocked = DoubtKind.COCKED in kinds
    return _perhaps_void(memory, state, Irregular.COCKED if cocked else Irregular.OFF) or Ruling(memory)


def reconsidered(memory: Memory, known: Memory, state: State, void: Voided) -> Memory:
    """A void throw was taken back: what was known before comes back, and what lies there now is ruled on anew."""
    bad = known.odd and bool(known.lost) and places.same(known.lost, known.seen)  # then it was asked whether it is void
    untouched = not memory.stale and known.settled == memory.settled and places.same(known.seen, memory.seen)
    now = replace(known, question=None, refusal=None, cursor=0, press=memory.press, void_asked=untouched and bad)
    now = replace(now, camera=memory.camera, camera_words=memory.camera_words)
    if untouched:
        now, yes = replace(now, doubts=memory.doubts), VoidThrow(void.why, void.rerolled, void.standing)
        return _asked_void(now, yes).memory if bad else now
    if memory.lying is not None and memory.lying is not known.lying:
        ruling = settled(now, state, memory.lying)
        # A throw that follows only now was not followed as it fell: the players say whether it is one.
        now = _asked(ruling.memory, Ask.WAS_THROW, ruling.wishes[0], None).memory if ruling.wishes else ruling.memory
    if memory.settled:
        return now
    now = replace(now, seen=memory.seen, settled=False, doubts=memory.doubts, stale=memory.stale, camera=memory.camera)
    return doubted(replace(now, alone=None) if memory.stale else now, state).memory


def found_void(memory: Memory, void: Voided) -> Memory:
    """A throw that was said to be void before this start is taken back: asked about anew if it lies there still."""
    bad = {doubt.kind for doubt in memory.doubts} & FALLEN_BADLY
    lost = memory.settled and 5 - void.rerolled + len(void.standing) < len(memory.seen) < 5
    why = Irregular.COCKED if DoubtKind.COCKED in bad else Irregular.OFF
    if not bad and not lost:
        return memory
    return _asked_void(replace(memory, lost=memory.seen), VoidThrow(why, void.rerolled, void.standing)).memory


def _asked_void(memory: Memory, yes: VoidThrow) -> Ruling:
    memory = replace(memory, void_asked=True)
    if yes.why is Irregular.COCKED:
        return _asked(memory, Ask.VOID_COCKED, yes, None)
    return _asked(memory, Ask.VOID_LOST, yes, None, count=len(memory.seen))


def _perhaps_void(memory: Memory, state: State, why: Irregular) -> Ruling | None:
    """Ask whether the throw that lies there is void, if one may lie there: more dice than lay alone before."""
    count = _in_cup(memory, state)
    if not count or memory.alone is None or len(memory.seen) <= len(memory.alone):
        return None
    fallen = tuple(die.value for die in memory.seen if not any(places.in_place(old, die) for old in memory.alone))
    stands = state.house.cocked is Cocked.RETHROW_DIE and why is Irregular.OFF and len(fallen) < count
    return _asked_void(memory, VoidThrow(why, count, fallen if stands else ()))


def _in_cup(memory: Memory, state: State) -> int:
    """How many dice the throw that is awaited has; 0 when none is allowed, or nobody saw what was kept."""
    if state.phase is not Phase.PLAYING or memory.alone is None:
        return 0
    if state.void:
        return state.void.rerolled
    count = 5 - len(memory.alone) if state.result else 5
    return count if count in choices(state).throws else 0


def picked_up(state: State, dice: tuple[Die, ...]) -> bool:
    """Whether so few dice lie there that all that are to be thrown again after a void throw are in the cup."""
    assert state.void is not None
    if state.house.cocked is Cocked.RETHROW_DIE and not state.void.standing:
        return len(dice) < 5  # which one lay badly was not said
    return len(dice) <= 5 - state.void.rerolled + len(state.void.standing)


def _laid_back(memory: Memory, result: Result, dice: tuple[Die, ...]) -> bool:
    """Whether dice show what counts though others are known, since a throw was taken back, or none, since a start."""
    return places.faces(memory.fallen) != Counter(result.thrown) and places.faces(dice) == Counter(result.dice)


def _may_be_turned(memory: Memory, now: Choices, dice: tuple[Die, ...]) -> bool:
    """Whether dice may have been turned though another throw is allowed: all five lie where they fell."""
    still = memory.alone is None and len(dice) == len(memory.fallen) == 5
    return now.flips > 0 and still and places.moved(memory.fallen, dice) == 0


def _thrown_for_void(
    memory: Memory, state: State, rerolled: int, old: tuple[Die, ...] | None, dice: tuple[Die, ...]
) -> Ruling:
    """The throw that stands for a void one counts as so many dice. It is sure once these were seen to be away."""
    if len(dice) < 5:
        if picked_up(state, dice):
            return Ruling(replace(memory, alone=dice, lost=()))
        perhaps = _perhaps_void(memory, state, Irregular.OFF) or Ruling(memory)
        return replace(perhaps, memory=replace(perhaps.memory, lost=dice))
    if memory.alone is None and old is not None and places.faces(old) == places.faces(dice):
        return Ruling(memory)  # only moved
    if memory.alone is None or memory.lost:
        return _asked(memory, Ask.WAS_THROW, thrown(dice, rerolled), None)  # perhaps laid right by hand
    kept, again = memory.alone, thrown(dice, rerolled)
    if len(kept) < 5 - rerolled:  # more were taken up than are to be thrown: perhaps all five went into the cup
        return _asked(memory, Ask.ONLY_SOME, thrown(dice, 5), again, count=rerolled)
    if rerolled == 5 or places.stayed(kept, dice) == len(kept):
        return Ruling(replace(memory, alone=()), (again,))
    return _struck(memory, kept, dice, again)


def _told(memory: Memory, refusal: Refusal) -> Ruling:
    return Ruling(replace(memory, refusal=refusal), refusal=refusal)


def _odd(memory: Memory, refusal: Refusal) -> Ruling:
    """Told, and until the dice lie right nothing is written by a press."""
    return _told(replace(memory, odd=True), refusal)


def _asked(memory: Memory, ask: Ask, yes: Wish | None, no: Wish | None, **facts: str | int) -> Ruling:
    return Ruling(replace(memory, odd=True, question=Question(ask, yes, no, tuple(facts.items()))))


def thrown(dice: tuple[Die, ...], rerolled: int) -> Throw:
    """The wish that these dice be taken as a throw."""
    return Throw(tuple(die.value for die in dice), rerolled)


def _awaiting(memory: Memory, state: State, old: tuple[Die, ...] | None, dice: tuple[Die, ...]) -> Ruling:
    """The first throw of a turn is awaited: five dice that are not the ones left lying."""
    ground = memory.fallen or old or ()
    if not dice:
        return Ruling(replace(memory, alone=(), lost=()))
    if len(dice) < 5:
        # Fewer than before are being picked up; after an empty tray, or elsewhere, they were thrown, and some are lost.
        fell = memory.alone == () or not places.stayed(ground, dice)
        memory = replace(memory, lost=dice if fell else ())
        return _perhaps_void(memory, state, Irregular.OFF) or Ruling(memory)
    if old is None and not places.same(ground, dice):
        return _asked(replace(memory, fallen=dice), Ask.WAS_THROW, thrown(dice, 5), None)  # nobody saw them fall
    if memory.alone == () and memory.lost and places.stayed(memory.lost, dice):
        return _asked(memory, Ask.ALL_FIVE, thrown(dice, 5), None)  # the missing die may have been laid down by hand
    if memory.alone == ():
        return Ruling(memory, (thrown(dice, 5),))
    stay = places.stayed(ground, dice)
    if stay == 5 or places.faces(ground) == places.faces(dice):
        return Ruling(replace(memory, fallen=dice))  # only moved, no die was ever away
    if stay > 2 or places.moved(ground, dice) == 0:
        return _told(memory, refuse(Code.FIRST_IS_ALL_FIVE))
    if stay or places.stayed(memory.lost, dice):
        return _asked(memory, Ask.ALL_FIVE, thrown(dice, 5), None)
    return Ruling(memory, (thrown(dice, 5),))


def _between(memory: Memory, state: State, dice: tuple[Die, ...]) -> Ruling:
    """Another throw is allowed: watch which dice are kept, then which fell."""
    assert state.result is not None
    known = memory.fallen
    if len(dice) < 5:
        return _keeping(memory, state, state.result.dice, dice)
    if places.faces(dice) == places.faces(known) and (memory.alone is None or places.same(known, dice)):
        return Ruling(replace(memory, fallen=dice, alone=None, now=(), done=()))  # put back, or only moved
    laid_back = _laid_back(memory, state.result, dice)
    if laid_back and memory.alone is not None:  # perhaps only taken up for a moment
        found = replace(memory, fallen=dice, alone=None)
        return _asked(found, Ask.WAS_THROW, thrown(dice, 5 - len(memory.alone)), None)
    if laid_back and not known:  # after a start, or a hand entry
        return Ruling(replace(memory, fallen=dice))
    turned_by_hand = known and not laid_back and places.moved(known, dice) == 0 and _wrong_turn(known, dice)
    if turned_by_hand and (memory.alone is None or turned_by_hand.code is Code.FLIP_TOO_EARLY):
        return _odd(memory, turned_by_hand)
    if memory.alone is not None:
        return _thrown_again(memory, memory.alone, dice)
    stay = places.stayed(known, dice)
    if stay:
        return _asked(memory, Ask.ONLY_SOME, thrown(dice, 5), thrown(dice, 5 - stay), count=5 - stay)
    return _asked(memory, Ask.ALL_FIVE, thrown(dice, 5), None)


def _keeping(memory: Memory, state: State, thrown: tuple[int, ...], dice: tuple[Die, ...]) -> Ruling:
    """Fewer than five lie: the kept ones, if they are some of those that fell."""
    grown = len(dice) - len(memory.alone) if memory.alone is not None else 0
    if grown > 0 and places.stayed(memory.fallen, dice) < len(dice):
        # More than before and not where they lay: thrown and one is lost, or put down by hand. Only asking will tell,
        # but a single die is likelier one put back, unless with it only one is missing.
        perhaps = _perhaps_void(memory, state, Irregular.OFF) if grown > 1 or len(dice) == 4 else None
        perhaps = perhaps or _odd(memory, refuse(Code.NOT_FIVE, count=len(dice)))
        return replace(perhaps, memory=replace(perhaps.memory, alone=None, lost=dice))
    if any(count > thrown.count(face) for face, count in places.faces(dice).items()):
        return _told(replace(memory, alone=None), refuse(Code.KEPT_CHANGED))
    elsewhere = bool(memory.fallen) and places.stayed(memory.fallen, dice) < len(dice)
    perhaps_fell = elsewhere and memory.alone is None and len(dice) == 4
    return Ruling(replace(memory, alone=dice, lost=dice if perhaps_fell else ()))


def _thrown_again(memory: Memory, kept: tuple[Die, ...], dice: tuple[Die, ...]) -> Ruling:
    """Five lie after only the kept ones did."""
    count = 5 - len(kept)
    if places.stayed(kept, dice) == len(kept):
        if memory.lost:
            return _asked(memory, Ask.WAS_THROW, thrown(dice, count), None)  # the tilted die may have been laid flat
        return Ruling(memory, (thrown(dice, count),))
    return _struck(memory, kept, dice, thrown(dice, count))


def _struck(memory: Memory, kept: tuple[Die, ...], dice: tuple[Die, ...], some: Throw) -> Ruling:
    """Not every kept die lies as it did: struck by the others, or thrown with them."""
    if places.faces(kept) <= places.faces(dice):
        return _asked(memory, Ask.KEPT_STRUCK, some, thrown(dice, 5), count=5 - len(kept))
    return _asked(memory, Ask.ALL_FIVE, thrown(dice, 5), None)


def _wrong_turn(known: tuple[Die, ...], dice: tuple[Die, ...]) -> Refusal | None:
    """Why dice that lie in their places but show other faces are no good after the first throw."""
    for j, i in enumerate(places.partners(known, dice)):
        was, is_now = known[i].value, dice[j].value
        if is_now not in (was, 7 - was):
            return refuse(Code.NOT_A_FLIP, was=was, now=is_now, other=7 - was)
    return None if places.same(known, dice) else refuse(Code.FLIP_TOO_EARLY)


def _after_last(memory: Memory, state: State, dice: tuple[Die, ...]) -> Ruling:
    """No throw is left: dice may be turned, one or two."""
    assert state.result is not None
    if len(dice) < 5:
        return Ruling(replace(memory, alone=() if not dice else memory.alone))
    if not memory.fallen:
        return found_again(memory, state.result.thrown, state.result.flips, dice)
    moved = places.moved(memory.fallen, dice)
    if moved > 2 or memory.alone == ():
        if sorted(state.result.dice) == sorted(die.value for die in dice):
            return found_again(memory, state.result.thrown, state.result.flips, dice)
        if memory.alone == ():  # taken up, perhaps by the next player: what counts may still be written
            return _told(memory, _no_throw_left(state.result))
        return _odd(memory, _no_throw_left(state.result) if moved > 3 else refuse(Code.TOO_MANY_TURNED))
    order = places.partners(memory.fallen, dice)
    fallen = tuple(replace(die, value=memory.fallen[i].value) for die, i in zip(dice, order, strict=True))
    done = tuple(j for j, i in enumerate(order) if i in memory.done)
    for j, (was, die) in enumerate(zip(fallen, dice, strict=True)):
        if die.value not in (was.value, 7 - was.value):
            now = 7 - was.value if j in done else was.value
            return _odd(memory, refuse(Code.NOT_A_FLIP, was=now, now=die.value, other=7 - now))
    turned = tuple(j for j, die in enumerate(dice) if die.value != fallen[j].value)
    if len(turned) > state.house.flips:
        return _odd(memory, refuse(Code.TOO_MANY_TURNED if state.house.flips else Code.NO_FLIPS_HERE))
    return Ruling(replace(memory, fallen=fallen, now=turned, done=done))


def _no_throw_left(result: Result) -> Refusal:
    return refuse(Code.NO_THROW_LEFT, dice=" ".join(map(str, result.dice)))


def found_again(memory: Memory, thrown: tuple[int, ...], flips: tuple[int, ...], dice: tuple[Die, ...]) -> Ruling:
    """Five dice whose places are not known, after a start or a hand entry: told by their faces alone."""
    left = list(thrown)
    for face in flips:
        left.remove(face)
    unplaced, fell = [7 - face for face in flips], list(flips)
    values: list[int] = []
    turned: list[int] = []
    for j, die in enumerate(dice):  # dice that show what a confirmed flip left, then those that lie as they fell
        if die.value in unplaced:
            at = unplaced.index(die.value)
            unplaced.pop(at)
            values.append(fell.pop(at))
            turned.append(j)
        elif die.value in left:
            left.remove(die.value)
            values.append(die.value)
        else:
            return _odd(memory, refuse(Code.TOO_MANY_TURNED))
    fallen = tuple(replace(die, value=value) for die, value in zip(dice, values, strict=True))
    return Ruling(replace(memory, fallen=fallen, now=tuple(turned), done=tuple(turned), alone=None))
