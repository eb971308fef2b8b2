"""The odds behind the pages, computed on the first request, and never while a table waits.

The first computation of a game occupies a processor for a while and needs much memory. A separate process therefore
does it and leaves the counts in the user's cache (:mod:`croupier.odds.caches`); this process then loads them in a
thread. Counts that are in the cache already are loaded at once.
"""

import logging
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from croupier.cards import CardError, format_card, parse_cards
from croupier.notation.problem import InputError
from croupier.rulebooks import as_banked, child_environment, load_rulebook
from croupier.rules.banked import BankedGame
from croupier.rules.terms import WagerName
from croupier.web.wire.records import (
    BoardPage,
    ChartHand,
    GridShown,
    OddsOutcome,
    OddsPage,
    OddsStrategy,
)

if TYPE_CHECKING:
    from croupier.odds.holdem.answer import HoldemAnswer
    from croupier.odds.meetings.answer import MeetingAnswer
    from croupier.odds.solver import Answer, GridRow

_log = logging.getLogger(__name__)
COUNTING, READY, FAILED = "counting", "ready", "failed"


class Counting:
    """The state of each game's odds, and their pages: each version of a game by its rulebook's name."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._states: dict[str, str] = {}
        self._pages: dict[str, OddsPage] = {}
        self._thread: ThreadPoolExecutor | None = None

    def why_not(self, game: BankedGame) -> str:
        """Return a sentence that says why a game has no odds; empty if it has them.

        Slow, because it inspects the rulebook: callers run it in a thread.
        """
        from croupier.odds.solver import why_not

        return why_not(game)

    def state(self, game: BankedGame) -> str:
        """Return the state of a game's odds, and start their computation if it has not begun."""
        rulebook = game.document.rulebook
        with self._lock:
            if rulebook not in self._states:
                self._states[rulebook] = COUNTING
                if self._thread is None:
                    self._thread = ThreadPoolExecutor(1, "odds")
                self._thread.submit(self._count, game)
            return self._states[rulebook]

    def page(self, game: BankedGame) -> OddsPage:
        """Return the odds of a game whose state is ``ready``."""
        return self._pages[game.document.rulebook]

    def wait(self) -> None:
        """Wait until everything requested is ready; for tests."""
        if self._thread is not None:
            self._thread.submit(lambda: None).result()

    def _count(self, game: BankedGame) -> None:
        state, rulebook = FAILED, game.document.rulebook
        try:
            wrong = "" if _mark(rulebook).exists() else _count_apart(rulebook)
            if wrong:
                _log.error("the odds of %s could not be counted: %s", rulebook, wrong)
            else:
                self._pages[rulebook] = counted(game)
                state = READY
        except Exception:
            _log.exception("the odds of %s could not be counted", rulebook)
        finally:
            with self._lock:
                self._states[rulebook] = state


def _count_apart(rulebook: str) -> str:
    """Count a game in a separate process. Returns why it failed; empty if it did not."""
    done = subprocess.run(
        [sys.executable, "-m", "croupier.web.desks.study.counting", rulebook],
        env=child_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr[-2000:] or f"exit {done.returncode}" if done.returncode else ""


def _mark(rulebook: str) -> Path:
    """Return the file that marks a game as counted by these kernels.

    If the file exists without the counts, this process counts the game itself: slower, with the same result.
    """
    from croupier.odds.compiling import kept_folder

    return kept_folder() / f".counted-{rulebook}"


COUNTS: Final = Counting()
"""The odds of this process, which are in memory once."""


def counted(game: BankedGame) -> OddsPage:
    """Return a game's odds, prepared for questions about its hands. Slow, unless they were counted before."""
    from croupier.odds import desk
    from croupier.odds.holdem.answer import HoldemAnswer
    from croupier.odds.solver import solver_of

    desk.warm_up(game)
    found = solver_of(game).answer(game)
    return _holdem(found) if isinstance(found, HoldemAnswer) else _meeting(found, desk.ready(game).charted().grid)


def _page(found: "Answer", **parts: Any) -> OddsPage:
    """Return a page with the figures of every game, and ``parts`` that this game adds."""
    return OddsPage(
        game=found.game,
        rulebook=found.rulebook,
        total=str(found.total_combinations),
        house_edge=found.house_edge,
        element_of_risk=found.element_of_risk,
        standard_deviation=found.standard_deviation,
        average_wager=found.average_wager,
        side_wagers={name: one.house_edge for name, one in found.side_wagers.items()},
        jackpot=found.jackpot,
        **parts,
    )


def _meeting(found: "MeetingAnswer", grid: "tuple[GridRow, ...]") -> OddsPage:
    perfect, total = found.perfect_strategy, found.total_combinations
    return _page(
        found,
        frequencies={"bet": found.raise_frequency},
        outcomes=tuple(
            OddsOutcome(one.outcome, float(one.units), str(one.combinations), one.combinations / total)
            for one in found.outcomes
        ),
        strategies=tuple(OddsStrategy(one.strategy, "", one.house_edge, one.costs) for one in found.strategies),
        chart=(),
        grid=tuple(GridShown(row.hand, row.bets) for row in grid),
        always_fold_to=perfect.always_fold_to or "",
        always_bet_from=perfect.always_bet_from or "",
    )


def _holdem(found: "HoldemAnswer") -> OddsPage:
    total = found.total_combinations
    return _page(
        found,
        frequencies=found.raise_frequencies,
        outcomes=tuple(
            OddsOutcome(one.outcome, float(one.units), str(one.combinations), one.combinations / total, one.raises)
            for one in found.outcomes
        ),
        strategies=tuple(OddsStrategy(one.strategy, one.means, one.house_edge, one.costs) for one in found.strategies),
        chart=tuple(ChartHand(name, worth.decision.value, worth.net / worth.of) for name, worth in found.hands.items()),
        grid=(),
        always_fold_to="",
        always_bet_from="",
    )


def board_page(game: BankedGame, cards: str) -> BoardPage:
    """Return perfect play on a board, for a game whose odds are ready.

    Slow: callers run it in a thread. Raises :class:`InputError`.
    """
    from croupier.odds import desk

    try:
        community = parse_cards(cards)
    except CardError as error:
        raise InputError(f"community: {error}") from None
    hands = desk.board_chart(game, community)
    wager = WagerName.TURN if len(community) == 3 else WagerName.RIVER
    return BoardPage(game.name, tuple(map(format_card, community)), wager.value, hands)


PAR_FORMS: Final = {
    "html": "text/html",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""The media types of the PAR sheet's formats."""


@lru_cache(16)
def par_file(rulebook: str, form: str, pay: tuple[str, ...] = ()) -> bytes:
    """Return the PAR sheet of a game that is counted, with the changed pays in ``pay``, such as ``bet.flush=7``.

    Slow: callers run it in a thread. Raises :class:`InputError`.
    """
    from croupier.odds.whatif import read_changes
    from croupier.reports.html import render_html
    from croupier.reports.par import par_sheet
    from croupier.reports.pdf import render_pdf
    from croupier.reports.xlsx import render_xlsx

    sheet = par_sheet(as_banked(load_rulebook(rulebook)), read_changes(pay))
    return {"pdf": render_pdf, "xlsx": render_xlsx}[form](sheet) if form != "html" else render_html(sheet).encode()


if __name__ == "__main__":
    os.nice(10)  # the tables have priority
    counted(as_banked(load_rulebook(sys.argv[1])))
    with suppress(OSError):  # without the mark, the next request counts again
        _mark(sys.argv[1]).touch()
