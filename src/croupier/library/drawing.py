"""The notebook display of a card, a table, a settlement and odds: plain HTML, with small SVG cards."""

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from croupier.cards import SUIT_SIGNS, SUITS

_RED: Final = "dh"
_WIDTH: Final = 30
_HEIGHT: Final = 42
_LEFT: Final = "text-align:left;padding:.15em .6em"
_RIGHT: Final = "text-align:right;padding:.15em .6em"
_FIGURE: Final = re.compile(r"[+-]?[\d,.]*\d( ?%)?")


def drawn_cards(cards: Iterable[str]) -> str:
    """Draw cards side by side; a card that lies face down shows its back."""
    return "".join(map(_card, cards))


def _card(text: str) -> str:
    rank, suit = text[0].replace("T", "10"), text[1]
    if suit in SUITS:
        colour = "#b3202c" if suit in _RED else "#1d1d1f"
        style = f'x="15" font-size="15" text-anchor="middle" fill="{colour}"'
        face = f'<text y="19" {style}>{rank}</text><text y="36" {style}>{SUIT_SIGNS[SUITS.index(suit)]}</text>'
    else:
        face = f'<rect x="5" y="5" width="{_WIDTH - 10}" height="{_HEIGHT - 10}" rx="2" fill="#2c4a6e"/>'
    edge = f'width="{_WIDTH - 1}" height="{_HEIGHT - 1}" rx="4" fill="#fff" stroke="#8a8a8e"'
    return (
        f'<svg role="img" aria-label="{escape(text)}" width="{_WIDTH}" height="{_HEIGHT}"'
        f' viewBox="0 0 {_WIDTH} {_HEIGHT}" style="vertical-align:middle;margin:1px">'
        f'<rect x=".5" y=".5" {edge}/>{face}</svg>'
    )


def drawn_table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """Draw a table of text; a cell that begins with a drawn card is kept as HTML."""
    titles = "".join(f'<th style="{_LEFT}">{escape(one)}</th>' for one in head)
    top = f"<thead><tr>{titles}</tr></thead>" if any(head) else ""
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f'<table><caption style="{_LEFT}">{escape(caption)}</caption>{top}<tbody>{body}</tbody></table>'


def _cell(text: str) -> str:
    """Draw a cell: figures are right-aligned; the colours are the notebook's own, light or dark."""
    shown = text if text.startswith("<svg ") else escape(text)
    return f'<td style="{_RIGHT if _FIGURE.fullmatch(text) else _LEFT}">{shown}</td>'
