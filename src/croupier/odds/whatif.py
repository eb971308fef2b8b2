"""What if a pay table were another one: the same game with some rows changed."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from croupier.money import MOST, For1, Odds, To1
from croupier.notation.problem import InputError
from croupier.rules.house import HouseGame
from croupier.rules.settling import Award, Fixed, ForStake, HoleTable, PayTable, PercentOfMeter, Prize
from croupier.rules.terms import WagerName

THRESHOLD = "from"
"""The last part of a key that says what a wager or the Dealer needs, not what is paid."""
DEALER_FROM = f"dealer.{THRESHOLD}"
"""The lowest hand with which the Dealer qualifies in the stud games, as five cards."""
ANTE_FROM = f"ante.{THRESHOLD}"
"""The lowest hand with which the Ante wins in the hold'em games."""


def read_changes(given: Iterable[str]) -> dict[str, str]:
    """``bet.royal_flush=100`` and the like, by key."""
    changes: dict[str, str] = {}
    for one in given:
        key, sign, value = (part.strip() for part in one.partition("="))
        if not sign or "." not in key or not value:
            raise InputError(f"--pay: write a row and what it pays, such as bet.royal_flush=100, not {one[:60]!r}")
        if key in changes:
            raise InputError(f"--pay: {key} is given twice")
        changes[key] = value
    return changes


def with_pays(game: HouseGame, changes: Mapping[str, str]) -> HouseGame:
    """The game with other numbers in its pay tables. Raises :class:`InputError` for a row that it has not."""
    for key, value in changes.items():
        table, _, row = key.rpartition(".")
        if table == "jackpot":
            game = replace(game, jackpot=replace(game.jackpot, awards=_with_award(game, key, row, value)))
            continue
        found = next((wager for wager in game.pays if wager.value == table), None)
        if found is None:
            raise _unknown(game, key)
        game = replace(game, pays={**game.pays, found: _with_row(game, game.pays[found], key, row, value)})
    return game


def pay_keys(game: HouseGame) -> list[str]:
    """Every row that can be changed."""
    rows = [f"{wager}.{line.name}" for wager, table in game.pays.items() for line in table.lines]
    return rows + [f"jackpot.{award.name}" for award in game.jackpot.awards]


def _unknown(game: HouseGame, key: str) -> InputError:
    threshold = DEALER_FROM if WagerName.BET in game.pays else ANTE_FROM
    return InputError(f"--pay {key}: {game.name} has {', '.join([*pay_keys(game), threshold])}")


def _with_row(game: HouseGame, table: PayTable | HoleTable, key: str, row: str, value: str) -> PayTable | HoleTable:
    if not any(line.name == row for line in table.lines):
        raise _unknown(game, key)
    number = whole(key, value)
    if isinstance(table, PayTable):
        lines = tuple(replace(one, odds=_other(one.odds, number)) if one.name == row else one for one in table.lines)
        return replace(table, lines=lines)
    holes = tuple(replace(one, odds=_other(one.odds, number)) if one.name == row else one for one in table.lines)
    return replace(table, lines=holes)


def _other(odds: Odds, number: int) -> Odds:
    return To1(number) if isinstance(odds, To1) else For1(number)


def _with_award(game: HouseGame, key: str, row: str, value: str) -> tuple[Award, ...]:
    if not any(award.name == row for award in game.jackpot.awards):
        raise _unknown(game, key)
    number = whole(key, value)
    return tuple(
        replace(award, prize=_other_prize(key, award.prize, number)) if award.name == row else award
        for award in game.jackpot.awards
    )


def _other_prize(key: str, prize: Prize, number: int) -> Prize:
    """A percentage stays a percentage, an amount an amount in cents, odds stay odds."""
    match prize:
        case PercentOfMeter():
            if number > 100:
                raise InputError(f"--pay {key}: an award takes at most 100 per cent of the meter")
            return PercentOfMeter(number)
        case Fixed():
            return Fixed(number)
        case ForStake():
            return ForStake(For1(number))


def whole(key: str, value: str) -> int:
    """What a row is to pay: a whole number, not negative."""
    if not (value.isascii() and value.isdigit()) or int(value[:20]) > MOST:
        raise InputError(f"--pay {key}: must be a whole number from 0 to {MOST}, not {value[:30]!r}")
    return int(value)
