"""``croupier settle``: rounds from files (JSON, JSON lines or notation), and sittings in the poker room."""

from collections.abc import Mapping
from typing import BinaryIO

from rich.table import Table

from croupier.cli.files import opened
from croupier.cli.output import console, write_json
from croupier.cli.problems import FAILED_CHECK, OK, say
from croupier.money import format_money
from croupier.notation import room_noted
from croupier.notation.answer import Answer
from croupier.notation.form import is_of_the_room, read_toml, under
from croupier.notation.noted import noted_of, settle_noted, unexpected
from croupier.notation.problem import InputError
from croupier.notation.written import read_written, settle_written

LARGEST_ROUND = 1 << 20
"""The most bytes of one round: a longer text is not a round."""


def _read(handle: BinaryIO) -> bytes:
    """Return the text of one round. Raises InputError if it is empty or too long."""
    data = handle.read(LARGEST_ROUND + 1)
    if len(data) > LARGEST_ROUND:
        raise InputError(f"the file is longer than the {LARGEST_ROUND:,} bytes a round can have")
    if not data.strip():
        raise InputError("the input is empty; there is nothing to settle")
    return data


def settle_file(file: str, *, lines: bool, version: str = "", json: bool) -> int:
    """Settle the rounds of a file, by a version of its document if one is named. Return the exit code."""
    with opened(file) as handle:
        if lines or file.endswith(".jsonl"):
            return _settle_lines(handle, version)
        data = _read(handle)
    plain = _notation(file, data)
    if plain is not None and is_of_the_room(plain):
        return _settle_sitting(plain, version, json=json)
    if plain is None:
        answer = settle_written(read_written(data), version)
        difference = None
    else:
        noted = under(noted_of(plain), version)
        answer = settle_noted(noted)
        difference = unexpected(noted, answer)
    if json:
        write_json(answer)
    else:
        _print(answer)
    return _compared(difference)


def _compared(difference: str | None) -> int:
    """Return the exit code: 1 if the answer differs from the expected one, which is printed."""
    if difference is not None:
        say(f"the settlement differs from the expected one: {difference}")
        return FAILED_CHECK
    return OK


def _notation(file: str, data: bytes) -> Mapping[str, object] | None:
    """Return the content of notation, known by its file's name or because it is not JSON; None for JSON."""
    if file.endswith(".toml") or (file == "-" and not data.lstrip().startswith((b"{", b"["))):
        try:
            return read_toml(data.decode("utf-8"))
        except UnicodeDecodeError:
            raise InputError("the input is not UTF-8 text") from None
    return None


def _settle_lines(handle: BinaryIO, version: str) -> int:
    """Settle one round per line, and write one answer per line, in order. Return the exit code."""
    code = OK
    while line := handle.readline(LARGEST_ROUND + 1):
        if len(line) > LARGEST_ROUND:
            while not line.endswith(b"\n") and (line := handle.readline(LARGEST_ROUND)):
                pass
            answer: Answer | dict[str, str] = {"refused": f"the line is longer than {LARGEST_ROUND:,} bytes"}
        elif not line.strip():
            continue
        else:
            answer = _settle_line(line, version)
        if isinstance(answer, dict):
            code = FAILED_CHECK
        write_json(answer)
    return code


def _settle_line(line: bytes, version: str) -> Answer | dict[str, str]:
    try:
        return settle_written(read_written(line), version)
    except InputError as error:
        return {"refused": str(error)}


def _print(answer: Answer) -> None:
    table = Table("box", "player", "wager", "staked", "result", "paid", "returned", "paragraphs")
    for name in ("staked", "paid", "returned"):
        next(column for column in table.columns if column.header == name).justify = "right"
    for line in answer.lines:
        result = f"{line.result} ({line.award})" if line.award else line.result
        money = (format_money(line.staked), result, format_money(line.paid), format_money(line.returned))
        table.add_row(str(line.box), line.player, line.wager, *money, ", ".join(line.cites))
        for share in line.shares:
            parts = (format_money(share.staked), "", format_money(share.paid), format_money(share.returned))
            table.add_row("", f"  {share.player}", "", *parts, "", style="dim")
    out = console()
    out.print(table)
    meter = answer.meter
    if meter is None:
        out.print(f"({answer.rulebook})")
        return
    out.print(
        f"jackpot {format_money(meter.before)}, contributed {format_money(meter.contributed)},"
        f" now {format_money(meter.after)}   ({answer.rulebook})"
    )


def _settle_sitting(plain: Mapping[str, object], version: str, *, json: bool) -> int:
    """Settle a sitting from its text. Return the exit code."""
    noted = under(room_noted.sitting_of(plain), version)
    came_to = room_noted.settle_sitting(noted)
    if json:
        write_json(came_to)
    else:
        _print_sitting(came_to)
    return _compared(room_noted.unexpected(noted, came_to))


def _print_sitting(came_to: room_noted.RoomAnswer) -> None:
    pots = Table("round", "pot", "amount", "Rake", "won", "paragraphs")
    for line in came_to.pots:
        name = f"Side Pot {line.pot}" if line.pot else "Main Pot"
        won = ", ".join(f"{player} {format_money(amount)}" for player, amount in line.winners.items())
        money = (format_money(line.amount), format_money(line.rake))
        pots.add_row(str(line.round), name, *money, won, ", ".join(line.cites))
    stacks = Table("player", "stack")
    for player, amount in came_to.stacks.items():
        stacks.add_row(player, format_money(amount))
    for column in (*pots.columns[2:4], stacks.columns[1]):
        column.justify = "right"
    out = console()
    out.print(pots)
    out.print(stacks)
    out.print(f"Rake {format_money(came_to.rake)}   ({came_to.rulebook})")
