from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, UNKNOWN, parse_card, parse_cards
from croupier.notation.actors import Deed
from croupier.notation.problem import InputError
from croupier.notation.room_acts import format_room_act, parse_room_act
from croupier.play.actor import Actor
from croupier.play.authority import RefuseStatement, SignStatement
from croupier.play.room.commands import (
    Act,
    ComeBack,
    CorrectAct,
    CorrectCard,
    DealCards,
    DeemLeft,
    JoinTable,
    LeaveTable,
    Look,
    MuckHand,
    OpenRound,
    PayIn,
    Report,
    RoomCommand,
    RunOutClock,
    Settle,
    ShowHand,
    SitOut,
    TakeBackLast,
    TakeDecision,
    TopUp,
    TurnMarker,
)
from croupier.rules.room import Move
from croupier.rules.terms import Role

seats = st.integers(1, 10)
amounts = st.integers(-5, 10**13)
minutes = st.integers(0, 10**6)
names = st.from_regex(r"[A-Za-z0-9_.-]{1,12}", fullmatch=True)
words = st.from_regex(r"[a-z][a-z_]{0,15}", fullmatch=True)
reasons = st.just("") | st.lists(words, min_size=1, max_size=5).map(" ".join)
unseen = st.integers(0, 4).map(lambda count: (UNKNOWN,) * count)
cards = st.lists(st.sampled_from(DECK), unique=True, max_size=23).map(tuple) | unseen
piles = st.lists(st.tuples(st.sampled_from(["1", "2", "burn", "community"]), cards), max_size=3).map(tuple)
moves = st.sampled_from(Move)

commands: dict[type, st.SearchStrategy[RoomCommand]] = {
    TopUp: st.builds(TopUp, seats, amounts),
    SitOut: st.builds(SitOut, seats, st.sampled_from([True, False, None])),
    ComeBack: st.builds(ComeBack, seats),
    PayIn: st.builds(PayIn, seats, st.booleans()),
    LeaveTable: st.builds(LeaveTable, seats, minutes),
    DeemLeft: st.builds(DeemLeft, seats, reasons, minutes),
    OpenRound: st.just(OpenRound()),
    DealCards: st.builds(DealCards, cards),
    Look: st.builds(Look, seats),
    Act: st.builds(Act, seats, moves, st.none() | amounts),
    RunOutClock: st.builds(RunOutClock, seats),
    TurnMarker: st.just(TurnMarker()),
    ShowHand: st.builds(ShowHand, seats, cards),
    MuckHand: st.builds(MuckHand, seats),
    Settle: st.just(Settle()),
    Report: st.builds(
        Report,
        words,
        st.dictionaries(st.sampled_from(["seen", "count", "street", "seat", "to"]), words, max_size=3),
        st.none() | seats,
        cards,
        st.none() | moves,
        st.none() | amounts,
        piles,
        st.just("") | reasons,
    ),
    TakeDecision: st.builds(TakeDecision, seats, words, reasons),
    TakeBackLast: st.builds(TakeBackLast, reasons),
    CorrectAct: st.builds(CorrectAct, seats, moves, st.none() | amounts, reasons),
    SignStatement: st.builds(SignStatement, seats, reasons),
    RefuseStatement: st.builds(RefuseStatement, seats, reasons),
    CorrectCard: st.builds(
        CorrectCard,
        st.sampled_from(["1", "10", "burn", "community"]),
        st.integers(0, 4),
        st.sampled_from((*DECK, UNKNOWN)),
        reasons,
    ),
}


def joining(player: str) -> st.SearchStrategy[RoomCommand]:
    return st.builds(JoinTable, seats, amounts, st.just(player), st.booleans(), minutes)


@st.composite
def deeds(draw: st.DrawFn) -> Deed[RoomCommand]:
    role = draw(st.sampled_from(Role))
    actor = draw(names if role is Role.PLAYER else st.just(role.value) | names)
    return Deed(Actor(actor, role), draw(st.one_of(*commands.values(), (st.just("") | names).flatmap(joining))))


@given(deeds())
def test_every_act_is_read_as_it_was_written(deed: Deed[RoomCommand]) -> None:
    assert parse_room_act(format_room_act(deed)) == deed


