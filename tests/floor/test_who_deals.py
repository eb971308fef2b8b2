"""Who deals at a table: assigned by the pit, signed on, handed over; nobody else enters there."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from croupier.cards import Card
from croupier.floor.deciding.dealing import LONGEST_NOTE, duty_of
from croupier.floor.reading.dealers import DealerLine, together
from croupier.floor.values.cage import CashIn
from croupier.floor.values.requests import Accepted, AtomicRequest, Rejected, Request
from croupier.floor.values.table import Countersign, EstablishTable, OpenTable, PlayBanked, PlayRoom, Propose
from croupier.floor.values.table_duty import (
    KEPT,
    AssignDealers,
    Consent,
    DealerHandedOver,
    HandOver,
    SignOff,
    SignOn,
    Spell,
)
from croupier.floor.values.tray import ReceiveSlip, RequestFill, SendSlip
from croupier.floor.verify.verification import verify
from croupier.play.banked.commands import (
    AnswerChoice,
    Choose,
    CloseBets,
    CorrectWager,
    DealCards,
    OpenRound,
    PlaceWager,
    Report,
    RunOutClock,
    Settle,
    TakeBackLast,
    WithdrawWager,
)
from croupier.play.refusal import Refusal
from croupier.play.room import commands as room
from croupier.play.room.commands import Act, JoinTable, LeaveTable, MuckHand, TopUp
from croupier.rules.room import Move
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.house_floor import DAY, MINUTE, NOON, STUD, HouseFloor

HAND, ROOM = "table:hand", "table:room"
ANTE = PlaceWager(1, WagerName.ANTE, 10_000, "ann")


def cash(player: str) -> CashIn:
    return CashIn(player, 500_000, DAY)


class Dealt(HouseFloor):
    """A house with two Dealers more, and tables of both kinds that a Dealer deals."""

    def furnish(self) -> "Dealt":
        super().furnish()
        self.staff("dot", Role.DEALER, Role.PLAYER)
        self.staff("dov", Role.DEALER)
        self.do(HAND, EstablishTable("rws-casino-stud", {}, "stud"))
        self.do(ROOM, EstablishTable("rws-poker", {"minimum_stake": 10_000, "maximum_stake": 100_000}))
        for stream in (HAND, ROOM):
            chip = self.floor.table(stream.partition(":")[2]).engine.policy.chips[0]
            self.do(stream, Propose(OpenTable(((chip, 1_000),))))
            self.do(stream, Countersign(1), "max")
        return self

    def assign(self, *dealers: str, stream: str = HAND) -> Accepted:
        return self.do(stream, AssignDealers(dealers), "sue", Role.PIT_SUPERVISOR)

    def on(self, dealer: str, stream: str = HAND) -> Accepted:
        return self.do(stream, SignOn(), dealer, Role.DEALER)

    def deals(self, command: Any, dealer: str = "dan", stream: str = HAND) -> Accepted:
        return self.do(stream, PlayBanked(command), dealer, Role.DEALER)

    def no(self, command: Any, actor: str, role: Role = Role.DEALER, stream: str = HAND) -> str:
        """The sentence of a refusal; nothing has changed."""
        return self.refused(stream, command, actor, role).sentence

    @property
    def duty(self) -> Any:
        return duty_of(self.floor.table("hand").info)


@pytest.fixture
def house(tmp_path: Path) -> Any:
    house = Dealt(tmp_path / "floor.db").furnish()
    yield house
    with house.floor.store.reading() as reading:
        assert not list(verify(reading, keys=house.floor.keys))
    before = {name: house.floor.table(name) for name in house.floor.tables()}
    house.again()
    assert {name: house.floor.table(name) for name in house.floor.tables()} == before
    house.floor.store.close()


# ---- Without an assignment ------------------------------------------------------------------------------------------


def test_a_table_without_an_assignment_is_dealt_by_any_dealer(house: Dealt) -> None:
    house.deals(OpenRound(), "dan")
    house.deals(ANTE, "dot")
    house.do(HAND, PlayBanked(CloseBets()), "sue", Role.PIT_SUPERVISOR)
    assert house.floor.table("hand").info.duty is UNSET


# ---- Assigning ------------------------------------------------------------------------------------------------------


def test_the_pit_assigns_and_nobody_below_it(house: Dealt) -> None:
    for role, name in ((Role.DEALER, "dan"), (Role.CAGE, "tom"), (Role.PLAYER, "ann")):
        assert "Only" in house.no(AssignDealers(("dan",)), name, role)
    house.assign("dan", "dot")
    assert house.duty.assigned == ("dan", "dot")
    assert house.no(AssignDealers(("dan", "dot")), "sue", Role.PIT_SUPERVISOR) == "These Dealers are assigned already"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("ann",), "ann may not act as Dealer here"),
        (("zoe",), "zoe may not act as Dealer here"),
        (("dan", "dan"), "A Dealer is assigned once"),
        (("not a name",), "not a name may not act as Dealer here"),
    ],
)
def test_only_dealers_are_assigned(house: Dealt, names: tuple[str, ...], said: str) -> None:
    assert house.no(AssignDealers(names), "sue", Role.PIT_SUPERVISOR) == said


def test_where_the_floor_deals_nobody_is_assigned(house: Dealt) -> None:
    for command, name, role in (
        (AssignDealers(("dan",)), "sue", Role.PIT_SUPERVISOR),
        (SignOn(), "dan", Role.DEALER),
        (SignOff(), "dan", Role.DEALER),
        (HandOver("dot"), "dan", Role.DEALER),
    ):
        assert house.no(command, name, role, STUD) == "The floor deals at this table"


# ---- One Dealer, one table -----------------------------------------------------------------------------------------


def test_a_dealer_signs_on_at_one_table(house: Dealt) -> None:
    """Nobody deals two tables, with a round in play or without."""
    house.on("dan")
    assert house.no(SignOn(), "dan", stream=ROOM) == "You deal at hand. Hand over first"
    house.deals(OpenRound())
    assert house.no(SignOn(), "dan", stream=ROOM) == "You deal at hand. Hand over first"
    house.on("dot", ROOM)
    assert house.no(HandOver("dan"), "dot", stream=ROOM) == "dan deals at hand. Hand over first"
    house.do(HAND, SignOff("taken ill"), "sue", Role.PIT_SUPERVISOR)
    house.do(ROOM, HandOver("dan"), "dot", Role.DEALER)
    assert house.no(SignOn(), "dan") == "You deal at room. Hand over first"


def test_hours_at_two_tables_at_once_count_once() -> None:
    """Ten to twelve at one table, eleven to one at another, as earlier records have it, and one more: four hours."""
    lines = (DealerLine("dan", ((10, 12), (14, 15)), 3), DealerLine("dan", ((11, 13),), 4))
    (line,) = together(lines)
    assert (line.time, line.rounds) == (4, 7)


# ---- Nobody else enters ---------------------------------------------------------------------------------------------


def test_an_assigned_table_waits_for_its_dealer(house: Dealt) -> None:
    house.assign("dan")
    assert house.no(PlayBanked(OpenRound()), "dan") == "Nobody has signed on to deal at this table"
    assert house.no(SignOn(), "dot") == "dot is not assigned to this table"
    house.on("dan")
    assert house.no(SignOn(), "dan") == "You deal at this table already"
    house.deals(OpenRound())


def test_nobody_else_does_the_dealers_work(house: Dealt) -> None:
    house.assign("dan", "dot")
    house.on("dan")
    said = "dan deals at this table: nobody else enters there"
    assert house.no(PlayBanked(OpenRound()), "dot") == said
    assert house.no(PlayBanked(OpenRound()), "sue", Role.PIT_SUPERVISOR) == said
    assert house.no(PlayBanked(OpenRound()), "mia", Role.SHIFT_MANAGER) == said
    assert house.no(SignOn(), "dot") == "dan deals at this table already"
    house.deals(OpenRound())
    house.do(HAND, PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000)), "ann", Role.PLAYER)
    assert house.no(PlayBanked(Report("not_covered")), "dot") == said
    chip = max(house.floor.table("hand").engine.policy.chips)
    assert house.no(RequestFill(((chip, 1),)), "dot") == said


def test_only_whoever_deals_there_signs_for_chips_that_come(house: Dealt) -> None:
    """A slip has three names; the table's are of those who stand at it."""
    chip = house.floor.table("hand").engine.policy.chips[0]
    house.assign("dan", "dot")
    house.on("dan")
    house.do(HAND, RequestFill(((chip, 10),)), "sue", Role.PIT_SUPERVISOR)
    house.do(HAND, SendSlip("F-0001"), "tom", Role.CAGE)
    for other in ("dot", "dov"):
        assert house.no(ReceiveSlip("F-0001"), other) == "dan deals at this table: nobody else enters there"
    house.do(HAND, ReceiveSlip("F-0001"), "dan", Role.DEALER)
    assert house.floor.table("hand").info.float == 1_010 * chip


