"""``croupier play``: one person at the terminal, against the House or among bots in the poker room, for play money.

Exit codes: 0 when the person leaves, by ``q`` or at the end of input; 130 after Ctrl-C, as shells expect; 2 when the
table cannot be opened as requested.
"""

import io
import os
import sys
from collections.abc import Mapping
from typing import Final

from croupier.bots import Level
from croupier.cli.problems import BAD_INPUT, INTERRUPTED, OK, say
from croupier.cli.terminal.ask import Answer, Ask, LeaveError, Question, UnclearError
from croupier.cli.terminal.game import Sitting
from croupier.cli.terminal.room import RoomSitting
from croupier.cli.terminal.room_seat import MIXED
from croupier.cli.terminal.screen import Screen
from croupier.cli.terminal.shoe import Shoe
from croupier.money import MOST, Cents, format_money
from croupier.notation.problem import InputError
from croupier.notation.speech import money
from croupier.play.banked.state import Table
from croupier.play.banked.table import open_table
from croupier.play.room import open_room
from croupier.play.room import state as room_state
from croupier.rulebooks import UnknownGameError, all_games, game_name, load, load_version
from croupier.rules.banked import BankedGame, PolicyError
from croupier.rules.document import Cite
from croupier.rules.room import RoomGame

__all__ = ["play"]


_SEATS: Final = 9
"""The number of seats at a table of the poker room, unless more Players are named."""
_PLAYERS: Final = 6


def play(
    game: str | None,
    *,
    seed: int | None,
    bankroll: Cents,
    policy: Mapping[str, object],
    json: bool,
    boxes: int | None = None,
    players: int | None = None,
    level: str | None = None,
    version: str = "",
) -> int:
    """Play until the person leaves, by a version of the document if one is named. Return the exit code.

    With ``json`` every event is a line on standard output, and everything else goes to standard error.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        screen = Screen(json=json)
        loaded = load_version(_choose(screen) if game is None else game, version)
        sitting: Sitting | RoomSitting
        if isinstance(loaded, RoomGame):
            _refuse(loaded, boxes=boxes, dealing=policy.get("dealing"))
            sitting = _in_the_room(loaded, policy, bankroll, players, level, seed=seed, screen=screen, json=json)
        else:
            _refuse(loaded, players=players, level=level)
            count = 1 if boxes is None else boxes
            sitting = _against_the_house(loaded, policy, bankroll, count, seed=seed, screen=screen, json=json)
        return _sit(screen, sitting)
    except (UnknownGameError, PolicyError, InputError) as error:
        say(str(error))
        return BAD_INPUT
    except LeaveError:
        return OK
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe: nothing is wrong, but Python would complain when it flushes on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK


def _refuse(game: BankedGame | RoomGame, **given: object) -> None:
    """Refuse options that belong to the other kind of game. Raises :class:`InputError`."""
    for name, value in given.items():
        if value is not None:
            kind = "in the poker room" if isinstance(game, RoomGame) else "against the House"
            raise InputError(f"{name}: {game.name} is played {kind} and has no such option")


def _against_the_house(
    game: BankedGame,
    policy: Mapping[str, object],
    bankroll: Cents,
    boxes: int,
    *,
    seed: int | None,
    screen: Screen,
    json: bool,
) -> Sitting:
    table = open_table(game, policy)  # what the person reports may contradict the record
    _check(table, boxes, bankroll)
    rules = table.policy
    jackpot = f", jackpot wager {money(rules.jackpot_wager)}" if game.has_jackpot else ""
    limits = f"Ante {money(rules.minimum)} to {money(rules.maximum)}{jackpot}."
    _welcome(screen, game, f"Dealing: {rules.dealing}.", limits, (game.displayed,), seed)
    return Sitting(game, table, bankroll, boxes, screen=screen, shoe=Shoe(seed), json=json)


def _in_the_room(
    game: RoomGame,
    policy: Mapping[str, object],
    bankroll: Cents,
    players: int | None,
    level: str | None,
    *,
    seed: int | None,
    screen: Screen,
    json: bool,
) -> RoomSitting:
    count, plays = _PLAYERS if players is None else players, MIXED if level is None else level
    if not game.seats.fewest <= count <= game.seats.most:
        raise InputError(f"players: {game.name} is for {game.seats.fewest} to {game.seats.most} Players")
    levels = (*(one.value for one in Level), MIXED)
    if plays not in levels:
        raise InputError(f"level: {plays[:40]!r} is not one of {', '.join(levels)}")
    table = open_room(game, {"seats": max(_SEATS, count), **policy})
    least = table.policy.minimum_stake
    if not least <= bankroll <= MOST:
        raise InputError(
            f"bankroll: must be at least the minimum Table Stake, {format_money(least)}, and at most"
            f" {format_money(MOST)}"
        )
    _welcome(screen, game, f"{count} Players, {plays} bots.", _signage(game, table), game.grounds.displayed, seed)
    return RoomSitting(game, table, bankroll, players=count, level=plays, seed=seed, screen=screen, json=json)


def _sit(screen: Screen, sitting: Sitting | RoomSitting) -> int:
    code = OK
    try:
        sitting.run()
    except LeaveError:
        pass
    except KeyboardInterrupt:
        screen.echo("")
        code = INTERRUPTED
    sitting.leave()
    return code


def _check(table: Table, boxes: int, bankroll: Cents) -> None:
    """Raise :class:`InputError` unless a person may sit down with these boxes and this bankroll."""
    if not 1 <= boxes <= table.policy.boxes:
        raise InputError(f"boxes: this table has {table.policy.boxes}; play from 1 to {table.policy.boxes}")
    if not table.policy.minimum <= bankroll <= MOST:
        least = format_money(table.policy.minimum)
        raise InputError(f"bankroll: must be at least the table's minimum, {least}, and at most {format_money(MOST)}")


def _choose(screen: Screen) -> str:
    """Return the game that the person chooses from the menu."""
    games = [load(name) for name in all_games()]
    rows = []
    for at, one in enumerate(games, 1):
        document = one.document
        rows.append((str(at), document.title, f"{document.operator}, version {document.version}"))
    screen.menu(rows)

    def read(text: str) -> str:
        try:
            return game_name(text.lower())
        except UnknownGameError as error:
            raise UnclearError(f"{error}.") from None

    answers = tuple(Answer(str(at), one.document.title, one.name) for at, one in enumerate(games, 1))
    question = Question(
        "Which game?", answers, answers[0], read, "its number or name; Enter for 1", numbers=True, listed=False
    )
    return Ask(screen).ask(question)


def _welcome(
    screen: Screen, game: BankedGame | RoomGame, how: str, limits: str, cites: tuple[Cite, ...], seed: int | None
) -> None:
    document = game.document
    origin = f"{document.operator}, version {document.version}; effective: {document.effective}"
    screen.say(f"{document.title} ({origin}). Play money, in SGD. {how}")
    screen.say(limits, cites)
    if seed is not None:
        screen.say(f"Seed {seed}: the shuffle is predictable. For practice, not for real play.", style="warn")


def _signage(game: RoomGame, table: room_state.Table) -> str:
    policy = table.policy
    small, big = policy.small_blind, policy.small_blind * game.big_blind_times_small
    percent = f"{policy.rake_terms.rate.millionths / 10_000:g} %"
    rake = f"{money(policy.rake_amount)} a hand" if policy.rake_amount else percent
    stake = f"Table Stake {money(policy.minimum_stake)} to {money(policy.maximum_stake)}"
    return f"Blinds {money(small)} and {money(big)}, {stake}, Rake {rake}, at most {money(policy.rake_cap)}."
