"""The page in a real browser on a table that runs: taps, live news, bad networks, small screens. No camera."""

import re
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from table.card import Box
from table.events import Cast, Concede, Flip, GiveUpMatch, LeaveSobre, Starter, StartMatch, Throw, Write
from table.glance import Button
from table.houses import PAREJAS
from vision.reading import Die, Settled, Stirred

pytestmark = pytest.mark.browser
Phone = Callable[..., Page]

SIX = ("Ana María", "Beto", "Carmen Rosa de los Ángeles Mamani Qui", "Don Félix", "Eva", "Wálter")
PANZA = (
    *(Throw((6, 6, 6, 6, 2)), Throw((6, 6, 6, 6, 1), 1), Flip((1,)), Write(Box.GRANDE)),
    *(Throw((1, 2, 3, 4, 5)), Write(Box.ESCALERA), Throw((4, 4, 4, 4, 1)), Write(Box.POKER)),
    *(Throw((3, 3, 3, 5, 5)), Write(Box.FULL)),
)


def lying(*faces: int) -> Settled:
    """Dice that lie still in a row."""
    return Settled(0.0, tuple(Die(face, 100.0 * i + 50, 80.0, 60.0) for i, face in enumerate(faces)))


def first_throw(bar: Any) -> None:
    """Two sides play, and the camera saw the tray empty and then a full in one throw."""
    bar.wish(StartMatch(("Ana", "Beto")))
    bar.loop.put(lying())
    bar.loop.put(lying(3, 3, 3, 5, 5))


def test_a_match_is_set_up_and_a_box_written_by_taps(bar: Any, phone: Phone) -> None:
    """Names, who starts, the throw as the camera sees it, the chip, and the card has the box."""
    page = phone(bar.address + "?lang=es")
    page.get_by_test_id("side-0").fill("Ana")
    page.get_by_test_id("side-2").fill("<b>Beto</b>")
    page.get_by_test_id("first-2").check()
    page.get_by_test_id("start").click()
    expect(page.locator("#who")).to_have_text("<b>Beto</b>")
    bar.loop.put(lying())
    bar.loop.put(lying(3, 3, 3, 5, 5))
    page.get_by_test_id("chip-full").click()
    written = page.get_by_test_id("card-1").locator("[data-box=full] .value")
    expect(written).to_have_text("35")
    expect(written.get_by_role("img", name="de mano")).to_be_visible()
    expect(page.locator("#who")).to_have_text("Ana")


def test_a_house_is_chosen_changed_and_played_from_a_lot_to_the_next_match(bar: Any, phone: Phone) -> None:
    """Order of sides, one die each, three throws by a tapped sentence, a void throw, leaving, and again."""
    page = phone(bar.address + "?lang=en")
    page.get_by_test_id("side-0").fill("Beto")
    page.get_by_test_id("side-1").fill("Ana")
    page.get_by_test_id("up-1").click()
    page.get_by_test_id("first-throw").check()
    page.get_by_test_id("house").select_option("parejas")
    page.locator("#options summary").click()
    page.get_by_test_id("option-throws").click()
    page.get_by_test_id("start").click()
    page.get_by_test_id("cast-2").click()
    expect(page.locator("#who")).to_have_text("Beto")
    page.get_by_test_id("cast-5").click()
    expect(page.locator("#round")).to_have_text("Round 1 of 11 · 1st attempt")
    expect(page.locator("#house-words")).to_contain_text("three throws")
    page.locator("#host summary").click()
    page.get_by_test_id("void-why").select_option("off")
    page.get_by_test_id("void-send").click()
    for die in range(5):
        page.get_by_test_id(f"hand-{die}").click()
    page.get_by_test_id("hand-send").click()
    expect(page.get_by_test_id("confirm")).to_have_text("Dormida!")
    page.get_by_test_id("leave-0").click()
    expect(page.locator("#moment")).to_contain_text("Beto wins")
    page.locator("#new > summary").click()
    expect(page.get_by_test_id("side-0")).to_have_value("Ana")
    page.get_by_test_id("start").click()
    expect(page.locator("#who")).to_have_text("Ana")
    assert [side.name for side in bar.loop.latest().state.sides] == ["Ana", "Beto"]
    assert [type(event).__name__ for event in bar.history.events] == [
        "Started", "LotCast", "LotCast", "Voided", "Thrown", "Conceded", "Started",
    ]  # fmt: skip


