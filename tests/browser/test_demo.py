"""The demo as a stranger meets it: one command, a browser, a whole match through the page's controls alone."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from table.card import Box
from table.journal import read_history
from table.state import Phase, State, fold

pytestmark = pytest.mark.browser
Phone = Callable[..., Page]
PATIENCE_MS = 60_000
"""For one act of the painted hand and cup, seen, read and settled; on a machine that does other things too."""


class Demo:
    """`cacho demo` in a process group of its own."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self.process: subprocess.Popen[str] | None = None

    def start(self, camera: str) -> None:
        """Start it and wait until it says where its page is, and sees the tray."""
        words = ["demo", "--port", str(self.port), "--host", "127.0.0.1", "--data", str(self.data), "--camera", camera]
        command = [sys.executable, "-P", "-m", "table", *words]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
        assert self.process.stdout
        said = iter(self.process.stdout.readline, "")
        assert self.address in "".join(takewhile(lambda line: not line.startswith("History: "), said))
        with urllib.request.urlopen(self.address + "api/live", timeout=30) as live:
            next(line for line in live if b'"settled":true' in line)

    def end(self, how: signal.Signals) -> None:
        """End the whole group, as a power cut or a Ctrl-C does."""
        if self.process is not None and self.process.stdout is not None:
            os.killpg(self.process.pid, how)
            self.process.wait(timeout=20)
            self.process.stdout.close()
            self.process = None

    def state(self) -> dict[str, Any]:
        """What `GET /api/state` says."""
        with urllib.request.urlopen(self.address + "api/state?lang=en", timeout=10) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def folded(self) -> State:
        """What the journal on the disk adds up to."""
        return fold(read_history(self.data))


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    """A demo, ended afterwards whatever happened."""
    made = Demo(tmp_path / "data")
    yield made
    made.end(signal.SIGKILL)


def play_a_turn(page: Page, number: int) -> None:
    """One turn by taps: throw; in two turns of three keep some and throw again, turn a die, confirm; write the best."""
    who = page.locator("#who").inner_text()
    page.get_by_test_id("throw").click()
    expect(page.locator("#felt")).to_have_class(re.compile("now|won"), timeout=PATIENCE_MS)
    stuck = page.locator("#chips button").count() == 0
    if (number % 3 or stuck) and not page.get_by_test_id("confirm").inner_text().startswith("Dormida"):
        for die in range(1 + number % 4):
            page.get_by_test_id(f"die-{die}").click()
        page.get_by_test_id("throw").click()
        second_throw_lies(page)
        if page.locator("#chips button").count() == 0:
            page.get_by_test_id("die-2").click()
            page.get_by_test_id("turn").click()
            expect(page.get_by_test_id("confirm")).to_have_text("Confirm the volteo", timeout=PATIENCE_MS)
            page.get_by_test_id("confirm").click()
    expect(page.get_by_test_id("confirm")).to_have_text(re.compile("Write|Cross|Dormida"), timeout=PATIENCE_MS)
    page.get_by_test_id("confirm").click()
    expect(page.locator("#who, [data-phase=over] #moment").first).not_to_have_text(who, timeout=PATIENCE_MS)


def second_throw_lies(page: Page) -> None:
    """Wait until the second throw was seen, and not only that it is in the cup."""
    expect(page.locator("#throw")).to_have_text(re.compile("Second"), timeout=PATIENCE_MS)
    expect(page.locator("#felt .cup")).to_have_count(0, timeout=PATIENCE_MS)


def cards_on(page: Page) -> list[dict[str, list[str]]]:
    """Every card as the page shows it: for each box its points and the sign beside them, in words."""
    script = """cards => cards.map(card => [...card.querySelectorAll('.box')].map(box => [
        box.dataset.box, box.querySelector('.value b').textContent,
        box.querySelector('.value svg').getAttribute('aria-label')]))"""
    found: list[dict[str, list[str]]] = []
    for boxes in page.locator(".card").evaluate_all(script):
        card: dict[str, list[str]] = {}
        for box, points, sign in boxes:
            card.setdefault(box, []).append(f"{points} {sign}".strip())
        found.append(card)
    return found


