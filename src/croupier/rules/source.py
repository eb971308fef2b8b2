"""Reading a rulebook as a text: which code belongs to which paragraph, and which tests name it.

A rulebook states each paragraph directly above the declarations that implement it, so the source itself answers both
questions; nothing has to be kept in step by hand.
"""

import ast
import re
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from croupier.rules.document import Cite

_STATES: Final = frozenset({"modelled", "definition", "physical", "discretion", "pending"})
_TEST_NAME: Final = re.compile(r"test((?:_\d+)+)((?:_(?:[a-z]|[ivx]+))?)(?:_|$)")


class Section(Struct, frozen=True):
    """A paragraph's lines in a rulebook, and the names defined there."""

    number: Cite
    first_line: int
    last_line: int
    names: tuple[str, ...]


def _stated(node: ast.stmt) -> tuple[str, str] | None:
    """Return the method and the number of a statement such as ``book.modelled("3.6", …)``; None for all others."""
    match node:
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(value=ast.Name(id="book"), attr=method),
                args=[ast.Constant(value=str() as number), *_],
            )
        ):
            return method, number
        case _:
            return None


def _names(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case _:
            return []


def sections(source: str) -> tuple[Section, ...]:
    """List a rulebook's paragraphs with the code below each, in order."""
    found: list[Section] = []
    current: list[ast.stmt] = []
    number = ""

    def finish() -> None:
        if number:
            names = tuple(name for node in current for name in _names(node))
            last = current[-1].end_lineno or current[-1].lineno
            found.append(Section(number, current[0].lineno, last, names))

    for node in ast.parse(source).body:
        stated = _stated(node)
        if stated is None:
            closing = isinstance(node, ast.Assign) and "DOCUMENT" in _names(node)
            if not closing:
                current.append(node)
                continue
        finish()
        method, number = stated or ("", "")
        number = number if method in _STATES else ""
        current = [node]
    finish()
    return tuple(found)


def named_paragraph(test: str, numbers: Collection[Cite]) -> Cite | None:
    """Return the paragraph that a test names; None if it names none.

    ``test_3_1_3_a_…`` names 3.1.3.a if the document has it, otherwise 3.1.3, and ``test_1_19_ii_…`` names 1.19.ii. A
    word that only looks like a letter or a numeral names nothing.
    """
    match = _TEST_NAME.match(test)
    if match is None:
        return None
    digits = ".".join(match[1].split("_")[1:])
    lettered = f"{digits}.{match[2][1:]}" if match[2] else digits
    return next((number for number in (lettered, digits) if number in numbers), None)


def _declared(tree: ast.Module) -> tuple[str, ...]:
    """Return the module's ``RULEBOOKS``: the documents whose paragraphs its tests name."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and "RULEBOOKS" in _names(node):
            value = ast.literal_eval(node.value)
            return tuple(str(one) for one in value)
    return ()


@lru_cache(maxsize=512)
def _tests_in(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the rulebooks that a test file declares, and its functions.

    The result is cached, because a caller that asks for one game usually asks for others.
    """
    if "RULEBOOKS" not in text:
        return (), ()
    tree = ast.parse(text)
    return _declared(tree), tuple(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def named_tests(folder: Path, rulebook: str, numbers: Collection[Cite]) -> dict[Cite, tuple[str, ...]]:
    """Map each paragraph of a rulebook to the tests below a folder that name it, as pytest writes them."""
    found: dict[Cite, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        declared, functions = _tests_in(path.read_text(encoding="utf-8"))
        if rulebook not in declared:
            continue
        for name in functions:
            if number := named_paragraph(name, numbers):
                found.setdefault(number, []).append(f"{path.relative_to(folder.parent).as_posix()}::{name}")
    return {number: tuple(tests) for number, tests in found.items()}
