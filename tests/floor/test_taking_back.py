"""Taking back on the floor: money, meter, books, restart and verification, and where nothing is taken back."""

from pathlib import Path

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from croupier.cards import UNKNOWN, parse_cards
from croupier.floor.journal import codec
from croupier.floor.reading.reports import Period, TableReport, report
from croupier.floor.running.floor import Floor
from croupier.floor.values.table import SignClaim
from croupier.floor.values.table_kinds import BankedTable, without_tape
from croupier.floor.verify.finding import Kind
from croupier.floor.verify.verification import verify
from croupier.play.banked import commands as bank
from croupier.play.banked.events import ActTakenBack, DecisionCorrected
from croupier.play.room import commands as room
from croupier.play.room import events as room_events
from croupier.rules.room import Move
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.random_floor import KEYS, open_floor
from tests.floor.rigged import a_floor, act, events, in_order, refusal

PLAN = """
[links.main]
seed = 5_000_000
[tables.one]
game = "rws-casino-stud"
link = "main"
automatic = false
[tables.by-itself]
game = "rws-casino-stud"
link = "main"
automatic = true
[tables.room]
game = "rws-poker"
automatic = false
policy = { minimum_stake = 10_000, maximum_stake = 100_000 }
"""
CASH = 5_000_000
SUE = ("sue", Role.PIT_SUPERVISOR)
BACK, LATE = bank.TakeBackLast(), bank.TakeBackLast("keyed in wrongly")
ROYAL = parse_cards("AsKsQsJsTs")


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return a_floor(tmp_path, PLAN, cash=CASH)


def _bets(floor: Floor, *boxes: int) -> None:
    act(floor, "one", bank.OpenRound())
    for box in boxes:
        player = ("ann", "bob", "cho")[box - 1]
        act(floor, "one", bank.PlaceWager(box, WagerName.ANTE, 10_000, player))
        act(floor, "one", bank.PlaceWager(box, WagerName.JACKPOT, 500, player))


def _state(floor: Floor) -> BankedTable:
    state = floor.table("one")
    assert isinstance(state, BankedTable)
    return state


def test_chips_and_meter_go_back_where_they_came_from(floor: Floor) -> None:
    _bets(floor, 1)
    assert floor.balances["wallet:ann"] == CASH - 10_500
    before = dict(floor.balances)
    meter = floor.link("main").meter
    act(floor, "one", bank.CloseBets())
    assert floor.link("main").meter == meter + 350 * 1_000_000  # 70 % of 5.00
    act(floor, "one", BACK)
    assert floor.link("main").meter == meter
    assert {name: cents for name, cents in floor.balances.items() if cents} == {
        name: cents for name, cents in before.items() if cents
    }
    act(floor, "one", LATE, *SUE)
    assert floor.balances["wallet:ann"] == CASH - 10_000
    act(floor, "one", LATE, *SUE)
    assert floor.balances["wallet:ann"] == CASH
    assert floor.balances["layout:one"] == 0
    in_order(floor)


def _played(floor: Floor) -> None:
    """Two boxes; box 1 is keyed in as folded first, and box 2 as a BET, both wrongly; its fold is found out late."""
    _bets(floor, 1, 2)
    act(floor, "one", bank.CloseBets())
    cards = [UNKNOWN, *parse_cards("As7c9dKs7dKdQs2s9cJs3s5cTs9h2h")]
    act(floor, "one", bank.DealCards(tuple(cards)))
    act(floor, "one", bank.Choose(1, Decision.FOLD))
    act(floor, "one", BACK)
    act(floor, "one", bank.Choose(1, Decision.BET))
    act(floor, "one", bank.Choose(2, Decision.BET))
    act(floor, "one", bank.Reveal())


def test_a_decision_is_corrected_with_its_chips_and_the_record_is_in_order(floor: Floor) -> None:
    _played(floor)
    assert floor.balances["wallet:bob"] == CASH - 30_500
    act(floor, "one", bank.CorrectDecision(2, Decision.FOLD, None, "bob had folded"), *SUE)
    assert floor.balances["wallet:bob"] == CASH - 10_500
    happened = events(floor, "table:one")
    assert sum(isinstance(event, ActTakenBack) for event in happened) == 1
    assert sum(isinstance(event, DecisionCorrected) for event in happened) == 1
    act(floor, "one", bank.ShowHand(1))
    in_order(floor)


def test_what_was_staked_in_the_end_is_what_a_report_counts(floor: Floor) -> None:
    """Two Antes of 100.00, two coins of 5.00 and one BET of 200.00: what was taken back was not wagered."""
    _played(floor)
    act(floor, "one", bank.CorrectDecision(2, Decision.FOLD, None, "bob had folded"), *SUE)
    assert _handle(floor, "one") == 2 * 10_000 + 2 * 500 + 20_000


def test_an_ante_that_was_taken_back_is_no_wager_of_the_report(floor: Floor) -> None:
    """An Ante of 100.00 corrected to 150.00 and withdrawn in part, all of it taken back step by step."""
    act(floor, "one", bank.OpenRound())
    act(floor, "one", bank.PlaceWager(1, WagerName.ANTE, 10_000, "ann"))
    act(floor, "one", bank.CorrectWager(1, WagerName.ANTE, 15_000))
    act(floor, "one", bank.WithdrawWager(1, WagerName.ANTE, 5_000, "ann"))
    act(floor, "one", bank.PlaceWager(1, WagerName.JACKPOT, 500, "ann"))
    for lies in (10_000, 15_000, 10_000, 0):
        act(floor, "one", BACK)
        assert _handle(floor, "one") == lies