def test_those_above_do_what_is_left_to_them_in_their_own_name(house: Dealt) -> None:
    house.assign("dan")
    house.on("dan")
    house.deals(OpenRound())
    house.do(HAND, PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000)), "ann", Role.PLAYER)
    corrected = PlayBanked(CorrectWager(1, WagerName.ANTE, 5_000))
    house.do(HAND, corrected, "sue", Role.PIT_SUPERVISOR)
    house.do(HAND, PlayBanked(Report("not_covered")), "sue", Role.PIT_SUPERVISOR)


def test_a_dealer_speaks_only_where_they_deal(house: Dealt) -> None:
    """Also at a table where nobody has signed on, which any other Dealer may deal."""
    house.on("dan", ROOM)
    for command in (OpenRound(), Report("not_covered"), CorrectWager(1, WagerName.ANTE, 5_000), TakeBackLast()):
        assert house.no(PlayBanked(command), "dan") == "You deal at room. Hand over first"
    chip = max(house.floor.table("hand").engine.policy.chips)
    assert house.no(RequestFill(((chip, 1),)), "dan") == "You deal at room. Hand over first"
    house.deals(OpenRound(), "dot")
    said = "You deal at room. Hand over first"
    for late in (Report("foreign_card"), Report("player_absent", box=1), CloseBets(), Settle()):
        assert house.no(PlayBanked(late), "dan") == said
    assert house.no(PlayBanked(OpenRound()), "dan", stream=STUD) == said
    house.do(ROOM, HandOver("dot"), "dan", Role.DEALER)
    assert house.no(PlayBanked(CloseBets()), "dot") == said
    house.deals(CloseBets(), "dan")


