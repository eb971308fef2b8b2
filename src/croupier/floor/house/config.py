"""Parsing of ``floor.toml``: the links and tables that a house begins with.

Error messages name the line and the key.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import UNSET, Struct

from croupier.floor.deciding.award_claims import earlier
from croupier.floor.house.second_factor import Asks, FactorRule
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import NOTES, CageState, CageTerms, EarlierAward, EstablishCage, KeepClaims, KeepDrawers
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.gaming_day import START, ZONE, GamingDayError, read_start, read_zone
from croupier.floor.values.house import KEPT_MANAGERS, EstablishHouse
from croupier.floor.values.links import EstablishLink, LinkState
from croupier.floor.values.passkeys import Signing
from croupier.floor.values.requests import Request
from croupier.floor.values.table import EstablishTable
from croupier.floor.values.table_kinds import RoomTable, TableState, has_jackpot
from croupier.money import MOST, Cents, Rate
from croupier.notation.form import read_toml
from croupier.notation.problem import SENTENCE, InputError, shortened
from croupier.play.refusal import Refusal
from croupier.rulebooks import UnknownGameError, load, load_rulebook, versions
from croupier.rules.banked import PolicyError, read_banked_policy
from croupier.rules.game import Game
from croupier.rules.room import RoomGame, read_room_policy
from croupier.rules.terms import Role
from croupier.rules.wording import DIGEST

T = TypeVar("T")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_TERMS = frozenset({"seed", "contribution", "jackpot_wager"})
"""The parts of a table's policy that belong to its link."""
_LEAST = {"capital": 1, "alert_from": 1, "two_from": 1, "identify_from": 1, "drawer_tolerance": 0}
"""The House's amounts, and the least that each can be."""


class ConfigError(ValueError):
    """An invalid floor.toml: the message names the file, the line or key, and why, however much of it was given."""

    def __init__(self, sentence: str) -> None:
        super().__init__(shortened(sentence, SENTENCE))


