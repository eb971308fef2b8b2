"""Which fields of the events are read anywhere in croupier: found in the source, without running it.

An event's field that nothing reads is a fact that was recorded for nobody: no state, view, sentence or report could
differ by it. What counts as reading a field of an event is an attribute of something that is such an event, and a
class pattern that mentions the field. What something is, its annotations say, ``isinstance``, the case that it stands
under, and what it was taken from; a union counts for a field that all its members have, as the type checker has it.
"""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, Final, get_args

import croupier

SOURCE: Final = Path(croupier.__file__ or "").parent
EVENTS: Final = {
    "croupier.play.banked.events": ("TableOpened", "BankedEvent"),
    "croupier.play.room.events": ("RoomOpened", "RoomEvent"),
    "croupier.floor.values.table": ("FloorEvent",),
    "croupier.floor.values.house": ("HouseStreamEvent",),
    "croupier.floor.values.door": ("DoorEvent",),
    "croupier.floor.values.links": ("LinkEvent",),
    "croupier.floor.values.cage": ("CageEvent",),
    "croupier.floor.values.clock": ("ClockEvent",),
    "croupier.floor.values.record": ("RecordEvent",),
}
"""The modules of the events, and what names all of each."""

HOLDERS: Final = ("croupier.play", "croupier.floor")
"""Where names for several of them are defined besides."""

Class = type[Any]
Classes = frozenset[Class]
NONE: Final[Classes] = frozenset()

unparsed = cache(ast.unparse)
"""The text of a node: each is asked for many times."""

TELLING: Final = (ast.Call, ast.Match, ast.For, ast.comprehension, ast.Assign, ast.NamedExpr, ast.AnnAssign)
"""What may tell what a name is."""


def members(value: object) -> Classes:
    """The classes that a class or a union of classes stands for."""
    if isinstance(value, frozenset):
        return value
    if isinstance(value, UnionType):
        return frozenset(chain.from_iterable(members(one) for one in get_args(value)))
    return frozenset({value}) if isinstance(value, type) else NONE


def event_classes() -> Classes:
    """Every event of every stream."""
    return frozenset(
        chain.from_iterable(
            members(getattr(import_module(module), name)) for module, names in EVENTS.items() for name in names
        )
    )


def fields_of(events: Iterable[Class]) -> set[tuple[Class, str]]:
    """Every event with each of its fields."""
    return {(event, field) for event in events for field in event.__struct_fields__}


def sources() -> dict[str, str]:
    """The text of every module of croupier, by name."""
    return {
        ".".join(("croupier", *path.relative_to(SOURCE).with_suffix("").parts)): path.read_text(encoding="utf-8")
        for path in sorted(SOURCE.rglob("*.py"))
        if "migrations" not in path.parts
    }


def fields_read(texts: dict[str, str], events: Classes) -> set[tuple[Class, str]]:
    """The fields of the events that the modules read, with the event."""
    modules = [Names(name, ast.parse(text), events) for name, text in texts.items()]
    kept: dict[str, Classes] = {}
    for module in modules:
        for name, classes in module.declared():
            kept[name] = kept.get(name, NONE) | classes
    return set(chain.from_iterable(Reader(module, kept).read for module in modules))


