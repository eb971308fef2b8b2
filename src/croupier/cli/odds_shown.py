"""The odds of a game for people: tables and sentences."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from croupier.cards import RANKS
from croupier.cli.output import console
from croupier.money import format_money
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Decision, WagerName

if TYPE_CHECKING:
    from croupier.odds.holdem.answer import HoldemAnswer
    from croupier.odds.holdem.solution import HoldemAdvice
    from croupier.odds.meetings.advice import MeetingAdvice
    from croupier.odds.meetings.answer import MeetingAnswer
    from croupier.odds.readings import ReadingWorth
    from croupier.odds.results import JackpotReturn, Ratio, SideWager


# --- games with one decision --------------------------------------------------------------------------------------


def _per_cent(ratio: "Ratio") -> str:
    return f"{100 * ratio.value:.6f} %"


def print_meeting(game: BankedGame, answer: "MeetingAnswer") -> None:
    """Print the odds of a game with one decision."""
    out = console()
    title = f"{game.document.title}, version {game.document.version}, {answer.strategy} strategy"
    figures = Table("", "", title=title, show_header=False)
    figures.columns[1].justify = "right"
    figures.add_row("house edge", _per_cent(answer.house_edge))
    figures.add_row("exactly", answer.house_edge.exact)
    figures.add_row("element of risk", f"{100 * answer.element_of_risk:.6f} %")
    figures.add_row("standard deviation", f"{answer.standard_deviation:.9f}")
    figures.add_row("average wager", f"{answer.average_wager:.9f} Antes")
    figures.add_row("hands played", _per_cent(answer.raise_frequency))
    figures.add_row("combinations", f"{answer.total_combinations:,}")
    for key, value in answer.pay.items():
        figures.add_row(f"changed: {key}", value)
    if answer.ante is not None:
        figures.add_row("Ante", format_money(answer.ante))
    out.print(figures)
    _print_outcomes(answer, out)
    _print_strategies(answer, out)
    _print_perfect(answer, out)
    _print_beside(game, answer.side_wagers, out)
    _print_money(game, answer, out)


def _print_outcomes(answer: "MeetingAnswer", out: Console) -> None:
    table = Table("outcome", "Antes", "combinations", "frequency", "return", title="Outcomes")
    for column in table.columns[1:]:
        column.justify = "right"
    for line in answer.outcomes:
        share = line.combinations / answer.total_combinations
        units = f"{line.units:,}" if isinstance(line.units, int) else f"{line.units:,.4f}"
        table.add_row(line.outcome, units, f"{line.combinations:,}", f"{share:.9f}", f"{share * line.units:+.9f}")
    out.print(table)


def _print_strategies(answer: "MeetingAnswer", out: Console) -> None:
    table = Table("strategy", "house edge", "costs", "hands played", title="Strategies")
    for column in table.columns[1:]:
        column.justify = "right"
    for one in answer.strategies:
        table.add_row(one.strategy, _per_cent(one.house_edge), _per_cent(one.costs), _per_cent(one.raise_frequency))
    out.print(table)


def _print_perfect(answer: "MeetingAnswer", out: Console) -> None:
    from croupier.odds.stud.solution import suits_text

    perfect = answer.perfect_strategy
    table = Table("hand", "bet against", "fold against", "by suits", title="Perfect strategy")
    for case in perfect.cases:
        table.add_row(case.hand, case.bet, case.fold, suits_text(case))
    out.print(table)
    if perfect.always_bet_from is not None:
        out.print(f"Always bet with {perfect.always_bet_from} or better.")
    if perfect.always_fold_to is not None:
        out.print(f"Always fold with {perfect.always_fold_to} or worse.")


def _print_money(game: BankedGame, answer: "MeetingAnswer", out: Console) -> None:
    if answer.jackpot is not None:
        _print_jackpot(answer.jackpot, out)
    for one in answer.played_for_jackpot or ():
        out.print(f"With it, {one.hand} is played up to an Ante of {format_money(one.below_ante)}.")
    if answer.played_for_jackpot == ():
        out.print("It turns no fold into a play, at any Ante.")
    for edge in answer.exposed or ():
        out.print(f"Knowing {edge.known} of the Dealer's cards: house edge {_per_cent(edge.house_edge)}.")
    if answer.cap is not None:
        from croupier.odds.meetings.terms import bet_wager

        first = answer.cap.rows[0]
        out.print(
            f"A {game.title(bet_wager(game))} pays at most {format_money(answer.cap.most)}: {first.row} is cut above an"
            f" Ante of {format_money(first.above_ante)}."
        )
        if answer.cap.costs is not None:
            out.print(f"At this Ante that adds {_per_cent(answer.cap.costs)} to the house edge.")
    print_readings(answer.readings or (), out)


def _print_jackpot(jackpot: "JackpotReturn", out: Console) -> None:
    out.print(
        f"Jackpot wager of {format_money(jackpot.wager)}: fixed awards return {100 * jackpot.fixed_return:.6f} %,"
        f" and {jackpot.meter_coefficient.exact} of the meter."
    )
    if jackpot.break_even_meter is not None:
        out.print(f"It breaks even at a meter of {format_money(jackpot.break_even_meter)}.")
    if jackpot.house_edge is not None and jackpot.meter is not None:
        out.print(f"At {format_money(jackpot.meter)} its house edge is {_per_cent(jackpot.house_edge)}.")


def print_readings(readings: "Sequence[ReadingWorth]", out: Console) -> None:
    """Print the worth of other interpretations of the document."""
    table = Table("cite", "otherwise", "of", "house edge", "otherwise", title="Other readings of the document")
    for one in readings:
        otherwise = one.otherwise + (f" (at {one.at})" if one.at else "")
        table.add_row(one.cite, otherwise, one.concerns, _per_cent(one.house_edge), _per_cent(one.other_edge))
    if readings:
        out.print(table)


def print_meeting_advice(advice: "MeetingAdvice") -> None:
    """Print the worth of each choice, and how the hands compare with the Dealer's."""
    out = console()
    title = f"{advice.hand} against {advice.dealer}" if advice.dealer else advice.hand
    table = Table("decision", "worth in Antes", "exactly", title=title)
    for one in advice.choices:
        style = "bold" if one.decision == advice.decision else ""
        table.add_row(one.decision, f"{one.worth.value:+.9f}", one.worth.exact, style=style)
    out.print(f"{advice.holds}: [bold]{advice.decision}[/]")
    out.print(table)
    hands = advice.meetings
    out.print(
        f"Of {advice.of:,} hands the Dealer can have, {hands['not_qualified']:,} do not qualify, {hands['lower']:,} are"
        f" lower, {hands['equal']:,} equal, {hands['higher']:,} higher."
    )


