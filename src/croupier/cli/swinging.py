"""``croupier swings``: the swings of a House and of a Player."""

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace
from rich.table import Table

from croupier.cli.checkpoints import checkpoint_of, kept_in
from croupier.cli.odds import interruptible, progress_bar
from croupier.cli.output import console, write_json
from croupier.cli.problems import OK
from croupier.cli.results import refuse_bad_results, write_results
from croupier.cli.simulating import Simulated, executor_of, plan_of, workers_of
from croupier.money import format_money
from croupier.notation.problem import InputError

if TYPE_CHECKING:
    from croupier.odds.solver import Progress
    from croupier.trials.swings import House, Player, Story

_ANTES: Final = 40
"""The Antes that a Player brings by default."""


class Swung(Struct, frozen=True):
    """The number of tables and days, and the sessions of a Player."""

    tables: int
    pace: int
    days: int
    sessions: int
    session: int
    bankroll: int | None


@interruptible()
def show_swings(asked: Simulated, over: Swung, *, json: bool) -> int:
    """Simulate House and Player, and print their swings. Return the exit code."""
    workers = workers_of(asked.workers)
    refuse_bad_results(asked.files, checkpoint=asked.checkpoint)
    file = checkpoint_of(asked.checkpoint, resume=asked.resume)
    plan = plan_of(asked)
    from croupier.rules.room import RoomGame
    from croupier.trials.playing import check
    from croupier.trials.swings import (
        Kept,
        of_house,
        of_player,
        play_periods,
        refuse_small,
        take_up_swings,
        told_of_house,
        told_of_player,
    )

    game = check(plan)
    if isinstance(game, RoomGame):
        raise InputError(f"game: {game.name} is played among Players; the House keeps the Rake, which simulate shows")
    plan = replace(plan, game=game.name)
    runs = Kept(of_player(plan, over.sessions, over.session), of_house(plan, over.tables, over.pace, over.days))
    bankroll = _ANTES * plan.ante if over.bankroll is None else over.bankroll
    refuse_small(runs.player.plan, bankroll)
    with kept_in(file) as kept:
        if file is not None and asked.resume:
            runs = take_up_swings(file, runs)
        with executor_of(workers, processes=asked.processes, dask=asked.dask) as crew:
            for name, story in (("The Player", runs.player), ("The House", runs.house)):
                with progress_bar(name) as progress:

                    def told(story: "Story", progress: "Progress" = progress) -> None:
                        progress(story.share)
                        kept(runs)

                    play_periods(story, *crew, told)
    player, house = told_of_player(runs.player, bankroll), told_of_house(runs.house, over.tables, over.days)
    if asked.files.any:
        from croupier.reports.simulated import of_swings

        write_results(asked.files, of_swings(house, player))
    write_json({"house": house, "player": player}) if json else _print(house, player)
    return OK


def _print(house: "House", player: "Player") -> None:
    out = console()
    out.print(f"{house.game}: {house.tables} tables, {house.days:,} days, {house.rounds:,} rounds", soft_wrap=True)
    expected = "" if house.expected is None else f"; expected {format_money(round(house.expected))}"
    out.print(f"The House kept {format_money(house.kept)} of {format_money(house.staked)} wagered{expected}.")
    table = Table("hold of a", "periods", "mean", "95 % between", "normal", "lost", "worst")
    for one in house.holds:
        table.add_row(
            one.period,
            f"{one.number:,}",
            f"{100 * one.mean:.2f} %",
            f"{100 * one.low:.2f} and {100 * one.high:.2f} %",
            f"{100 * one.normal_low:.2f} and {100 * one.normal_high:.2f} %",
            f"{100 * one.lost:.1f} %",
            format_money(-one.worst),
        )
    out.print(table)
    for cap in house.caps:
        rows = ", ".join(cap.rows) or "no row"
        saved = f"{cap.often:,.1f} times, saving {format_money(round(cap.saves))}" if cap.rows else "never"
        cites = ", ".join(cap.cites)
        out.print(f"The cap of {format_money(cap.most)} on {cap.wager} ({cites}) cuts {rows}: {saved}.", soft_wrap=True)
    if house.reserve is not None:
        reserve = format_money(house.reserve)
        out.print(f"At one box the House is ever {reserve} behind once in a thousand times at most.", soft_wrap=True)
    exact = "" if player.broke_exact is None else f", exactly {100 * player.broke_exact:.2f} %"
    out.print(
        f"A Player with {format_money(player.bankroll)} who stays {player.rounds:,} rounds goes broke in"
        f" {100 * player.broke:.2f} % of {player.sessions:,} sessions{exact}, and is ahead in"
        f" {100 * player.ahead:.2f} %; the middle one ends with {format_money(round(player.result.middle))}.",
        soft_wrap=True,
    )
