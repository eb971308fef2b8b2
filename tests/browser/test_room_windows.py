"""The poker table in every window, with ten seats: all that can be pressed is in sight, and no seat moves."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visit, axe_faults
from tests.browser.room_table import Room, dealt_by_hand
from tests.browser.windows import DESKS, Size, Windows
from tests.web.server import Served


@pytest.fixture
def ten(tmp_path: Path) -> Iterator[Served]:
    with dealt_by_hand(tmp_path) as served:
        yield served


@pytest.fixture
def four(tmp_path: Path) -> Iterator[Served]:
    with dealt_by_hand(tmp_path, seats=4) as served:
        yield served


def test_ten_seats_in_every_window_in_every_phase(ten: Served, visit: Visit) -> None:
    """Seat 5 is all-in before the Flop, 3 and I on it; 3 holds a Flush draw, 5 three Nines, I two Queens."""
    page = visit(ten.url, DESKS[0])
    room = Room(ten, page, range(2, 11), {5: 10_000})
    page.goto(f"{ten.url}/table/tens")
    expect(page.get_by_role("button", name=re.compile(r"^Seat 1\s*Sit here"))).to_be_visible()
    Windows(page).measure("watching")
    room.sit()
    windows = Windows(page)
    room.start({1: "Kc Qc", 3: "As Js", 5: "9d 9c"})
    bar = page.get_by_role("group", name="Your decision")
    expect(bar.get_by_role("button", name="Call any")).to_be_visible()
    windows.measure("others act")
    while room.turn != 1:
        room.act({5: "all_in", 3: "call", 7: "call"}.get(room.turn or 0, "fold"))
    expect(bar.get_by_role("button", name="Fold", exact=False)).to_be_visible()
    windows.measure("my turn")
    assert axe_faults(page) == []
    bar.get_by_role("button", name=re.compile(r"^Call 100")).click()
    room.wait_for(lambda round_: round_.turn_seat != 1)
    room.act("fold")  # Small Blind
    room.act("call")
    room.deal("Qd 9s 4s")
    room.act("all_in")
    room.act("fold")
    expect(bar.get_by_role("button", name=re.compile("^Call 900"))).to_be_visible()
    assert bar.get_by_role("button", name=re.compile("^(Raise|All-in)")).count() == 0  # nobody could answer it
    windows.measure("an all-in before me")
    bar.get_by_role("button", name=re.compile("^Call 900")).click()
    room.wait_for(lambda round_: round_.phase == "showdown")
    room.do(type="TurnMarker")
    for seat in (3, 5, 1):
        room.do(type="ShowHand", seat=seat)
    expect(page.get_by_text("All-in. Two cards to come")).to_be_visible()
    windows.measure("all-in")
    room.deal("2h")
    room.deal("4h")
    room.do(type="Settle")
    expect(page.get_by_text("You win 800.00")).to_be_visible()
    windows.measure("settled")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert axe_faults(page) == []
    assert windows.wrong == []


# ---- Ahead of one's turn --------------------------------------------------------------------------------------------


def seated(house: Served, visit: Visit, size: Size = DESK) -> Room:
    """Four at a table, I among them, the Button and the first turn somewhere else."""
    page = visit(house.url, DESK)
    room = Room(house, page, (2, 3, 4))
    room.sit()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return room


def test_what_is_chosen_ahead_is_played_in_my_turn(four: Served, visit: Visit) -> None:
    room = seated(four, visit)
    page, bar = room.page, room.page.get_by_role("group", name="Your decision")
    room.start()
    assert (room.button, room.turn) == (1, 4)
    bar.get_by_role("button", name="Call any").click()
    expect(bar.get_by_role("button", name="Call any")).to_have_attribute("aria-pressed", "true")
    room.act("raise", 4_000)  # call any: whatever it is
    room.wait_for(lambda round_: round_.bet_of(1) == 4_000)
    room.act("call")
    room.act("call")
    room.deal("Qd 9s 4s")
    expect(bar.get_by_role("button", name="Call any")).to_have_attribute("aria-pressed", "false")
    # On the Flop seat 2 begins. A Check is dropped once there is something to call; a choice can be taken back too.
    page.keyboard.press("f")
    expect(bar.get_by_role("button", name="Check or fold")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("f")
    expect(bar.get_by_role("button", name="Check or fold")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("c")
    expect(bar.get_by_role("button", name=re.compile(r"^Check( C)?$"))).to_have_attribute("aria-pressed", "true")
    room.act("bet", 6_000)
    expect(bar.get_by_text("Your choice was dropped: 60 to call now")).to_be_visible()
    page.keyboard.press("f")
    expect(bar.get_by_role("button", name="Check or fold")).to_have_attribute("aria-pressed", "true")
    room.act("fold")
    assert room.round.bet_of(1) == 0
    room.act("fold")
    room.wait_for(lambda round_: round_.folded(1))


def test_a_choice_ends_with_its_betting_round(four: Served, visit: Visit) -> None:
    room = seated(four, visit)
    bar = room.page.get_by_role("group", name="Your decision")
    room.start()
    room.act("call")
    bar.get_by_role("button", name=re.compile("^Call 10")).click()
    room.wait_for(lambda round_: round_.turn_seat == 2)
    room.act("call")
    room.act("check")
    room.deal("Qd 9s 4s")
    for name in ("Check or fold", "Call any"):
        expect(bar.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "false")


# ---- The amount -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_field_sends_what_it_shows_or_nothing(four: Served, visit: Visit, size: Size) -> None:
    """Blinds 5 and 10, a Raise to 30: the least Raise is to 50, and 999.50 is no whole number of chips of 5."""
    room = seated(four, visit, size)
    page, bar = room.page, room.page.get_by_role("region", name="Your action")
    room.start()
    room.act("raise", 3_000)
    field = bar.get_by_role("textbox", name="Raise to")
    expect(field).to_have_value("50")
    brass = bar.get_by_role("button", name=re.compile("^Raise"))
    for typed, why in (
        ("49", "The minimum Raise is to 50, 20 more."),
        ("5000", "You have 1,050. That is All-in."),
        ("plenty", "Type an amount in figures, such as 400."),
    ):
        field.fill(typed)
        expect(bar.get_by_text(why)).to_be_visible()
        expect(brass).to_be_disabled()
        field.press("Enter")
        page.keyboard.press("Tab")  # leaving the field changes nothing either
        expect(field).to_have_value(typed)
    assert room.turn == 1
    field.fill("125")
    expect(brass).to_have_text(re.compile(r"^Raise to 125\s*R?$"))
    brass.click()
    room.wait_for(lambda round_: round_.bet_of(1) == 12_500)


# ---- Show or muck ---------------------------------------------------------------------------------------------------


def test_a_beaten_hand_need_not_be_shown(four: Served, visit: Visit) -> None:
    """3.14.2: without a bet the first left of the Button shows; a hand that is lower may be given up unseen."""
    room = seated(four, visit)
    page, bar = room.page, room.page.get_by_role("group", name="Your decision")
    room.start({1: "7c 2d", 2: "As Ah", 3: "Kd Kh", 4: "8c 3d"})
    room.act("fold")
    bar.get_by_role("button", name=re.compile("^Call 10")).click()
    room.wait_for(lambda round_: round_.turn_seat == 2)
    room.act("call")
    room.act("check")
    for street in ("Qd 9s 4s", "2h", "4h"):
        room.deal(street)
        room.act("check")
        room.act("check")
        bar.get_by_role("button", name=re.compile(r"^Check( C)?$")).click()
        room.wait_for(lambda round_: round_.turn_seat != 1 or round_.phase == "showdown")
    room.do(type="TurnMarker")
    assert bar.get_by_role("button", name="Muck").count() == 0
    room.show(2)  # the two aces: nobody needs to show who cannot beat them
    room.muck(3)
    expect(bar.get_by_text("You need not show")).to_be_visible()
    expect(bar.get_by_role("button", name=re.compile("^Muck"))).to_have_class(re.compile("primary"))
    page.keyboard.press("m")
    room.wait_for(lambda round_: round_.shown(1) is False)
    assert "7 of Clubs" not in room.others_page(2)


def test_a_hand_that_must_be_shown_cannot_be_mucked(four: Served, visit: Visit) -> None:
    room = seated(four, visit)
    bar = room.page.get_by_role("group", name="Your decision")
    room.start({1: "As Ah", 2: "7c 2d", 3: "Kd Kh", 4: "8c 3d"})
    room.act("fold")
    bar.get_by_role("button", name=re.compile("^Call 10")).click()
    room.wait_for(lambda round_: round_.turn_seat == 2)
    room.act("call")
    room.act("check")
    for street in ("Qd 9s 4s", "2h", "4h"):
        room.deal(street)
        room.act("check")
        room.act("check")
        bar.get_by_role("button", name=re.compile(r"^Check( C)?$")).click()
        room.wait_for(lambda round_: round_.turn_seat != 1 or round_.phase == "showdown")
    room.do(type="TurnMarker")
    room.show(2)
    room.show(3)
    expect(bar.get_by_text("Your hand must be shown")).to_be_visible()
    assert bar.get_by_role("button", name="Muck").count() == 0
    room.page.keyboard.press("s")
    room.wait_for(lambda round_: round_.shown(1) is True)


def test_the_last_player_left_may_show(four: Served, visit: Visit) -> None:
    """3.14.1: who alone is left wins the Pot and is not obligated to show."""
    room = seated(four, visit)
    bar = room.page.get_by_role("group", name="Your decision")
    room.start({1: "Kc Qc"})
    room.act("fold")
    bar.get_by_role("button", name=re.compile("^Call 10")).click()
    room.wait_for(lambda round_: round_.turn_seat == 2)
    room.act("fold")
    room.act("fold")
    expect(bar.get_by_text("All others folded: the pot is yours")).to_be_visible()
    assert bar.get_by_role("button", name="Muck").count() == 0  # not to show is to muck
    assert "King of Clubs" not in room.others_page(2)
    room.page.keyboard.press("s")
    room.wait_for(lambda round_: round_.shown(1) is True)


# ---- All-in ---------------------------------------------------------------------------------------------------------


def test_open_hands_carry_their_share_and_the_marker_lies_aside_between_rounds(four: Served, visit: Visit) -> None:
    """Queens against Ace and Jack of Spades; after the Turn 7 of 44 cards win for the Spades, and I hold them."""
    room = seated(four, visit)
    page, bar = room.page, room.page.get_by_role("group", name="Your decision")
    marker = page.get_by_role("group", name="Game Marker")
    assert marker.count() == 0
    room.start({1: "As Js", 2: "Qc Qh"})
    expect(marker).to_contain_text("Betting round")
    room.act("fold")
    expect(bar.get_by_role("button", name=re.compile("^Fold"))).to_be_visible()
    page.keyboard.press("4")  # all-in
    expect(bar.get_by_role("textbox")).to_have_value("1,050")
    page.keyboard.press("r")
    room.wait_for(lambda round_: round_.turn_seat == 2)
    assert "16 %" not in page.content()
    room.act("call")
    room.act("fold")
    room.do(type="TurnMarker")
    room.do(type="ShowHand", seat=2)
    room.do(type="ShowHand", seat=1)
    expect(marker).to_contain_text("Showdown")
    expect(page.get_by_role("region", name="Win shares")).to_contain_text("1,712,304", timeout=60_000)
    room.deal("Qd 9s 4s")
    room.deal("2h")
    expect(page.get_by_text("7 of 44 cards win for you")).to_be_visible()
    expect(page.get_by_role("region", name="Win shares")).to_contain_text("All 44 ways")
    for seat, share in ((1, "16 %"), (2, "84 %")):
        expect(page.get_by_role("listitem", name=re.compile(f"^Seat {seat},"))).to_contain_text(share)
    room.deal("4h")
    room.do(type="Settle")
    expect(bar.get_by_role("link", name=re.compile("^Replay"))).to_be_visible()
    expect(marker).to_have_count(0)
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile(r"/rounds/tens/1$"))


# ---- One's seat -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_sitting_out_and_leaving_say_when_they_take_effect(four: Served, visit: Visit, size: Size) -> None:
    room = seated(four, visit, size)
    page, bar = room.page, room.page.get_by_role("group", name="Your decision")
    page.get_by_role("button", name="Your seat, 1").click()
    expect(page.get_by_text("You sit out at once, beginning with the next round.")).to_be_visible()
    page.keyboard.press("Escape")
    room.start()
    expect(bar.get_by_role("group", name="Choose ahead")).to_be_visible()  # the page knows of the round
    page.get_by_role("button", name="Your seat, 1").click()
    expect(page.get_by_text("You play this round to its end and sit out from the next one on.")).to_be_visible()
    page.get_by_role("button", name="Sit out, I will be back").click()
    room.wait_for_seat(lambda seat: seat.away)
    page.get_by_role("button", name="Your seat, 1").click()
    page.get_by_role("dialog").get_by_role("button", name="Come back").click()
    room.wait_for_seat(lambda seat: not seat.away)
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_text("You leave when it is over, with the chips that are then yours.")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Leave").last.click()
    expect(bar.get_by_text("You leave when this round is over")).to_be_visible()
    room.act("fold")
    expect(bar.get_by_role("button", name=re.compile("^Fold"))).to_be_visible()
    bar.get_by_role("button", name=re.compile("^Fold")).click()  # a hand that is folded keeps nobody
    expect(page).to_have_url(re.compile(r"/$"))
    assert room.table.seat(1) is None
