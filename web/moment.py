"""The one sentence of the moment: what is happening and what to do now. Knows words; no layout and no phone."""

from gettext import NullTranslations

from table.game import Choices, choices
from table.glance import Act, Glance, Snapshot
from table.notation import parse
from table.notice import REASONS, Notice, Why
from table.notice import SENTENCES as NOTICES
from table.question import QUESTIONS, Question
from table.refusal import SENTENCES, Refusal
from table.state import Phase, State
from table.worth import de_mano
from web.evidence import told
from web.names import BOXES, ON, WINS, aloud

ACTS: dict[Act, str] = {
    Act.YES: "Yes",
    Act.NO: "No",
    Act.DISMISS: "Leave it",
    Act.FLIP: "Confirm the volteo",
    Act.UNFLIP: "Take back the volteo",
    Act.WRITE: "Write {box} {points}",
    Act.CROSS: "Cross out {box}",
    Act.SOBRE: "Leave it sobre",
    Act.PASS: "Pass",
    Act.DORMIDA: "Dormida!",
    Act.NEXT_CHOICE: "Another box",
    Act.TAKE_BACK: "Undo",
    Act.NEXT_MATCH: "Next match",
    Act.WELCOME: "Let it be host",
}
"""What a button says it would do; keys of the catalogues. A button that does nothing says its own name."""

CAMERAS: dict[str, str] = {
    "absent": "No camera is found: check its cable.",
    "busy": "Another program holds the camera.",
    "hung": "The camera gives no picture: check its cable.",
    "unplugged": "The camera was unplugged.",
    "frozen": "The camera's picture stands still.",
    "crashed": "The camera starts again.",
    "ended": "The recording has ended.",
    "off": "The camera is off.",
}
"""Why the camera sees nothing, by its code, with what to do; keys of the catalogues."""

DOUBTS: dict[str, str] = {
    "covered": "there is a hand or a cup in view",
    "cocked": "a die stands tilted",
    "no_face": "a die shows no clear face",
    "unclear": "something may be a die",
    "cut_off": "a die lies at the edge of the picture",
    "too_small": "the dice look too small",
    "too_dark": "it is too dark",
    "blurred": "the picture is blurred",
}
"""Why dice can't be stood by, in players' words, by the doubt's kind; keys of the catalogues."""


def moment(snapshot: Snapshot, t: NullTranslations) -> dict[str, str]:
    """What the sentence line says, and of which kind it is: refusal, question, camera, doubt, won or plain."""
    state, glance = snapshot.state, snapshot.glance
    if glance.plea:
        words = t.gettext("Phone {number} asks to be host. Confirm: yes. Back: no.").format(number=glance.plea)
        return {"kind": "question", "words": words}
    if glance.refusal:
        return {"kind": "refusal", "words": refused(glance.refusal, t)}
    if glance.question:
        return {"kind": "question", "words": asked(glance.question, t)}
    if state.phase in (Phase.OVER, Phase.GIVEN_UP):
        return {"kind": "won", "words": ending(state, t)}
    if state.phase is Phase.PLAYING and glance.camera != "ok":
        return {"kind": "camera", "words": _blind(glance, t)}
    if state.phase is Phase.PLAYING and glance.doubts:
        return {"kind": "doubt", "words": doubted(glance, t)}
    return {"kind": "plain", "words": _plain(state, glance, choices(state), t)}


def refused(refusal: Refusal, t: NullTranslations) -> str:
    """A refusal in the phone's language, boxes by the players' names."""
    named = {str(box): name for box, name in BOXES.items()}
    facts = {key: named.get(str(fact), fact) if key == "box" else fact for key, fact in refusal.facts}
    if "why" in facts:
        facts["why"] = t.gettext(str(facts["why"]))
    if "lines" in facts:
        facts["lines"] = _retold(str(facts["lines"]), t)
    return t.gettext(SENTENCES[refusal.code]).format(**facts)


def _retold(lines: str, t: NullTranslations) -> str:
    """Plays named by number and line, as `9: write full 30 huevo; 10: …`, in the phone's words."""
    told_ = (part.split(": ", 1) for part in lines.split("; "))
    return "; ".join(f"{number}: {told(parse(text), (), t)}" for number, text in told_)


def asked(question: Question, t: NullTranslations) -> str:
    """A question in the phone's language."""
    return t.gettext(QUESTIONS[question.ask]).format(**dict(question.facts))


def doubted(glance: Glance, t: NullTranslations) -> str:
    """Why the dice can't be stood by, each reason once."""
    reasons = dict.fromkeys(t.gettext(DOUBTS.get(doubt.kind.value, doubt.words)) for doubt in glance.doubts)
    return t.gettext("Not sure yet: {reasons}.").format(reasons="; ".join(reasons))