def test_no_command_is_left_out_above() -> None:
    assert {*commands, JoinTable} == set(RoomCommand.__args__)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("ann: join 1 20000", JoinTable(1, 20_000)),
        ("dealer for ann: join 1 20000 relocated", JoinTable(1, 20_000, "ann", True)),
        ("dealer/max for ann: join 1 20000 relocated minute=75", JoinTable(1, 20_000, "ann", True, 75)),
        ("ann for ann: join 1 20000 minute=3", JoinTable(1, 20_000, "ann", minute=3)),
        ("ann: top up 1 5000", TopUp(1, 5000)),
        ("ann: sit out 1", SitOut(1)),
        ("ann: sit out 1 will_return=no", SitOut(1, will_return=False)),
        ("ann: sit out 1 will_return=yes", SitOut(1, will_return=True)),
        ("dealer for ann: join 1 20000 day=2026-11-16", JoinTable(1, 20_000, "ann", day="2026-11-16")),
        ("ann: leave 1 minute=75 day=2026-11-16", LeaveTable(1, 75, "2026-11-16")),
        (
            "pit_supervisor: report wrong_hand_count seat 4 seen=no because he looked at the stub",
            Report("wrong_hand_count", {"seen": "no"}, 4, reason="he looked at the stub"),
        ),
        ("ann: come back 1", ComeBack(1)),
        ("ann: pay in 1", PayIn(1)),
        ("ann: wait 1", PayIn(1, pays=False)),
        ("ann: leave 1", LeaveTable(1)),
        ("ann: leave 1 minute=45", LeaveTable(1, 45)),
        ("pit_manager: deem left 1 because two turns missed", DeemLeft(1, "two turns missed")),
        ("pit_manager: deem left 1 minute=9 because  he: went ", DeemLeft(1, "he: went", 9)),
        ("dealer: place your blind bets", OpenRound()),
        ("dealer: deal", DealCards(())),
        ("dealer: deal As Kd ??", DealCards((*parse_cards("AsKd"), UNKNOWN))),
        ("dealer: deal AsKd", DealCards(parse_cards("AsKd"))),
        ("ann: look 1", Look(1)),
        ("  ann :  1   call ", Act(1, Move.CALL)),
        ("ann: 1 raise 600", Act(1, Move.RAISE, 600)),
        ("ann: 1 bet 400", Act(1, Move.BET, 400)),
        ("ann: 1 all in", Act(1, Move.ALL_IN)),
        ("ann: 1 check", Act(1, Move.CHECK)),
        ("dealer: 1 fold", Act(1, Move.FOLD)),
        ("dealer: clock 1", RunOutClock(1)),
        ("dealer: showdown", TurnMarker()),
        ("ann: show 1", ShowHand(1)),
        ("ann: show 1 As Kd", ShowHand(1, parse_cards("AsKd"))),
        ("ann: muck 1", MuckHand(1)),
        ("dealer: settle", Settle()),
        ("dealer: report foreign_card", Report("foreign_card")),
        ("dealer: report out_of_turn seat 3 raise 600", Report("out_of_turn", seat=3, move=Move.RAISE, to=600)),
        ("dealer: report out_of_turn seat 3 all in", Report("out_of_turn", seat=3, move=Move.ALL_IN)),
        (
            "dealer: report cards_exposed seat 2 count=1 when=initial_deal cards=As",
            Report("cards_exposed", {"count": "1", "when": "initial_deal"}, 2, parse_cards("As")),
        ),
        (
            "dealer: report hand_left_out reconstructable=yes hands=1:AsKd/2:QsJs",
            Report(
                "hand_left_out",
                {"reconstructable": "yes"},
                piles=(("1", parse_cards("AsKd")), ("2", parse_cards("QsJs"))),
            ),
        ),
        (
            "shift_manager: decide 1 void_round because the shoe was dropped",
            TakeDecision(1, "void_round", "the shoe was dropped"),
        ),
        ("dealer: correct card 3 2 As", CorrectCard("3", 1, parse_card("As"))),
        ("dealer: correct card 3 1 ??", CorrectCard("3", 0, UNKNOWN)),
        (
            "pit_supervisor: correct card community 5 Qc because the scanner slipped",
            CorrectCard("community", 4, parse_card("Qc"), "the scanner slipped"),
        ),
    ],
)
def test_acts_as_people_write_them(text: str, command: RoomCommand) -> None:
    assert parse_room_act(text).command == command


