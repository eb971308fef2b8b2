"""The house rules of the repository itself: what it may not name, how it pins, how long a file may grow."""

import ast
import os
import re
import resource
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PINS: Final = sorted((ROOT / "requirements").glob("*.txt"))

# Written apart, so that this file does not name what no file may name.
REGISTRIES: Final = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("pypi", "python", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("jsr", "io"),
    )
)
MACHINE_PATH: Final = re.compile(r"(?<![\w.>])/(?:(?:root|home|work|Users)/\w|opt/(?:pypi|wheels))")
LOCKS: Final = {"uv.lock", "poetry.lock", "Pipfile.lock", "pdm.lock"}

BEGINS: Final = re.compile(r"\s*(def|async def|class|@)")
UI_SOURCES: Final = (".svelte", ".ts", ".js", ".css", ".html")
LONGEST_FILE: Final = 1_000
"""A file is as long as its one subject needs; at a thousand lines one asks whether it still has one. The longest that
is no rulebook is the second implementation's round in which something goes wrong: one machine, whose states and acts
are read together."""
LONGEST_FUNCTION: Final = 70


def repository_files() -> list[Path]:
    """What git tracks or would track; nothing that it ignores."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        assert not os.environ.get("CI"), listed.stderr
        pytest.skip("not a git checkout")
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def texts() -> list[tuple[str, str]]:
    found = []
    for path in repository_files():
        content = path.read_bytes()
        if b"\0" not in content:
            found.append((str(path.relative_to(ROOT)), content.decode()))
    return found


def modules() -> list[tuple[str, str]]:
    """Our Python, but for the rulebooks, which are as long as their documents."""
    return [(name, text) for name, text in texts() if name.endswith(".py") and "src/croupier/rulebooks/" not in name]


def test_no_file_names_a_registry() -> None:
    assert [(name, host) for name, text in texts() for host in REGISTRIES if host in text] == []


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    assert [(name, match[0]) for name, text in texts() for match in MACHINE_PATH.finditer(text)] == []


def test_pins_are_compiled_here_and_nothing_is_locked_elsewhere() -> None:
    assert [path for path in repository_files() if path.name in LOCKS] == []
    assert {path.with_suffix(".in").name for path in PINS} == {path.name for path in ROOT.glob("requirements/*.in")}


def pinned(path: Path) -> dict[str, list[str]]:
    """The lines of each pin, by what it pins."""
    pins: dict[str, list[str]] = {}
    for line in re.sub(r"^\s*#.*\n", "", path.read_text(), flags=re.MULTILINE).replace("\\\n", " ").splitlines():
        name, *rest = line.split()
        pins[" ".join([name, *rest]).split(" --hash", 1)[0]] = rest
    return pins


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_every_pin_has_a_version_and_a_hash_and_no_address(path: Path) -> None:
    pins = pinned(path)
    assert pins
    for pin, rest in pins.items():
        assert re.match(r"[a-z0-9][a-z0-9.-]*==[^\s*]+($| ; )", pin), pin
        assert any(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", word) for word in rest), pin


def wanted(path: Path) -> list[str]:
    lines = (line.split("#")[0].strip() for line in path.read_text().splitlines())
    return [line for line in lines if line and not line.startswith("-")]


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_what_is_wanted_is_pinned(path: Path) -> None:
    names = {re.split(r"[=<> ]", pin)[0] for pin in pinned(path)}
    assert {re.split(r"[=<> \[]", line)[0] for line in wanted(path.with_suffix(".in"))} <= names


@pytest.mark.parametrize(("smaller", "larger"), [("run", "docs"), ("docs", "dev"), ("dev", "bench")])
def test_environments_share_their_pins(smaller: str, larger: str) -> None:
    """What one needs only on some platform, another may need on all."""
    fewer, more = (
        {pin.split(" ; ")[0] for pin in pinned(ROOT / f"requirements/{one}.txt")} for one in (smaller, larger)
    )
    assert fewer <= more


def test_the_package_wants_what_is_pinned_for_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert sorted(project["dependencies"]) == sorted(wanted(ROOT / "requirements/run.in"))


@pytest.mark.parametrize("name", ["run", ".ci/run", "requirements/compile"])
def test_scripts_can_be_started(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)


def test_help_comes_at_once() -> None:
    """After a first start, which compiles, half a second of the processor at most: other tests run beside it."""

    def used() -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return children.ru_utime + children.ru_stime

    program = Path(sys.executable).with_name("croupier")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    seconds = []
    for _ in range(3):
        began = used()
        shown = subprocess.run([program, "--help"], env=environment, capture_output=True, text=True, check=False)
        seconds.append(used() - began)
        assert shown.returncode == 0, shown.stderr
        assert "Usage" in shown.stdout
    assert 0 < min(seconds[1:]) < 0.5


def test_files_stay_short() -> None:
    others = [(name, text) for name, text in texts() if text.startswith("#!") or name.endswith(UI_SOURCES)]
    lengths = {name: text.count("\n") for name, text in [*modules(), *others]}
    # The one is made from the server's types; the other is one file so that an auditor has one to read and to run.
    long = {"ui/src/wire.ts", "docs/regulators/check_record.py"}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE and name not in long} == {}


def functions(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All in a module, also those within others; expressions hold none, and are passed over."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
            yield inner
        if isinstance(inner, ast.stmt | ast.excepthandler | ast.match_case):
            yield from functions(inner)


def may_be_long(text: str) -> bool:
    """Whether so many lines follow one where a function may begin, before anything else begins beside it, that the
    module has to be parsed, which takes fifty times as long as to see this. What stands in long quotes begins nothing.
    """
    begun: list[tuple[int, int]] = []
    quoted = False
    for number, line in enumerate([*text.splitlines(), "def"]):
        found = None if quoted else BEGINS.match(line)
        quoted ^= line.count('"""') % 2 == 1
        if found is None:
            continue
        indent = found.start(1)
        while begun and begun[-1][0] >= indent:
            if number - begun.pop()[1] > LONGEST_FUNCTION:
                return True
        if found[1].endswith("def"):
            begun.append((indent, number))
    return quoted


def test_what_may_be_long_is_looked_at() -> None:
    def module(lines: int) -> str:
        return "class A:\n    def f():\n" + "        pass\n" * (lines - 1) + "\n    @b\n    def g(): ...\n"

    assert not may_be_long(module(LONGEST_FUNCTION - 1))
    assert may_be_long(module(LONGEST_FUNCTION + 1))
    assert may_be_long('def f():\n    a = """\ndef g():\n"""\n' + "    pass\n" * (LONGEST_FUNCTION - 3))
    assert may_be_long("def f():\n    def g(): ...\n" + "    pass\n" * (LONGEST_FUNCTION - 1))


def test_functions_stay_short() -> None:
    lengths = {
        f"{name}:{node.lineno} {node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for name, text in modules()
        if may_be_long(text)
        for node in functions(ast.parse(text))
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}
