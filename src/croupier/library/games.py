"""The games, by name and version."""

from collections.abc import Mapping
from typing import Any

from croupier.library.cards import Cards, Hand
from croupier.play.rulings import Ruled, ask
from croupier.rulebooks import all_games, load, versions
from croupier.rules import game as rules
from croupier.rules.banked import BankedGame
from croupier.rules.document import Interpretation, Paragraph


def games() -> tuple[str, ...]:
    """The names of all games, those against the House first.

    >>> games()[0], games()[-1]
    ('rws-casino-stud', 'rws-poker')
    """
    return all_games()


class Game:
    """A game as one version of its approved document has it: the version in force, unless another is named.

    The beginning of a name is enough where it is clear. An unknown name or version raises a LookupError.

    >>> game = Game("rws-casino")
    >>> game, game.title, game.versions
    (Game('rws-casino-stud', 6), 'Casino Stud Poker', (6,))
    >>> print(game.paragraph("3.13").summary)
    The Dealer turns the other four cards. If the Dealer does not qualify the Ante wins and the BET goes back; ...
    """

    def __init__(self, name: str, version: int | None = None) -> None:
        self.rules: rules.Game = load(name, version)
        """The rulebook's own value, for what this class does not have. It may change with any release."""

    @property
    def name(self) -> str:
        """Its name, such as ``rws-casino-stud``."""
        return self.rules.name

    @property
    def version(self) -> int:
        """The version of its document."""
        return self.rules.document.version

    @property
    def versions(self) -> tuple[int, ...]:
        """All versions of its document, from the first to the last."""
        return versions(self.name)

    @property
    def title(self) -> str:
        """The document's title."""
        return self.rules.document.title

    @property
    def operator(self) -> str:
        """Whose document it is."""
        return self.rules.document.operator

    @property
    def effective(self) -> str:
        """From when it applies, as the document words it."""
        return self.rules.document.effective

    @property
    def against_the_house(self) -> bool:
        """Whether it is played against the House; if not, in the poker room."""
        return isinstance(self.rules, BankedGame)

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """Every paragraph in the document's order: number, disposition, our summary."""
        return self.rules.document.paragraphs

    @property
    def interpretations(self) -> tuple[Interpretation, ...]:
        """What the text leaves open, how it is read here, and why."""
        return self.rules.document.interpretations

    def paragraph(self, number: str) -> Paragraph:
        """One paragraph. Raises a LookupError if the document has none of that number."""
        found = self.rules.document.paragraph(number)
        if found is None:
            raise LookupError(f"{self.name} has no paragraph {number[:20]!r}")
        return found

    @property
    def irregularities(self) -> tuple[str, ...]:
        """Whatever can go wrong, by the names that :meth:`rule` takes."""
        return tuple(self.rules.irregularities.rules)

    def hand(self, cards: Cards) -> Hand:
        """A hand as this game ranks it."""
        return Hand(cards, self.rules.hand)

    def rule(self, irregularity: str, facts: Mapping[str, Any] | None = None, /, **more: Any) -> Ruled:
        """The ruling on an irregularity; see :func:`rule`."""
        given = {**(facts or {}), **more}
        return ask(self.rules, irregularity, {name: _fact(value) for name, value in given.items()})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.rules.document.rulebook == self.rules.document.rulebook

    def __hash__(self) -> int:
        return hash(self.rules.document.rulebook)

    def __repr__(self) -> str:
        return f"Game({self.name!r}, {self.version})"


def _fact(value: object) -> str:
    """Facts are words and numbers; yes and no may be given as truth values."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def game_of(game: Game | str) -> Game:
    """A game, however it was named."""
    return Game(game) if isinstance(game, str) else game


def rule(game: Game | str, irregularity: str, facts: Mapping[str, Any] | None = None, /, **more: Any) -> Ruled:
    """What a document says when something has gone wrong.

    A fact that the ruling needs and nobody gave, one that it does not know, and an irregularity that the game cannot
    have raise a ValueError that names them.

    >>> ruled = rule("rws-casino-stud", "cards_exposed", count=2, seen=False, whose="player")
    >>> ruled.ruling.value, ruled.cites, ruled.decided_by.value
    ('void_round', ('5.8.2',), 'rules')
    >>> rule("rws-casino-stud", "cards_exposed", count=2, whose="player")
    Traceback (most recent call last):
    croupier.play.rulings.RulingError: the ruling on cards_exposed needs the fact seen (yes, no)
    """
    return game_of(game).rule(irregularity, facts, **more)
