"""The mutation run: change a rulebook a little, and see a test fail that names the paragraph it was changed under.

Every number under a paragraph goes up and down by one, every comparison gets its boundary or its sense changed, every
row of a table is left out, every truth is turned round. Each such mutant must be killed by a test named after its
paragraph: another paragraph's test proves nothing about this one. There is no list of exceptions. A change that no test
could notice says that the rulebook states something without effect.

    python -m tests.mutants [--rulebook NAME] [--paragraph NUMBER] [--list] [--json]

The process loads pytest and croupier once and forks for each mutant; it never loads a rulebook itself.
"""

import argparse
import ast
import copy
import gc
import importlib.abc
import importlib.util
import math
import os
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Final, NoReturn

import hypothesis
import msgspec
import pytest
from msgspec import Struct

import croupier.rulebooks
from croupier.rulebooks import MODULES, UnknownGameError, game_name
from croupier.rules.document import Cite
from croupier.rules.source import Section, named_tests, sections

ROOT: Final = Path(__file__).resolve().parents[1]
TESTS: Final = ROOT / "tests"
PACKAGE: Final = croupier.rulebooks.__name__
WORKERS: Final = 2
PROFILE: Final = "mutants"
LIMIT: Final = 60
"""Seconds that the tests of one mutant may take; longer is an endless loop, and counts as noticed."""

# ---- Making mutants -------------------------------------------------------------------------------------------------


class Kind(StrEnum):
    """What was changed."""

    NUMBER = "number"
    COMPARISON = "comparison"
    ROW = "row"
    LOGIC = "logic"


class Mutant(Struct, frozen=True):
    """One change of a rulebook's text, and the paragraph whose tests must notice it."""

    rulebook: str
    module: str
    line: int
    paragraph: Cite
    kind: Kind
    change: str
    start: int
    end: int
    """The bytes of the text that are replaced."""
    text: str

    @property
    def place(self) -> tuple[str, Cite]:
        """Rulebook and paragraph."""
        return self.rulebook, self.paragraph

    def of(self, source: str) -> str:
        """The changed rulebook."""
        content = source.encode()
        return (content[: self.start] + self.text.encode() + content[self.end :]).decode()


class Edit(Struct, frozen=True):
    """A change of one expression: what it becomes, and which row it loses if it loses one."""

    kind: Kind
    change: str
    becomes: ast.expr
    row: ast.expr | None = None


_CITE: Final = re.compile(r"\d+(\.\d+)+(\.([a-z]|[ivx]+))?|I\d+")
_PAIRS: Final[tuple[tuple[type[ast.cmpop], type[ast.cmpop]], ...]] = (
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot),
)
_OTHER: Final = {**dict(_PAIRS), **{second: first for first, second in _PAIRS}}


def mutants_of(source: str, *, rulebook: str = "", module: str = "") -> list[Mutant]:
    """Every mutant of a rulebook, in the order of its text."""
    stated = sections(source)
    defined = {name: section.number for section in stated for name in section.names}
    offsets = _line_offsets(source)
    found: list[Mutant] = []
    assembling = False
    for statement in ast.parse(source).body:
        section = next((one for one in stated if one.first_line < statement.lineno <= one.last_line), None)
        if section is None and not assembling:
            assembling = _closes(statement)
            continue
        for node in _expressions(statement):
            for edit in _edits(node, source):
                if section is None and edit.kind is not Kind.ROW:
                    continue
                found.append(
                    Mutant(
                        rulebook,
                        module,
                        (edit.row or node).lineno,
                        _paragraph(edit, section, defined),
                        edit.kind,
                        edit.change,
                        offsets[node.lineno] + node.col_offset,
                        offsets[node.end_lineno or 0] + (node.end_col_offset or 0),
                        f"({ast.unparse(edit.becomes)})",
                    )
                )
    return found


def _closes(statement: ast.stmt) -> bool:
    """``DOCUMENT = book.close()``: below it the game is put together."""
    return isinstance(statement, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id == "DOCUMENT" for target in statement.targets
    )


