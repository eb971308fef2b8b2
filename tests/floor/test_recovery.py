"""After a restart: what becomes of a round that was in play, game by game and moment by moment.

Casino Stud, Multi-Link Casino Stud and Progressive Texas Hold'em say it in 5.7, Texas Hold'em Bonus Progressive in
5.16, the poker room in 5.1.
"""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from croupier.cards import Card
from croupier.floor.house.recovery import Recovered, recover
from croupier.floor.running.floor import Floor
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.links import LinkDown
from croupier.floor.values.table import PlayBanked, PlayRoom, SignClaim
from croupier.floor.values.table_duty import Held, HoldRound, ResumeRound, RoundResumed
from croupier.floor.values.table_kinds import BankedTable, RoomTable
from croupier.floor.verify.verification import verify
from croupier.play.banked.commands import (
    AnswerChoice,
    BankedCommand,
    Choose,
    CloseBets,
    DealCards,
    Look,
    OpenRound,
    PlaceWager,
    Report,
    Settle,
    TakeDecision,
)
from croupier.play.banked.events import IrregularityRuled
from croupier.play.banked.flow import current_step, places_ahead, undecided
from croupier.play.banked.state import Box, Phase, Round
from croupier.play.refusal import Refusal
from croupier.play.room import commands as room
from croupier.rules.irregularities import Ruling
from croupier.rules.room import Move
from croupier.rules.terms import Decide, Decision, Role, WagerName
from tests.faults.audit import Audit
from tests.floor.pit import PIT
from tests.floor.random_floor import KEYS, asked, done, furnish, open_floor
from tests.floor.rigging import RiggedEntropy, rigged_deck, staying
from tests.room import chips_on
from tests.sampling import first
from tests.sitting import HOUSE_GAMES

BONUS = "mbs-texas-holdem-bonus-progressive"
VOIDING = tuple(game for game in HOUSE_GAMES if game != BONUS)
NOT_DECIDED = {game: ("5.7.2" if game != BONUS else "5.16.1") for game in HOUSE_GAMES}
DECIDED = {game: ("5.7.1" if game != BONUS else "5.16.2") for game in HOUSE_GAMES}
POKER = "rws-poker"
ANTE, JACKPOT = 10_000, 500
FED = 352_500_000
"""What a jackpot wager of 5.00 puts into the meter at 0.705: 3.525, in millionths of a cent."""
PLAN = (
    "\n".join(
        f'[links.{game}]\ncontribution = "0.705"\n'
        f'[tables.{game}]\ngame = "{game}"\nlink = "{game}"\n'
        f'[tables.hand-{game}]\ngame = "{game}"\nlink = "{game}"\nautomatic = false\n'
        for game in HOUSE_GAMES
    )
    + f'[tables.{POKER}]\ngame = "{POKER}"\n[tables.{POKER}.policy]\nsmall_blind = 100\n'
    + "minimum_stake = 4_000\nmaximum_stake = 40_000\nrake = '0.05'\nrake_unit = 100\nrake_cap = 1_000\n"
)


