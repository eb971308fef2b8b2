"""A PAR sheet as sections of words, tables and pictures, in the order of the paper; two renderers print them."""

from collections.abc import Iterator

from msgspec import Struct

from croupier.money import format_money
from croupier.odds.results import JackpotReturn, Ratio
from croupier.odds.stud.solution import suits_text
from croupier.reports import charts
from croupier.reports.par import Capped, ParSheet
from croupier.rules.terms import Decision


class Grid(Struct, frozen=True):
    """A table: headings, rows of words, and which columns are right-aligned."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[bool, ...]
    caption: str = ""
    wide: tuple[float, ...] = ()
    """Relative widths of the columns, if words must wrap; left out, each is as wide as its content."""


class Picture(Struct, frozen=True):
    """A drawing, and what it shows."""

    svg: str
    caption: str


class Section(Struct, frozen=True):
    """A part of the paper."""

    title: str
    parts: tuple[str | Grid | Picture, ...]


class Paper(Struct, frozen=True):
    """A paper to be printed, with its parts."""

    title: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]


def lay_out(sheet: ParSheet) -> Paper:
    """Lay out the paper of a sheet."""
    game = sheet.title if sheet.is_documents_own else f"{sheet.title} with changed pays"
    facts = (
        ("Document", f"{sheet.operator}, {sheet.title}, version {sheet.version}"),
        ("Effective", sheet.effective),
        ("Rulebook", sheet.rulebook),
        ("Reckoned by", f"croupier {sheet.croupier}"),
        *((("Dated", sheet.dated),) if sheet.dated else ()),
        ("Strategy", sheet.strategy),
        ("Combinations", f"{sheet.total_combinations:,}"),
        ("Inputs, SHA-256", sheet.inputs_hash),
        ("Counts, SHA-256", sheet.counts_hash),
    )
    return Paper("PAR sheet", game, facts, tuple(_sections(sheet)))


def per_cent(ratio: Ratio, places: int = 6) -> str:
    """Write a ratio as a percentage, such as ``5.199082 %``."""
    return f"{100 * ratio.value:.{places}f} %"


def words(name: str) -> str:
    """Write a name as people do: ``win_royal_flush`` with spaces."""
    return name.replace("_", " ")


def _sections(sheet: ParSheet) -> Iterator[Section]:
    yield Section("Figures", (_figures(sheet),))
    yield Section("Method", sheet.method)
    yield Section("Pay tables", tuple(_pay_tables(sheet)))
    yield _outcomes(sheet)
    yield Section("Strategies", tuple(_strategies(sheet)))
    if sheet.hands:
        yield _starting_hands(sheet)
    if sheet.perfect is not None:
        yield _stud_strategy(sheet)
    for name in sheet.side_wagers:
        yield _side_wager(sheet, name)
    if sheet.jackpot is not None:
        yield _jackpot(sheet, sheet.jackpot)
    if sheet.capped:
        yield Section("Maximum payouts", tuple(part for one in sheet.capped for part in _capped(sheet, one)))
    yield _readings(sheet)


def called(sheet: ParSheet, wager: str) -> str:
    """Return a wager's name as the layout prints it."""
    return sheet.titles.get(wager, wager.title())


def _figures(sheet: ParSheet) -> Grid:
    rows = [
        ("House edge, of the Ante", per_cent(sheet.house_edge), sheet.house_edge.exact),
        ("Element of risk, of everything wagered", per_cent(sheet.element_of_risk), sheet.element_of_risk.exact),
        ("Average wager, in Antes", f"{sheet.average_wager.value:.9f}", sheet.average_wager.exact),
        ("Standard deviation, in Antes", f"{sheet.standard_deviation:.9f}", f"√({sheet.variance.exact})"),
    ]
    for wager, often in sheet.raise_frequencies.items():
        rows.append((f"{called(sheet, wager)} placed", per_cent(often), often.exact))
    rows += [(f"Changed for this sheet: {key}", value, "") for key, value in sheet.pay.items()]
    if sheet.ante is not None:
        rows.append(("Ante", format_money(sheet.ante), ""))
    if sheet.meter is not None:
        rows.append(("Meter", format_money(sheet.meter), ""))
    return Grid(("Figure", "Value", "Exactly"), tuple(rows), (False, True, True), wide=(3.0, 1.7, 4.6))


