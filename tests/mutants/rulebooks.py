"""The mutants of the rulebooks: each must be killed by a test that names the paragraph it was made under.

Every number under a paragraph goes up and down by one, every comparison gets its boundary or its sense changed, every
row of a table is left out, every truth is turned round. Another paragraph's test proves nothing about this one, and
there is no list of exceptions: a change that no test could notice says that the rulebook states something without
effect.
"""

import ast
import importlib.abc
import importlib.util
import math
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from msgspec import Struct

from croupier import rulebooks
from croupier.rulebooks import all_games, load
from croupier.rules.document import Cite
from croupier.rules.source import Section, named_tests, sections
from tests.mutants.edits import Change, Edit, Kind, Places, edits, expressions
from tests.mutants.forks import (
    LIMIT,
    RULEBOOKS,
    TESTS,
    Ran,
    Task,
    Watch,
    by_file,
    failing_of,
    run_tasks,
    same_examples,
    source_of,
    source_path,
)
from tests.mutants.tables import print_table

# ---- Making mutants -------------------------------------------------------------------------------------------------


class Mutant(Change, frozen=True, kw_only=True):
    """One change of a rulebook's text, and the paragraph whose tests must notice it."""

    rulebook: str
    paragraph: Cite

    @property
    def place(self) -> tuple[str, Cite]:
        """Rulebook and paragraph."""
        return self.rulebook, self.paragraph


def mutants_of(source: str, *, rulebook: str = "", module: str = "") -> list[Mutant]:
    """Every mutant of a rulebook, in the order of its text."""
    stated = sections(source)
    defined = {name: section.number for section in stated for name in section.names}
    places = Places(source)
    found: list[Mutant] = []
    assembling = False
    for statement in ast.parse(source).body:
        section = next((one for one in stated if one.first_line < statement.lineno <= one.last_line), None)
        if section is None and not assembling:
            assembling = _closes(statement)
            continue
        for node in expressions(statement):
            for edit in edits(node, source):
                if section is None and edit.kind is not Kind.ROW:
                    continue
                begins, ends = places.of(node)
                mutant = Mutant(
                    rulebook=rulebook,
                    module=module,
                    line=(edit.row or node).lineno,
                    paragraph=_paragraph(edit, section, defined),
                    kind=edit.kind,
                    change=edit.change,
                    start=begins,
                    end=ends,
                    text=f"({ast.unparse(edit.becomes)})",
                )
                found.append(mutant)
    return found


def _closes(statement: ast.stmt) -> bool:
    """``DOCUMENT = book.close()``: below it the game is put together."""
    return isinstance(statement, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id == "DOCUMENT" for target in statement.targets
    )


def _paragraph(edit: Edit, section: Section | None, defined: dict[str, Cite]) -> Cite:
    """The paragraph that must notice: where the text stands, or where the row left out was defined.

    A row that is a name belongs to the paragraph that defines the name; where the game is put together, under no
    paragraph at all, a row belongs to the first paragraph that it mentions.
    """
    names = [node.id for node in expressions(edit.row) if isinstance(node, ast.Name)] if edit.row else []
    if section is not None:
        bare = edit.row.value if isinstance(edit.row, ast.Starred) else edit.row
        return defined.get(bare.id, section.number) if isinstance(bare, ast.Name) else section.number
    return next((defined[name] for name in names if name in defined), "")


# ---- Running tests --------------------------------------------------------------------------------------------------


class Job(Struct, frozen=True):
    """Tests to run, with a rulebook's text replaced or as everything is."""

    tests: tuple[str, ...]
    module: str = ""
    text: str = ""
    limit: int = LIMIT

    def run(self) -> Ran:
        """In a forked process."""
        if self.module:
            forget()
            sys.meta_path.insert(0, Replacement(self.module, self.text))
        watch = Watch()
        once = ["-x"] if self.module else []  # a mutant needs one failing test only
        status = int(pytest.main([*self.tests, *same_examples(), *once], plugins=[watch]))
        return Ran(status, tuple(watch.failed))


