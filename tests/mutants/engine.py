"""The mutants of the engine: the functions that paragraphs name as their code, and what these call beside them.

In each such function every number goes up and down by one, every comparison gets its boundary or its sense changed,
every truth is turned round. A mutant meets the tests first that name one of its function's paragraphs, then whatever
other test calls the function, the quickest before the rest, then the walks, as many as there is time for. Which tests
call it, is found by running them once on functions that tell. What survives is listed, unless ``equivalent.toml`` says
why nothing could differ by it; an entry there that nothing survives by any more is an error too.
"""

import ast
import math
import re
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum
from functools import cache
from itertools import chain, zip_longest
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from croupier.rulebooks import all_games
from croupier.rules.document import Cite
from croupier.rules.source import named_tests, sections
from tests.mutants.edits import Change, Kind, Places, edits, expressions
from tests.mutants.forks import LIMIT, TESTS, Ran, Task, run_tasks, source_of
from tests.mutants.rulebooks import module_name, module_of, rulebook_of
from tests.mutants.session import Code, Tests, definition, files_of, found_files, marked, with_tests
from tests.mutants.tables import print_table

EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")
WALKS: Final = ("tests/play/", "tests/reference/")
"""Where the tests stand that notice most, and take longest."""
WIDE: Final = {
    "croupier.floor.": ("floor/test_*.py",),
    "croupier.play.room.": (
        "rulebooks/test_*poker*.py",
        "play/test_room*.py",
        "reference/test_room*.py",
        "rules/test_room*.py",
    ),
    "croupier.play.": (
        "rulebooks/test_*.py",
        "play/test_[!r]*.py",
        "reference/test_reference*.py",
        "rules/test_*.py",
        "documents/test_lantern*.py",
        "floor/test_*jackpot*.py",
        "floor/test_registered*.py",
    ),
    "croupier.hands": ("test_hands.py",),
    "croupier.": ("rulebooks/test_*.py", "play/test_*.py", "reference/test_*.py", "rules/test_*.py", "test_*.py"),
}
"""By the beginning of a module's name, which other tests may notice; the first that fits."""
BUDGET: Final = 20.0
"""Seconds that those of them may take together which one mutant meets; the walks have as many again."""

Place = tuple[str, Cite]
"""Rulebook and paragraph."""


# ---- Making mutants -------------------------------------------------------------------------------------------------


class Mutant(Change, frozen=True, kw_only=True):
    """One change of a function, and the paragraphs that name it or one that calls it."""

    function: str
    places: tuple[Place, ...]

    @property
    def code(self) -> Code:
        """The changed function."""
        name = self.function.partition(":")[2]
        return Code(self.module, name, definition(functions_of(self.of(source_of(self.module)))[name]))

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from others, but for one on a line of the same text in the same function."""
        return self.function, self.change


_CODE: Final = re.compile(r"(croupier(?:\.\w+)+):(\w+)")


def named_code(game: str) -> Iterator[tuple[Cite, str, str]]:
    """The code that a game's rulebook names: paragraph, module and name, as they stand in its text."""
    for statement in ast.parse(source_of(module_name(module_of(game)))).body:
        match statement:
            case ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(value=ast.Name(id="book")),
                    args=[ast.Constant(value=str() as number), *others],
                )
            ):
                for one in others:
                    if isinstance(one, ast.Constant) and (code := _CODE.fullmatch(str(one.value))):
                        yield number, code[1], code[2]
            case _:
                pass


Functions = dict[str, ast.FunctionDef]


def functions_of(source: str) -> Functions:
    """The functions of a module by name, methods as ``Class.method``."""
    found: Functions = {}
    for statement in ast.parse(source).body:
        match statement:
            case ast.FunctionDef(name=name):
                found[name] = statement
            case ast.ClassDef(name=name, body=body):
                found |= {f"{name}.{one.name}": one for one in body if isinstance(one, ast.FunctionDef)}
            case _:
                pass
    return found