class House:
    """A floor that a test stops and starts again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.entropy = RiggedEntropy(1)
        self.floor: Floor = open_floor(path, entropy=self.entropy)
        furnish(self.floor, PLAN)

    def restart(self) -> list[Recovered]:
        """Stop, open the floor anew with other chance, and let it rule."""
        self.floor.store.close()
        self.entropy = RiggedEntropy(99)
        self.floor = open_floor(self.path, entropy=self.entropy)
        return recover(self.floor)

    def do(self, table: str, *commands: BankedCommand, by: str = "dealer") -> tuple[Any, ...]:
        """Commands at a house-banked table; the events of the last."""
        role = Role.PLAYER if by in {"ann", "bob", "cho"} else Role(by)
        events: tuple[Any, ...] = ()
        for command in commands:
            events = done(self.floor, asked(f"table:{table}", PlayBanked(command), by, role))[0].events
        return events

    def state(self, table: str) -> BankedTable:
        state = self.floor.table(table)
        assert isinstance(state, BankedTable)
        return state

    def round(self, table: str) -> Round:
        round_ = self.state(table).engine.round
        assert round_ is not None
        return round_

    def box(self, table: str, number: int) -> Box:
        box = self.round(table).box(number)
        assert box is not None
        return box

    def money(self) -> dict[str, int]:
        """Every account that holds something, and the exact meters."""
        held = {name: cents for name, cents in self.floor.balances.items() if cents}
        return held | {
            f"exact {name}": kept.state.meter for name, kept in self.floor.streams.items() if name.startswith("link:")
        }

    def bet(self, table: str) -> None:
        """A round with two boxes, both in for the jackpot."""
        self.do(table, OpenRound())
        for box, player in ((1, "ann"), (2, "bob")):
            self.do(
                table, PlaceWager(box, WagerName.ANTE, ANTE), PlaceWager(box, WagerName.JACKPOT, JACKPOT), by=player
            )

    def deal(self, table: str, count: int = 0) -> None:
        """The Dealer enters the next cards: so many, or all that are due."""
        state = self.state(table)
        due = len(places_ahead(state.game, state.engine.policy.dealing, self.round(table)))
        left = [card for card in range(52) if not self.round(table).used >> card & 1]
        self.do(table, DealCards(tuple(Card(card) for card in left[: count or due])))

    def choose(self, table: str, decision: Decision | None = None) -> None:
        """Whoever is next decides; without a decision, so that he stays in."""
        state = self.state(table)
        step, box = current_step(state.game, state.engine), undecided(self.round(table))
        assert isinstance(step, Decide)
        assert box is not None
        self.do(table, Choose(box.number, decision or staying(step)), by=box.player)

    def finish(self, table: str) -> None:
        """Everybody stays in until the round is over."""
        while self.state(table).running:
            self.choose(table)

    def dealt(self, table: str) -> tuple[int, ...]:
        """All cards of the table's last round, as the journal has them."""
        cards: list[int] = []
        with self.floor.store.reading() as reading:
            for entry in reading.entries(f"table:{table}"):
                for event in json.loads(entry.events):
                    if event["type"] == "RoundOpened":
                        cards = []
                    if event["type"] == "CardsDealt":
                        cards += event["cards"]
        return tuple(cards)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "floor.db")
    yield house
    with house.floor.store.reading() as reading:
        assert not list(verify(reading, keys=KEYS))
    audit = Audit()
    audit.follow(house.path)
    assert all(actor in {SYSTEM, "pit_supervisor", *dict(PIT)} for _, actor, _ in audit.rulings)
    house.floor.store.close()


def ruled(found: list[Recovered], table: str, ruling: Ruling, cite: str) -> None:
    """One round was found in play, and this is what its document says."""
    assert [(one.table, one.ruling) for one in found] == [(table, ruling)]
    assert cite in found[0].cites


def held_and_ruled(house: House, table: str, ruling: Ruling, cite: str) -> None:
    """A Dealer's round was found in play: it stands still until the pit has it ruled on."""
    money = house.money()
    (found,) = house.restart()
    assert (found.table, found.ruling) == (table, None)
    assert cite in found.cites
    assert house.money() == money
    assert house.state(table).info.held == Held(found.round, house.floor.time.last)
    events = house.do(table, Report("interruption"), by="pit_supervisor")
    (told,) = (one for one in events if isinstance(one, IrregularityRuled))
    assert told.ruling is ruling
    assert cite in told.cites
    assert house.state(table).info.held is UNSET


# ---- Between rounds -------------------------------------------------------------------------------------------------


def test_a_floor_at_rest_is_left_as_it_is(house: House) -> None:
    for game in HOUSE_GAMES:
        house.bet(game)
        house.do(game, CloseBets())
        house.finish(game)
    before, position = house.money(), house.floor.position
    assert house.restart() == []
    assert (house.money(), house.floor.position) == (before, position)


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_the_next_round_after_a_restart_has_a_new_shuffle(house: House, game: str) -> None:
    house.bet(game)
    house.do(game, CloseBets())
    house.finish(game)
    house.restart()
    house.bet(game)
    assert house.state(game).info.shuffles == 2


# ---- Nothing decided: void, or the Players choose -------------------------------------------------------------------