class Replacement(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a text of ours instead of its file."""

    def __init__(self, module: str, text: str) -> None:
        self.module = module
        self.text = text

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.module:
            return None
        spec = importlib.util.spec_from_loader(fullname, self, origin=str(source_path(fullname)))
        assert spec is not None
        spec.has_location = True
        return spec

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.text, str(source_path(self.module)), "exec"), module.__dict__)


def forget() -> None:
    """Where a rulebook is loaded already, forget all of croupier and its tests, so that the changed one is loaded."""
    if any(name.startswith(RULEBOOKS) for name in sys.modules):
        for name in [name for name in sys.modules if name.partition(".")[0] in {"croupier", "tests"}]:
            del sys.modules[name]


def run_jobs(
    jobs: Sequence[Job], folder: Path, done: Callable[[int], None] = lambda number: None, until: float = math.inf
) -> list[Ran]:
    """Run jobs in a folder, as far as time allows; the results in the order of the jobs."""
    importlib.import_module("tests.sitting")  # what every fork needs
    os.chdir(folder)
    return run_tasks([Task(job.run, job.limit) for job in jobs], done, until)


# ---- The campaign ---------------------------------------------------------------------------------------------------


class Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    UNTESTED = "untested"
    """No test that passes names its paragraph."""
    BROKEN = "broken"
    """The tests could not be run."""
    SKIPPED = "skipped"
    """Time was up before its turn came."""


class Verdict(Struct, frozen=True):
    """A mutant's fate, and what brought it about."""

    mutant: Mutant
    fate: Fate
    by: str = ""


class Report(Struct, frozen=True):
    """A whole mutation run."""

    verdicts: tuple[Verdict, ...]
    failing: tuple[str, ...]
    """Tests that fail without any change: they can prove nothing."""
    seconds: float

    @property
    def survivors(self) -> list[Verdict]:
        """Whatever was tried and not killed."""
        return [one for one in self.verdicts if one.fate not in (Fate.KILLED, Fate.SKIPPED)]

    @property
    def passed(self) -> bool:
        """Whether every mutant was killed by tests that pass otherwise."""
        return not self.survivors and not self.failing

    def counts(self) -> dict[str, dict[str, int]]:
        """By rulebook, how many mutants met which fate."""
        found: dict[str, dict[str, int]] = {}
        for one in self.verdicts:
            counted = found.setdefault(one.mutant.rulebook, {"mutants": 0, **{fate.value: 0 for fate in Fate}})
            counted["mutants"] += 1
            counted[one.fate] += 1
        return found

    def closing(self) -> str:
        """One line on all of it."""
        fates = Counter(one.fate for one in self.verdicts)
        skipped = f", {fates[Fate.SKIPPED]} left out because time was up" if fates[Fate.SKIPPED] else ""
        failing = f", {len(self.failing)} tests failing without any change" if self.failing else ""
        return (
            f"mutants: {fates[Fate.KILLED]} of {len(self.verdicts)} killed by a test that names their paragraph,"
            f" {len(self.survivors)} not{skipped}{failing}, in {self.seconds:.0f} s"
        )


def module_name(module: str) -> str:
    """The full name of a rulebook's module."""
    return f"{RULEBOOKS}{module}"


def module_of(game: str) -> str:
    """The module of a game's current rulebook, by its short name."""
    return rulebooks.module_name(game).removeprefix(RULEBOOKS)


def rulebook_of(game: str) -> str:
    """The name of a game's current rulebook, as tests declare it."""
    return load(game).document.rulebook


def all_mutants(games: Sequence[str] = all_games(), paragraph: Cite | None = None) -> list[Mutant]:
    """The mutants of the rulebooks, or those of them that are asked for."""
    return [
        mutant
        for game in games
        for mutant in mutants_of(
            source_of(module_name(module_of(game))), rulebook=rulebook_of(game), module=module_of(game)
        )
        if paragraph in (None, mutant.paragraph)
    ]


def campaign(
    mutants: Sequence[Mutant],
    done: Callable[[int], None] = lambda number: None,
    *,
    folder: Path = TESTS,
    limit: int = LIMIT,
    until: float = math.inf,
) -> Report:
    """Run every mutant against the tests below a folder that name its paragraph, until time is up."""
    began = time.monotonic()
    tests: dict[tuple[str, Cite], tuple[str, ...]] = {}
    for rulebook, module in {(one.rulebook, one.module) for one in mutants}:
        numbers = [one.number for one in sections(source_of(module_name(module)))]
        tests |= {(rulebook, number): named for number, named in named_tests(folder, rulebook, numbers).items()}
    failing = _failing(sorted({one for mutant in mutants for one in tests.get(mutant.place, ())}), folder)
    jobs: dict[Mutant, Job] = {}
    verdicts: dict[Mutant, Verdict] = {}
    for mutant in mutants:
        if usable := tuple(one for one in tests.get(mutant.place, ()) if one not in failing):
            module = module_name(mutant.module)
            jobs[mutant] = Job(usable, module, mutant.of(source_of(module)), limit)
        else:
            verdicts[mutant] = Verdict(mutant, Fate.UNTESTED)
    untested = len(verdicts)
    ran = run_jobs(list(jobs.values()), folder.parent, lambda number: done(untested + number), until)
    verdicts |= {mutant: _verdict(mutant, one) for mutant, one in zip(jobs, ran, strict=False)}
    found = tuple(verdicts.get(mutant, Verdict(mutant, Fate.SKIPPED)) for mutant in mutants)
    return Report(found, tuple(failing), time.monotonic() - began)


def _failing(tests: Sequence[str], folder: Path) -> list[str]:
    """Those tests that fail as things are, one process for each file."""
    files = by_file(tests)
    ran = run_jobs([Job(tuple(named), limit=10 * LIMIT) for named in files.values()], folder.parent)
    return [one for named, result in zip(files.values(), ran, strict=True) for one in failing_of(named, result)]


def _verdict(mutant: Mutant, ran: Ran) -> Verdict:
    if by := ran.killed_by:
        return Verdict(mutant, Fate.KILLED, by)
    return Verdict(mutant, Fate.BROKEN, ran.error) if ran.status else Verdict(mutant, Fate.SURVIVED)


# ---- Telling --------------------------------------------------------------------------------------------------------


def show(report: Report) -> None:
    """What was not killed, the counts, and one line on all of it."""
    survivors = [
        (f"{one.mutant.module}.py", str(one.mutant.line), one.mutant.paragraph, one.fate.value, one.mutant.change)
        for one in report.survivors
    ]
    if survivors:
        print_table(("module", "line", "paragraph", "fate", "what was changed"), survivors)
    for test in report.failing:
        print(f"fails without any change: {test}")
    counts = report.counts()
    print_table(
        ("rulebook", "mutants", *Fate),
        [(rulebook, *map(str, counted.values())) for rulebook, counted in counts.items()],
    )
    print(report.closing())


def as_json(report: Report) -> str:
    """The same for programs."""
    content = {
        "passed": report.passed,
        "rulebooks": report.counts(),
        "survivors": [{**plain(one.mutant), "fate": one.fate} for one in report.survivors],
        "failing": report.failing,
        "seconds": round(report.seconds, 1),
    }
    return msgspec.json.format(msgspec.json.encode(content)).decode()


def plain(mutant: Mutant) -> dict[str, object]:
    return {name: getattr(mutant, name) for name in ("rulebook", "module", "line", "paragraph", "kind", "change")}