def test_a_box_is_corrected_by_tapping_it(bar: Any, phone: Phone) -> None:
    """The plays are shown; what a correction breaks is named and asked about; the box is marked on every phone."""
    page, guest = phone(bar.address + "?lang=en"), phone(bar.address, locale="es-BO")
    turn = (Throw((3, 3, 3, 5, 2)), Throw((3, 3, 3, 5, 5), 1), Flip((5,)), Write(Box.TRENES))
    for wish in (StartMatch(("Ana", "Beto")), *turn):
        bar.wish(wish)
    box = page.get_by_test_id("card-0").locator("[data-box=trenes]")
    box.get_by_role("button", name="How trenes came about").click()
    expect(page.get_by_test_id("evidence")).to_be_focused()
    expect(page.locator("#plays .words")).to_have_text(
        ["All five dice: 3 3 3 5 2", "One die again: 3 3 3 5 5", "Turned 5 → 2", "trenes 9"]
    )
    page.get_by_test_id("amend-2").click()
    first = page.locator("#plays > li").first
    first.get_by_test_id("amend-die-0").click()
    first.get_by_test_id("amend-send").click()
    expect(page.locator("#breaks")).to_contain_text("3: One die again: 3 3 3 5 5")
    page.get_by_test_id("anyway").click()
    expect(page.get_by_test_id("evidence")).to_be_hidden()
    expect(box.get_by_role("img", name="corrected")).to_be_visible()
    box.get_by_role("button").click()
    expect(page.locator("#before li")).to_have_text(["Before it was corrected: All five dice: 3 3 3 5 2"])
    page.get_by_test_id("evidence-close").click()
    marked = guest.get_by_test_id("card-0").locator("[data-box=trenes]").get_by_role("img", name="corregido")
    expect(marked).to_be_visible()
    box.get_by_role("button").click()
    page.get_by_test_id("amend-5").click()
    last = page.locator("#plays > li").last
    last.get_by_test_id("amend-box").select_option("tontos")
    last.get_by_test_id("amend-send").click()
    expect(page.get_by_test_id("card-0").locator(".total")).to_have_text("2")


def test_the_three_buttons_step_and_write_as_the_real_ones_do(bar: Any, phone: Phone) -> None:
    """Next lights another chip, confirm writes the lit one, back takes it back."""
    page = phone(bar.address + "?lang=en")
    first_throw(bar)
    expect(page.get_by_test_id("confirm")).to_have_text("Write full 35")
    page.get_by_test_id("next").click()
    expect(page.locator(".chip.lit")).to_have_attribute("data-box", "quinas")
    page.get_by_test_id("confirm").click()
    expect(page.get_by_test_id("card-0").locator(".total")).to_have_text("10")
    page.get_by_test_id("back").click()
    expect(page.get_by_test_id("card-0").locator(".total")).to_have_text("0")


def test_two_phones_see_the_same_throw_each_in_its_language(bar: Any, phone: Phone) -> None:
    """The loop tells everybody at once; words are each phone's own."""
    spanish, english = phone(bar.address, locale="es-BO"), phone(bar.address, locale="en-GB")
    first_throw(bar)
    expect(spanish.locator("#moment")).to_have_text("Anoten una de estas, o tiren de nuevo.")
    expect(english.locator("#moment")).to_have_text("Write one of these, or throw again.")
    assert spanish.locator("#felt use").evaluate_all(HREFS) == english.locator("#felt use").evaluate_all(HREFS)


HREFS = "uses => uses.map(use => use.getAttribute('href'))"


