"""The notation: a round as a TOML text that people write and read. ``docs/notation.md`` describes it.

A noted round is its acts, in order. Nothing else decides: policy and meter say what the table was like before,
and the settlement, where it is given, is what the writer expects.
"""

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from croupier.cards import Card, CardError, parse_cards
from croupier.money import MILLION, MOST, Cents
from croupier.notation.acts import format_act, parse_act
from croupier.notation.answer import Answer, Line, MeterMoves, answer
from croupier.notation.problem import InputError
from croupier.play.commands import DealCards, HouseEnvelope
from croupier.play.events import HouseEvent
from croupier.play.flow import places_ahead
from croupier.play.refusal import Refusal
from croupier.play.state import Phase, Table
from croupier.play.table import Turn, act, open_table
from croupier.rulebooks import UnknownGameError, as_house, load_house, load_rulebook
from croupier.rules.house import HouseGame, PolicyError

NOTATION = 1
_DECK = 52


class NotedRound(Struct, frozen=True, forbid_unknown_fields=True):
    """A round in the notation."""

    notation: int
    game: str
    acts: tuple[str, ...]
    rulebook: str = ""
    title: str = ""
    meter: Cents | None = None
    carried: int = 0
    """What the meter holds beyond its display, in millionths of a cent."""
    deck: str = ""
    """The order of the shoe; an act ``deal`` without cards takes the next ones from it."""
    settlement: tuple[Line, ...] | None = None
    jackpot: MeterMoves | None = None
    policy: dict[str, Any] = {}


class Played(Struct, frozen=True):
    """A noted round after it was played: the table before, and every act with what it led to."""

    game: HouseGame
    opening: Table
    turns: tuple[tuple[HouseEnvelope, Turn], ...]

    @property
    def closing(self) -> Table:
        """The table after the last act."""
        return self.turns[-1][1].table if self.turns else self.opening

    @property
    def events(self) -> tuple[HouseEvent, ...]:
        """All that happened."""
        return tuple(event for _, turn in self.turns for event in turn.events)


def read_noted(text: str) -> NotedRound:
    """Read the notation. Raises :class:`InputError`."""
    try:
        plain = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"this is not TOML: {error}") from None
    except RecursionError:
        raise InputError("this TOML is nested too deeply to be a round") from None
    try:
        noted = msgspec.convert(plain, NotedRound)
    except msgspec.ValidationError as error:
        what, at, path = str(error).rpartition(" - at `$")
        raise InputError(f"{path.rstrip('`').lstrip('.')}: {what}" if at else str(error)) from None
    if noted.notation != NOTATION:
        raise InputError(f"notation: must be {NOTATION}; this is {noted.notation}")
    return noted


def write_noted(noted: NotedRound) -> str:
    """Write the notation: acts and wagers a line each, as :func:`read_noted` reads them."""
    lines = [f"notation = {noted.notation}", f"game = {_quoted(noted.game)}"]
    lines += [f"{key} = {_quoted(value)}" for key in ("rulebook", "title") if (value := getattr(noted, key))]
    if noted.meter is not None:
        lines.append(f"meter = {noted.meter}")
    if noted.carried:
        lines.append(f"carried = {noted.carried}")
    if noted.deck:
        lines.append(f"deck = {_quoted(noted.deck)}")
    lines += _array("acts", (_quoted(one) for one in noted.acts))
    if noted.settlement is not None:
        lines += _array("settlement", (_inline(msgspec.to_builtins(line)) for line in noted.settlement))
    if noted.jackpot is not None:
        lines.append(f"jackpot = {_inline(msgspec.to_builtins(noted.jackpot))}")
    if noted.policy:
        lines += ["", "[policy]", *(f"{key} = {_value(value)}" for key, value in noted.policy.items())]
    return "\n".join(lines) + "\n"


def _array(key: str, items: Iterable[str]) -> list[str]:
    return [f"{key} = [", *(f"    {item}," for item in items), "]"]


def _quoted(text: str) -> str:
    """A TOML basic string; JSON escapes the same characters but for DEL."""
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")


def _inline(table: Mapping[str, Any]) -> str:
    return "{ " + ", ".join(f"{key} = {_value(value)}" for key, value in table.items()) + " }"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Mapping):
        return _inline(value)
    return "[" + ", ".join(_value(one) for one in value) + "]"


