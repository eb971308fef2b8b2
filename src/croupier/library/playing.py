"""The parts that a table against the House and a table of the poker room share: acts as text, and a past."""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from msgspec import Struct

from croupier.cards import DECK, Card, format_cards
from croupier.library.cards import Cards, read_cards
from croupier.library.games import Game
from croupier.money import Cents
from croupier.notation.actors import Deed, read_who
from croupier.play.moments import passed
from croupier.play.refusal import Reason, Refusal
from croupier.play.viewer import Viewer
from croupier.rules.document import Cite
from croupier.rules.terms import Role

Cites = tuple[Cite, ...]
S = TypeVar("S")
C = TypeVar("C")

DEALER: Final = "dealer"
DEAL: Final = "deal"


class RefusedError(ValueError):
    """An act that the rules do not allow: nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.sentence: Final = refusal.sentence
        self.cites: Final = refusal.cites
        """The paragraphs that refuse it; empty where only the moment is wrong."""
        self.reason: Final[Reason] = refusal.reason


class Line(Struct, frozen=True):
    """An event of the table, with the paragraphs that it follows from."""

    event: str
    """The kind of event, such as ``BetsClosed``."""
    says: str
    """The narration in a sentence; empty for the few events of the poker room that its table shows."""
    cites: Cites

    def __str__(self) -> str:
        return f"{self.says or self.event} ({', '.join(self.cites)})" if self.cites else self.says or self.event


class Act(Struct, frozen=True):
    """An act that a person may do now, with the amounts that are allowed."""

    form: str
    """The act in the notation, with ``{}`` where an amount goes: ``p1: 1 ante {}``."""
    label: str
    """The words for a button."""
    cites: Cites
    least: Cents = 0
    most: Cents = 0
    step: Cents = 1
    enough: Cents = 0
    """The least amount with which an area holds the table's minimum. Less may stay only if others add their share."""
    places: tuple[str, ...] = ()
    """The place of each card of a deal, in order."""
    moment: str = ""
    """The moment of play for which the act was offered; a Player's act of a round is refused at another."""

    @property
    def needs_amount(self) -> bool:
        """True if an amount has to be named."""
        return "{}" in self.form

    def takes(self, amount: Cents) -> bool:
        """Return whether that amount is one of those allowed."""
        return self.needs_amount and self.least <= amount <= self.most and (amount - self.least) % self.step == 0

    def text(self, amount: Cents | None = None) -> str:
        """Return the act in the notation, for :meth:`Playing.act`.

        Without ``amount``, it has the least amount that is enough. Raises ValueError for an amount that is not allowed.
        """
        if not self.needs_amount:
            if amount is not None:
                raise ValueError(f"“{self.form}” takes no amount")
            return self.form
        wanted = (self.enough or self.least) if amount is None else amount
        if not self.takes(wanted):
            allowed = f"{self.least} to {self.most} cents in steps of {self.step}"
            raise ValueError(f"“{self.form}” takes {allowed}, not {wanted}")
        return self.form.format(wanted)

    def __str__(self) -> str:
        return self.form.format(f"{self.least}…{self.most}") if self.needs_amount else self.form


class Position(Struct, Generic[S], frozen=True):
    """A table after an act."""

    state: S
    dealt: tuple[Card, ...] = ()
    """The cards that this round has used."""
    text: str = ""
    """The act that led here."""
    events: tuple[Any, ...] = ()
    lines: tuple[Line, ...] = ()


def viewer_of(who: str) -> Viewer:
    """Read who acts: ``p1``, ``dealer``, ``pit_supervisor/sue``, ``dealer for p1``; if empty, an onlooker."""
    if not who:
        return Viewer(Role.PLAYER)
    said = read_who(f"{who}:")
    return Viewer(said.actor.role, said.actor.name if said.actor.role is Role.PLAYER else said.player)


