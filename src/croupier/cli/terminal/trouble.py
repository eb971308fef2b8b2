"""Irregularities at the terminal: the person reports one, the document rules, and the person answers what is open.

The person plays every part here: they report as the Dealer, answer as the Player and decide in the role that the ruling
names; the engine decides what follows. :class:`Trouble` is the conversation; the particulars of a report and the role
concerned differ between the tables of the House and the poker room.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.cli.terminal.ask import Answer, Ask, Question, UnclearError
from croupier.cli.terminal.particulars import BOXED, GIVE_UP, GiveUpError, Particulars, pick
from croupier.cli.terminal.screen import Screen
from croupier.cli.terminal.seat import DEALER, NAME, PLAYER, Seat
from croupier.money import Cents
from croupier.notation.speech import money, pilcrows, plain, read_money
from croupier.play.banked import facts as table_facts
from croupier.play.banked.commands import AnswerChoice, ReopenJackpot, Report, TakeDecision
from croupier.play.banked.events import JackpotStatus
from croupier.play.banked.state import Box, Pending, Phase
from croupier.play.refusal import Refusal
from croupier.play.room import events as room_events
from croupier.play.rulings import RulingError, ask, known_facts
from croupier.play.viewer import Viewer
from croupier.rules.game import Game
from croupier.rules.irregularities import JACKPOT_DOWN, Fact
from croupier.rules.questions import in_words
from croupier.rules.terms import Role

REOPEN: Final = "reopen"
REASON: Final = "decided at the table"
_WORKS_AGAIN: Final = "the jackpot system works again"


def can_wait(waiting: Pending) -> bool:
    """Return whether a decision concerns later rounds only, so that the round in play goes on without it."""
    return all(option in set(JackpotStatus) for option in waiting.options)


Waiting = Pending | room_events.DecisionPending
"""A decision that is left to a role."""


class Trouble(ABC):
    """The menu behind ``w``, and the questions that a ruling leaves open."""

    def __init__(self, game: Game, screen: Screen, ask_: Ask) -> None:
        self._game, self._screen, self._ask = game, screen, ask_

    def happened(self) -> bool:
        """Ask what went wrong and see it through. Return whether anything has changed at the table."""
        before = self._version()
        with self._ask.undisturbed():
            try:
                self._handle(self._what())
            except GiveUpError:
                self._screen.say("Nothing is reported.")
            self._follow()
        return self._version() != before

    def before_next_round(self) -> None:
        """Ask for every decision still pending: the House's on the jackpot has to be taken before the next round."""
        with self._ask.undisturbed():
            self._follow()

    # --- methods that differ at a table of the House and in the poker room ----------------------------------------

    @abstractmethod
    def _version(self) -> int:
        """Return a value that changes with each change of the table."""

    @abstractmethod
    def _try(self, name: str) -> Refusal | None:
        """Report with all particulars. Return the refusal, if any. Raises :class:`GiveUpError`."""

    @abstractmethod
    def _follow(self) -> None:
        """Ask for every pending choice and decision."""

    def _names(self) -> list[str]:
        """Return the irregularities that can be reported."""
        return list(self._game.irregularities.rules)

    def _more(self) -> Sequence[tuple[str, str, str]]:
        """Return further entries of the menu, by key, words and value."""
        return ()

    def _handle(self, what: str) -> None:
        self._report(what)

    # --- the report -----------------------------------------------------------------------------------------------

    def _what(self) -> str:
        irregularities, names = self._game.irregularities, self._names()
        rows = []
        for at, name in enumerate(names, 1):
            cites = dict.fromkeys(cite for row in irregularities.rules[name] for cite in row.cites)
            rows.append((str(at), in_words(name), pilcrows(cites or irregularities.silent.cites)))
        answers = [Answer(str(at), in_words(name), name, (), plain(name)) for at, name in enumerate(names, 1)]
        for key, words, value in self._more():
            rows.append((key, words.capitalize(), ""))
            answers.append(Answer(key, words, value, (), words))
        self._screen.menu(rows)

        def read(text: str) -> str:
            name = text.strip().lower().replace(" ", "_").replace("-", "_")
            if name in names:
                return name
            raise UnclearError(f"{text[:20]!r} is not in the list; a number is enough, ? lists them, x gives up.")

        give_up = Answer(GIVE_UP, "nothing: go on", "", (), "nothing")
        hint = f"1 to {len(names)}, or a name"
        said = self._ask.ask(
            Question(
                "What went wrong?", (*answers, give_up), give_up, read, f"{hint}; Enter for nothing", (), True, False
            )
        )
        if not said:
            raise GiveUpError
        return said

    def _report(self, name: str) -> None:
        """Report until the table accepts it, or the person gives up."""
        while (refused := self._try(name)) is not None:
            self._refused(refused)
            again = Answer("y", "other particulars", True, word="yes")
            give_up = Answer("n", "give up", False, word="no")
            if not self._ask.ask(Question("Report it differently?", (again, give_up), give_up)):
                raise GiveUpError

    def _refused(self, refused: Refusal | None) -> None:
        if refused is not None:
            self._screen.complain(refused.sentence + ".", refused.cites)

    def _facts(self, name: str, known: Callable[[dict[str, str]], Mapping[str, str]]) -> dict[str, str]:
        """Return all facts that the ruling needs and that the table does not know."""
        wanted = {fact.name: fact for fact in known_facts(self._game, name)}
        facts: dict[str, str] = {}
        while (missing := self._missing(name, {**facts, **known(facts)}, wanted)) is not None:
            facts[missing.name] = self._fact(missing)
        return facts

    def _missing(self, name: str, known: Mapping[str, str], wanted: Mapping[str, Fact]) -> Fact | None:
        """Return a fact without which there is no ruling; None if none is missing."""
        given = {key: value for key, value in known.items() if key in wanted}
        try:
            ask(self._game, name, given)
        except RulingError as error:
            return next(iter(error.missing), None)
        return None

    def _fact(self, fact: Fact) -> str:
        text = f"{plain(fact.name).capitalize()}?"
        if fact.values:
            return pick(self._ask, text, [(plain(value), value) for value in fact.values])

        def read(said: str) -> str:
            if not fact.allows(said):
                raise UnclearError("Enter a number, 1 or more.")
            return said

        return pick(self._ask, text, [], read=read, hint="a number of 1 or more")

    # --- open decisions -------------------------------------------------------------------------------------------

    def _option(self, waiting: Waiting) -> str:
        """Ask the person for a decision on behalf of a role."""
        answers = tuple(
            Answer(str(at), plain(option), option, (), plain(option)) for at, option in enumerate(waiting.options, 1)
        )
        text = f"{in_words(waiting.irregularity)} · as {plain(waiting.role)}: which?"
        return self._ask.ask(Question(text, answers, None, None, "", waiting.cites, True))

    def _reason(self, waiting: Waiting) -> str:
        """Ask the person for the reason of a decision."""
        usual, read = Answer("Enter", REASON, REASON), str.strip
        text = f"As {plain(waiting.role)}: why?"
        return self._ask.ask(Question(text, (usual,), usual, read, "a reason in words", (), True))


