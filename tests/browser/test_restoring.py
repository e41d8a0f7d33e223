"""Backups in a real browser: made with a tap, put back with two, and a notice that stays until it was read."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from table.care import Remark
from table.events import GiveUpMatch, StartMatch, Throw
from table.journal import Journal
from table.notice import Told, notice
from vision.reading import Settled

pytestmark = pytest.mark.browser
Phone = Callable[..., Page]


@pytest.fixture
def kept(bar: Any, tmp_path: Path) -> Iterator[Any]:
    """The bar with a history on disk."""
    bar.close()
    with closing(Journal(tmp_path / "data")) as bar.history:
        bar.data = tmp_path / "data"
        yield bar.open()
        bar.close()
        bar.history.acknowledge()
    bar.open()


def test_a_backup_is_made_and_put_back_and_the_phones_are_told(kept: Any, phone: Phone) -> None:
    """A first tap only asks; after the second every card is what it was, and the message goes when it was read."""
    kept.loop.put(Settled(0.0, ()))
    kept.wish(StartMatch(("Ana", "Beto")))
    card = phone(f"{kept.address}?lang=en")
    page = phone(f"{kept.address}backups?lang=en")
    page.get_by_test_id("make").click()
    page.get_by_test_id("restore-1").wait_for()
    kept.wish(Throw((3, 3, 3, 5, 5)))
    kept.wish(GiveUpMatch())
    expect(card.locator("#moment")).to_have_text("The match was given up. Nobody wins.")
    page.get_by_test_id("restore-1").click()
    expect(page.get_by_test_id("restore-1")).to_contain_text("Really put back?")
    page.get_by_test_id("restore-1").click()
    expect(page.locator("#answer")).to_have_text("Put back. What was there is kept.")
    expect(card.locator("#moment")).to_have_text("Ana, all five dice into the cup.")
    expect(card.locator("#notices")).to_contain_text("The history was put back to cacho-0001")
    card.get_by_test_id("read").click()
    expect(card.locator("#notices")).to_be_hidden()
    expect(card.locator("#noted")).to_be_hidden()


@pytest.mark.parametrize("width", [320, 390])
def test_the_page_of_backups_and_a_long_notice_fit_a_small_phone(kept: Any, phone: Phone, width: int) -> None:
    """Nothing has to be moved aside to be read, and the dice are still in sight."""
    kept.wish(StartMatch(("Ana", "Beto")))
    kept.wish(Throw((3, 3, 3, 5, 5)))
    source, aside = "cacho-0007-2026-11-30-230000.db", "aside/2026-12-01-190000"
    kept.loop.put(Remark(notice(Told.FELL_BACK, source=source, aside=aside)))
    for language in ("es", "ru"):
        page = phone(f"{kept.address}?lang={language}", width=width, height=640)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(page.get_by_test_id("read")).to_be_visible()
        assert page.evaluate("document.getElementById('felt').getBoundingClientRect().top < innerHeight / 2")
        page = phone(f"{kept.address}backups?lang={language}", width=width, height=640)
        if language == "es":
            page.get_by_test_id("make").click()
        page.get_by_test_id("restore-1").click()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