def _report(floor: Floor, table: str) -> TableReport:
    with floor.store.reading() as reading:
        (found,) = report(reading, Period("all", 0, 2**62), table)
    return found


def _handle(floor: Floor, table: str) -> int:
    return _report(floor, table).handle


def test_after_a_restart_the_last_act_is_still_known(floor: Floor, tmp_path: Path) -> None:
    _played(floor)
    floor.store.close()
    again = open_floor(tmp_path / "floor.db")
    act(again, "one", BACK)  # the reveal
    assert "must still sign" in refusal(again, "one", LATE)
    act(again, "one", LATE, *SUE)
    round_ = _state(again).engine.round
    assert round_ is not None
    assert round_.boxes[1].decisions == ()
    assert again.balances["wallet:bob"] == CASH - 10_500
    in_order(again)


def test_cards_taken_back_are_not_out(floor: Floor) -> None:
    """Since when a hand has all its cards decides the order of major awards."""
    _bets(floor, 1)
    act(floor, "one", bank.CloseBets())
    act(floor, "one", bank.DealCards((UNKNOWN,) * 10))
    assert _state(floor).info.complete != ()
    assert _state(floor).info.dealt == 10
    act(floor, "one", BACK)
    assert _state(floor).info.complete == ()
    assert _state(floor).info.dealt == 0
    in_order(floor)


def _royal(floor: Floor) -> None:
    """Box 1 has a Royal Flush, which waits for its signatures."""
    _bets(floor, 1)
    act(floor, "one", bank.CloseBets())
    cards = [UNKNOWN]
    for own, other in zip(ROYAL, parse_cards("9dKd9c5c2h"), strict=True):
        cards += (own, other)
    act(floor, "one", bank.DealCards(tuple(cards)))
    act(floor, "one", bank.Choose(1, Decision.BET))
    act(floor, "one", bank.Reveal())
    act(floor, "one", bank.ShowHand(1))
    act(floor, "one", bank.Settle())
    assert len(_state(floor).info.claims) == 1


def test_a_claim_falls_with_what_it_rests_on_until_somebody_has_signed(floor: Floor) -> None:
    _royal(floor)
    act(floor, "one", BACK)
    assert _state(floor).info.claims == ()
    act(floor, "one", bank.ShowHand(1))
    act(floor, "one", bank.Settle())
    act(floor, "one", SignClaim(1), *SUE)
    assert "who has not signed before" in refusal(floor, "one", LATE)
    assert "who has not signed before" in refusal(
        floor, "one", bank.CorrectDecision(1, Decision.FOLD, None, "late"), *SUE
    )
    in_order(floor)


def test_at_a_table_that_deals_by_itself_nothing_is_taken_back(floor: Floor) -> None:
    act(floor, "by-itself", bank.OpenRound())
    act(floor, "by-itself", bank.PlaceWager(1, WagerName.ANTE, 10_000), "ann")
    for command in (LATE, bank.CorrectDecision(1, Decision.FOLD, None, "late")):
        assert "by hand" in refusal(floor, "by-itself", command, "max", Role.SHIFT_MANAGER)
    state = floor.table("by-itself")
    assert isinstance(state, BankedTable)
    assert state.engine.round is not None
    assert state.engine.round.tape is UNSET


def test_players_take_nothing_back(floor: Floor) -> None:
    _bets(floor, 1)
    assert refusal(floor, "one", LATE, "ann")
    assert refusal(floor, "one", bank.CorrectDecision(1, Decision.FOLD, None, "late"), "dealer")


def test_in_the_poker_room_bets_go_back_and_the_report_forgets_them(floor: Floor) -> None:
    for seat, player in ((1, "ann"), (2, "bob"), (3, "cho")):
        act(floor, "room", room.JoinTable(seat, 50_000), player)
    act(floor, "room", room.OpenRound())
    act(floor, "room", room.DealCards((UNKNOWN,) * 6))
    blinds = _handle(floor, "room")
    act(floor, "room", room.Act(1, Move.ALL_IN))
    assert _handle(floor, "room") == blinds + 50_000
    act(floor, "room", room.TakeBackLast())
    assert _handle(floor, "room") == blinds
    act(floor, "room", room.Act(1, Move.CALL))
    act(floor, "room", room.Act(2, Move.FOLD))
    called = _handle(floor, "room")
    act(floor, "room", room.CorrectAct(1, Move.FOLD, None, "ann had folded"), *SUE)
    assert _handle(floor, "room") < called
    assert _handle(floor, "room") == blinds
    act(floor, "room", room.Settle())
    corrected = [one for one in events(floor, "table:room") if isinstance(one, room_events.ActCorrected)]
    assert len(corrected) == 1
    in_order(floor)


def test_a_snapshot_from_before_there_were_tapes_is_in_order(floor: Floor) -> None:
    """It lacks the tape of the round in play and nothing else; one that lacks more is found."""
    _played(floor)
    kept = floor.streams["table:one"]
    whole, bare = kept.state, without_tape(kept.state)
    assert whole != bare
    spoilt = replace(bare, info=replace(bare.info, float=bare.info.float + 1))
    for state, found in ((whole, []), (bare, []), (spoilt, [Kind.SNAPSHOT])):
        with floor.store.writing() as writing:
            writing.save_snapshot("table:one", kept.version, codec.write_state(state))
        with floor.store.reading() as reading:
            assert [one.kind for one in verify(reading, keys=KEYS)] == found
