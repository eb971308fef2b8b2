"""A PAR sheet: everything about the mathematics of a game that a mathematician would sign, as one value.

The sheet says how it was calculated, from which document, and carries hashes of what went in: two sheets with the same
hashes say the same. Renderers (:mod:`croupier.reports.html`, ``pdf``, ``xlsx``) add nothing to it.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from msgspec import Struct

from croupier.money import Cents
from croupier.odds.holdem.answer import HoldemAnswer
from croupier.odds.holdem.bonus import bonus_return
from croupier.odds.holdem.solution import HandWorth, Holdem
from croupier.odds.meetings.answer import CapEffect, MeetingAnswer
from croupier.odds.meetings.side import side_wagers
from croupier.odds.meetings.solution import BetStrategy, MeetingGame, round_figures
from croupier.odds.meetings.terms import bet_wager
from croupier.odds.readings import ReadingWorth
from croupier.odds.results import JackpotReturn, Ratio, SideWager
from croupier.odds.solver import PERFECT, Progress, Question, Stakes, nothing, solver_of
from croupier.reports.inputs import PaySheet, counts_hash, inputs_hash, pay_sheets
from croupier.rules.banked import BankedGame, BankedPolicy
from croupier.rules.terms import WagerName

CAPPED_AT = (10_000, 20_000, 25_000, 50_000, 100_000, 200_000, 500_000)
"""Wagers, in cents, on which the effect of a maximum payout is shown."""

_STUD_METHOD = (
    "Exact enumeration. Every deal of five cards to the Player, of the Dealer's face-up card and of the other four is"
    " counted: C(52,5) × 47 × C(46,4) = 19,933,230,517,200 combinations. Nothing is sampled or rounded.",
    "For each of the 2,598,960 × 47 deals of a hand and a face-up card, the Dealer's hands that do not qualify, that"
    " are weaker, and that are equal are counted by inclusion and exclusion over the Player's five cards, from tables"
    " of how many hands of the Dealer contain each set of cards. The decision compares whole numbers.",
)
_THREE_CARD_METHOD = (
    "Exact enumeration. Every deal of three cards to the Player and of three to the Dealer is counted:"
    " C(52,3) × C(49,3) = 407,170,400 combinations. Nothing is sampled or rounded.",
    "For each of the 1,755 hands up to suit, the 18,424 hands that its cards leave to the Dealer are ranked and sorted:"
    " those that do not qualify, that are weaker, and that are equal. The decision compares whole numbers.",
)
_HOLDEM_METHOD = (
    "Exact enumeration. Every deal of two Hole Cards, of Flop, Turn and River, and of the Dealer's two cards is"
    " counted: 55,627,620,048,000 combinations. Nothing is sampled or rounded.",
    "On each of the 134,459 boards up to suit, all 1,081 pairs are ranked and sorted once, and for each pair the"
    " Dealer's pairs below and level with it are counted with card removal; counts are carried to the 16,432 boards of"
    " four cards, the 1,755 Flops and the 169 starting hands by suit symmetry. Turn and River wagers go by those"
    " counts, the Flop wager by what it wins with perfect play after it.",
)
_ASKED = (
    "What is paid comes from the rulebook itself: its outcomes and pay tables go through the settlement that pays at"
    " the table, once for every way in which hands can compare. Fractions are exact; decimals are for reading."
)


class Outcome(Struct, frozen=True):
    """One way in which a round ends."""

    outcome: str
    units: Ratio
    """The win of the outcome, in Antes."""
    combinations: int
    frequency: float
    contribution: Ratio
    """The part of the Player's return that the outcome adds, in Antes per round."""
    raises: int | None = None
    """Hold'em: how many wagers followed the Ante."""


class Strategy(Struct, frozen=True):
    """A way to play, and what it costs compared with perfect play."""

    strategy: str
    means: str
    house_edge: Ratio
    costs: Ratio


class CappedEdge(Struct, frozen=True):
    """The house edge on a wager large enough for a maximum payout to cut it."""

    wager: Cents
    house_edge: Ratio
    costs: Ratio


class Capped(Struct, frozen=True):
    """The effect of a maximum payout."""

    wager: str
    most: Cents
    cite: str
    first_cut: tuple[tuple[str, Cents], ...]
    """The Ante, or Bonus, above which each row of the pay table is not paid in full."""
    edges: tuple[CappedEdge, ...]