# ---- Handing over ---------------------------------------------------------------------------------------------------


def test_a_hand_over_says_who_leaves_who_comes_and_what_was_done_with_the_tray(house: Dealt) -> None:
    house.assign("dan", "dot")
    house.on("dan")
    house.clock.pass_minutes(40)
    (event,) = house.do(HAND, HandOver("dot", "counted", "box 5 is kept"), "dan", Role.DEALER).events
    assert event == DealerHandedOver("dan", "dot", "counted", "box 5 is kept")
    assert (house.duty.dealer, house.duty.since) == ("dot", NOON + 40 * MINUTE)
    assert house.duty.spells == (Spell("dan", NOON, NOON + 40 * MINUTE),)
    assert house.no(PlayBanked(OpenRound()), "dan") == "dot deals at this table: nobody else enters there"
    house.deals(OpenRound(), "dot")


def test_dealers_hand_over_between_rounds(house: Dealt) -> None:
    house.assign("dan", "dot")
    house.on("dan")
    house.do("cage", cash("ann"), "tom", Role.CAGE)
    house.do(HAND, Consent(), "ann", Role.PLAYER)
    house.deals(OpenRound())
    house.deals(ANTE)
    assert house.no(HandOver("dot"), "dan") == "A round is in play: Dealers hand over between rounds"
    assert house.no(SignOff(), "dan") == "A round is in play: call the pit if you cannot go on"


