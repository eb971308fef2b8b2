"""Whole hands of no-limit hold'em, from the deal to the settled pots, beside the engines that can be had.

Six Players with 200 chips each and blinds of 1 and 2, anew for every hand, on one core. ``passive``: everybody checks
or calls to the showdown. ``random``: each decision is drawn evenly from folding, checking or calling, and raising, as
far as they are open; folding is, where there is something to call, since one engine refuses it elsewhere and hands
should be about as long in all of them. A raise is drawn evenly between the least and the most, or from the sizes that
an engine offers.

Every engine is driven the cheapest way it documents, without prints, records or observations that it lets one leave
out. Each shuffles for itself, so the hands differ, but they are the same in every round of timing.
"""

import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from benchmarks import measure
from benchmarks.measure import Contestant, Pass, Record, asked
from croupier.cards import DECK
from croupier.play import room as poker
from croupier.play.actor import Actor
from croupier.play.refusal import Refusal
from croupier.play.room.betting import legal
from croupier.play.room.commands import (
    Act,
    DealCards,
    JoinTable,
    OpenRound,
    RoomCommand,
    Settle,
    ShowHand,
    TurnMarker,
)
from croupier.play.room.settling import is_lone
from croupier.play.room.state import Hand, Phase, Round, Table
from croupier.rulebooks import load_room
from croupier.rules.room import Marker, Move, RoomGame
from croupier.rules.terms import Role

PLAYERS = 6
STACK = 200
SMALL_BLIND, BIG_BLIND = 1, 2

Peer = Callable[[], tuple[Pass, Pass]]
"""How an engine plays a hand for each seed, passively and at random; an ImportError says that it is not installed."""


