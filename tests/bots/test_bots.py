"""The bots: legal, blind to what is hidden, sensible in clear cases, and each level better than the one below."""

import ast
import statistics
import time
from pathlib import Path
from random import Random
from typing import get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import croupier.bots
from croupier.bots import BOTS, Bot, Level
from croupier.bots.chances import HANDS, draws, equity, holdings, place
from croupier.cards import DECK, parse_cards
from croupier.play.refusal import Refusal
from croupier.play.room.commands import Act, LeaveTable, MuckHand, PayIn, RoomCommand, TopUp
from croupier.play.room.options import ActOption, RoomOption, room_options
from croupier.play.room.state import Table
from croupier.play.room.view import RoomView, room_view
from croupier.play.viewer import Viewer
from croupier.rules.room import Move
from croupier.rules.terms import Role
from tests.bots.company import GAME, Company, contest
from tests.bots.exploiters import measured
from tests.room import JoinTable, Look, Report, RoomSitting, TurnMarker, chips_on
from tests.sampling import first

LEVELS = list(Level)
SKILLED = [Level.REGULAR, Level.EXPERT]


# --- what they may know -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_is_given_a_view_and_options_and_nothing_else(level: Level) -> None:
    expected = {
        "view": RoomView,
        "options": tuple[RoomOption, ...],
        "rng": Random,
        "return": RoomCommand | None,
    }
    assert get_type_hints(BOTS[level]) == expected


def test_no_bot_can_name_a_table_or_a_deck_of_its_own() -> None:
    """Beside the linter's contract: the names that bots import, all of them."""
    allowed = {
        "croupier.bots",
        "croupier.cards",
        "croupier.hands",
        "croupier.money",
        "croupier.play.banked.commands",
        "croupier.play.banked.options",
        "croupier.play.banked.view",
        "croupier.play.viewer",
        "croupier.play.room.commands",
        "croupier.play.room.options",
        "croupier.play.room.view",
        "croupier.rules.handtypes",
        "croupier.rules.room",
        "croupier.rules.terms",
    }
    folder = Path(croupier.bots.__file__).parent
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            assert not (isinstance(node, ast.Import) and any("croupier" in one.name for one in node.names)), path
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("croupier"):
                module = node.module or ""
                assert module in allowed or module.startswith("croupier.bots."), (path, module)
                assert not {one.name for one in node.names} & {"DealCards", "Table", "RoomGame", "room_view"}


def hidden_changed(table: Table, player: str, chance: Random) -> Table:
    """The same table with every card that ``player`` may not see exchanged for another."""
    round_ = table.round
    if round_ is None:
        return table
    open_ = {card for hand in round_.hands if hand.player == player or hand.shown for card in hand.cards}
    unseen = [card for card in DECK if card not in open_ | set(round_.community)]
    chance.shuffle(unseen)
    hands = []
    for hand in round_.hands:
        if hand.player != player and not hand.shown:
            hand, unseen = replace(hand, cards=tuple(unseen[: len(hand.cards)])), unseen[len(hand.cards) :]  # noqa: PLW2901
        hands.append(hand)
    burnt = tuple(unseen[: len(round_.burnt)])
    return replace(table, round=replace(round_, hands=tuple(hands), burnt=burnt))


class Suspicious(Company):
    """Asks every bot twice: as the cards lie, and with all that it may not see exchanged."""

    changed = 0

    def asked(self, seat: int) -> bool:
        who = Viewer(Role.PLAYER, f"p{seat}")
        other = hidden_changed(self.table, who.player, Random(len(self.commands)))
        self.changed += other != self.table
        before = self.chance[seat].getstate()
        decided = self.bots[seat](room_view(GAME, other, who), room_options(GAME, other, who), self.chance[seat])
        self.chance[seat].setstate(before)
        done = super().asked(seat)
        assert decided == (self.commands[-1][1] if done else None)
        return done


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000), players=st.integers(2, 6))
def test_hidden_cards_change_no_decision(seed: int, players: int) -> None:
    company = Suspicious([LEVELS[(at + seed) % 3] for at in range(players)], seed)
    for _ in range(4):
        company.round()
    assert company.changed


# --- legal, and the same again ----------------------------------------------------------------------------------------


def never_folds_for_free(bot: Bot) -> Bot:
    def checked(view: RoomView, options: tuple[RoomOption, ...], rng: Random) -> RoomCommand | None:
        command = bot(view, options, rng)
        free = any(isinstance(one, ActOption) and one.move is Move.CHECK for one in options)
        assert not (free and isinstance(command, Act) and command.move is Move.FOLD)
        return command

    return checked