@pytest.mark.parametrize("table", VOIDING)
@pytest.mark.parametrize("moment", first(3, ["open", "dealt", "one has decided", "before the close", "looked"]))
def test_5_7_2_an_undecided_round_is_void_and_every_cent_goes_back(house: House, table: str, moment: str) -> None:
    before = house.money()
    _until(house, table, moment)
    ruled(house.restart(), table, Ruling.VOID_ROUND, NOT_DECIDED[table])
    assert house.money() == before
    assert not house.state(table).running
    house.bet(table)  # and the next round begins
    house.do(table, CloseBets())
    house.finish(table)


def _until(house: House, table: str, moment: str) -> None:
    """Play a round up to a moment at which nothing is decided yet."""
    if moment == "open":
        house.do(table, OpenRound())
        return
    house.bet(table)
    if moment == "before the close":
        return
    meter = house.floor.link(house.state(table).info.link).meter
    house.do(table, CloseBets())
    assert house.floor.link(house.state(table).info.link).meter == meter + 2 * FED
    if moment == "looked":
        house.do(table, Look(1), by="ann")
    if moment == "one has decided":
        house.choose(table)


@pytest.mark.parametrize("game", VOIDING)
@pytest.mark.parametrize("count", [1, 4])
def test_5_7_2_in_the_middle_of_the_deal(house: House, game: str, count: int) -> None:
    table, before = f"hand-{game}", house.money()
    house.bet(table)
    house.do(table, CloseBets())
    house.deal(table, count)
    held_and_ruled(house, table, Ruling.VOID_ROUND, NOT_DECIDED[game])
    assert house.money() == before


@pytest.mark.parametrize("moment", ["before the close", "dealt", "one has decided"])
def test_5_16_1_the_players_withdraw_or_stay(house: House, moment: str) -> None:
    before = house.money()
    _until(house, BONUS, moment)
    ruled(house.restart(), BONUS, Ruling.PLAYERS_CHOOSE, NOT_DECIDED[BONUS])
    assert [box.choice for box in house.round(BONUS).boxes] == [("stay", "withdraw")] * 2
    assert house.state(BONUS).running
    house.do(BONUS, AnswerChoice(2, "withdraw"), by="bob")
    house.do(BONUS, AnswerChoice(1, "stay"), by="ann")
    if moment == "before the close":
        house.do(BONUS, CloseBets())
    house.finish(BONUS)
    after = house.money()
    assert after["wallet:bob"] == before["wallet:bob"]
    assert after[f"exact link:{BONUS}"] == before[f"exact link:{BONUS}"] + FED
    assert f"layout:{BONUS}" not in after


@pytest.mark.parametrize("moment", ["before the close", "dealt", "one has decided"])
def test_5_16_1_who_all_withdraw_have_every_cent_back(house: House, moment: str) -> None:
    before = house.money()
    _until(house, BONUS, moment)
    house.restart()
    house.do(BONUS, AnswerChoice(2, "withdraw"), by="bob")
    house.do(BONUS, AnswerChoice(1, "withdraw"), by="ann")
    if house.state(BONUS).running:
        house.do(BONUS, CloseBets())
    assert not house.state(BONUS).running
    assert house.money() == before


def test_5_16_1_an_open_round_without_wagers_goes_on(house: House) -> None:
    house.do(BONUS, OpenRound())
    ruled(house.restart(), BONUS, Ruling.PLAYERS_CHOOSE, NOT_DECIDED[BONUS])
    house.do(BONUS, PlaceWager(1, WagerName.ANTE, ANTE), by="ann")
    house.do(BONUS, CloseBets())
    house.finish(BONUS)


def test_5_16_1_a_choice_that_was_open_is_open_after_another_restart(house: House) -> None:
    house.bet(BONUS)
    house.do(BONUS, CloseBets())
    house.restart()
    house.do(BONUS, AnswerChoice(1, "stay"), by="ann")
    ruled(house.restart(), BONUS, Ruling.PLAYERS_CHOOSE, NOT_DECIDED[BONUS])
    assert house.box(BONUS, 2).choice == ("stay", "withdraw")
    house.do(BONUS, AnswerChoice(1, "stay"), by="ann")
    house.do(BONUS, AnswerChoice(2, "stay"), by="bob")
    house.finish(BONUS)


