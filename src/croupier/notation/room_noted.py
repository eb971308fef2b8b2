"""The notation of the poker room: a sitting of one round or many as a TOML text. ``docs/notation.md`` describes it.

A noted sitting is its acts, in order, from the opening of the table on. Policy and decks say what the table and the
shoe were like; pots, rake and stacks, if given, are what the writer expects.
"""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from croupier.cards import DECK, Card, format_card
from croupier.money import Cents
from croupier.notation.actors import Deed
from croupier.notation.form import (
    NOTATION,
    Noted,
    convert,
    inline,
    load_noted,
    plain_policy,
    read_deck,
    write_array,
    write_key,
    write_policy,
)
from croupier.notation.problem import InputError
from croupier.notation.room_acts import format_room_act, parse_room_act
from croupier.play.authority import lacking
from croupier.play.refusal import Refusal
from croupier.play.room.commands import DealCards, RoomCommand
from croupier.play.room.events import PlayerLeft, PotAwarded, RoomEvent, RoundOpened, StreetTakenBack
from croupier.play.room.state import Round, Table
from croupier.play.room.table import RoomTurn, act, open_room
from croupier.rulebooks import as_room
from croupier.rules.banked import PolicyError
from croupier.rules.room import RoomGame


class PotLine(Struct, frozen=True):
    """One pot, awarded."""

    round: int
    pot: int
    """0 for the Main Pot, then the Side Pots in order."""
    amount: Cents
    rake: Cents
    winners: dict[str, Cents]
    """The amount that each winner received, in the order in which odd chips were given."""
    cites: tuple[str, ...]


class RoomAnswer(Struct, frozen=True):
    """The result of a sitting."""

    game: str
    rulebook: str
    pots: tuple[PotLine, ...]
    rake: Cents
    stacks: dict[str, Cents]
    """The chips of each Player at the end, by seat; then what those who have left took with them."""


class NotedSitting(Noted, frozen=True, forbid_unknown_fields=True):
    """A sitting in the notation."""

    decks: tuple[str, ...] = ()
    """The order of the shoe for each round; an act ``deal`` without cards takes the next ones from it."""
    reshuffled: tuple[str, ...] = ()
    """The order of what was left in the shoe, each time that cards were taken back and shuffled with it."""
    pots: tuple[PotLine, ...] | None = None
    rake: Cents | None = None
    stacks: dict[str, Cents] | None = None
    policy: dict[str, object] = field(default_factory=dict)


class PlayedSitting(Struct, frozen=True):
    """A noted sitting after it was played: the table before, and every act with what it led to."""

    game: RoomGame
    opening: Table
    turns: tuple[tuple[Deed[RoomCommand], RoomTurn], ...]

    @property
    def closing(self) -> Table:
        """The table after the last act."""
        return self.turns[-1][1].table if self.turns else self.opening

    @property
    def events(self) -> tuple[RoomEvent, ...]:
        """All that happened."""
        return tuple(event for _, turn in self.turns for event in turn.events)


def sitting_of(plain: Mapping[str, object]) -> NotedSitting:
    """Convert the content of a text into a sitting. Raises :class:`InputError`."""
    return convert(plain, NotedSitting)


def write_sitting(noted: NotedSitting) -> str:
    """Write the notation: decks, acts and pots one per line, as :func:`sitting_of` reads them."""
    lines = [write_key("notation", noted.notation), write_key("game", noted.game)]
    lines += [write_key(key, value) for key in ("rulebook", "title") if (value := getattr(noted, key))]
    for key in ("decks", "reshuffled"):
        lines += write_array(key, decks) if (decks := getattr(noted, key)) else []
    lines += write_array("acts", noted.acts)
    if noted.pots is not None:
        lines += write_array("pots", msgspec.to_builtins(noted.pots))
    lines += [write_key(key, value) for key in ("rake", "stacks") if (value := getattr(noted, key)) is not None]
    return "\n".join([*lines, *write_policy(noted.policy)]) + "\n"


class _Shoes:
    """The written shoes of a sitting, and what is left of the one in use."""

    def __init__(self, noted: NotedSitting) -> None:
        self._noted = noted
        self._rounds = self._shuffles = 0
        self._left: tuple[Card, ...] = ()

    def deal(self, table: Table, deed: Deed[RoomCommand]) -> Deed[RoomCommand]:
        """Fill a deal without cards with everything that is to be dealt now, from the shoe."""
        if table.round is None or not isinstance(deed.command, DealCards) or deed.command.cards:
            return deed
        return replace(deed, command=DealCards(self._left[: len(table.round.ahead)]))

    def follow(self, deed: Deed[RoomCommand], turn: RoomTurn) -> None:
        """Update the shoe after an act. Raises :class:`InputError` for a shoe that cannot be."""
        if isinstance(deed.command, DealCards):
            self._left = self._left[len(deed.command.cards) :]
        round_ = turn.table.round
        if round_ is None:
            return
        for event in turn.events:
            if isinstance(event, RoundOpened):
                self._left = self._next("decks", self._rounds, len(DECK), "a deck has")
                self._rounds += 1
            elif isinstance(event, StreetTakenBack):
                self._left = self._next("reshuffled", self._shuffles, len(DECK) - _out(round_), "the shoe has")
                self._shuffles += 1
                for card in self._left:
                    if round_.used >> card & 1:
                        raise InputError(f"reshuffled[{self._shuffles - 1}]: {format_card(card)} is out of the shoe")
        # A card found face up in the shoe, or exposed on its way, is out without having been dealt.
        self._left = tuple(card for card in self._left if not round_.used >> card & 1)

    def _next(self, field: str, at: int, size: int, whole: str) -> tuple[Card, ...]:
        written: tuple[str, ...] = getattr(self._noted, field)
        return read_deck(written[at], f"{field}[{at}]", size, whole) if at < len(written) and written[at] else ()

    def close(self) -> None:
        """Raise :class:`InputError` if a shoe was written from which no card was dealt."""
        decks, shuffles = len(self._noted.decks), len(self._noted.reshuffled)
        if decks > self._rounds:
            raise InputError(f"decks: {decks} decks, where {self._rounds} rounds were opened")
        if shuffles > self._shuffles:
            raise InputError(f"reshuffled: {shuffles} shoes, where cards were taken back {self._shuffles} times")


