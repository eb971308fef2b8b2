"""Limits at work on a floor: who may not play, how much may be lost, how long may be played."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from croupier.floor.deciding.played import Span
from croupier.floor.values.cage import CashIn, CashOut, EstablishCage
from croupier.floor.values.house import (
    CountersignChange,
    ExcludePerson,
    LockAccount,
    ProposeChange,
    Readmit,
    SetLossLimit,
    SetTimeLimit,
    UnlockAccount,
)
from croupier.floor.values.links import EstablishLink
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import BuyChips, Countersign, EstablishTable, OpenTable, PlayBanked, PlayRoom, Propose
from croupier.floor.verify.verification import Kind, verify
from croupier.play.banked.commands import (
    Choose,
    CloseBets,
    CorrectWager,
    DeclineShare,
    OpenRound,
    PlaceWager,
    WithdrawWager,
)
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room
from croupier.rules.room import Move
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.house_floor import DAY, MINUTE, NEXT, NOON, POKER, STUD, HouseFloor

P = Role.PLAYER
KEPT_OUT = [ExcludePerson("ann", "x"), ExcludePerson("ann", "x", NEXT), LockAccount("ann", "x")]


@pytest.fixture
def at(tmp_path: Path) -> HouseFloor:
    return HouseFloor(tmp_path / "floor.db").furnish()


def wallet(at: HouseFloor, player: str = "ann") -> int:
    return at.floor.balances.get(f"wallet:{player}", 0)


def play_round(at: HouseFloor, ante: int, *, fold: bool = True, minutes: float = 0, player: str = "ann") -> None:
    """A round of stud with one box; who folds has lost his ante."""
    at.open_bets()
    assert isinstance(at.ante(player, ante), Accepted)
    at.close_bets()
    at.clock.pass_minutes(minutes)
    choose = Choose(1, Decision.FOLD if fold else Decision.BET)
    at.do(STUD, PlayBanked(choose), player, P)


# ---- Excluded and locked --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", KEPT_OUT)
def test_who_is_kept_out_neither_sits_nor_wagers_nor_brings_cash(at: HouseFloor, command: Any) -> None:
    assert isinstance(at.join("bob", 2, 20_000), Accepted)
    at.do("house", command)
    at.open_bets()
    asked: list[tuple[str, Any, str, Role]] = [
        (STUD, PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000)), "ann", P),
        (STUD, PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000, "ann")), "dan", Role.DEALER),
        (POKER, PlayRoom(room.JoinTable(1, 20_000)), "ann", P),
        (POKER, PlayRoom(room.JoinTable(1, 20_000, "ann")), "dan", Role.DEALER),
        ("cage", CashIn("ann", 100, DAY), "tom", Role.CAGE),
    ]
    for one in asked:
        assert at.refused(one[0], one[1], one[2], one[3]).reason is Reason.LIMITS
    at.do("cage", CashOut("ann", 500_000, DAY), "tom", Role.CAGE)
    assert wallet(at) == 0
    assert isinstance(at.ante("bob", 10_000), Accepted)


@pytest.mark.parametrize("command", KEPT_OUT)
def test_a_round_in_play_is_ended_without_a_further_wager(at: HouseFloor, command: Any) -> None:
    at.open_bets()
    assert isinstance(at.ante("ann", 10_000), Accepted)
    assert isinstance(at.ante("ann", 10_000, 2), Accepted)
    at.do("house", command)
    at.do(STUD, PlayBanked(WithdrawWager(2, WagerName.ANTE)), "ann", P)
    at.close_bets()
    for actor, role in (("ann", P), ("dan", Role.DEALER)):
        assert at.refused(STUD, PlayBanked(Choose(1, Decision.BET)), actor, role).reason is Reason.LIMITS
    at.do(STUD, PlayBanked(Choose(1, Decision.FOLD)), "ann", P)


def test_an_exclusion_ends_with_its_day(at: HouseFloor) -> None:
    at.do("house", ExcludePerson("ann", "x", NEXT), "ann", P)
    at.open_bets()
    at.clock.at = NOON + 20 * 60 * MINUTE - 1
    assert at.ante("ann", 10_000) == Refusal(Reason.LIMITS, f"ann is excluded from play until {NEXT}", ())
    at.clock.at += 1
    assert isinstance(at.ante("ann", 10_000), Accepted)


def test_unlocked_and_readmitted_one_plays_again(at: HouseFloor) -> None:
    at.do("house", LockAccount("ann", "lost phone"))
    at.do("house", ExcludePerson("ann", "x"), "pam", Role.PIT_MANAGER)
    at.open_bets()
    at.do("house", UnlockAccount("ann", "found"))
    assert isinstance(at.ante("ann", 10_000), Refusal)
    at.do("house", ProposeChange(Readmit("ann", "well again")))
    at.do("house", CountersignChange(at.house.proposed), "max")
    assert isinstance(at.ante("ann", 10_000), Accepted)


def test_a_locked_dealer_does_nothing(at: HouseFloor) -> None:
    at.do("house", LockAccount("dan", "lost badge"))
    assert at.refused(STUD, PlayBanked(OpenRound()), "dan", Role.DEALER).sentence == "The account of dan is locked"


def test_nobody_wagers_or_brings_cash_without_an_account(at: HouseFloor) -> None:
    assert at.refused("cage", CashIn("zoe", 100, DAY), "tom", Role.CAGE).sentence == "There is no account zoe"
    at.open_bets()
    at.refused(STUD, PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000, "zoe")), "dan", Role.DEALER)
    # Nor do staff who are no Players.
    at.refused("cage", CashIn("dan", 100, DAY), "tom", Role.CAGE)


@pytest.mark.parametrize(("day", "taken"), [("2026-11-14", False), (DAY, True), (NEXT, False), ("", False)])
def test_cash_belongs_to_the_gaming_day_it_is(at: HouseFloor, day: str, taken: bool) -> None:
    for command in (CashIn("ann", 100, day), CashOut("ann", 100, day)):
        assert isinstance(at.ask("cage", command, "tom", Role.CAGE), Accepted) is taken


def test_at_a_table_without_wallets_names_are_only_names(at: HouseFloor) -> None:
    stream = "table:public"
    at.do(stream, EstablishTable("rws-casino-stud", {}, "stud", True, True, 5 * 10**12))
    at.do(stream, Propose(OpenTable(((500, 1_000),))))
    at.do(stream, Countersign(1), "max")
    at.do(stream, BuyChips(100_000), "dan", Role.DEALER)
    at.do(stream, PlayBanked(OpenRound()), "dan", Role.DEALER)
    at.do(stream, PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000, "seat-1")), "dan", Role.DEALER)
    at.do("house", LockAccount("ann", "x"))
    at.refused(stream, PlayBanked(PlaceWager(2, WagerName.ANTE, 10_000)), "ann", P)


def test_without_a_house_nobody_is_barred(tmp_path: Path) -> None:
    floor = HouseFloor(tmp_path / "other.db")
    floor.do("cage", EstablishCage(10**6))
    floor.do("cage", CashIn("anybody", 100, "some day"), "whoever", Role.CAGE)


# ---- Losses ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "taken"), [(9_999, False), (10_000, True), (10_001, True)])
def test_a_wager_up_to_the_limit(at: HouseFloor, limit: int, taken: bool) -> None:
    at.do("house", SetLossLimit("ann", limit), "ann", P)
    at.open_bets()
    reply = at.ante("ann", 10_000)
    assert isinstance(reply, Accepted) is taken
    if isinstance(reply, Refusal):
        assert reply == Refusal(Reason.LIMITS, "The loss limit of ann leaves SGD 99.99 for this gaming day", ())


@pytest.mark.parametrize(("limit", "taken"), [(29_999, False), (30_000, True), (30_001, True)])
def test_the_bet_of_a_round_counts_like_any_wager(at: HouseFloor, limit: int, taken: bool) -> None:
    at.do("house", SetLossLimit("ann", limit), "ann", P)
    at.open_bets()
    assert isinstance(at.ante("ann", 10_000), Accepted)
    at.close_bets()
    reply = at.ask(STUD, PlayBanked(Choose(1, Decision.BET)), "ann", P)
    assert isinstance(reply, Accepted) is taken
    if not taken:
        at.do(STUD, PlayBanked(Choose(1, Decision.FOLD)), "ann", P)


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize(("limit", "taken"), [(39_999, False), (40_000, True), (40_001, True)])
def test_losses_of_the_day_add_up(at: HouseFloor, limit: int, taken: bool, restart: bool) -> None:
    for _ in range(3):
        play_round(at, 10_000)
    at.do("house", SetLossLimit("ann", limit), "ann", P)
    if restart:
        at.again()
    at.open_bets()
    assert isinstance(at.ante("ann", 10_000), Accepted) is taken
    assert isinstance(at.ante("bob", 10_000, 2), Accepted)


def test_what_was_won_may_be_lost_again(at: HouseFloor) -> None:
    """The ledger decides: whatever the rounds brought, exactly the limit beyond it may be wagered."""
    at.do("house", SetLossLimit("ann", 60_000), "ann", P)
    before = wallet(at)
    for _ in range(6):
        at.open_bets()
        left = 60_000 + wallet(at) - before
        most = left // 500 * 500
        if most >= 10_000:
            assert isinstance(at.ante("ann", 10_000), Accepted)
            assert isinstance(at.ante("ann", most - 10_000 + 500), Refusal)
            at.close_bets()
            bet = at.ask(STUD, PlayBanked(Choose(1, Decision.BET)), "ann", P)
            assert isinstance(bet, Accepted) is (left >= 30_000)
            if isinstance(bet, Refusal):
                at.do(STUD, PlayBanked(Choose(1, Decision.FOLD)), "ann", P)
        else:
            assert isinstance(at.ante("ann", 10_000), Refusal)
            at.close_bets()
        assert at.floor.played(at.house, at.clock.at).result("ann") == wallet(at) - before
        assert wallet(at) >= before - 60_000


def test_a_withdrawn_wager_is_not_lost(at: HouseFloor) -> None:
    at.do("house", SetLossLimit("ann", 10_000), "ann", P)
    at.open_bets()
    for _ in range(3):
        assert isinstance(at.ante("ann", 10_000), Accepted)
        assert isinstance(at.ante("ann", 2_500, 2), Refusal)
        at.do(STUD, PlayBanked(WithdrawWager(1, WagerName.ANTE)), "ann", P)


def test_within_one_batch_wagers_add_up_too(at: HouseFloor) -> None:
    at.do("house", SetLossLimit("ann", 20_000), "ann", P)
    at.open_bets()
    wagers = [Request(STUD, "ann", P, PlayBanked(PlaceWager(box, WagerName.ANTE, 10_000))) for box in (1, 2, 3)]
    assert [isinstance(one, Accepted) for one in at.floor.submit(*wagers)] == [True, True, False]
    assert at.floor.played(at.house, at.clock.at).result("ann") == -20_000


def test_cash_is_neither_won_nor_lost(at: HouseFloor) -> None:
    at.do("house", SetLossLimit("ann", 10_000), "ann", P)
    at.do("cage", CashOut("ann", 100_000, DAY), "tom", Role.CAGE)
    at.do("cage", CashIn("ann", 300_000, DAY), "tom", Role.CAGE)
    at.open_bets()
    assert isinstance(at.ante("ann", 10_500), Refusal)
    assert isinstance(at.ante("ann", 10_000), Accepted)


@pytest.mark.parametrize("restart", [False, True])
def test_a_new_gaming_day_begins_with_no_loss(at: HouseFloor, restart: bool) -> None:
    at.do("house", SetLossLimit("ann", 10_000), "ann", P)
    play_round(at, 10_000)
    at.clock.at = NOON + 20 * 60 * MINUTE - 1
    at.open_bets()
    assert isinstance(at.ante("ann", 10_000), Refusal)
    at.clock.at += 1
    if restart:
        at.again()
    assert isinstance(at.ante("ann", 10_000), Accepted)


def test_a_lowered_limit_holds_at_once_and_a_raised_one_tomorrow(at: HouseFloor) -> None:
    at.do("house", SetLossLimit("ann", 50_000), "ann", P)
    at.do("house", SetLossLimit("ann", 10_000), "ann", P)
    at.do("house", SetLossLimit("ann", 20_000), "ann", P)
    at.open_bets()
    assert isinstance(at.ante("ann", 20_000), Refusal)
    at.clock.at = NOON + 20 * 60 * MINUTE
    assert isinstance(at.ante("ann", 20_000), Accepted)


def test_books_are_put_right_whatever_the_limit(at: HouseFloor) -> None:
    table = "table:by-hand"
    at.do(table, EstablishTable("rws-casino-stud", {}, "stud", False, False, 5_000_000 * 1_000_000))
    at.do(table, Propose(OpenTable(((50_000, 1_000),))))
    at.do(table, Countersign(1), "max")
    at.do(table, PlayBanked(OpenRound()), "dan", Role.DEALER)
    at.do(table, PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000)), "ann", P)
    at.do("house", SetLossLimit("ann", 10_000), "ann", P)
    at.do(table, PlayBanked(CorrectWager(1, WagerName.ANTE, 20_000, "two chips")), "dan", Role.DEALER)
    assert wallet(at) == 480_000


@pytest.mark.parametrize(("limit", "taken"), [(19_999, False), (20_000, True), (20_001, True)])
def test_a_table_stake_may_be_lost_whole(at: HouseFloor, limit: int, taken: bool) -> None:
    at.do("house", SetLossLimit("ann", limit), "ann", P)
    assert isinstance(at.join("ann", 1, 20_000), Accepted) is taken


def test_a_stake_grows_up_to_the_limit_and_what_is_left_comes_back(at: HouseFloor) -> None:
    at.do("house", SetLossLimit("ann", 30_000), "ann", P)
    assert isinstance(at.join("ann", 1, 20_000), Accepted)
    assert at.refused(POKER, PlayRoom(room.TopUp(1, 10_500)), "ann", P).reason is Reason.LIMITS
    at.do(POKER, PlayRoom(room.TopUp(1, 10_000)), "ann", P)
    at.do(POKER, PlayRoom(room.LeaveTable(1)), "ann", P)
    assert wallet(at) == 500_000
    at.open_bets()
    assert isinstance(at.ante("ann", 30_000), Accepted)


def test_who_decides_for_a_box_stakes_nothing_of_anothers_beyond_his_limit(at: HouseFloor) -> None:
    stream = "table:bonus"
    at.do("link:bonus", EstablishLink(5_000_000, "0.70", 500))
    at.do(stream, EstablishTable("mbs-texas-holdem-bonus-progressive", {}, "bonus", True, False, 5 * 10**12))
    at.do(stream, Propose(OpenTable(((500, 1_000),))))
    at.do(stream, Countersign(1), "max")
    at.do(stream, PlayBanked(OpenRound()), "dan", Role.DEALER)
    for player in ("ann", "bob"):
        at.do(stream, PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000)), player, P)
    at.do("house", SetLossLimit("bob", 29_999), "bob", P)
    at.do(stream, PlayBanked(CloseBets()), "dan", Role.DEALER)
    flop = PlayBanked(Choose(1, Decision.FLOP))
    before = wallet(at, "bob")
    at.do(stream, flop, "ann", P)  # bob's share is folded
    assert wallet(at, "bob") == before
    assert at.refused(stream, PlayBanked(DeclineShare(1)), "bob", P).reason is Reason.NOT_YOURS


# ---- Time -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize(("minutes", "taken"), [(29.99, True), (30, False), (30.01, False)])
def test_time_is_played_from_the_first_chip_to_the_rounds_end(
    at: HouseFloor, minutes: float, taken: bool, restart: bool
) -> None:
    play_round(at, 10_000, minutes=minutes)
    at.clock.pass_minutes(60)  # which is no play
    at.do("house", SetTimeLimit("ann", 30), "ann", P)
    if restart:
        at.again()
    at.open_bets()
    reply = at.ante("ann", 10_000)
    assert isinstance(reply, Accepted) is taken
    if isinstance(reply, Refusal):
        assert reply.sentence == "ann has reached the limit of 30 minutes for this gaming day"
    assert isinstance(at.join("ann", 1, 20_000), Accepted) is taken


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize(("pause", "played"), [(4.99, 24), (5, 25), (5.01, 20)])
def test_a_short_pause_counts(at: HouseFloor, pause: float, played: int, restart: bool) -> None:
    at.do("house", SetTimeLimit("ann", 600), "ann", P)
    play_round(at, 10_000, minutes=10)
    at.clock.pass_minutes(pause)
    play_round(at, 10_000, minutes=10)
    if restart:
        at.again()
    assert at.floor.played(at.house, at.clock.at).minutes("ann", at.clock.at) == played


def test_a_hand_in_play_is_played_to_its_end(at: HouseFloor) -> None:
    at.do("house", SetTimeLimit("ann", 30), "ann", P)
    play_round(at, 10_000, minutes=45, fold=False)
    at.open_bets()
    assert isinstance(at.ante("ann", 10_000), Refusal)
    assert isinstance(at.ante("bob", 10_000), Accepted)


@pytest.mark.parametrize("restart", [False, True])
def test_a_round_over_the_days_beginning_counts_from_there(at: HouseFloor, restart: bool) -> None:
    at.do("house", SetTimeLimit("ann", 30), "ann", P)
    at.clock.at = NOON + 19 * 60 * MINUTE + 30 * MINUTE  # half past seven
    play_round(at, 10_000, minutes=40)
    if restart:
        at.again()
    assert at.floor.played(at.house, at.clock.at).minutes("ann", at.clock.at) == 10
    at.open_bets()
    assert isinstance(at.ante("ann", 10_000), Accepted)


def seated(at: HouseFloor) -> None:
    for seat, player in enumerate(("ann", "bob", "cat"), 1):
        assert isinstance(at.join(player, seat, 50_000), Accepted)


def fold_round(at: HouseFloor, minutes: float) -> None:
    """A round of poker in which all but one give up."""
    at.do(POKER, PlayRoom(room.OpenRound()), "dan", Role.DEALER)
    at.clock.pass_minutes(minutes)
    engine: Any = at.floor.table("poker").engine
    while engine.playing:
        hand = engine.round.hands[engine.round.turn]
        at.do(POKER, PlayRoom(room.Act(hand.seat, Move.FOLD)), hand.player, P)
        engine = at.floor.table("poker").engine


@pytest.mark.parametrize("restart", [False, True])
def test_whose_time_is_up_is_not_dealt_in_any_more(at: HouseFloor, restart: bool) -> None:
    seated(at)
    at.do("house", SetTimeLimit("ann", 30), "ann", P)
    fold_round(at, 29)
    if restart:
        at.again()
    fold_round(at, 1)
    assert not any(seat.away for seat in engine_of(at).seats)
    if restart:
        at.again()
    fold_round(at, 1)
    assert [seat.away for seat in engine_of(at).seats] == [True, False, False]
    assert at.refused(POKER, PlayRoom(room.ComeBack(1)), "ann", P).reason is Reason.LIMITS
    assert at.refused(POKER, PlayRoom(room.TopUp(1, 500)), "ann", P).reason is Reason.LIMITS
    at.do(POKER, PlayRoom(room.LeaveTable(1)), "ann", P)


def engine_of(at: HouseFloor) -> Any:
    return at.floor.table("poker").engine


def test_who_is_excluded_is_not_dealt_in_any_more(at: HouseFloor) -> None:
    seated(at)
    fold_round(at, 1)
    at.do("house", ExcludePerson("bob", "x"), "bob", P)
    fold_round(at, 1)
    assert [seat.away for seat in engine_of(at).seats] == [False, True, False]


def test_who_is_excluded_in_a_hand_folds_or_checks(at: HouseFloor) -> None:
    seated(at)
    at.do(POKER, PlayRoom(room.OpenRound()), "dan", Role.DEALER)
    hand = engine_of(at).round.hands[engine_of(at).round.turn]
    at.do("house", LockAccount(hand.player, "x"))
    assert at.refused(POKER, PlayRoom(room.Act(hand.seat, Move.CALL)), hand.player, P).reason is Reason.LIMITS
    at.do(POKER, PlayRoom(room.Act(hand.seat, Move.FOLD)), hand.player, P)


def test_seats_that_changed_are_told_apart_after_a_restart(at: HouseFloor) -> None:
    seated(at)
    fold_round(at, 10)
    at.do(POKER, PlayRoom(room.LeaveTable(1)), "ann", P)
    at.do("house", SetTimeLimit("bob", 600), "bob", P)
    for _ in range(2):
        counted = at.floor.played(at.house, at.clock.at)
        assert [counted.minutes(name, at.clock.at) for name in ("ann", "bob", "cat")] == [10, 10, 10]
        at.again()


def test_what_was_written_of_all_this_is_verified(at: HouseFloor) -> None:
    """Decided again from the journal, accounts and limits give the same, and who sat out did so by the floor."""
    seated(at)
    at.do("house", SetTimeLimit("ann", 1), "ann", P)
    at.do("house", SetLossLimit("ann", 90_000), "ann", P)
    fold_round(at, 2)
    fold_round(at, 2)
    play_round(at, 10_000, player="bob")
    at.do("house", ExcludePerson("cat", "x", NEXT), "cat", P)
    with at.floor.store.reading() as reading:
        told = [one for one in verify(reading, keys=at.floor.keys) if one.kind is not Kind.FORM]
    assert told == []


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.integers(0, 12)), max_size=30))
@example([(1, True, 0), (1, False, 0), (0, True, 1)])
def test_time_at_several_tables_is_counted_once(steps: list[tuple[int, bool, int]]) -> None:
    """Against a clock that looks every minute whether he plays anywhere, or has just stopped."""
    pause, now, span = 5, 1_000, Span()
    playing: set[str] = set()
    has_played = False
    minutes: set[int] = set()
    idle: list[int] = []
    for table, sits, passed in steps:
        for minute in range(now, now + passed):
            if playing:
                minutes.add(minute)
            else:
                idle.append(minute)
        now += passed
        stream = f"table:{table}"
        if sits:
            if not playing and has_played and len(idle) <= pause:  # a short pause is play, after a moment of it too
                minutes.update(idle)
            span = span.sits(stream, now, pause, 0)
            playing.add(stream)
            has_played = True
            idle = []
        else:
            span = span.rises(stream, now)
            playing.discard(stream)
        assert span.at(now) == len(minutes)
