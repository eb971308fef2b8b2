"""The person's view of a table of the poker room, drawn for the terminal."""

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.terminal.faces import Drawing, short, tall
from croupier.cli.terminal.room_seat import SEAT
from croupier.cli.terminal.screen import Screen
from croupier.money import Cents
from croupier.notation.room_told import YOU, name_of
from croupier.notation.speech import POINTER, made, money, net, pilcrows
from croupier.play.room.events import PotAwarded
from croupier.play.room.state import Phase
from croupier.play.room.view import RoomView, SeatView
from croupier.play.viewer import HIDDEN
from croupier.rules.room import RoomGame

_ROUNDS: Final = {0: "before the Flop", 3: "Flop", 4: "Turn", 5: "River"}
"""The name of a moment, by the number of Community Cards."""


def street(view: RoomView) -> str:
    """Return the current street of the round."""
    return _ROUNDS.get(len(view.community), "")


def pots(view: RoomView) -> str:
    """Return ``Pot 12.00``, or every pot where there are several."""
    all_in = {one.seat for one in view.seats if one.all_in}
    amounts: list[Cents] = []
    whose: set[int] = set()
    for pot in view.pots:
        # An uncalled bet makes no pot of its own; a Player who is all-in and in no further pot does.
        if amounts and not all_in & (whose - set(pot.seats)):
            amounts[-1] += pot.amount
        else:
            amounts.append(pot.amount)
        whose = set(pot.seats)
    if len(amounts) < 2:
        return f"Pot {money(amounts[0])}" if amounts else ""
    return " · ".join(f"{pot_name(number)} {money(amount)}" for number, amount in enumerate(amounts))


def pot_name(number: int) -> str:
    """Return a pot's name as the Dealer says it."""
    return f"Side Pot {number}" if number else "Main Pot"


def _taken(view: RoomView) -> str:
    """Return the sum of a finished round's pots, and the Rake."""
    amount, rake = (sum(getattr(pot, name) for pot in view.awarded) for name in ("amount", "rake"))
    return f"Pot {money(amount)} · Rake {money(rake)}"


def _buttons(view: RoomView, one: SeatView) -> str:
    found = []
    if one.seat == view.button:
        found.append("Button")
    if one.seat == view.small_blind and one.dealt_in:
        found.append("Small Blind")
    if one.seat == view.big_blind:
        found.append("Big Blind")
    short_names = {"Small Blind": "SB", "Big Blind": "BB"}
    return " ".join(short_names.get(name, name) for name in found)


def _state(view: RoomView, one: SeatView) -> str:
    if one.away:
        return "sits out"
    if not one.dealt_in:
        return "waits for the Big Blind" if one.owes and not one.pays else "waits"
    if one.folded:
        return "folded"
    if one.shown is False:
        return "mucked"
    return "all-in" if one.all_in else ""


