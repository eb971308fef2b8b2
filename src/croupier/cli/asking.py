"""``croupier rule … --table``: a ruling asked for at a table of a house, with the money of each box."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import asdict, replace
from rich.table import Column, Table

from croupier.cli.about import About
from croupier.cli.journals import recorded
from croupier.floor.journal.keys import KeyFiles
from croupier.floor.journal.sealing import KeyFile, KeyFileError, KeyRing
from croupier.floor.running.loading import load
from croupier.floor.values.links import LinkState
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.money import Cents
from croupier.notation.problem import InputError
from croupier.notation.speech import money, net
from croupier.notation.words import some_cards
from croupier.play.asking import Asked, BoxMoney
from croupier.play.banked.asking import ask_banked
from croupier.play.banked.commands import Report
from croupier.play.banked.state import Meter
from croupier.play.refusal import Refusal
from croupier.play.room import commands as room_commands
from croupier.play.room.asking import ask_room
from croupier.rulebooks import game_name
from croupier.rules.terms import WagerName, wager_named


def ask_table(about: About, game: str, irregularity: str, facts: dict[str, str]) -> tuple[TableState, Asked]:
    """Ask a table of a house. Raises InputError where it cannot be asked, and RulingError for a missing fact."""
    state = _table(about)
    if state.game.name != game_name(game):
        raise InputError(f"{about.table} plays {state.game.name}, not {game_name(game)}")
    cards = some_cards(about.cards) if about.cards else ()
    if isinstance(state, RoomTable):
        room_report = room_commands.Report(irregularity, facts, about.box, cards)
        found = ask_room(state.game, state.engine, room_report, automatic=state.info.automatic)
    else:
        wager = _wager(about.wager)
        report = Report(irregularity, facts, about.box, wager, about.amount, cards, about.player)
        found = ask_banked(state.game, state.engine, report)
    if isinstance(found, Refusal):
        raise InputError(f"{about.table}: {found.sentence}")
    return state, found


def _wager(name: str) -> WagerName | None:
    found = wager_named(name)
    if name and found is None:
        raise InputError(f"--wager {name[:40]!r} is no wager; it is one of {', '.join(WagerName)}")
    return found


def _table(about: About) -> TableState:
    """Return a table as the house has recorded it, with the jackpot's meter as its link has it."""
    with recorded(about.db) as reading:
        reading.keys = _keys(about)
        kept = load(reading, f"table:{about.table}")
        state: TableState | None = kept.state
        if state is None:
            tables = [one.removeprefix("table:") for one in reading.streams() if one.startswith("table:")]
            raise InputError(f"there is no table {about.table[:40]!r}; the house has {', '.join(tables) or 'none'}")
        if kept.sealing is not None and (reading.keys is None or reading.keys.named(kept.sealing.house) is None):
            raise InputError(f"the cards of the round at {about.table} are sealed: name the House's key, --house-key")
        link: LinkState | None = load(reading, f"link:{state.info.link}").state if state.info.link else None
    if isinstance(state, BankedTable) and link is not None:
        return replace(state, engine=replace(state.engine, meter=Meter(link.meter)))
    return state


def _keys(about: About) -> KeyRing | None:
    """Return the House's keys that were named, or those beside a database in a file."""
    try:
        named = [KeyFile(Path(one)).read() for one in about.house_keys]
        if named:
            return KeyRing(named[0], tuple(named[1:]))
        beside = None if "://" in about.db else KeyFiles(about.db)
        return beside.read() if beside is not None and beside.exists() else None
    except (KeyFileError, ValueError) as error:
        raise InputError(str(error)) from None


# ---- The answer -----------------------------------------------------------------------------------------------------


def table_json(about: About, found: Asked) -> dict[str, object]:
    """Return what a table adds to a ruling in JSON; ``difference`` is what the ruling changes for the Players."""
    return {
        "table": about.table,
        "round": found.round,
        "contradicted": found.contradicted,
        "boxes": [{**asdict(one), "difference": one.difference} for one in found.boxes],
        "difference": found.difference,
    }


def money_table(state: TableState, boxes: Sequence[BoxMoney]) -> Table:
    """Return the money of each box as a table for people; ``open`` is what cards or decisions will say."""
    place = "seat" if isinstance(state, RoomTable) else "box"
    wagers = list(dict.fromkeys(name for one in boxes for name in one.lies))
    right = [*wagers, "goes back", "may take back", "result", "without the ruling", "difference"]
    table = Table(place, "Player", *(Column(name, justify="right") for name in right), title="SGD, by box")
    for one in boxes:
        lies = (money(one.lies[name]) if name in one.lies else "" for name in wagers)
        results = (_open(one.result), _open(one.without), _open(one.difference))
        table.add_row(str(one.box), ", ".join(one.players), *lies, money(one.back), money(one.may_take_back), *results)
    return table


def _open(amount: Cents | None) -> str:
    return "open" if amount is None else net(amount)