TREE = """() => {
  function tree(node) {
    if (node.nodeType === Node.TEXT_NODE) return node.data.trim();
    const attributes = Array.from(node.attributes, (a) => a.name + '=' + a.value.replace(' fresh', '')).sort();
    return [node.tagName, attributes, Array.from(node.childNodes, tree).filter((child) => child !== '')];
  }
  const parts = ['header', '#felt', '#moment', '#chips', '#also', '#cards', '#buttons', '#flips', '#leaving'];
  return parts.map((part) => tree(document.querySelector(part)));
}"""
"""What the page shows, as data: whatever order attributes were set in, without white space and the glow of the new."""


def test_the_script_draws_what_the_server_draws(bar: Any, phone: Phone) -> None:
    """Both fill the same places: a page kept by the script through a whole match looks like one fetched anew."""
    live, plain = phone(bar.address), phone(bar.address, java_script_enabled=False)
    for step in (
        lambda: None,
        lambda: bar.wish(StartMatch(SIX[:2])),
        lambda: bar.wish(Throw((3, 3, 3, 5, 5))),
        lambda: bar.wish(Button.NEXT),
        lambda: bar.wish(Write(Box.FULL)),
        lambda: bar.wish(Throw((1, 1, 2, 3, 6))),
        lambda: bar.wish(Throw((1, 1, 2, 3, 4), 1)),
        lambda: bar.wish(Flip((4,))),
        lambda: bar.loop.put(Stirred(0.0, (), lying(1, 1, 2).dice)),
        lambda: bar.wish(GiveUpMatch()),
        lambda: bar.wish(StartMatch(SIX, PAREJAS, Starter.THROW)),
        *(lambda face=face: bar.wish(Cast(face)) for face in (6, 5, 4, 3, 2, 1)),
        lambda: bar.wish(Throw((3, 3, 3, 5, 5))),
        lambda: bar.wish(LeaveSobre()),
        lambda: bar.wish(Throw((1, 1, 2, 3, 6))),
        lambda: bar.wish(Concede(0)),
    ):
        step()
        drawn(live, bar)
        plain.reload()
        assert live.evaluate(TREE) == plain.evaluate(TREE)


def drawn(page: Page, bar: Any) -> None:
    """Wait until the page shows what the table is now."""
    now = bar.loop.latest().version
    page.wait_for_function("now => Number(document.body.dataset.version) >= now", arg=now)


def test_a_refused_tap_says_why_where_eyes_are(bar: Any, phone: Phone) -> None:
    """The sentence line says that the table had moved on, when the phone had not heard of it."""
    page = phone(bar.address + "?lang=es", before="delete window.EventSource")
    page.route("**/api/state*", lambda route: route.abort())
    bar.wish(StartMatch(("Ana", "Beto")))
    page.get_by_test_id("side-0").fill("Carla")
    page.get_by_test_id("start").click()
    expect(page.locator("#moment")).to_have_text("La mesa cambió justo antes de ese toque. Miren otra vez.")
    expect(page.locator("#moment")).to_have_class("refusal")


def test_a_lost_answer_is_asked_for_again_and_counts_once(bar: Any, phone: Phone) -> None:
    """The tap is repeated with its own key, so the table acts once."""
    page = phone(bar.address)
    first_throw(bar)
    expect(page.get_by_test_id("chip-full")).to_be_visible()
    lost: list[str] = []

    def lose(route: Any) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.request.post_data)
            route.fetch()
            route.abort()

    page.route("**/api/wish*", lose)
    page.get_by_test_id("chip-full").click()
    expect(page.get_by_test_id("card-0").locator(".total")).to_have_text("35")
    assert len(bar.history.events) == 3
    assert len(lost) == 1


REFUSED = """const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError'); };
for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
  Object.defineProperty(window, name, { get: refuse });
Object.defineProperty(window, 'BroadcastChannel', { value: function () { refuse(); } });"""
"""What a browser does whose owner lets no page store anything."""


