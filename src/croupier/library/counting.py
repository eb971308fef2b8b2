"""Exact odds of the games, and advice on a hand."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import msgspec

from croupier.library.cards import Cards, read_cards
from croupier.library.drawing import drawn_table
from croupier.library.games import Game, game_of
from croupier.money import Cents
from croupier.notation.speech import plain
from croupier.odds import desk
from croupier.odds.solver import PERFECT, Answer, Question, Stakes, solver_of
from croupier.rulebooks import as_banked


class Odds:
    """The exact figures of a game: every deal is counted, and figures are fractions."""

    def __init__(self, answer: Answer) -> None:
        self.answer: Final = answer
        """The whole answer, as ``croupier odds --json`` writes it. It may gain parts in any release."""

    @property
    def game(self) -> str:
        """The game's name."""
        return self.answer.game

    @property
    def strategy(self) -> str:
        """The name of the Player's strategy."""
        return self.answer.strategy

    @property
    def total_combinations(self) -> int:
        """The number of deals that were counted."""
        return self.answer.total_combinations

    @property
    def house_edge(self) -> Fraction:
        """The House's win on average, per Ante."""
        return self.answer.house_edge.fraction

    @property
    def element_of_risk(self) -> Fraction:
        """The House's win on average, per chip wagered."""
        return Fraction(self.answer.exact["element_of_risk"])

    @property
    def average_wager(self) -> Fraction:
        """The Player's wagers on average, in Antes."""
        return Fraction(self.answer.exact["average_wager"])

    @property
    def variance(self) -> Fraction:
        """The variance of what a round wins, in Antes."""
        return Fraction(self.answer.exact["variance"])

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of what a round wins, in Antes."""
        return self.answer.standard_deviation

    @property
    def side_wagers(self) -> dict[str, Fraction]:
        """The house edge of each side wager, but for the jackpot's."""
        return {name: one.house_edge.fraction for name, one in self.answer.side_wagers.items()}

    def to_dict(self) -> dict[str, object]:
        """Return the whole answer as ``croupier odds --json`` writes it."""
        made = msgspec.to_builtins(self.answer)
        assert isinstance(made, dict)
        return made

    def __repr__(self) -> str:
        return f"<Odds of {self.answer.rulebook}, {self.strategy}: house edge {float(self.house_edge):.4%}>"

    def _repr_html_(self) -> str:
        rows = [
            ("house edge, per Ante", f"{float(self.house_edge):.5%}"),
            ("element of risk, per chip wagered", f"{float(self.element_of_risk):.5%}"),
            ("average wager, in Antes", f"{float(self.average_wager):.5f}"),
            ("standard deviation, in Antes", f"{self.standard_deviation:.5f}"),
            ("deals counted", f"{self.total_combinations:,}"),
        ]
        rows += [(f"house edge of the {plain(name)}", f"{float(edge):.5%}") for name, edge in self.side_wagers.items()]
        return drawn_table(("", ""), rows, f"{self.answer.rulebook}, {self.strategy} play")


class Advice(desk.Advice, frozen=True):
    """The best decision, and the worth of each choice in Antes, best first."""

    def _repr_html_(self) -> str:
        rows = [(plain(one.decision), f"{float(one.worth.fraction):+.5f}") for one in self.choices]
        return drawn_table(("decision", "worth, in Antes"), rows, f"{self.game}: {plain(self.decision)}")

    def worth(self, decision: str) -> Fraction:
        """Return what a choice is worth, in Antes. Raises LookupError for a decision that is not a choice."""
        for one in self.choices:
            if one.decision == decision:
                return one.worth.fraction
        choices = ", ".join(one.decision for one in self.choices)
        raise LookupError(f"{decision[:40]!r} is not one of the choices: {choices}")


def odds(
    game: Game | str,
    *,
    pay: Mapping[str, object] | None = None,
    strategy: str = PERFECT,
    ante: Cents | None = None,
    meter: Cents | None = None,
) -> Odds:
    """Count every deal of a game against the House.

    ``pay`` changes rows of the pay tables, such as ``{"bet.royal_flush": 100}``. With an Ante in money the maximum
    payout counts, with a meter also the jackpot's prizes. The first question about a game compiles and counts for a
    while; the counts are kept in the user's cache. Raises ValueError for impossible changes or an unknown strategy.

    >>> found = odds("rws-casino-stud")
    >>> found
    <Odds of rws-casino-stud-v6, perfect: house edge 5.1991%>
    >>> found.house_edge, found.total_combinations
    (Fraction(86362082531, 1661102543100), 19933230517200)
    """
    house = as_banked(game_of(game).rules)
    changes = {key: str(value) for key, value in (pay or {}).items()}
    asked = Question(changes, strategy, Stakes(ante, meter), readings=True)
    return Odds(solver_of(house).answer(house, asked))


def advise(
    game: Game | str,
    cards: Cards,
    *,
    dealer: Cards = "",
    community: Cards = "",
    turn_placed: bool = False,
    pay: Mapping[str, object] | None = None,
    ante: Cents | None = None,
    meter: Cents | None = None,
) -> Advice:
    """Return the best decision with these cards, and what every choice is worth.

    ``dealer`` and ``community`` are the Dealer's known cards and the Community Cards so far. ``turn_placed`` says,
    before the River, whether the Turn wager was placed. With an Ante and a meter, the prizes of a jackpot wager count
    too. Raises ValueError for impossible cards.

    >>> told = advise("rws-casino-stud", "As Kd Jc 8h 3s", dealer="8d")
    >>> told.decision, told.worth("bet")
    ('bet', Fraction(-46876, 54395))
    """
    found = desk.advice(
        as_banked(game_of(game).rules),
        read_cards(cards),
        dealer=read_cards(dealer),
        community=read_cards(community),
        turn_placed=turn_placed,
        changes={key: str(value) for key, value in (pay or {}).items()},
        ante=ante,
        meter=meter,
    )
    return Advice(found.game, found.decision, found.choices)