@pytest.mark.parametrize(("players", "rounds"), first(1, [(6, 120), (10, 80), (2, 300), (3, 200)]))
def test_whatever_happens_they_do_only_what_they_may_and_chips_stay(players: int, rounds: int) -> None:
    company = Company([never_folds_for_free(BOTS[LEVELS[at % 3]]) for at in range(players)], players)
    for _ in range(rounds):
        company.round()
        assert chips_on(company.table) + company.table.rake == company.brought - company.taken
    kinds = {type(command) for _, command in company.commands}
    assert {MuckHand, TopUp} <= kinds


@pytest.mark.long
def test_seats_that_run_short_are_filled_up_and_odd_stakes_are_played() -> None:
    company = Company(LEVELS * 2, 11, {"chips": (100, 500), "small_blind": 300, "minimum_stake": 4_000}, stake=4_000)
    for _ in range(80):
        company.round()


def test_the_same_seed_plays_the_same_rounds() -> None:
    def played(seed: int) -> list[tuple[str, RoomCommand]]:
        company = Company(LEVELS * 2, seed)
        for _ in range(12):
            company.round()
        return company.commands

    assert played(5) == played(5)
    assert played(5) != played(6)


@pytest.mark.parametrize("level", LEVELS)
def test_a_decision_takes_no_more_than_five_milliseconds(level: Level) -> None:
    seconds = []

    def timed(view: RoomView, options: tuple[RoomOption, ...], rng: Random) -> RoomCommand | None:
        began = time.thread_time()  # others may be at work on the machine
        command = BOTS[level](view, options, rng)
        if isinstance(command, Act):
            seconds.append(time.thread_time() - began)
        return command

    company = Company([timed] * 6, 3)
    for _ in range(25):
        company.round()
    assert statistics.median(seconds) < 0.005


# --- manners ----------------------------------------------------------------------------------------------------------


def choice(sitting: RoomSitting, level: Level, player: str, seed: int = 1) -> RoomCommand | None:
    return BOTS[level](sitting.seen_by(player), sitting.options(player), Random(seed))


@pytest.mark.parametrize("level", LEVELS)
def test_he_looks_before_he_acts_and_waits_for_his_turn(level: Level) -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.start()
    assert choice(sitting, level, "p1") == Look(1)
    assert choice(sitting, level, "p2") is None
    assert choice(sitting, level, "nobody") is None


@pytest.mark.parametrize("level", LEVELS)
def test_a_lone_winner_keeps_his_cards_to_himself(level: Level) -> None:
    sitting = RoomSitting((1, 2))
    sitting.start()
    sitting.play("1 fold")
    assert choice(sitting, level, "p2") is None


@pytest.mark.parametrize("level", LEVELS)
def test_he_shows_in_his_turn_what_he_must_and_mucks_what_he_may(level: Level) -> None:
    sitting = RoomSitting((1, 2))
    board = "2c 7d 9h Js 3d"
    sitting.start({1: "As Ah", 2: "Kc Qc"}, board)
    sitting.check_down(board)
    assert choice(sitting, level, "p2") is None  # the marker is not turned
    sitting.do(TurnMarker())
    assert choice(sitting, level, "p1") is None  # the other shows first
    for player in ("p2", "p1"):
        command = choice(sitting, level, player)
        assert command is not None
        sitting.do(command, player)
    assert [sitting.hand(seat).shown for seat in (1, 2)] == [True, True]
    other = RoomSitting((1, 2))
    other.start({1: "Kc Qc", 2: "As Ah"}, board)
    other.check_down(board)
    other.do(TurnMarker())
    command = choice(other, level, "p2")
    assert command is not None
    other.do(command, "p2")
    assert choice(other, level, "p1") == MuckHand(1)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("seat", "pays"), [(4, True), (6, False), (8, False)])
def test_who_owes_pays_unless_the_big_blind_is_about_to_come(level: Level, seat: int, pays: bool) -> None:
    sitting = RoomSitting((1, 3, 5, 7))
    for _ in range(5):
        sitting.whole()
    assert sitting.round.big_seat == 5
    sitting.do(JoinTable(seat, 20_000), by=f"p{seat}")
    assert choice(sitting, level, f"p{seat}") == (PayIn(seat) if pays else None)


@pytest.mark.parametrize("level", LEVELS)
def test_who_is_broke_brings_more_or_leaves(level: Level) -> None:
    sitting = RoomSitting({1: 20_000, 2: 400})
    board = "2c 7d 9h Js 3d"
    sitting.start({1: "As Ah", 2: "Kc Qc"}, board)
    sitting.play("1 raise 400", "2 call")
    sitting.finish(board)
    assert sitting.stacks[2] == 0
    done = {type(choice(sitting, level, "p2", seed)) for seed in range(40)}
    assert done == {TopUp, LeaveTable}
    brought = {one.amount for seed in range(40) if isinstance(one := choice(sitting, level, "p2", seed), TopUp)}
    assert brought == {20_000}
    assert choice(sitting, level, "p1") is None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("act", ["raise", "call", "fold", "all_in", "check"])
