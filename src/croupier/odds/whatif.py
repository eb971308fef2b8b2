"""Changes of pay tables: the same game with some rows paying another number."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from croupier.money import MOST, For1, Odds, To1
from croupier.notation.problem import InputError
from croupier.rules.banked import BankedGame
from croupier.rules.settling import Award, Fixed, ForStake, PayLine, PayTable, PercentOfMeter, Prize
from croupier.rules.terms import WagerName

THRESHOLD = "from"
"""The last part of a key that says what a wager or the Dealer needs, not what is paid."""
DEALER_FROM = f"dealer.{THRESHOLD}"
"""The lowest hand with which the Dealer qualifies in games with one decision; as cards, or as an order of hands."""
ANTE_FROM = f"ante.{THRESHOLD}"
"""The lowest hand with which the Ante wins in the hold'em games."""


def read_changes(given: Iterable[str]) -> dict[str, str]:
    """Read changes such as ``bet.royal_flush=100`` into a mapping by key. Raises :class:`InputError`."""
    changes: dict[str, str] = {}
    for one in given:
        key, sign, value = (part.strip() for part in one.partition("="))
        if not sign or "." not in key or not value:
            raise InputError(f"--pay: write a row and what it pays, such as bet.royal_flush=100, not {one[:60]!r}")
        if key in changes:
            raise InputError(f"--pay: {key} is given twice")
        changes[key] = value
    return changes


def premium_key(wager: WagerName) -> str:
    """Return the name of the table for what is paid on a wager whether it wins or loses."""
    return f"{wager}_bonus"


def pay_rows(game: BankedGame) -> dict[str, PayLine | Award]:
    """Return every row of the pay tables and every award, as the document has it, by its key: ``bet.royal_flush``."""
    tables = {wager.value: table for wager, table in game.pays.items()}
    tables |= {premium_key(wager): premium.pays for wager, premium in game.premiums.items()}
    rows: dict[str, PayLine | Award] = {
        f"{name}.{line.name}": line for name, table in tables.items() for line in table.lines
    }
    return rows | {f"{WagerName.JACKPOT}.{award.name}": award for award in game.jackpot.awards}


class Figure(NamedTuple):
    """The number in a row, and what it counts."""

    value: int
    kind: str
    """The kind of the number: ``to_1``, ``for_1``, ``percent`` of the meter, or ``cents``."""


def figure(row: PayLine | Award) -> Figure:
    """Return what a row pays, with its kind."""
    match row.odds if isinstance(row, PayLine) else row.prize:
        case To1(n):
            return Figure(n, "to_1")
        case For1(n) | ForStake(For1(n)):
            return Figure(n, "for_1")
        case PercentOfMeter(percent):
            return Figure(percent, "percent")
        case Fixed(amount):
            return Figure(amount, "cents")


def with_pays(
    game: BankedGame, changes: Mapping[str, str], moving: Collection[str], thresholds: Sequence[str] = ()
) -> BankedGame:
    """Return the game with other numbers in its pay tables.

    Raises :class:`InputError` for a row that it does not have, and for one outside ``moving``, by which no hand is
    paid: an unchanged figure would be taken for an answer.
    """
    known = pay_rows(game)
    for key, value in changes.items():
        if key not in known:
            named = rows_in_words((row for row in known if row in moving), thresholds)
            raise InputError(f"--pay {key}: {game.name} has {named}")
        if key not in moving:
            raise InputError(
                f"--pay {key}: no hand of {game.name} is ever paid by this row, so changing it has no effect"
            )
        game = _with_row(game, key, whole(key, value))
    return game


def rows_in_words(keys: Iterable[str], thresholds: Iterable[str]) -> str:
    """List rows for a refusal: each wager once with its rows behind it, then what else may be changed."""
    rows: dict[str, list[str]] = {}
    for key in keys:
        wager, _, row = key.partition(".")
        rows.setdefault(wager, []).append(row)
    return ", ".join([*(f"{wager}.{'|'.join(own)}" for wager, own in rows.items()), *thresholds])


def _with_row(game: BankedGame, key: str, number: int) -> BankedGame:
    name, _, row = key.rpartition(".")
    if name == WagerName.JACKPOT:
        awards = tuple(
            replace(award, prize=_other_prize(key, award.prize, number)) if award.name == row else award
            for award in game.jackpot.awards
        )
        return replace(game, jackpot=replace(game.jackpot, awards=awards))
    for wager, table in game.pays.items():
        if wager == name:
            return replace(game, pays={**game.pays, wager: _with_odds(table, row, number)})
    wager, premium = next((wager, one) for wager, one in game.premiums.items() if premium_key(wager) == name)
    other = replace(premium, pays=_with_odds(premium.pays, row, number))
    return replace(game, premiums={**game.premiums, wager: other})


def _with_odds(table: PayTable, row: str, number: int) -> PayTable:
    lines = tuple(replace(one, odds=_other(one.odds, number)) if one.name == row else one for one in table.lines)
    return replace(table, lines=lines)


def _other(odds: Odds, number: int) -> Odds:
    return To1(number) if isinstance(odds, To1) else For1(number)


def _other_prize(key: str, prize: Prize, number: int) -> Prize:
    """Return a prize of the same kind with another number: a percentage, an amount in cents, or odds."""
    match prize:
        case PercentOfMeter():
            if number > 100:
                raise InputError(f"--pay {key}: an award must be at most 100 per cent of the meter")
            return PercentOfMeter(number)
        case Fixed():
            return Fixed(number)
        case ForStake():
            return ForStake(For1(number))


def whole(key: str, value: str) -> int:
    """Read what a row is to pay: a whole number, not negative. Raises :class:`InputError`."""
    if not (value.isascii() and value.isdigit()) or int(value[:20]) > MOST:
        raise InputError(f"--pay {key}: must be a whole number from 0 to {MOST}, not {value[:30]!r}")
    return int(value)
