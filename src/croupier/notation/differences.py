"""The differences between two versions of a document, paragraph by paragraph.

Texts are compared, and everything that the rulebook declares under a paragraph's number: pay tables, caps, awards,
limits, steps of a round, rows of irregularities. A function has no value to show, so the code under the paragraph is
compared.
"""

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from importlib import import_module
from typing import Final

from msgspec import Struct

from croupier.money import format_money
from croupier.notation.speech import plain
from croupier.rulebooks import module_name
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite, Document
from croupier.rules.game import Game
from croupier.rules.irregularities import AtLeast, Exactly, Rule
from croupier.rules.questions import in_words as title
from croupier.rules.settling import Cap
from croupier.rules.source import sections

WHOLE: Final = "document"
"""The number that stands for the document's head and for declarations under no paragraph."""


class Change(Struct, frozen=True):
    """One difference: a text, a disposition, or a value. None if one version has no such thing."""

    what: str
    before: str | None
    after: str | None


class ParagraphChange(Struct, frozen=True):
    """A paragraph, interpretation or overlap that differs between the two versions."""

    paragraph: Cite
    change: str
    """The kind of the change: ``added``, ``removed`` or ``changed``."""
    before: str | None
    after: str | None
    """The paragraph afterwards, in words; None if it is not there."""
    changes: tuple[Change, ...]


def differences(before: Game, after: Game) -> tuple[ParagraphChange, ...]:
    """Return all differences in the order of the later document; a removed paragraph stands where it was."""
    texts = (_texts(before.document), _texts(after.document))
    values = (_values(before), _values(after))
    _note_precedence(before, after, *values)
    codes = (_codes(before), _codes(after))
    found = []
    for number in _in_order([*texts[0]], [*texts[1]]):
        was, now = (one.get(number) for one in texts)
        changes = [*_between(was or {}, now or {})]
        changes += _between(*(one.get(number, {}) for one in values))
        if not changes and all(number in one for one in codes) and codes[0][number] != codes[1][number]:
            changes.append(Change("code", "as it was", "rewritten"))
        if changes:
            change = "added" if was is None else "removed" if now is None else "changed"
            told = _told(was, changes, "before"), _told(now, changes, "after")
            found.append(ParagraphChange(number, change, told[0], told[1], tuple(changes)))
    return tuple(found)


def _in_order(before: list[Cite], after: list[Cite]) -> list[Cite]:
    """Return all numbers in the later order; a removed one follows the one that it followed before."""
    order = list(after)
    for at, number in enumerate(before):
        if number not in after:
            earlier = next((one for one in reversed(before[:at]) if one in order), None)
            order.insert(0 if earlier is None else order.index(earlier) + 1, number)
    return order


def _between(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Change]:
    for what in dict.fromkeys((*before, *after)):
        was, now = before.get(what) or None, after.get(what) or None
        if was != now:
            yield Change(what, was, now)


def _told(text: Mapping[str, str] | None, changes: list[Change], side: str) -> str | None:
    """Write a paragraph in one line, with its differences; None if this version does not have it."""
    if text is None:
        return None
    said = [text.get("summary", "")]
    for one in changes:
        value = getattr(one, side)
        if one.what != "summary":
            said.append(f"{one.what}: {'none' if value is None else value}")
    return "; ".join(part.rstrip(".") for part in said if part)


# ---- Texts ----------------------------------------------------------------------------------------------------------


def _texts(document: Document) -> dict[Cite, dict[str, str]]:
    """Return the texts under each number of a document: paragraphs, then interpretations, then overlaps."""
    head = {"title": document.title, "operator": document.operator, "effective": document.effective}
    found = {WHOLE: head}
    for one in document.paragraphs:
        found[one.number] = {"summary": one.summary, "disposition": one.disposition.value, "why": one.why}
    for reading in document.interpretations:
        found[reading.number] = {"summary": reading.choice, "question": reading.question, "why": reading.why}
    for overlap in document.overlaps:
        over = f"{overlap.situation} {overlap.prevails} prevails over {', '.join(overlap.others)}"
        found[overlap.number] = {"summary": over, "why": overlap.why}
    return found


# ---- Values ---------------------------------------------------------------------------------------------------------


def _values(game: Game) -> dict[Cite, dict[str, str]]:
    """Return everything that a rulebook declares as a value, under the paragraph that it cites first."""
    found: dict[Cite, dict[str, str]] = {}
    known = {one.number for one in game.document.paragraphs}
    known |= {one.number for one in game.document.interpretations}

    def note(cites: tuple[Cite, ...], what: str, value: str) -> None:
        number = next((cite for cite in cites if cite in known), WHOLE)
        place = found.setdefault(number, {})
        name, copies = what, 1
        while name in place:
            copies += 1
            name = f"{what} ({copies})"
        place[name] = value

    for field in game.__struct_fields__:
        if field != "document":
            _walk(getattr(game, field), "" if field in _SILENT else title(field), (), note)
    return found