def test_a_phone_without_a_live_stream_polls(bar: Any, phone: Phone) -> None:
    """A captive-portal browser has no EventSource and refuses to store; the right score is there all the same."""
    page = phone(bar.address, before="delete window.EventSource;" + REFUSED)
    bar.wish(StartMatch(("Ana", "Beto")))
    expect(page.locator("#who")).to_have_text("Ana")


def test_when_streams_are_full_the_page_polls(bar: Any, phone: Phone) -> None:
    """The forty-first phone is a little later, not wrong."""
    while bar.streams.enter():
        pass
    page = phone(bar.address)
    bar.wish(StartMatch(("Ana", "Beto")))
    expect(page.locator("#who")).to_have_text("Ana")


def test_a_restart_is_survived_without_a_reload_and_old_news_says_so(bar: Any, phone: Phone) -> None:
    """While nothing is heard the page says since when; then it goes on where the table is, with the same script."""
    page = phone(bar.address + "?lang=en", clock=True)
    page.evaluate("window.same = true")
    first_throw(bar)
    expect(page.get_by_test_id("chip-full")).to_be_visible()
    bar.close()
    page.clock.fast_forward(13_000)
    expect(page.locator("#health")).to_contain_text("No news since")
    bar.open()
    expect(page.locator("#health")).to_be_hidden()
    page.get_by_test_id("chip-full").click()
    expect(page.get_by_test_id("card-0").locator(".total")).to_have_text("35")
    assert page.evaluate("window.same") is True


def test_a_phone_that_wakes_asks_at_once(bar: Any, phone: Phone) -> None:
    """Systems kill streams of sleeping pages in silence, so waking opens a new one and fetches the state."""
    page = phone(bar.address)
    with page.expect_request("**/api/state*"), page.expect_request("**/api/live*"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    with page.expect_request("**/api/state*"), page.expect_request("**/api/live*"):
        page.evaluate("window.dispatchEvent(new Event('online'))")


def test_eight_tabs_share_one_stream_and_every_one_of_them_can_tap(bar: Any, phone: Phone) -> None:
    """A browser opens six connections to a table; seven streams would leave none for taps. The next tab takes over."""
    first = phone(bar.address + "?lang=en")
    tabs = [first, *(first.context.new_page() for _ in range(7))]
    for tab in tabs[1:]:
        tab.goto(bar.address + "?lang=en")
        tab.wait_for_selector("body.live")
    first_throw(bar)
    for tab in tabs:
        expect(tab.get_by_test_id("chip-full")).to_be_visible()
    first.get_by_test_id("chip-full").click()
    for tab in tabs:
        expect(tab.get_by_test_id("card-0").locator(".total")).to_have_text("35")
    bar.wish(Throw((1, 2, 2, 5, 6)))
    expect(tabs[3].get_by_test_id("chip-senas")).to_be_visible()
    for _ in range(300):  # how many writes it takes until the system tells of a stream that was left is its affair
        bar.loop.show(b"a newer picture")
        drawn(tabs[3], bar)
        if bar.streams.count <= 2:
            break
    assert bar.streams.count <= 2
    tabs.pop().close()
    bar.wish(Write(Box.SENAS))
    for tab in tabs:
        expect(tab.get_by_test_id("card-1").locator(".total")).to_have_text("6", timeout=20_000)


def test_a_phone_that_slept_through_a_whole_turn_is_right_at_once(bar: Any, phone: Phone) -> None:
    """The system froze the page and dropped its stream without a word; on waking the score is right within 3 s."""
    page = phone(bar.address + "?lang=en")
    bar.wish(StartMatch(("Ana", "Beto")))
    expect(page.locator("#who")).to_have_text("Ana")
    session = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    bar.wish(Throw((3, 3, 3, 5, 5)))
    bar.wish(Write(Box.FULL))
    session.send("Page.setWebLifecycleState", {"state": "active"})
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_test_id("card-0").locator(".total")).to_have_text("35", timeout=3_000)


