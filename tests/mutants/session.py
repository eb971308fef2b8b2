"""A pytest session that reads its tests once and runs some of them again and again, each time in a forked process.

Between the fork and the tests a function of croupier is given other code. Whoever has imported the function has the
changed one then, and nothing is loaded anew; so a mutant costs no more than the tests that it meets.
"""

import ast
import builtins
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any, Final

import pytest
from msgspec import Struct

from tests.mutants.forks import LIMIT, Ran, Task, Watch, same_examples

MARK: Final = "__called__"
"""The builtin function through which marked code tells that it is called."""


class Code(Struct, frozen=True):
    """A function of a module, as ``name`` or ``Class.name``, and the text of its definition."""

    module: str
    name: str
    text: str

    def put(self) -> None:
        """Give the function this code."""
        namespace = dict(vars(sys.modules[self.module]))
        exec(compile(self.text, self.module, "exec"), namespace)
        changed = namespace[self.name.rpartition(".")[2]]
        function = self._function()
        function.__code__ = changed.__code__
        function.__defaults__, function.__kwdefaults__ = changed.__defaults__, changed.__kwdefaults__

    def _function(self) -> FunctionType:
        holder: Any = sys.modules[self.module]
        *inside, name = self.name.split(".")
        for one in inside:
            holder = getattr(holder, one)
        found: Any = vars(holder)[name]
        if hasattr(found, "cache_clear"):
            found.cache_clear()
        if isinstance(found, property):
            found = found.fget
        found = inspect.unwrap(getattr(found, "__func__", found))
        assert isinstance(found, FunctionType), self.name
        return found


def definition(node: ast.FunctionDef) -> str:
    """The text of a function without what decorates it: that stays as it is."""
    bare = ast.FunctionDef(
        name=node.name, args=node.args, body=node.body, decorator_list=[], returns=None, type_comment=None
    )
    return ast.unparse(ast.fix_missing_locations(ast.Module([bare], [])))


def marked(node: ast.FunctionDef, name: str) -> str:
    """Likewise, of one that tells that it is called."""
    return definition(
        ast.FunctionDef(
            name=node.name,
            args=node.args,
            body=[*ast.parse(f"{MARK}({name!r})").body, *node.body],
            decorator_list=[],
        )
    )


class Tests:
    """The tests that a session has read, by name without what they are parametrised with."""

    def __init__(self, session: pytest.Session) -> None:
        self.session = session
        self.items: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            self.items.setdefault(item.nodeid.partition("[")[0], []).append(item)

    def below(self, paths: Sequence[str]) -> list[str]:
        """The names of those that stand in these files."""
        return [name for name in self.items if name.partition("::")[0] in set(paths)]

    def meeting(self, names: Sequence[str], code: Sequence[Code], *, once: bool = False, limit: int = LIMIT) -> Task:
        """Running tests on functions with other code; until one fails, if that says enough."""
        return Task(lambda: self._meet(names, code, once), limit)

    def _meet(self, names: Sequence[str], code: Sequence[Code], once: bool) -> Ran:
        watch = Watch()
        vars(builtins)[MARK] = watch.functions.add
        for one in code:
            one.put()
        self.session.config.pluginmanager.register(watch)
        items = [item for name in names for item in self.items[name]]
        for item, following in zip(items, [*items[1:], None], strict=True):
            self.session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if once and watch.failed:
                break
        return Ran(0, tuple(watch.failed), called=() if once else tuple(watch.called))


class _Loop:
    """A pytest plugin in whose hands the reading of the tests ends."""

    def __init__(self, work: Callable[[Tests], None]) -> None:
        self.work = work

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not session.testsfailed:
            self.work(Tests(session))
        return True


def with_tests(root: Path, paths: Sequence[str], work: Callable[[Tests], None]) -> None:
    """Read the tests at these paths, and work with them. Raises RuntimeError where they cannot be read."""
    os.chdir(root)
    with _quiet():
        status = int(pytest.main([*paths, *same_examples(), "--capture=no"], plugins=[_Loop(work)]))
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RuntimeError(f"the tests could not be read: status {status}")


@contextmanager
def _quiet() -> Iterator[None]:
    """Without what pytest says of itself."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def files_of(tests: Sequence[str]) -> list[str]:
    """The files in which tests stand."""
    return sorted({one.partition("::")[0] for one in tests})


def found_files(folder: Path, patterns: Sequence[str]) -> list[str]:
    """The files below a folder that fit a pattern, as pytest calls them."""
    return sorted(
        path.relative_to(folder.parent).as_posix() for pattern in set(patterns) for path in folder.glob(pattern)
    )
