"""``croupier anchor``, ``accept`` and ``key``: acts on the record itself, while the house is closed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import getpass

from croupier.cli.output import write_json
from croupier.cli.problems import OK
from croupier.floor.house.credentials import Place
from croupier.floor.house.keeping import Signers, accept_copy, closed_floor, replace_key, replace_lost_key
from croupier.floor.journal.sealing import KeyFileError
from croupier.floor.journal.store import StoreError
from croupier.floor.values.entropy import SystemEntropy
from croupier.notation.problem import InputError

_HERE = Place("the command line")
"""The place under which wrong passwords are counted here."""


def print_anchor(db: str, anchor: str, *, qr: bool, json: bool) -> int:
    """Print the anchor of the journal's last entry, as a line to be kept elsewhere. Return the exit code."""
    with _complaining(), closed_floor(db, anchor) as (floor, _):
        found = floor.anchored()
    if json:
        write_json(found)
        return OK
    sys.stdout.write(f"{found}\n")
    if qr:
        found.drawn().terminal(sys.stdout, border=2, compact=True)
    return OK


def accept(db: str, anchor: str, by: list[str], reason: str, *, json: bool) -> int:
    """Record that two people accept a copy of the journal, although its anchors know another. Return the exit code."""
    with _complaining():
        what, position = accept_copy(db, anchor, _signers(by), reason)
    if json:
        write_json({"accepted": what, "by": by, "position": position})
    else:
        sys.stdout.write(f"{by[0]} and {by[1]} have signed: the journal goes on from entry {what.reached}\n")
    return OK


def give_key(db: str, anchor: str, by: list[str], reason: str, *, lost: bool, json: bool) -> int:
    """Replace the House's key with two signatures; the old one is kept under another name, unless it is lost."""
    done = replace_lost_key if lost else replace_key
    with _complaining():
        public = done(db, anchor, _signers(by), reason, SystemEntropy())
    write_json({"key": public, "lost": lost, "by": by}) if json else sys.stdout.write(f"the House's key is {public}\n")
    return OK


@contextmanager
def _complaining() -> Iterator[None]:
    try:
        yield
    except (StoreError, KeyFileError, OSError) as wrong:
        raise InputError(str(wrong)) from None


def _signers(by: list[str]) -> Signers:
    try:
        return Signers(by, _asked, _HERE)
    except StoreError as wrong:
        raise InputError(f"--by: {wrong}") from None


def _asked(name: str, coded: bool) -> tuple[str, str]:
    """Return a password, and a code if one is needed.

    They are typed without echo at a terminal; elsewhere they are the next lines of input.
    """
    return _secret(f"Password of {name}: "), _secret(f"Code of {name}'s device: ") if coded else ""


def _secret(prompt: str) -> str:
    if sys.stdin.isatty():
        try:
            return getpass(prompt)
        except EOFError:
            line = ""
    else:
        line = sys.stdin.readline()
    if not line:
        raise InputError(f"no answer was given to {prompt.strip(': ')!r}: nothing was changed")
    return line.rstrip("\r\n")