def test_5_16_1_in_the_middle_of_the_deal(house: House) -> None:
    table = f"hand-{BONUS}"
    house.bet(table)
    house.do(table, CloseBets())
    house.deal(table, 3)
    dealt = house.dealt(table)
    held_and_ruled(house, table, Ruling.PLAYERS_CHOOSE, NOT_DECIDED[BONUS])
    for box, player in ((1, "ann"), (2, "bob")):
        house.do(table, AnswerChoice(box, "stay"), by=player)
    house.deal(table)
    assert house.dealt(table)[:3] == dealt
    house.choose(table)


# ---- Something decided: the round is finished -----------------------------------------------------------------------


@pytest.mark.parametrize("table", HOUSE_GAMES)
def test_after_a_fold_the_round_is_finished_with_the_same_cards(house: House, table: str) -> None:
    """The rest of the deal comes from the sealed deck: chance after the restart has no part in it."""
    house.bet(table)
    house.do(table, CloseBets())
    house.choose(table, Decision.FOLD)
    order, dealt = house.floor.shoe(f"table:{table}").cards, house.dealt(table)
    ruled(house.restart(), table, Ruling.CONTINUE, DECIDED[table])
    assert house.box(table, 1).folded
    house.finish(table)
    cards = house.dealt(table)
    assert cards == tuple(order[: len(cards)])
    assert cards[: len(dealt)] == dealt
    assert not house.floor.balances[f"layout:{table}"]
    assert not house.state(table).engine.pending


@pytest.mark.parametrize("table", HOUSE_GAMES)
def test_a_finished_round_pays_what_it_would_have_paid_without_a_restart(tmp_path: Path, table: str) -> None:
    results = []
    for stops in (False, True):
        house = House(tmp_path / f"{stops}.db")
        house.entropy.rig(rigged_deck(table, (1, 2), {}))
        house.bet(table)
        house.do(table, CloseBets())
        house.choose(table, Decision.FOLD)
        if stops:
            house.restart()
        house.finish(table)
        results.append(house.money())
        house.floor.store.close()
    assert results[0] == results[1]


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_at_the_showdown_the_round_is_settled(house: House, game: str) -> None:
    """A Dealer's table: the cards lie open, nothing is paid yet."""
    table = f"hand-{game}"
    house.bet(table)
    house.do(table, CloseBets())
    _to_settling(house, table)
    before = house.money()
    held_and_ruled(house, table, Ruling.CONTINUE, DECIDED[game])
    assert house.money() == before
    house.do(table, Settle())
    assert f"layout:{table}" not in house.money()


def _to_settling(house: House, table: str) -> None:
    while house.round(table).phase is not Phase.SETTLING:
        state = house.state(table)
        if state.cards_due():
            house.deal(table)
        elif (command := state.due()) is not None:
            done(house.floor, asked(f"table:{table}", command, "dealer", Role.DEALER))
        else:
            house.choose(table)


# ---- Claims, choices and decisions that wait ------------------------------------------------------------------------

ROYAL = {
    "rws-casino-stud": {"1": "As Ks Qs Js Ts"},
    "rws-multi-link-casino-stud": {"1": "As Ks Qs Js Ts"},
    "rws-progressive-texas-holdem": {"1": "As Ks", "community": "Qs Js Ts 2c 3d"},
    BONUS: {"1": "As Ks", "community": "Qs Js Ts 2c 3d"},
}


@pytest.mark.parametrize("table", HOUSE_GAMES)
@pytest.mark.parametrize("signed", [0, 1])
def test_a_claim_that_was_open_is_paid_once(house: House, table: str, signed: int) -> None:
    signers = ("sue", "sam")
    house.entropy.rig(rigged_deck(table, (1, 2), ROYAL[table]))
    house.bet(table)
    house.do(table, CloseBets())
    while not house.state(table).info.claims:
        house.choose(table)
    for who in signers[:signed]:
        done(house.floor, asked(f"table:{table}", SignClaim(1), who, Role.PIT_SUPERVISOR))
    link = house.floor.link(table)
    before = house.money()
    found = house.restart()
    ruled(found, table, Ruling.CONTINUE, DECIDED[table])
    assert house.money() == before
    assert [len(one.signed) for one in house.state(table).info.claims] == [signed]
    for who in signers[signed:]:
        done(house.floor, asked(f"table:{table}", SignClaim(1), who, Role.PIT_SUPERVISOR))
    award = next(line for line in house.round(table).lines if line.award)
    assert award.paid == link.shown
    assert house.floor.link(table).meter == link.seed * 1_000_000 + link.meter % 1_000_000
    assert house.restart() == []


