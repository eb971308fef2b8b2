"""Irregularities from the report to the money, over the pages of Player, Dealer and pit."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from croupier.cards import parse_card
from croupier.floor.house.config import TablePlan
from croupier.play.banked.state import Phase
from tests.browser.conftest import Visit
from tests.browser.past import foreign_card
from tests.browser.staff import TABLE, Dealer, at_desk, money, round_of, told, wager
from tests.web.server import Served, serving, with_tables

ANTE, JACKPOT = 10_000, 500
FED = JACKPOT * 7 // 10
"""What goes into the meter of a jackpot wager: 70 %."""


@pytest.fixture
def player(visit: Visit, house: Served) -> Page:
    return visit(f"{house.url}/table/{TABLE}")


@pytest.fixture
def box(house: Served) -> int:
    """A box for a Player who comes newly: who played before keeps his for a while."""
    return house.venue.floor.table(TABLE).engine.rounds % 7 + 1


@pytest.fixture
def second(box: int) -> int:
    """A second box of the same Player's: the one before, since the next is for who comes next."""
    return (box - 2) % 7 + 1


@pytest.fixture
def dealer(visit: Visit, house: Served, player: Page, box: int, request: pytest.FixtureRequest) -> Iterator[Dealer]:
    """He has opened the round; the Player has wagered on a box; the bets are closed."""
    found = Dealer(at_desk(visit, house, f"/dealer/{TABLE}", "dealer", "dan"))
    found.does("Place your Bets")
    wager(player, box)
    if "second" in request.fixturenames:
        seated = round_of(house).box(box)
        assert seated is not None
        ante = {"box": request.getfixturevalue("second"), "wager": "ante", "amount": ANTE, "player": seated.player}
        placed = house.visit(name="dora", role="dealer").act(TABLE, {"type": "PlaceWager", **ante})
        assert placed.status_code == 200, placed.text
    found.does("No more Bets")
    yield found
    dan = house.visit(name="dan", role="dealer")
    if round_of(house).phase is Phase.BETTING:  # the next one needs the table
        dan.act(TABLE, {"type": "CloseBets"}, key=uuid4().hex)
    if round_of(house).phase is not Phase.ENDED:
        foreign_card(house, TABLE)


def meter(house: Served) -> int:
    """What the table's jackpot display shows."""
    return house.venue.floor.link("stud").shown


@pytest.mark.always
def test_two_exposed_cards_void_the_round(house: Served, player: Page, dealer: Dealer, box: int) -> None:
    """5.8.2: two cards exposed, nobody has looked; 5.22 gives every wager back, the meter what it was fed."""
    before = money(player, house)
    fed = meter(house)
    dealer.deals("the burnt card")
    dealer.deals(f"box {box}, card 1", "9 of Diamonds")
    dealer.deals("Dealer, card 1")
    dealer.deals(f"box {box}, card 2", "js")
    sheet = dealer.opens("Cards exposed")
    sheet.get_by_role("radio", name="Yes").check(force=True)
    dealer.page.keyboard.press("Escape")  # from wherever the focus is
    expect(sheet).to_be_hidden()
    sheet = dealer.opens("Cards exposed")
    dealt = round_of(house)
    dealer.types("ks.*")  # the sheet has the keyboard, and lies where the keypad was: nothing is dealt behind it
    dealer.page.keyboard.press("Space")
    expect(sheet).to_contain_text("The keyboard is here.")
    expect(dealer.next).to_have_count(0)
    expect(dealer.page.get_by_role("button", name="King of Spades", exact=True)).to_have_count(0)
    count = sheet.get_by_role("group", name=re.compile("^Cards wrongly exposed"))
    expect(count.get_by_role("radio", name="2", exact=True)).to_be_checked()
    seen = sheet.get_by_role("group", name=re.compile("^Has any Player seen their cards?"))
    expect(seen.get_by_role("radio", name="No")).not_to_be_checked()  # a Look that nobody keyed is not known
    seen.get_by_role("radio", name="No").check(force=True)
    for place in (f"box {box}, card 1", f"box {box}, card 2"):
        expect(sheet.get_by_role("button", name=place)).to_have_attribute("aria-pressed", "true")
    preview = sheet.get_by_role("status").filter(has_text="Ruling, preview")
    expect(preview).to_contain_text("The round is void.")
    promised = told(preview)
    assert "One Ante goes back ¶5.8.2 ¶5.22 100.00" in promised
    assert "One jackpot wager goes back ¶5.8.2 ¶5.22 5.00" in promised
    assert "\N{MINUS SIGN}3.50" in promised
    assert money(player, house) == before, "nothing happens by asking"
    assert round_of(house) == dealt
    sheet.get_by_role("button", name="Void the round").click()
    expect(sheet).to_be_hidden()
    ruled = dealer.rulings.filter(has_text="The round is void.")
    expect(ruled).to_be_visible()
    assert told(ruled) == promised
    expect(dealer.next.get_by_role("heading")).to_have_text("NEXT Place your Bets")
    # The Player: the ruling with its paragraph, and his money.
    banner = player.get_by_role("status").filter(has_text="The round is void.")
    expect(banner.get_by_role("button", name="¶5.8.2").first).to_be_visible()
    expect(banner).to_contain_text("105")
    assert money(player, house) == before + ANTE + JACKPOT
    assert meter(house) == fed - FED
    expect(player.get_by_role("banner")).to_contain_text("10,000.00")


