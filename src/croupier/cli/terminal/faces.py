"""Cards and chips for the terminal: as plates of colour, as drawn frames without colour, or as bare text."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from rich.text import Text

from croupier.cards import SUIT_SIGNS, SUITS
from croupier.notation.speech import money
from croupier.play.banked.view import BoxView, WagerView
from croupier.play.viewer import HIDDEN
from croupier.rules.banked import BankedGame
from croupier.rules.terms import WagerName

SPOTS: Final = {WagerName.JACKPOT: "◉"} | dict.fromkeys(
    (WagerName.ANTE, WagerName.FLOP, WagerName.TURN, WagerName.RIVER), "●"
)
"""The signs of spots: a coin for the Jackpot, rounds for the Ante and its raises; every other spot is a square."""


class Drawing(Enum):
    """The ways in which a terminal can show cards."""

    COLOUR = "colour"
    FRAMES = "frames"
    TEXT = "text"
    ASCII = "ascii"


def _rank(card: str) -> str:
    return "10" if card[0] == "T" else card[0]


def _sign(card: str) -> str:
    return SUIT_SIGNS[SUITS.index(card[1])]


def _style(card: str) -> str:
    return "card.red" if card[1] in "dh" else "card.black"


def short(cards: tuple[str, ...], drawing: Drawing) -> Text:
    """Return cards in one line."""
    text = Text(no_wrap=True)
    for at, card in enumerate(cards):
        if at:
            text.append(" ")
        if drawing is Drawing.ASCII:
            text.append(card)
        elif drawing is Drawing.COLOUR and card == HIDDEN:
            text.append(" ░░ ", "card.back")
        elif drawing is Drawing.COLOUR:
            text.append(f" {_rank(card)}{_sign(card)} ", _style(card))
        else:
            text.append(card if card == HIDDEN else _rank(card) + _sign(card))
    return text


def tall(cards: tuple[str, ...], drawing: Drawing) -> Text:
    """Return cards three lines high, with the rank in the corner where the eye looks for it."""
    rows = [Text(no_wrap=True) for _ in range(3)]
    for at, card in enumerate(cards):
        lines, style = _plate(card) if drawing is Drawing.COLOUR else _frame(card)
        for row, line in zip(rows, lines, strict=True):
            row.append(" " if at else "").append(line, style)
    return Text("\n").join(rows)


def _plate(card: str) -> tuple[tuple[str, str, str], str]:
    if card == HIDDEN:
        return (("░░░░░",) * 3), "card.back"
    rank, sign = _rank(card), _sign(card)
    return (f" {rank:<4}", f"{sign:^5}", f"{rank:>4} "), _style(card)


def _frame(card: str) -> tuple[tuple[str, str, str], str]:
    middle = "░░░" if card == HIDDEN else f"{_rank(card) + _sign(card):<3}"
    return ("╭───╮", f"│{middle}│", "╰───╯"), ""


def chips(game: BankedGame, wagers: tuple[WagerView, ...], drawing: Drawing) -> list[str]:
    """Return the wagers on a box, area by area."""
    marked = drawing in (Drawing.COLOUR, Drawing.FRAMES)
    spots = (f"{SPOTS.get(one.name, '■')} " if marked else "" for one in wagers)
    named = (f"{game.title(one.name)} {money(one.amount)}" for one in wagers)
    return [spot + name for spot, name in zip(spots, named, strict=True)]


def packed(pieces: Sequence[Text], width: int, gap: str) -> list[Text]:
    """Return lines with the pieces side by side, as many per line as fit, none broken."""
    lines: list[Text] = []
    for piece in pieces:
        if lines and lines[-1].cell_len + len(gap) + piece.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], gap, piece)
        else:
            lines.append(piece)
    return lines


def state(box: BoxView, *, other_examined: bool) -> str:
    """Return the state of a hand, in a word. A blind hand is one played unseen, not one that may still be looked at."""
    if box.out:
        return "out"
    if box.folded:
        return "folded"
    if box.shown is False:
        return "not shown"
    if not box.shown and not box.looked and (other_examined or box.decisions):
        return "blind"
    return ""
