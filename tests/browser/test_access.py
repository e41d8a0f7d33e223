"""Whether everyone can use the page: axe-core finds nothing on any view, keys alone are enough. Knows no rule."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from table.card import Box
from table.events import Cast, ClaimDormida, Concede, GiveUpMatch, LeaveSobre, Starter, StartMatch, Throw, Write
from table.houses import PAREJAS
from vision.reading import Die, Settled
from web.tongue import LANGUAGES

pytestmark = pytest.mark.browser
Phone = Callable[..., Page]
OPEN_ALL = "for (const part of document.querySelectorAll('details')) part.open = true"
FAULTS = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
    .flatMap(v => v.nodes.map(n => v.id + ': ' + n.html.slice(0, 120)))"""


@pytest.fixture(scope="session")
def axe(axe_path: Path) -> str:
    """The script of axe-core, run in pages by the browser's own console, which no policy of the page forbids."""
    return axe_path.read_text(encoding="utf-8")


def looked(page: Page, axe: str, view: str, themes: tuple[str, ...]) -> Iterator[str]:
    """What axe-core finds on the page as it is, in the dark and by day."""
    page.emulate_media(reduced_motion="reduce")  # a glow half faded has no colour to judge
    page.evaluate(axe)
    for theme in themes:
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        yield from (f"{view}, {theme}: {fault}" for fault in page.evaluate(FAULTS))


def drawn(page: Page, bar: Any) -> None:
    """Wait until the page shows what the table is now."""
    now = bar.loop.latest().version
    page.wait_for_function("now => Number(document.body.dataset.version) >= now", arg=now)


def test_a_turn_is_played_with_keys_alone(bar: Any, phone: Phone) -> None:
    """Tab reaches what may be done in the order it is read, Enter does it, and where one is can be seen."""
    page = phone(bar.address + "?lang=en", java_script_enabled=True)
    page.get_by_test_id("side-0").focus()
    page.keyboard.type("Ana")
    page.keyboard.press("Enter")
    expect(page.locator("#who")).to_have_text("Ana")
    bar.loop.put(lying())
    bar.loop.put(lying(3, 3, 3, 5, 5))
    expect(page.get_by_test_id("chip-full")).to_be_visible()
    page.evaluate("document.activeElement.blur()")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.testid") == "chip-full":
            break
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("card-0").locator(".total")).to_have_text("35")
    tell = page.get_by_test_id("card-0").locator("[data-box=full] .tell")
    tell.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("evidence")).to_be_focused()
    page.get_by_test_id("evidence-close").press("Enter")
    expect(tell).to_be_focused()


def test_at_twice_the_text_size_nothing_is_lost(bar: Any, phone: Phone) -> None:
    """People who set their phone to large letters scroll down, never sideways."""
    page = phone(bar.address + "?lang=en")
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    page.reload()
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    page.evaluate(OPEN_ALL)
    assert page.evaluate(wide) <= 0
    bar.wish(StartMatch(("Ana", "Beto")))
    bar.wish(Throw((3, 3, 3, 5, 5)))
    drawn(page, bar)
    assert page.evaluate("parseFloat(getComputedStyle(document.getElementById('moment')).fontSize)") >= 34
    assert page.evaluate(wide) <= 0
    page.get_by_test_id("chip-full").click()
    expect(page.get_by_test_id("card-0").locator(".total")).to_have_text("35")


def lying(*faces: int) -> Settled:
    """Dice that lie still in a row."""
    return Settled(0.0, tuple(Die(face, 100.0 * i + 50, 80.0, 60.0) for i, face in enumerate(faces)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_on_any_view(bar: Any, phone: Phone, axe: str, language: str) -> None:
    """From the set-up to the end, with everything opened, then every page that is only read.

    Spanish in both themes; what colours do does not hang on the language, so the others take one each.
    """
    themes = {"es": ("dark", "light"), "ru": ("dark",)}.get(language, ("light",))
    page = phone(f"{bar.address}?lang={language}")
    faults: list[str] = []

    def look(view: str) -> None:
        drawn(page, bar)
        page.evaluate(OPEN_ALL)
        faults.extend(looked(page, axe, view, themes))

    look("set-up")
    bar.wish(StartMatch(("Ana", "Beto", "Carla"), PAREJAS, Starter.THROW))
    bar.wish(Cast(5))
    look("lot")
    for wish in (Cast(3), Cast(2), Throw((3, 3, 3, 5, 5)), LeaveSobre(), Throw((1, 2, 2, 4, 6)), Write(Box.TONTOS)):
        bar.wish(wish)
    bar.wish(Concede(2))
    bar.loop.put(lying())
    bar.loop.put(lying(4, 4, 4, 2, 1))
    drawn(page, bar)
    page.evaluate(OPEN_ALL)
    page.locator(".tell:visible").first.click()
    expect(page.get_by_test_id("evidence")).to_be_visible()
    look("turn, with how a box came about")
    bar.wish(GiveUpMatch())
    for wish in (StartMatch(("Ana", "Beto")), Throw((6,) * 5), ClaimDormida()):
        bar.wish(wish)
    look("end")
    for path in ("join", "matches", "matches/1", "tv"):
        page.goto(f"{bar.address}{path}?lang={language}")
        faults.extend(looked(page, axe, path, themes))
    assert faults == []
