"""Decks that a test has arranged, brought to the floor the only way there is: as chance."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from croupier.cards import DECK, Card, parse_cards
from croupier.play.actor import Actor
from croupier.play.banked import act, open_table
from croupier.play.banked.commands import (
    BankedCommand,
    Choose,
    CloseBets,
    DealCards,
    OpenRound,
    PlaceWager,
    Reveal,
    ShowHand,
)
from croupier.play.banked.flow import current_step, hands_to_show, places_ahead, undecided
from croupier.play.banked.state import Phase, Table
from croupier.play.refusal import Refusal
from croupier.rulebooks import load_banked
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Decide, Decision, Role, ShowHands, WagerName


class RiggedEntropy:
    """Decks in the order asked for, while there are any; everything else by seed."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)
        self._bytes: list[int] = []

    def rig(self, deck: Iterable[Card]) -> None:
        """The next shuffle gives this deck."""
        wanted, order = list(deck), list(DECK)
        for last in range(len(order) - 1, 0, -1):  # undo Fisher and Yates: which place must be chosen each time
            chosen = order.index(wanted[last])
            order[last], order[chosen] = order[chosen], order[last]
            self._bytes.append(chosen)
        assert order == wanted

    def draw(self, count: int) -> bytes:
        if count == 1 and self._bytes:
            return bytes([self._bytes.pop(0)])
        return self._random.randbytes(count)


def rigged_deck(
    game_name: str, boxes: Iterable[int], hands: Mapping[str, str], policy: Mapping[str, Any] | None = None
) -> tuple[Card, ...]:
    """A deck that gives these places these cards when these boxes are played; the rest falls as it may.

    Places are box numbers, ``dealer``, ``community`` and ``burn``.
    """
    game = load_banked(game_name)
    wanted = {place: list(parse_cards(text)) for place, text in hands.items()}
    kept = {card for cards in wanted.values() for card in cards}
    rest = iter([card for card in DECK if card not in kept])
    places = _places(game, tuple(boxes), policy)
    dealt = [wanted[place].pop(0) if wanted.get(place) else next(rest) for place in places]
    assert not any(wanted.values()), f"not dealt: {wanted}"
    return (*dealt, *rest)


def _places(game: BankedGame, boxes: tuple[int, ...], policy: Mapping[str, Any] | None) -> list[str]:
    """Where every card of a round goes in which nobody folds."""
    table = open_table(game, policy)
    wagers = [PlaceWager(box, WagerName.ANTE, 10_000, "ann") for box in boxes]
    opening: list[BankedCommand] = [OpenRound(), *wagers, CloseBets()]
    for command in opening:
        table = _acted(game, table, command)
    found: list[str] = []
    cards = iter(DECK)
    while table.round is not None and table.round.phase is Phase.PLAY:
        ahead = places_ahead(game, table.policy.dealing, table.round)
        found += (place for place, _ in ahead)
        command = DealCards(tuple(next(cards) for _ in ahead)) if ahead else _next(game, table)
        table = _acted(game, table, command)
    return found


def _next(game: BankedGame, table: Table) -> BankedCommand:
    step = current_step(game, table)
    assert table.round is not None
    if isinstance(step, Decide):
        box = undecided(table.round)
        assert box is not None
        return Choose(box.number, staying(step))
    if isinstance(step, ShowHands):
        waiting = (box for box in hands_to_show(game, table.policy.dealing, table.round) if box.shown is None)
        return ShowHand(next(waiting).number)
    return Reveal()


def staying(step: Decide) -> Decision:
    """The decision that keeps a hand in."""
    return next(one.decision for one in step.choices if one.decision is not Decision.FOLD)


def _acted(game: BankedGame, table: Table, command: BankedCommand) -> Table:
    turn = act(game, table, Actor("dealer", Role.DEALER), command)
    assert not isinstance(turn, Refusal), f"{command}: {turn}"
    return turn.table