def test_staff_act_under_their_role() -> None:
    assert parse_room_act("dealer: settle") == Deed(Actor("dealer", Role.DEALER), Settle())
    assert parse_room_act("pit_manager/eve: settle") == Deed(Actor("eve", Role.PIT_MANAGER), Settle())
    assert parse_room_act("player/dealer: look 1") == Deed(Actor("dealer", Role.PLAYER), Look(1))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "does not begin with who acts"),
        ("look 1", "does not begin with who acts"),
        (": look 1", "does not begin with who acts"),
        ("a nn: look 1", "does not begin with who acts"),
        ("king/ann: look 1", "'king' is not a role"),
        ("ann: ", "not a known act"),
        ("ann: dance 1", "not a known act"),
        ("ann: 1", "not a known act"),
        ("ann: look", "the act is written 'ann: look 1'"),
        ("ann: look 1 2", "the act is written 'ann: look 1'"),
        ("ann: look one", "'one' in 'ann: look one' is not a whole number"),
        ("ann: look ٣", "is not a whole number"),
        ("ann: sit 1", "the act is written 'ann: sit out 1'"),
        ("ann: sit out 1 will_return=perhaps", "will_return in .* must be yes or no"),
        ("ann: sit out 1 silently", "'silently' .* is not a fact"),
        ("ann: top up 1", "the act is written 'ann: top up 1 5000'"),
        ("ann: top up 1 1.5", "'1.5' .* is not a whole number"),
        (f"ann: top up 1 {'9' * 40}", "is not a whole number"),
        ("ann: join 1", "the act is written 'ann: join 1 20000'"),
        ("ann: join 1 2000 soon", "'soon' .* is not a fact"),
        ("ann: join 1 2000 hour=3", "'hour' .* does not belong here"),
        ("ann: join 1 2000 minute=soon", "'soon' .* is not a whole number"),
        ("ann: leave 1 minute=1 minute=2", "given once"),
        ("pit_manager: deem left", "the act is written 'pit_manager: deem left 1 because"),
        ("pit_manager: deem left 1 because", "'because' .* is not a fact"),
        ("dealer for ann: 1 call", "'for ann' .* does not belong here"),
        ("ann: 1 limp", "'limp' .* is not a move: fold, check, call, bet, raise or all in"),
        ("ann: 1 all", "'all' .* is not a move"),
        ("ann: 1 raise 600 900", "'raise 600 900' .* is not a move"),
        ("ann: 1 raise six", "'six' .* is not a whole number"),
        ("ann: 1 all_in", "'all_in' .* is not a move"),
        ("ann: 1x call", "'1x' .* is not a whole number"),
        ("dealer: deal Xx", "'Xx' is not a card"),
        ("dealer: deal As As", "As appears twice"),
        ("ann: show 1 A", "'A' is not a card"),
        ("ann: show", "the act is written 'ann: show 1'"),
        ("dealer: place your bets", "the act is written 'dealer: place your blind bets'"),
        ("dealer: settle 1", "the act is written 'dealer: settle'"),
        ("dealer: report", "the act is written 'dealer: report out_of_turn seat 3 raise 600'"),
        ("dealer: report out_of_turn seat", "the act is written 'dealer: report out_of_turn seat 3 raise 600'"),
        ("dealer: report out_of_turn seat three", "'three' .* is not a whole number"),
        ("dealer: report out_of_turn seat 3 limp", "'limp' .* is not a move"),
        ("dealer: report out_of_turn count=1 seat 3", "'seat' .* is not a fact"),
        ("dealer: report cards_exposed cards=Xx", "'Xx' is not a card"),
        ("dealer: report hand_left_out hands=AsKd", "is not a place and its cards"),
        ("shift_manager: decide 1", "the act is written 'shift_manager: decide 1 void_round because"),
        ("shift_manager: decide x void_round", "'x' .* is not a whole number"),
        ("dealer: correct", "the act is written 'dealer: correct card 3 2 As'"),
        ("dealer: correct card 3 As", "the act is written 'dealer: correct card 3 2 As'"),
        ("dealer: correct wager 3 ante 500", "the act is written 'dealer: correct card 3 2 As'"),
        ("dealer: correct card 3 two As", "'two' .* is not a whole number"),
        ("dealer: correct card 3 2 AsKd", "is not a card"),
    ],
)
def test_what_is_no_act_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        parse_room_act(text)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=30), st.text(alphabet="abdeilnoprstuw 0123456789=?:AsKd", max_size=40))
def test_noise_is_an_act_or_a_sentence(noise: str, words: str) -> None:
    for text in (noise, f"ann:{noise}", f"ann: {words}", f"dealer: report {words}"):
        with suppress(InputError):
            parse_room_act(text)