class House(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of the whole house."""

    name: str = "croupier"
    capital: Cents = 1_000_000_000
    """The money that the cage begins with."""
    alert_from: Cents = 1_000_000
    """The amount of cash in or out on a gaming day that raises an alert."""
    two_from: Cents = CageTerms().two_from
    """The cash of one person on a gaming day that takes two signatures at the cage."""
    identify_from: Cents = CageTerms().identify_from
    """The cash for chips from which a person without an account is asked for name and document."""
    drawer_tolerance: Cents = CageTerms().tolerance
    """The largest difference of a drawer from its books that its holder signs for alone."""
    notes: tuple[Cents, ...] = NOTES
    """The denominations of a drawer's count: notes, and coins by the cent."""
    day_starts: str = START
    zone: str = ZONE
    second_factor: Asks = FactorRule().asks
    """The people who give a code from a device at sign-in: none, those who set one up, or all at certain desks.

    It applies from each start on, like the terms of passwords.
    """
    second_factor_for: tuple[Role, ...] = FactorRule().roles
    """The roles whose desks require a code."""
    signatures: Signing = "session"
    """The basis of signatures: the sessions of those who sign, or their passkeys.

    It is on record from the first start that asks for passkeys; only a Shift Manager's passkey lowers it.
    """
    managers: tuple[str, ...] = ()
    """The first Shift Managers, at least two; without any, the house works without accounts."""

    def factors(self) -> FactorRule:
        """Return the rule on second factors."""
        return FactorRule(self.second_factor, self.second_factor_for)

    def cage(self) -> CageTerms:
        """Return the terms of the cage."""
        return CageTerms(self.two_from, self.identify_from, self.drawer_tolerance, self.notes)


class LinkPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A jackpot link."""

    seed: Cents = 5_000_000
    contribution: str = "0.70"
    wager: Cents = 500


class TablePlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A table."""

    game: str
    link: str = ""
    automatic: bool = True
    anonymous: bool = False
    policy: dict[str, Any] = {}


class WitnessPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A witness that signs how far the journal has come. It applies from each start on."""

    url: str
    """The witness's address: over HTTPS, or over HTTP on this machine alone."""
    key: str
    """The witness's public key, 64 hexadecimal digits."""
    ca: str = ""
    """A PEM file with the certificate of its authority, or its own, where no public authority vouches for it."""


class DocumentPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """The House's own file of an approved document, from which paragraphs are shown word for word."""

    file: str
    """The path of the file; a relative one begins in the folder of floor.toml."""
    sha256: str
    """The digest of the registered file, 64 hexadecimal digits."""


class FloorPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole floor."""

    house: House = House()
    links: dict[str, LinkPlan] = {}
    tables: dict[str, TablePlan] = {}
    witnesses: dict[str, WitnessPlan] = {}
    documents: dict[str, DocumentPlan] = {}
    """The House's files of documents by rulebook, such as ``rws-poker-v6``. They apply from each start on."""


def read_floor(path: Path) -> FloorPlan:
    """Read a floor from its file. Raise :class:`ConfigError` if it is invalid."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: the file is not UTF-8 text") from None
    return parse_floor(text, str(path))


def parse_floor(text: str, file: str) -> FloorPlan:
    """Parse a floor from a text. Raise :class:`ConfigError` if it is invalid."""
    try:
        content = read_toml(text)
    except InputError as error:
        raise ConfigError(f"{file}: {error}") from None
    problem = _Problems(file, text)
    for kind in ("links", "tables", "witnesses", "documents"):
        for name in _part(content, kind):
            if not _NAME.fullmatch(name):
                raise problem.at(
                    f"{kind}.{name}", "a name must be lower-case letters, digits and dashes, at most 40 of them"
                )
    for key in content:
        if key not in FloorPlan.__struct_fields__:
            raise problem.at(key, f"a floor has only {', '.join(FloorPlan.__struct_fields__)}")
    plan = FloorPlan(
        problem.read(content.get("house", {}), House, "house"),
        {name: problem.read(one, LinkPlan, f"links.{name}") for name, one in _part(content, "links").items()},
        {name: problem.read(one, TablePlan, f"tables.{name}") for name, one in _part(content, "tables").items()},
        {
            name: problem.read(one, WitnessPlan, f"witnesses.{name}")
            for name, one in _part(content, "witnesses").items()
        },
        {
            name: problem.read(one, DocumentPlan, f"documents.{name}")
            for name, one in _part(content, "documents").items()
        },
    )
    _check_house(plan.house, problem)
    for name, witness in plan.witnesses.items():
        _check_witness(name, witness, problem)
    for name, document in plan.documents.items():
        _check_document(name, document, problem)
    for name, link in plan.links.items():
        _check_link(name, link, problem)
    for name, table in plan.tables.items():
        _check_table(name, table, plan, problem)
    if not plan.tables:
        raise ConfigError(f"{file}: a floor needs at least one table, such as [tables.stud-1]")
    return plan


def _part(content: Mapping[str, Any], kind: str) -> Mapping[str, Any]:
    part = content.get(kind, {})
    return part if isinstance(part, dict) else {}


class _Problems:
    """A source of errors with their place in the file."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.lines = file, text.splitlines()

    def at(self, key: str, why: str) -> ConfigError:
        """Return an error about a key such as ``tables.stud-1.policy.minimum``, with its line if that is clear."""
        line = self._line(key)
        name = shortened(key, 100)
        where = f"line {line}, {name}" if line else name
        return ConfigError(f"{self.file}: {where}: {shortened(why)}")

    def read(self, value: object, kind: type[T], key: str) -> T:
        """Convert a part of the file to its type. Raise :class:`ConfigError` if it does not fit."""
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            said, _, path = str(error).partition(" - at `$")
            unknown = re.fullmatch(r"Object contains unknown field `(.+)`", said)
            if unknown:
                raise self.at(f"{key}.{unknown[1]}", "there is no such setting") from None
            raise self.at(key + path.rstrip("`"), said.replace("`", "")) from None

    def _line(self, key: str) -> int | None:
        """Return the line of a key, within the section whose name is its longest beginning."""
        parts = key.split(".")
        for cut in range(len(parts), 0, -1):
            section = re.compile(rf"\s*\[\s*{re.escape('.'.join(parts[:cut]))}\s*\]")
            for number, line in enumerate(self.lines, 1):
                if section.match(line):
                    return self._within(number, parts[cut:]) or number
        return None

    def _within(self, start: int, rest: list[str]) -> int | None:
        if not rest:
            return start
        wanted = re.compile(rf"\s*{re.escape(rest[0])}\s*[=.]")
        for number, line in enumerate(self.lines[start:], start + 1):
            if line.lstrip().startswith("["):
                return None
            if wanted.match(line):
                return number
        return None


def _check_house(house: House, problem: _Problems) -> None:
    try:
        read_start(house.day_starts)
    except GamingDayError as error:
        raise problem.at("house.day_starts", str(error)) from None
    try:
        read_zone(house.zone)
    except GamingDayError as error:
        raise problem.at("house.zone", str(error)) from None
    if house.managers and len(set(house.managers)) < KEPT_MANAGERS:
        raise problem.at("house.managers", f"there must be at least {KEPT_MANAGERS} Shift Managers")
    for name, least in _LEAST.items():
        amount = getattr(house, name)
        if not least <= amount <= MOST:
            raise problem.at(f"house.{name}", f"{amount} is not an amount in cents")
    if not house.notes or len(set(house.notes)) != len(house.notes) or not all(1 <= one <= MOST for one in house.notes):
        raise problem.at("house.notes", "a drawer is counted in different notes, each an amount in cents")


def _check_witness(name: str, witness: WitnessPlan, problem: _Problems) -> None:
    try:
        parts = urlsplit(witness.url)
        here = parts.hostname in {"127.0.0.1", "localhost", "::1"}
        _ = parts.port
    except ValueError as error:
        raise problem.at(f"witnesses.{name}.url", f"{error}") from None
    if not parts.hostname or parts.username or (parts.scheme != "https" and not (parts.scheme == "http" and here)):
        raise problem.at(
            f"witnesses.{name}.url", "a witness is reached by https://…, or on this machine by http://127.0.0.1:PORT"
        )
    if not re.fullmatch("[0-9a-f]{64}", witness.key):
        raise problem.at(f"witnesses.{name}.key", "a witness's public key has 64 hexadecimal digits")
    if witness.ca and not Path(witness.ca).is_file():
        raise problem.at(f"witnesses.{name}.ca", f"there is no file {witness.ca}")


def _check_document(name: str, document: DocumentPlan, problem: _Problems) -> None:
    try:
        load_rulebook(name)
    except UnknownGameError as error:
        raise problem.at(f"documents.{name}", str(error.args[0])) from None
    if not DIGEST.fullmatch(document.sha256):
        raise problem.at(f"documents.{name}.sha256", "the SHA-256 of a file has 64 hexadecimal digits, small letters")


def _check_link(name: str, link: LinkPlan, problem: _Problems) -> None:
    try:
        Rate.parse(link.contribution)
    except ValueError as error:
        raise problem.at(f"links.{name}.contribution", str(error)) from None
    for field, amount, least in (("seed", link.seed, 0), ("wager", link.wager, 1)):
        if not least <= amount <= MOST:
            raise problem.at(f"links.{name}.{field}", f"{amount} is not an amount in cents")


def _check_table(name: str, table: TablePlan, plan: FloorPlan, problem: _Problems) -> None:
    key = f"tables.{name}"
    try:
        game = load(table.game)
    except UnknownGameError as error:
        raise problem.at(f"{key}.game", str(error.args[0])) from None
    linked = has_jackpot(game)
    if not linked and table.link:
        raise problem.at(f"{key}.link", f"{game.name} has no jackpot to link")
    if table.link and table.link not in plan.links:
        known = ", ".join(plan.links) or "none"
        raise problem.at(f"{key}.link", f"there is no link {table.link!r}; the links are {known}")
    if linked:
        if not table.link:
            raise problem.at(f"{key}.link", f"{game.name} has a jackpot: name its link")
        clash = sorted(_TERMS & table.policy.keys())
        if clash:
            raise problem.at(f"{key}.policy.{clash[0]}", "the jackpot's terms belong to its link")
    try:
        _read_policy(game, table, plan)
    except PolicyError as error:
        if _allowed_before(game, table, plan):
            return
        field, _, why = str(error.args[0]).partition(": ")
        why, _, inner = why.partition(" - at `$")
        raise problem.at(f"{key}.{field}{inner.rstrip('`')}", why.replace("`", "")) from None


def _read_policy(game: Game, table: TablePlan, plan: FloorPlan) -> None:
    if isinstance(game, RoomGame):
        read_room_policy(game, table.policy)
    else:
        read_banked_policy(game, policy_of(table, plan))


def _allowed_before(game: Game, table: TablePlan, plan: FloorPlan) -> bool:
    """Return whether an earlier version allows a policy: a table that still follows that version may have it.

    A new table with it is refused.
    """
    for version in versions(game.name):
        if version < game.document.version:
            with suppress(PolicyError):
                _read_policy(load(game.name, version), table, plan)
                return True
    return False


def policy_of(table: TablePlan, plan: FloorPlan) -> dict[str, Any]:
    """Return a table's policy with the terms of its link."""
    if not table.link:
        return dict(table.policy)
    link = plan.links[table.link]
    terms = {"seed": link.seed, "contribution": link.contribution, "jackpot_wager": link.wager}
    return {**table.policy, **terms}


def establish(floor: Floor, plan: FloorPlan) -> tuple[str, ...]:
    """Establish what the plan has and the journal does not. Return sentences on the plan's settings without effect.

    The file is what a house begins with. From then on it is changed in the pit, and what was changed there is the
    truth: the file is only compared with it. Raises :class:`ConfigError` if a new house cannot begin as it says.
    """
    begins = "cage" not in floor.streams
    notices = list(_differing(floor, plan))

    def do(stream: str, command: object) -> None:
        reply = floor.by_itself(Request(stream, SYSTEM, Role.SHIFT_MANAGER, command))[0]
        if isinstance(reply, Refusal) and begins:
            raise ConfigError(f"{stream}: {reply}")
        if isinstance(reply, Refusal):
            notices.append(f"{stream} is not put on the floor: {reply}")

    if "cage" not in floor.streams:
        do("cage", EstablishCage(plan.house.capital, plan.house.alert_from, plan.house.cage(), claims=True))
    elif floor.cage().drawers is UNSET:
        do("cage", KeepDrawers(plan.house.cage()))
    if floor.cage().claims is UNSET:
        do("cage", KeepClaims(tuple(_owed_before(floor))))
    if plan.house.managers and "house" not in floor.streams:
        do("house", EstablishHouse(plan.house.managers, plan.house.day_starts, plan.house.zone))
    for name, link in plan.links.items():
        if f"link:{name}" not in floor.streams:
            do(f"link:{name}", EstablishLink(link.seed, link.contribution, link.wager))
    for name, table in plan.tables.items():
        if f"table:{name}" in floor.streams:
            continue
        meter = floor.link(table.link).meter if table.link else 0
        game = load(table.game).name
        do(
            f"table:{name}",
            EstablishTable(game, policy_of(table, plan), table.link, table.automatic, table.anonymous, meter),
        )
    return tuple(dict.fromkeys(notices))  # one reason may refuse several commands of a stream


def _owed_before(floor: Floor) -> Iterator[EarlierAward]:
    """Return the awards that the cage of earlier books still owes."""
    for name in floor.tables():
        owed = floor.balances.get(f"slips:{name}", 0)
        if owed > 0:
            yield from earlier(name, owed, floor.link(floor.table(name).info.link))


def _differing(floor: Floor, plan: FloorPlan) -> Iterator[str]:
    """Yield the settings in which the plan differs from the journal."""
    if "cage" in floor.streams:
        yield from _other_cage(floor.cage(), plan.house)
    house = floor.house()
    if house is not None and plan.house.managers:
        yield from _other("house.day_starts", plan.house.day_starts, house.day_start)
        yield from _other("house.zone", plan.house.zone, house.zone)
    for name, link in plan.links.items():
        if f"link:{name}" in floor.streams:
            yield from _other_terms(floor.link(name), f"links.{name}", link)
    for name, table in plan.tables.items():
        if f"table:{name}" in floor.streams:
            yield from _other_table(floor.table(name), f"tables.{name}", table, plan)


def _other(key: str, written: object, stands: object) -> Iterator[str]:
    if written != stands:
        yield f"{key}: the file has {written!r}, the house {stands!r}, which counts"


def _other_cage(cage: CageState, house: House) -> Iterator[str]:
    yield from _other("house.alert_from", house.alert_from, cage.alert_from)
    if cage.drawers is not UNSET:
        terms = cage.drawers.terms
        yield from _other("house.two_from", house.two_from, terms.two_from)
        yield from _other("house.identify_from", house.identify_from, terms.identify_from)
        yield from _other("house.drawer_tolerance", house.drawer_tolerance, terms.tolerance)
        yield from _other("house.notes", house.notes, terms.notes)


def _other_terms(state: LinkState, key: str, link: LinkPlan) -> Iterator[str]:
    """Yield differing terms of a link; terms that wait until the whole jackpot has been won are no difference."""
    rate = Rate.parse(link.contribution)
    if state.waiting is not None:
        seed, contribution, wager = state.waiting
        if (link.seed, rate, link.wager) == (seed, Rate.parse(contribution), wager):
            return
    yield from _other(f"{key}.seed", link.seed, state.seed)
    if rate != Rate.parse(state.contribution):
        yield from _other(f"{key}.contribution", link.contribution, state.contribution)
    yield from _other(f"{key}.wager", link.wager, state.wager)


def _as_kept(state: TableState, written: dict[str, Any]) -> dict[str, Any]:
    """Return a policy with the time to return that a table of the poker room keeps, where the file names none."""
    if not isinstance(state, RoomTable):
        return written
    return {"return_minutes": state.engine.policy.return_minutes, **written}


def _other_table(state: TableState, key: str, table: TablePlan, plan: FloorPlan) -> Iterator[str]:
    info = state.info
    yield from _other(f"{key}.game", load(table.game).name, info.game)
    yield from _other(f"{key}.link", table.link, info.link)
    yield from _other(f"{key}.automatic", table.automatic, info.automatic)
    yield from _other(f"{key}.anonymous", table.anonymous, info.anonymous)
    if load(table.game).name != info.game:
        return
    try:
        policy = state.read_policy(_as_kept(state, policy_of(table, plan)))
    except PolicyError as error:
        yield f"{key}.policy does not count: under {state.engine.rulebook}, which the table follows, {error.args[0]}"
        return
    for field in policy.__struct_fields__:
        if field not in _TERMS:
            yield from _other(f"{key}.policy.{field}", getattr(policy, field), getattr(state.engine.policy, field))