def test_what_no_paragraph_covers_is_for_the_shift_manager(
    visit: Visit, house: Served, player: Page, dealer: Dealer
) -> None:
    """5.24. A Pit Supervisor sees that it waits, two Shift Managers say that the round is void."""
    before = money(player, house)
    nadia = at_desk(visit, house, "/pit", "pit_supervisor", "nadia")
    sid, una = (at_desk(visit, house, "/pit", "shift_manager", name) for name in ("sid", "una"))
    sheet = dealer.opens("Not covered")
    preview = sheet.get_by_role("status").filter(has_text="Ruling, preview")
    expect(preview.get_by_role("button", name="¶5.24").first).to_be_visible()
    promised = told(preview)
    sheet.get_by_role("button", name="Call the Shift Manager").click()
    expect(dealer.next.get_by_role("heading")).to_have_text("WAIT Waiting for the Shift Manager")
    expect(sheet).to_be_hidden()  # the preview goes when the answer has come, the ruling is there before
    assert told(dealer.rulings.filter(has_text=re.compile("^Ruling"))) == promised
    expect(dealer.rulings.filter(has_text="decides")).to_have_count(1)  # said once, on the card of the ruling
    expect(dealer.next).to_contain_text("The pit has been told. There is nothing to do here until then.")
    locked = nadia.get_by_role("article").filter(has_text=TABLE)
    expect(locked).to_contain_text("Shift Manager decides.")
    expect(locked.get_by_role("button", name=re.compile("round"))).to_have_count(0)
    decision = sid.get_by_role("article", name=f"{TABLE}: Not covered")
    expect(decision).to_contain_text("Void the round: The round is void; every wager goes back.")
    expect(decision).to_contain_text("Two people decide this.")
    decision.get_by_role("button", name="Void the round", exact=True).click()
    decision.get_by_label("Reason").fill("fire alarm")
    decision.get_by_role("button", name="Decide: Void the round").click()
    expect(sid.get_by_role("article", name=f"{TABLE}: Decision")).to_contain_text("fire alarm")
    assert money(player, house) == before, "nothing goes back before the second signature"
    una.get_by_role("article", name=f"{TABLE}: Decision").get_by_role("button", name="Sign it").click()
    expect(una.get_by_text("No decisions are pending.")).to_be_visible()
    expect(nadia.get_by_text("No decisions are pending.")).to_be_visible()
    ruled = dealer.rulings.filter(has_text="The round is void.")
    expect(ruled).to_contain_text("fire alarm")
    expect(ruled).to_contain_text("One Ante goes back")
    expect(player.get_by_role("status").filter(has_text="The round is void.")).to_contain_text("105")
    assert money(player, house) == before + ANTE + JACKPOT


def test_a_supervisor_decides_and_the_round_goes_on_to_its_settlement(
    visit: Visit, house: Served, player: Page, second: int, dealer: Dealer, box: int
) -> None:
    """5.19: a second hand looked at, but not on purpose; the hand stays, and the round is settled."""
    before = money(player, house)
    nadia = at_desk(visit, house, "/pit", "pit_supervisor", "nadia")
    dealer.deals("the burnt card")
    for at, card in enumerate(("qs", "qh", "8d", "5c", "3d")):
        for number in sorted((box, second)):
            dealer.deals(f"box {number}, card {at + 1}", card if number == box else "")
        dealer.deals(f"Dealer, card {at + 1}", "kd" if at == 4 else "")
    dina = house.visit(name="dina", role="dealer")
    looked = dina.act(TABLE, {"type": "Look", "box": box})
    assert looked.status_code == 200, looked.text
    sheet = dealer.opens("Extra hand examined")
    sheet.get_by_role("group", name="Box").get_by_role("radio", name=str(second)).check(force=True)
    sheet.get_by_role("group", name=re.compile("purpose|ntention")).get_by_role("radio").last.check(force=True)
    call = sheet.get_by_role("button", name=re.compile("^Call the Pit Supervisor"))
    expect(call).to_be_visible()
    call.click()
    expect(dealer.next.get_by_role("heading")).to_have_text("WAIT Waiting for the Pit Supervisor")
    decision = nadia.get_by_role("article").filter(has_text=TABLE)
    decision.get_by_role("button", name="Not intentional", exact=True).click()
    decision.get_by_label("Reason").fill("he thought it was his")
    decision.get_by_role("button", name="Decide: Not intentional").click()
    expect(nadia.get_by_text("No decisions are pending.")).to_be_visible()
    for number in sorted((box, second)):  # the second hand is played blind, and folded
        decision_of = {"box": number, "decision": "bet" if number == box else "fold"}
        assert dina.act(TABLE, {"type": "Choose", **decision_of}).status_code == 200
    for at, card in enumerate(("ac", "9s", "7h", "4c")):  # with the King of Diamonds: Ace and King
        dealer.deals(f"Dealer, card {at + 1}", card)
    banner = player.get_by_role("status").filter(has=player.get_by_role("button", name="¶5.19"))
    expect(banner.first).to_be_visible()
    dealer.does("All paid")  # cards and hand are known: they were turned and shown by themselves
    # A pair of Queens beats Ace and King: the Ante 1 to 1, the BET 1 to 1 for One Pair; the jackpot wager is lost.
    bet = 2 * ANTE
    settlement = player.get_by_role("region", name="Settlement")
    for name, staked, won, back in (
        (f"Box {box}", 305, 300, 300),
        (f"Box {second}", 100, 0, 0),
        ("Both boxes", 405, 300, 300),
    ):
        row = settlement.get_by_role("row").filter(has_text=name)
        expect(row).to_have_text(re.compile(rf"{staked}\.00\+?{won}\.00{back}\.00$"))
    expect(settlement).to_contain_text("+195.00")  # 300 won, less the Ante that was folded and the jackpot wager
    assert money(player, house) == before - bet + 2 * ANTE + 2 * bet
    assert round_of(house).phase is Phase.ENDED


