"""Rounds that the engine of the tables plays, command by command: slower by far, and for any document.

For games, or wagers, that no kernel knows. Players decide by a strategy of the odds where a solver has one; otherwise
as the regulars of a demonstration floor do. Every round begins at the meter of the plan. Where several boxes win from
it in one round, they are paid one after the other, from what is left.
"""

import hashlib
from fractions import Fraction
from functools import cached_property
from math import gcd
from random import Random

from croupier.bots.banked import choose as as_a_regular
from croupier.cards import DECK, Card
from croupier.notation.problem import InputError
from croupier.odds.meetings.solution import MeetingGame, round_figures, round_jackpot
from croupier.odds.solver import PERFECT, Known, Ready, Stakes
from croupier.play.actor import Actor
from croupier.play.banked.commands import (
    BankedCommand,
    Choose,
    CloseBets,
    DealCards,
    Look,
    OpenRound,
    PlaceWager,
    Reveal,
    Settle,
    ShowHand,
)
from croupier.play.banked.events import WagerSettled
from croupier.play.banked.flow import current_step, dealt_up, places_ahead, undecided
from croupier.play.banked.options import Act, options
from croupier.play.banked.settlement import compare
from croupier.play.banked.state import Box, Table
from croupier.play.banked.table import act, open_table
from croupier.play.banked.view import view
from croupier.play.refusal import Refusal
from croupier.play.viewer import Viewer
from croupier.rules.banked import BankedGame, PolicyError
from croupier.rules.settling import Comparison
from croupier.rules.terms import Decide, Decision, Limits, Role, ShowHands, WagerName
from croupier.trials.cells import GAME, columns_of, row_of
from croupier.trials.plan import ALL, Part, Plan, Shift

_DEALER = Actor("dealer", Role.DEALER)
REGULAR = "regular"
"""The strategy of the bots, where no solver has another."""


def chance_of(plan_seed: int, chunk: int) -> Random:
    """Make the generator of random numbers of a chunk that the engine plays."""
    return Random(hashlib.sha256(f"croupier engine {plan_seed} {chunk}".encode()).digest())


