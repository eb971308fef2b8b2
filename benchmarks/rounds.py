"""Whole rounds through ``decide`` and ``evolve``: seven boxes of each game, every act a command of its own."""

import random
import time
from collections.abc import Iterator

from msgspec import Struct
from rich.console import Console
from rich.table import Table as RichTable

from benchmarks.measure import asked
from croupier.cards import DECK
from croupier.notation.actors import Deed
from croupier.play.actor import Actor
from croupier.play.banked import decide, evolve, open_table
from croupier.play.banked.commands import (
    BankedCommand,
    Choose,
    CloseBets,
    DealCards,
    Look,
    OpenRound,
    PlaceWager,
    Reveal,
    Settle,
    ShowHand,
)
from croupier.play.banked.flow import current_step, places_ahead
from croupier.play.banked.state import Table
from croupier.play.refusal import Refusal
from croupier.rulebooks import banked_games, load_banked
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Decide, Role, ShowHands, WagerName

BOXES = 7
SECONDS = 2.0


class Record(Struct, frozen=True):
    """One game's rate on one core."""

    game: str
    rounds_per_second: float
    commands_per_round: int
    events_per_round: float
    microseconds_per_command: float


def _act(role: Role, actor: str, command: BankedCommand) -> Deed[BankedCommand]:
    return Deed(Actor(actor, role), command)


def _dealer(command: BankedCommand) -> Deed[BankedCommand]:
    return _act(Role.DEALER, "dealer", command)


def _next(game: BankedGame, table: Table, deck: list[int], at: int) -> Iterator[Deed[BankedCommand]]:
    """What the table waits for after the close: every hand looked at, played to the end and shown."""
    step, round_ = current_step(game, table), table.round
    assert round_ is not None
    if step is None:
        yield _dealer(Settle())
    elif isinstance(step, Decide):
        for box in round_.boxes:
            if not box.looked:
                yield _act(Role.PLAYER, box.player, Look(box.number))
        placing = next(choice for choice in step.choices if choice.places is not None)
        for box in round_.boxes:
            yield _act(Role.PLAYER, box.player, Choose(box.number, placing.decision))
    elif isinstance(step, ShowHands):
        for box in round_.boxes:
            yield _act(Role.PLAYER, box.player, ShowHand(box.number))
    elif ahead := places_ahead(game, table.policy.dealing, round_):
        yield _dealer(DealCards(tuple(DECK[card] for card in deck[at : at + len(ahead)])))
    else:
        yield _dealer(Reveal())


def _script(game: BankedGame) -> list[Deed[BankedCommand]]:
    """The commands of one round with a full table; the deal's cards are filled in anew each time."""
    table, deck, script, at = open_table(game), list(range(52)), [_dealer(OpenRound())], 0
    for box in range(1, BOXES + 1):
        for area in game.areas:
            amount = 500 if area.wager is WagerName.JACKPOT else 10_000
            script.append(_act(Role.PLAYER, f"p{box}", PlaceWager(box, area.wager, amount)))
    script.append(_dealer(CloseBets()))
    done = 0
    while True:
        for deed in script[done:]:
            events = decide(game, table, deed.actor, deed.command)
            assert type(events) is not Refusal, events
            for event in events:
                table = evolve(game, table, event)
            if isinstance(deed.command, DealCards):
                at += len(deed.command.cards)
            done += 1
        if isinstance(script[-1].command, Settle):
            return script
        script += _next(game, table, deck, at)


def _rate(name: str) -> Record:
    game = load_banked(name)
    table, script, rng = open_table(game), _script(game), random.Random(1)
    deck, rounds, events_seen = list(DECK), 0, 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        rng.shuffle(deck)
        at = 0
        for scripted in script:
            deed = scripted
            if isinstance(deed.command, DealCards):
                count = len(deed.command.cards)
                deed = _dealer(DealCards(tuple(deck[at : at + count])))
                at += count
            events = decide(game, table, deed.actor, deed.command)
            assert type(events) is not Refusal, events
            for event in events:
                table = evolve(game, table, event)
            events_seen += len(events)
        rounds += 1
    return Record(name, rounds / spent, len(script), events_seen / rounds, spent / (rounds * len(script)) * 1_000_000)


def main(*, show: bool = True) -> list[Record]:
    """Measure every game; a table for people."""
    records = [_rate(name) for name in banked_games()]
    if show:
        table = RichTable(title="Whole rounds, seven boxes", title_justify="left")
        table.add_column("game", no_wrap=True)
        for heading in ("rounds\na second", "commands\na round", "events\na round", "µs a\ncommand"):
            table.add_column(heading, justify="right", no_wrap=True)
        for one in records:
            table.add_row(
                one.game,
                f"{one.rounds_per_second:,.0f}",
                str(one.commands_per_round),
                f"{one.events_per_round:.0f}",
                f"{one.microseconds_per_command:.1f}",
            )
        Console().print(table)
    return records


if __name__ == "__main__":
    asked(__doc__)
    main()