@pytest.mark.parametrize("before", first(1, ["raise 1000", "fold", "call"]))
def test_who_has_acted_out_of_turn_does_what_he_is_bound_to(level: Level, act: str, before: str) -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.start({2: "7c 2d"})
    to = 600 if act == "raise" else None
    sitting.do(Report("out_of_turn", seat=2, move=Move(act), to=to))
    sitting.play(f"1 {before}")
    assert not isinstance(sitting.ask(moves(sitting, level, "p2")[0], "p2"), Refusal)


# --- clear cases ------------------------------------------------------------------------------------------------------


def moves(sitting: RoomSitting, level: Level, player: str, times: int = 40) -> list[Act]:
    """What a bot does with so many different generators, once it has looked."""
    sitting.do(Look(int(player[1:])), player)
    acts = [choice(sitting, level, player, seed) for seed in range(times)]
    assert all(isinstance(one, Act) for one in acts)
    return [one for one in acts if isinstance(one, Act)]


@pytest.mark.parametrize("level", LEVELS)
def test_seven_and_deuce_are_folded_to_a_big_all_in(level: Level) -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.start({2: "7c 2d"})
    sitting.play("1 all_in")
    assert {one.move for one in moves(sitting, level, "p2")} == {Move.FOLD}


@pytest.mark.parametrize("level", LEVELS)
def test_the_nuts_call_everything(level: Level) -> None:
    sitting = RoomSitting((1, 2))
    board = "As Ks Qs 2d 3c"
    sitting.start({1: "Js Ts", 2: "Ad Ac"}, board)
    for _ in range(3):
        sitting.play(
            f"{sitting.turn} {'call' if sitting.round.level > sitting.hand(sitting.turn or 0).bet else 'check'}"
        )
        sitting.play(f"{sitting.turn} check")
        sitting.deal(board=board)
    sitting.play("2 all_in")
    assert {one.move for one in moves(sitting, level, "p1")} == {Move.CALL}


@pytest.mark.parametrize("level", SKILLED)
@pytest.mark.parametrize("cards", ["As Ah", "Kc Kd", "Qc Qd"])
def test_great_pairs_are_raised_before_the_flop(level: Level, cards: str) -> None:
    sitting = RoomSitting((1, 2, 3, 4, 5, 6))
    sitting.start({4: cards})
    assert {one.move for one in moves(sitting, level, "p4")} == {Move.RAISE}


def test_a_novice_raises_aces_more_often_than_not_and_never_folds_them() -> None:
    sitting = RoomSitting((1, 2, 3, 4, 5, 6))
    sitting.start({4: "As Ah"})
    done = [one.move for one in moves(sitting, Level.NOVICE, "p4")]
    assert set(done) == {Move.RAISE, Move.CALL}
    assert done.count(Move.RAISE) > 20


@pytest.mark.parametrize("level", SKILLED)
def test_a_draw_is_called_at_a_good_price_and_folded_at_a_bad_one(level: Level) -> None:
    """Nine or so cards of 46 help, with one card to come: a fifth of the pot is right, half of it is not."""
    board = "Kh 9h 4c 2s 3d"
    done = {}
    for bet in (200, 18_000):
        sitting = RoomSitting((1, 2, 3))
        sitting.start({1: "8h 6h"}, board)
        sitting.play("1 raise 2000", "2 call", "3 fold")
        sitting.deal(board=board)
        sitting.play("2 check", "1 check")
        sitting.deal(board=board)
        sitting.play(f"2 bet {bet}" if bet < 18_000 else "2 all_in")
        done[bet] = [one.move for one in moves(sitting, level, "p1")]
    assert Move.FOLD not in done[200]
    assert done[18_000].count(Move.FOLD) >= 36  # nine in ten: the regular reckons roughly


@pytest.mark.parametrize("level", LEVELS)
def test_air_is_given_up_to_a_large_bet(level: Level) -> None:
    board = "Ah Kd Qc"
    sitting = RoomSitting((1, 2))
    sitting.start({1: "7c 2d"}, board)
    sitting.play("1 call", "2 check")
    sitting.deal(board=board)
    sitting.play("2 bet 2000")
    assert {one.move for one in moves(sitting, level, "p1")} == {Move.FOLD}


def checked_to_with_nothing(level: Level) -> list[Act]:
    board = "Kd 8c 3h 5s Jd"
    sitting = RoomSitting((1, 2))
    sitting.start({1: "7c 2d"}, board)
    sitting.play("1 call", "2 check")
    for _ in range(3):
        sitting.deal(board=board)
        sitting.play("2 check")
        if sitting.round.street < 3:
            sitting.play("1 check")
    return moves(sitting, level, "p1", 400)


