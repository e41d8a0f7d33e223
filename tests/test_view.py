"""What a page is told at each moment, on snapshots made by hand. Knows no server and no HTML."""

from dataclasses import replace
from typing import Any

import pytest
from drawing import drawn

from table import umpire
from table.card import Box, Card, Entry, Sign
from table.events import Cast, LeaveSobre, Starter, StartMatch, Throw, Wish, Write
from table.game import decide
from table.glance import Act, Button, Glance, Snapshot
from table.houses import PAREJAS
from table.memory import Memory
from table.question import Ask, Question
from table.refusal import Code, Refusal, refuse
from table.refused import Refused
from table.rules import Result
from table.state import Phase, Side, State, fold
from table.step import step
from vision.reading import Die, Doubt, DoubtKind, Settled, Stirred
from web.view import show

CALM = Glance(camera="ok", settled=True)
PLAYING = State(version=5, match=3, phase=Phase.PLAYING, sides=(Side("Ana"), Side("Beto")))
LATE = drawn("""
     x   25m     .
     .   30h    20
     9   45m    24
       50$ / x
""")


def lying(*faces: int, sure: float = 1.0) -> tuple[Die, ...]:
    """Dice in a row."""
    return tuple(Die(face, 100.0 + 90 * i, 80.0, 60.0, sure) for i, face in enumerate(faces))


def shown(state: State = PLAYING, glance: Glance = CALM, language: str = "en") -> dict[str, Any]:
    """The page at version 12."""
    return show(Snapshot(12, 11, state, glance, picture=4), language, tray=False)


def sentence(state: State, glance: Glance = CALM, language: str = "en") -> str:
    """What the sentence line says."""
    return str(shown(state, glance, language)["page"]["moment"]["words"])


def test_the_outline_is_the_one_programs_rely_on() -> None:
    """Addresses and names of the contract, with the words for people kept apart under `page`."""
    s = shown()
    assert list(s) == ["version", "match", "sides", "turn", "glance", "page"]
    assert s["version"] == 12
    assert s["match"] == {"id": "3", "house": "cochabamba", "phase": "playing"}
    assert list(s["turn"]) == ["side", "throw", "dice", "kept", "rerolled", "flips", "choices", "cursor"]
    needed = {"camera", "simulated", "seen", "doubts", "refusal", "question", "buttons"}
    assert needed <= set(s["glance"])


def test_a_card_names_every_box_with_points_and_sign() -> None:
    """Open boxes are null; the grandes are a list with a place for each."""
    boxes = shown(replace(PLAYING, sides=(Side("Ana", LATE),)))["sides"][0]["boxes"]
    assert list(boxes) == [box.value for box in Box]
    assert boxes["escalera"] == {"points": 25, "sign": "mano", "photo": None}
    assert boxes["balas"] == {"points": 0, "sign": "cross", "photo": None}
    assert boxes["tontos"] is None
    assert boxes["grande"] == [
        {"points": 50, "sign": "grande", "photo": None},
        {"points": 0, "sign": "cross", "photo": None},
    ]


def test_one_written_grande_leaves_the_other_open() -> None:
    """The second place of the list is null, not missing."""
    card = Card(((Box.GRANDE, Entry(50, Sign.GRANDE)),))
    assert shown(replace(PLAYING, sides=(Side("Ana", card),)))["sides"][0]["boxes"]["grande"][1] is None


def test_before_the_first_throw_nothing_lies() -> None:
    """A tuple, perhaps empty, never null."""
    turn = shown()["turn"]
    assert turn == {
        "side": 0, "throw": 0, "dice": [], "kept": [], "rerolled": 0, "flips": [], "choices": [], "cursor": 0
    }  # fmt: skip


def test_without_a_match_it_is_nobodys_turn() -> None:
    """No side is named, so no phone can show a wrong one."""
    assert shown(State())["turn"]["side"] is None


def test_what_may_be_written_is_listed_best_first_with_its_points() -> None:
    """Exactly the choices of the game, in the order the button steps through them."""
    s = shown(replace(PLAYING, result=Result((3, 3, 3, 5, 5))), replace(CALM, cursor=1))
    assert s["turn"]["choices"][0] == {"box": "full", "points": 35, "sign": "mano"}
    assert [choice["box"] for choice in s["turn"]["choices"]] == ["full", "quinas", "trenes"]
    assert s["turn"]["cursor"] == 1
    assert s["page"]["chips"][0] == {"name": "full", "gloss": "full house", "lit": False}