class ParSheet(Struct, frozen=True):
    """See the module."""

    game: str
    title: str
    operator: str
    version: int
    effective: str
    rulebook: str
    croupier: str
    dated: str
    method: tuple[str, ...]
    inputs_hash: str
    counts_hash: str
    pay: dict[str, str]
    """Rows that were changed for this sheet: without any, it is the document's own game."""
    ante: Cents | None
    meter: Cents | None
    strategy: str
    total_combinations: int
    house_edge: Ratio
    element_of_risk: Ratio
    standard_deviation: float
    variance: Ratio
    average_wager: Ratio
    raise_frequencies: dict[str, Ratio]
    outcomes: tuple[Outcome, ...]
    strategies: tuple[Strategy, ...]
    pay_tables: tuple[PaySheet, ...]
    jackpot: JackpotReturn | None
    capped: tuple[Capped, ...]
    readings: tuple[ReadingWorth, ...]
    titles: dict[str, str] = {}
    """The layout's names of its wagers."""
    side_wagers: dict[str, SideWager] = {}
    hands: dict[str, HandWorth] = {}
    """Hold'em: the 169 starting hands."""
    perfect: BetStrategy | None = None
    """The strategy of a game with one decision in words."""
    played_for_jackpot: tuple[tuple[str, Cents], ...] = ()
    """The folds that a jackpot wager turns into plays at the meter, and up to which Ante."""

    @property
    def is_documents_own(self) -> bool:
        """True if the game is the document's, with nothing changed."""
        return not self.pay


def par_sheet(
    game: BankedGame,
    changes: Mapping[str, str] | None = None,
    strategy: str = PERFECT,
    *,
    ante: Cents | None = None,
    meter: Cents | None = None,
    jackpot_wager: Cents | None = None,
    dated: str = "",
    progress: Progress = nothing,
) -> ParSheet:
    """Make the sheet of a house-banked game.

    Raises :class:`InputError` for impossible changes or an unknown strategy.
    """
    wager = BankedPolicy().jackpot_wager if jackpot_wager is None else jackpot_wager
    changes = dict(changes or {})
    stakes, solver = Stakes(ante, meter, wager), solver_of(game)
    answer = solver.answer(game, Question(changes, strategy, stakes, readings=True), progress)
    ready = solver.ready(game, changes, progress)
    if isinstance(answer, HoldemAnswer):
        assert isinstance(ready, Holdem)
        return _holdem_sheet(game, ready, answer, changes, dated)
    assert isinstance(answer, MeetingAnswer)
    assert isinstance(ready, MeetingGame)
    return _meeting_sheet(game, ready, answer, changes, dated)


def _meeting_sheet(
    game: BankedGame, ready: MeetingGame, answer: MeetingAnswer, changes: dict[str, str], dated: str
) -> ParSheet:
    counts = ready.counts
    arrays = (counts.starts, counts.ways, counts.unqualified, counts.weaker, counts.equal)
    lines = [
        (line.outcome, Fraction(line.units).limit_denominator(answer.ante or 1), line.combinations, None)
        for line in answer.outcomes
    ]
    return ParSheet(
        **_head(game, ready.game, answer, lines, dated),
        method=(*(_STUD_METHOD if ready.face_up else _THREE_CARD_METHOD), _ASKED),
        inputs_hash=inputs_hash(ready.game, ready.qualifying, changes),
        counts_hash=counts_hash(arrays),
        raise_frequencies={bet_wager(game).value: answer.raise_frequency},
        capped=(*_capped_bet(ready, answer.strategy, answer.cap), *_capped_beside(ready)),
        side_wagers=answer.side_wagers,
        perfect=answer.perfect_strategy,
        played_for_jackpot=tuple((one.hand, one.below_ante) for one in answer.played_for_jackpot or ()),
    )


def _holdem_sheet(
    game: BankedGame, holdem: Holdem, answer: HoldemAnswer, changes: dict[str, str], dated: str
) -> ParSheet:
    lines = [(line.outcome, Fraction(line.units), line.combinations, line.raises) for line in answer.outcomes]
    return ParSheet(
        **_head(game, holdem.game, answer, lines, dated),
        method=(*_HOLDEM_METHOD, _ASKED),
        inputs_hash=inputs_hash(holdem.game, None, changes),
        counts_hash=counts_hash((holdem.counts.deals, holdem.counts.simple)),
        raise_frequencies=answer.raise_frequencies,
        capped=_capped_bonus(holdem),
        side_wagers=answer.side_wagers,
        hands=answer.hands,
        played_for_jackpot=tuple((one.hand, int(Fraction(one.up_to_ante))) for one in answer.played_for_jackpot or ()),
    )