def _pay_tables(sheet: ParSheet) -> Iterator[Grid]:
    for table in sheet.pay_tables:
        title = f"{called(sheet, table.wager)}, paragraph {table.cite}"
        decided = f"; decided by {', '.join(table.decided_by)}" if table.decided_by else ""
        if any(line.needs for line in table.lines):
            rows = tuple((words(line.row), words(line.needs), line.pays) for line in table.lines)
            yield Grid(("Row", "From", "Pays"), rows, (False, False, True), title + decided)
        else:
            yield Grid(
                ("Row", "Pays"),
                tuple((words(line.row), line.pays) for line in table.lines),
                (False, True),
                title + decided,
            )


def _units(ratio: Ratio) -> str:
    return f"{ratio.value:+,.0f}" if ratio.exact.endswith("/1") else f"{ratio.value:+,.4f}"


def _outcomes(sheet: ParSheet) -> Section:
    raised = any(line.raises is not None for line in sheet.outcomes)
    heads = ("Outcome", *(("Raises",) if raised else ()), "Antes", "Combinations", "Frequency", "Contribution")
    rows = [
        (
            words(line.outcome),
            *((str(line.raises),) if raised else ()),
            _units(line.units),
            f"{line.combinations:,}",
            f"{line.frequency:.9f}",
            f"{line.contribution.value:+.9f}",
        )
        for line in sheet.outcomes
    ]
    total = sum(line.combinations for line in sheet.outcomes)
    rows.append(("all", *(("",) if raised else ()), "", f"{total:,}", "1.000000000", f"{-sheet.house_edge.value:+.9f}"))
    picture = charts.bars(
        "What each outcome adds to the Player's return",
        [
            (
                words(line.outcome) + (f", {line.raises} raises" if raised else ""),
                line.contribution.value,
                f"{line.contribution.value:+.4f}",
            )
            for line in sheet.outcomes
        ],
    )
    grid = Grid(heads, tuple(rows), (False, *(True,) * (len(heads) - 1)))
    return Section(
        "Outcomes", (grid, Picture(picture, "What each outcome adds to the Player's return, in Antes per round"))
    )


def _strategies(sheet: ParSheet) -> Iterator[Grid | Picture]:
    rows = tuple((one.strategy, one.means, per_cent(one.house_edge), per_cent(one.costs)) for one in sheet.strategies)
    yield Grid(
        ("Strategy", "Means", "House edge", "Costs"), rows, (False, False, True, True), wide=(1.6, 5.0, 1.7, 1.7)
    )
    shown = [(one.strategy, one.house_edge.value, per_cent(one.house_edge, 3)) for one in sheet.strategies]
    yield Picture(charts.bars("House edge of each strategy", shown, charts.PLAIN), "House edge of each strategy")