def concerned(source: str, named: dict[str, set[Place]]) -> dict[str, set[Place]]:
    """The functions of a module that paragraphs name, and those beside them that these call, with the paragraphs.

    A class stands for its methods. A function that paragraphs name answers to those alone.
    """
    functions = functions_of(source)
    found: dict[str, set[Place]] = {}
    for name, places in named.items():
        waiting = [one for one in functions if one == name or one.startswith(f"{name}.")]
        met = set(waiting)
        while waiting:
            function = waiting.pop()
            found.setdefault(function, set()).update(places)
            mentioned = {one.id for one in ast.walk(functions[function]) if isinstance(one, ast.Name)}
            following = (mentioned & functions.keys()) - named.keys() - met
            met |= following
            waiting += sorted(following)
    return found


def mutants_of(source: str, module: str, named: dict[str, set[Place]]) -> Iterator[Mutant]:
    """Every mutant of the functions concerned in a module, in the order of its text."""
    places, functions = Places(source), functions_of(source)
    answering = concerned(source, named)
    for name in sorted(answering, key=lambda one: functions[one].lineno):
        checks = _checks(functions[name])
        for node in expressions(functions[name]):
            for edit in edits(node, source):
                if edit.kind is Kind.ROW or id(node) in checks:
                    continue
                begins, ends = places.of(node)
                yield Mutant(
                    module=module,
                    line=node.lineno,
                    kind=edit.kind,
                    change=edit.change,
                    start=begins,
                    end=ends,
                    text=f"({ast.unparse(edit.becomes)})",
                    function=f"{module.removeprefix('croupier.')}:{name}",
                    places=tuple(sorted(answering[name])),
                )


def _checks(function: ast.FunctionDef) -> set[int]:
    """What only checks that the code is right, by ``assert`` or ``strict``: without it nothing would differ."""
    found: set[int] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assert) or (isinstance(node, ast.keyword) and node.arg == "strict"):
            found |= {id(one) for one in ast.walk(node)}
    return found


@cache
def everything() -> tuple[Mutant, ...]:
    """The mutants of all that the rulebooks name."""
    named: dict[str, dict[str, set[Place]]] = {}
    for game in all_games():
        for paragraph, module, name in named_code(game):
            named.setdefault(module, {}).setdefault(name, set()).add((rulebook_of(game), paragraph))
    return tuple(mutant for module in sorted(named) for mutant in mutants_of(source_of(module), module, named[module]))


def all_mutants(module: str = "", function: str = "", paragraph: Cite = "") -> list[Mutant]:
    """All of them, or those of a module or package, a function, a paragraph."""
    wanted = module.removeprefix("croupier.")
    return [
        one
        for one in everything()
        if f"{one.module.removeprefix('croupier.')}.".startswith(f"{wanted}." if wanted else "")
        and function in ("", one.function, one.function.partition(":")[2])
        and (not paragraph or paragraph in {number for _, number in one.places})
    ]


# ---- Who calls what -------------------------------------------------------------------------------------------------


class Caller(Struct):
    """A test: how long it takes, and the functions that it calls."""

    seconds: float = 0.0
    functions: set[str] = msgspec.field(default_factory=set)