def _out(round_: Round) -> int:
    """Return the number of cards that are not in the shoe."""
    return sum(len(hand.cards) for hand in round_.hands) + len(round_.community + round_.burnt + round_.discarded)


def play_sitting(noted: NotedSitting) -> PlayedSitting:
    """Play a noted sitting act by act. Raises :class:`InputError` at the first act that is refused."""
    game = load_noted(noted.game, noted.rulebook, as_room)
    try:
        opening = open_room(game, noted.policy)
    except PolicyError as error:
        raise InputError(str(error)) from None
    table, shoes = opening, _Shoes(noted)
    turns: list[tuple[Deed[RoomCommand], RoomTurn]] = []
    for at, text in enumerate(noted.acts):
        try:
            deed = shoes.deal(table, parse_room_act(text))
        except InputError as error:
            raise InputError(f"acts[{at}]: {error}") from None
        turn = act(game, table, deed.actor, deed.command, deed.others)
        if isinstance(turn, Refusal):
            raise InputError(f"acts[{at}] ({text[:60]}): {turn}")
        shoes.follow(deed, turn)
        turns.append((deed, turn))
        table = turn.table
    shoes.close()
    return PlayedSitting(game, opening, tuple(turns))


def settle_sitting(noted: NotedSitting) -> RoomAnswer:
    """Play a recorded sitting to its result. Raises :class:`InputError` if it is refused or a round is unfinished."""
    played = play_sitting(noted)
    closing = played.closing
    if closing.round is None:
        raise InputError("acts: no round was opened")
    if closing.playing:
        waits = f": {lacking(closing.waiting[0])}" if closing.waiting else ""
        raise InputError(f"acts: round {closing.round.number} is not finished{waits}")
    return answer(played.game, closing, (turn for _, turn in played.turns))


def answer(game: RoomGame, closing: Table, turns: Iterable[RoomTurn]) -> RoomAnswer:
    """Make the result of a sitting from its turns."""
    pots: list[PotLine] = []
    left: dict[str, Cents] = {}
    for turn in turns:
        for event in turn.events:
            if isinstance(event, PotAwarded):
                pots.append(_pot_line(turn.table.round, event))
            elif isinstance(event, PlayerLeft):
                left[event.player] = event.stake
    seated = {seat.player: seat.stake for seat in closing.seats}
    gone = {player: stake for player, stake in left.items() if player not in seated}
    return RoomAnswer(game.name, closing.rulebook, tuple(pots), closing.rake, seated | gone)


def _pot_line(round_: Round | None, event: PotAwarded) -> PotLine:
    assert round_ is not None
    players = {hand.seat: hand.player for hand in round_.hands}
    winners = {players[seat]: amount for seat, amount in event.winners}
    return PotLine(round_.number, event.pot, event.amount, event.rake, winners, event.cites)


def unexpected(noted: NotedSitting, came_to: RoomAnswer) -> str | None:
    """Return how a sitting ended differently from what its notation expects, in a sentence; None if it did not."""
    if noted.pots is not None:
        for expected, line in zip(noted.pots, came_to.pots, strict=False):
            if expected != line:
                return f"round {line.round} pot {line.pot}: expected {inline(expected)}"
        if len(noted.pots) != len(came_to.pots):
            return f"{len(came_to.pots)} pots were awarded, {len(noted.pots)} expected"
    if noted.rake is not None and noted.rake != came_to.rake:
        return f"rake: expected {noted.rake}"
    if noted.stacks is not None and noted.stacks != came_to.stacks:
        return f"stacks: expected {inline(noted.stacks)}"
    return None


def expecting(noted: NotedSitting, came_to: RoomAnswer) -> NotedSitting:
    """Return the sitting with its result written down as expected."""
    return replace(noted, pots=came_to.pots, rake=came_to.rake, stacks=came_to.stacks)


def note_sitting(
    game: RoomGame, opening: Table, acts: Iterable[Deed[RoomCommand]], came_to: RoomAnswer | None = None
) -> NotedSitting:
    """Write a played sitting in the notation; ``opening`` is the table before the first Player sat down."""
    noted = NotedSitting(
        notation=NOTATION,
        game=game.name,
        rulebook=opening.rulebook,
        acts=tuple(format_room_act(one) for one in acts),
        policy=plain_policy(opening.policy),
    )
    return noted if came_to is None else expecting(noted, came_to)
