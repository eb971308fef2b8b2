"""From "Place your Bets" to "No more Bets": asking for the wagers of each box."""

from collections.abc import Callable
from typing import Final

from croupier.cli.terminal.ask import Answer, Ask, MovedError, Question, UnclearError
from croupier.cli.terminal.screen import Screen
from croupier.cli.terminal.seat import PLAYER, Seat
from croupier.money import Cents
from croupier.notation.speech import listed, money, pilcrows, read_money
from croupier.play.banked.commands import PlaceWager
from croupier.play.banked.options import Stake
from croupier.play.banked.state import Phase
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Decide, WagerName

Wagers = dict[int, dict[WagerName, Cents]]
"""The amounts by box and area."""

NOTHING: Final = 0


def total(wagers: Wagers) -> Cents:
    """Return the sum of all wagers."""
    return sum(sum(box.values()) for box in wagers.values())


def in_words(game: BankedGame, wagers: Wagers) -> str:
    """Return ``Ante 25.00 and Jackpot 5.00``, with the boxes named where there are several."""
    boxes = {
        number: listed(f"{game.title(name)} {money(amount)}" for name, amount in box.items())
        for number, box in wagers.items()
    }
    if len(boxes) == 1:
        return next(iter(boxes.values()))
    if len(set(boxes.values())) == 1:
        return f"{next(iter(boxes.values()))} on each of {len(boxes)} boxes"
    return "; ".join(f"box {number} {words}" for number, words in boxes.items())


class Bets:
    """The questions for wagers; each answer goes to the table, which accepts or refuses it."""

    def __init__(self, seat: Seat, screen: Screen, ask: Ask, draw: Callable[[], None]) -> None:
        self._seat, self._screen, self._ask, self._draw = seat, screen, ask, draw
        self.last: Wagers = {}
        """The last wagers, which Enter repeats."""
        self._asked = 0
        """The number of boxes asked for; a box that was left empty is left empty again."""

    def can_repeat(self, boxes: int) -> bool:
        """Return whether the last wagers are still affordable and are for the wanted number of boxes."""
        return bool(self.last) and self._asked == boxes and total(self.last) <= self._seat.bankroll

    def repeat(self) -> None:
        """Repeat the last wagers, unless they leave too little to go on with and the person decides against it."""
        for number, box in self.last.items():
            for wager, amount in box.items():
                refused = self._seat.do(PLAYER, PlaceWager(number, wager, amount))
                if refused is not None:
                    self._screen.complain(refused.sentence + ".", refused.cites)
        if not self._stands():
            self._seat.take_back()
            self.ask(self._asked)

    def ask(self, boxes: int) -> None:
        """Ask for the wagers of every box until the table accepts all of them."""
        while True:
            for number in range(1, boxes + 1):
                self._draw()
                self._ask_box(number)
            self._draw()
            if self._stands():
                self._asked = boxes
                return
            self._seat.take_back()

    def close(self) -> None:
        """Note the chips on the table as the last wagers."""
        round_ = self._seat.table.round
        lying = round_.boxes if round_ is not None else ()
        if lying:
            self.last = {box.number: {one.name: one.amount for one in box.wagers} for box in lying}

    def _ask_box(self, number: int) -> None:
        """Ask for the wagers of a box; each goes through the engine before the next is asked for."""
        for area in self._seat.game.areas:
            while (stake := self._offered(number, area.wager)) is not None:
                left = self._seat.bankroll
                if stake.enough > left:
                    name, least = self._seat.game.title(stake.wager), money(stake.enough)
                    self._screen.complain(
                        f"Box {number}: the {name} takes {least}; you have {money(left)} left.", stake.cites
                    )
                    break
                try:
                    amount = self._ask.ask(self._question(stake, left))
                except MovedError:
                    self._go_on()
                    continue
                if not amount:
                    break
                refused = self._seat.do(PLAYER, stake.command(amount))
                if refused is None:
                    break
                self._screen.complain(refused.sentence + ".", refused.cites)

    def _offered(self, box: int, wager: WagerName) -> Stake | None:
        for option in self._seat.options(PLAYER):
            if isinstance(option, Stake) and option.box == box and option.wager is wager:
                return option
        return None

    def _question(self, stake: Stake, left: Cents) -> Question[Cents]:
        """Return the question for one area. The other wagers of a box need its first."""
        first = stake.wager is self._seat.game.areas[0].wager
        last = self.last.get(stake.box, {}).get(stake.wager, NOTHING)
        usual = last if stake.takes(last) and last <= left else NOTHING
        if first and not usual and (stake.box > self._asked or not self.last):
            usual = stake.enough
        text = f"Box {stake.box} · {self._seat.game.title(stake.wager)}"
        if stake.least == stake.most:
            text += " wager"
            yes = Answer("y", f"place {money(stake.least)}", stake.least, stake.cites, "yes")
            no = Answer("n", "none", NOTHING, (), "no")
            return Question(text, (yes, no), enter=yes if usual else no)
        alone = any(area.alone for area in self._seat.game.areas)
        none = Answer("n", "leave the box empty" if first and not alone else "none", NOTHING, (), "none")
        again = Answer("Enter", money(usual), usual, stake.cites)
        most = min(stake.most, left // stake.step * stake.step)
        return Question(
            text,
            (again, none) if usual else (none,),
            enter=again if usual else none,
            read=lambda said: _amount(said, stake, left),
            hint=f"{money(stake.enough)} to {money(most)} in steps of {money(stake.step)}",
            cites=stake.cites,
            numbers=True,
        )

    def _stands(self) -> bool:
        """Return whether the person keeps their wagers although these leave too little to go on with."""
        ahead, left = self._to_go_on(), self._seat.bankroll
        if ahead <= left:
            return True
        self._screen.complain(
            f"To play every hand you will need {money(ahead)} more, and you have {money(left)} left:"
            " a hand you cannot pay for you can only fold."
        )
        keep = Answer("k", "keep these wagers", True, word="keep")
        try:
            return self._ask.ask(Question("Wagers", (keep, Answer("c", "change them", False, word="change"))))
        except MovedError:
            self._go_on()
            return self._stands()

    def _go_on(self) -> None:
        """Go on after something went wrong. Raises :class:`MovedError` if wagers are no longer accepted."""
        if self._seat.phase is not Phase.BETTING:
            raise MovedError
        self._draw()

    def _to_go_on(self) -> Cents:
        """Return the cost of the first decisions if no hand is folded: a multiple of each Ante, from the rulebook."""
        table, round_ = self._seat.table, self._seat.table.round
        antes = [box.wager(WagerName.ANTE) for box in round_.boxes] if round_ is not None else []
        for step in self._seat.game.rounds[table.policy.dealing]:
            if isinstance(step, Decide):
                times = max(choice.times_ante for choice in step.choices)
                return times * sum(ante.amount for ante in antes if ante is not None)
        return 0


def _amount(text: str, stake: Stake, left: Cents) -> Cents:
    """Return an amount as typed. Raises :class:`UnclearError` if it is none, too little or more than the person has."""
    amount = read_money(text)
    if amount is None:
        raise UnclearError(f"{text[:20]!r} is not an amount; write 25 or 25.50.")
    if amount > left:
        raise UnclearError(f"That is more than the {money(left)} you have left.")
    if stake.least <= amount < stake.enough:
        raise UnclearError(f"On its own in the box it must be at least {money(stake.enough)}. {pilcrows(stake.cites)}")
    return amount
