"""Whether everyone can use the page: axe-core finds nothing on any view, keys alone are enough. Knows no rule."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from views import OPEN_ALL, READ, drawn, live, lying

from table.events import StartMatch, Throw
from web.tongue import LANGUAGES

pytestmark = pytest.mark.browser
Phone = Callable[..., Page]
THEMES: dict[Any, list[str] | None] = {"dark": None, "light": ["color-contrast", "link-in-text-block"]}
"""The rules to look by in each; None for all of them. No other rule hangs on colours."""
ALIKE = ("two in the cup", "second throw", "a volteo waits")
"""Views with nothing on them that another has not."""
FAULTS = """async (rules) => (await axe.run(document, {resultTypes: ['violations'], ...(rules && {runOnly: rules})}))
    .violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.html.slice(0, 120)))"""


@pytest.fixture(scope="session")
def axe(axe_path: Path) -> str:
    """The script of axe-core, run in pages by the browser's own console, which no policy of the page forbids."""
    return axe_path.read_text(encoding="utf-8")


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
    page = phone(bar.address + "?lang=ru", 320, 568)  # the longest words on the smallest phone
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
    for path in READ[:3]:
        page.goto(f"{bar.address}{path}?lang=ru")
        assert page.evaluate(wide) <= 0, path


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_on_any_view(bar: Any, phone: Phone, axe: str, language: str) -> None:
    """From the set-up to the end, then every page that is only read; in the dark, and by day for what colours do."""
    page = phone(f"{bar.address}?lang={language}", reduced_motion="reduce")  # a glow half faded has no colour to judge
    faults: list[str] = []

    def look(view: str) -> None:
        page.evaluate("typeof axe") == "undefined" and page.evaluate(axe)
        for theme, rules in THEMES.items():
            page.emulate_media(color_scheme=theme)
            faults.extend(f"{view}, {theme}: {fault}" for fault in page.evaluate(FAULTS, rules))

    for view in live(bar, page):
        if view not in ALIKE:
            look(view)
    for path in READ:
        page.goto(f"{bar.address}{path}?lang={language}")
        look(path)
    assert faults == []