@pytest.mark.long
def test_all_of_them_bluff_and_the_expert_most() -> None:
    """Seven high on the River, last to act, nobody has bet: a BET can only be a bluff."""
    bluffs = {level: sum(one.move is Move.BET for one in checked_to_with_nothing(level)) for level in LEVELS}
    assert 0 < bluffs[Level.NOVICE] < 100
    assert 0 < bluffs[Level.REGULAR] < 100
    assert max(bluffs[Level.NOVICE], bluffs[Level.REGULAR]) < bluffs[Level.EXPERT] < 200


@pytest.mark.parametrize("level", LEVELS)
def test_fewer_hands_come_in_from_an_early_seat_than_from_the_button(level: Level) -> None:
    """Of six, seat 4 acts first; once 4, 5 and 6 have folded, the Button at seat 1 has only the Blinds behind it."""
    came: dict[int, int] = {}
    for seat, folded in ((4, ()), (1, ("4 fold", "5 fold", "6 fold"))):
        came[seat] = 0
        for cards in ("Kc 9d", "Qc 8c", "Jh 9h", "Kd 6d", "Td 7c", "8d 6c", "Qd 5c"):
            sitting = RoomSitting((1, 2, 3, 4, 5, 6))
            sitting.start({seat: cards})
            sitting.play(*folded)
            came[seat] += sum(one.move is not Move.FOLD for one in moves(sitting, level, f"p{seat}"))
    assert came[4] < came[1]


# --- chances ----------------------------------------------------------------------------------------------------------


def test_every_starting_hand_has_its_place() -> None:
    assert len(HANDS) == len({frozenset(pair) for pair in HANDS}) == 1326
    assert place(parse_cards("AsAh")) < place(parse_cards("AsKs")) < place(parse_cards("7c2d")) == 1.0
    assert place(parse_cards("AhAs")) == place(parse_cards("AsAh")) == pytest.approx(6 / 1326)
    assert len(holdings(parse_cards("AsAh"), 1.0)) == 50 * 49 // 2


@pytest.mark.parametrize(
    ("cards", "board", "others", "expected"),
    [("AsAh", "", "KdKc", 0.82), ("AsKs", "", "QdQc", 0.46), ("7h6h", "AhKh2c", "AsKd", 0.34)],
)
def test_shares_are_near_what_is_known(cards: str, board: str, others: str, expected: float) -> None:
    first, second = parse_cards(others)
    share = equity(parse_cards(cards), parse_cards(board), [[(first, second)]], Random(1), 6_000)
    assert share == pytest.approx(expected, abs=0.03)


def test_on_the_river_a_share_is_exact() -> None:
    board = parse_cards("2c3d4h5s9c")
    assert equity(parse_cards("AsAh"), board, [HANDS], Random(1), 1) == equity(
        parse_cards("AsAh"), board, [HANDS], Random(2), 1
    )
    assert equity(parse_cards("7s6s"), board, [HANDS], Random(1), 1) > 0.98


@pytest.mark.parametrize(
    ("cards", "board", "outs"),
    [
        ("AhKh", "2h7h9c", 9),
        ("8c7d", "9h6s2c", 8),
        ("8c7d", "9h5s2c", 4),
        ("8h7h", "9h6h2c", 15),
        ("8c7d", "9h6s5c", 0),
        ("AsKd", "2h7h9c", 0),
        ("8c7d", "9h6s2c3d4h", 0),
    ],
)
def test_draws_are_counted(cards: str, board: str, outs: int) -> None:
    assert draws(parse_cards(cards), parse_cards(board)) == outs


# --- who is better ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse", "deals"),
    [
        (Level.REGULAR, Level.NOVICE, 500),
        (Level.EXPERT, Level.REGULAR, 500),
        (Level.EXPERT, Level.NOVICE, 250),
    ],
)
@pytest.mark.long
def test_each_level_wins_from_the_one_below(better: Level, worse: Level, deals: int) -> None:
    """Two thousand hands and more, each deal from both sides: the mean is two of its own errors above nothing."""
    won = contest(BOTS[better], BOTS[worse], deals, seed=1)
    assert statistics.mean(won) > 2 * statistics.stdev(won) / len(won) ** 0.5


@pytest.mark.parametrize("level", first(1, LEVELS))
@pytest.mark.parametrize(
    ("against", "hands"), first(1, [("over-bettor", 160), ("folder", 100), ("all-in", 300), ("calling station", 160)])
)
def test_nobody_runs_over_them(level: Level, against: str, hands: int) -> None:
    """Beyond noise at 95 in 100; ``./run soak --bots`` plays 20,000 hands of each."""
    verdict = measured(level, against, hands)
    assert verdict.certain, str(verdict)