def test_the_chip_is_lit_that_confirm_would_write_now() -> None:
    """While a question stands confirm means yes, and then no chip is lit."""
    state = replace(PLAYING, result=Result((3, 3, 3, 5, 5)))
    for confirm, lit in ((Act.WRITE, [False, True, False]), (Act.YES, [False, False, False])):
        chips = shown(state, replace(CALM, cursor=1, confirm=confirm))["page"]["chips"]
        assert [chip["lit"] for chip in chips] == lit


def test_the_kept_dice_are_told_and_the_cup_has_its_number() -> None:
    """Three lie and are kept, two are in the cup, and five places are drawn."""
    state = replace(PLAYING, result=Result((1, 3, 3, 3, 5)))
    s = shown(state, replace(CALM, seen=lying(3, 3, 3), kept=(0, 1, 2), cup=2))
    assert s["turn"]["kept"] == [3, 3, 3]
    assert [slot["kind"] for slot in s["page"]["slots"]] == ["die kept", "die kept", "die kept", "cup", "empty"]
    assert s["page"]["slots"][3]["note"] == "2"


def test_a_turned_die_shows_from_what_to_what_before_it_is_confirmed() -> None:
    """The die is marked where it lies and the sentence says what to do."""
    state = replace(PLAYING, result=Result((4, 3, 3, 3, 5), 2, 2))
    glance = replace(CALM, seen=lying(3, 3, 3, 3, 5), turned=((0, 4, 3),), confirm=Act.FLIP)
    s = shown(state, glance)
    assert s["page"]["slots"][0]["note"] == "4 → 3"
    assert s["page"]["slots"][1]["note"] == ""
    assert s["page"]["moment"]["words"] == "Turned 4 → 3. Confirm, or put it back."


def test_a_confirmed_volteo_is_marked_only_on_a_die_that_can_be_no_other() -> None:
    """Of two sixes nobody knows here which was the one, so neither is marked; a lone three is."""
    thrown = replace(PLAYING, result=Result((1, 6, 4, 2, 2), 2, 2, flips=(1, 4)))
    notes = [slot["note"] for slot in shown(thrown, replace(CALM, seen=lying(6, 6, 3, 2, 2)))["page"]["slots"]]
    assert notes == ["", "", "4 → 3", "", ""]


def test_what_is_not_sure_is_shown_as_not_sure() -> None:
    """With a doubt every die is marked, and the reason stands in words."""
    glance = replace(CALM, seen=lying(3, 3, 3), doubts=(Doubt(DoubtKind.COCKED),) * 2, settled=False)
    s = shown(PLAYING, glance)
    assert s["page"]["slots"][0]["kind"] == "die unsure"
    assert s["page"]["moment"] == {"kind": "doubt", "words": "Not sure yet: a die stands tilted."}


def test_what_the_reader_stands_by_is_not_shown_as_unsure() -> None:
    """A mark that no words explain would leave people wondering whether the points count."""
    faint = replace(CALM, seen=tuple(replace(die, sure=0.3) for die in lying(3, 3)))
    assert [slot["kind"] for slot in shown(PLAYING, faint)["page"]["slots"][:2]] == ["die", "die"]


def test_dice_of_the_last_turn_are_shown_as_old() -> None:
    """What still lies after a box was written is no throw."""
    assert shown(PLAYING, replace(CALM, seen=lying(1, 2, 3, 4, 5)))["page"]["lying"] == "old"


def test_a_blind_camera_leaves_the_dice_that_count_and_says_what_to_do() -> None:
    """The game goes on by hand: the confirmed dice are drawn, never what was last seen."""
    state = replace(PLAYING, result=Result((1, 2, 2, 6, 6)))
    s = shown(state, replace(CALM, camera="absent", seen=lying(1, 1)))
    assert [slot["face"] for slot in s["page"]["slots"]] == [1, 2, 2, 6, 6]
    assert s["page"]["moment"]["kind"] == "camera"
    assert "by hand" in s["page"]["moment"]["words"]