def test_a_phone_that_woke_or_lost_the_network_says_at_once_how_old_its_score_is(bar: Any, phone: Phone) -> None:
    """Until the table has answered nobody takes what is shown for the present."""
    page = phone(bar.address + "?lang=en", clock=True)
    page.route("**/api/**", lambda _route: None)  # an answer that does not come
    page.clock.fast_forward(7_000)
    expect(page.locator("#health")).to_be_hidden()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#health")).to_contain_text("No news since")
    page.unroute("**/api/**")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#health")).to_be_hidden()
    page.context.set_offline(True)
    expect(page.locator("#health")).to_contain_text("No news since")
    page.context.set_offline(False)
    expect(page.locator("#health")).to_be_hidden()


def test_a_phone_buzzes_on_a_refusal_and_a_win_only_for_who_asked(bar: Any, phone: Phone) -> None:
    """Once for each, never for old news."""
    note = "window.buzzed = []; navigator.vibrate = (times) => { window.buzzed.push(times.length); return true; }"
    asks, silent = phone(bar.address, before=note), phone(bar.address, before=note)
    bar.wish(StartMatch(("Ana", "Beto")))
    asks.get_by_test_id("feel").check()
    bar.loop.put(Button.CONFIRM)
    expect(asks.locator("#moment")).to_have_class("refusal")
    bar.wish(Throw((6,) * 5))
    bar.wish(Button.CONFIRM)
    for page in (asks, silent):
        expect(page.locator("body")).to_have_attribute("data-phase", "over")
    assert asks.evaluate("buzzed") == [3, 3, 5]  # to try it, the refusal, the win
    assert silent.evaluate("buzzed") == []


def test_an_instant_win_is_celebrated_once_and_without_motion_where_none_is_wanted(bar: Any, phone: Phone) -> None:
    """A panza as a dormida: the total hops for who saw it happen, and for nobody who comes later or wants no motion."""
    sees, calm = phone(bar.address), phone(bar.address, reduced_motion="reduce")
    bar.wish(StartMatch(("Ana",)))
    for wish in PANZA:
        bar.wish(wish)
    hops = "getComputedStyle(document.querySelector('.best .total')).animationName"
    for page, name in ((sees, "hop"), (calm, "none")):
        expect(page.locator("#moment")).to_contain_text("panza de oro")
        expect(page.locator("body")).to_have_class(re.compile("joy"))
        assert page.evaluate(hops) == name
    late = phone(bar.address)
    expect(late.locator("#moment")).to_contain_text("panza de oro")
    expect(late.locator("body")).not_to_have_class(re.compile("joy"))


def test_picked_dice_go_into_the_painted_cup(bar: Any, phone: Phone) -> None:
    """The demo's controls tell the tray which dice, by where the camera sees them; nobody tells the game."""
    page = phone(bar.address)
    bar.wish(StartMatch(("Ana", "Beto")))
    expect(page.get_by_test_id("throw")).to_be_disabled()  # nothing was seen yet
    bar.loop.put(lying())
    with page.expect_response("**/api/tray*"):
        page.get_by_test_id("throw").click()
    bar.loop.put(lying(1, 3, 3, 3, 5))
    page.get_by_test_id("die-0").click()
    page.get_by_test_id("die-4").click()
    expect(page.get_by_test_id("die-4")).to_have_attribute("aria-pressed", "true")
    with page.expect_response("**/api/tray*"):
        page.get_by_test_id("throw").click()
    expect(page.get_by_test_id("die-4")).to_have_attribute("aria-pressed", "false")
    page.get_by_test_id("die-2").click()
    with page.expect_response("**/api/tray*"):
        page.get_by_test_id("turn").click()
    assert bar.tossed == [
        {"do": "throw", "cup": None},
        {"do": "throw", "cup": [[50.0, 80.0], [450.0, 80.0]]},
        {"do": "turn", "die": [250.0, 80.0]},
    ]


