"""``croupier play``: one person at the terminal against the House, for play money.

Exit codes: 0 when the person leaves, be it by ``q`` or by the end of input; 130 after Ctrl-C, as shells expect; 2 when
the table cannot be opened as asked for.
"""

import io
import os
import sys
from collections.abc import Mapping
from typing import Any

from croupier.cli.problems import BAD_INPUT, INTERRUPTED, OK, say
from croupier.cli.terminal.ask import Answer, Ask, LeaveError, Question, UnclearError
from croupier.cli.terminal.game import Sitting
from croupier.cli.terminal.screen import Screen
from croupier.cli.terminal.shoe import Shoe
from croupier.cli.terminal.words import money
from croupier.money import MOST, Cents, format_money
from croupier.notation.problem import InputError
from croupier.play.state import Table
from croupier.play.table import open_table
from croupier.rulebooks import HOUSE_GAMES, UnknownGameError, load_house
from croupier.rules.house import HouseGame, PolicyError

__all__ = ["play"]


def play(
    game: str | None, *, seed: int | None, boxes: int, bankroll: Cents, policy: Mapping[str, Any], json: bool
) -> int:
    """Play until the person leaves. With ``json`` every event is a line on standard output, all else on the other."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        screen = Screen(json=json)
        if game is None:
            game = _choose(screen)
        loaded = load_house(game)
        table = open_table(loaded, policy)
        _check(table, boxes, bankroll)
    except (UnknownGameError, PolicyError, InputError) as error:
        say(str(error))
        return BAD_INPUT
    except LeaveError:
        return OK
    except KeyboardInterrupt:
        return INTERRUPTED
    sitting = Sitting(loaded, table, bankroll, boxes, screen=screen, shoe=Shoe(seed), json=json)
    try:
        _welcome(screen, loaded, table, seed)
        return _sit(screen, sitting)
    except BrokenPipeError:
        # Whoever read has had enough: nothing is wrong, but Python would complain when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK


def _sit(screen: Screen, sitting: Sitting) -> int:
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
    """Whether somebody can sit down so. Raises :class:`InputError`."""
    if not 1 <= boxes <= table.policy.boxes:
        raise InputError(f"boxes: this table has {table.policy.boxes}; play from 1 to {table.policy.boxes}")
    if not table.policy.minimum <= bankroll <= MOST:
        least = format_money(table.policy.minimum)
        raise InputError(f"bankroll: must be at least the table's minimum, {least}, and at most {format_money(MOST)}")


def _choose(screen: Screen) -> str:
    """A game from the menu."""
    games = [load_house(name) for name in HOUSE_GAMES]
    rows = []
    for at, one in enumerate(games, 1):
        document = one.document
        rows.append((str(at), document.title, f"{document.operator}, version {document.version}"))
    screen.menu(rows)

    def read(text: str) -> str:
        try:
            return load_house(text.lower()).name
        except UnknownGameError as error:
            raise UnclearError(f"{error}.") from None

    answers = tuple(Answer(str(at), one.document.title, one.name) for at, one in enumerate(games, 1))
    question = Question(
        "Which game?", answers, answers[0], read, "its number or name; Enter for 1", numbers=True, listed=False
    )
    return Ask(screen).ask(question)


def _welcome(screen: Screen, game: HouseGame, table: Table, seed: int | None) -> None:
    document, policy = game.document, table.policy
    origin = f"{document.operator}, version {document.version}; effective: {document.effective}"
    screen.say(f"{document.title} ({origin}). Play money, in SGD. Dealing: {policy.dealing}.")
    limits = f"Ante {money(policy.minimum)} to {money(policy.maximum)}, jackpot wager {money(policy.jackpot_wager)}."
    screen.say(limits, (game.displayed,))
    if seed is not None:
        screen.say(f"Seed {seed}: the shuffle can be foretold. For trying out, not for real play.", style="warn")