def _line_offsets(source: str) -> list[int]:
    """Where each line begins, in bytes; lines count from 1."""
    offsets = [0, 0]
    for line in source.encode().splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    return offsets


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions that do something, in order: no annotations, and nothing inside strings."""
    if isinstance(node, ast.JoinedStr):
        return
    if isinstance(node, ast.expr):
        yield node
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _expressions(child)


def _paragraph(edit: Edit, section: Section | None, defined: dict[str, Cite]) -> Cite:
    """The paragraph that must notice: where the text stands, or where the row left out was defined.

    A row that is a name belongs to the paragraph that defines the name; where the game is put together, under no
    paragraph at all, a row belongs to the first paragraph that it mentions.
    """
    names = [node.id for node in _expressions(edit.row) if isinstance(node, ast.Name)] if edit.row else []
    if section is not None:
        bare = edit.row.value if isinstance(edit.row, ast.Starred) else edit.row
        return defined.get(bare.id, section.number) if isinstance(bare, ast.Name) else section.number
    return next((defined[name] for name in names if name in defined), "")


def _edits(node: ast.expr, source: str) -> Iterator[Edit]:
    match node:
        case ast.Constant(value=bool() as truth):
            yield Edit(Kind.LOGIC, f"{truth} → {not truth} in {_line(node, source)}", ast.Constant(not truth))
        case ast.Constant(value=int() as number):
            for other in (number + 1, number - 1):
                yield Edit(Kind.NUMBER, f"{number} → {other} in {_line(node, source)}", ast.Constant(other))
        case ast.Compare():
            for at, operator in enumerate(node.ops):
                changed = copy.copy(node)
                changed.ops = [*node.ops[:at], _OTHER[type(operator)](), *node.ops[at + 1 :]]
                yield Edit(Kind.COMPARISON, _became(node, changed), changed)
        case ast.BoolOp():
            swapped = copy.copy(node)
            swapped.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
            yield Edit(Kind.LOGIC, _became(node, swapped), swapped)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield Edit(Kind.LOGIC, _became(node, operand), operand)
        case ast.Tuple(ctx=ast.Load()) | ast.List(ctx=ast.Load()) | ast.Set():
            for at, row in enumerate(node.elts):
                if not _is_cite(row):
                    shorter = copy.copy(node)
                    shorter.elts = [*node.elts[:at], *node.elts[at + 1 :]]
                    yield Edit(Kind.ROW, f"without {_short(row)}", shorter, row)
        case ast.Dict():
            for at, (key, row) in enumerate(zip(node.keys, node.values, strict=True)):
                fewer = copy.copy(node)
                fewer.keys = [*node.keys[:at], *node.keys[at + 1 :]]
                fewer.values = [*node.values[:at], *node.values[at + 1 :]]
                yield Edit(Kind.ROW, f"without {'**' if key is None else f'{_short(key)}: '}{_short(row)}", fewer, row)
        case _:
            pass


def _is_cite(node: ast.expr) -> bool:
    """A cite is no row of a table: that every cite is right to make, the tests of each paragraph say by themselves."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(_CITE.fullmatch(node.value))


def _became(before: ast.expr, after: ast.expr) -> str:
    return f"{_short(before)} → {_short(after)}"


def _short(node: ast.expr) -> str:
    text = ast.unparse(node)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _line(node: ast.expr, source: str) -> str:
    return source.splitlines()[node.lineno - 1].strip()


# ---- Running tests in a forked process ------------------------------------------------------------------------------


class Job(Struct, frozen=True):
    """Tests to run, with a module's text replaced or as everything is."""

    tests: tuple[str, ...]
    module: str = ""
    text: str = ""
    limit: int = LIMIT

    @property
    def arguments(self) -> list[str]:
        """Of pytest; a mutant needs one failing test only."""
        once = ["-x"] if self.module else []
        calm = "ignore::pytest.PytestAssertRewriteWarning"  # plugins are loaded before pytest is
        same = f"--hypothesis-profile={PROFILE}"
        return [*self.tests, "-q", "-p", "no:cacheprovider", "--tb=no", "-W", calm, same, *once]


class Ran(Struct, frozen=True):
    """What became of a job: the exit status of pytest, or the signal that ended it, and what failed."""

    status: int
    failed: tuple[str, ...] = ()
    error: str = ""
    """Why pytest itself did not get through."""


