"""What people might try: each attempt is refused, and changes nothing."""

from pathlib import Path
from typing import Any

import pytest

from croupier.cards import DECK, UNKNOWN, parse_cards
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn, CashOut
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import (
    BuyChips,
    ClaimsOpened,
    EstablishTable,
    PlayBanked,
    PlayRoom,
    SignClaim,
)
from croupier.floor.values.tray import RequestFill
from croupier.money import MOST
from croupier.play.banked.commands import (
    Choose,
    CloseBets,
    CorrectCard,
    CorrectWager,
    DealCards,
    OpenRound,
    PlaceWager,
    Report,
    Reveal,
    Settle,
    ShowHand,
    TakeDecision,
)
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room
from croupier.rules.room import Move
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.random_floor import asked
from tests.floor.rigged import a_floor, act, in_order, refusal

PLAN = """
[links.stud]
seed = 5_000_000

[tables.auto]
game = "rws-casino-stud"
link = "stud"

[tables.hand]
game = "rws-casino-stud"
link = "stud"
automatic = false

[tables.cash]
game = "rws-casino-stud"
link = "stud"
automatic = false
anonymous = true

[tables.room]
game = "rws-poker"
automatic = false

[tables.room.policy]
return_minutes = 60
"""
SHIFT = Role.SHIFT_MANAGER


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return a_floor(tmp_path, PLAN)


def submitted(floor: Floor, request: Request) -> Any:
    return floor.submit(request)[0]


def test_nobody_acts_in_the_floors_name(floor: Floor) -> None:
    for name in (SYSTEM, SYSTEM.upper()):
        reply = submitted(floor, asked("table:auto", PlayBanked(OpenRound()), name, Role.DEALER))
        assert isinstance(reply, Refusal)
        assert (reply.reason, reply.sentence) == (Reason.ROLE, "Nobody may act in the floor's name")


def test_nobody_sets_the_meter_or_its_terms(floor: Floor) -> None:
    act(floor, "auto", OpenRound())
    meter = floor.link("stud").meter
    wager = PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000), meter=9 * 10**15, terms=None)
    assert isinstance(submitted(floor, asked("table:auto", wager, "ann", Role.PLAYER)), Accepted)
    assert floor.table("auto").engine.meter.millionths == floor.link("stud").meter == meter  # type: ignore[union-attr]


def test_a_game_with_a_jackpot_has_a_link_and_its_meter(floor: Floor) -> None:
    alone = EstablishTable("rws-casino-stud", {}, "", True)
    assert "name its link" in submitted(floor, asked("table:solo", alone)).sentence
    act(floor, "auto", OpenRound())
    linked = EstablishTable("rws-casino-stud", {}, "stud", True, False, -9 * 10**14)
    assert isinstance(submitted(floor, asked("table:new", linked)), Accepted)
    assert floor.table("new").engine.meter.millionths == floor.link("stud").meter  # type: ignore[union-attr]
    in_order(floor)


def test_no_wager_is_corrected_after_the_cards_of_an_automatic_table(floor: Floor) -> None:
    act(floor, "auto", OpenRound())
    act(floor, "auto", PlaceWager(1, WagerName.ANTE, 2_500), "ann")
    act(floor, "auto", CloseBets())
    late = CorrectWager(1, WagerName.ANTE, 500_000, "a slip")
    assert "keyed in by hand" in refusal(floor, "auto", late, "sue", Role.PIT_SUPERVISOR)


def test_no_card_is_corrected_where_the_floor_deals(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, '[tables.dealt]\ngame = "rws-poker"\n')
    act(floor, "dealt", room.JoinTable(1, 20_000), "ann")
    act(floor, "dealt", room.JoinTable(2, 20_000), "bob")
    act(floor, "dealt", room.OpenRound())
    round_ = floor.table("dealt").engine.round
    assert round_ is not None
    free = next(card for card in DECK if not round_.used >> card & 1)
    for who, role in (("dealer", Role.DEALER), ("sue", Role.PIT_SUPERVISOR), ("sid", SHIFT)):
        slip = room.CorrectCard("1", 0, free, "a slip")
        assert "no card is keyed in" in refusal(floor, "dealt", slip, who, role)
    in_order(floor)


def dealt_by_hand(floor: Floor) -> None:
    """Box 1 has a straight flush, box 2 nothing: burn, then single cards for 1, 2 and the Dealer, five times."""
    act(floor, "hand", OpenRound())
    for box, player in ((1, "ann"), (2, "bob")):
        act(floor, "hand", PlaceWager(box, WagerName.ANTE, 10_000), player)
        act(floor, "hand", PlaceWager(box, WagerName.JACKPOT, 500), player)
    act(floor, "hand", CloseBets())
    cards = parse_cards("2c 9s 3c 4d Ks 5h 6c Qs 7d 8h Js 9d Th Ts Jc 2h")
    act(floor, "hand", DealCards(cards))
    act(floor, "hand", Choose(1, Decision.BET), "ann")
    act(floor, "hand", Choose(2, Decision.BET), "bob")
    act(floor, "hand", Reveal())
    act(floor, "hand", ShowHand(1), "ann")
    act(floor, "hand", ShowHand(2), "bob")


