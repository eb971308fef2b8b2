"""A Dealer whose cards nobody has identified can report whatever a Dealer with known ones can, and is ruled alike.

The same acts are done at two tables. At one the cards are known; at the other every card that lies face down is `??`,
and a report says where its cards lie instead of which they are.
"""

import random
from typing import Final

import pytest
from msgspec.structs import replace

from croupier.cards import DECK, UNKNOWN, Card
from croupier.notation.actors import Deed
from croupier.notation.acts import parse_act
from croupier.play.actor import Actor
from croupier.play.banked import act, open_table
from croupier.play.banked.aftermath import piles_of
from croupier.play.banked.commands import BankedCommand, DealCards, Look, Report, TakeDecision
from croupier.play.banked.events import IrregularityRuled
from croupier.play.banked.flow import places_ahead
from croupier.play.banked.state import Phase, Table
from croupier.play.refusal import Refusal
from croupier.rulebooks import load_banked
from croupier.rules.banked import BankedGame
from croupier.rules.irregularities import HOUSE_CATALOGUE
from croupier.rules.terms import Role
from tests.pit import agreed
from tests.sampling import spread
from tests.sitting import HOUSE_GAMES

ROUNDS: Final = 150
BETS: Final = (
    "dealer: place your bets",
    "p1: 1 ante 10000",
    "p1: 1 jackpot 500",
    "p2: 3 ante 10000",
    "p1: 5 ante 10000",
    "dealer: no more bets",
)


def begun(game: BankedGame, dealing: str) -> Table:
    """A table whose bets are closed."""
    table = open_table(game, {"dealing": dealing})
    for text in BETS:
        deed = parse_act(text)
        turn = act(game, table, deed.actor, deed.command)
        assert not isinstance(turn, Refusal)
        table = turn.table
    return table


def random_report(table: Table, rng: random.Random) -> Report:
    """Something about cards, with all the facts that it may need, and cards that lie on the table."""
    assert table.round is not None
    name = rng.choice(
        [
            "cards_exposed",
            "cards_exposed",
            "misdeal",
            "wrong_hand_count",
            "wrong_dealer_count",
            "wrong_community_count",
            "burn_missed",
            "other_dealing_error",
            "simultaneous_draw",
            "jackpot_system_down",
            "interruption",
            "deck_miscount",
            "card_face_up_in_shoe",
        ]
    )
    facts = {fact.name: rng.choice(fact.samples) for fact in HOUSE_CATALOGUE[name] if fact.name not in DERIVED}
    if name == "cards_exposed":
        lying = [(place, at) for place, cards in piles_of(table.round) if place != "burn" for at in range(len(cards))]
        where = tuple(rng.sample(lying, min(len(lying), rng.randint(1, 2))))
        cards = tuple(dict(piles_of(table.round))[place][at] for place, at in where)
        return Report(name, {"seen": facts["seen"]}, cards=cards, at=where)
    return Report(name, facts, box=rng.choice((1, 3, 5)))


DERIVED: Final = {"count", "whose", "when", "noticed", "round", "outcome"}
"""What a table establishes itself."""


@pytest.mark.parametrize("name", spread(2, HOUSE_GAMES))
def test_the_same_reports_are_ruled_alike_with_hidden_cards(name: str) -> None:
    game = load_banked(name)
    met: set[str] = set()
    for seed in range(ROUNDS):
        rng = random.Random(seed)
        known = hidden = begun(game, rng.choice(list(game.rounds)))
        deck = list(DECK)
        rng.shuffle(deck)
        for _ in range(14):
            command = _next(game, known, deck, rng)
            if command is None:
                break
            both = (known, hidden)
            as_known = replace(command, at=()) if isinstance(command, Report) else command
            as_hidden = command
            if isinstance(command, DealCards):
                as_hidden = DealCards((UNKNOWN,) * len(command.cards))
            if isinstance(command, Report):
                as_hidden = replace(command, cards=())
            role = (
                rng.choice((Role.DEALER, Role.PIT_SUPERVISOR)) if isinstance(command, Report) else Role.PIT_SUPERVISOR
            )
            first, second = (
                agreed(game, table, Deed(Actor(role.value, role), one))
                for table, one in zip(both, (as_known, as_hidden), strict=True)
            )
            assert isinstance(first, Refusal) == isinstance(second, Refusal), (seed, command, first, second)
            if isinstance(first, Refusal) or isinstance(second, Refusal):
                continue
            rulings = [
                [
                    (event.irregularity, event.ruling, event.facts)
                    for event in turn.events
                    if isinstance(event, IrregularityRuled)
                ]
                for turn in (first, second)
            ]
            assert rulings[0] == rulings[1], (seed, command)
            met.update(one[0] for one in rulings[0])
            known, hidden = first.table, second.table
            choices = [
                [(box.number, box.choice) for box in table.round.boxes] for table in (known, hidden) if table.round
            ]
            assert choices[0] == choices[1], (seed, command)
    assert len(met) >= 10


def _next(game: BankedGame, table: Table, deck: list[Card], rng: random.Random) -> BankedCommand | None:
    """Some cards, a look, a report, or what a role decides."""
    round_ = table.round
    assert round_ is not None
    if table.pending and table.pending[0].irregularity != "jackpot_system_down":
        options = [one for one in table.pending[0].options if one not in {"reordered", "invalidate_hand"}]
        return TakeDecision(table.pending[0].number, rng.choice(options), "as seen")
    ahead = places_ahead(game, table.policy.dealing, round_) if round_.phase is Phase.PLAY else ()
    left = tuple(card for card in deck if not round_.used >> card & 1)
    if ahead and (not round_.cards_out or rng.random() < 0.4):
        return DealCards(left[: rng.randint(1, len(ahead))])
    if not round_.cards_out:
        return None
    return Look(rng.choice((1, 3, 5))) if rng.random() < 0.2 else random_report(table, rng)
