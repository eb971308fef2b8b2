"""Changing a Python text a little: one number, comparison, row or truth at a time."""

import ast
import copy
import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct


class Kind(StrEnum):
    """What was changed."""

    NUMBER = "number"
    COMPARISON = "comparison"
    ROW = "row"
    LOGIC = "logic"


class Change(Struct, frozen=True, kw_only=True):
    """One change of a module's text."""

    module: str
    line: int
    kind: Kind
    change: str
    start: int
    end: int
    """The bytes of the text that are replaced."""
    text: str

    def of(self, source: str) -> str:
        """The changed module."""
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


class Places:
    """Where the expressions of a text stand, in bytes."""

    def __init__(self, source: str) -> None:
        self._offsets = [0, 0]  # lines count from 1
        for line in source.encode().splitlines(keepends=True):
            self._offsets.append(self._offsets[-1] + len(line))

    def of(self, node: ast.expr) -> tuple[int, int]:
        """Where an expression begins and ends."""
        begins = self._offsets[node.lineno] + node.col_offset
        return begins, self._offsets[node.end_lineno or 0] + (node.end_col_offset or 0)


def expressions(node: ast.AST) -> Iterator[ast.expr]:
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
                yield from expressions(child)


def edits(node: ast.expr, source: str) -> Iterator[Edit]:
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