class RoomScreen:
    """The drawing of a room's table on the screen."""

    def __init__(self, screen: Screen, game: RoomGame) -> None:
        self._screen, self._game = screen, game
        self._drawn = ""

    def table(self, view: RoomView, purse: Cents, below: int) -> None:
        """Draw the table as the Player sees it; ``below`` says how many lines the rest of the page will need."""
        if self._screen.quiet:
            return
        me = next((one for one in view.seats if one.seat == SEAT), None)
        stack = f"Stack {money(me.stack)} · Bankroll {money(purse)}" if me is not None else f"Bankroll {money(purse)}"
        if not self._screen.live:
            self._plain(view, me, stack)
            return
        high = len(view.seats) + 9 + below <= self._screen.height
        body: list[RenderableType] = [*self._cards(view, me, high), self._seats(view)]
        where = f" · {street(view)}" if view.phase is not Phase.ENDED else ""
        title = f"{self._game.document.title} · round {view.round}{where}"
        said = max(2, self._screen.height - len(view.seats) - (10 if high else 8) - below + self._screen.said)
        self._screen.page(self._game, title, pots(view) or _taken(view), Group(*body), stack, said=said)

    def _cards(self, view: RoomView, me: SeatView | None, high: bool) -> list[RenderableType]:
        """Return the board and the own cards side by side, and the hand that they make."""
        own = me.cards if me is not None else ()
        draw = tall if high else short
        grid = Grid.grid(padding=(0, 2, 0, 0))
        words, cells = [], []
        for name, cards in (("Board", view.community), (YOU, own)):
            if cards:
                words += [Text(name, "bold")]
                cells += [draw(cards, self._screen.drawing)]
        if not cells:
            return []
        grid.add_row(*[part for pair in zip(words, cells, strict=True) for part in pair])
        hand = made(self._game.hand, own, view.community) if own and HIDDEN not in own else ""
        return [grid, Text(hand, "bold")] if hand else [grid, Text("")]

    def _seats(self, view: RoomView) -> Grid:
        """Return a line for every Player: whose turn it is, the Button and the Blinds, their stack and their bet."""
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for right in (False, False, False, True, True, False):
            grid.add_column(justify="right" if right else "left", no_wrap=True)
        for one in view.seats:
            turn = one.seat == view.turn
            name = name_of(view, one.seat, SEAT)
            shown = short(one.cards, self._screen.drawing) if one.shown else Text("")
            words = _state(view, one)
            tail = Text.assemble(words, "  " if words and shown else "", shown)
            out = one.folded or not one.dealt_in or one.away
            style = "brass" if turn else "second" if out else "bold" if one.seat == SEAT else ""
            grid.add_row(
                Text(f"{POINTER if turn else ' '} {one.seat:>2}", style),
                Text(name, style),
                Text(_buttons(view, one)),
                Text(money(one.stack), style),
                Text(money(one.bet) if one.bet else "", "bold"),
                tail,
            )
        return grid

    def _plain(self, view: RoomView, me: SeatView | None, stack: str) -> None:
        """Print the table as lines of text, unless the same have just been printed."""
        if view.phase is Phase.ENDED:
            return
        lines = [f"Round {view.round} · {street(view)} · {pots(view)} · {stack}"]
        ascii_ = self._screen.drawing is Drawing.ASCII
        drawing = Drawing.ASCII if ascii_ else Drawing.TEXT
        if view.community:
            lines.append(f"  Board  {short(view.community, drawing).plain}")
        if me is not None and me.cards:
            hand = made(self._game.hand, me.cards, view.community) if HIDDEN not in me.cards else ""
            lines.append(f"  You    {short(me.cards, drawing).plain}{f'  {hand}' if hand else ''}")
        for one in view.seats:
            turn = POINTER if one.seat == view.turn else " "
            bet = money(one.bet) if one.bet else ""
            line = f"{turn} {one.seat:>2} {name_of(view, one.seat, SEAT):<8} {_buttons(view, one):<9}"
            lines.append(f"{line} {money(one.stack):>10} {bet:>9}  {_state(view, one)}".rstrip())
        text = "\n".join(lines)
        if text != self._drawn:
            self._screen.print(Text(text))
        self._drawn = text

    def ledger(self, view: RoomView, awarded: Sequence[PotAwarded]) -> None:
        """Print every pot with its Rake, its winners and its paragraphs, and the totals."""
        if self._screen.quiet or not awarded:
            return
        grid = self._screen.sheet()
        won = sum(amount for pot in awarded for _, amount in pot.winners)
        grid.add_column("Pot", "All", no_wrap=True)
        grid.add_column("Amount", money(sum(pot.amount for pot in awarded)), justify="right", no_wrap=True)
        grid.add_column("Rake", money(sum(pot.rake for pot in awarded)), justify="right", no_wrap=True)
        grid.add_column("Winner", "", no_wrap=True)
        grid.add_column("Won", money(won), justify="right", no_wrap=True)
        grid.add_column("Why", "")
        for pot in awarded:
            first = (pot_name(pot.pot), money(pot.amount), money(pot.rake))
            for at, (seat, amount) in enumerate(pot.winners):
                head = first if not at else ("", "", "")
                who = Text(name_of(view, seat, SEAT), "win" if seat == SEAT else "")
                why = Text(pilcrows(pot.cites) if not at else "", "second")
                grid.add_row(*head, who, money(amount), why)
        self._screen.print(grid)

    def result(self, before: Cents, after: Cents) -> None:
        """Print the person's Table Stake before and after the round."""
        gain = after - before
        style = "win" if gain > 0 else "lose" if gain < 0 else "push"
        self._screen.say(f"Your Table Stake {money(before)} → {money(after)} ({net(gain)}).", style=style)