class Callers:
    """The tests that were run on functions that tell: who calls what, and what fails anyway."""

    def __init__(self, tests: Tests, mutants: Iterable[Mutant]) -> None:
        self.tests = tests
        self.met: dict[str, Caller] = {}
        self.failing: set[str] = set()
        functions = {(one.module, one.function) for one in mutants}
        self._code = [_telling(module, function) for module, function in sorted(functions)]

    def meet(self, names: Iterable[str]) -> None:
        """Run tests that were not run yet, one process for each file."""
        files: dict[str, list[str]] = {}
        for one in sorted(set(names) - self.met.keys() - self.failing):
            files.setdefault(one.partition("::")[0], []).append(one)
        for ran in run_tasks([self.tests.meeting(named, self._code, limit=10 * LIMIT) for named in files.values()]):
            if ran.status:
                raise RuntimeError(f"the tests could not be run: status {ran.status} {ran.error}")
            self.failing |= {one.partition("[")[0] for one in ran.failed}
            for called in ran.called:
                caller = self.met.setdefault(called.test.partition("[")[0], Caller())
                caller.seconds += called.seconds
                caller.functions |= called.functions

    def of(self, function: str) -> dict[str, float]:
        """The tests that call a function and pass, with how long they take, the quickest first."""
        calling = sorted(
            (one.seconds, name)
            for name, one in self.met.items()
            if function in one.functions and name not in self.failing
        )
        return {name: seconds for seconds, name in calling}


def _telling(module: str, function: str) -> Code:
    name = function.partition(":")[2]
    return Code(module, name, marked(functions_of(source_of(module))[name], function))


# ---- The campaign ---------------------------------------------------------------------------------------------------


class Fate(StrEnum):
    """What became of a mutant."""

    NAMED = "named"
    """Killed by a test that names a paragraph of its function."""
    WIDER = "wider"
    """Killed by another test."""
    EQUIVALENT = "equivalent"
    """It survived, and that is explained."""
    SURVIVED = "survived"
    UNCALLED = "uncalled"
    """No test calls the function."""
    BROKEN = "broken"
    """The tests could not be run."""
    SKIPPED = "skipped"
    """Time was up before its turn came."""


GOOD: Final = frozenset({Fate.NAMED, Fate.WIDER, Fate.EQUIVALENT, Fate.SKIPPED})


class Verdict(Struct, frozen=True):
    """A mutant's fate, and what brought it about."""

    mutant: Mutant
    fate: Fate
    by: str = ""


class Report(Struct, frozen=True):
    """A whole run."""

    verdicts: tuple[Verdict, ...]
    failing: tuple[str, ...]
    """Tests that fail without any change: they can prove nothing."""
    stale: tuple[str, ...]
    """Explanations of what does not survive, or does not exist."""
    seconds: float

    @property
    def survivors(self) -> list[Verdict]:
        """Whatever was tried, not killed and not explained."""
        return [one for one in self.verdicts if one.fate not in GOOD]

    @property
    def passed(self) -> bool:
        """Whether nothing survived unexplained, by tests that pass otherwise."""
        return not self.survivors and not self.failing and not self.stale

    def counts(self) -> dict[str, dict[str, int]]:
        """By module, how many mutants met which fate."""
        found: dict[str, dict[str, int]] = {}
        for one in self.verdicts:
            counted = found.setdefault(one.mutant.module, {"mutants": 0, **{fate.value: 0 for fate in Fate}})
            counted["mutants"] += 1
            counted[one.fate] += 1
        return found

    def closing(self) -> str:
        """One line on all of it."""
        fates = Counter(one.fate for one in self.verdicts)
        skipped = f", {fates[Fate.SKIPPED]} left out because time was up" if fates[Fate.SKIPPED] else ""
        failing = f", {len(self.failing)} tests failing without any change" if self.failing else ""
        return (
            f"engine: of {len(self.verdicts)} mutants {fates[Fate.NAMED]} killed by a test that names a paragraph,"
            f" {fates[Fate.WIDER]} by another, {fates[Fate.EQUIVALENT]} explained, {len(self.survivors)} not{skipped}"
            f"{failing}, in {self.seconds:.0f} s"
        )


