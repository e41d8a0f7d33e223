"""Pictures of every view at each size, in the dark and by day, for eyes to judge. Knows no rule of taste."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from views import READ, live

pytestmark = pytest.mark.browser
SIZES = ((320, 568), (390, 844), (844, 390), (1920, 1080))
THEMES: tuple[Any, ...] = ("dark", "light")


def test_every_view_is_kept_as_a_picture(bar: Any, phone: Callable[..., Page], pictures: Path) -> None:
    """One PNG for each, named by its number, view, width and theme; none of an empty page."""
    page = phone(bar.address + "?lang=es", reduced_motion="reduce")
    number = 0

    def keep(view: str) -> None:
        nonlocal number
        number += 1
        name = f"{number:02}-" + "-".join(view.replace(",", "").replace("/", " ").split())
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)
                page.screenshot(path=pictures / f"{name}-{width}-{theme}.png")
        assert page.locator("main").bounding_box()["height"] > 100  # type: ignore[index]

    for view in live(bar, page):
        keep(view)
    for path in READ:
        page.goto(f"{bar.address}{path}?lang=es")
        keep(path)
    assert len(list(pictures.glob("*.png"))) >= number * len(SIZES) * len(THEMES)