def test_signatures_under_one_award_do_not_pay_another(floor: Floor) -> None:
    dealt_by_hand(floor)
    act(floor, "hand", Settle())
    for who in ("sue", "max"):
        act(floor, "hand", SignClaim(1), who, Role.PIT_SUPERVISOR)
    act(floor, "hand", CorrectCard("1", 0, parse_cards("As")[0], "it was the Ace"), "sue", Role.PIT_SUPERVISOR)
    again = act(floor, "hand", Settle())
    assert [event.awards for event in again.events if isinstance(event, ClaimsOpened)] == [("royal_flush",)]
    assert "lacks 2 signatures" in refusal(floor, "hand", Settle())


def test_who_plays_does_not_sign(floor: Floor) -> None:
    dealt_by_hand(floor)
    act(floor, "hand", Settle())
    assert "in which they play" in refusal(floor, "hand", SignClaim(1), "ann", Role.PIT_SUPERVISOR)


def test_hands_taken_out_at_discretion_take_two_like_a_void(floor: Floor) -> None:
    act(floor, "auto", OpenRound())
    act(floor, "auto", PlaceWager(1, WagerName.ANTE, 10_000), "ann")
    act(floor, "auto", CloseBets())
    act(floor, "auto", Report("not_covered"))
    had = floor.balances["wallet:ann"]
    act(floor, "auto", TakeDecision(1, "invalidate_hand", "so", (1,)), "sid", SHIFT)
    assert floor.balances["wallet:ann"] == had
    assert "waits for another person" in refusal(
        floor, "auto", TakeDecision(1, "invalidate_hand", "so", (1,)), "sid", SHIFT
    )
    act(floor, "auto", TakeDecision(1, "invalidate_hand", "so", (1,)), "una", SHIFT)
    assert floor.balances["wallet:ann"] == had + 10_000


@pytest.mark.parametrize("cents", [4 * 10**18, 10**19, MOST + 500])
def test_no_number_is_too_large_for_the_books(floor: Floor, cents: int) -> None:
    refusal(floor, "cash", BuyChips(cents))
    chip = floor.table("auto").engine.policy.chips[0]
    refusal(floor, "auto", RequestFill(((chip, cents),)), "sue", Role.PIT_SUPERVISOR)
    assert all(type(one) is int for one in floor.balances.values())


def test_half_a_character_is_refused_and_takes_nobody_else_along(floor: Floor) -> None:
    odd = asked("table:hand", PlayBanked(CorrectWager(1, WagerName.ANTE, 500, "\ud800")), "sue", Role.PIT_SUPERVISOR)
    cash = asked("cage", CashIn("ann", 500, "2026-01-01"), "cashier", Role.CAGE)
    before = floor.balances["wallet:ann"]
    bad, good = floor.submit(odd, cash)
    assert isinstance(bad, Refusal)
    assert isinstance(good, Accepted)
    assert floor.balances["wallet:ann"] == before + 500


def test_a_key_answers_for_its_own_command_only(floor: Floor) -> None:
    first = asked("cage", CashIn("ann", 500, "2026-01-01"), "cashier", Role.CAGE, "k1")
    assert isinstance(submitted(floor, first), Accepted)
    assert submitted(floor, first).repeated
    other = submitted(floor, asked("cage", CashOut("bob", 500, "2026-01-01"), "cashier", Role.CAGE, "k1"))
    assert other.sentence == "This key has been used for something else"


def test_unseen_hole_cards_are_named_by_the_dealer(floor: Floor) -> None:
    act(floor, "room", room.JoinTable(1, 20_000), "ann")
    act(floor, "room", room.JoinTable(2, 20_000), "bob")
    act(floor, "room", room.OpenRound())
    act(floor, "room", room.DealCards((UNKNOWN,) * 4))
    act(floor, "room", room.Act(1, Move.ALL_IN), "ann")
    act(floor, "room", room.Act(2, Move.CALL), "bob")
    act(floor, "room", room.TurnMarker())
    royal = room.ShowHand(1, parse_cards("As Ks"))
    assert "The Dealer has to name" in refusal(floor, "room", royal, "ann")
    act(floor, "room", royal)


def test_time_is_the_floors(floor: Floor) -> None:
    """The policy says that who comes back within an hour brings what he left with."""
    act(floor, "room", room.JoinTable(1, 20_000), "ann")
    act(floor, "room", room.JoinTable(2, 20_000), "bob")
    act(floor, "room", room.LeaveTable(1, minute=-(10**6)), "ann")
    assert "left with" in refusal(floor, "room", room.JoinTable(1, 4_000, minute=10**9), "ann")


def test_a_closed_table_takes_nobody(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    submitted(floor, asked("table:shut", EstablishTable("rws-poker", {}, "", True)))
    joined = submitted(floor, asked("table:shut", PlayRoom(room.JoinTable(1, 20_000)), "ann", Role.PLAYER))
    assert joined.sentence == "The table is closed"