def test_only_the_host_has_buttons(bar: Any, phone: Phone) -> None:
    """A guest sees the card; the PIN gives the buttons at once and they stay after a reload."""
    bar.close()
    bar.demo, bar.pin = False, "4711"
    bar.open()
    bar.wish(StartMatch(("Ana", "Beto")))
    page = phone(bar.address + "?lang=en")
    expect(page.get_by_test_id("confirm")).to_be_hidden()
    page.locator("#host summary").click()
    page.get_by_test_id("pin").fill("4711")
    page.get_by_test_id("pin-send").click()
    expect(page.get_by_test_id("confirm")).to_be_visible()
    page.reload()
    expect(page.get_by_test_id("confirm")).to_be_visible()


def test_a_guest_takes_over_by_the_tables_own_button_and_the_old_host_is_sent_away(bar: Any, phone: Phone) -> None:
    """Everybody sees who asks; a press that comes too soon is not taken for an answer; then only one is host."""
    bar.close()
    bar.demo, bar.pin = False, "4711"
    bar.open()
    bar.wish(StartMatch(("Ana", "Beto")))
    old, new = phone(bar.address + "?lang=en"), phone(bar.address + "?lang=es")
    old.locator("#host summary").click()
    old.get_by_test_id("pin").fill("4711")
    old.get_by_test_id("pin-send").click()
    expect(old.get_by_test_id("confirm")).to_be_visible()
    new.locator("#host summary").click()
    new.get_by_test_id("plea").click()
    expect(old.locator("#moment")).to_contain_text("asks to be host")
    expect(old.get_by_test_id("confirm")).to_have_text("Let it be host")
    old.get_by_test_id("confirm").click()
    expect(new.get_by_test_id("confirm")).to_be_visible()
    new.get_by_test_id("revoke").click()
    expect(new.get_by_test_id("revoke")).to_contain_text("Toquen otra vez")
    new.get_by_test_id("revoke").click()
    old.get_by_test_id("give-up").click()
    expect(old.locator("#moment")).to_have_text("Only the host changes things here.")
    expect(old.get_by_test_id("confirm")).to_be_hidden()
    bar.close()
    bar.open()
    new.reload()
    expect(new.get_by_test_id("confirm")).to_be_visible()


def test_a_refusal_stays_readable_while_pictures_come(bar: Any, phone: Phone) -> None:
    """News that changes nothing in the sentence does not wipe away why a tap was refused."""
    bar.close()
    bar.demo, bar.pin = False, "4711"
    bar.open()
    page = phone(bar.address + "?lang=en")
    page.locator("#host summary").click()
    page.get_by_test_id("pin").fill("0000")
    page.get_by_test_id("pin-send").click()
    expect(page.locator("#moment")).to_have_text("That is not the PIN of this table.")
    bar.loop.show(b"a newer picture")
    drawn(page, bar)
    assert page.locator("#moment").inner_text() == "That is not the PIN of this table."
    bar.loop.put(lying())
    bar.wish(StartMatch(("Ana", "Beto")))
    expect(page.locator("#moment")).to_have_text("Ana, all five dice into the cup.")


def test_a_refusal_comes_to_the_thumb_when_its_place_is_scrolled_away_and_stays_logged(bar: Any, phone: Phone) -> None:
    """Who taps far down the page sees why nothing came of it; the log holds it for every phone, also one that comes."""
    page = phone(bar.address + "?lang=en", 320, 568)
    bar.wish(StartMatch(SIX))
    expect(page.locator("#who")).to_have_text(SIX[0])
    expect(page.locator("#refused")).to_be_hidden()
    page.get_by_text("English").scroll_into_view_if_needed()
    expect(page.locator("#moment")).not_to_be_in_viewport()
    expect(page.locator("#notice")).to_be_hidden()
    page.get_by_test_id("next").click()
    why = "There is nothing to choose between now."
    expect(page.locator("#notice")).to_have_text(why)
    expect(page.locator("#notice")).to_be_in_viewport()
    expect(page.locator("#say")).to_have_text(why)
    page.locator("#who").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator("#notice")).to_be_hidden()
    other = phone(bar.address + "?lang=es")
    other.locator("#refused summary").click()
    expect(other.locator("#refused-list li")).to_have_text(["Ana María · Ronda 1 de 11Ahora no hay nada que elegir."])


