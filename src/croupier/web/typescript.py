"""The page's types, made from the server's: ``python -m croupier.web.typescript > ui/src/wire.ts``.

A test compares the file with what this makes, so that the two cannot diverge.
"""

import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from croupier.rules.terms import WagerName
from croupier.web import wire
from croupier.web.acting.acts import BankedTableAct, CageAct, HouseAct, LinkAct, RoomTableAct
from croupier.web.routes import factors, passkeys, passwords, session
from croupier.web.wire import books, cage, dealer, designer, pit, records, rule_desk

SAID: Final[tuple[Any, ...]] = (
    wire.Watch,
    wire.Leave,
    wire.Do,
    wire.Hint,
    wire.Ping,
    dealer.ReportAsked,
    rule_desk.DeskAsked,
    designer.WhatIfAsked,
    designer.CurveAsked,
    designer.SearchAsked,
)
"""The types that a browser sends, which may leave out a field that has a default."""
SENT: Final[tuple[Any, ...]] = (
    wire.PageMessage,
    wire.MeterMessage,
    wire.Answer,
    wire.Ended,
    wire.BankedPage,
    wire.RoomPage,
    wire.LobbyPage,
    wire.MePage,
    wire.DisplayPage,
    session.Door,
    session.SignedIn,
    passwords.Code,
    factors.Device,
    factors.FactorPage,
    factors.Recovery,
    passkeys.Registering,
    passkeys.PasskeyPage,
    dealer.DealerPage,
    dealer.IrregularityFound,
    dealer.StakesFor,
    dealer.WagersEntered,
    dealer.RulingPreview,
    designer.DesignPage,
    designer.WhatIfPage,
    designer.CurvePage,
    designer.SearchPage,
    designer.BeingCounted,
    pit.PitPage,
    pit.PitMoneyPage,
    pit.PitRoomPage,
    books.TraysPage,
    books.VouchersPage,
    books.ReportPage,
    cage.CagePage,
    cage.CashReport,
    records.GamesList,
    records.RulesList,
    records.HowTo,
    records.RulesPage,
    records.RuleFound,
    records.OddsPage,
    records.AdvicePage,
    records.SharesPage,
    records.BoardPage,
    rule_desk.DeskPage,
    rule_desk.DeskSearch,
    rule_desk.DeskAnswer,
    records.RoundsPage,
    records.SessionPage,
    records.ReplayPage,
    records.ProofsPage,
    records.AuditHead,
    records.AuditPage,
    records.AuditRound,
    records.AuditCommand,
    records.AuditEvent,
    records.AuditRuling,
    records.AuditCorrection,
    records.AuditPerson,
    records.AuditMovement,
    records.VerifyPage,
    records.RestatedPage,
    records.KeysPage,
    records.InvestigationPage,
)
"""The types that the server sends as a whole, with every field; the types inside follow. Add a new page here."""
UNIONS: Final[Mapping[str, Any]] = {
    "BankedTableAct": BankedTableAct,
    "RoomTableAct": RoomTableAct,
    "LinkAct": LinkAct,
    "CageAct": CageAct,
    "HouseAct": HouseAct,
    "Wish": wire.Wish,
}
"""The unions of what a browser sends, by name."""
_HEAD: Final = """// Made from the server's types by `python -m croupier.web.typescript`. Do not edit: a test
// compares the two. Amounts are whole cents; times are microseconds since 1970, UTC; what is left on a clock is
// milliseconds.
"""
_KINDS: Final = {
    "croupier.rules.authority": "Statement",
    "croupier.play.authority": "Statement",
    "croupier.play.room": "Room",
    "croupier.play.banked.options": "Option",
    "croupier.play": "Banked",
}
_PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    """Return all types that go over the wire, as TypeScript."""
    every = (*SENT, *SAID, *UNIONS.values())
    schemas, parts = msgspec.json.schema_components(every, ref_template="{name}")
    said = _reached(schemas[len(SENT) :], parts)
    lines = [_HEAD]
    for name, part in sorted(parts.items()):
        lines.append(_declared(_name(name), part, said=name in said))
    for name, schema in zip(UNIONS, schemas[len(SENT) + len(SAID) :], strict=True):
        lines.append(f"export type {name} = {_type(schema)};\n")
    return "\n".join(lines)


def _reached(schemas: Any, parts: Mapping[str, Any]) -> set[str]:
    """Return the types that others hold, at any depth."""
    found: set[str] = set()
    waiting = [schemas]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Mapping):
            name = one.get("$ref")
            if isinstance(name, str) and name not in found:
                found.add(name)
                waiting.append(parts[name])
            waiting += one.values()
        elif isinstance(one, list | tuple):
            waiting += one
    return found


def _name(reference: str) -> str:
    """Return a type's name, prefixed with its kind if both kinds of tables have a type of that name."""
    module, _, name = reference.rpartition(".")
    return next((f"{kind}{name}" for part, kind in _KINDS.items() if module.startswith(part)), name)


def _declared(name: str, part: Mapping[str, Any], *, said: bool) -> str:
    about = f"/** {part['description'].splitlines()[0]} */\n" if part.get("description") else ""
    if name == WagerName.__name__:  # documents add their own
        return f"{about}export type {name} = string;\n"
    if part.get("type") != "object" or "properties" not in part:
        return f"{about}export type {name} = {_type(part)};\n"
    fields = "".join(_fields(part, said=said))
    return f"{about}export interface {name} {{\n{fields}}}\n"


def _fields(part: Mapping[str, Any], *, said: bool) -> Iterator[str]:
    """Yield the fields; one with a default is optional in a type that the page sends; the server always sends it."""
    needed = set(part.get("required", ()) if said else part["properties"])
    for key, schema in part["properties"].items():
        yield f"  {key}{'' if key in needed else '?'}: {_type(schema)};\n"


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return _name(schema["$ref"])
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(one) for one in schema["anyOf"])
    match schema.get("type"):
        case "array":
            inner = _type(schema["items"]) if isinstance(schema.get("items"), dict) else _items(schema)
            return inner if "prefixItems" in schema else f"({inner})[]" if " " in inner else f"{inner}[]"
        case "object":
            of = schema.get("additionalProperties")
            return f"Record<string, {_type(of) if isinstance(of, dict) else 'unknown'}>"
        case str() as kind:
            return _PLAIN[kind]
        case _:
            return "unknown"


def _items(schema: Mapping[str, Any]) -> str:
    parts = schema.get("prefixItems")
    return f"[{', '.join(_type(one) for one in parts)}]" if parts else "unknown"


if __name__ == "__main__":
    sys.stdout.write(typescript())
