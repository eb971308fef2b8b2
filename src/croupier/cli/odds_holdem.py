"""The odds of the hold'em games, for programs and for people."""

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from croupier.cards import RANKS, Card
from croupier.cli.output import console, write_json
from croupier.money import format_money
from croupier.rules.house import HouseGame
from croupier.rules.terms import Decision

if TYPE_CHECKING:
    from croupier.odds.holdem.answer import HoldemAdvice, HoldemAnswer
    from croupier.odds.holdem.solution import Stakes
    from croupier.odds.results import Ratio

Progress = Callable[[float], None]


Money = tuple[int | None, int | None, int | None]
"""Ante, meter and jackpot wager, in cents."""


def _stakes(money: Money) -> "Stakes":
    from croupier.odds.holdem.solution import Stakes

    ante, meter, wager = money
    return Stakes(ante, meter) if wager is None else Stakes(ante, meter, wager)


def holdem_answer(
    game: HouseGame, changes: dict[str, str], strategy: str, money: Money, progress: Progress
) -> "HoldemAnswer":
    """Solve the game."""
    from croupier.odds.holdem.answer import answer_holdem
    from croupier.odds.holdem.solution import PERFECT

    return answer_holdem(game, changes, strategy or PERFECT, _stakes(money), progress, readings=True)


def show_holdem(game: HouseGame, answer: "HoldemAnswer", *, json: bool) -> None:
    """The answer."""
    if json:
        write_json(answer)
        return
    from croupier.cli.odds import print_readings

    out = console()
    _print_figures(game, answer, out)
    _print_outcomes(answer, out)
    _print_hands(answer, out)
    _print_bonus(answer, out)
    _print_jackpot(answer, out)
    print_readings(answer.readings or (), out)


def show_holdem_advice(
    game: HouseGame,
    changes: dict[str, str],
    cards: tuple[Card, ...],
    community: tuple[Card, ...],
    money: Money,
    progress: Progress,
    *,
    json: bool,
) -> None:
    """The best decision with these cards."""
    from croupier.odds.holdem.answer import advise_holdem
    from croupier.odds.holdem.solution import Holdem

    advice = advise_holdem(Holdem(game, changes, progress=progress), cards, community, stakes=_stakes(money))
    if json:
        write_json(advice)
    else:
        _print_advice(advice)


def _per_cent(ratio: "Ratio") -> str:
    return f"{100 * ratio.value:.6f} %"


def _right(table: Table) -> Table:
    for column in table.columns[1:]:
        column.justify = "right"
    return table


def _print_figures(game: HouseGame, answer: "HoldemAnswer", out: Console) -> None:
    title = f"{game.document.title}, version {game.document.version}, {answer.strategy} strategy"
    figures = _right(Table("", "", title=title, show_header=False))
    figures.add_row("house edge", _per_cent(answer.house_edge))
    figures.add_row("exactly", answer.house_edge.exact)
    figures.add_row("element of risk", f"{100 * answer.element_of_risk:.6f} %")
    figures.add_row("standard deviation", f"{answer.standard_deviation:.9f}")
    figures.add_row("average wager", f"{answer.average_wager:.9f} Antes")
    for wager, often in answer.raise_frequencies.items():
        figures.add_row(f"{wager} placed", _per_cent(often))
    figures.add_row("combinations", f"{answer.total_combinations:,}")
    for key, value in answer.pay.items():
        figures.add_row(f"changed: {key}", value)
    out.print(figures)
    table = _right(Table("strategy", "house edge", "costs", "means", title="Strategies"))
    table.columns[-1].justify = "left"
    for one in answer.strategies:
        table.add_row(one.strategy, _per_cent(one.house_edge), _per_cent(one.costs), one.means)
    out.print(table)


def _print_outcomes(answer: "HoldemAnswer", out: Console) -> None:
    table = _right(Table("outcome", "raises", "Antes", "combinations", "frequency", title="Outcomes"))
    for line in answer.outcomes:
        share = line.combinations / answer.total_combinations
        numbers = (str(line.raises), f"{line.units:,}", f"{line.combinations:,}", f"{share:.9f}")
        table.add_row(line.outcome, *numbers)
    out.print(table)


def _print_hands(answer: "HoldemAnswer", out: Console) -> None:
    """All 169 starting hands as a square: suited above the diagonal, the others below."""
    table = Table("", *RANKS[::-1], title="What the Flop wager is worth, in Antes; folds are dim")
    for high in RANKS[::-1]:
        cells = []
        for low in RANKS[::-1]:
            first, second = sorted((high, low), key=RANKS.index, reverse=True)
            kind = "" if high == low else "s" if RANKS.index(high) > RANKS.index(low) else "o"
            hand = answer.hands[f"{first}{second}{kind}"]
            text = f"{hand.net / hand.of:+.2f}"
            cells.append(f"[dim]{text}[/]" if hand.decision is Decision.FOLD else text)
        table.add_row(high, *cells)
    out.print(table)
    folds = [name for name, hand in answer.hands.items() if hand.decision is Decision.FOLD]
    out.print(f"Fold {', '.join(folds) or 'nothing'}.")


def _print_bonus(answer: "HoldemAnswer", out: Console) -> None:
    for name, wager in answer.side_wagers.items():
        table = _right(
            Table("row", "pays", "combinations", title=f"{name.title()}: house edge {_per_cent(wager.house_edge)}")
        )
        for line in wager.lines:
            table.add_row(line.row, "" if line.pays is None else str(line.pays), f"{line.combinations:,}")
        out.print(table)


def _print_jackpot(answer: "HoldemAnswer", out: Console) -> None:
    jackpot = answer.jackpot
    out.print(
        f"Jackpot wager of {format_money(jackpot.wager)}: fixed awards return {100 * jackpot.fixed_return:.6f} %,"
        f" and {jackpot.meter_coefficient.exact} of the meter."
    )
    if jackpot.break_even_meter is not None:
        out.print(f"It breaks even at a meter of {format_money(jackpot.break_even_meter)}.")
    for one in answer.played_for_jackpot or ():
        ante = format_money(int(Fraction(one.up_to_ante)))
        out.print(f"With it, {one.hand} is played up to an Ante of {ante}.")


def _print_advice(advice: "HoldemAdvice") -> None:
    out = console()
    table = Table("decision", "worth in Antes", "exactly")
    for one in advice.choices:
        style = "bold" if one.decision == advice.decision else ""
        table.add_row(one.decision, f"{one.worth.value:+.9f}", one.worth.exact, style=style)
    out.print(f"[bold]{advice.decision}[/]")
    out.print(table)