def test_dice_and_a_volteo_can_be_entered_by_hand(bar: Any, phone: Phone) -> None:
    """When the camera is off the match goes on from the phone."""
    page = phone(bar.address)
    bar.wish(StartMatch(("Ana", "Beto")))
    page.locator("#host summary").click()
    page.get_by_test_id("hand-send").click()  # dice nobody chose are no throw
    expect(page.locator("#moment")).to_have_class("refusal")
    for die, taps in enumerate((1, 1, 2, 3, 6)):
        for _tap in range(taps):
            page.get_by_test_id(f"hand-{die}").click()
    page.get_by_test_id("hand-send").click()
    expect(page.get_by_test_id("chip-senas")).to_be_visible()
    page.get_by_test_id("rerolled").select_option("1")
    page.get_by_test_id("hand-send").click()
    page.get_by_test_id("flip-1").click()
    expect(page.get_by_test_id("chip-senas")).to_contain_text("12")


def test_what_is_simulated_says_so_wherever_one_has_scrolled(bar: Any, phone: Phone) -> None:
    """Nobody takes painted dice for real ones, on the smallest phone too; and no target hides behind the edges."""
    page = phone(bar.address + "?lang=en", 320, 568)
    bar.wish(StartMatch(SIX))
    page.get_by_text("English").scroll_into_view_if_needed()
    expect(page.get_by_text("simulated table")).to_be_in_viewport()
    expect(page.get_by_test_id("confirm")).to_be_in_viewport()


def test_a_throw_and_its_box_are_said_once(bar: Any, phone: Phone) -> None:
    """A screen reader hears what happened, not every redraw."""
    page = phone(bar.address + "?lang=en")
    page.evaluate(
        """() => { window.said = [];
        new MutationObserver(() => said.push(document.getElementById('say').textContent))
          .observe(document.getElementById('say'), {childList: true, characterData: true, subtree: true}); }"""
    )
    first_throw(bar)
    expect(page.locator(".chip.lit")).to_have_attribute("data-box", "full")
    page.get_by_test_id("next").click()
    expect(page.locator(".chip.lit")).to_have_attribute("data-box", "quinas")
    page.get_by_test_id("confirm").click()
    expect(page.locator("#who")).to_have_text("Beto")
    assert page.evaluate("said") == ["Ana has 3 3 3 5 5.", "Ana: quinas 10."]


COVERED = """() => { const parts = Array.from(document.querySelectorAll('#who, #round, #throw, #hand, #simulated'))
    .filter(e => e.textContent && e.checkVisibility()).map(e => [e.id, e.getBoundingClientRect()]);
  return parts.filter(([id, a]) => parts.some(([other, b]) => id < other && a.left < b.right - 1
    && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).map(([id]) => id); }"""
"""The parts of the strip that lie over another."""