class Watch:
    """A pytest plugin that notes what fails, be it a test or the reading of a test file."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    pytest_collectreport = pytest_runtest_logreport


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


def source_path(module: str) -> Path:
    """The file of a rulebook, which need not be loaded for it."""
    assert croupier.rulebooks.__file__ is not None
    return Path(croupier.rulebooks.__file__).with_name(f"{module.rpartition('.')[2]}.py")


@cache
def source_of(module: str) -> str:
    """The text of a rulebook, read once: a mutant knows its place in it."""
    return source_path(module).read_text(encoding="utf-8")


def _work(job: Job, report: Path) -> NoReturn:
    """The life of a forked process. Whatever happens in it, it does not return."""
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(job.limit)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        if job.module:
            sys.meta_path.insert(0, Replacement(job.module, job.text))
        watch = Watch()
        status = int(pytest.main(job.arguments, plugins=[watch]))
        report.write_bytes(msgspec.json.encode(Ran(status, tuple(watch.failed))))
    except BaseException as error:
        report.write_bytes(msgspec.json.encode(Ran(1, error=repr(error))))
    finally:
        os._exit(0)


def run_jobs(
    jobs: Sequence[Job], folder: Path, done: Callable[[int], None] = lambda number: None, until: float = math.inf
) -> list[Ran]:
    """Run jobs in a folder, two at a time, each in a process of its own; the results in the order of the jobs.

    None is begun once the clock is past ``until``: then there are fewer results than jobs.
    """
    loaded = [name for name in sys.modules if name.startswith(f"{PACKAGE}.")]
    if loaded:
        raise RuntimeError(f"{loaded[0]} is loaded already: mutants need a process that has seen no rulebook")
    _get_ready()
    os.chdir(folder)
    results: dict[int, Ran] = {}
    running: dict[int, int] = {}
    waiting = iter(enumerate(jobs))
    with tempfile.TemporaryDirectory() as reports:
        while True:
            while len(running) < WORKERS and time.monotonic() < until and (following := next(waiting, None)):
                at, job = following
                sys.stdout.flush()
                sys.stderr.flush()
                pid = os.fork()
                if not pid:
                    _work(job, Path(reports, str(at)))
                running[pid] = at
            if not running:
                return [results[at] for at in sorted(results)]
            pid, status = os.waitpid(-1, 0)
            if pid in running:
                at = running.pop(pid)
                written = Path(reports, str(at))
                ended = os.waitstatus_to_exitcode(status)
                results[at] = Ran(ended) if ended else msgspec.json.decode(written.read_bytes(), type=Ran)
                done(len(results))


def _get_ready() -> None:
    """Load once what every fork needs, and keep examples of hypothesis the same from mutant to mutant."""
    importlib.import_module("tests.sitting")
    os.environ.pop("PYTEST_ADDOPTS", None)
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile(
        PROFILE, derandomize=True, database=None, deadline=None, phases=phases, print_blob=False
    )
    gc.collect()
    gc.freeze()


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


def rulebook_of(game: str) -> str:
    """The name of a game's current rulebook, as tests declare it."""
    return f"{game}-v{MODULES[game].rpartition('_v')[2]}"


