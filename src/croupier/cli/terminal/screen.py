"""The person's screen. Every picture is drawn from the Player's own view, so no hidden card can reach it.

At a terminal the table is redrawn for every question, with the last sentences below it; in a pipe, or on a terminal
without cursor control, everything is plain text, line by line.
"""

import sys
import time
from collections import deque
from collections.abc import Sequence
from typing import Final

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text
from rich.theme import Theme

from croupier.cards import SUIT_SIGNS, SUITS
from croupier.cli.terminal.faces import Drawing, chips, packed, short, state, tall
from croupier.money import Cents
from croupier.notation.speech import MINUS, POINTER, RESULTS, made, money, net, pilcrows, spoken
from croupier.play.banked.events import WagerSettled
from croupier.play.banked.state import Phase
from croupier.play.banked.view import TableView
from croupier.play.viewer import HIDDEN
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite, Document
from croupier.rules.game import Game
from croupier.rules.settling import Result

# Colour is always printed on a plate of its own, never on the terminal's unknown background.
_PLATE: Final = "#12161b"
THEME: Final = Theme(
    {
        "card.black": "#14171c on #f3eee1",
        "card.red": "#b01c28 on #f3eee1",
        "card.back": "#8a6f35 on #242c35",
        "act": "bold #1c1403 on #e6bd62",
        "key": "bold #f5f1e7 on #3a4653",
        "brass": f"bold #e6bd62 on {_PLATE}",
        "win": f"#7fe0ab on {_PLATE}",
        "lose": f"#f49c8e on {_PLATE}",
        "push": f"#a8cdee on {_PLATE}",
        "warn": f"#f5c467 on {_PLATE}",
        "second": "dim",
    }
)
_STYLES: Final = {
    Result.WIN: "win",
    Result.LOSE: "lose",
    Result.STAND_OFF: "push",
    Result.RETURNED: "push",
    Result.VOID: "push",
}
_ASCII: Final = str.maketrans(
    {"¶": "#", "·": "-", MINUS: "-", POINTER: ">", "’": "'", "“": '"', "”": '"', "…": "...", "→": "->", "–": "-"}
    | dict(zip(SUIT_SIGNS, SUITS, strict=True))
)
_PAUSE: Final = 0.35
_WIDEST: Final = 110
"""The widest useful page: a wider table only separates what belongs together."""


class _Console(Console):
    """Rich's console, except that a closed pipe is reported to the caller instead of ending the program from within."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


Row = tuple[str, tuple[str, ...], str, list[str]]
"""The name of a hand's place, its cards, the hand in words, and its chips."""