@pytest.mark.parametrize(("leaves", "deals"), [(HandOver("dot"), "dot"), (SignOff(), "")])
def test_a_round_without_a_wager_ends_on_record_and_keeps_nobody(house: Dealt, leaves: Any, deals: str) -> None:
    house.assign("dan", "dot")
    house.on("dan")
    house.deals(OpenRound())
    with house.floor.store.reading() as reading:
        books = reading.balances()
    names = [type(event).__name__ for event in house.do(HAND, leaves, "dan", Role.DEALER).events]
    assert names[:2] == ["BetsClosed", "RoundEnded"]
    assert house.duty.dealer == deals
    assert not house.floor.table("hand").running
    with house.floor.store.reading() as reading:
        assert reading.balances() == books


def test_whoever_may_not_hand_over_ends_no_round(house: Dealt) -> None:
    house.assign("dan", "dot")
    house.on("dan")
    house.deals(OpenRound())
    assert house.no(HandOver("dot"), "dot") == "dan deals at this table: only they hand over"
    assert house.no(HandOver("dov"), "dan") == "dov is not assigned to this table"
    assert house.floor.table("hand").running


def test_the_pit_signs_a_dealer_off_and_leaves_the_round_as_it_lies(house: Dealt) -> None:
    house.assign("dan", "dot")
    house.on("dan")
    house.deals(OpenRound())
    house.do(HAND, SignOff("taken ill"), "sue", Role.PIT_SUPERVISOR)
    assert house.floor.table("hand").running


@pytest.mark.parametrize(
    ("command", "actor", "said"),
    [
        (HandOver("dov"), "dan", "dov is not assigned to this table"),
        (HandOver("dan"), "dan", "A Dealer hands over to somebody else"),
        (HandOver("dot"), "dov", "dan deals at this table: only they hand over"),
        (HandOver("ann"), "dan", "ann may not act as Dealer here"),
        (HandOver("dot", note="x" * (LONGEST_NOTE + 1)), "dan", "A note must have at most 200 characters"),
        (SignOff(), "dov", "dan deals at this table: only they, or the pit, sign them off"),
    ],
)
def test_what_is_no_hand_over(house: Dealt, command: Any, actor: str, said: str) -> None:
    house.assign("dan", "dot")
    house.on("dan")
    assert house.no(command, actor) == said


def test_a_note_of_the_longest_length_is_kept(house: Dealt) -> None:
    house.assign("dan", "dot")
    house.on("dan")
    (event,) = house.do(HAND, HandOver("dot", note="x" * LONGEST_NOTE), "dan", Role.DEALER).events
    assert event.note == "x" * LONGEST_NOTE


def test_the_pit_signs_a_dealer_off_in_a_round_with_a_reason_and_another_goes_on(house: Dealt) -> None:
    house.assign("dan", "dot")
    house.on("dan")
    house.deals(OpenRound())
    assert "why" in house.no(SignOff(), "sue", Role.PIT_SUPERVISOR)
    house.do(HAND, SignOff("taken ill"), "sue", Role.PIT_SUPERVISOR)
    assert house.no(PlayBanked(CloseBets()), "dan") == "Nobody has signed on to deal at this table"
    house.on("dot")
    assert house.floor.table("hand").running
    assert house.no(HandOver("dan"), "dan") == "dot deals at this table: only they hand over"


def test_who_deals_stays_assigned(house: Dealt) -> None:
    house.assign("dan", "dot")
    house.on("dan")
    said = "dan deals at this table: they must hand over first"
    assert house.no(AssignDealers(("dot",)), "sue", Role.PIT_SUPERVISOR) == said
    house.do(HAND, SignOff(), "dan", Role.DEALER)
    assert house.no(SignOff(), "dan") == "Nobody has signed on to deal at this table"
    assert house.no(HandOver("dot"), "dan") == "Nobody has signed on to deal at this table"
    house.assign()  # nobody in particular: any Dealer again
    house.deals(OpenRound(), "dov")