class Names:
    """A module, and what the names in it stand for as far as they are events."""

    def __init__(self, name: str, tree: ast.Module, events: Classes) -> None:
        self.tree = tree
        self.values: dict[str, object] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for one in node.names:
                    self._import(one.asname or one.name, node.module, one.name)
        if name.startswith(HOLDERS):
            self.values |= vars(import_module(name))
        self.events = events
        for statement in tree.body:
            match statement:
                case ast.Assign(targets=[ast.Name(id=alias)], value=ast.BinOp(op=ast.BitOr()) as union):
                    self.values.setdefault(alias, self.classes(union))
                case _:
                    pass

    def _import(self, known_as: str, module: str, name: str) -> None:
        if f"{module}.{name}" in EVENTS:
            self.values[known_as] = import_module(f"{module}.{name}")
        elif module.startswith(HOLDERS):
            self.values[known_as] = getattr(import_module(module), name, None)

    def classes(self, node: ast.AST | None) -> Classes:
        """The events that an annotation, a pattern's class or the second part of ``isinstance`` mentions."""
        found = NONE
        for one in ast.walk(node) if node is not None else ():
            match one:
                case ast.Name(id=name):
                    found |= members(self.values.get(name))
                case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                    module = self.values.get(name)
                    found |= members(getattr(module, attribute, None)) if isinstance(module, ModuleType) else NONE
                case ast.Constant(value=str() as text) if text.isidentifier():
                    found |= members(self.values.get(text))
        return found & self.events

    def declared(self) -> Iterator[tuple[str, Classes]]:
        """The fields and functions of the module that hold or give events."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.AnnAssign):
                name = unparsed(node.target).rpartition(".")[2]
                yield name, self.classes(node.annotation)
            elif isinstance(node, ast.FunctionDef):
                yield node.name, self.classes(node.returns)


class Reader(ast.NodeVisitor):
    """Goes through a module and notes which fields of which events it reads."""

    def __init__(self, module: Names, kept: dict[str, Classes]) -> None:
        self.module, self.kept = module, kept
        self.read: set[tuple[Class, str]] = set()
        self.known: list[dict[str, Classes]] = [{}]
        """What the names in reach may be, innermost last: of each function what it says of its own."""
        self.narrowed: list[dict[str, Classes]] = [{}]
        self.visit(module.tree)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function: its parameters first, then whatever it tells its names to be, then what it reads."""
        known: dict[str, Classes] = {}
        arguments = node.args
        for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            known[one.arg] = self.module.classes(one.annotation)
        for other in (arguments.vararg, arguments.kwarg):
            if other is not None:
                known[other.arg] = self.module.classes(other.annotation)
        self.known.append(known)
        self.narrowed.append({})
        telling = [below for below in ast.walk(node) if isinstance(below, TELLING)]
        for _ in range(3):  # a name may come from another that comes from a third
            for below in telling:
                self._learn(below)
        self.generic_visit(node)
        self.known.pop()
        self.narrowed.pop()

    def _learn(self, node: ast.AST) -> None:
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[about, kinds]):
                self._narrow(unparsed(about), self.module.classes(kinds))
            case ast.Match(subject=subject, cases=cases):
                for case in cases:
                    self._narrow(unparsed(subject), self._of_pattern(case.pattern))
            case ast.For(target=target, iter=taken) | ast.comprehension(target=target, iter=taken):
                self._tell(target, taken)
            case ast.Assign(targets=[target], value=value):
                self._tell(target, value)
            case ast.NamedExpr(target=target, value=value):
                self._tell(target, value)
            case ast.AnnAssign(target=target, annotation=annotation):
                self._know(unparsed(target), self.module.classes(annotation))
            case _:
                pass

    def _of_pattern(self, pattern: ast.pattern) -> Classes:
        """The events that a pattern matches; a name that it binds to one is one."""
        match pattern:
            case ast.MatchClass(cls=cls):
                return self.module.classes(cls)
            case ast.MatchOr(patterns=patterns):
                return frozenset(chain.from_iterable(self._of_pattern(one) for one in patterns))
            case ast.MatchAs(pattern=ast.pattern() as inner, name=str() as name):
                found = self._of_pattern(inner)
                self._narrow(name, found)
                return found
            case _:
                return NONE

    def _tell(self, target: ast.expr, value: ast.expr) -> None:
        found = self._held(value)
        for one in target.elts if isinstance(target, ast.Tuple) else [target]:
            self._know(unparsed(one), found)

    def _held(self, value: ast.expr) -> Classes:
        """The events that an expression may give or hold."""
        found = NONE
        for one in ast.walk(value):
            if isinstance(one, ast.Name):
                found |= self._lookup(self.known, one.id) | self._lookup(self.narrowed, one.id)
                found |= self.kept.get(one.id, NONE)
            elif isinstance(one, ast.Attribute):
                found |= self.kept.get(one.attr, NONE) | self._lookup(self.narrowed, unparsed(one))
        return found

    def _know(self, name: str, classes: Classes) -> None:
        self.known[-1][name] = self.known[-1].get(name, NONE) | classes

    def _narrow(self, name: str, classes: Classes) -> None:
        self.narrowed[-1][name] = self.narrowed[-1].get(name, NONE) | classes

    @staticmethod
    def _lookup(scopes: list[dict[str, Classes]], name: str) -> Classes:
        return next((scope[name] for scope in reversed(scopes) if scope.get(name)), NONE)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """``event.field``."""
        if isinstance(node.ctx, ast.Load):
            text = unparsed(node.value)
            narrowed = self._lookup(self.narrowed, text)
            self._note(narrowed, node.attr)
            whole = self._lookup(self.known, text) or self._held(node.value)
            for every in (whole, whole - narrowed):
                if all(node.attr in one.__struct_fields__ for one in every):
                    self._note(every, node.attr)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """``getattr(event, "field", …)``."""
        match node:
            case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value=str() as field), *_]):
                self._note(self.module.events, field)
            case _:
                pass
        self.generic_visit(node)

    def visit_MatchClass(self, node: ast.MatchClass) -> None:
        """``case Event(field=…)``."""
        for field in node.kwd_attrs:
            self._note(self.module.classes(node.cls), field)
        self.generic_visit(node)

    def _note(self, classes: Classes, field: str) -> None:
        self.read |= {(one, field) for one in classes if field in one.__struct_fields__}