class Screen:
    """The terminal, or a pipe in its place."""

    def __init__(self, *, json: bool = False) -> None:
        """Open the screen; with ``json`` standard output belongs to a program, and sentences go to standard error."""
        stream = sys.stderr if json else sys.stdout
        self._console = _Console(file=stream, theme=THEME, highlight=False, emoji=False)
        self._quiet = json
        self._said: deque[Text] = deque(maxlen=4)
        self._drawing = self._able()
        self.live = self._drawing in (Drawing.COLOUR, Drawing.FRAMES)
        self._drawn: list[Row] = []
        self._head = ""

    @property
    def quiet(self) -> bool:
        """True if nothing is drawn."""
        return self._quiet

    @property
    def drawing(self) -> Drawing:
        """The way in which cards can be shown here."""
        return self._drawing

    @property
    def height(self) -> int:
        """The number of lines of a page."""
        return self._console.height

    @property
    def said(self) -> int:
        """The number of sentences that are shown below the table."""
        return len(self._said)

    def remember(self, lines: int) -> None:
        """Keep this many of the last sentences below the table."""
        self._said = deque(self._said, maxlen=lines)

    def _able(self) -> Drawing:
        console = self._console
        if not console.encoding.lower().startswith("utf"):
            return Drawing.ASCII
        if not console.is_terminal or console.is_dumb_terminal:
            return Drawing.TEXT
        return Drawing.FRAMES if console.no_color or console.color_system is None else Drawing.COLOUR

    @property
    def _width(self) -> int:
        """The width of a page; asked for every time, because windows are resized."""
        return min(self._console.width, _WIDEST)

    def print(self, *what: RenderableType, end: str = "\n") -> None:
        """Print, in the characters that the terminal can show."""
        if self._drawing is not Drawing.ASCII:
            self._console.print(*what, end=end, width=self._width if self.live else None, soft_wrap=not self.live)
            return
        with self._console.capture() as captured:
            self._console.print(*what, end=end)
        plain = captured.get().translate(_ASCII).encode("ascii", "replace").decode()
        self._console.file.write(plain)
        self._console.file.flush()

    # --- sentences ------------------------------------------------------------------------------------------------

    def say(self, text: str, cites: Sequence[Cite] = (), style: str = "") -> None:
        """Say a sentence with its paragraphs; it stays below the table until others push it out."""
        said = Text(text, style).append(f" {pilcrows(cites)}" if cites else "", "second")
        self._said.append(said)
        self.print(said)

    def complain(self, sentence: str, cites: Sequence[Cite] = ()) -> None:
        """Say why something was refused."""
        self.print(Text(sentence, "warn").append(f" {pilcrows(cites)}" if cites else "", "second"))

    def forget(self) -> None:
        """Begin a new page, without the sentences so far."""
        self._said.clear()

    def pause(self) -> None:
        """Pause for the eye at a terminal. Keys that are typed meanwhile are kept."""
        if self.live and not self._quiet:
            time.sleep(_PAUSE)

    def prompt(self) -> None:
        """Print the prompt at which the person types."""
        self.print(Text(f"{POINTER} ", "bold"), end="")
        self._console.file.flush()

    def echo(self, answer: str) -> None:
        """Print an answer that no terminal has echoed."""
        self.print(Text(answer))

    def question(self, text: str, answers: Sequence[tuple[str, str, tuple[Cite, ...], bool]], hint: str) -> None:
        """Print the question and the keys that answer it; the brass one is that of Enter."""
        if self.live:
            self.print()
        self.print(Text.assemble((text, "bold"), f"  {hint}" if hint else ""))
        pieces = []
        for key, label, cites, enter in answers:
            name = f"{key}, Enter" if enter and key != "Enter" else key
            plate = f" {name} " if self._drawing is Drawing.COLOUR else f"[{name}]"
            piece = Text.assemble((plate, "act" if enter else "key"), f" {label}")
            pieces.append(piece.append(f" {pilcrows(cites)}" if cites else "", "second"))
        for line in packed(pieces, self._width, "   "):
            self.print(line)

    def help(self, rows: Sequence[tuple[str, str]]) -> None:
        """Print the keys of a moment."""
        grid = Grid.grid(padding=(0, 2))
        for key, meaning in rows:
            grid.add_row(Text(key, "bold"), meaning)
        self.print(grid)

    def menu(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """Print choices, each with a note."""
        grid = Grid.grid(padding=(0, 2))
        for number, title, origin in rows:
            grid.add_row(Text(number, "bold"), title, Text(origin, "second"))
        self.print(grid)

    # --- the table ------------------------------------------------------------------------------------------------

    def table(self, game: BankedGame, view: TableView, bankroll: Cents, *, below: int = 7) -> None:
        """Draw the table as the Player sees it; ``below`` says how many lines the rest of the page will need.

        Once the wagers are settled the ledger shows their chips, and a box shows its result.
        """
        if self._quiet:
            return
        figures = f"Jackpot {money(view.jackpot)}" if game.has_jackpot else f"Ante from {money(view.limits.minimum)}"
        if not self.live:
            self._plain_table(game, view, f"Round {view.round} · {figures} · Bankroll {money(bankroll)}")
            return
        rows = self._rows(game, view)
        high = 4 * len(rows) + 3 + below <= self._console.height
        grid = Grid.grid(padding=(0, 2, 0, 0))
        draw = tall if high else short
        drawn = [draw(cards, self._drawing) for _, cards, _, _ in rows]
        beside = max((self._console.measure(one).maximum for one in drawn), default=0) + max(
            (len(row[0]) for row in rows), default=0
        )
        for at, (name, _, hand, wagers) in enumerate(rows):
            lines = [Text(hand)] if hand and high else []
            beside_it = wagers if high or not hand else [hand, *wagers]
            lines += packed([Text(one) for one in beside_it], self._width - beside - 10, "  ")
            grid.add_row(Text(name, "brass" if name.endswith(POINTER) else ""), drawn[at], Text("\n").join(lines))
            if high and at + 1 < len(rows):
                grid.add_row()
        self.page(game, f"{game.document.title} · round {view.round}", figures, grid, f"Bankroll {money(bankroll)}")

    def page(
        self, game: Game, title: str, figures: str, table: RenderableType, below: str, *, said: int | None = None
    ) -> None:
        """Print a page of its own for a table, with the last sentences under it: all of them, or a number of them."""
        top = Grid.grid(expand=True)
        top.add_column(justify="right")
        top.add_row(Text.assemble((f" {figures} ", "brass")))
        panel = Panel(
            Group(top, table),
            box=ROUNDED,
            title=Text(title, "bold"),
            title_align="left",
            subtitle=Text(below, "bold"),
            subtitle_align="right",
            border_style=game.document.colours.light,
        )
        self._console.clear()
        self.print(panel)
        for sentence in list(self._said)[-(said or len(self._said)) :]:
            self.print(sentence)

    def _plain_table(self, game: BankedGame, view: TableView, head: str) -> None:
        """Print a line for each hand on the table, unless the same lines have just been printed."""
        rows = [row for row in self._rows(game, view) if row[1]]
        if view.phase is Phase.ENDED or (rows == self._drawn and head == self._head):
            return
        self.print(Text(head))
        for name, cards, hand, wagers in rows:
            words = "  ".join([*([hand] if hand else []), ", ".join(wagers)])
            self.print(Text(f"  {name:<11}").append_text(short(cards, self._drawing)).append(f"  {words}"))
        self._drawn, self._head = rows, head

    def _rows(self, game: BankedGame, view: TableView) -> list[Row]:
        """Return Dealer, Community Cards and boxes: name, cards, and a description of each."""
        board = tuple(card for card in view.community if card != HIDDEN)
        rows: list[Row] = []
        over = view.phase is Phase.ENDED
        if view.dealer:
            rows.append(
                ("Dealer", view.dealer, "" if HIDDEN in view.dealer else made(game.hand, view.dealer, board), [])
            )
        if view.community:
            rows.append(("Community", view.community, "", []))
        for box in view.boxes:
            hand = made(game.hand, box.cards, board) if HIDDEN not in box.cards else ""
            stands = state(box, other_examined=any(one.looked for one in view.boxes if one is not box))
            said = " · ".join(part for part in (stands, hand) if part)
            name = f"Box {box.box}" + (f" {POINTER}" if box.box == view.turn else "")
            ended = [one.paid + one.returned - one.staked for one in view.lines if one.box == box.box and over]
            lying = [net(sum(ended))] if ended else chips(game, box.wagers, self._drawing)
            rows.append((name, box.cards, said, lying))
        return rows

    # --- the settlement -------------------------------------------------------------------------------------------

    def sheet(self) -> Grid:
        """Return an empty ledger."""
        box = SIMPLE_HEAD if self.live else None
        return Grid(box=box, pad_edge=False, show_edge=False, show_footer=True, padding=(0, 1))

    def ledger(self, game: BankedGame, lines: Sequence[WagerSettled]) -> None:
        """Print every wager with its result and its paragraphs, and the totals."""
        if self._quiet:
            return
        grid = self.sheet()
        staked, paid, back = (sum(getattr(one, name) for one in lines) for name in ("staked", "paid", "returned"))
        grid.add_column("Box", "All", no_wrap=True)
        grid.add_column("Wager", "", no_wrap=True)
        grid.add_column("Staked", money(staked), justify="right", no_wrap=True)
        grid.add_column("Result", "", no_wrap=True)
        grid.add_column("Won", money(paid), justify="right", no_wrap=True)
        grid.add_column("Back", money(back), justify="right", no_wrap=True)
        total = paid + back - staked
        style = "win" if total > 0 else "lose" if total < 0 else "push"
        grid.add_column("Net", Text(net(total), style), justify="right", no_wrap=True)
        grid.add_column("Why", "")
        for one in lines:
            gain = one.paid + one.returned - one.staked
            result = Text(f" {RESULTS[one.result]} ", _STYLES[one.result])
            why = pilcrows(one.cites) + (f"  {spoken(one.award)}" if one.award else "")
            row = (money(one.staked), result, money(one.paid), money(one.returned), net(gain))
            grid.add_row(str(one.box), game.title(one.wager), *row, Text(why, "second"))
        self.print(grid)

    # --- the rules ------------------------------------------------------------------------------------------------

    def explain(self, document: Document, cites: Sequence[Cite]) -> None:
        """Print the rulebook's own summary of paragraphs and interpretations."""
        if not cites:
            self.complain("No paragraph governs this question.")
        for cite in cites:
            paragraph = document.paragraph(cite)
            reading = next((one for one in document.interpretations if one.number == cite), None)
            if paragraph is not None:
                self.print(Text.assemble((f"¶{cite}", "bold"), f" {paragraph.summary}"))
            elif reading is not None:
                about = pilcrows(reading.paragraphs)
                self.print(Text.assemble((cite, "bold"), f" {reading.question} {reading.choice} ", (about, "second")))
            else:
                self.complain(f"{document.title} has no paragraph {cite[:20]!r}.")

    def terms_are(self, game: Game) -> str:
        """Return the words for what :meth:`terms` shows."""
        return "what the wagers pay" if isinstance(game, BankedGame) else "the order of the hands"

    def terms(self, game: Game) -> None:
        """Print what decides the money: the pay tables, or the ranking of hands."""
        if isinstance(game, BankedGame):
            self.pays(game)
        else:
            self.menu([(str(at), one.title, "") for at, one in enumerate(reversed(game.hand.orders), 1)])

    def pays(self, game: BankedGame) -> None:
        """Print the pays of every wager, and the jackpot."""
        grid = Grid.grid(padding=(0, 2))
        tables = [(game.title(wager), pays, game.caps.get(wager)) for wager, pays in game.pays.items()]
        for title, pays, cap in (*tables, *((one.title, one.pays, None) for one in game.premiums.values())):
            limit = f", at most {money(cap.most)} {pilcrows((cap.cite,))}" if cap else ""
            cites = Text(pilcrows((pays.cite,)) + limit, "second")
            if len(pays.lines) == 1:
                grid.add_row(Text(title, "bold"), str(pays.lines[0].odds), cites)
                continue
            grid.add_row(Text(title, "bold"), "", cites)
            for line in pays.lines:
                grid.add_row("", spoken(line.name), str(line.odds))
        if not game.has_jackpot:
            self.print(grid)
            return
        grid.add_row(Text("Jackpot", "bold"), "", Text(pilcrows(award.cite for award in game.jackpot.awards), "second"))
        for award in game.jackpot.awards:
            grid.add_row("", spoken(award.name), str(award.prize))
        self.print(grid)