def _head(
    game: BankedGame,
    asked: BankedGame,
    answer: MeetingAnswer | HoldemAnswer,
    lines: Sequence[tuple[str, Fraction, int, int | None]],
    dated: str,
) -> dict[str, Any]:
    """Return the fields that sheets of all games share; ``asked`` is the game with its changes."""
    document, total = game.document, answer.total_combinations
    exact = {name: Ratio.of(Fraction(value)) for name, value in answer.exact.items()}
    return {
        "game": game.name,
        "title": document.title,
        "operator": document.operator,
        "version": document.version,
        "effective": document.effective,
        "rulebook": document.rulebook,
        "croupier": croupier_version(),
        "dated": dated,
        "pay": answer.pay,
        "ante": answer.ante,
        "meter": answer.meter,
        "strategy": answer.strategy,
        "total_combinations": total,
        "house_edge": answer.house_edge,
        "element_of_risk": exact["element_of_risk"],
        "standard_deviation": answer.standard_deviation,
        "variance": exact["variance"],
        "average_wager": exact["average_wager"],
        "outcomes": tuple(
            Outcome(name, Ratio.of(units), ways, ways / total, Ratio.of(units * ways / total), raises)
            for name, units, ways, raises in lines
        ),
        "strategies": tuple(Strategy(one.strategy, one.means, one.house_edge, one.costs) for one in answer.strategies),
        "pay_tables": pay_sheets(asked),
        "jackpot": answer.jackpot,
        "readings": answer.readings or (),
        "titles": {wager.value: game.title(wager) for wager in game.wagers},
    }


def croupier_version() -> str:
    """Return this program's version; ``unknown`` if the package is not installed."""
    try:
        return version("croupier")
    except PackageNotFoundError:  # a folder of sources that is not installed
        return "unknown"


def _capped_bet(ready: MeetingGame, strategy: str, cap: CapEffect | None) -> tuple[Capped, ...]:
    """Return the maximum payout of the wager that plays the hand, on Antes up to the table's maximum."""
    if cap is None:
        return ()
    plain = round_figures(ready.solve(strategy)).house_edge
    edges = []
    for ante in CAPPED_AT:
        edge = round_figures(ready.solve(strategy, Stakes(ante))).house_edge
        edges.append(CappedEdge(ante, Ratio.of(edge), Ratio.of(edge - plain)))
    wager = bet_wager(ready.game)
    first = tuple((row.row, row.above_ante) for row in cap.rows)
    return (Capped(wager.value, cap.most, ready.game.caps[wager].cite, first, tuple(edges)),)


def _capped_beside(ready: MeetingGame) -> Iterator[Capped]:
    """Yield the maximum payouts of side wagers."""
    for wager in side_wagers(ready.game):
        cap = ready.game.caps.get(wager)
        if cap is None:
            continue
        plain = ready.side_wager(wager)
        edges = []
        for stake in CAPPED_AT:
            edge = ready.side_wager(wager, stake).house_edge
            edges.append(CappedEdge(stake, Ratio.of(edge), Ratio.of(edge - plain.house_edge)))
        first = tuple((line.row, line.capped_above) for line in plain.lines if line.capped_above is not None)
        yield Capped(wager.value, cap.most, cap.cite, first, tuple(edges))


def _capped_bonus(holdem: Holdem) -> tuple[Capped, ...]:
    """Return the maximum payout of the Bonus, on stakes up to the table's maximum."""
    cap = holdem.game.caps.get(WagerName.BONUS)
    if cap is None:
        return ()
    plain = bonus_return(holdem.game, holdem.counts)
    edges = []
    for stake in CAPPED_AT:
        edge = bonus_return(holdem.game, holdem.counts, stake).house_edge
        edges.append(CappedEdge(stake, edge, Ratio.of(edge.fraction - plain.house_edge.fraction)))
    at_most = bonus_return(holdem.game, holdem.counts, 1).lines
    first = tuple((line.row, line.capped_above) for line in at_most if line.capped_above is not None)
    return (Capped(WagerName.BONUS.value, cap.most, cap.cite, first, tuple(edges)),)
