"""``croupier replay``: recorded hands, played through the poker room and written as it played them."""

import sys
from collections.abc import Iterator
from math import gcd
from pathlib import Path

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from croupier.cli.files import opened, refuse_bad_files, whole_file
from croupier.cli.output import console, write_json
from croupier.cli.problems import FAILED_CHECK, OK, say
from croupier.money import MOST
from croupier.notation.phh import BetOrRaised, PhhHand, hand_of, read_phh, read_phhs
from croupier.notation.phh_play import PlayedHand, Replay
from croupier.notation.phh_write import append_phhs, write_phh
from croupier.notation.problem import InputError
from croupier.rulebooks import as_room, load_version, room_games
from croupier.rules.room import RoomGame, RoomPolicy, read_room_policy


class Terms(Struct, frozen=True):
    """The terms for Rake and reopening of the room that recorded the hands."""

    rake: str = ""
    cap: int | None = None
    unit: int = 1
    no_flop_no_drop: bool = False
    reopen: str = ""


class RefusedHand(Struct, frozen=True):
    """A hand that the rules refuse, and the reason."""

    name: str
    refused: str


class _Found(Struct, frozen=True):
    """A hand in a file: its name, and its text or its fields."""

    name: str
    phh: str | dict[str, object] | None
    problem: str = ""


class _Written:
    """The hands as the room played them, held back until all are played."""

    def __init__(self, game: RoomGame, file: str) -> None:
        self.game, self.file = game, file
        self.texts: list[str] = []
        self.complete = True
        if file:
            refuse_bad_files({"write": file})

    def take(self, hand: Replay, name: str) -> None:
        """Add a finished hand. Name a hand that PHH cannot express on standard error."""
        if not self.file:
            return
        try:
            self.texts.append(append_phhs(write_phh(self.game, hand.before, hand.events), len(self.texts) + 1))
        except InputError as error:
            say(f"{name} is not written: {error}")
            self.complete = False

    def save(self) -> None:
        """Write all hands; write no file if there are none."""
        if not self.file:
            return
        if not self.texts:
            say(f"there is no hand to write: {self.file} was left as it was")
            self.complete = False
            return
        with whole_file("write", Path(self.file)) as out:
            out.write("\n".join(self.texts).encode())


def replay_files(files: list[str], terms: Terms, version: str = "", *, json: bool, write: str = "") -> int:
    """Play every hand of every file, in order, and write those that were accepted to the file ``write``.

    The document in force applies unless ``version`` names one. The exit code is 1 if a hand was refused or could not be
    written.
    """
    game = as_room(load_version(room_games()[0], version))
    policy = _policy(game, terms)
    written = _Written(game, write)
    if not json and sys.stdout.isatty():
        code = _show(game, policy, files, written)
    else:
        code = OK
        for result in _played(game, policy, files, written):
            write_json(result)
            if isinstance(result, RefusedHand):
                code = FAILED_CHECK
    written.save()
    return code if written.complete else FAILED_CHECK


def _policy(game: RoomGame, terms: Terms) -> RoomPolicy:
    """Return the terms as a table's policy. Raises PolicyError or InputError in the words of the options."""
    if not terms.rake and (terms.cap is not None or terms.unit != 1 or terms.no_flop_no_drop):
        raise InputError("--cap, --rake-unit and --no-flop-no-drop need --rake, such as --rake 0.05")
    cap = MOST if terms.cap is None else terms.cap
    chip = gcd(terms.unit, cap)
    given = {
        "chips": [chip],
        "small_blind": chip,
        "minimum_stake": 2 * chip,
        "maximum_stake": 2 * chip,
        "rake": terms.rake or "0",
        "rake_cap": cap,
        "rake_unit": terms.unit,
        "no_flop_no_drop": terms.no_flop_no_drop,
        "reopening_share": terms.reopen,
    }
    return read_room_policy(game, given)


def _played(
    game: RoomGame, policy: RoomPolicy, files: list[str], written: _Written
) -> Iterator[PlayedHand | RefusedHand]:
    for file in files:
        for found in _hands(file):
            if found.problem or found.phh is None:
                yield RefusedHand(found.name, found.problem)
                continue
            try:
                hand = read_phh(found.phh) if isinstance(found.phh, str) else hand_of(found.phh)
                playing = Replay(game, _with_chip(policy, hand), hand, len(written.texts) + 1)
                result = playing.whole(found.name)
            except InputError as error:
                yield RefusedHand(found.name, " ".join(str(error).split()))
                continue
            written.take(playing, found.name)
            yield result


def _with_chip(policy: RoomPolicy, hand: PhhHand) -> RoomPolicy:
    """Return the policy with the lowest chip of a record: the greatest that divides the Rake's unit and every bet."""
    bets = (one.to for one in hand.actions if isinstance(one, BetOrRaised))
    chip = gcd(policy.lowest_chip, *hand.blinds, *hand.antes, *bets)
    return msgspec.structs.replace(policy, chips=(chip,))


def _hands(file: str) -> Iterator[_Found]:
    """Yield the hands of a file: JSON lines if its name or first character says so, otherwise PHH."""
    name = "standard input" if file == "-" else Path(file).name
    with opened(file) as handle:
        data = handle.read()
    if not data.strip():
        raise InputError(f"{name}: the input is empty; there is nothing to replay")
    if file.endswith(".jsonl") or (file == "-" and data.lstrip().startswith(b"{")):
        yield from _lines(name, data)
        return
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{name}: the input is not UTF-8 text") from None
    for key, content in read_phhs(text):
        yield _Found(f"{name}#{key}" if key else name, dict(content))


def _lines(name: str, data: bytes) -> Iterator[_Found]:
    """Yield the hand of each line; a line that is not a hand is refused by its number."""
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        where = f"{name}:{number}"
        try:
            row = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            yield _Found(where, None, f"not JSON: {error}")
            continue
        if not isinstance(row, dict) or not isinstance(row.get("phh"), str):
            yield _Found(where, None, "the line has no phh field with a hand as text")
            continue
        given = row.get("name")
        yield _Found(given if isinstance(given, str) else where, row["phh"])


def _show(game: RoomGame, policy: RoomPolicy, files: list[str], written: _Written) -> int:
    """Print a table for people, with a progress bar meanwhile. Return the exit code: 1 if a hand was refused."""
    table = Table("hand", "Players", "pots", "Rake", "finishing stacks")
    refused = played = 0
    columns = (TextColumn("replaying"), BarColumn(), MofNCompleteColumn(), TextColumn("hands"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)
        for result in _played(game, policy, files, written):
            progress.advance(task)
            if isinstance(result, RefusedHand):
                refused += 1
                table.add_row(Text(result.name), "", "", "", Text(result.refused, style="red"))
                continue
            played += 1
            pots = " + ".join(f"{pot.amount:,}" for pot in result.pots)
            stacks = " ".join(f"{stack:,}" for stack in result.finishing_stacks)
            table.add_row(Text(result.name), str(len(result.starting_stacks)), pots, f"{result.rake:,}", stacks)
    console().print(table)
    console().print(f"{played:,} hands played, {refused:,} refused")
    return FAILED_CHECK if refused else OK