class Explained(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a mutant may survive."""

    function: str
    change: str
    reason: str


def explanations(text: str) -> dict[tuple[str, str], str]:
    """The reasons of ``equivalent.toml``, by function and change."""
    entries = msgspec.convert(tomllib.loads(text).get("equivalent", []), list[Explained])
    return {(one.function, one.change): one.reason for one in entries}


def campaign(
    mutants: Sequence[Mutant],
    done: Callable[[int], None] = lambda number: None,
    *,
    folder: Path = TESTS,
    until: float = math.inf,
    explained: dict[tuple[str, str], str] | None = None,
) -> Report:
    """Run every mutant against the tests below a folder that name its paragraphs, then against others that call it."""
    began = time.monotonic()
    if explained is None:
        explained = explanations(EQUIVALENT.read_text(encoding="utf-8"))
    naming = _naming(mutants, folder)
    wide = {one.module: found_files(folder, _wide(one.module)) for one in mutants}
    paths = files_of([*chain.from_iterable((*naming.values(), *wide.values()))])
    verdicts: dict[Mutant, Verdict] = {}
    failing: set[str] = set()

    def work(tests: Tests) -> None:
        trial = _Trial(Callers(tests, mutants), naming, wide, until)
        verdicts.update(trial.run(mutants, done))
        failing.update(trial.callers.failing)

    with_tests(folder.parent, paths, work)
    found = tuple(_final(one, verdicts.get(one), explained) for one in mutants)
    return Report(found, tuple(sorted(failing)), tuple(_stale(found, explained)), time.monotonic() - began)


class _Trial:
    """Mutants before the tests that have been read."""

    def __init__(self, callers: Callers, naming: dict[str, set[str]], wide: dict[str, list[str]], until: float) -> None:
        self.callers, self.naming, self.wide, self.until = callers, naming, wide, until

    def run(self, mutants: Sequence[Mutant], done: Callable[[int], None]) -> dict[Mutant, Verdict]:
        """What became of each that any test could be found for."""
        self.callers.meet(chain.from_iterable(self.naming.values()))
        first = {one: self._first(one) for one in mutants}
        verdicts = self._tried(first, Fate.NAMED, done)
        left = [one for one in mutants if one not in verdicts or verdicts[one].fate is Fate.SURVIVED]
        if time.monotonic() >= self.until:
            return verdicts | {one: Verdict(one, Fate.SKIPPED) for one in left}
        self.callers.meet(self.callers.tests.below([path for one in left for path in self.wide[one.module]]))
        second = {one: self._others(one, first[one]) for one in left}
        settled = len(mutants) - len(left)
        return verdicts | self._tried(second, Fate.WIDER, lambda number: done(settled + number))

    def _first(self, mutant: Mutant) -> dict[str, float]:
        named = self.naming[mutant.function]
        return {test: seconds for test, seconds in self.callers.of(mutant.function).items() if test in named}

    def _others(self, mutant: Mutant, met: dict[str, float]) -> dict[str, float]:
        """The quickest first and the walks last, as many of either as the budget has room for."""
        calling = {test: one for test, one in self.callers.of(mutant.function).items() if test not in met}
        walks = {test for test in calling if test.startswith(WALKS)}
        return _affordable(calling, calling.keys() - walks) | _affordable(calling, walks)

    def _tried(
        self, tests: dict[Mutant, dict[str, float]], killed: Fate, done: Callable[[int], None]
    ) -> dict[Mutant, Verdict]:
        """What became of those mutants that have tests to meet, as far as time allowed."""
        tasks: dict[Mutant, Task] = {}
        for one, chosen in tests.items():
            if chosen:
                limit = LIMIT + int(10 * sum(chosen.values()))
                tasks[one] = self.callers.tests.meeting(tuple(chosen), [one.code], once=True, limit=limit)
        ran = run_tasks(list(tasks.values()), done, self.until)
        return {one: _verdict(one, result, killed) for one, result in zip_longest(tasks, ran)}


def _affordable(calling: dict[str, float], wanted: AbstractSet[str]) -> dict[str, float]:
    """As many of the tests wanted as the budget has room for, in their order."""
    chosen: dict[str, float] = {}
    for test, seconds in calling.items():
        if test in wanted and sum(chosen.values()) + seconds <= BUDGET:
            chosen[test] = seconds
    return chosen


def _naming(mutants: Sequence[Mutant], folder: Path) -> dict[str, set[str]]:
    """By function, the tests that name one of its paragraphs."""
    tests: dict[Place, tuple[str, ...]] = {}
    for game in all_games():
        numbers = [one.number for one in sections(source_of(module_name(module_of(game))))]
        found = named_tests(folder, rulebook_of(game), numbers)
        tests |= {(rulebook_of(game), number): named for number, named in found.items()}
    return {one.function: {test for place in one.places for test in tests.get(place, ())} for one in mutants}


def _wide(module: str) -> tuple[str, ...]:
    return next(patterns for begins, patterns in WIDE.items() if module.startswith(begins))


def _verdict(mutant: Mutant, ran: Ran | None, killed: Fate) -> Verdict:
    if ran is None:
        return Verdict(mutant, Fate.SKIPPED)
    if by := ran.killed_by:
        return Verdict(mutant, killed, by)
    return Verdict(mutant, Fate.BROKEN, ran.error) if ran.status else Verdict(mutant, Fate.SURVIVED)


def _final(mutant: Mutant, verdict: Verdict | None, explained: dict[tuple[str, str], str]) -> Verdict:
    found = verdict or Verdict(mutant, Fate.UNCALLED)
    if found.fate in (Fate.SURVIVED, Fate.UNCALLED) and mutant.key in explained:
        return Verdict(mutant, Fate.EQUIVALENT, explained[mutant.key])
    return found


def _stale(verdicts: Sequence[Verdict], explained: dict[tuple[str, str], str]) -> Iterator[str]:
    existing = {one.key for one in everything()}
    killed = {one.mutant.key for one in verdicts if one.fate in (Fate.NAMED, Fate.WIDER)}
    alive = {one.mutant.key for one in verdicts if one.fate is Fate.EQUIVALENT}
    for key in explained:
        if key not in existing:
            yield f"{': '.join(key)}: there is no such mutant"
        elif key in killed - alive:
            yield f"{': '.join(key)}: it is killed after all"


# ---- Telling --------------------------------------------------------------------------------------------------------


def paragraphs(places: Sequence[Place], most: int = 6) -> str:
    """Paragraphs in a few words."""
    shown = [f"{rulebook} {number}" for rulebook, number in places[:most]]
    more = len(places) - len(shown)
    return ", ".join((*shown, f"and {more} more")) if more else ", ".join(shown)


def show(report: Report) -> None:
    """What was not killed, the counts, and one line on all of it."""
    survivors = [
        (
            f"{one.mutant.function} line {one.mutant.line}",
            one.fate.value,
            one.mutant.change,
            paragraphs(one.mutant.places),
        )
        for one in report.survivors
    ]
    if survivors:
        print_table(("function", "fate", "what was changed", "paragraphs"), survivors)
    for test in report.failing:
        print(f"fails without any change: {test}")
    for one in report.stale:
        print(f"explained in {EQUIVALENT.name} without need: {one}")
    counts = report.counts()
    print_table(
        ("module", "mutants", *Fate), [(module, *map(str, counted.values())) for module, counted in counts.items()]
    )
    print(report.closing())


def as_json(report: Report) -> str:
    """The same for programs."""
    content = {
        "passed": report.passed,
        "modules": report.counts(),
        "survivors": [{**plain(one.mutant), "fate": one.fate} for one in report.survivors],
        "failing": report.failing,
        "stale": report.stale,
        "seconds": round(report.seconds, 1),
    }
    return msgspec.json.format(msgspec.json.encode(content)).decode()


def plain(mutant: Mutant) -> dict[str, object]:
    """A mutant as plain data."""
    return {name: getattr(mutant, name) for name in ("module", "function", "line", "kind", "change", "places")}