def main(*, show: bool = True, hands: int = 2_000, rounds: int = 5) -> list[Record]:
    """Time both ways to play. ``hands`` hands a round; printed as a table if ``show``."""
    players = [(name, _passes(peer), range(max(1, hands // part))) for name, peer, part in PEERS]
    records = [
        record
        for at, task in enumerate(("passive", "random"))
        for record in _compare(task, [Contestant(name, passes[at], seeds) for name, passes, seeds in players], rounds)
    ]
    if show:
        measure.show("Whole hands of no-limit hold'em, six Players", "hand", records)
    return records


def _compare(task: str, contestants: list[Contestant], rounds: int) -> list[Record]:
    """Those that are not installed come last: the first one is what the others are held to."""
    return measure.side_by_side(task, sorted(contestants, key=lambda each: each.go is None), rounds)


def _passes(peer: Peer) -> tuple[Pass | None, Pass | None]:
    try:
        return peer()
    except ImportError:
        return None, None


def _croupier() -> tuple[Pass, Pass]:
    """Every act is a command with its events, as at a real table: posts, deal, marker, hands laid open, pots, Rake."""
    game = load_room("rws-poker")
    chips = {"chips": [1], "small_blind": SMALL_BLIND, "minimum_stake": STACK, "maximum_stake": STACK, "rake_unit": 1}
    table = poker.open_room(game, chips)
    for seat in range(1, PLAYERS + 1):
        table = _done(game, table, Actor(f"p{seat}", Role.PLAYER), JoinTable(seat, STACK))

    def passive(seeds: Sequence[int]) -> None:
        draw = random.Random(seeds[0])
        for _ in seeds:
            _croupiers_hand(game, table, draw, lambda table, round_, hand: CALL if hand.bet < round_.level else CHECK)

    def at_random(seeds: Sequence[int]) -> None:
        draw = random.Random(seeds[0])

        def decision(table: Table, round_: Round, hand: Hand) -> tuple[Move, int | None]:
            may = legal(game, table)
            assert may is not None
            open_to = [CALL, FOLD] if may.call else [CHECK]
            at = int(draw.random() * (len(open_to) + bool(may.least)))
            if at < len(open_to):
                return open_to[at]
            return Move.RAISE if may.raises else Move.BET, draw.randint(may.least, may.most)

        for _ in seeds:
            _croupiers_hand(game, table, draw, decision)

    return passive, at_random


CALL, CHECK, FOLD = (Move.CALL, None), (Move.CHECK, None), (Move.FOLD, None)
# Members of enumerations, looked up once: other engines compare plain numbers and texts.
BETTING, SHOWDOWN, PLAYER, UNTURNED = Phase.BETTING, Phase.SHOWDOWN, Role.PLAYER, Marker.BETTING_ROUND


def _croupiers_hand(
    game: RoomGame,
    table: Table,
    draw: random.Random,
    decision: Callable[[Table, Round, Hand], tuple[Move, int | None]],
) -> None:
    """One hand from the announcement to its end."""
    deck, at = list(DECK), 0
    draw.shuffle(deck)
    table = _done(game, table, DEALER, OpenRound())
    while True:
        round_ = table.round
        assert round_ is not None
        if round_.phase is BETTING:
            hand = round_.hands[round_.turn]
            table = _done(game, table, Actor(hand.player, PLAYER), Act(hand.seat, *decision(table, round_, hand)))
        elif round_.ahead:
            cards = tuple(deck[at : at + len(round_.ahead)])
            at += len(cards)
            table = _done(game, table, DEALER, DealCards(cards))
        elif round_.phase is SHOWDOWN and round_.marker is UNTURNED and not is_lone(round_):
            table = _done(game, table, DEALER, TurnMarker())
            for place, hand in enumerate(round_.hands):
                if round_.active >> place & 1:
                    table = _done(game, table, Actor(hand.player, PLAYER), ShowHand(hand.seat))
        else:
            _done(game, table, DEALER, Settle())
            return


def _done(game: RoomGame, table: Table, actor: Actor, command: RoomCommand) -> Table:
    events = poker.decide(game, table, actor, command)
    assert type(events) is not Refusal, events
    for event in events:
        table = poker.evolve(game, table, event)
    return table


DEALER = Actor("dealer", Role.DEALER)


@contextmanager
def _nothing_printed() -> Iterator[None]:
    """Standard output of the process, compiled parts included, goes nowhere."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def _pokers() -> tuple[Pass, Pass]:
    """Its states are values; the bet to match says what is open sooner than its list of actions. It prints showdowns.

    It knows no least raise, so a raise doubles the bet, and it asks Players who are all in, who can only stay.
    """
    pokers = import_module("pokers")
    kinds, act, deal = pokers.ActionEnum, pokers.Action, pokers.State.from_seed
    fold, check, call = act(kinds.Fold), act(kinds.Check), act(kinds.Call)
    table = (PLAYERS, 0, float(SMALL_BLIND), float(BIG_BLIND), float(STACK))

    @_nothing_printed()
    def passive(seeds: Sequence[int]) -> None:
        for seed in seeds:
            state = deal(*table, seed)
            while not state.final_state:
                state = state.apply_action(call if state.min_bet else check)

    @_nothing_printed()
    def at_random(seeds: Sequence[int]) -> None:
        draw = random.Random(seeds[0])
        for seed in seeds:
            state = deal(*table, seed)
            while not state.final_state:
                state = state.apply_action(decision(state, draw))

    def decision(state: Any, draw: random.Random) -> Any:
        player, bet = state.players_state[state.current_player], state.min_bet
        most = int(player.stake + player.bet_chips - bet)
        stay = call if bet else check
        passing = [stay, fold] if player.bet_chips < bet else [stay]
        at = int(draw.random() * (len(passing) + (most > 0)))
        return passing[at] if at < len(passing) else raise_by(draw.randint(min(max(BIG_BLIND, int(bet)), most), most))

    def raise_by(amount: int) -> Any:
        return act(kinds.Raise, float(amount))

    return passive, at_random


def _rlcard() -> tuple[Pass, Pass]:
    """The game without the environment around it, which would encode every state for learning."""
    game = import_module("rlcard.games.nolimitholdem").Game()
    game.configure({"game_num_players": PLAYERS, "chips_for_each": STACK, "dealer_id": 0})
    kinds = import_module("rlcard.games.nolimitholdem.round").Action
    state_of_chance = import_module("numpy").random.RandomState
    fold, check_or_call = kinds.FOLD, kinds.CHECK_CALL

    def passive(seeds: Sequence[int]) -> None:
        game.np_random = state_of_chance(seeds[0])
        for _ in seeds:
            game.init_game()
            while not game.is_over():
                game.step(check_or_call)
            game.get_payoffs()

    def at_random(seeds: Sequence[int]) -> None:
        draw = random.Random(seeds[0])
        game.np_random = state_of_chance(seeds[0])
        for _ in seeds:
            state, _ = game.init_game()
            while not game.is_over():
                state, _ = game.step(decision(state, draw))
            game.get_payoffs()

    def decision(state: Any, draw: random.Random) -> Any:
        """Players who are all in are asked as well, and can only stay."""
        if not state["stakes"][state["current_player"]]:
            return check_or_call
        raises = [kind for kind in state["legal_actions"] if kind is not fold and kind is not check_or_call]
        passing = [check_or_call, fold] if state["my_chips"] < max(state["all_chips"]) else [check_or_call]
        at = int(draw.random() * (len(passing) + bool(raises)))
        return passing[at] if at < len(passing) else draw.choice(raises)

    return passive, at_random


def _texasholdem() -> tuple[Pass, Pass]:
    """One table; the stacks are set back before each hand. It shuffles with the module ``random``."""
    texasholdem = import_module("texasholdem")
    call_agent = import_module("texasholdem.agents").call_agent
    kinds = texasholdem.ActionType
    fold, call, raises = kinds.FOLD, kinds.CALL, kinds.RAISE
    game = texasholdem.TexasHoldEm(buyin=STACK, big_blind=BIG_BLIND, small_blind=SMALL_BLIND, max_players=PLAYERS)

    def start() -> None:
        for player in game.players:
            player.chips = STACK
        game.start_hand()

    def passive(seeds: Sequence[int]) -> None:
        random.seed(seeds[0])
        for _ in seeds:
            start()
            while game.is_hand_running():
                game.take_action(*call_agent(game))

    def at_random(seeds: Sequence[int]) -> None:
        random.seed(seeds[0])
        draw = random.Random(seeds[0])
        for _ in seeds:
            start()
            while game.is_hand_running():
                moves = game.get_available_moves()
                open_kinds = moves.action_types
                if call not in open_kinds:
                    open_kinds = [kind for kind in open_kinds if kind is not fold]
                kind = draw.choice(open_kinds)
                game.take_action(kind, total=draw.choice(moves.raise_range) if kind is raises else None)

    return passive, at_random


def _pokerkit() -> tuple[Pass, Pass]:
    """The game made once, with everything automatic but the decisions. It shuffles with the module ``random``."""
    pokerkit = import_module("pokerkit")
    game = pokerkit.NoLimitTexasHoldem(tuple(pokerkit.Automation), True, 0, (SMALL_BLIND, BIG_BLIND), BIG_BLIND)

    def passive(seeds: Sequence[int]) -> None:
        random.seed(seeds[0])
        for _ in seeds:
            state = game(STACK, PLAYERS)
            while state.status:
                state.check_or_call()

    def at_random(seeds: Sequence[int]) -> None:
        random.seed(seeds[0])
        draw = random.Random(seeds[0])
        for _ in seeds:
            state = game(STACK, PLAYERS)
            while state.status:
                decide(state, draw)

    def decide(state: Any, draw: random.Random) -> None:
        least = state.min_completion_betting_or_raising_to_amount
        passing = [state.check_or_call, state.fold] if state.checking_or_calling_amount else [state.check_or_call]
        at = int(draw.random() * (len(passing) + (least is not None)))
        if at < len(passing):
            passing[at]()
        else:
            most = state.max_completion_betting_or_raising_to_amount
            state.complete_bet_or_raise_to(draw.randint(least, most))

    return passive, at_random


def _pypokerengine() -> tuple[Pass, Pass]:
    """Its emulator; a round leaves the table it starts from as it was. It shuffles with the module ``random``."""
    emulator = import_module("pypokerengine.api.emulator").Emulator()
    finished = import_module("pypokerengine.engine.poker_constants").PokerConstants.Street.FINISHED
    emulator.set_game_rule(player_num=PLAYERS, max_round=10, small_blind_amount=SMALL_BLIND, ante_amount=0)
    seated = {str(seat): {"name": str(seat), "stack": STACK} for seat in range(PLAYERS)}
    table = emulator.generate_initial_game_state(seated)

    def passive(seeds: Sequence[int]) -> None:
        random.seed(seeds[0])
        for _ in seeds:
            state, events = emulator.start_new_round(table)
            while state["street"] != finished:
                _, call, _ = events[-1]["valid_actions"]
                state, events = emulator.apply_action(state, "call", call["amount"])

    def at_random(seeds: Sequence[int]) -> None:
        random.seed(seeds[0])
        draw = random.Random(seeds[0])
        for _ in seeds:
            state, events = emulator.start_new_round(table)
            while state["street"] != finished:
                state, events = emulator.apply_action(state, *decision(state, events[-1]["valid_actions"], draw))

    def decision(state: Any, valid: Any, draw: random.Random) -> tuple[str, int]:
        _, call, raises = valid
        least, most = raises["amount"]["min"], raises["amount"]["max"]
        paid = state["table"].seats.players[state["next_player"]].paid_sum()
        passing = [("call", call["amount"]), ("fold", 0)] if paid < call["amount"] else [("call", call["amount"])]
        at = int(draw.random() * (len(passing) + (least >= 0)))
        return passing[at] if at < len(passing) else ("raise", draw.randint(least, most))

    return passive, at_random


PEERS: tuple[tuple[str, Peer, int], ...] = (
    ("croupier", _croupier, 1),
    ("pokers", _pokers, 1),
    ("rlcard", _rlcard, 5),
    ("texasholdem", _texasholdem, 5),
    ("pokerkit", _pokerkit, 20),
    ("pypokerengine", _pypokerengine, 20),
)
"""Each with the part of the hands it is given: a fifth, a twentieth."""

if __name__ == "__main__":
    asked(__doc__)
    main()
