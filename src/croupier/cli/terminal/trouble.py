"""Something went wrong: the person says what, the document rules, and whoever has to choose or decide is asked.

The terminal plays every part here. It reports as the Dealer, answers as the Player and decides in the role that the
ruling names; what follows from each is the engine's to say.
"""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from croupier.cli.terminal.ask import Answer, Ask, Question, UnclearError
from croupier.cli.terminal.particulars import BOXED, GIVE_UP, GiveUpError, Particulars, pick, plain, title
from croupier.cli.terminal.screen import Screen
from croupier.cli.terminal.seat import DEALER, NAME, PLAYER, Seat
from croupier.cli.terminal.words import listed, pilcrows
from croupier.play import facts as table_facts
from croupier.play.commands import AnswerChoice, ReopenJackpot, Report, TakeDecision
from croupier.play.events import IrregularityRuled, JackpotStatus
from croupier.play.refusal import Refusal
from croupier.play.rulings import RulingError, ask, known_facts
from croupier.play.state import Box, Pending, Phase
from croupier.play.view import Viewer
from croupier.rules.house import HouseGame
from croupier.rules.irregularities import Decider, Fact, Ruling
from croupier.rules.terms import Role

REOPEN: Final = "reopen"
REASON: Final = "decided at the table"
_WORKS_AGAIN: Final = "the jackpot system works again"

_RULINGS: Final[Mapping[Ruling, str]] = {
    Ruling.VOID_ROUND: "the round is void",
    Ruling.CONTINUE: "the round goes on",
    Ruling.PLAYERS_CHOOSE: "the Players choose",
    Ruling.INVALIDATE_HAND: "the hand is invalid",
    Ruling.RETURN_WAGER: "the wager goes back",
    Ruling.RETURN_EXCESS: "what is too much goes back",
    Ruling.SETTLE_AT_MAXIMUM: "the wager counts at the maximum",
    Ruling.SETTLE_AS_PLACED: "the wager counts as it lies",
    Ruling.REFUSE_WAGER: "the wager is refused",
    Ruling.PLAYER_ADJUSTS: "the Player adjusts the wager",
    Ruling.FOLD_HAND: "the hand is folded",
    Ruling.CHECK_HAND: "the hand is checked",
    Ruling.RANK_BELOW_DEALER: "the hand ranks below the Dealer’s",
    Ruling.USE_CARD: "the card is used",
    Ruling.RECONSTRUCT: "the cards go back into their intended order",
    Ruling.ROLE_DECIDES: "it is decided at the table",
}


def ruled_in_words(game: HouseGame, event: IrregularityRuled) -> str:
    """A ruling as the Dealer would announce it, with the document's reason."""
    steps = listed((_RULINGS[one] for one in (event.ruling, *event.then)), "and then")
    by = "" if event.decided_by is Decider.RULES else f" (for the {plain(event.decided_by)})"
    why = ask(game, event.irregularity, event.facts).explanation
    return f"{title(event.irregularity)}: {steps}{by}." + (f" {why}" if why else "")


def can_wait(waiting: Pending) -> bool:
    """Whether a decision is about later rounds only, so that the round in play goes on without it."""
    return all(option in set(JackpotStatus) for option in waiting.options)


