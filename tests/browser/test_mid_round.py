"""In the middle of a round: the page is loaded again, or the line is lost while somebody acts."""

import re

import msgspec
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import SIZES, Visit
from tests.browser.players import Player, ledger, until
from tests.web.server import Served


def recorded(guest: Player, kind: str) -> int:
    """How many commands of a kind the journal has of him at his table."""
    with guest.house.venue.floor.store.reading() as reading:
        entries = [*reading.entries(f"table:{guest.table}")]
    commands = [msgspec.json.decode(entry.command) for entry in entries if entry.actor == guest.name]
    return sum(1 for one in commands if one.get("command", {}).get("type") == kind)


class Wire:
    """A page's line, which breaks once: before an act comes to the server, or before the page hears the answer."""

    def __init__(self, page: Page) -> None:
        self.breaks, self.heard, self.opened = "", False, 0
        page.route_web_socket(re.compile("/live$"), self._open)
        page.reload()

    def _open(self, line: WebSocketRoute) -> None:
        self.opened += 1
        server = line.connect_to_server()

        def broken() -> None:
            self.breaks, self.heard = "", False
            server.close()
            line.close()

        def said(message: str | bytes) -> None:
            acts = '"type":"act"' in str(message)
            if acts and self.breaks == "before":
                broken()
            else:
                self.heard = acts and self.breaks == "after"
                server.send(message)

        def answered(message: str | bytes) -> None:
            if not self.heard:  # once an act was sent, nothing comes back any more
                line.send(message)
            elif '"type":"answer"' in str(message):
                broken()

        line.on_message(said)
        server.on_message(answered)


class Late:
    """A page's line on which answers come when they are let through; pages come at once."""

    def __init__(self, page: Page) -> None:
        self.holds = False
        self.held: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket(re.compile("/live$"), self._open)
        page.reload()

    def _open(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def answered(message: str | bytes) -> None:
            if self.holds and '"type":"answer"' in str(message):
                self.held.append((line, message))
            else:
                line.send(message)

        line.on_message(server.send)
        server.on_message(answered)

    def let_through(self) -> None:
        self.holds = False
        for line, message in self.held:
            line.send(message)


IDLE_KEYS = """() => {
  window.idle = [];
  new MutationObserver(() => setTimeout(() => {
    const bar = document.querySelector("[aria-label='Your decision']");
    const waits = bar?.querySelector("button[aria-disabled=true]") ?? null;
    const hand = document.querySelector("[aria-label^='Hand: ']")?.getAttribute("aria-label") ?? "";
    if (waits !== null && hand !== "" && !hand.includes("face-down")) window.idle.push(waits.textContent);
  })).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""Keeps whatever is offered after a look while pressing it would do nothing yet."""


def seconds(guest: Player) -> int:
    """What the turn clock shows."""
    clock = guest.bar.get_by_role("timer")
    expect(clock).to_be_visible()
    return int(clock.inner_text())


@pytest.mark.parametrize("size", SIZES)
def test_a_reload_resumes(visit: Visit, calm: Served, size: tuple[int, int]) -> None:
    guest = Player(visit(calm.url, size), calm, "holdem-1", "mouse").sit().bet().deal().sees()
    hand = guest.box.get_by_role("img", name=re.compile("^Hand: ")).get_attribute("aria-label")
    assert hand is not None
    assert "face-down" not in hand
    who, wallet = guest.name, guest.wallet
    expect(guest.bar.get_by_role("timer")).not_to_have_text("60")
    left = seconds(guest)

    guest.page.reload()
    expect(guest.box.get_by_role("img", name=hand)).to_be_visible()
    expect(guest.box).to_have_accessible_name(re.compile("yours, examined, decides now, .*Ante 100, Jackpot 5"))
    assert (guest.name, guest.wallet) == (who, wallet)
    assert guest.placed() == {"ante": 10_000, "jackpot": 500}
    assert 0 < seconds(guest) <= left  # it has gone on, and did not begin anew
    guest.fold().leave_open()


def test_cards_that_were_not_looked_at_stay_down_over_a_reload(visit: Visit, calm: Served) -> None:
    guest = Player(visit(calm.url), calm, "multi-link-1", "mouse").sit().blind().bet().deal()
    guest.page.reload()
    expect(guest.box.get_by_role("img", name=re.compile("^Hand: (face-down card(, )?){5}$"))).to_be_visible()
    guest.look().fold().leave_open()


@pytest.mark.parametrize("breaks", ["before", "after"])
def test_a_wager_is_neither_lost_nor_doubled(visit: Visit, calm: Served, breaks: str) -> None:
    guest = Player(visit(calm.url), calm, "stud-1", "mouse").sit()
    before, wire = guest.wallet, Wire(guest.page)
    expect(guest.spot("Ante")).to_be_visible()
    wire.breaks = breaks
    opened = wire.opened
    guest.press(guest.spot("Ante"))
    until(lambda: wire.opened > opened, guest.page)  # the page has come back by itself
    expect(guest.box).to_have_accessible_name(re.compile("yours, Ante 25$"))
    expect(guest.page.get_by_role("banner")).to_contain_text(ledger(before - 2_500))
    assert guest.wallet == before - 2_500
    assert guest.placed() == {"ante": 2_500}
    assert recorded(guest, "PlaceWager") == 1
    guest.press(guest.bar.get_by_role("button", name="All back"))
    expect(guest.box).to_have_accessible_name(re.compile("no wager yet"))
    assert guest.wallet == before


def test_a_decision_made_without_a_line_is_delivered_once(visit: Visit, calm: Served) -> None:
    guest = Player(visit(calm.url), calm, "stud-1", "mouse").sit().bet().deal()
    bet = guest.bar.get_by_role("button", name="BET 200")
    expect(bet).to_be_enabled()  # it is their turn before the line is lost
    guest.page.context.set_offline(True)
    expect(
        guest.page.get_by_text("The connection was lost. Your wagers stand; the clock keeps running.")
    ).to_be_visible()
    guest.press(bet)
    assert recorded(guest, "Choose") == 0
    guest.page.context.set_offline(False)
    expect(guest.bar.get_by_text("Round settled")).to_be_visible()
    expect(guest.page.get_by_text("The connection was lost.")).to_be_hidden()
    assert recorded(guest, "Choose") == 1
    assert [line.staked for line in guest.round.lines] == [10_000, 20_000, 500]
    guest.leave_open()


def test_what_comes_next_is_offered_when_it_can_be_pressed(visit: Visit, calm: Served) -> None:
    """The page that follows from an act is shown with its answer: a key for the next move is never pressed in vain."""
    page = visit(calm.url)
    late = Late(page)
    guest = Player(page, calm, "stud-1", "keyboard").sit().blind().bet().deal()
    page.evaluate(IDLE_KEYS)
    late.holds = True
    page.keyboard.press("l")
    until(lambda: late.held, page)
    late.let_through()
    expect(guest.box.get_by_role("img", name=re.compile(r"^Hand: \w+ of \w+"))).to_be_visible()
    assert page.evaluate("window.idle") == []
    guest.fold().leave_open()


def test_a_page_does_not_wait_long_for_an_answer(visit: Visit, calm: Served) -> None:
    page = visit(calm.url)
    late = Late(page)
    guest = Player(page, calm, "stud-1", "keyboard").sit().blind().bet().deal()
    late.holds = True
    page.keyboard.press("l")
    expect(guest.box.get_by_role("img", name=re.compile(r"^Hand: \w+ of \w+"))).to_be_visible()
    late.let_through()
    guest.fold().leave_open()
