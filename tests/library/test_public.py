"""What ``import croupier`` gives: which names, how soon, and that every example in their documentation runs."""

import ast
import doctest
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from textwrap import dedent

import pytest

import croupier
from croupier import library

MODULES = [f"{library.__name__}.{one.name}" for one in iter_modules(library.__path__)]
PUBLIC = {
    "Act", "Advice", "Card", "DECK", "Floor", "Game", "Hand", "Line", "Odds", "RefusedError", "Room", "Settlement",
    "Sitting", "Table", "advise", "games", "odds", "rule", "settle",
}  # fmt: skip
"""A name may come; one that goes, or means something else, breaks somebody's program."""


def test_the_library_is_what_it_says_it_is() -> None:
    assert set(croupier.__all__) == PUBLIC
    assert dir(croupier) == sorted(croupier.__all__)
    for name in PUBLIC:
        assert getattr(croupier, name) is not None
        assert name in dir(croupier)


def test_nothing_else_is_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'dealer'"):
        _ = croupier.dealer


def test_everything_public_is_documented() -> None:
    for name in PUBLIC - {"DECK"}:
        found = getattr(croupier, name)
        assert found.__doc__, name
        if isinstance(found, type):
            own = [one for one in vars(found) if not one.startswith("_") and callable(getattr(found, one))]
            assert [one for one in own if not getattr(found, one).__doc__] == [], name


@pytest.mark.parametrize("module", MODULES)
def test_examples_run(module: str) -> None:
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.testmod(import_module(module), optionflags=flags).failed == 0


def test_most_of_it_has_examples() -> None:
    finder = doctest.DocTestFinder()
    with_examples = {
        test.name.rpartition(".")[2] for one in MODULES for test in finder.find(import_module(one)) if test.examples
    }
    assert {
        "Card",
        "Floor",
        "Game",
        "Hand",
        "Room",
        "Table",
        "advise",
        "games",
        "odds",
        "rule",
        "settle",
    } <= with_examples


def test_importing_costs_next_to_nothing() -> None:
    """Below a tenth of a second, the best of three in new processes; and nothing of ours is loaded with it."""
    program = (
        "import sys, time\nbegan = time.perf_counter()\nimport croupier\ntook = time.perf_counter() - began\n"
        "print(took, sorted(name for name in sys.modules if name.startswith('croupier')))"
    )
    told = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        for _ in range(3)
    ]
    assert min(float(one.split()[0]) for one in told) < 0.1
    assert told[0].partition(" ")[2].strip() == "['croupier']"


def test_odds_can_be_asked_whatever_was_imported_before() -> None:
    module = import_module("croupier.odds.solver")
    assert module is import_module("croupier.odds").solver
    with pytest.raises(LookupError, match="played in the poker room"):
        croupier.odds("rws-poker")


def test_the_readme_uses_nothing_else() -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    for block in re.split(r"^ *```python\n", text, flags=re.MULTILINE)[1:]:
        code = dedent(block.partition("```")[0])
        imports = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Import | ast.ImportFrom)]
        assert {ast.unparse(one) for one in imports} <= {"import croupier"}
        exec(compile(code, "README.md", "exec"), {})