def test_the_key_of_a_card_that_was_taken_back_is_free_again(
    house: Served, player: Page, dealer: Dealer, box: int
) -> None:
    dealer.deals("the burnt card")
    dealer.deals(f"box {box}, card 1", "9d")
    key = dealer.zone.get_by_role("group", name="Card keypad").get_by_role("button", name="9 of Diamonds", exact=True)
    expect(key).to_be_disabled()
    dealer.types("-")
    dealer.waits_for(f"box {box}, card 1")
    expect(key).to_be_enabled()


def test_a_slip_is_corrected_and_both_versions_stay(house: Served, player: Page, dealer: Dealer, box: int) -> None:
    dealer.deals("the burnt card")
    dealer.deals(f"box {box}, card 1", "9d")
    dealer.page.get_by_role("button", name=re.compile("^Correct a slip")).click()
    sheet = dealer.page.get_by_role("dialog", name="What was entered wrongly?")
    sheet.get_by_role("button", name=f"box {box}, card 1 9 of Diamonds").click()
    dealer.types("9h")
    expect(sheet.get_by_role("status")).to_contain_text("9 of Hearts")
    sheet.get_by_role("button", name="Correct it").click()
    expect(sheet).to_be_hidden()
    keys = dealer.zone.get_by_role("group", name="Card keypad")
    expect(keys.get_by_role("button", name="9 of Hearts", exact=True)).to_be_disabled()
    expect(keys.get_by_role("button", name="9 of Diamonds", exact=True)).to_be_enabled()
    hand = round_of(house).box(box)
    assert hand is not None
    assert hand.cards == (parse_card("9h"),)
    dealer.waits_for("Dealer, card 1")


def test_a_slip_is_corrected_in_the_poker_room_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, visit: Visit
) -> None:
    by_hand = TablePlan("rws-poker", automatic=False, anonymous=True)
    with_tables(monkeypatch, {"room": by_hand})
    with serving(tmp_path) as house:
        table = house.visit(name="dan", role="dealer")
        policy: Any = house.venue.floor.table("room").engine.policy
        assert table.act("room", {"type": "BuyChips", "cents": 2 * policy.minimum_stake}).status_code == 200
        for seat, player in ((1, "Ann"), (2, "Ben")):
            join = {"type": "JoinTable", "seat": seat, "stake": policy.minimum_stake, "player": player}
            assert table.act("room", join).status_code == 200
        dealer = Dealer(at_desk(visit, house, "/dealer/room", "dealer", "dan"))
        dealer.does("Place your Blind Bets")
        round_: Any = house.venue.floor.table("room").engine.round
        first = round_.ahead[0]
        dealer.deals(f"seat {first}, card 1", "9d")
        sheet = dealer.page.get_by_role("dialog", name="What was entered wrongly?")
        for was, typed, name in (("9 of Diamonds", "9h", "9 of Hearts"), ("9 of Hearts", "9c", "9 of Clubs")):
            dealer.page.get_by_role("button", name=re.compile("^Correct a slip")).click()
            sheet.get_by_role("button", name=f"seat {first}, card 1 {was}").click()
            dealer.types(typed)
            expect(sheet.get_by_role("status")).to_contain_text(name)
            sheet.get_by_role("button", name="Correct it").click()
            expect(sheet).to_be_hidden()
            expect(dealer.next).to_contain_text(f"Entered: {name}, seat {first}, card 1")
        keys = dealer.zone.get_by_role("group", name="Card keypad")
        expect(keys.get_by_role("button", name="9 of Clubs", exact=True)).to_be_disabled()
        expect(keys.get_by_role("button", name="9 of Diamonds", exact=True)).to_be_enabled()
        round_ = house.venue.floor.table("room").engine.round
        assert round_.hands[round_.place(int(first))].cards == (parse_card("9c"),)