def _game(noted: NotedRound) -> HouseGame:
    try:
        game = load_house(noted.game)
        return as_house(load_rulebook(noted.rulebook)) if noted.rulebook else game
    except UnknownGameError as error:
        raise InputError(f"game: {error}") from None


def play_noted(noted: NotedRound) -> Played:
    """Play a noted round act by act. Raises :class:`InputError` at the first act that is refused."""
    game = _game(noted)
    if noted.meter is not None and not 0 <= noted.meter <= MOST:
        raise InputError(f"meter: must be from 0 to {MOST} cents")
    if not 0 <= noted.carried < MILLION:
        raise InputError("carried: must be less than a cent, in millionths of one")
    try:
        opening = open_table(game, noted.policy, meter=noted.meter, carried=noted.carried)
    except PolicyError as error:
        raise InputError(str(error)) from None
    table, shoe = opening, _shoe(noted)
    turns: list[tuple[HouseEnvelope, Turn]] = []
    for at, text in enumerate(noted.acts):
        try:
            envelope = parse_act(text, table.name)
        except InputError as error:
            raise InputError(f"acts[{at}]: {error}") from None
        if isinstance(envelope.command, DealCards) and not envelope.command.cards and shoe:
            envelope = _from_shoe(game, table, envelope, shoe)
        turn = act(game, table, envelope)
        if isinstance(turn, Refusal):
            raise InputError(f"acts[{at}] ({text[:60]}): {turn}")
        if isinstance(envelope.command, DealCards):
            shoe = shoe[len(envelope.command.cards) :]
        turns.append((envelope, turn))
        table = turn.table
    return Played(game, opening, tuple(turns))


def _shoe(noted: NotedRound) -> tuple[Card, ...]:
    """The written order of the shoe."""
    if not noted.deck:
        return ()
    try:
        deck = parse_cards(noted.deck)
    except CardError as error:
        raise InputError(f"deck: {error}") from None
    if len(deck) != _DECK:
        raise InputError(f"deck: {len(deck)} cards, where a deck has {_DECK}")
    return deck


def _from_shoe(game: HouseGame, table: Table, envelope: HouseEnvelope, shoe: tuple[Card, ...]) -> HouseEnvelope:
    """A deal without cards takes from the shoe all that is to be dealt now."""
    round_ = table.round
    if round_ is None or round_.phase is not Phase.PLAY:
        return envelope
    count = len(places_ahead(game, table.policy.dealing, round_))
    return msgspec.structs.replace(envelope, command=DealCards(shoe[:count]))


def settle_noted(noted: NotedRound) -> Answer:
    """The settlement of a noted round. Raises :class:`InputError` where the round is refused or unfinished."""
    played = play_noted(noted)
    closing = played.closing
    if closing.round is None or closing.round.phase is not Phase.ENDED:
        raise InputError("acts: the round is not finished")
    return answer(played.game, played.opening, closing, played.events)


def unexpected(noted: NotedRound, settled: Answer) -> str | None:
    """How a settlement differs from the one that the notation expects, in a sentence; None where it does not."""
    if noted.settlement is not None:
        for expected, line in zip(noted.settlement, settled.lines, strict=False):
            if expected != line:
                return f"box {line.box} {line.wager}: expected {_inline(msgspec.to_builtins(expected))}"
        if len(noted.settlement) != len(settled.lines):
            return f"{len(settled.lines)} wagers were settled, {len(noted.settlement)} expected"
    if noted.jackpot is not None and noted.jackpot != settled.meter:
        return f"jackpot: expected {_inline(msgspec.to_builtins(noted.jackpot))}"
    return None


def note(game: HouseGame, opening: Table, acts: Iterable[HouseEnvelope], settled: Answer | None = None) -> NotedRound:
    """A round that was played, in the notation."""
    policy = msgspec.to_builtins(opening.policy)
    parameters = policy.pop("parameters")
    return NotedRound(
        notation=NOTATION,
        game=game.name,
        rulebook=opening.rulebook,
        meter=opening.meter.shown,
        carried=opening.meter.millionths % MILLION,
        acts=tuple(format_act(one) for one in acts),
        policy={key: list(one) if isinstance(one, tuple) else one for key, one in policy.items() if one is not None}
        | parameters,
        settlement=settled.lines if settled else None,
        jackpot=settled.meter if settled else None,
    )
