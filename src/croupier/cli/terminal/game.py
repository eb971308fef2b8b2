"""A sitting: the conversation between one person and the Dealer, round after round.

Nothing here knows a rule. The possible acts come from :func:`croupier.play.banked.options.options`, the reasons from
the paragraphs that it names; the Dealer does each act that they are offered, and the person is asked when the Dealer
has nothing to do.
"""

from typing import Final

from croupier.cli.terminal import record
from croupier.cli.terminal.ask import Answer, Ask, LeaveError, MovedError, Question, UnclearError
from croupier.cli.terminal.bets import Bets, in_words
from croupier.cli.terminal.screen import Screen
from croupier.cli.terminal.seat import DEALER, NAME, PLAYER, Seat, signed_in_words
from croupier.cli.terminal.shoe import Shoe
from croupier.cli.terminal.trouble import BankedTrouble
from croupier.money import Cents
from croupier.notation.problem import InputError
from croupier.notation.ruled import ruled_in_words
from croupier.notation.speech import listed, money, net
from croupier.notation.told import in_words as told
from croupier.play.authority import StatementSigned
from croupier.play.banked.commands import (
    BankedCommand,
    Choose,
    CloseBets,
    Look,
    OpenRound,
    Reveal,
    Settle,
    ShowHand,
    WithholdHand,
)
from croupier.play.banked.events import (
    BankedEvent,
    BetsClosed,
    IrregularityRuled,
    JackpotPaid,
    JackpotStatus,
    TableOpened,
)
from croupier.play.banked.options import Act, Deal
from croupier.play.banked.state import Phase, Table
from croupier.play.banked.view import TableView
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Decision

_KEYS: Final = {Decision.FOLD: "f", Decision.CHECK: "c"}
_WAGER_KEY: Final = "b"
"""The key of every other decision, which is a bet by another name; the Flop must not share its key with Fold."""