SIGNS = {"number": "", "mano": "de mano", "huevo": "de huevo", "grande": "grande", "cross": "crossed out"}


def cards_of(state: State) -> list[dict[str, list[str]]]:
    """The same of the folded journal."""
    return [
        {
            box.value: [
                f"{'' if entry.sign == 'cross' else entry.points} {SIGNS[entry.sign]}".strip()
                for entry in side.card[box]
            ]
            for box in Box
        }
        for side in state.sides
    ]


def test_a_whole_match_from_painted_pixels_to_the_card(demo: Demo, phone: Phone) -> None:
    """Two sides play to the end by taps; the card on the page is the fold of the journal, box by box."""
    demo.start("painted:seed=11,speed=6,rate=8")
    page = phone(demo.address + "?lang=en")
    expect(page.locator("#simulated")).to_have_text("simulated table")
    page.get_by_test_id("side-0").fill("Ana")
    page.get_by_test_id("side-1").fill("Beto")
    page.get_by_test_id("start").click()
    for number in range(22):
        play_a_turn(page, number)
        if page.locator("body").get_attribute("data-phase") == "over":
            break
    expect(page.locator("body")).to_have_attribute("data-phase", "over")
    expect(page.locator("#simulated")).to_be_visible()
    state = demo.folded()
    assert state.phase is Phase.OVER
    assert cards_on(page) == cards_of(state)
    totals = [int(total) for total in page.locator(".card .total").all_inner_texts()]
    assert totals == [side.card.total for side in state.sides]
    assert demo.state()["sides"] == [
        {"name": side.name, "total": side.card.total, "boxes": card["boxes"]}
        for side, card in zip(state.sides, demo.state()["sides"], strict=True)
    ]


def test_killed_at_any_point_of_a_turn_the_table_goes_on_where_it_was(demo: Demo, phone: Phone) -> None:
    """After either throw and after the flip: the same card, turn, throw and dice, and it plays on."""
    demo.start("painted:seed=5,speed=6,rate=8")
    page = phone(demo.address + "?lang=en")
    page.get_by_test_id("side-0").fill("Ana")
    page.get_by_test_id("start").click()
    known: list[dict[str, Any]] = []

    def cut() -> None:
        before = demo.state()
        demo.end(signal.SIGKILL)
        demo.start(f"painted:seed={len(known) + 20},speed=6,rate=8")
        after = demo.state()
        for key in ("match", "sides"):
            assert after[key] == before[key]
        for key in ("side", "throw", "dice", "rerolled", "flips", "choices"):
            assert after["turn"][key] == before["turn"][key]
        known.append(after)
        knows = "version => Number(document.body.dataset.version) >= version"
        page.wait_for_function(knows, arg=after["version"], timeout=PATIENCE_MS)
        expect(page.locator("#felt .pick:not([disabled])")).to_have_count(5, timeout=PATIENCE_MS)

    page.get_by_test_id("throw").click()
    expect(page.locator("#felt")).to_have_class("now", timeout=PATIENCE_MS)
    cut()
    page.get_by_test_id("die-0").click()
    page.get_by_test_id("throw").click()
    second_throw_lies(page)
    cut()
    page.get_by_test_id("die-1").click()
    page.get_by_test_id("turn").click()
    expect(page.get_by_test_id("confirm")).to_have_text("Confirm the volteo", timeout=PATIENCE_MS)
    page.get_by_test_id("confirm").click()
    expect(page.locator("#chips button").first).to_be_visible(timeout=PATIENCE_MS)
    cut()
    page.get_by_test_id("chip-" + known[-1]["turn"]["choices"][0]["box"]).click(timeout=PATIENCE_MS)
    expect(page.locator("#round")).to_have_text("Round 2 of 11", timeout=PATIENCE_MS)


