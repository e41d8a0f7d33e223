"""A bar: a table whose loop turns, its page served by waitress on a free port, and phones that look at it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from waitress import wasyncore

from table.care import History
from table.events import Wish
from table.glance import Button
from table.loop import Loop
from table.paper import Paper
from table.refusal import Refusal
from web.app import create_app
from web.serving import server_for

NEVER_STALE = 10**12
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Bar:
    """A table and its page, which can close and open again at the same address."""

    def __init__(self, key: Path) -> None:
        self.history: History = Paper()
        self.data: Path | None = None
        self.key = key
        self.tossed: list[dict[str, Any]] = []
        self.runs = 0
        self.taps = 0
        self.port = 0
        self.demo = True
        self.pin: str | None = None

    def open(self) -> "Bar":
        """Start the loop and serve the page."""
        self.runs += 1
        self.loop = Loop(self.history, simulated=True, first_version=self.runs * 1000)
        tray = self.tossed.append if self.demo else None
        app = create_app(self.loop, tray, pin=self.pin, key=self.key, data=self.data)
        self.streams = app.extensions["cacho"].streams
        self.server = server_for(app, "127.0.0.1", self.port, threads=32, connections=100)
        self.port = self.server.effective_port
        self.threads = [threading.Thread(target=self.loop.run), threading.Thread(target=self.server.run)]
        for thread in self.threads:
            thread.start()
        return self

    def close(self) -> None:
        """Stop both, as a restart of the service does."""
        self.streams.close()
        self.loop.show(b"")  # wakes every stream, so that it ends
        self.loop.stop()
        with suppress(OSError):  # another thread's pull may let the loop close the trigger before ours has pulled it
            self.server.trigger.pull_trigger(lambda: wasyncore.close_all(self.server._map))
        for thread in self.threads:
            thread.join()
        self.server.task_dispatcher.shutdown()

    def wish(self, wish: Wish | Button) -> None:
        """Somebody at the table does this, after all that was put before."""
        self.taps += 1
        outcome = self.loop.ask(wish, NEVER_STALE, f"bar-{self.taps}")
        assert not isinstance(outcome, Refusal), outcome.words

    @property
    def address(self) -> str:
        """Where phones look."""
        return f"http://127.0.0.1:{self.port}/"


@pytest.fixture
def bar(tmp_path: Path) -> Iterator[Bar]:
    """A bar with a simulated tray that only notes what it was told."""
    bar = Bar(tmp_path / "host.key").open()
    yield bar
    bar.close()


@pytest.fixture(scope="session")
def chromium(chromium_path: str) -> Iterator[Browser]:
    """One browser for all phones."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Takes a new phone out of a pocket; a fault of its script, or something its policy forbade, fails the test.

    before: script to run before the page's own.  clock: the test moves the phone's clock.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def taken(
        address: str, width: int = 390, height: int = 844, before: str = "", clock: bool = False, **kinds: Any
    ) -> Page:
        context = chromium.new_context(viewport={"width": width, "height": height}, **kinds)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: faults.append(line.text) if "Content Security" in line.text else None)
        if clock:
            page.clock.install()
        if before:
            page.add_init_script(before)
        page.goto(address)
        if kinds.get("java_script_enabled", True):
            page.wait_for_selector("body.live")
        return page

    yield taken
    for context in contexts:
        context.close()
    assert faults == []
