"""The rules stated a second time, for tests: plain loops over places of dice, slow and with no code of the table's.

A house is a dictionary of options as words. Dice are judged by trying every set of places that could be turned.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

NUMBERS = ["balas", "tontos", "trenes", "cuadras", "quinas", "senas"]
COMBOS = ["escalera", "full", "poker"]
BOXES = [*NUMBERS, *COMBOS, "grande"]
DEFAULTS = {
    "throws": "2", "score_after_first": "any", "mano_forced": "no", "rethrow": "any", "first_flip": "compulsory",
    "second_flip": "free", "waiver": "all_five_combo", "mano_on_all_five": "yes", "mano_after_flip": "no",
    "straights": "three", "poker_five": "yes", "grandes": "2", "dormida": "on", "dormida_on": "any_all_five",
    "panza_grandes": "1", "chicas_grandes": "1", "chicas_exact": "no", "finish_round": "no", "crossing": "final_dice",
    "tie": "shared", "cocked": "rethrow_all", "pairs": "off", "min_plays": "1",
}  # fmt: skip
OTHERS = {
    "throws": ["3"], "score_after_first": ["centre_only"], "mano_forced": ["yes"], "rethrow": ["all_five_only"],
    "first_flip": ["optional", "none"], "second_flip": ["only_if_better", "compulsory", "none"],
    "waiver": ["never", "any_combo"], "mano_on_all_five": ["no"], "mano_after_flip": ["yes"],
    "straights": ["two", "cyclic"], "poker_five": ["no"], "grandes": ["1"], "dormida": ["off"],
    "dormida_on": ["first_only"], "panza_grandes": ["2", "0"], "chicas_grandes": ["2"], "chicas_exact": ["yes"],
    "finish_round": ["yes"], "crossing": ["best_flip", "free"], "tie": ["playoff"], "cocked": ["rethrow_die"],
    "pairs": ["on"], "min_plays": ["all"],
}  # fmt: skip
NAMED = {
    "cochabamba": {},
    "tres-tiros": {"throws": "3", "first_flip": "optional"},
    "parejas": {"pairs": "on"},
    "familia": {"waiver": "any_combo"},
}
HOUSES = {name: DEFAULTS | changed for name, changed in NAMED.items()} | {
    f"{option}={word}": DEFAULTS | {option: word} for option, words in OTHERS.items() for word in words
}

Verdict = tuple[dict[str, set[int]], set[str], bool, bool, str | None]


@cache
def shows(straights: str, poker_five: str, box: str, dice: tuple[int, ...]) -> bool:
    """Whether a combination lies."""
    shape = sorted(Counter(dice).values())
    if box == "escalera":
        runs = {"two": ["12345", "23456"], "three": ["12345", "23456", "13456"]}
        runs["cyclic"] = ["12345", "23456", "13456", "12456", "12356", "12346"]
        return "".join(map(str, sorted(dice))) in runs[straights]
    if box == "full":
        return shape == [2, 3]
    if box == "poker":
        return shape == [1, 4] or (shape == [5] and poker_five == "yes")
    return shape == [5]


@cache
def points(straights: str, poker_five: str, box: str, dice: tuple[int, ...], mano: bool) -> int:
    """What a box would get, 0 for nothing."""
    if box in NUMBERS:
        face = NUMBERS.index(box) + 1
        return face * sum(1 for die in dice if die == face)
    low = {"escalera": 20, "full": 30, "poker": 40, "grande": 50}[box]
    return (low + (5 if mano and box != "grande" else 0)) if shows(straights, poker_five, box, dice) else 0


def referee(house: dict[str, str], dice: tuple[int, ...], throw: int, cup: int, boxes: Sequence[str]) -> Verdict:
    """What may be written and crossed after any flips, whether another throw is allowed, a flip is due, it is won."""
    five = len(set(dice)) == 1
    look = (house["straights"], house["poker_five"])
    dormida = house["dormida"] == "on" and (throw == 1 or house["dormida_on"] == "any_all_five")
    if dormida and five and cup == 5:
        return {}, set(), False, False, "dormida"
    hand = throw == 1 or (cup == 5 and house["mano_on_all_five"] == "yes")
    combos = [box for box in (*COMBOS, "grande") if shows(*look, box, dice)]
    more = throw < int(house["throws"])

    # What the unturned dice may write.
    if throw == 1:
        plain = [b for b in boxes if b in COMBOS or house["score_after_first"] == "any"]
        stays = True
    else:
        stays = house["first_flip"] != "compulsory" or (house["waiver"] == "any_combo" and bool(combos))
        waived = combos if house["waiver"] != "never" and cup == 5 else []
        plain = [b for b in boxes if stays or b in waived]
    as_thrown = {b: v for b in plain if (v := points(*look, b, dice, hand))}

    forced = [b for b in as_thrown if b in COMBOS]
    if house["mano_forced"] == "yes" and hand and forced:
        return {b: {as_thrown[b]} for b in as_thrown if b in (*forced, "grande")}, set(), False, False, None

    most = 0 if throw == 1 or house["first_flip"] == "none" else 1 if house["second_flip"] == "none" else 2
    ways: list[tuple[tuple[int, ...], dict[str, int]]] = []
    for count in range(1, most + 1):
        for places in combinations(range(5), count):
            lying = tuple(7 - die if i in places else die for i, die in enumerate(dice))
            mano = hand and house["mano_after_flip"] == "yes"
            ways.append((places, {b: v for b in boxes if (v := points(*look, b, lying, mano))}))
    if house["second_flip"] == "only_if_better":
        one = {places[0]: max(worth.values(), default=0) for places, worth in ways if len(places) == 1}
        ways = [
            (places, worth)
            for places, worth in ways
            if len(places) == 1 or max(worth.values(), default=0) > min(one[place] for place in places)
        ]
    if house["second_flip"] == "compulsory":
        ways = [(places, worth) for places, worth in ways if len(places) == 2]
    endings = [worth for _, worth in ways] + ([as_thrown] if stays and throw > 1 else [])
    writes: dict[str, set[int]] = {}
    for worth in [as_thrown, *endings]:
        for box, value in worth.items():
            writes.setdefault(box, set()).add(value)
    scores = any(endings) or bool(as_thrown)
    empty = any(not worth for worth in endings)
    may_cross = {"final_dice": empty, "best_flip": bool(endings) and not scores, "free": bool(endings)}
    crosses = set(boxes) if may_cross[house["crossing"]] and throw > 1 else set()
    return writes, crosses, more, throw > 1 and not stays and not as_thrown, None
