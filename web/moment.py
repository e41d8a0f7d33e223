"""The one sentence of the moment: what is happening and what to do now. Knows words; no layout and no phone."""

from gettext import NullTranslations

from table.game import Choices, choices
from table.glance import Act, Glance
from table.notation import parse
from table.question import QUESTIONS, Question
from table.refusal import SENTENCES, Refusal
from table.state import Phase, State
from table.worth import de_mano
from web.names import BOXES, ON, WINS, aloud
from web.plays import told
from web.sight import blind, doubted


def moment(state: State, glance: Glance, t: NullTranslations) -> dict[str, str]:
    """What the sentence line says, and of which kind it is: refusal, question, camera, doubt, won or plain."""
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
        return {"kind": "camera", "words": blind(glance, t)}
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