class Trouble:
    """The menu behind ``w``, and the questions that a ruling leaves."""

    def __init__(self, seat: Seat, screen: Screen, ask_: Ask) -> None:
        self._seat, self._screen, self._ask = seat, screen, ask_
        self._particulars = Particulars(seat, ask_)

    def happened(self) -> bool:
        """Ask what went wrong and see it through; whether anything has changed at the table."""
        before = self._seat.table.version
        with self._ask.undisturbed():
            try:
                what = self._what()
                if what == REOPEN:
                    self._reopen()
                else:
                    self._report(what)
            except GiveUpError:
                self._screen.say("Nothing is reported.")
            self._follow()
        return self._seat.table.version != before

    def before_next_round(self) -> None:
        """Every decision that still waits: the House's about the jackpot has to be taken before the next round."""
        with self._ask.undisturbed():
            self._follow()

    # --- what went wrong ------------------------------------------------------------------------------------------

    def _what(self) -> str:
        rules = self._seat.game.irregularities.rules
        names = list(rules)
        rows = []
        for at, name in enumerate(names, 1):
            cites = dict.fromkeys(cite for row in rules[name] for cite in row.cites)
            rows.append((str(at), title(name), pilcrows(cites or self._seat.game.irregularities.silent.cites)))
        answers = [Answer(str(at), title(name), name, (), plain(name)) for at, name in enumerate(names, 1)]
        if self._seat.table.jackpot is not JackpotStatus.RUNNING:
            rows.append(("o", _WORKS_AGAIN.capitalize(), ""))
            answers.append(Answer("o", _WORKS_AGAIN, REOPEN, (), _WORKS_AGAIN))
        self._screen.menu(rows)

        def read(text: str) -> str:
            name = text.strip().lower().replace(" ", "_").replace("-", "_")
            if name in rules:
                return name
            raise UnclearError(f"{text[:20]!r} is not in the list; its number will do, ? lists them, x gives up.")

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
        """Report until the table takes it, or the person gives up."""
        while True:
            command = self._filled(Report(name, player=NAME if name in _NAMED else ""))
            refused = self._seat.do(DEALER, command)
            if refused is None:
                return
            self._refused(refused)
            again = Answer("y", "other particulars", True, word="yes")
            give_up = Answer("n", "give up", False, word="no")
            if not self._ask.ask(Question("Report it otherwise?", (again, give_up), give_up)):
                raise GiveUpError

    def _refused(self, refused: Refusal) -> None:
        self._screen.complain(refused.sentence + ".", refused.cites)

    def _filled(self, command: Report) -> Report:
        """The report with all that the ruling needs and that the table does not know."""
        name = command.irregularity
        if name in BOXED:
            command = replace(command, box=self._particulars.box(name))
        command = self._particulars.wager(command)
        wanted = {fact.name: fact for fact in known_facts(self._seat.game, name)}
        facts: dict[str, str] = {}
        while (missing := self._missing(replace(command, facts=facts), wanted)) is not None:
            facts[missing.name] = self._fact(missing)
        if name == "cards_exposed":
            facts |= {key: self._fact(wanted[key]) for key in ("count", "whose") if key not in facts}
            box = self._particulars.box(name) if facts["whose"] == "player" else None
            return self._particulars.exposed(replace(command, facts=facts, box=box))
        return replace(command, facts=facts)

    def _missing(self, command: Report, wanted: Mapping[str, Fact]) -> Fact | None:
        """A fact without which there is no ruling, if there is one."""
        seat = self._seat
        known = table_facts.known(seat.game, seat.table, command)
        given = {**command.facts, **{key: value for key, value in known.items() if key in wanted}}
        try:
            ask(seat.game, command.irregularity, given)
        except RulingError as error:
            open_ = [fact for name, fact in wanted.items() if name not in given and not fact.assumed]
            decisive = [fact for fact in open_ if str(error).endswith(f"the fact {fact}")]
            return next(iter(decisive or open_), None)
        return None

    def _fact(self, fact: Fact) -> str:
        text = f"{plain(fact.name).capitalize()}?"
        if fact.values:
            return pick(self._ask, text, [(plain(value), value) for value in fact.values])

        def read(said: str) -> str:
            if not fact.allows(said):
                raise UnclearError("Say a number, 1 or more.")
            return said

        return pick(self._ask, text, [], read=read, hint="a number of 1 or more")

    def _reopen(self) -> None:
        refused = self._seat.do(Viewer(Role.PIT_MANAGER), ReopenJackpot())
        if refused is not None:
            self._refused(refused)

    # --- what it leaves to choose and to decide -------------------------------------------------------------------

    def _follow(self) -> None:
        """Choices first, then decisions, until nothing waits; one may lead to the other."""
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
        refused = self._seat.do(PLAYER, AnswerChoice(box.number, said))
        if refused is not None:
            self._refused(refused)

    def _waiting(self) -> Pending | None:
        running = self._running()
        return next((one for one in self._seat.table.pending if not running or not can_wait(one)), None)

    def _decide(self, waiting: Pending) -> None:
        """The person takes the decision in the role's stead."""
        answers = tuple(
            Answer(str(at), plain(option), option, (), plain(option)) for at, option in enumerate(waiting.options, 1)
        )
        role = plain(waiting.role)
        text = f"{title(waiting.irregularity)} · as {role}: which?"
        option = self._ask.ask(Question(text, answers, None, None, "", waiting.cites, True))
        boxes: tuple[int, ...] = ()
        if option == JackpotStatus.CLOSE_BOXES or (option == "invalidate_hand" and waiting.box is None):
            boxes = self._particulars.boxes(in_play=option == "invalidate_hand")
        usual = Answer("Enter", REASON, REASON)
        read: Callable[[str], str] = str.strip
        reason = self._ask.ask(Question(f"As {role}: why?", (usual,), usual, read, "a reason in words", (), True))
        refused = self._seat.do(Viewer(waiting.role), TakeDecision(waiting.number, option, reason, boxes))
        if refused is not None:
            self._refused(refused)


_NAMED: Final = frozenset({"jackpot_without_ante", "confidentiality_breach"})
"""Irregularities that are about a Player, on whatever box."""