def ending(state: State, t: NullTranslations) -> str:
    """How the match ended."""
    _ = t.gettext
    if not state.winners:
        return _("The match was given up. Nobody wins.")
    names = [state.sides[index].name for index in state.winners]
    points = state.sides[state.winners[0]].card.total
    if state.champion is not None:
        return _("{name} wins the play-off.").format(name=names[0])
    if state.won:
        return _("{name} wins at once: {how}!").format(name=", ".join(names), how=WINS[state.won])
    if len(names) > 1:
        return _("A tie at {points}: {names}.").format(points=points, names=", ".join(names))
    return _("{name} wins with {points}.").format(name=names[0], points=points)


def label(act: Act, own: str, state: State, glance: Glance, t: NullTranslations) -> str:
    """What a button says; `own` is its name for when it does nothing."""
    if act is Act.NOTHING:
        return own
    offered = choices(state).boxes  # first among the endings, so the cursor counts the same
    if act in (Act.WRITE, Act.CROSS) and glance.cursor < len(offered):
        choice = offered[glance.cursor]
        return t.gettext(ACTS[act]).format(box=BOXES[choice.box], points=choice.entry.points)
    return t.gettext(ACTS[act]).format(box="", points="").strip()


def said(state: State, t: NullTranslations) -> str:
    """The last thing that happened, for a screen reader to say once."""
    _ = t.gettext
    if state.phase not in ON:
        return ending(state, t) if state.phase is not Phase.NO_MATCH else ""
    if state.lot:
        cast = [(state.sides[side].name, face) for side, face in zip(state.lot.sides, state.lot.faces, strict=False)]
        return _("{name} has {dice}.").format(name=cast[-1][0], dice=cast[-1][1]) if cast else ""
    if state.result:
        dice = " ".join(map(str, state.result.dice))
        return _("{name} has {dice}.").format(name=state.side.name, dice=dice)
    last = state.sides[state.turn - 1]
    if not last.card.written:
        return ""
    return f"{last.name}: {aloud(*last.card.written[-1], t)}."


def health(state: State, glance: Glance, t: NullTranslations) -> str:
    """What is not well with the table, for the owner; nothing when all is."""
    ill = state.phase is not Phase.PLAYING and glance.camera not in ("ok", "starting")
    why = [t.gettext(CAMERAS.get(glance.camera, CAMERAS["off"]))] if ill else []
    return " ".join([*why, *glance.notices, *(noticed(told, t) for told in glance.history)])


def noticed(told: Notice, t: NullTranslations) -> str:
    """What the owner must be told about the history, in the phone's language."""
    facts = {key: t.gettext(REASONS[Why(fact)]) if key == "why" else fact for key, fact in told.facts}
    return t.gettext(NOTICES[told.code]).format(**facts)


def _blind(glance: Glance, t: NullTranslations) -> str:
    if glance.camera == "starting":
        return t.gettext("The camera is waking up. A moment.")
    why = t.gettext(CAMERAS.get(glance.camera, CAMERAS["off"]))
    return why + " " + t.gettext("Enter the dice by hand meanwhile.")


def _plain(state: State, glance: Glance, now: Choices, t: NullTranslations) -> str:
    _ = t.gettext
    result = state.result
    if state.phase is Phase.NO_MATCH:
        return _("Who plays tonight?")
    if glance.confirm is Act.UNFLIP:
        return _("A turned die is back as it fell. Confirm to take the volteo back.")
    if glance.turned:
        turns = ", ".join(f"{was} → {now}" for _index, was, now in glance.turned)
        return _("Turned {turns}. Confirm, or put it back.").format(turns=turns)
    if now.cast:
        return _("One die each, {name}: highest wins.").format(name=state.side.name)
    if state.void:
        return _("The last throw is void. The same dice again.")
    if result is None:
        return _to_throw(state, t)
    if now.dormida:
        return _("Five equal from the cup: dormida! Confirm it.")
    if glance.cup > 0 and now.throws:
        many = t.ngettext("One die in the cup: throw it.", "{count} dice in the cup: throw them.", glance.cup)
        return many.format(count=glance.cup)
    if now.throws:
        return _("Write one of these, or throw again.") if now.boxes else _("Keep what you like and throw again.")
    if now.flip_due:
        return _("Turn one die over and confirm.")
    crossing = bool(now.boxes) and now.boxes[0].wish.cross
    if crossing:
        return _("Nothing scores: cross out a box, or turn another die.") if now.flips else _("Cross out a box.")
    if not result.flips and de_mano(state.house, result):
        return _("De mano! Write it as it lies, or turn a die over.")
    if not result.flips and now.flips:
        return _("Write it as it lies, or turn a die over.")
    return _("Write one of these, or turn another die.") if now.flips else _("Write one of these.")


def _to_throw(state: State, t: NullTranslations) -> str:
    """Who is to throw, and what they should know before."""
    _ = t.gettext
    words = _("{name}, all five dice into the cup.").format(name=state.side.name)
    if state.wins:
        names = ", ".join(state.sides[index].name for index, _how in state.wins)
        return _("{name} has won; the round is played out.").format(name=names) + " " + words
    if state.sobre:
        return words + " " + _("On hold: {dice}.").format(dice=" ".join(map(str, state.sobre.dice)))
    return words