class BankedTrouble(Trouble):
    """The reporting of irregularities at a table of the House."""

    def __init__(self, seat: Seat, screen: Screen, ask_: Ask) -> None:
        super().__init__(seat.game, screen, ask_)
        self._seat = seat
        self._particulars = Particulars(seat, ask_)

    def _version(self) -> int:
        return self._seat.table.version

    def _more(self) -> Sequence[tuple[str, str, str]]:
        running = self._seat.table.jackpot is JackpotStatus.RUNNING
        return () if running else (("o", _WORKS_AGAIN, REOPEN),)

    def _handle(self, what: str) -> None:
        if what == REOPEN:
            self._refused(self._seat.do(Viewer(Role.PIT_MANAGER), ReopenJackpot()))
        else:
            self._report(what)

    def _try(self, name: str) -> Refusal | None:
        return self._seat.do(DEALER, self._filled(Report(name, player=NAME if name in _NAMED else "")))

    def _filled(self, command: Report) -> Report:
        """Return the report with all that the ruling needs and that the table does not know."""
        name, seat = command.irregularity, self._seat
        if name in BOXED:
            command = replace(command, box=self._particulars.box(name))
        command = self._particulars.wager(command)

        wanted = {fact.name: fact for fact in known_facts(seat.game, name)}

        def known(facts: dict[str, str]) -> Mapping[str, str]:
            recorded = table_facts.recorded(seat.game, seat.table, replace(command, facts=facts))
            facts |= {key: value for key, value in _ELSE.items() if key in wanted and key not in recorded}
            return facts | recorded

        facts = self._facts(name, known)
        if name == "cards_exposed":
            facts |= {key: self._fact(wanted[key]) for key in ("count", "whose") if key not in facts}
            box = self._particulars.box(name) if facts["whose"] == "player" else None
            return self._particulars.exposed(replace(command, facts=facts, box=box))
        return replace(command, facts=facts)

    # --- open choices and decisions -------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Ask for choices first, then for decisions, until nothing is pending; one may lead to the other."""
        while True:
            if box := self._choosing():
                self._choose(box)
            elif waiting := self._waiting():
                self._decide(waiting)
            else:
                return

    def _running(self) -> bool:
        return self._seat.phase not in (None, Phase.ENDED)

    def _choosing(self) -> Box | None:
        round_ = self._seat.table.round
        boxes = round_.boxes if round_ is not None and self._running() else ()
        return next((box for box in boxes if box.choice), None)

    def _choose(self, box: Box) -> None:
        answers = tuple(
            Answer(str(at), plain(option), option, (), plain(option)) for at, option in enumerate(box.choice, 1)
        )
        said = self._ask.ask(
            Question(f"Box {box.number} · your choice", answers, answers[0], None, "", box.choice_cites, True)
        )
        self._refused(self._seat.do(PLAYER, AnswerChoice(box.number, said)))

    def _waiting(self) -> Pending | None:
        running = self._running()
        return next((one for one in self._seat.table.pending if not running or not can_wait(one)), None)

    def _decide(self, waiting: Pending) -> None:
        """Ask the person for a decision on behalf of a role, and take it."""
        option = self._option(waiting)
        boxes: tuple[int, ...] = ()
        if option == JackpotStatus.CLOSE_BOXES or (option == "invalidate_hand" and waiting.box is None):
            boxes = self._particulars.boxes(in_play=option == "invalidate_hand")
        value: Cents | UnsetType = UNSET
        round_ = self._seat.table.round
        if waiting.irregularity == JACKPOT_DOWN and option == "continue" and self._running() and round_ is not None:
            value = UNSET if round_.registered is None else self._value(waiting, round_.registered.value)
        command = TakeDecision(waiting.number, option, self._reason(waiting), boxes, value=value)
        self._refused(self._seat.do(Viewer(waiting.role), command))

    def _value(self, waiting: Pending, registered: Cents) -> Cents:
        """Return the value from which the round's awards are paid: the registered one, or the person's own."""

        def read(text: str) -> Cents:
            value = read_money(text)
            if value is None:
                raise UnclearError(f"{text[:20]!r} is not an amount; write 25 or 25.50.")
            return value

        usual = Answer("Enter", money(registered), registered)
        text = f"As {plain(waiting.role)}: from which value are awards paid?"
        return self._ask.ask(
            Question(text, (usual,), usual, read, f"instead of {money(registered)}", waiting.cites, True)
        )


_ELSE: Final = {"seen": "no", "viewed": "none"}
"""The facts that hold unless the table knows better: the person looks at no cards but through the program."""
_NAMED: Final = frozenset({"jackpot_without_ante", "confidentiality_breach"})
"""The irregularities that are about a Player, on any box."""
