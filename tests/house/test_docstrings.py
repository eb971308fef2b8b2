"""Docstrings stand alone: a reader understands each without the one above it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

SOURCE: Final = Path(__file__).parents[2] / "src" / "croupier"
WEAK: Final = ("And", "It", "They", "So", "Nothing", "Somebody", "Nobody", "Everybody", "Whoever", "Whatever")
WEAK_TOO: Final = ("What", "Who", "Likewise", "The same", "Each of them")
"""Openings that answer a question which the reader has not read."""


def opening(docstring: str) -> str | None:
    """Return the weak opening of a docstring, if it has one."""
    words = docstring.split()
    begin = " ".join(words[:3]).rstrip(",.:;")
    return next((one for one in (*WEAK, *WEAK_TOO) if begin == one or begin.startswith((f"{one} ", f"{one},"))), None)


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of a module, those of its fields and constants too, with their lines."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        for one in getattr(node, "body", []) if not isinstance(node, ast.Lambda | ast.IfExp) else []:
            if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str):
                yield one.lineno, one.value.value


@pytest.mark.parametrize(
    ("docstring", "weak"),
    [
        ("And each place.", "And"),
        ("It does, if it answers.", "It"),
        ("The same, once more.", "The same"),
        ("Nothing.", "Nothing"),
        ("Items that are open.", None),
        ("Return the wagers that are still open.", None),
        ("Whether it is open.", None),
    ],
)
def test_weak_openings_are_known(docstring: str, weak: str | None) -> None:
    assert opening(docstring) == weak


def test_no_docstring_opens_weakly() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {docstring.splitlines()[0]}"
        for path in sorted(SOURCE.rglob("*.py"))
        for line, docstring in docstrings(path)
        if opening(docstring) is not None
    ]
    assert found == []