def test_between_matches_the_owner_is_told_what_is_not_well() -> None:
    """A missing camera and a broken configuration stand in the strip; when all is well nothing does."""
    assert shown(State(), replace(CALM, camera="absent", notices=("A key is unknown.",)))["page"]["health"] == (
        "No camera is found: check its cable. A key is unknown."
    )
    assert shown(State())["page"]["health"] == ""
    assert shown(PLAYING, replace(CALM, camera="absent"))["page"]["health"] == ""


def test_a_camera_that_fails_is_told_though_a_refusal_has_the_sentence() -> None:
    """Who reads what to lay right must know as well that nobody sees it laid right."""
    page = shown(PLAYING, replace(CALM, camera="unplugged", refusal=refuse(Code.FLIP_DUE)))["page"]
    assert (page["moment"]["kind"], page["health"]) == ("refusal", "The camera was unplugged.")


def test_a_refusal_takes_the_place_of_the_sentence_before_a_question() -> None:
    """Eyes never hunt: there is one place, and the newest word to a person stands in it."""
    question = Question(Ask.ONLY_SOME, None, None, (("count", 2),))
    asked = shown(PLAYING, replace(CALM, question=question))
    assert asked["page"]["moment"]["kind"] == "question"
    assert asked["glance"]["question"]["code"] == "only_some"
    refused = shown(PLAYING, replace(CALM, question=question, refusal=refuse(Code.NOTHING_THROWN)))
    assert refused["page"]["moment"]["kind"] == "refusal"
    assert refused["glance"]["refusal"]["code"] == "nothing_thrown"
    assert refused["glance"]["question"]["words"] == asked["glance"]["question"]["words"]


def test_a_refusal_speaks_the_phones_language_and_names_boxes_as_players_do() -> None:
    """The code is for programs, the words for people."""
    refused = replace(CALM, refusal=refuse(Code.BOX_TAKEN, box="poker"))
    assert sentence(PLAYING, refused, "es") == "Esa casilla ya está usada: póquer. Elijan una libre."


def test_buttons_say_what_they_would_do() -> None:
    """The box under the cursor by name and points; a button that does nothing says its own name."""
    state = replace(PLAYING, result=Result((3, 3, 3, 5, 5)))
    glance = replace(CALM, cursor=1, confirm=Act.WRITE, next=Act.NEXT_CHOICE)
    buttons = shown(state, glance)["page"]["buttons"]
    assert buttons == {"confirm": "Write quinas 10", "next": "Another box", "back": "Back"}


@pytest.mark.parametrize(
    ("result", "glance", "throw", "hand"),
    [
        (None, replace(CALM, cup=5), "First throw", ""),
        (Result((1, 2, 3, 4, 5)), CALM, "First throw", "mano"),
        (Result((1, 2, 3, 4, 5)), replace(CALM, cup=2), "Second throw", "huevo"),
        (Result((1, 2, 3, 4, 5)), replace(CALM, cup=5), "Second throw", "mano"),
        (Result((1, 2, 3, 4, 5), 2, 5), CALM, "Second throw", "mano"),
        (Result((1, 2, 3, 4, 5), 2, 5), replace(CALM, seen=lying(6), turned=((0, 1, 6),)), "Second throw", "huevo"),
        (Result((1, 2, 3, 4, 5), 2, 3), CALM, "Second throw", "huevo"),
    ],
)
def test_the_strip_says_de_mano_or_de_huevo_as_it_stands(
    result: Result | None, glance: Glance, throw: str, hand: str
) -> None:
    """All five from the cup and none turned is de mano; with dice in the cup it is what the coming throw will be."""
    page = shown(replace(PLAYING, result=result), glance)["page"]
    assert (page["throw"], page["hand"]) == (throw, hand)


@pytest.mark.parametrize(
    ("result", "says"),
    [
        (None, "Ana, all five dice into the cup."),
        (Result((3, 3, 3, 3, 3)), "Five equal from the cup: dormida! Confirm it."),
        (Result((1, 2, 2, 4, 5)), "Write one of these, or throw again."),
        (Result((1, 2, 2, 4, 5), 2, 3), "Turn one die over and confirm."),
        (Result((1, 2, 3, 4, 5), 2, 5), "De mano! Write it as it lies, or turn a die over."),
        (Result((1, 2, 2, 4, 5), 2, 3, (1,)), "Write one of these, or turn another die."),
        (Result((1, 2, 2, 4, 5), 2, 3, (1, 2)), "Write one of these."),
    ],
)
def test_the_sentence_says_what_to_do_now(result: Result | None, says: str) -> None:
    """One sentence for every point of a turn."""
    assert sentence(replace(PLAYING, result=result)) == says