TAKEN_OVER = """async () => {
    const shown = document.getElementById("area").getAttribute("points").split(" ").map((point) => point.split(","));
    const going = (await (await fetch("/api/calibration")).json()).going;
    const near = ([x, y], i) => Math.hypot(x - shown[i][0], y - shown[i][1]) < 0.2;
    return going && going.corners.every(near);
}"""
"""Whether the table has the corners that the phone shows."""


def moved_while_the_network_is_slow(page: Page) -> None:
    """Three moves of a corner, of which the first waits on its way: the others wait too, stand, and the last counts."""
    waiting: list[Route] = []
    sent: list[Any] = []

    def slowly(route: Route) -> None:
        if route.request.method == "POST":
            sent.append(route.request.post_data_json["corners"])
            if len(sent) == 1:
                waiting.append(route)
                return
        route.continue_()

    page.route("**/api/calibration*", slowly)
    places = []
    for _ in range(3):
        page.get_by_test_id("corner-2").press("ArrowUp")
        places.append(page.locator("#area").get_attribute("points"))
    for _ in range(2):  # when the second is there the first was drawn
        with page.expect_response(lambda answer: answer.request.method == "GET" and "/api/calibration" in answer.url):
            pass
    assert page.locator("#area").get_attribute("points") == places[2]
    assert (len(set(places)), len(sent)) == (3, 1)
    waiting[0].continue_()
    page.wait_for_function(TAKEN_OVER, timeout=PATIENCE_MS)
    page.unroute("**/api/calibration*")
    assert [" ".join(f"{x},{y}" for x, y in corners) for corners in sent] == [places[0], places[2]]


def test_the_host_drags_a_corner_lays_five_dice_and_saves(demo: Demo, phone: Phone) -> None:
    """By finger and by arrow keys; what is saved is what was shown; the card's page says it without a reload."""
    demo.start("painted:seed=7,speed=4")
    card = phone(demo.address + "?lang=en")
    expect(card.locator("#calibrated")).to_have_text("Not calibrated.")
    page = phone(demo.address + "calibrate?lang=en", width=320, height=568, has_touch=True)
    page.get_by_test_id("begin").click()
    expect(page.locator("#fine")).to_be_visible(timeout=PATIENCE_MS)
    corner, take = page.get_by_test_id("corner-0"), page.get_by_test_id("take")
    corner.hover()  # brings it into view and waits until it keeps its place
    box = corner.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 15, y + 20, steps=4)
    expect(take).to_be_disabled()  # until the table has found this area well
    page.mouse.up()
    page.wait_for_function(TAKEN_OVER, timeout=PATIENCE_MS)
    expect(take).to_be_enabled(timeout=PATIENCE_MS)
    expect(page.locator("#fine")).to_be_visible(timeout=PATIENCE_MS)
    moved_while_the_network_is_slow(page)
    page.wait_for_function(TAKEN_OVER, timeout=PATIENCE_MS)
    expect(take).to_be_enabled(timeout=PATIENCE_MS)
    take.click()
    expect(page.locator("#step-dice.now")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("#findings")).to_contain_text("0 dice are seen", timeout=PATIENCE_MS)
    expect(take).to_be_disabled()
    page.get_by_test_id("lay").click()
    expect(page.locator("#fine")).to_be_visible(timeout=PATIENCE_MS)
    shown = (page.locator("#area").get_attribute("points") or "").split()
    take.click()
    page.get_by_test_id("save").click(timeout=PATIENCE_MS)
    expect(page.locator("#proof")).to_be_visible(timeout=PATIENCE_MS)
    expect(card.locator("#calibrated")).to_contain_text("Calibrated 20", timeout=PATIENCE_MS)
    made = json.loads((demo.data / "calibration.json").read_text())
    drawn = [[float(number) for number in point.split(",")] for point in shown]
    assert made["corners"] == [pytest.approx(corner, abs=0.1) for corner in drawn]
    assert made["corners"][0][0] > 40
