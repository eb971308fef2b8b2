"""The auditor's stand-alone check, run beside ``croupier verify``: both must answer alike."""

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from runpy import run_path
from typing import Final

import msgspec
from msgspec import Struct

from croupier.floor.values.entries import Head
from croupier.floor.verify.finding import Finding, Kind, Part, part_of

PROGRAM: Final = Path(__file__).parents[2] / "docs" / "regulators" / "check_record.py"
_MAIN: Final[Callable[[list[str]], int]] = run_path(str(PROGRAM), run_name="check_record")["main"]

_BY_FORM: Final = frozenset(
    {Kind.POSITION, Kind.ORDER, Kind.GAP, Kind.TWICE, Kind.HASH, Kind.CHAIN, Kind.REVISION, Kind.LEDGER}
)
"""Kinds of findings that need no rules of a game and no state of the floor: the stand-alone check finds them all."""
_READS: Final = frozenset({"journal", "ledger", "balances", "seals"})
"""The tables that it reads."""


class Answer(Struct, frozen=True):
    """What the stand-alone check has answered."""

    consistent: str
    authentic: str
    complete: str
    findings: tuple[dict[str, str], ...]
    not_looked_at: tuple[str, ...]
    keys: tuple[str, ...]
    entries: int
    status: int

    @property
    def parts(self) -> tuple[str, str, str]:
        """The three answers."""
        return self.consistent, self.authentic, self.complete


def checked(record: Path, *options: str) -> Answer:
    """Check a record in this process."""
    out = StringIO()
    with redirect_stdout(out):
        status = _MAIN([str(record), "--json", *options])
    found = json.loads(out.getvalue())
    return Answer(**{**found, "findings": tuple(found["findings"])}, status=status)


def is_its_to_find(finding: Finding) -> bool:
    """Return whether the stand-alone check must answer the same question with no."""
    if part_of(finding.kind) is not Part.CONSISTENT:
        return True
    if finding.kind is Kind.BALANCE:
        return finding.table == "balances"
    return finding.table in _READS and finding.kind in {*_BY_FORM, Kind.TYPE}


def agree(record: Path, found: Iterable[Finding], heads: Sequence[Head] = ()) -> None:
    """Assert that the stand-alone check answers each question as a verification with these findings."""
    if heads:
        kept = record.with_name(f"{record.name}.heads.json")
        kept.write_bytes(msgspec.json.encode({"heads": heads}))
        told = checked(record, "--head", str(kept))
        kept.unlink()
    else:
        told = checked(record)
    findings = list(found)
    for part in Part:
        wrong = [one for one in findings if part_of(one.kind) is part]
        due = [one for one in wrong if is_its_to_find(one)]
        answer = getattr(told, part.value)
        if due:
            assert answer == "no", (part, [str(one) for one in due], told)
        elif not wrong:
            assert answer != "no", (part, told)
