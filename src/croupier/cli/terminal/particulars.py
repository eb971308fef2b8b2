"""The particulars of a report beyond its facts: the box, the wager and its real amount, the cards that were seen."""

from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from croupier.cards import Card
from croupier.cli.terminal.ask import Answer, Ask, Question, UnclearError
from croupier.cli.terminal.seat import Seat
from croupier.money import Cents
from croupier.notation.speech import money, read_money
from croupier.play.banked.commands import Report
from croupier.play.banked.state import Box, Wager
from croupier.rules.irregularities import ABOUT_A_BOX, ABOUT_A_WAGER, ABOUT_SOME_BOXES

GIVE_UP: Final = "x"

_SOME_BOXES: Final = ABOUT_SOME_BOXES - {"cards_exposed"}  # asked about card by card
BOXED: Final = ABOUT_A_BOX | _SOME_BOXES
"""The irregularities that are about a box."""
_NO_BOX: Final = 0


class GiveUpError(Exception):
    """A person's decision to give up; nothing is reported."""


def pick(
    ask: Ask,
    text: str,
    choices: Iterable[tuple[str, str]],
    *,
    read: Callable[[str], str] | None = None,
    hint: str = "",
    enter: str | None = None,
) -> str:
    """Return one of some values, chosen by number or word. Raises :class:`GiveUpError`."""
    answers = [Answer(str(at), label, value, (), label) for at, (label, value) in enumerate(choices, 1)]
    usual = next((one for one in answers if one.value == enter), None)
    give_up = Answer(GIVE_UP, "give up", "", (), "")
    said = ask.ask(Question(text, (*answers, give_up), usual, read, hint, (), True))
    if not said:
        raise GiveUpError
    return said


class Particulars:
    """The questions about what only people at the table can know."""

    def __init__(self, seat: Seat, ask: Ask) -> None:
        self._seat, self._ask = seat, ask

    def _boxes(self) -> tuple[Box, ...]:
        round_ = self._seat.table.round
        return round_.boxes if round_ is not None else ()

    def box(self, name: str) -> int | None:
        """Return the box that an irregularity is about; None for all of them. Raises :class:`GiveUpError`."""
        most = self._seat.table.policy.boxes
        numbers = range(1, most + 1) if name == "jackpot_without_ante" else [box.number for box in self._boxes()]
        every = name in _SOME_BOXES
        if len(numbers) == 1 and not every:
            return numbers[0]
        if not numbers:
            return None

        def read(text: str) -> int:
            if text.isascii() and text.isdigit() and int(text[:3]) in numbers:
                return int(text)
            raise UnclearError(f"Enter one of {', '.join(map(str, numbers))}.")

        answers = [Answer(GIVE_UP, "give up", -1)]
        if every:
            answers.insert(0, Answer("Enter", "no box in particular", _NO_BOX))
        hint = f"one of {', '.join(map(str, numbers))}"
        enter = answers[0] if every else None
        said = self._ask.ask(Question("Which box?", tuple(answers), enter, read, hint, (), True))
        if said < 0:
            raise GiveUpError
        return said or None

    def boxes(self, *, in_play: bool) -> tuple[int, ...]:
        """Return several boxes: of those in play, or of all at the table."""
        most = self._seat.table.policy.boxes
        numbers = [box.number for box in self._boxes()] if in_play else list(range(1, most + 1))

        def read(text: str) -> tuple[int, ...]:
            words = text.replace(",", " ").split()
            if all(word.isascii() and word.isdigit() and int(word[:3]) in numbers for word in words) and words:
                return tuple(sorted({int(word) for word in words}))
            raise UnclearError(f"Enter one or more of {', '.join(map(str, numbers))}, such as {numbers[0]}.")

        if not numbers:
            return ()
        first: Answer[tuple[int, ...]] = Answer("Enter", str(numbers[0]), (numbers[0],))
        hint = f"some of {', '.join(map(str, numbers))}"
        return self._ask.ask(Question("Which boxes?", (first,), first, read, hint, (), True))

    def wager(self, command: Report) -> Report:
        """Return the report with its wager and the real amount, if it is about one. Raises :class:`GiveUpError`."""
        seat, policy = self._seat, self._seat.table.policy
        if command.irregularity == "jackpot_without_ante":
            if policy.jackpot_wager > seat.bankroll:
                raise GiveUpError
            return replace(command, amount=policy.jackpot_wager)
        box = next((one for one in self._boxes() if one.number == command.box), None)
        if command.irregularity not in ABOUT_A_WAGER or box is None:
            return command
        decided = command.irregularity == "wager_wrong_size"
        wagers = {one.name.value: one for one in box.wagers if (seat.game.area(one.name) is None) is decided}
        if not wagers:
            return command
        names = [(seat.game.title(one.name), key) for key, one in wagers.items()]
        lying = wagers[pick(self._ask, "Which wager?", names) if len(names) > 1 else names[0][1]]
        return replace(command, wager=lying.name, amount=self._amount(lying))

    def _amount(self, lying: Wager) -> Cents:
        """Return the real amount on an area: chips that exist, and that the person had."""
        chip, most = self._seat.table.policy.lowest_chip, lying.amount + self._seat.bankroll

        def read(text: str) -> Cents:
            amount = read_money(text)
            if not amount:
                raise UnclearError(f"{text[:20]!r} is not an amount; write 25 or 25.50.")
            if amount % chip:
                raise UnclearError(f"The lowest chip is {money(chip)}.")
            if amount > most:
                raise UnclearError(f"You cannot have put down more than {money(most)}.")
            return amount

        give_up = Answer(GIVE_UP, "give up", 0)
        text = f"{self._seat.game.title(lying.name)}: what is really there?"
        said = self._ask.ask(Question(text, (give_up,), None, read, f"instead of {money(lying.amount)}", (), True))
        if not said:
            raise GiveUpError
        return said

    def exposed(self, command: Report) -> Report:
        """Return the report with the cards that were seen, named by their places: the person need not know them."""
        round_ = self._seat.table.round
        if round_ is None:
            return command
        hidden: list[tuple[int, Card]] = []
        match command.facts["whose"]:
            case "dealer":
                hidden = [(at, one) for at, one in enumerate(round_.dealer, 1) if at - 1 not in round_.dealer_up]
            case "community":
                hidden = [(at, one) for at, one in enumerate(round_.community, 1) if at > round_.community_up]
            case _:
                box = next((one for one in round_.boxes if command.box in (None, one.number)), None)
                hidden = list(enumerate(box.cards, 1)) if box is not None else []
        count = int(command.facts.get("count", "1"))
        by_place = {at: card for at, card in hidden if card not in round_.exposed}
        if len(by_place) <= count:
            return replace(command, cards=tuple(by_place.values()))
        places = self._places(list(by_place), count)
        return replace(command, cards=tuple(by_place[at] for at in places))

    def _places(self, places: list[int], count: int) -> tuple[int, ...]:
        def read(text: str) -> str:
            words = text.replace(",", " ").split()
            named = {int(word[:3]) for word in words if word.isascii() and word.isdigit()}
            if len(words) != count or len(named) != count or not named <= set(places):
                raise UnclearError(f"Enter {count} of {', '.join(map(str, places))}.")
            return " ".join(words)

        first = " ".join(map(str, places[:count]))
        usual, give_up = Answer("Enter", first, first), Answer(GIVE_UP, "give up", "")
        hint = f"{count} of {', '.join(map(str, places))}, from the left"
        said = self._ask.ask(Question("Which cards?", (usual, give_up), usual, read, hint, (), True))
        if not said:
            raise GiveUpError
        return tuple(int(word) for word in said.split())