def _starting_hands(sheet: ParSheet) -> Section:
    folds = [name for name, hand in sheet.hands.items() if hand.decision is Decision.FOLD]
    said = f"Fold {', '.join(folds)}; place the Flop wager with every other hand." if folds else "Fold nothing."
    picture = charts.starting_hands(sheet.hands)
    caption = (
        "What the Flop wager is worth with perfect play after it, in Antes: suited above the diagonal, others below;"
        " folds are crossed out"
    )
    of = next(iter(sheet.hands.values())).of
    ordered = sorted(sheet.hands.items(), key=lambda one: -one[1].net)
    cells = [(name, f"{hand.net:,}", f"{hand.net / hand.of:+.4f}") for name, hand in ordered]
    half = -(-len(cells) // 2)
    right = [*cells[half:], *[("", "", "")] * (2 * half - len(cells))]
    rows = tuple((*left, *other) for left, other in zip(cells[:half], right, strict=True))
    grid = Grid(
        ("Hand", "Net", "Antes") * 2,
        rows,
        (False, True, True) * 2,
        f"Net over the {of:,} deals of one pair of Hole Cards, in Antes",
    )
    return Section("Starting hands", (said, Picture(picture, caption), grid))


def _stud_strategy(sheet: ParSheet) -> Section:
    perfect = sheet.perfect
    assert perfect is not None
    said = []
    if perfect.always_bet_from is not None:
        said.append(f"Always bet with {perfect.always_bet_from} or better.")
    if perfect.always_fold_to is not None:
        said.append(f"Always fold with {perfect.always_fold_to} or worse.")
    parts: list[str | Grid | Picture] = [" ".join(said)]
    if perfect.cases:
        caption = (
            "Hands between, by the Dealer's face-up card: green is bet, grey is fold, blue depends on which cards share"
            " its suit"
        )
        parts.append(Picture(charts.stud_cases(perfect.cases), caption))
    by_suits = tuple((case.hand, suits_text(case)) for case in perfect.cases if case.depends)
    if by_suits:
        parts.append(Grid(("Hand", "By suits"), by_suits, (False, False), "Hands that suits decide", wide=(1.0, 9.0)))
    return Section("Perfect strategy", tuple(parts))


def _side_wager(sheet: ParSheet, name: str) -> Section:
    wager = sheet.side_wagers[name]
    rows = []
    for line in wager.lines:
        pays = -1 if line.pays is None else line.pays
        share = line.combinations / wager.total_combinations
        said = "loses" if line.pays is None else f"{line.pays} to 1"
        rows.append((words(line.row), said, f"{line.combinations:,}", f"{share:.9f}", f"{pays * share:+.9f}"))
    grid = Grid(
        ("Row", "Pays", "Combinations", "Frequency", "Contribution"), tuple(rows), (False, True, True, True, True)
    )
    deals = "pairs of Hole Cards for the Player and the Dealer" if sheet.hands else "deals"
    said = (
        f"House edge {per_cent(wager.house_edge)}, exactly {wager.house_edge.exact}, over"
        f" {wager.total_combinations:,} {deals}."
    )
    return Section(called(sheet, name), (said, grid))


def _jackpot(sheet: ParSheet, jackpot: JackpotReturn) -> Section:
    fixed, share = jackpot.fixed_return, jackpot.meter_coefficient
    parts: list[str | Grid | Picture] = [
        f"A jackpot wager of {format_money(jackpot.wager)}: awards of fixed amounts return {100 * fixed:.6f} %"
        f" ({jackpot.fixed_return_exact} of the stake), and on average it wins {share.value:.3e} of the meter"
        f" ({share.exact})."
    ]
    if jackpot.break_even_meter is not None:
        parts.append(f"It breaks even at a meter of {format_money(jackpot.break_even_meter)}.")
        end = max(2 * jackpot.break_even_meter, 1)
        points = [(end * at / 20 / 100, 1 - fixed - share.value * end * at / 20 / jackpot.wager) for at in range(21)]
        picture = charts.line_chart("House edge of the jackpot wager by meter", points, "meter, SGD", "house edge")
        parts.append(Picture(picture, "House edge of the jackpot wager as the meter grows"))
    if jackpot.house_edge is not None and jackpot.meter is not None:
        parts.append(f"At {format_money(jackpot.meter)} its house edge is {per_cent(jackpot.house_edge)}.")
    if sheet.played_for_jackpot:
        rows = tuple((hand, format_money(ante)) for hand, ante in sheet.played_for_jackpot)
        caption = "Folds that the jackpot wager turns into plays"
        parts.append(Grid(("Hand", "Up to an Ante of"), rows, (False, True), caption))
    return Section("Jackpot wager", tuple(parts))


def _capped(sheet: ParSheet, one: Capped) -> Iterator[str | Grid]:
    wager = "Ante" if one.wager == "bet" else "Bonus"
    yield (
        f"A winning {called(sheet, one.wager)} is paid at most {format_money(one.most)} ({one.cite}), the stake coming"
        " back on top."
    )
    cut = tuple((words(row), format_money(above)) for row, above in one.first_cut)
    yield Grid(("Row", f"Cut above {wager} of"), cut, (False, True))
    rows = tuple((format_money(at.wager), per_cent(at.house_edge), per_cent(at.costs)) for at in one.edges)
    yield Grid((wager, "House edge", "The cap costs"), rows, (True, True, True))


def _readings(sheet: ParSheet) -> Section:
    said = (
        "The document leaves these points open. This sheet uses the chosen answer; the other answer would change the"
        " house edge named by this much. No other interpretation of the rulebook affects a wager in a round that is"
        " dealt and played without irregularity."
    )
    rows = tuple(
        (
            f"{one.cite} ({', '.join(one.paragraphs)})",
            f"{one.question} Chosen: {one.choice}",
            one.otherwise + (f" (at {one.at})" if one.at else ""),
            one.concerns,
            per_cent(one.house_edge, 4),
            per_cent(one.other_edge, 4),
            f"{100 * one.costs.value:+.4f} %",
        )
        for one in sheet.readings
    )
    heads = ("Cite", "Question and choice", "Otherwise", "Of", "Edge", "Otherwise", "Difference")
    return Section(
        "Other readings",
        (
            said,
            Grid(heads, rows, (False, False, False, False, True, True, True), wide=(1.3, 4, 2.4, 1.1, 1.4, 1.5, 1.5)),
        ),
    )
