"""The notation: a round as a TOML text that people write and read. ``docs/notation.md`` describes it.

A noted round is its acts, in order. Nothing else decides: policy and meter say what the table was like before, and the
settlement, if given, is what the writer expects.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct, field

from croupier.cards import Card
from croupier.money import MILLION, MOST, Cents
from croupier.notation.actors import Deed
from croupier.notation.acts import format_act, parse_act
from croupier.notation.answer import Answer, Line, MeterMoves, answer
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
from croupier.play.authority import lacking
from croupier.play.banked.commands import BankedCommand, DealCards
from croupier.play.banked.events import BankedEvent
from croupier.play.banked.flow import places_ahead
from croupier.play.banked.state import Phase, Table
from croupier.play.banked.table import Turn, act, open_table
from croupier.play.refusal import Refusal
from croupier.rulebooks import as_banked
from croupier.rules.banked import BankedGame, PolicyError


class NotedRound(Noted, frozen=True, forbid_unknown_fields=True):
    """A round in the notation."""

    meter: Cents | None = None
    carried: int = 0
    """The part of the meter beyond its display, in millionths of a cent."""
    deck: str = ""
    """The order of the shoe; an act ``deal`` without cards takes the next ones from it."""
    automatic: bool = False
    """True if the table dealt by itself, so that no one saw a card except by a recorded act."""
    settlement: tuple[Line, ...] | None = None
    jackpot: MeterMoves | None = None
    policy: dict[str, Any] = field(default_factory=dict)


class Played(Struct, frozen=True):
    """A noted round after it was played: the table before, and every act with what it led to."""

    game: BankedGame
    opening: Table
    turns: tuple[tuple[Deed[BankedCommand], Turn], ...]

    @property
    def closing(self) -> Table:
        """The table after the last act."""
        return self.turns[-1][1].table if self.turns else self.opening

    @property
    def events(self) -> tuple[BankedEvent, ...]:
        """The events of the whole round."""
        return tuple(event for _, turn in self.turns for event in turn.events)


def noted_of(plain: Mapping[str, Any]) -> NotedRound:
    """Convert the content of a text into a round. Raises :class:`InputError`."""
    return convert(plain, NotedRound)


def write_noted(noted: NotedRound) -> str:
    """Write the notation: acts and wagers one per line, as :func:`noted_of` reads them."""
    lines = [write_key("notation", noted.notation), write_key("game", noted.game)]
    lines += [write_key(key, value) for key in ("rulebook", "title") if (value := getattr(noted, key))]
    if noted.meter is not None:
        lines.append(write_key("meter", noted.meter))
    lines += [write_key(key, value) for key in ("carried", "deck", "automatic") if (value := getattr(noted, key))]
    lines += write_array("acts", noted.acts)
    if noted.settlement is not None:
        lines += write_array("settlement", msgspec.to_builtins(noted.settlement))
    if noted.jackpot is not None:
        lines.append(write_key("jackpot", msgspec.to_builtins(noted.jackpot)))
    return "\n".join([*lines, *write_policy(noted.policy)]) + "\n"


def play_noted(noted: NotedRound) -> Played:
    """Play a noted round act by act. Raises :class:`InputError` at the first act that is refused."""
    game = load_noted(noted.game, noted.rulebook, as_banked)
    if noted.meter is not None and not 0 <= noted.meter <= MOST:
        raise InputError(f"meter: must be from 0 to {MOST} cents")
    if not 0 <= noted.carried < MILLION:
        raise InputError("carried: must be less than a cent, in millionths of a cent")
    try:
        opening = open_table(game, noted.policy, meter=noted.meter, carried=noted.carried, automatic=noted.automatic)
    except PolicyError as error:
        raise InputError(str(error)) from None
    table, shoe = opening, read_deck(noted.deck, "deck") if noted.deck else ()
    turns: list[tuple[Deed[BankedCommand], Turn]] = []
    for at, text in enumerate(noted.acts):
        try:
            deed = parse_act(text)
        except InputError as error:
            raise InputError(f"acts[{at}]: {error}") from None
        if isinstance(deed.command, DealCards) and not deed.command.cards and shoe:
            deed = _from_shoe(game, table, deed, shoe)
        turn = act(game, table, deed.actor, deed.command, deed.others)
        if isinstance(turn, Refusal):
            raise InputError(f"acts[{at}] ({text[:60]}): {turn}")
        if isinstance(deed.command, DealCards):
            shoe = shoe[len(deed.command.cards) :]
        turns.append((deed, turn))
        table = turn.table
    return Played(game, opening, tuple(turns))


def _from_shoe(
    game: BankedGame, table: Table, deed: Deed[BankedCommand], shoe: tuple[Card, ...]
) -> Deed[BankedCommand]:
    """Fill a deal without cards with everything that is to be dealt now, from the shoe."""
    round_ = table.round
    if round_ is None or round_.phase is not Phase.PLAY:
        return deed
    count = len(places_ahead(game, table.policy.dealing, round_))
    return msgspec.structs.replace(deed, command=DealCards(shoe[:count]))


def settle_noted(noted: NotedRound) -> Answer:
    """Settle a recorded round. Raises :class:`InputError` if the round is refused or unfinished."""
    played = play_noted(noted)
    closing = played.closing
    if closing.round is None or closing.round.phase is not Phase.ENDED:
        waits = "; ".join(map(lacking, closing.waiting))
        raise InputError(f"acts: the round is not finished{f': {waits}' if waits else ''}")
    return answer(played.game, played.opening, closing, played.events)


def unexpected(noted: NotedRound, settled: Answer) -> str | None:
    """Return how a settlement differs from the one that the notation expects, in a sentence; None if it does not."""
    if noted.settlement is not None:
        for expected, line in zip(noted.settlement, settled.lines, strict=False):
            if expected != line:
                return f"box {line.box} {line.wager}: expected {inline(expected)}"
        if len(noted.settlement) != len(settled.lines):
            return f"{len(settled.lines)} wagers were settled, {len(noted.settlement)} expected"
    if noted.jackpot is not None and noted.jackpot != settled.meter:
        return f"jackpot: expected {inline(noted.jackpot)}"
    return None


def note(
    game: BankedGame, opening: Table, acts: Iterable[Deed[BankedCommand]], settled: Answer | None = None
) -> NotedRound:
    """Write a played round in the notation."""
    policy = plain_policy(opening.policy)
    parameters = policy.pop("parameters")
    return NotedRound(
        notation=NOTATION,
        game=game.name,
        rulebook=opening.rulebook,
        meter=opening.meter.shown,
        carried=opening.meter.millionths % MILLION,
        automatic=opening.automatic,
        acts=tuple(format_act(one) for one in acts),
        policy=policy | parameters,
        settlement=settled.lines if settled else None,
        jackpot=settled.meter if settled else None,
    )
