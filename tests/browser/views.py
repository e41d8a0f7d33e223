"""Every view of the page, one after the other, from set-up to the end. Knows no check, no size and no theme."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect

from table.card import Box
from table.events import Cast, ClaimDormida, Concede, Flip, GiveUpMatch, LeaveSobre, Starter, StartMatch, Throw, Write
from table.glance import Button
from table.houses import PAREJAS
from vision.reading import Blind, Die, Doubt, DoubtKind, Settled, Stirred

OPEN_ALL = "for (const part of document.querySelectorAll('details')) part.open = true"
SIX = ("Ana María", "Beto", "Carmen Rosa de los Ángeles Mamani Qui", "Don Félix", "Eva", "Wálter")
EVENING = (
    *(Throw((3, 3, 3, 5, 5)), Write(Box.FULL), Throw((1, 2, 3, 4, 5)), Write(Box.ESCALERA)),
    *(Throw((6, 6, 6, 1, 2)), Throw((6, 6, 6, 6, 2), 2), Flip((2,)), Write(Box.SENAS)),
    *(Throw((2, 2, 4, 4, 5)), Throw((2, 2, 4, 4, 4), 1), Flip((2,)), Write(Box.CUADRAS)),
    *(Throw((6, 6, 6, 6, 2)), Throw((6, 6, 6, 6, 1), 1), Flip((1,)), Write(Box.GRANDE)),
    *(Throw((1, 1, 1, 2, 2)), Write(Box.BALAS)),
)


def lying(*faces: int) -> Settled:
    """Dice that lie still in a row."""
    return Settled(0.0, tuple(Die(face, 100.0 * i + 50, 80.0, 60.0) for i, face in enumerate(faces)))


def drawn(page: Page, bar: Any) -> None:
    """Wait until the page shows what the table is now."""
    now = bar.loop.latest().version
    page.wait_for_function("now => Number(document.body.dataset.version) >= now", arg=now)


def live(bar: Any, page: Page) -> Iterator[str]:
    """The page as a match goes on; everything that opens is opened for some of them."""

    def at(name: str) -> str:
        drawn(page, bar)
        return name

    yield at("set-up")
    bar.wish(StartMatch(SIX, PAREJAS, Starter.THROW))
    bar.wish(Cast(5))
    yield at("lot")
    for wish in (*map(Cast, (3, 2, 4, 1, 3)), Throw((3, 3, 3, 5, 5)), LeaveSobre(), Throw((1, 2, 2, 4, 6))):
        bar.wish(wish)
    yield at("pairs, six sides")
    bar.wish(Concede(2))
    page.evaluate(OPEN_ALL)
    yield at("everything open")
    bar.wish(GiveUpMatch())
    bar.wish(StartMatch(("Ana", "Beto")))
    page.reload()
    yield at("to throw, no camera yet")
    for wish in EVENING:
        bar.wish(wish)
    bar.loop.put(lying())
    bar.loop.put(lying(4, 4, 4, 2, 1))
    yield at("first throw")
    bar.loop.put(Stirred(0.0, (Doubt(DoubtKind.COCKED, "a die stands tilted"),), lying(4, 4, 4, 2, 1).dice))
    yield at("doubt")
    bar.loop.put(lying(4, 4, 4))
    yield at("two in the cup")
    bar.loop.put(lying(4, 4, 4, 6, 6))
    yield at("second throw")
    bar.loop.put(lying(4, 4, 4, 6, 1))
    yield at("a volteo waits")
    bar.loop.put(Button.CONFIRM)
    bar.loop.put(lying(4, 4, 4, 5, 1))
    yield at("refusal")
    page.get_by_test_id("card-0").locator("[data-box=senas] .tell").click()
    expect(page.get_by_test_id("evidence")).to_be_visible()
    page.locator("[data-testid^=amend-]").first.click()
    yield at("how a box came about")
    page.get_by_test_id("evidence-close").click()
    bar.loop.put(Blind(0.0, "unplugged", "The camera was unplugged."))
    yield at("no camera")
    bar.wish(GiveUpMatch())
    for wish in (StartMatch(("Ana", "Beto")), *EVENING):
        bar.wish(wish)
    bar.loop.put(lying())
    bar.loop.put(lying(6, 6, 6, 6, 6))
    drawn(page, bar)
    bar.wish(ClaimDormida())
    yield at("dormida")


READ = ("join", "matches", "matches/1", "tv", "backups", "calibrate")
"""The addresses of what is only read."""