@pytest.mark.parametrize("table", VOIDING)
def test_5_7_2_a_decision_that_was_pending_goes_with_its_round(house: House, table: str) -> None:
    before = house.money()
    house.bet(table)
    house.do(table, CloseBets(), Report("not_covered"))
    assert house.state(table).engine.pending
    ruled(house.restart(), table, Ruling.VOID_ROUND, NOT_DECIDED[table])
    assert not house.state(table).engine.pending
    assert house.money() == before


@pytest.mark.parametrize("table", HOUSE_GAMES)
def test_a_decision_that_was_pending_still_is_where_the_round_goes_on(house: House, table: str) -> None:
    house.bet(table)
    house.do(table, CloseBets())
    house.choose(table, Decision.FOLD)
    house.do(table, Report("not_covered"))
    ruled(house.restart(), table, Ruling.CONTINUE, DECIDED[table])
    (pending,) = house.state(table).engine.pending
    option = next(one for one in pending.options if one == "continue")
    house.do(table, TakeDecision(pending.number, option, "as seen"), by="shift_manager")
    house.finish(table)


@pytest.mark.parametrize("game", VOIDING)
def test_5_7_2_a_choice_that_was_open_goes_with_its_round(house: House, game: str) -> None:
    table, before = f"hand-{game}", house.money()
    house.bet(table)
    house.do(table, CloseBets())
    house.deal(table, house.state(table).cards_due())
    card = house.box(table, 2).cards[0]
    exposed = Report("cards_exposed", {"count": "1", "whose": "player", "seen": "no"}, box=2, cards=(card,))
    house.do(table, exposed)
    assert house.box(table, 2).choice
    held_and_ruled(house, table, Ruling.VOID_ROUND, NOT_DECIDED[game])
    assert house.money() == before


# ---- Where a Dealer deals -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_a_held_round_refuses_everybody_but_the_pit_and_changes_nothing(house: House, game: str) -> None:
    table = f"hand-{game}"
    house.bet(table)
    house.do(table, CloseBets())
    house.deal(table, 3)
    house.restart()
    heads, stream = house.floor.heads(), f"table:{table}"
    for command, by, role in (
        (DealCards((Card(51),)), "dealer", Role.DEALER),
        (DealCards((Card(51),)), "sue", Role.PIT_SUPERVISOR),
        (Report("interruption"), "dealer", Role.DEALER),
        (Look(1), "ann", Role.PLAYER),
    ):
        reply = house.floor.submit(asked(stream, PlayBanked(command), by, role))[0]
        assert isinstance(reply, Refusal)
        assert reply.sentence == "The round is held since the restart: the pit decides whether it goes on as it lies"
        assert NOT_DECIDED[game] in reply.cites
    assert house.floor.heads() == heads


def test_an_interruption_of_an_earlier_round_leaves_a_held_round_held(house: House) -> None:
    table = f"hand-{HOUSE_GAMES[0]}"
    house.bet(table)
    house.do(table, CloseBets())
    house.deal(table)
    house.choose(table, Decision.FOLD)
    house.choose(table, Decision.FOLD)
    house.do(table, Settle())
    house.bet(table)
    house.do(table, CloseBets())
    house.deal(table, 3)
    house.restart()
    (event,) = house.do(table, Report("interruption", round=1, reason="a lamp went out"), by="pit_supervisor")
    assert (type(event), event.round) == (IrregularityRuled, 1)
    assert house.state(table).info.held is not UNSET


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_a_held_round_that_the_pit_resumes_goes_on_as_it_lies(house: House, game: str) -> None:
    table = f"hand-{game}"
    house.bet(table)
    house.do(table, CloseBets())
    house.deal(table, 3)
    dealt, money = house.dealt(table), house.money()
    house.restart()
    stream = f"table:{table}"
    for reason, role in (("", Role.PIT_SUPERVISOR), ("the cards lie as they did", Role.DEALER)):
        assert isinstance(house.floor.submit(asked(stream, ResumeRound(reason), "sue", role))[0], Refusal)
    (resumed,) = done(house.floor, asked(stream, ResumeRound("the cards lie as they did"), "sue", Role.PIT_SUPERVISOR))
    (event,) = resumed.events
    assert isinstance(event, RoundResumed)
    assert NOT_DECIDED[game] in event.cites
    assert (house.dealt(table), house.money()) == (dealt, money)
    assert house.state(table).info.held is UNSET
    assert isinstance(house.floor.submit(asked(stream, ResumeRound("again"), "sue", Role.PIT_SUPERVISOR))[0], Refusal)
    house.deal(table)
    assert house.dealt(table)[:3] == dealt
    _to_settling(house, table)
    house.do(table, Settle())