def test_when_nothing_scores_the_sentence_says_so() -> None:
    """Only escalera is open and no straight lies: it must be crossed, unless another turn helps."""
    card = Card(tuple((box, Entry(1, Sign.NUMBER)) for box in (*Box, Box.GRANDE) if box is not Box.ESCALERA))
    state = replace(PLAYING, sides=(Side("Ana", card),), result=Result((1, 1, 1, 2, 2), 2, 3, (1,)))
    assert sentence(state) == "Nothing scores: cross out a box, or turn another die."


def test_the_leader_is_marked_in_words_and_a_lone_player_leads_nobody() -> None:
    """Never by colour alone, and only when somebody has points."""
    two = replace(PLAYING, sides=(Side("Ana", LATE), Side("Beto")))
    assert [mark["words"] for mark in shown(two)["page"]["marks"]] == ["leads", ""]
    assert [mark["words"] for mark in shown()["page"]["marks"]] == ["", ""]
    assert shown(replace(PLAYING, sides=(Side("Ana", LATE),)))["page"]["marks"][0]["words"] == ""


@pytest.mark.parametrize(
    ("won", "sides", "says"),
    [
        ("dormida", (Side("Ana"), Side("Beto")), "Ana wins at once: dormida!"),
        ("panza", (Side("Ana"), Side("Beto")), "Ana wins at once: panza de oro!"),
        (None, (Side("Ana", LATE), Side("Beto")), "Ana wins with 203."),
        (None, (Side("Ana", LATE), Side("Beto", LATE)), "A tie at 203: Ana, Beto."),
    ],
)
def test_the_end_says_who_won_and_how(won: str | None, sides: tuple[Side, ...], says: str) -> None:
    """A tie is shown as a tie."""
    assert sentence(replace(PLAYING, phase=Phase.OVER, wins=((0, won),) if won else (), sides=sides)) == says


def test_a_screen_reader_hears_the_throw_and_then_the_box() -> None:
    """The same words until something else happens, so they are said once."""
    assert shown(replace(PLAYING, result=Result((1, 3, 3, 3, 5))))["page"]["say"] == "Ana has 1 3 3 3 5."
    card = Card(((Box.FULL, Entry(30, Sign.HUEVO)),))
    written = replace(PLAYING, turn=1, sides=(Side("Ana", card), Side("Beto")))
    assert shown(written)["page"]["say"] == "Ana: full 30 de huevo."


def test_names_are_handed_on_as_they_are() -> None:
    """Escaping is the template's work; braces in a name are no placeholders."""
    assert sentence(replace(PLAYING, sides=(Side("<b>{points}"),))) == "<b>{points}, all five dice into the cup."


def test_the_two_languages_say_the_same_numbers() -> None:
    """Everything outside `page` and the words is the same on every phone."""
    state = replace(PLAYING, result=Result((3, 3, 3, 5, 5)))
    assert shown(state, language="es")["turn"] == shown(state, language="en")["turn"]
    assert shown(state, language="es")["page"]["chips"][0]["gloss"] == ""


def played(*wishes: Wish) -> State:
    """The table after these wishes, none of them refused."""
    state = State()
    for wish in wishes:
        decided = decide(state, wish)
        assert not isinstance(decided, Refusal), decided.words
        state = fold(decided, state)
    return state


def test_a_lot_shows_whose_die_it_is_and_what_the_others_cast() -> None:
    """One place for each side with its name; the one to cast is named where the turn stands."""
    s = shown(played(StartMatch(("Ana", "Beto", "Carla"), first=Starter.THROW), Cast(5)))
    assert s["page"]["who"] == "Beto"
    assert s["page"]["moment"]["words"] == "One die each, Beto: highest wins."
    assert [(slot["face"], slot["note"]) for slot in s["page"]["slots"]] == [(5, "Ana"), (0, "Beto"), (0, "Carla")]
    assert s["page"]["say"] == "Ana has 5."
    assert (s["page"]["on"], s["page"]["cast"], s["turn"]["side"]) == (True, True, 1)