# --- hold'em ------------------------------------------------------------------------------------------------------


def print_holdem(game: BankedGame, answer: "HoldemAnswer") -> None:
    """Print the odds of a hold'em game."""
    out = console()
    _print_holdem_figures(game, answer, out)
    _print_holdem_outcomes(answer, out)
    _print_hands(answer, out)
    _print_beside(game, answer.side_wagers, out)
    _print_holdem_jackpot(answer, out)
    print_readings(answer.readings or (), out)


def _right(table: Table) -> Table:
    for column in table.columns[1:]:
        column.justify = "right"
    return table


def _print_holdem_figures(game: BankedGame, answer: "HoldemAnswer", out: Console) -> None:
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


def _print_holdem_outcomes(answer: "HoldemAnswer", out: Console) -> None:
    table = _right(Table("outcome", "raises", "Antes", "combinations", "frequency", title="Outcomes"))
    for line in answer.outcomes:
        share = line.combinations / answer.total_combinations
        numbers = (str(line.raises), f"{line.units:,}", f"{line.combinations:,}", f"{share:.9f}")
        table.add_row(line.outcome, *numbers)
    out.print(table)


def _print_hands(answer: "HoldemAnswer", out: Console) -> None:
    """Print all 169 starting hands as a square: suited above the diagonal, the others below."""
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


def _print_holdem_jackpot(answer: "HoldemAnswer", out: Console) -> None:
    _print_jackpot(answer.jackpot, out)
    for one in answer.played_for_jackpot or ():
        ante = format_money(int(Fraction(one.up_to_ante)))
        out.print(f"With it, {one.hand} is played up to an Ante of {ante}.")


def print_holdem_advice(advice: "HoldemAdvice") -> None:
    """Print the worth of each choice."""
    out = console()
    table = Table("decision", "worth in Antes", "exactly")
    for one in advice.choices:
        style = "bold" if one.decision == advice.decision else ""
        table.add_row(one.decision, f"{one.worth.value:+.9f}", one.worth.exact, style=style)
    out.print(f"[bold]{advice.decision}[/]")
    out.print(table)


def _print_beside(game: BankedGame, wagers: "Mapping[str, SideWager]", out: Console) -> None:
    """Print the side wagers."""
    for name, wager in wagers.items():
        title = f"{game.title(WagerName(name))}: house edge {_per_cent(wager.house_edge)}"
        table = _right(Table("row", "pays", "combinations", title=title))
        for line in wager.lines:
            table.add_row(line.row, "" if line.pays is None else str(line.pays), f"{line.combinations:,}")
        out.print(table)