def test_a_round_that_is_held_stays_held_over_another_restart(house: House) -> None:
    table = f"hand-{VOIDING[0]}"
    house.bet(table)
    first = house.restart()
    since, position = house.state(table).info.held, house.floor.position
    assert house.restart() == first
    assert (house.state(table).info.held, house.floor.position) == (since, position)


def test_only_the_floor_holds_a_round(house: House) -> None:
    table = f"hand-{VOIDING[0]}"
    house.bet(table)
    reply = house.floor.submit(asked(f"table:{table}", HoldRound(), "mia", Role.SHIFT_MANAGER))[0]
    assert isinstance(reply, Refusal)


def test_a_jackpot_that_fails_while_a_round_is_held_fails_there_too(house: House) -> None:
    game = VOIDING[0]
    table = f"hand-{game}"
    house.bet(table)
    house.do(table, CloseBets())
    house.deal(table, 3)
    house.restart()
    down = LinkDown("the display is dark", {table: False})
    done(house.floor, asked(f"link:{game}", down, "sue", Role.PIT_SUPERVISOR))
    assert house.floor.link(game).down


# ---- Several tables -------------------------------------------------------------------------------------------------


def test_every_table_is_ruled_on_by_its_own_document(house: House) -> None:
    before = house.money()
    for game in HOUSE_GAMES:
        house.bet(game)
        house.do(game, CloseBets())
    found = {one.table: one for one in house.restart()}
    assert {game: found[game].ruling for game in found} == {
        game: Ruling.PLAYERS_CHOOSE if game == BONUS else Ruling.VOID_ROUND for game in HOUSE_GAMES
    }
    house.do(BONUS, AnswerChoice(1, "withdraw"), by="ann")
    house.do(BONUS, AnswerChoice(2, "withdraw"), by="bob")
    assert house.money() == before


def test_a_restart_within_the_recovery_rules_on_the_rest(house: House) -> None:
    """The first table was ruled on when the floor stopped again."""
    before = house.money()
    for game in VOIDING:
        house.bet(game)
    house.floor.store.close()
    house.floor = open_floor(house.path)
    done(house.floor, asked(f"table:{VOIDING[0]}", PlayBanked(Report("interruption")), SYSTEM, Role.DEALER))
    assert {one.table for one in house.restart()} == set(VOIDING[1:])
    assert house.money() == before


# ---- The poker room -------------------------------------------------------------------------------------------------


class Room:
    """Three Players at the poker table of a house."""

    def __init__(self, house: House) -> None:
        self.house = house
        for seat, player in ((1, "ann"), (2, "bob"), (3, "cho")):
            self.do(room.JoinTable(seat, 20_000), player)

    @property
    def state(self) -> RoomTable:
        state = self.house.floor.table(POKER)
        assert isinstance(state, RoomTable)
        return state

    def do(self, command: room.RoomCommand, by: str = "dealer", role: Role | None = None) -> tuple[Any, ...]:
        role = role or (Role.DEALER if by == "dealer" else Role.PLAYER)
        return done(self.house.floor, asked(f"table:{POKER}", PlayRoom(command), by, role))[0].events

    def act(self, move: Move) -> None:
        """Whoever is next."""
        round_ = self.state.engine.round
        assert round_ is not None
        hand = round_.hands[round_.turn]
        self.do(room.Act(hand.seat, move), hand.player)

    def check_down(self) -> None:
        """Everybody stays in without raising; who must show shows."""
        while self.state.engine.playing:
            round_ = self.state.engine.round
            assert round_ is not None
            if round_.phase.value == "betting":
                hand = round_.hands[round_.turn]
                self.act(Move.CALL if round_.level > hand.bet else Move.CHECK)
            else:
                seat = next(one for one in round_.hands if not one.folded and one.shown is None)
                self.do(room.ShowHand(seat.seat), seat.player)