def test_a_pair_may_leave_it_sobre_and_then_write_what_is_on_hold() -> None:
    """The attempt is counted, sobre stands beside the boxes, and later its boxes are marked as being on hold."""
    first = (StartMatch(("Ana y Beto", "Carla y Don"), PAREJAS), Throw((3, 3, 3, 5, 5)))
    page = shown(played(*first), replace(CALM, confirm=Act.SOBRE, cursor=3))["page"]
    assert page["round"] == "Round 1 of 11 · 1st attempt"
    assert page["also"] == [{"do": "sobre", "words": "Leave it sobre", "lit": True}]
    assert sentence(played(*first, LeaveSobre())).endswith("On hold: 3 3 3 5 5.")
    s = shown(played(*first, LeaveSobre(), Throw((1, 2, 2, 4, 6))))
    held = [choice["box"] for choice in s["turn"]["choices"] if choice.get("sobre")]
    assert held == ["full", "quinas", "trenes"]
    assert s["page"]["chips"][-1]["gloss"] == "sobre, on hold"


def test_a_pair_that_wrote_once_may_pass() -> None:
    """The second attempt is offered and need not be made."""
    state = played(StartMatch(("Ana y Beto",), PAREJAS), Throw((3, 3, 3, 5, 5)), Write(Box.FULL))
    assert [what["do"] for what in shown(state)["page"]["also"]] == ["pass"]


def test_a_house_that_differs_says_in_what() -> None:
    """Guests who play another way at home read it under the cards."""
    assert shown(played(StartMatch(("Ana",), PAREJAS)))["page"]["house"] == (
        "parejas: A turn is two attempts on one card, one by each partner."
    )
    assert shown()["page"]["house"] == "cochabamba"


def test_what_can_still_be_won_at_once_is_told_for_every_side() -> None:
    """A full de huevo ends panza de oro; a crossed number ends chicas completas."""
    sides = (Side("Ana", LATE), Side("Beto", Card(((Box.FULL, Entry(35, Sign.MANO)),))))
    found = [(mark["panza"], mark["chicas"]) for mark in shown(replace(PLAYING, sides=sides))["page"]["marks"]]
    assert found == [(False, False), (True, True)]


def test_who_conceded_is_said_to_have_left_and_cannot_leave_again() -> None:
    """The side stays on the page with its card."""
    state = replace(PLAYING, sides=(Side("Ana"), Side("Beto", out=True), Side("Carla")))
    page = shown(state)["page"]
    assert [mark["words"] for mark in page["marks"]] == ["", "has left", ""]
    assert [side["name"] for side in page["leaving"]] == ["Ana", "Carla"]


def test_what_was_refused_is_told_with_whose_turn_it_was() -> None:
    """In the phone's language, the last first; between matches it was nobody's."""
    log = (Refused(refuse(Code.BOX_TAKEN, box="poker"), "Ana", 3), Refused(refuse(Code.NO_MATCH)))
    page = show(Snapshot(12, 11, PLAYING, CALM, refused=log), "es", tray=False)["page"]
    assert page["refused"] == [
        {"when": "Ana · Ronda 3 de 11", "words": "Esa casilla ya está usada: póquer. Elijan una libre."},
        {"when": "", "words": "No hay partida en juego. Empiecen una en la página."},
    ]


def test_every_win_at_once_is_counted_for_the_celebration_and_its_dice_lie_won() -> None:
    """Dormida, panza and chicas alike; while the round is played out the next dice are drawn as any others."""
    for how in ("dormida", "panza", "chicas"):
        won = replace(PLAYING, wins=((0, how),))
        assert shown(replace(won, phase=Phase.OVER))["page"]["lying"] == "won"
        assert shown(won)["page"]["lying"] == "old"
        assert (shown()["page"]["wins"], shown(won)["page"]["wins"]) == (0, 1)


def test_after_a_void_throw_the_demo_can_throw_again() -> None:
    """The leaning die still lies there: answered yes, and also when that is taken back."""
    leans = Stirred(1.0, (Doubt(DoubtKind.COCKED, 3.0, 4.0),), lying(1, 3, 3, 5, 6))
    memory, state = Memory(), PLAYING
    for what in (Settled(0.0, ()), leans, Button.CONFIRM, Button.BACK):
        taken = step(memory, state, what)
        memory, state = taken.memory, taken.state
        page = shown(state, umpire.glance(memory, state))["page"]
        assert (page["toss"], page["tray"]) == (True, True), what