def _note_precedence(before: Game, after: Game, *values: dict[Cite, dict[str, str]]) -> None:
    """Add the precedence of paragraphs that both versions have, if the two versions order them differently."""
    if not isinstance(before, BankedGame) or not isinstance(after, BankedGame):
        return
    orders = [[*dict.fromkeys(one.cites[0] for one in game.outcomes)] for game in (before, after)]
    common = [[one for one in order if one in orders[0] and one in orders[1]] for order in orders]
    for number in common[0] if common[0] != common[1] else ():
        for order, place in zip(common, values, strict=True):
            later = ", ".join(order[order.index(number) + 1 :])
            place.setdefault(number, {})["decides before"] = later or "no other paragraph"


Note = Callable[[tuple[Cite, ...], str, str], None]


def _walk(value: object, what: str, cites: tuple[Cite, ...], note: Note) -> None:
    """Walk down to the values that have no parts and note each."""
    match value:
        case Rule():
            note(value.cites or cites, _situation(what, value), _ruling(value))
        case Cap():
            note(value.cites, f"{what}, the most that is paid", format_money(value.most))
        case Struct() if type(value).__str__ is Struct.__str__:
            own = _cited(value) or cites
            for field in value.__struct_fields__:
                if not field.endswith(("cite", "cites")) and field != "name":
                    _walk(getattr(value, field), _below(what, field), own, note)
        case Mapping():
            for key, one in value.items():
                words = key if isinstance(key, str) else " ".join(map(str, key))
                _walk(one, _joined(what, title(words)), cites, note)
        case tuple() | list() if any(isinstance(one, Struct) for one in value):
            for one in value:
                name = getattr(one, "name", "") or ("" if isinstance(one, Rule) else type(one).__name__)
                _walk(one, _joined(what, plain(str(name))), cites, note)
        case _ if callable(value) and not isinstance(value, Enum):
            pass
        case _:
            note(cites, what, _said(value))


_SILENT: Final = frozenset({"awards", "caps", "irregularities", "lines", "odds", "pays", "prize", "rules"})
"""Fields that need no name of their own."""


def _below(what: str, field: str) -> str:
    return what if field in _SILENT else _joined(what, plain(field))


def _joined(what: str, more: str) -> str:
    return f"{what}, {more}" if what and more else what or more


def _cited(value: Struct) -> tuple[Cite, ...]:
    """Return the paragraphs that a value names as its own."""
    if isinstance(several := getattr(value, "cites", None), tuple):
        return several
    return (one,) if isinstance(one := getattr(value, "cite", None), str) else ()


def _said(value: object) -> str:
    if isinstance(value, frozenset | set):
        return ", ".join(sorted(map(_said, value)))
    if isinstance(value, tuple | list):
        return ", ".join(map(_said, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else plain(value) if isinstance(value, str) else str(value)


def _situation(what: str, rule: Rule) -> str:
    """Name an irregularity with the conditions of a row."""
    tests = []
    for fact, test in rule.when.items():
        match test:
            case AtLeast(number):
                tests.append(f"{plain(fact)} at least {number}")
            case Exactly(number):
                tests.append(f"{plain(fact)} {number}")
            case _:
                tests.append(f"{plain(fact)} {plain(test)}")
    return f"{what} ({', '.join(tests)})" if tests else what


def _ruling(rule: Rule) -> str:
    parts = [plain(rule.ruling)]
    parts += [f"then {plain(one)}" for one in rule.then]
    if rule.options:
        parts.append(f"options {', '.join(map(plain, rule.options))}")
    parts += [f"{plain(name)}: {plain(how)}" for name, how in rule.posts.items()]
    parts.append(f"decided by {plain(rule.decided_by)}, affecting {plain(rule.affects)}")
    return f"{', '.join(parts)}. {rule.explanation}"


# ---- Code -----------------------------------------------------------------------------------------------------------


def _codes(game: Game) -> dict[Cite, str]:
    """Return the code under each paragraph, without the paragraph's own statement and without docstrings."""
    document = game.document
    source = inspect.getsource(import_module(module_name(document.game, document.version)))
    statements = ast.parse(source).body
    found = {}
    for one in sections(source):
        under = [node for node in statements if one.first_line < node.lineno <= one.last_line]
        found[one.number] = "\n".join(ast.unparse(_unexplained(node)) for node in under)
    return found


def _unexplained(node: ast.stmt) -> ast.stmt:
    """Remove the docstring from a statement."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
        node.body = node.body[1:] or [ast.Pass()]
    return node