class Sitting:
    """The sitting of one person at one table."""

    def __init__(
        self, game: BankedGame, table: Table, bankroll: Cents, boxes: int, *, screen: Screen, shoe: Shoe, json: bool
    ) -> None:
        self._screen, self._shoe, self._json, self._boxes = screen, shoe, json, boxes
        self._ask = Ask(screen, game)
        self._ask.may_leave = self._may_leave
        self._seat = Seat(game, table, bankroll, self._heard)
        self._bets = Bets(self._seat, screen, self._ask, self._draw)
        self._trouble = BankedTrouble(self._seat, screen, self._ask)
        self._ask.trouble = self._trouble.happened

    def _heard(self, event: BankedEvent, seen: TableView) -> None:
        if self._json:
            record.print_line(event, record.faces(event, seen))
        if isinstance(event, BetsClosed):
            self._screen.forget()
        match event:
            case IrregularityRuled():
                words = ruled_in_words(self._seat.game, event)
            case StatementSigned():
                words = signed_in_words(event)
            case _:
                words = told(self._seat.game, event)
        if words and not isinstance(event, JackpotPaid):  # shown with the settlement
            self._screen.say(words, event.cites)
        if isinstance(event, BetsClosed):
            self._shoe.shuffle()

    def _draw(self, below: int = 8) -> None:
        self._screen.table(self._seat.game, self._seat.view(), self._seat.bankroll, below=below)

    # --- round after round ----------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the person leaves or cannot afford a wager. Raises :class:`LeaveError`."""
        table, repeat = self._seat.table, False
        if self._json:
            record.print_line(TableOpened(table.name, table.rulebook, table.policy, table.meter.millionths))
        while True:
            self._round(repeat=repeat)
            repeat = self._between()

    def _round(self, *, repeat: bool) -> None:
        """Play one round, from "Place your Bets" to the settlement."""
        seat = self._seat
        seat.dealer(OpenRound())
        if notice := seat.view().notice:
            self._screen.say(notice, seat.view().notice_cites[:1])
        try:
            if repeat:
                self._bets.repeat()
            else:
                self._bets.ask(self._boxes)
            self._close()
        except MovedError:
            self._bets.close()  # the round is over before it began
        while seat.phase is not Phase.ENDED:
            command = self._dealers()
            if command is None:
                self._draw()
                self._decide()
                continue
            seat.dealer(command)
            if isinstance(command, Reveal):
                self._draw()
                self._screen.pause()
        self._settled()

    def _close(self) -> None:
        """Announce "No more Bets" once every wager can stand: one found to be too small cannot."""
        self._bets.close()
        while (refused := self._seat.do(DEALER, CloseBets())) is not None:
            self._screen.complain(refused.sentence + ".", refused.cites)
            before = self._seat.table.version
            self._seat.take_back()
            self._bets.ask(self._boxes)
            self._bets.close()
            if self._seat.table.version == before:
                raise LeaveError  # the person leaves the wager too small, and the round cannot go on

    def _dealers(self) -> BankedCommand | None:
        """Return the Dealer's next act that needs no question; None when the Dealer waits for the Player."""
        for option in self._seat.options(DEALER):
            match option:
                case Deal(places=places):
                    return option.command(self._shoe.take(len(places)))
                case Act(command=Reveal() | Settle() as command):
                    return command
                case _:
                    continue
        return None

    # --- the Player's turn ----------------------------------------------------------------------------------------

    def _decide(self) -> None:
        """Ask the person for one act, among those that the engine offers and that they can pay for."""
        offered = [option for option in self._seat.options(PLAYER) if isinstance(option, Act)]
        left = self._seat.bankroll
        can = [option for option in offered if option.places <= left]
        showing = [option for option in can if isinstance(option.command, ShowHand | WithholdHand)]
        if showing:
            question = self._show_question(can)
        else:
            question = self._choice_question(can)
            self._tell_what_is_too_much(offered, can)
        try:
            commands = self._ask.ask(question)
        except MovedError:
            return  # the table has changed, and so may have what is offered
        for command in commands:
            refused = self._seat.do(PLAYER, command)
            if refused is not None:
                self._screen.complain(refused.sentence + ".", refused.cites)

    def _tell_what_is_too_much(self, offered: list[Act], can: list[Act]) -> None:
        """Say why the person cannot pay for a decision that is left out."""
        others = listed((_name(one) for one in can if isinstance(one.command, Choose)), "or")
        for option in offered:
            if option not in can and option.wager is not None:
                name, price = self._seat.game.title(option.wager), money(option.places)
                self._screen.complain(
                    f"The {name} costs {price} and you have {money(self._seat.bankroll)} left: you can only {others}.",
                    option.cites,
                )

    def _choice_question(self, acts: list[Act]) -> Question[tuple[BankedCommand, ...]]:
        """Return the question for the hand whose turn it is."""
        turn = self._seat.view().turn
        answers: list[Answer[tuple[BankedCommand, ...]]] = []
        enter = None
        for option in acts:
            if isinstance(option.command, Choose):
                decision = option.command.decision
                label = (
                    f"{self._seat.game.title(option.wager)} {money(option.places)}"
                    if option.wager
                    else self._seat.game.word(decision)
                )
                key = _KEYS.get(decision, _WAGER_KEY)
                answers.append(Answer(key, label, (option.command,), option.cites, decision.value))
                enter = answers[-1] if decision is Decision.CHECK and enter is None else enter
        looks = _looks(acts)
        enter = next((one for one in looks if one.value == (Look(turn or 0),)), enter)
        blind = any(box.box == turn and not box.looked for box in self._seat.view().boxes)
        text = f"Box {turn} · " + ("played blind" if blind and not looks else "your decision")
        return Question(text, (*answers, *looks), enter)

    def _show_question(self, acts: list[Act]) -> Question[tuple[BankedCommand, ...]]:
        """Ask whether each hand is shown, one box after the other."""
        shows = [option for option in acts if isinstance(option.command, ShowHand)]
        first = shows[0]
        assert isinstance(first.command, ShowHand)
        box = first.command.box
        hide = next(option for option in acts if option.command == WithholdHand(box))
        show: Answer[tuple[BankedCommand, ...]] = Answer("y", "show", (first.command,), first.cites, "yes")
        answers: list[Answer[tuple[BankedCommand, ...]]] = [
            show,
            Answer("n", "do not show", (hide.command,), hide.cites, "no"),
        ]
        if len(shows) > 1:
            answers.append(Answer("a", "show all", tuple(option.command for option in shows), first.cites, "all"))
        return Question(f"Show the hand of box {box}?", (*answers, *_looks(acts)), show)

    # --- the end of a round ---------------------------------------------------------------------------------------

    def _settled(self) -> None:
        """Show every wager, the moves of the jackpot, and the person's bankroll."""
        seat, lines = self._seat, self._seat.lines
        if not lines:
            self._screen.say("Nobody has wagered, so nothing is dealt.")
            return
        self._screen.forget()
        self._draw(below=len(lines) + 10)
        self._screen.ledger(self._seat.game, lines)
        moves = seat.meter()
        for paid in seat.awards:
            self._screen.say(told(self._seat.game, paid), paid.cites)
        if moves is not None and (moves.contributed or moves.after != moves.before):
            added = f"your wagers added {money(moves.contributed)}"
            self._screen.say(f"Jackpot {money(moves.before)} → {money(moves.after)}: {added}.")
        if not self._screen.live:
            self._screen.say(f"Bankroll {money(seat.bankroll)}.")

    def _between(self) -> bool:
        """Return True to go on after a round with the same wagers, False with others. Raises :class:`LeaveError`."""
        while True:
            self._trouble.before_next_round()
            lines = self._seat.lines
            try:
                said = self._ask_next()
            except MovedError:
                if self._seat.lines != lines:
                    self._settled()
                continue
            if said in ("again", "change"):
                return said == "again"

    def _ask_next(self) -> str:
        """Ask what comes next, and return the answer; acts beside the next round are done here."""
        why = self._not_playing()
        if why:
            self._screen.complain(why)
        repeat = not why and self._bets.can_repeat(self._boxes)
        said = self._ask.ask(self._next_question(playing=not why, repeat=repeat))
        match said:
            case "again" | "change":
                pass
            case "boxes":
                self._ask_boxes()
            case "leave":
                raise LeaveError
            case _:
                self._save(said.removeprefix("save").strip())
        return said

    def _not_playing(self) -> str:
        """Return a sentence if the person cannot go on; empty if they can."""
        table, left = self._seat.table, self._seat.bankroll
        if NAME in table.barred:
            return "You may no longer play at this table."
        if table.jackpot is JackpotStatus.CLOSE_TABLE:
            return "The table is closed until the jackpot system works again; use w to say that it does."
        if left < table.policy.minimum:
            return f"You have {money(left)} left and the table’s minimum is {money(table.policy.minimum)}."
        return ""

    def _next_question(self, *, playing: bool, repeat: bool) -> Question[str]:
        answers: list[Answer[str]] = []
        if repeat:
            answers.append(Answer("Enter", in_words(self._seat.game, self._bets.last), "again"))
        if playing:
            answers += [Answer("c", "change the wagers", "change", word="change")]
            answers += [Answer("b", f"boxes ({self._boxes})", "boxes", word="boxes")]
        else:
            answers.append(Answer("Enter", "leave", "leave"))
        if self._seat.lines:
            answers.append(Answer("s", "save the round", "save", word="save"))
        cites = tuple(cite for line in self._seat.lines for cite in line.cites)
        return Question("Next round", tuple(answers), answers[0], _saving, cites=cites)

    def _ask_boxes(self) -> None:
        most = self._seat.table.policy.boxes
        cite = self._seat.game.boxes.cite

        def read(text: str) -> int:
            if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:3]) <= most:
                raise UnclearError(f"Enter a number from 1 to {most}.")
            return int(text)

        keep = Answer("Enter", str(self._boxes), self._boxes)
        asked = Question("How many boxes?", (keep,), keep, read, f"1 to {most}", (cite,), numbers=True)
        self._boxes = self._ask.ask(asked)

    def _save(self, name: str) -> None:
        try:
            path = self._seat.save(name)
        except InputError as error:
            self._screen.complain(f"{error}.")
            return
        self._screen.say(f"Saved as {path}; `croupier settle {path}` settles it again.")

    # --- leaving --------------------------------------------------------------------------------------------------

    def _may_leave(self) -> bool:
        """Ask whether the person really leaves: chips of a round in play stay behind."""
        if self._seat.phase not in (Phase.PLAY, Phase.SETTLING):
            return True
        self._ask.may_leave = lambda: True
        no = Answer("n", "play on", False, word="no")
        text = f"Leave now? Your wagers, {money(self._seat.lying)}, stay on the table."
        try:
            with self._ask.undisturbed():
                return self._ask.ask(Question(text, (Answer("y", "leave", True, word="yes"), no), no))
        finally:
            self._ask.may_leave = self._may_leave

    def leave(self) -> None:
        """Leave the table: chips on an open layout come back, those of a round in play stay."""
        seat = self._seat
        seat.take_back()
        if seat.lying:
            self._screen.say(f"Your wagers, {money(seat.lying)}, stay on the table.")
        self._screen.say(f"You leave with {money(seat.bankroll)} ({net(seat.bankroll - seat.brought)}).")


def _name(option: Act) -> str:
    assert isinstance(option.command, Choose)
    return option.command.decision.value


def _looks(acts: list[Act]) -> list[Answer[tuple[BankedCommand, ...]]]:
    """Return the answers for hands that may be looked at: ``l`` where there is one, ``l2`` where there are several."""
    offered = [option for option in acts if isinstance(option.command, Look)]
    answers: list[Answer[tuple[BankedCommand, ...]]] = []
    for option in offered:
        assert isinstance(option.command, Look)
        box = option.command.box
        several = len(offered) > 1
        key, label = (f"l{box}", f"look at box {box}") if several else ("l", "look")
        answers.append(Answer(key, label, (option.command,), option.cites, "" if several else "look"))
    return answers


def _saving(text: str) -> str:
    """Return the answer ``save NAME`` for ``s NAME``. Raises :class:`UnclearError` for other text."""
    word, _, name = text.partition(" ")
    if word.lower() in ("s", "save") and name:
        return f"save {name}"
    raise UnclearError(f"{text[:20]!r} is not one of the answers; ? lists them.")