class Playing(ABC, Generic[S, C]):
    """A table in memory that changes with each act, remembers every position, and can go back."""

    _waits_for_nobody: ClassVar[tuple[str, ...]]
    _of_a_round: ClassVar[frozenset[type]]
    """The commands that are valid only in the round in which they are offered."""

    def __init__(self, game: Game, state: S, seed: int | str | None) -> None:
        self.game: Final = game
        self._seed = secrets.token_hex(16) if seed is None else seed
        self._past: list[Position[S]] = [Position(state)]

    @property
    def state(self) -> S:
        """The engine's own state, for uses that this class does not cover. Its form may change in any release."""
        return self._past[-1].state

    @property
    def acts(self) -> tuple[str, ...]:
        """Every act so far, in the notation."""
        return tuple(one.text for one in self._past[1:])

    @property
    def told(self) -> tuple[Line, ...]:
        """Every event so far, with its paragraphs."""
        return tuple(line for one in self._past for line in one.lines)

    # ---- Acting ------------------------------------------------------------------------------------------------------

    def act(self, act: Act | str, amount: Cents | None = None) -> tuple[Line, ...]:
        """Do one of :meth:`legal`, or any act in the notation. Return what happened.

        Raises :class:`RefusedError` if the rules do not allow it, or if it was offered by :meth:`legal` in another
        round, and ValueError for a text that is no act.
        """
        if isinstance(act, Act) and act.places:
            return self.deal()
        deed = self._read(act.text(amount) if isinstance(act, Act) else act)
        if isinstance(act, Act) and act.moment and type(deed.command) in self._of_a_round:
            late = passed(self._moment(self.state), act.moment)
            if late is not None:
                raise RefusedError(late)
        cards = self._cards_of(deed.command)
        if cards == ():
            return self.deal()
        return self._do(deed, cards or ())

    def deal(self, cards: Cards = "") -> tuple[Line, ...]:
        """Deal these cards; without cards, deal what is due now from a shuffled deck. Return what happened."""
        due = len(self._places_due())
        given = read_cards(cards) or self._from_deck(due)
        return self._do(self._read(f"{DEALER}: {DEAL} {format_cards(given)}".rstrip()), given)

    def go_on(self) -> tuple[Line, ...]:
        """Run every Dealer's act that waits for no one: deal, turn, show, settle. Return what happened."""
        lines: list[Line] = []
        while (ready := self._due()) is not None:
            lines += self.act(ready)
        return tuple(lines)

    def undo(self) -> str:
        """Restore the table as it was before the last act, and return that act.

        This is for programs: at a real table acts are corrected or taken back by rules of their own. Raises IndexError
        before the first act.
        """
        if len(self._past) == 1:
            raise IndexError("nothing has been done yet")
        return self._past.pop().text

    def copy(self) -> Self:
        """Return a copy of the table, which can be played on by itself."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._past = list(self._past)
        return twin

    def _do(self, deed: Deed[C], cards: tuple[Card, ...]) -> tuple[Line, ...]:
        before = self._past[-1]
        after = self._decided(before.state, deed)
        if isinstance(after, Refusal):
            raise RefusedError(after)
        state, events = after
        used = before.dealt if self._rounds(state) == self._rounds(before.state) else ()
        lines = tuple(Line(type(one).__name__, self._says(state, one), tuple(one.cites)) for one in events)
        self._past.append(Position(state, (*used, *cards), self._written(deed), tuple(events), lines))
        return lines

    def _due(self) -> Act | None:
        """Return the Dealer's next act, if it waits for no one."""
        for one in self.legal(DEALER):
            what = one.form.partition(": ")[2].split()[0]
            if what in self._waits_for_nobody:
                return one
        return None

    def _from_deck(self, number: int) -> tuple[Card, ...]:
        """Return the next cards of this round's shuffle, which depends only on the seed and the number of the round."""
        order = list(DECK)
        Random(f"{self._seed}/{self._rounds(self.state)}").shuffle(order)
        used = set(self._past[-1].dealt)
        return tuple([card for card in order if card not in used][:number])

    # ---- Methods of each kind of table -------------------------------------------------------------------------------

    @abstractmethod
    def legal(self, who: str = DEALER) -> tuple[Act, ...]:
        """Return everything that ``who`` may do now."""

    @abstractmethod
    def _read(self, text: str) -> Deed[C]: ...
    @abstractmethod
    def _written(self, deed: Deed[C]) -> str: ...
    @abstractmethod
    def _decided(self, state: S, deed: Deed[C]) -> tuple[S, Sequence[Any]] | Refusal: ...
    @abstractmethod
    def _says(self, state: S, event: Any) -> str: ...
    @abstractmethod
    def _rounds(self, state: S) -> int: ...
    @abstractmethod
    def _moment(self, state: S) -> str: ...
    @abstractmethod
    def _places_due(self) -> tuple[str, ...]: ...
    @abstractmethod
    def _cards_of(self, command: C) -> tuple[Card, ...] | None:
        """Return the cards that a command deals; None if it deals none."""