def test_a_table_remembers_the_dealers_of_a_day(house: Dealt) -> None:
    house.assign("dan", "dot")
    house.on("dan")
    for number in range(KEPT + 1):
        leaves, comes = ("dan", "dot") if number % 2 == 0 else ("dot", "dan")
        house.do(HAND, HandOver(comes), leaves, Role.DEALER)
    assert len(house.duty.spells) == KEPT


# ---- Nobody wagers where they deal; whose wallet is staked ----------------------------------------------------------


def test_nobody_wagers_where_they_deal(house: Dealt) -> None:
    house.assign("dan", "dot")
    house.on("dan")
    house.deals(OpenRound())
    own = PlayBanked(PlaceWager(2, WagerName.ANTE, 10_000))
    assert house.no(own, "dot", Role.PLAYER) == "dot deals at this table: nobody wagers where they deal"
    theirs = PlayBanked(PlaceWager(2, WagerName.ANTE, 10_000, "dot"))
    assert house.no(theirs, "dan") == "dot deals at this table: nobody wagers where they deal"


def test_nobody_who_plays_is_assigned(house: Dealt) -> None:
    house.deals(OpenRound())
    house.do("cage", cash("dot"), "tom", Role.CAGE)
    house.do(HAND, PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000)), "dot", Role.PLAYER)
    said = "dot plays at this table: nobody deals where they wager"
    assert house.no(AssignDealers(("dot",)), "sue", Role.PIT_SUPERVISOR) == said


def test_a_wallet_is_staked_with_its_players_consent(house: Dealt) -> None:
    house.assign("dan")
    house.on("dan")
    house.deals(OpenRound())
    said = (
        "ann has not agreed that their wallet is staked at this table: they agree on their own page or with their PIN"
    )
    assert house.no(PlayBanked(ANTE), "dan") == said
    house.do(HAND, PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000)), "ann", Role.PLAYER)  # their own act needs none
    assert house.no(PlayBanked(CorrectWager(1, WagerName.ANTE, 20_000)), "dan") == said
    house.do(HAND, Consent(), "ann", Role.PLAYER)
    assert house.no(Consent(), "ann", Role.PLAYER) == "You have agreed already"
    house.deals(ANTE)
    house.do(HAND, Consent(given=False), "ann", Role.PLAYER)
    assert house.no(Consent(given=False), "ann", Role.PLAYER) == "You have not agreed"
    assert house.no(PlayBanked(ANTE), "dan") == said
    house.deals(CloseBets())
    house.deals(DealCards((Card(0),)))  # the hand in play goes on


def test_a_seat_in_the_poker_room_is_bought_with_consent_and_leaving_ends_it(house: Dealt) -> None:
    house.assign("dan", stream=ROOM)
    house.on("dan", ROOM)
    join = PlayRoom(JoinTable(1, 20_000, "ann"))
    assert "has not agreed" in house.no(join, "dan", stream=ROOM)
    house.do(ROOM, Consent(), "ann", Role.PLAYER)
    house.do(ROOM, join, "dan", Role.DEALER)
    house.do(ROOM, PlayRoom(TopUp(1, 1_000)), "dan", Role.DEALER)
    house.do(ROOM, PlayRoom(LeaveTable(1)), "ann", Role.PLAYER)
    assert duty_of(house.floor.table("room").info).consents == ()


def test_consent_is_the_players_own_and_for_a_dealers_table(house: Dealt) -> None:
    assert "Only" in house.no(Consent(), "dan")
    said = "At this table no Dealer stakes anybody's wallet"
    assert house.no(Consent(), "ann", Role.PLAYER, STUD) == said


# ---- One duty a gaming day ------------------------------------------------------------------------------------------


