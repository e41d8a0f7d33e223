"""The page in another engine: Firefox, storing nothing, loads it, plays a turn and finds the table again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gecko import Firefox

from table.events import Throw
from vision.reading import Die, Settled

pytestmark = pytest.mark.browser


@pytest.fixture
def firefox(firefox_path: str, tmp_path: Path) -> Iterator[Firefox]:
    """Firefox with a fresh profile, which prefers Spanish and lets no page store anything."""
    settings = {"intl.accept_languages": "es-BO, es", "network.cookie.cookieBehavior": 2}
    browser = Firefox(firefox_path, tmp_path / "profile", **settings)
    yield browser
    browser.close()


def test_firefox_plays_a_turn_and_outlives_a_restart(bar: Any, firefox: Firefox) -> None:
    """Set up by taps, the throw comes by the live stream, the box is written; then the table begins again."""
    firefox.go(bar.address)
    firefox.until("document.body.classList.contains('live')")
    assert firefox.say("document.documentElement.lang") == "es"
    firefox.write("side-0", "Ana")
    firefox.write("side-1", "Beto")
    firefox.tap("start")
    firefox.until("document.getElementById('who').textContent === 'Ana'")
    bar.loop.put(Settled(0.0, ()))
    bar.loop.put(Settled(0.0, tuple(Die(face, 100.0 * i, 80.0, 60.0) for i, face in enumerate((3, 3, 3, 5, 5)))))
    firefox.until("document.querySelector('[data-testid=chip-full]')")
    firefox.tap("chip-full")
    firefox.until("document.querySelector('[data-testid=card-0] .total').textContent === '35'")
    sign = "document.querySelector('[data-testid=card-0] [data-box=full] .value svg').getAttribute('aria-label')"
    assert firefox.say(sign) == "de mano"
    assert firefox.say("document.documentElement.scrollWidth <= window.innerWidth")
    bar.close()
    bar.open()
    bar.wish(Throw((1, 2, 2, 5, 6)))
    firefox.until("document.querySelector('[data-testid=chip-senas]')")
