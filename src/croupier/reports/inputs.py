"""The inputs of a PAR sheet: pay tables with their paragraphs, and hashes by which two sheets are compared."""

import hashlib
from collections.abc import Iterable, Mapping

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.hands import Strength
from croupier.odds.whatif import figure
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite
from croupier.rules.settling import RanksFrom
from croupier.rules.terms import WagerName


class PayLineSheet(Struct, frozen=True):
    """A row of a pay table."""

    row: str
    pays: str
    """The pays in words: ``50 to 1``, ``10 % of the jackpot``, ``$500``."""
    number: int
    needs: str = ""
    """The lowest category, if the row is based on the ranking of the hand."""


class PaySheet(Struct, frozen=True):
    """A pay table, the paragraph that states it, and those that say when it is paid."""

    wager: str
    cite: Cite
    decided_by: tuple[Cite, ...]
    lines: tuple[PayLineSheet, ...]


def pay_sheets(game: BankedGame) -> tuple[PaySheet, ...]:
    """List every pay table of a game, the jackpot's last."""
    tables = []
    for wager, table in game.pays.items():
        lines = tuple(
            PayLineSheet(
                line.name,
                str(line.odds),
                figure(line).value,
                game.hand.order_of(line.won_by.lowest).key
                if isinstance(line.won_by, RanksFrom) and len(table.lines) > 1
                else "",
            )
            for line in table.lines
        )
        tables.append(PaySheet(wager.value, table.cite, _decided_by(game, wager), lines))
    awards: dict[Cite, list[PayLineSheet]] = {}
    for award in game.jackpot.awards:
        awards.setdefault(award.cite, []).append(PayLineSheet(award.name, str(award.prize), figure(award).value))
    rights = tuple(dict.fromkeys(cite for right in game.jackpot.rights for cite in right.cites))
    tables += [PaySheet("jackpot", cite, rights, tuple(lines)) for cite, lines in awards.items()]
    return tuple(tables)


def _decided_by(game: BankedGame, wager: WagerName) -> tuple[Cite, ...]:
    """List the paragraphs that decide a wager, in the document's order of precedence."""
    return tuple(dict.fromkeys(cite for one in game.outcomes if wager in one.results for cite in one.cites))


def inputs_hash(game: BankedGame, qualifying: Strength | None, changes: Mapping[str, str]) -> str:
    """Return the SHA-256 of everything that a document contributes to a sheet.

    This is the rulebook, its date, pay tables, caps, parameters, the qualifying hand and changed thresholds.
    """
    said = {
        "rulebook": game.document.rulebook,
        "effective": game.document.effective,
        "pay_tables": pay_sheets(game),
        "caps": {wager.value: (cap.most, cap.cite) for wager, cap in game.caps.items()},
        "parameters": {one.name: one.values[0] for one in game.parameters},
        "qualifying": qualifying,
        "thresholds": {key: value for key, value in changes.items() if key.endswith(".from")},
    }
    return hashlib.sha256(msgspec.json.encode(said, order="deterministic")).hexdigest()


def counts_hash(arrays: Iterable[NDArray[np.generic]]) -> str:
    """Return the SHA-256 of the counts behind all figures, as 64-bit numbers, least significant byte first."""
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(f"{array.shape}\0".encode())
        digest.update(np.ascontiguousarray(array.astype("<i8")).data)
    return digest.hexdigest()