def test_nobody_deals_and_plays_on_one_gaming_day(house: Dealt) -> None:
    house.do("cage", cash("dot"), "tom", Role.CAGE)
    house.deals(OpenRound(), "dot")
    house.deal(OpenRound())
    said = "dot has dealt on this gaming day: nobody plays, deals and works the cage on the same day"
    assert house.no(PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000)), "dot", Role.PLAYER, STUD) == said
    house.again()
    assert house.no(PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000)), "dot", Role.PLAYER, STUD) == said
    house.clock.pass_minutes(24 * 60)
    house.do(STUD, PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000)), "dot", Role.PLAYER)
    said = "dot has played on this gaming day: nobody plays, deals and works the cage on the same day"
    assert house.no(PlayBanked(CloseBets()), "dot", Role.DEALER, STUD) == said


@pytest.mark.parametrize("undone", [False, True])
def test_what_the_same_commit_holds_counts_unless_it_was_undone(house: Dealt, undone: bool) -> None:
    house.do("cage", cash("dot"), "tom", Role.CAGE)
    house.deal(OpenRound())
    opens = Request(HAND, "dot", Role.DEALER, PlayBanked(OpenRound()))
    wager = Request(STUD, "dot", Role.PLAYER, PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000)))
    looks = Request(STUD, "dot", Role.PLAYER, PlayBanked(PlaceWager(1, WagerName.ANTE, 1)))  # refused in any case
    twice = AtomicRequest((opens, looks, opens)) if undone else AtomicRequest((opens,))
    dealt, played = house.floor.together([(twice, False), (AtomicRequest((wager,)), False)])
    assert isinstance(dealt, Rejected) is undone
    if undone:
        assert not isinstance(played, Rejected)
    else:
        assert isinstance(played, Rejected)
        assert played.refusal.sentence.startswith("dot has dealt on this gaming day")


def test_nobody_deals_and_works_the_cage_on_one_gaming_day(house: Dealt) -> None:
    house.staff("all", Role.DEALER, Role.CAGE)
    house.do("cage", cash("ann"), "all", Role.CAGE)
    said = "all has worked the cage on this gaming day: nobody plays, deals and works the cage on the same day"
    assert house.no(PlayBanked(OpenRound()), "all") == said
    assert house.no(SignOn(), "all") == said


def test_whose_wager_another_places_plays(house: Dealt) -> None:
    house.do("cage", cash("dot"), "tom", Role.CAGE)
    house.deals(OpenRound(), "dan")
    house.deals(PlaceWager(1, WagerName.ANTE, 10_000, "dot"), "dan")
    assert "has played" in house.no(SignOn(), "dot", stream=ROOM)


def test_a_refusal_is_a_sentence(house: Dealt) -> None:
    reply = house.refused(HAND, SignOn(), "ann", Role.PLAYER)
    assert isinstance(reply, Refusal)
    assert str(reply) == "Only a Dealer or someone above them may do this"


# ---- Where the program deals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER])
def test_staff_do_not_play_for_a_player_where_the_program_deals(tmp_path: Path, role: Role) -> None:
    """Nothing lies on a felt there that they could enter: a guest's wallet and decisions are the guest's."""
    dealt = Dealt(tmp_path / "floor.db").furnish()
    dealt.staff("una", role)
    dealt.do(STUD, PlayBanked(OpenRound()), "dan", Role.DEALER)
    for command in (
        ANTE,
        WithdrawWager(1, WagerName.ANTE, None, "ann"),
        Choose(1, Decision.FOLD),
        AnswerChoice(1, "return_wager", "ann"),
        RunOutClock(1),
    ):
        reply = dealt.ask(STUD, PlayBanked(command), "una", role)
        assert isinstance(reply, Refusal)
        assert reply.sentence == "The program deals at this table: Players act for themselves"
    seats: list[room.RoomCommand] = [Act(1, Move.FOLD), room.RunOutClock(1), TopUp(1, 10_000), MuckHand(1)]
    if role is Role.DEALER:  # those above a Dealer move a Player to another table
        seats.append(LeaveTable(1))
    for seat in seats:
        reply = dealt.ask("table:poker", PlayRoom(seat), "una", role)
        assert isinstance(reply, Refusal)
        assert reply.sentence == "The program deals at this table: Players act for themselves"
