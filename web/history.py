"""The addresses of matches played: a list with records, one match to read, and the same as text, CSV and JSON."""

from gettext import NullTranslations

from flask import Flask, Response, abort

from table.events import Conceded
from web import past
from web.moment import ending
from web.names import ON
from web.page import Page, drawn, language, written
from web.plays import told
from web.records import records
from web.tongue import tongue
from web.traces import doing, traces
from web.turns import Step, steps


def add(app: Flask, page: Page) -> None:
    """The addresses of matches played."""

    @app.get("/matches")
    def list_of_matches() -> str:
        t = tongue(language())
        played = past.played(page.table.history())
        rows = [
            {"number": match.number, "sides": match.state.sides, "end": _end(match, t)} for match in reversed(played)
        ]
        achieved = records((match.number, match.state) for match in played)
        return drawn(page, "matches.html", rows=rows, records=achieved)

    @app.get("/matches/<int:number>")
    def match_to_read(number: int) -> str:
        match = _match(page, number)
        t = tongue(language())
        names = tuple(side.name for side in match.state.sides)
        left = traces(match.events, match.first, page.table.whose, page.table.pictured)
        plays = [
            {
                "who": _who(step, names),
                "words": told(step.event, names, t),
                "by": doing(left.by.get(step.number), t),
                "photo": left.photos.get(step.number),
            }
            for step in steps(match.state)
        ]
        return drawn(page, "match.html", match=match, plays=plays, end=_end(match, t))

    @app.get("/api/matches")
    def matches() -> Response:
        return written([past.brief(match) for match in past.played(page.table.history())])

    @app.get("/api/matches/<int:number>")
    def match(number: int) -> Response:
        return written(past.whole(_match(page, number)))

    @app.get("/api/matches/<int:number>.csv")
    def match_csv(number: int) -> Response:
        return _file(past.rows(_match(page, number)), "text/csv", f"cacho-{number}.csv")

    @app.get("/api/matches/<int:number>.txt")
    def match_text(number: int) -> Response:
        return _file(past.text(_match(page, number)), "text/plain", f"cacho-{number}.txt")


def _who(step: Step, names: tuple[str, ...]) -> str:
    """Whose play it was, where the words do not name them."""
    return "" if step.side is None or isinstance(step.event, Conceded) else names[step.side]


def _end(match: past.Played, t: NullTranslations) -> str:
    """How it ended, or that it has not."""
    return t.gettext("Not over yet.") if match.state.phase in ON else ending(match.state, t)


def _file(content: str, kind: str, name: str) -> Response:
    response = Response(content, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _match(page: Page, number: int) -> past.Played:
    found = next((match for match in past.played(page.table.history()) if match.number == number), None)
    if found is None:
        words = tongue(language()).gettext("There is no such match here.")
        abort(written({"code": "no_such_match", "words": words}, 404))
    return found