def all_mutants(games: Sequence[str] = tuple(MODULES), paragraph: Cite | None = None) -> list[Mutant]:
    """The mutants of the rulebooks, or those of them that are asked for."""
    return [
        mutant
        for game in games
        for mutant in mutants_of(source_of(MODULES[game]), rulebook=rulebook_of(game), module=MODULES[game])
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
        numbers = [one.number for one in sections(source_of(module))]
        tests |= {(rulebook, number): named for number, named in named_tests(folder, rulebook, numbers).items()}
    failing = _failing(sorted({one for mutant in mutants for one in tests.get(mutant.place, ())}), folder)
    jobs: dict[Mutant, Job] = {}
    verdicts: dict[Mutant, Verdict] = {}
    for mutant in mutants:
        if usable := tuple(one for one in tests.get(mutant.place, ()) if one not in failing):
            jobs[mutant] = Job(usable, f"{PACKAGE}.{mutant.module}", mutant.of(source_of(mutant.module)), limit)
        else:
            verdicts[mutant] = Verdict(mutant, Fate.UNTESTED)
    untested = len(verdicts)
    ran = run_jobs(list(jobs.values()), folder.parent, lambda number: done(untested + number), until)
    verdicts |= {mutant: _verdict(mutant, one) for mutant, one in zip(jobs, ran, strict=False)}
    found = tuple(verdicts.get(mutant, Verdict(mutant, Fate.SKIPPED)) for mutant in mutants)
    return Report(found, tuple(failing), time.monotonic() - began)


def _failing(tests: Sequence[str], folder: Path) -> list[str]:
    """Those tests that fail as things are, one process for each file."""
    files: dict[str, list[str]] = {}
    for one in tests:
        files.setdefault(one.partition("::")[0], []).append(one)
    ran = run_jobs([Job(tuple(named), limit=10 * LIMIT) for named in files.values()], folder.parent)
    found: list[str] = []
    for named, result in zip(files.values(), ran, strict=True):
        if result.status and not result.failed:
            raise RuntimeError(f"the tests could not be run: status {result.status} {result.error}")
        failed = {one.partition("[")[0] for one in result.failed}
        found += named if named[0].partition("::")[0] in failed else [one for one in named if one in failed]
    return found


def _verdict(mutant: Mutant, ran: Ran) -> Verdict:
    if ran.status < 0:
        return Verdict(mutant, Fate.KILLED, signal.Signals(-ran.status).name)
    if ran.failed:
        return Verdict(mutant, Fate.KILLED, ran.failed[0])
    return Verdict(mutant, Fate.BROKEN, ran.error) if ran.status else Verdict(mutant, Fate.SURVIVED)


# ---- The command ----------------------------------------------------------------------------------------------------


def show(report: Report) -> None:
    """What was not killed, the counts, and one line on all of it."""
    survivors = [
        (f"{one.mutant.module}.py", str(one.mutant.line), one.mutant.paragraph, one.fate.value, one.mutant.change)
        for one in report.survivors
    ]
    if survivors:
        _print_table(("module", "line", "paragraph", "fate", "what was changed"), survivors)
    for test in report.failing:
        print(f"fails without any change: {test}")
    counts = report.counts()
    _print_table(
        ("rulebook", "mutants", *Fate),
        [(rulebook, *map(str, counted.values())) for rulebook, counted in counts.items()],
    )
    print(report.closing())


def _print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns as wide as they need to be."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows, ()):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip())


def as_json(report: Report) -> str:
    """The same for programs."""
    content = {
        "passed": report.passed,
        "rulebooks": report.counts(),
        "survivors": [{**_plain(one.mutant), "fate": one.fate} for one in report.survivors],
        "failing": report.failing,
        "seconds": round(report.seconds, 1),
    }
    return msgspec.json.format(msgspec.json.encode(content)).decode()


def _plain(mutant: Mutant) -> dict[str, object]:
    return {name: getattr(mutant, name) for name in ("rulebook", "module", "line", "paragraph", "kind", "change")}


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rulebook", metavar="NAME", help="one game, or an unambiguous beginning of its name")
    parser.add_argument("--paragraph", metavar="NUMBER", help="one paragraph, such as 4.1")
    parser.add_argument("--list", action="store_true", help="list the mutants and run none")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    chosen = parser.parse_args(given)
    try:
        chosen.games = [game_name(re.sub(r"-v\d+$", "", chosen.rulebook))] if chosen.rulebook else list(MODULES)
    except UnknownGameError as error:
        parser.error(str(error))
    return chosen


def main(given: Sequence[str] | None = None) -> int:
    """Run the command; the exit status."""
    chosen = _arguments(given)
    mutants = all_mutants(chosen.games, chosen.paragraph)
    if not mutants:
        print(f"no mutant stands under {chosen.paragraph}", file=sys.stderr)
        return 2
    if chosen.list:
        if chosen.json:
            print(msgspec.json.format(msgspec.json.encode([_plain(mutant) for mutant in mutants])).decode())
        else:
            for mutant in mutants:
                print(f"{mutant.module}:{mutant.line}\t{mutant.paragraph}\t{mutant.kind}\t{mutant.change}")
        return 0
    from tests.soak import progress_bar

    with progress_bar("mutants", len(mutants)) as done:
        report = campaign(mutants, done)
    if chosen.json:
        print(as_json(report))
    else:
        show(report)
    return 0 if report.passed else 1


if __name__ == "__main__":
    sys.exit(main())