class EngineTrial:
    """A game that no kernel plays, ready for the engine."""

    slow = True

    def __init__(self, game: BankedGame, plan: Plan, ready: Ready | None, why: str) -> None:
        self.plan, self.why = plan, why
        self.game = game if ready is None else ready.game
        self._ready = ready if isinstance(ready, MeetingGame) else None
        if self._ready is None and plan.strategy not in (PERFECT, REGULAR):
            raise InputError(f"--strategy: no solver knows {game.name}; its Players decide as {REGULAR}s only")
        if self._ready is None and plan.changes:
            raise InputError(f"--pay: no solver knows {game.name}, so its pay tables stay as they are")
        self._strategy = REGULAR if self._ready is None else plan.strategy
        self._opened = self._open()
        if self._ready is not None and self._strategy != REGULAR:
            self._solution = self._ready.solve(self._strategy, self._stakes)

    @property
    def strategy(self) -> str:
        """The name of the strategy of its Players."""
        return self._strategy

    @property
    def _stakes(self) -> Stakes:
        plan = self.plan
        return Stakes(plan.ante, plan.meter if plan.jackpot_wager else None, plan.jackpot_wager or 1)

    def _open(self) -> Table:
        """Open a table whose limits are the plan's wagers, and whose meter is not fed."""
        plan, game = self.plan, self.game
        sides = [stake for _, stake in plan.sides]
        policy: dict[str, object] = {
            "minimum": plan.ante,
            "maximum": plan.ante,
            "boxes": max(plan.boxes, game.boxes.fewest),
            "chips": [gcd(plan.ante, *sides, *([plan.jackpot_wager] if plan.jackpot_wager else []))],
        }
        if any(area.limits is Limits.BONUS for area in game.areas):
            policy |= {"bonus_minimum": min(sides, default=plan.ante), "bonus_maximum": max(sides, default=plan.ante)}
        if plan.jackpot_wager:
            policy |= {"jackpot_wager": plan.jackpot_wager, "contribution": "0"}
        try:
            return open_table(game, policy, meter=plan.meter)
        except PolicyError as error:
            raise InputError(f"--ante, --side, --jackpot-wager: {error}") from None

    # --- rounds ---

    def part(self, chunk: int, rounds: int) -> Part:
        """Play a chunk."""
        chance = chance_of(self.plan.seed, chunk)
        columns = columns_of(self.plan)
        rows: dict[str, int] = {}
        totals = {kind: dict.fromkeys(columns, 0) for kind in ("staked", "won", "squares")}
        lowest = highest = 0
        periods = [Shift(0, 0)] * -(-rounds // self.plan.period) if self.plan.period else []
        for number in range(rounds):
            won = dict.fromkeys(columns, 0)
            staked = 0
            for line, row in self._round(chance):
                staked += line.staked
                rows[row] = rows.get(row, 0) + 1
                for column in (ALL, line.wager.value if line.wager.value in won else GAME):
                    totals["staked"][column] += line.staked
                    won[column] += line.paid + line.returned - line.staked
            for column in columns:
                totals["won"][column] += won[column]
                totals["squares"][column] += won[column] ** 2
            if periods:
                shift = periods[number // self.plan.period]
                total = shift.won + won[ALL]
                periods[number // self.plan.period] = Shift(
                    total, shift.staked + staked, min(shift.lowest, total), max(shift.highest, total)
                )
            lowest, highest = min(lowest, totals["won"][ALL]), max(highest, totals["won"][ALL])
        return Part(rounds, rows, totals["staked"], totals["won"], totals["squares"], lowest, highest, tuple(periods))

    def _round(self, chance: Random) -> list[tuple[WagerSettled, str]]:
        """Play one round; return every wager as it was settled, with its row."""
        plan, game = self.plan, self.game
        cards = chance.sample(DECK, len(DECK))
        table = self._done(self._opened, _DEALER, OpenRound())
        wagers = [(WagerName.ANTE, plan.ante), *((WagerName(name), stake) for name, stake in plan.sides)]
        if plan.jackpot_wager:
            wagers.append((WagerName.JACKPOT, plan.jackpot_wager))
        for box in range(1, plan.boxes + 1):
            for wager, stake in wagers:
                table = self._done(table, _player(box), PlaceWager(box, wager, stake))
        table = self._done(table, _DEALER, CloseBets())
        while (step := current_step(game, table)) is not None:
            round_ = table.round
            assert round_ is not None
            if isinstance(step, Decide):
                box_ = undecided(round_)
                assert box_ is not None, "somebody is to decide"
                if not box_.looked:
                    table = self._done(table, _player(box_.number), Look(box_.number))
                    continue
                choice = self._decides(table, box_, chance)
                table = self._done(table, _player(box_.number), Choose(box_.number, choice))
            elif isinstance(step, ShowHands):
                table = self._show(table)
            elif ahead := places_ahead(game, table.policy.dealing, round_):
                dealt, cards = tuple(cards[: len(ahead)]), cards[len(ahead) :]
                table = self._done(table, _DEALER, DealCards(dealt))
            else:
                table = self._done(table, _DEALER, Reveal())
        assert table.round is not None
        hands = compare(game, table, table.round)
        turn = act(game, table, _DEALER, Settle())
        assert not isinstance(turn, Refusal), turn
        lines = [one for one in turn.events if isinstance(one, WagerSettled)]
        return [(one, self._row(one, hands)) for one in lines]

    def _row(self, line: WagerSettled, hands: dict[int, Comparison]) -> str:
        if line.wager is WagerName.JACKPOT:
            return f"{WagerName.JACKPOT}.{line.award or line.result}"
        return row_of(self.game, line.wager, line.result, hands[line.box])

    def _show(self, table: Table) -> Table:
        """Show every hand whose Player may show it."""
        for box in range(1, self.plan.boxes + 1):
            offered = options(self.game, table, Viewer(Role.PLAYER, f"player-{box}"))
            if any(isinstance(one, Act) and isinstance(one.command, ShowHand) for one in offered):
                table = self._done(table, _player(box), ShowHand(box))
        return table

    def _done(self, table: Table, actor: Actor, command: BankedCommand) -> Table:
        turn = act(self.game, table, actor, command)
        if isinstance(turn, Refusal):
            raise InputError(f"simulate: {turn.sentence}")
        return turn.table

    # --- decisions ---

    def _decides(self, table: Table, box: Box, chance: Random) -> Decision:
        if self._ready is None or self._strategy == REGULAR:
            who = Viewer(Role.PLAYER, box.player)
            command = as_a_regular(view(self.game, table, who), options(self.game, table, who), chance)
            assert isinstance(command, Choose), "whoever is to decide decides"
            return command.decision
        assert table.round is not None
        own = self.game.rank(box.cards, ())
        always = self._by_class[own]
        if always is None:
            up = tuple(table.round.dealer[at] for at in dealt_up(self.game, table.policy.dealing, table.round))
            return self._advised(box.cards, up)
        return Decision.BET if always else Decision.FOLD

    @cached_property
    def _by_class(self) -> list[bool | None]:
        """True for each class that is always played, False for each that is never; None where that depends on more."""
        assert self._ready is not None
        folded, dealt = self._solution.folded.tolist(), self._ready.dealt.tolist()
        return [None if 0 < gone < every else not gone for gone, every in zip(folded, dealt, strict=True)]

    def _advised(self, own: tuple[Card, ...], up: tuple[Card, ...]) -> Decision:
        assert self._ready is not None
        return Decision(self._ready.advise(Known(own, up), self._stakes)[0].decision)

    # --- expected values ---

    def expected_won(self) -> dict[str, Fraction]:
        """Return what a box wins on average in cents, by column; empty if no solver covers the game."""
        plan, ready = self.plan, self._ready
        if ready is None or self._strategy == REGULAR:
            return {}
        found = {GAME: -round_figures(self._solution).house_edge * plan.ante}
        for name, stake in plan.sides:
            found[name] = -ready.side_wager(WagerName(name), stake).house_edge * stake
        if plan.jackpot_wager:
            edge = round_jackpot(ready, self._solution, self._stakes).house_edge
            assert edge is not None, "asked for at a meter"
            found[WagerName.JACKPOT.value] = -edge.fraction * plan.jackpot_wager
        return {ALL: sum(found.values(), Fraction(0)), **found}

    def expected_rows(self) -> dict[str, Fraction]:
        """Return nothing: rows are counted, and not compared."""
        return {}


def _player(box: int) -> Actor:
    return Actor(f"player-{box}", Role.PLAYER)
