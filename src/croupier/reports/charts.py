"""Pictures of a PAR sheet, drawn by hand as SVG: nothing is loaded, and ink on paper is enough for them."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from croupier.cards import RANKS
from croupier.odds.holdem.solution import HandWorth
from croupier.odds.meetings.solution import HandCase
from croupier.rules.terms import Decision

FONT: Final = "'Libertinus Serif', Georgia, 'Times New Roman', serif"
INK: Final = "#1a1a1a"
PALE: Final = "#9a9a9a"
GOOD: Final = "#2f6f4f"
BAD: Final = "#9c3d2e"
PLAIN: Final = "#41618c"

_HIGH_FIRST: Final = RANKS[::-1]


def _svg(width: float, height: float, parts: Iterable[str], title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        f' height="{height:g}" role="img" font-family="{FONT}"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, words: str, size: float = 11, anchor: str = "start", fill: str = INK) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{fill}">{escape(words)}</text>'


def _box(x: float, y: float, width: float, height: float, fill: str, extra: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:.2f}" height="{height:.2f}" fill="{fill}"{extra}/>'


def bars(title: str, rows: Sequence[tuple[str, float, str]], fill: str = "") -> str:
    """Draw a bar to the right for a positive value, to the left for a negative one, each with its words.

    Without ``fill``, gains and losses have different colours.
    """
    names, room, step = 190.0, 330.0, 19.0
    most = max((value for _, value, _ in rows), default=0.0)
    least = min(0.0, min((value for _, value, _ in rows), default=0.0))
    most = max(most, 0.0)
    scale = room / ((most - least) or 1.0)
    zero = names - least * scale
    parts = []
    for at, (name, value, words) in enumerate(rows):
        y = at * step + 4
        length = max(abs(value) * scale, 0.6)
        left = zero if value >= 0 else zero - length
        parts.append(_text(names - 8, y + 11, name, anchor="end"))
        parts.append(_box(left, y, length, step - 6, fill or (GOOD if value >= 0 else BAD)))
        parts.append(_text(names + room + 8, y + 11, words, 10))
    height = len(rows) * step + 8
    parts.append(f'<line x1="{zero:.2f}" y1="0" x2="{zero:.2f}" y2="{height:g}" stroke="{INK}" stroke-width="0.8"/>')
    return _svg(names + room + 110, height, parts, title)


def starting_hands(hands: dict[str, HandWorth]) -> str:
    """Draw all 169 starting hands as a square: suited above the diagonal, the others below; folds are crossed out."""
    size, edge = 40.0, 22.0
    worths = [hand.net / hand.of for hand in hands.values()]
    most = max(abs(worth) for worth in worths) or 1.0
    parts = []
    for row, high in enumerate(_HIGH_FIRST):
        parts.append(_text(edge + row * size + size / 2, edge - 7, high, 12, "middle"))
        parts.append(_text(edge - 8, edge + row * size + size / 2 + 4, high, 12, "end"))
        for column, low in enumerate(_HIGH_FIRST):
            first, second = (high, low) if row <= column else (low, high)
            name = first + second + ("" if row == column else "s" if row < column else "o")
            hand = hands[name]
            parts += _cell(edge + column * size, edge + row * size, size, name, hand, most)
    side = edge + len(RANKS) * size + 4
    return _svg(side, side, parts, "What the Flop wager is worth with each starting hand, in Antes")


def _cell(x: float, y: float, size: float, name: str, hand: HandWorth, most: float) -> list[str]:
    worth = hand.net / hand.of
    folds = hand.decision is Decision.FOLD
    fill = BAD if worth < 0 else GOOD
    strength = 0.08 + 0.62 * (abs(worth) / most) ** 0.7
    ink = ' stroke="#ffffff" stroke-width="1"'
    parts = [
        _box(x, y, size, size, fill, f' fill-opacity="{strength:.3f}"{ink}'),
        _text(x + size / 2, y + 17, name, 12, "middle"),
        _text(x + size / 2, y + 31, f"{worth:+.2f}", 9.5, "middle"),
    ]
    if folds:
        parts.append(
            f'<path d="M{x + 3:g} {y + 3:g}L{x + size - 3:g} {y + size - 3:g}M{x + size - 3:g} {y + 3:g}'
            f'L{x + 3:g} {y + size - 3:g}" stroke="{INK}" stroke-width="1.1"/>'
        )
    return parts


def stud_cases(cases: Sequence[HandCase], columns: int = 4) -> str:
    """Draw hands between always folding and always betting, by the face-up card's rank: bet, fold, or by suits."""
    rows = -(-len(cases) // columns)
    cell, line, name, gap = 9.0, 9.0, 34.0, 16.0
    width = name + len(RANKS) * cell + gap
    parts = []
    for at, case in enumerate(cases):
        x, y = (at // rows) * width, 14 + (at % rows) * line
        if at % rows == 0:
            for place, rank in enumerate(_HIGH_FIRST):
                parts.append(_text(x + name + place * cell + cell / 2, 10, rank, 8, "middle"))
        parts.append(_text(x + name - 4, y + 7.2, case.hand, 8, "end"))
        by_suits = {one.up: one.bets / one.of for one in case.depends}
        for place, rank in enumerate(_HIGH_FIRST):
            left = x + name + place * cell
            if rank in by_suits:
                parts.append(
                    _box(left, y, cell - 1, line - 1, PLAIN, f' fill-opacity="{0.35 + 0.5 * by_suits[rank]:.2f}"')
                )
            else:
                parts.append(_box(left, y, cell - 1, line - 1, GOOD if rank in case.bet else "#e4ded2"))
    return _svg(columns * width, 16 + rows * line, parts, "Perfect strategy by hand and face-up card")


def line_chart(title: str, points: Sequence[tuple[float, float]], across: str, up: str) -> str:
    """Draw one line, with the ends of both scales in words and the zero level marked."""
    width, height, left, low = 560.0, 200.0, 60.0, 172.0
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x0, x1, y0, y1 = min(xs), max(xs), min(*ys, 0.0), max(*ys, 0.0)

    def place(x: float, y: float) -> tuple[float, float]:
        return left + (x - x0) / (x1 - x0 or 1) * (width - left - 20), low - (y - y0) / (y1 - y0 or 1) * (low - 16)

    path = "L".join(f"{a:.2f} {b:.2f}" for a, b in (place(x, y) for x, y in points))
    _, zero = place(x0, 0.0)
    parts = [
        f'<line x1="{left:g}" y1="{zero:.2f}" x2="{width - 20:g}" y2="{zero:.2f}" stroke="{PALE}" stroke-width="0.8"/>',
        f'<path d="M{path}" fill="none" stroke="{PLAIN}" stroke-width="1.8"/>',
        _text(left - 6, place(x0, y1)[1] + 4, f"{100 * y1:.1f} %", 10, "end"),
        _text(left - 6, place(x0, y0)[1] + 4, f"{100 * y0:.1f} %", 10, "end"),
        _text(left, low + 16, f"{x0:,.0f}", 10),
        _text(width - 20, low + 16, f"{x1:,.0f}", 10, "end"),
        _text((left + width - 20) / 2, low + 16, across, 10, "middle"),
        _text(left + 6, 12, up, 10),
    ]
    return _svg(width, height, parts, title)


def histogram(title: str, counts: Sequence[int], ends: tuple[str, str], marks: Sequence[tuple[float, str]] = ()) -> str:
    """Draw how often each part of a scale was met: a column a part, the ends of the scale in words, lines across it.

    ``marks`` are places from 0 to 1 with their words; those beyond an end are drawn at it.
    """
    width, left, low, high = 560.0, 20.0, 172.0, 34.0
    room, most = width - 2 * left, max(counts, default=0) or 1
    step = room / max(1, len(counts))
    parts = [
        _box(left + at * step, low - (low - high) * count / most, step - 1, (low - high) * count / most, PLAIN)
        for at, count in enumerate(counts)
    ]
    for at, (place, words) in enumerate(marks):
        x = left + min(1.0, max(0.0, place)) * room
        parts.append(f'<line x1="{x:.2f}" y1="{high:g}" x2="{x:.2f}" y2="{low:g}" stroke="{BAD}" stroke-width="1.2"/>')
        anchor = "end" if place > 0.7 else "start"
        parts.append(_text(x + (-4 if anchor == "end" else 4), 11 + 12 * (at % 2), words, 10, anchor))
    parts.append(
        f'<line x1="{left:g}" y1="{low:g}" x2="{width - left:g}" y2="{low:g}" stroke="{INK}" stroke-width="0.8"/>'
    )
    parts += [_text(left, low + 16, ends[0], 10), _text(width - left, low + 16, ends[1], 10, "end")]
    return _svg(width, 200.0, parts, title)
