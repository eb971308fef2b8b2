"""The games, by name and version."""

from collections.abc import Mapping

from croupier.library.cards import Cards, Hand
from croupier.play.rulings import Ruled, ask
from croupier.rulebooks import all_games, load, versions
from croupier.rules import game as rules
from croupier.rules.banked import BankedGame
from croupier.rules.document import Interpretation, Paragraph


def games() -> tuple[str, ...]:
    """Return the names of all games, those against the House first.

    >>> games()[0], games()[-1]
    ('rws-casino-stud', 'rws-poker')
    """
    return all_games()


class Game:
    """A game as one version of its approved document has it: the version in force, unless another is named.

    The beginning of a name is enough if it is unique. Raises LookupError for an unknown name or version.

    >>> game = Game("rws-casino")
    >>> game, game.title, game.versions
    (Game('rws-casino-stud', 6), 'Casino Stud Poker', (6,))
    >>> print(game.paragraph("3.13").summary)
    The Dealer turns the other four cards. If the Dealer does not qualify the Ante wins and the BET goes back; ...
    """

    def __init__(self, name: str, version: int | None = None) -> None:
        self.rules: rules.Game = load(name, version)
        """The rulebook's own value, for uses that this class does not cover. Its form may change in any release."""

    @property
    def name(self) -> str:
        """The game's name, such as ``rws-casino-stud``."""
        return self.rules.name

    @property
    def version(self) -> int:
        """The version of the document."""
        return self.rules.document.version

    @property
    def versions(self) -> tuple[int, ...]:
        """All versions of the document, from the first to the last."""
        return versions(self.name)

    @property
    def title(self) -> str:
        """The document's title."""
        return self.rules.document.title

    @property
    def operator(self) -> str:
        """The operator whose document it is."""
        return self.rules.document.operator

    @property
    def effective(self) -> str:
        """The date from which the document applies, in its own words."""
        return self.rules.document.effective

    @property
    def against_the_house(self) -> bool:
        """True if the game is played against the House, False if in the poker room."""
        return isinstance(self.rules, BankedGame)

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """Every paragraph in the document's order: number, disposition, our summary."""
        return self.rules.document.paragraphs

    @property
    def interpretations(self) -> tuple[Interpretation, ...]:
        """The interpretations of what the text leaves open, with their reasons."""
        return self.rules.document.interpretations

    def paragraph(self, number: str) -> Paragraph:
        """Return one paragraph. Raises LookupError if the document has none of that number."""
        found = self.rules.document.paragraph(number)
        if found is None:
            raise LookupError(f"{self.name} has no paragraph {number[:20]!r}")
        return found

    @property
    def irregularities(self) -> tuple[str, ...]:
        """The names of all irregularities that the document rules, which :meth:`rule` takes."""
        return tuple(self.rules.irregularities.rules)

    def hand(self, cards: Cards) -> Hand:
        """Return cards as a hand that this game ranks."""
        return Hand(cards, self.rules.hand)

    def rule(self, irregularity: str, facts: Mapping[str, object] | None = None, /, **more: object) -> Ruled:
        """Return the ruling on an irregularity; see :func:`rule`."""
        given = {**(facts or {}), **more}
        return ask(self.rules, irregularity, {name: _fact(value) for name, value in given.items()})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.rules.document.rulebook == self.rules.document.rulebook

    def __hash__(self) -> int:
        return hash(self.rules.document.rulebook)

    def __repr__(self) -> str:
        return f"Game({self.name!r}, {self.version})"


def _fact(value: object) -> str:
    """Write a fact as text; a bool becomes yes or no."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def game_of(game: Game | str) -> Game:
    """Return a game, given as such or by its name."""
    return Game(game) if isinstance(game, str) else game


def rule(game: Game | str, irregularity: str, facts: Mapping[str, object] | None = None, /, **more: object) -> Ruled:
    """Return what a document rules on an irregularity.

    Raises ValueError, with the name at fault, for a fact that the ruling needs and that is missing, for an unknown
    fact, and for an irregularity that the game cannot have.

    >>> ruled = rule("rws-casino-stud", "cards_exposed", count=2, seen=False, whose="player")
    >>> ruled.ruling.value, ruled.cites, ruled.decided_by.value
    ('void_round', ('5.8.2',), 'rules')
    >>> rule("rws-casino-stud", "cards_exposed", count=2, whose="player")
    Traceback (most recent call last):
    croupier.play.rulings.RulingError: the ruling on cards_exposed needs the fact seen (yes, no)
    """
    return game_of(game).rule(irregularity, facts, **more)
