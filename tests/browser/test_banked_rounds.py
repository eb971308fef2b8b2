"""Whole rounds of the four house-banked games, from the lobby to the settlement and to the next wagers."""

import re

import pytest
from playwright.sync_api import Locator, expect

from croupier.floor.values.table_kinds import BankedTable
from croupier.play.banked.events import WagerSettled
from croupier.rules.settling import Result
from tests.browser.conftest import DESK, PHONE, Visit, downwards, sideways
from tests.browser.players import Player, ledger, short
from tests.web.server import Served

TABLES = ("stud-1", "multi-link-1", "holdem-1", "bonus-1")
ROUNDS = [
    *(pytest.param(table, "mouse", marks=pytest.mark.always) for table in TABLES),
    *((table, "keyboard") for table in TABLES),
    ("stud-1", "touch"),
    ("holdem-1", "touch"),
]
"""On a phone one game of each family: the others have the same page."""
ANTE, COIN = 10_000, 500


def player(visit: Visit, calm: Served, table: str, way: str) -> Player:
    return Player(visit(calm.url, PHONE if way == "touch" else DESK, reduced=way != "mouse"), calm, table, way)


def shown(row: Locator) -> tuple[str, list[str], list[str]]:
    """A line of the settlement as one reads it: the wager, its figures, its paragraphs."""
    what, *figures = row.get_by_role("cell").all_inner_texts()
    mark = row.get_by_role("button")
    expect(mark).to_have_text("¶")  # quiet: its name has the numbers
    cites = [one.removeprefix("¶") for one in (mark.get_attribute("aria-label") or "").split(", ")]
    return what.split()[0].lower(), figures, cites


def told(line: WagerSettled) -> tuple[str, list[str], list[str]]:
    """The same of a line of the server's."""
    won = f"+{ledger(line.paid)}" if line.paid else "lost" if line.result is Result.LOSE else ledger(0)
    back = "taken" if line.result is Result.WIN and not line.returned else ledger(line.returned)
    cites = [re.sub(r"^I(\d)", r"I-\1", one) for one in line.cites]
    return line.wager, [ledger(line.staked), won, back], cites


def says(guest: Player, cite: str) -> str:
    """What the rulebook says under a number."""
    state = guest.house.venue.floor.table(guest.table)
    assert isinstance(state, BankedTable)
    document = state.game.document
    paragraph = document.paragraph(cite)
    return (
        paragraph.summary if paragraph else next(one.choice for one in document.interpretations if one.number == cite)
    )


def reads_a_paragraph(guest: Player, line: WagerSettled) -> None:
    """One press on a ¶ opens what it says: beside the mark, or within the review."""
    cite = guest.settlement.get_by_role("row").filter(has=guest.page.get_by_role("button")).first
    guest.press(cite.get_by_role("button").first)
    panel = guest.page.get_by_label("What the paragraph says")
    expect(panel).to_contain_text(says(guest, line.cites[0]))
    guest.press(panel.get_by_role("button", name="Close"))
    expect(panel).to_be_hidden()


@pytest.mark.parametrize(("table", "way"), ROUNDS)
def test_a_round_is_played_read_and_repeated(visit: Visit, calm: Served, table: str, way: str) -> None:
    guest = player(visit, calm, table, way).sit()
    before = guest.wallet
    guest.bet()
    assert guest.placed() == {"ante": ANTE, "jackpot": COIN}
    assert guest.wallet == before - ANTE - COIN
    guest.deal().sees().play()
    assert (downwards(guest.page), sideways(guest.page)) == (0, 0)
    if way == "touch":  # the ledger lies beside the table where there is room for it
        guest.review()

    # What is on the screen is what the server has settled, line by line, each with its paragraphs.
    lines = [line for line in guest.round.lines if line.player == guest.name]
    assert {"ante", "jackpot"} < {str(line.wager) for line in lines}
    rows = guest.settlement.get_by_role("row").filter(has=guest.page.get_by_role("button"))
    expect(rows).to_have_count(len(lines))
    assert [shown(row) for row in rows.all()] == [told(line) for line in lines]
    assert all(line.cites for line in lines)

    # The balance on the screen is the wallet in the floor's books, and that is what the lines come to.
    staked = sum(line.staked for line in lines)
    assert guest.wallet == before - staked + sum(line.paid + line.returned for line in lines)
    expect(guest.page.get_by_role("banner")).to_contain_text(ledger(guest.wallet))
    reads_a_paragraph(guest, lines[0])
    if way == "touch":
        guest.press(guest.page.get_by_role("dialog", name="Review the hand").get_by_role("button", name="Close"))

    # One press lays the same wagers again, and one takes them all back.
    guest.press(guest.bar.get_by_role("button", name=f"Repeat {short(ANTE + COIN)}"))
    expect(guest.box).to_have_accessible_name(re.compile("yours, Ante 100, Jackpot 5$"))
    assert guest.placed() == {"ante": ANTE, "jackpot": COIN}
    guest.press(guest.bar.get_by_role("button", name="All back"))
    expect(guest.box).to_have_accessible_name(re.compile("no wager yet"))
    assert guest.placed() == {}


@pytest.mark.parametrize("table", ["stud-1", "multi-link-1"])
def test_the_felt_says_when_the_dealer_qualifies(visit: Visit, calm: Served, table: str) -> None:
    """1.14: an Ace and a King, or anything that ranks higher."""
    page = visit(f"{calm.url}/table/{table}")
    felt = page.get_by_role("region", name="Table", exact=True)
    expect(felt.get_by_text("Dealer qualifies with Ace and King or better")).to_be_visible()
    felt.get_by_role("button", name="¶1.14").click()
    expect(page.get_by_role("dialog", name="What the paragraph says")).to_contain_text("Qualifying Hand")


def test_space_repeats_and_z_takes_back(visit: Visit, calm: Served) -> None:
    guest = player(visit, calm, "multi-link-1", "keyboard").sit().bet("Chip 25").deal()
    guest.fold()
    guest.page.keyboard.press("Space")
    expect(guest.box).to_have_accessible_name(re.compile("yours, Ante 25, Jackpot 5$"))
    guest.page.keyboard.press("z")  # the last one first
    expect(guest.box).to_have_accessible_name(re.compile("yours, Ante 25$"))
    guest.page.keyboard.press("z")
    expect(guest.box).to_have_accessible_name(re.compile("no wager yet"))
    guest.page.keyboard.press("Space")  # and while the bets are open
    expect(guest.box).to_have_accessible_name(re.compile("yours, Ante 25, Jackpot 5$"))
    assert guest.placed() == {"ante": 2_500, "jackpot": COIN}
    guest.press(guest.bar.get_by_role("button", name="All back"))
    expect(guest.box).to_have_accessible_name(re.compile("no wager yet"))