@pytest.mark.parametrize(
    ("width", "height", "language"),
    [
        (320, 568, "es"),
        (320, 568, "ru"),
        (320, 568, "ja"),
        (390, 844, "en"),
        (390, 844, "ru"),
        (844, 390, "es"),
        (844, 390, "ru"),
        (1280, 720, "ja"),
    ],
)
def test_nothing_runs_off_the_side_and_every_target_fits_a_thumb(
    bar: Any, phone: Phone, width: int, height: int, language: str
) -> None:
    """From set-up to the end, with two sides and six: no sideways scrolling, targets of 44 px."""
    page = phone(f"{bar.address}?lang={language}", width, height)
    for step in (
        lambda: None,
        lambda: first_throw(bar),
        lambda: bar.wish(Write(Box.FULL)),
        lambda: bar.wish(GiveUpMatch()),
        lambda: bar.wish(StartMatch(SIX, PAREJAS, Starter.THROW)),
        *(lambda face=face: bar.wish(Cast(face)) for face in (6, 5, 4, 3, 2, 1)),
        lambda: bar.wish(Throw((1, 2, 4, 5, 6))),
        lambda: page.evaluate("for (const part of document.querySelectorAll('#host, .card')) part.open = true"),
    ):
        step()
        drawn(page, bar)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        small = page.evaluate(
            """() => Array.from(document.querySelectorAll('button, summary, a, select, input[type=text], label'))
              .filter(e => e.offsetParent !== null && !e.disabled && (e.offsetHeight < 44 || e.offsetWidth < 44))
              .map(e => e.outerHTML.slice(0, 90))"""
        )
        assert small == []
        assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("sides", [SIX[:2], SIX])
def test_a_television_is_read_from_five_metres(bar: Any, phone: Phone, sides: tuple[str, ...]) -> None:
    """All cards fit, nothing small, nothing to tap, and the picture drifts so that it never burns in."""
    page = phone(bar.address + "tv?lang=en", 1920, 1080)
    for wish in (StartMatch(sides), Throw((3, 3, 3, 5, 5)), Write(Box.FULL)):
        bar.wish(wish)
    bar.loop.put(lying())
    bar.loop.put(lying(1, 2, 2, 5, 6))
    expect(page.locator("#chips button")).to_have_count(4)
    shown = page.evaluate(
        """() => Array.from(document.querySelectorAll('body *')).filter(e => e.checkVisibility())
          .map(e => ({text: Array.from(e.childNodes, n => n.nodeType === 3 ? n.data.trim() : '').join(''),
            size: parseFloat(getComputedStyle(e).fontSize), box: e.getBoundingClientRect(), name: e.className}))
          .filter(e => e.text && e.name !== 'unseen')"""
    )
    assert [e["text"] for e in shown if e["size"] < 24] == []
    assert [e["text"] for e in shown if e["box"]["bottom"] > 1070 or e["box"]["right"] > 1910] == []
    assert page.locator("button:visible:enabled, a:visible, input:visible").count() == 0
    page.evaluate("name => { document.getElementById('who').textContent = name; }", SIX[2])
    assert page.evaluate(COVERED) == []
    assert page.evaluate("getComputedStyle(document.body).animationName") == "drift"


def test_the_code_on_the_page_leads_to_the_page(bar: Any, phone: Phone) -> None:
    """A camera reads from the picture exactly the address that stands below it, in the dark theme too."""
    page = phone(bar.address + "join", java_script_enabled=False, color_scheme="dark")
    picture = np.frombuffer(page.screenshot(), np.uint8)
    found, *_rest = cv2.QRCodeDetector().detectAndDecode(cv2.imdecode(picture, cv2.IMREAD_COLOR))
    assert found == bar.address
    expect(page.get_by_text(bar.address)).to_be_visible()


def test_the_card_shows_after_three_requests_at_most_and_nobody_but_the_table_is_asked(bar: Any, phone: Phone) -> None:
    """What the first picture waits for, and what all that follows weighs on the wire with nothing stored."""
    first_throw(bar)
    page = phone(bar.address + "?lang=ru")
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.clearBrowserCache")
    asked: list[str] = []
    sent: list[float] = []
    wire.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    wire.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"]))
    page.reload()
    page.wait_for_selector("body.live")
    waited_for = page.evaluate(
        "performance.getEntriesByType('resource').filter(e => e.renderBlockingStatus === 'blocking').map(e => e.name)"
    )
    assert [url.split("?")[0] for url in waited_for] == [bar.address + "static/page.css"]
    assert all(url.startswith(bar.address) for url in asked)
    assert any("hosting.js" in url for url in asked)
    assert 20_000 < sum(sent) <= 60 * 1024