def test_poker_5_1_2_an_undecided_round_is_void(house: House) -> None:
    table = Room(house)
    before = house.money()
    table.do(room.OpenRound())
    ruled(house.restart(), POKER, Ruling.VOID_ROUND, "5.1.2")
    assert house.money() == before
    assert [seat.stake for seat in table.state.engine.seats] == [20_000] * 3
    table.do(room.OpenRound())
    table.act(Move.CALL)
    ruled(house.restart(), POKER, Ruling.VOID_ROUND, "5.1.2")
    assert [seat.stake for seat in table.state.engine.seats] == [20_000] * 3
    table.do(room.OpenRound())
    table.check_down()


def test_poker_5_1_1_after_a_fold_the_round_is_finished_with_the_same_cards(house: House) -> None:
    table = Room(house)
    table.do(room.OpenRound())
    table.act(Move.CALL)
    table.act(Move.FOLD)
    order, dealt = house.floor.shoe(f"table:{POKER}").cards, house.dealt(POKER)
    ruled(house.restart(), POKER, Ruling.CONTINUE, "5.1.1")
    table.check_down()
    cards = house.dealt(POKER)
    assert cards == tuple(order[: len(cards)])
    assert cards[: len(dealt)] == dealt
    assert len(cards) > len(dealt)
    assert house.floor.balances[f"stakes:{POKER}"] == chips_on(table.state.engine)


def test_poker_5_1_1_a_fold_without_chips_decides_nothing(house: House) -> None:
    table = Room(house)
    table.do(room.OpenRound())
    table.act(Move.FOLD)  # the Button, who has posted nothing
    ruled(house.restart(), POKER, Ruling.VOID_ROUND, "5.1.2")


def test_poker_5_1_1_at_the_showdown_the_pot_is_awarded(house: House) -> None:
    table = Room(house)
    table.do(room.OpenRound())
    table.act(Move.CALL)
    table.act(Move.FOLD)
    while (round_ := table.state.engine.round) is not None and round_.phase.value == "betting":
        table.act(Move.CHECK)
    assert table.state.engine.playing
    ruled(house.restart(), POKER, Ruling.CONTINUE, "5.1.1")
    table.check_down()
    assert house.restart() == []


def test_poker_a_decision_that_was_pending_does_not_keep_the_floor_from_opening(house: House) -> None:
    table = Room(house)
    before = house.money()
    table.do(room.OpenRound())
    table.do(room.Report("not_covered", reason="seen on the camera"), "sue", Role.PIT_SUPERVISOR)
    assert table.state.engine.pending
    ruled(house.restart(), POKER, Ruling.VOID_ROUND, "5.1.2")
    assert house.money() == before
    assert not table.state.engine.pending
    table.do(room.OpenRound())
    table.check_down()


# ---- The clock ------------------------------------------------------------------------------------------------------


class StoppedClock:
    """A clock that shows one time."""

    def __init__(self, at: int) -> None:
        self.at = at

    def now(self) -> int:
        return self.at


def test_a_clock_that_was_set_back_while_the_floor_was_closed_does_not_disorder_the_record(house: House) -> None:
    house.bet(BONUS)
    house.floor.store.close()
    house.floor = open_floor(house.path, clock=StoppedClock(1_000_000))
    recover(house.floor)
    with pytest.raises(AssertionError, match="Nothing is taken until two people have signed for the time"):
        house.do(BONUS, AnswerChoice(1, "stay"), by="ann")
    connection = sqlite3.connect(house.path)
    times = [at for (at,) in connection.execute("SELECT at FROM journal ORDER BY position")]
    connection.close()
    assert times == sorted(times)
