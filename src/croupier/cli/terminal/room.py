"""A sitting in the poker room: one person among bots, round after round.

Nothing here knows a rule. The possible acts come from :func:`croupier.play.room.options.room_options`, the reasons from
the paragraphs that it names; the Dealer and the bots do what they are offered, and the person is asked when it is their
turn.
"""

from typing import Final

from croupier.cli.terminal import record
from croupier.cli.terminal.ask import Answer, Ask, LeaveError, MovedError, Question, UnclearError
from croupier.cli.terminal.room_screen import RoomScreen, pots, street
from croupier.cli.terminal.room_seat import BUY_IN, SEAT, RoomSeat, faces
from croupier.cli.terminal.room_trouble import RoomTrouble
from croupier.cli.terminal.screen import Screen
from croupier.cli.terminal.seat import DEALER, PLAYER, signed_in_words
from croupier.money import Cents
from croupier.notation.problem import InputError
from croupier.notation.room_told import in_words
from croupier.notation.ruled import ruled_in_words
from croupier.notation.speech import listed, money, net, read_money
from croupier.play.authority import StatementSigned
from croupier.play.room.commands import (
    Act,
    ComeBack,
    Look,
    MuckHand,
    OpenRound,
    PayIn,
    RoomCommand,
    RunOutClock,
    ShowHand,
    SitOut,
    TopUp,
)
from croupier.play.room.commands import LeaveTable as GetUp
from croupier.play.room.events import (
    Acted,
    CardsDealt,
    IrregularityRuled,
    MarkerTurned,
    RoomEvent,
    RoomOpened,
    RoundOpened,
)
from croupier.play.room.options import ActOption, RoomOption, SeatOption, StakeOption
from croupier.play.room.state import COMMUNITY, Table
from croupier.play.room.view import RoomView
from croupier.rules.room import Move, RoomGame

_SAID: Final = 12
"""The number of sentences that stay below the table: a whole orbit of acts."""
_KEYS: Final = {Move.FOLD: "f", Move.CHECK: "c", Move.CALL: "c", Move.BET: "b", Move.RAISE: "r", Move.ALL_IN: "a"}
_SIZED: Final = {"b": Move.BET, "bet": Move.BET, "r": Move.RAISE, "raise": Move.RAISE}
_HOW_MUCH: Final = "how much"
_BACK: Final = "back"

Said = RoomCommand | str


class RoomSitting:
    """The sitting of one person at one table of the room."""

    def __init__(
        self,
        game: RoomGame,
        table: Table,
        bankroll: Cents,
        *,
        players: int,
        level: str,
        seed: int | None,
        screen: Screen,
        json: bool,
    ) -> None:
        self._screen, self._json, self._players = screen, json, players
        screen.remember(_SAID)
        self._page = RoomScreen(screen, game)
        self._ask = Ask(screen, game)
        self._ask.may_leave = self._may_leave
        self._seat = RoomSeat(game, table, bankroll, level, seed=seed, hear=self._heard)
        self._trouble = RoomTrouble(self._seat, screen, self._ask)
        self._seated = False

    def _heard(self, event: RoomEvent, seen: RoomView) -> None:
        if self._json:
            record.print_line(event, faces(event, seen))
        dealt = isinstance(event, CardsDealt) and COMMUNITY in event.places
        if dealt or isinstance(event, RoundOpened | MarkerTurned):
            self._screen.forget()  # the table shows what came before
        game = self._seat.game
        ruled = isinstance(event, IrregularityRuled)
        match event:
            case IrregularityRuled():
                words = ruled_in_words(game, event)
            case StatementSigned():
                words = signed_in_words(event)
            case _:
                words = in_words(game, event, seen, SEAT)
        if words:
            self._screen.say(words, event.cites, style="warn" if ruled else "")
        if (dealt or isinstance(event, Acted)) and any(one.seat == SEAT and not one.folded for one in seen.seats):
            self._screen.pause()

    def _draw(self, below: int = 6) -> None:
        self._page.table(self._seat.view(), self._seat.purse, below + self._screen.said)

    # --- round after round ----------------------------------------------------------------------------------------

    def run(self) -> None:
        """Sit down, and play until the person leaves. Raises :class:`LeaveError`."""
        table = self._seat.table
        if self._json:
            record.print_line(RoomOpened(table.name, table.rulebook, table.policy))
        self._seat.sit_down(self._stake(), self._players)
        self._seated = True
        self._ask.trouble = self._trouble.happened
        while True:
            refused = self._seat.do(DEALER, OpenRound())
            if refused is not None:
                self._screen.complain(refused.sentence + ".", refused.cites)
            else:
                self._round()
            self._between()

    def _stake(self) -> Cents:
        """Return the Table Stake that the person brings."""
        policy, game = self._seat.table.policy, self._seat.game
        chip = policy.lowest_chip
        most = min(policy.maximum_stake, self._seat.purse) // chip * chip
        big = policy.small_blind * game.big_blind_times_small
        usual = min(max(BUY_IN * big, policy.minimum_stake), most)
        return self._amount("Your Table Stake", policy.minimum_stake, most, usual, game.grounds.stake)

    def _amount(self, text: str, least: Cents, most: Cents, usual: Cents, cites: tuple[str, ...]) -> Cents:
        """Return an amount between two others, in whole chips."""
        chip = self._seat.table.policy.lowest_chip

        def read(said: str) -> Cents:
            amount = read_money(said)
            if amount is None:
                raise UnclearError(f"{said[:20]!r} is not an amount; write 25 or 25.50.")
            if not least <= amount <= most or amount % chip:
                raise UnclearError(f"Enter {money(least)} to {money(most)} in steps of {money(chip)}.")
            return amount

        enter = Answer("Enter", money(usual), usual, cites)
        hint = f"{money(least)} to {money(most)} in steps of {money(chip)}"
        return self._ask.ask(Question(text, (enter,), enter, read, hint, cites, True))

    def _round(self) -> None:
        """Play one round, from the Blinds to the settlement."""
        seat = self._seat
        while seat.table.playing:
            if seat.advance() is not None:
                continue
            if seat.table.pending:
                self._trouble.before_next_round()
                continue
            self._draw()
            try:
                self._decide()
            except MovedError:
                continue  # the table has changed, and so may have what is offered
        self._settled()

    # --- the person's turn ----------------------------------------------------------------------------------------

    def _decide(self) -> None:
        """Ask the person for one act: exactly those that the engine offers."""
        offered = self._seat.options()
        shows = [one for one in offered if isinstance(one, SeatOption) and one.what in ("show", "muck")]
        said: Said
        if len(shows) == 1:
            said = ShowHand(SEAT)  # there is no choice
        elif shows:
            said = self._ask.ask(_show_question(shows))
        else:
            said = self._ask.ask(self._turn_question(offered))
            if said == _HOW_MUCH:
                said = self._how_much(offered)
        if not isinstance(said, str):
            refused = self._seat.do(PLAYER, said)
            if refused is not None:
                self._screen.complain(refused.sentence + ".", refused.cites)

    def _turn_question(self, offered: tuple[RoomOption, ...]) -> Question[Said]:
        """Return the question for the person's hand."""
        seen = self._seat.view()
        answers: list[Answer[Said]] = []
        costs = 0
        for option in offered:
            if isinstance(option, ActOption):
                label, value = _label(option, self._seat.me.stack)
                costs = option.costs if option.move is Move.CALL else costs
                answers.append(Answer(_KEYS[option.move], label, value, option.cites, option.move.value))
        enter = next((one for one in answers if one.value == Act(SEAT, Move.CHECK)), None)
        if _has(offered, "look"):
            look: Answer[Said] = Answer("l", "look at your cards", Look(SEAT), _cites(offered, "look"), "look")
            answers.insert(0, look)
            enter = look
        answers += [one for one in self._seat_answers(offered) if one.key == "s"]
        price = f" · {money(costs)} to call" if costs else ""
        text = f"Your turn · {street(seen)} · {pots(seen)}{price}"
        return Question(text, tuple(answers), enter, lambda said: _read_act(said, offered), raises=True)

    def _how_much(self, offered: tuple[RoomOption, ...]) -> Said:
        """Ask for the size of a bet or a Raise, in a question of its own."""
        option = next(one for one in offered if isinstance(one, ActOption) and one.least < one.most)
        least = Answer[Said]("Enter", money(option.least), Act(SEAT, option.move, option.least), option.cites)
        back = Answer[Said]("x", "something else", _BACK)
        word = "Raise to" if option.move is Move.RAISE else "Bet"
        return self._ask.ask(
            Question(
                f"{word} how much?",
                (least, back),
                least,
                lambda said: _sized(option.move, said, offered),
                f"{money(option.least)} to {money(option.most)} in steps of {money(option.step)}",
                option.cites,
                numbers=True,
            )
        )

    def _seat_answers(self, offered: tuple[RoomOption, ...]) -> list[Answer[Said]]:
        """Return the answers about the person's seat."""
        answers: list[Answer[Said]] = []
        for what, key, label, command, word in (
            ("sit_out_back", "s", "sit out or come back", SitOut(SEAT, will_return=True), "sit"),
            ("come_back", "s", "come back", ComeBack(SEAT), "come"),
            ("pay_in", "y", "pay what you owe and be dealt in", PayIn(SEAT), "pay"),
            ("wait", "n", "wait for the Big Blind after all", PayIn(SEAT, pays=False), "wait"),
        ):
            if _has(offered, what) and (what != "sit_out_back" or not self._seat.me.away):
                answers.append(Answer(key, label, command, _cites(offered, what), word))
        return answers

    # --- the end of a round ---------------------------------------------------------------------------------------

    def _settled(self) -> None:
        """Show every pot, and the person's Table Stake after it."""
        seat, seen = self._seat, self._seat.view()
        self._draw(below=sum(len(pot.winners) for pot in seen.awarded) + 10)
        self._page.ledger(seen, seen.awarded)
        if seat.me.dealt_in:
            self._page.result(seat.had, seat.me.stack)

    def _between(self) -> None:
        """Wait after a round until the person goes on; other wishes are done first. Raises :class:`LeaveError`."""
        self._seat.between()
        while True:
            self._trouble.before_next_round()
            try:
                said = self._ask.ask(self._next_question())
            except MovedError:
                continue
            if said == "next":
                return
            if said == "leave":
                raise LeaveError
            if said == "top up":
                self._top_up()
            elif isinstance(said, str):
                self._save(said.removeprefix("save").strip())
            else:
                refused = self._seat.do(PLAYER, said)
                if refused is not None:
                    self._screen.complain(refused.sentence + ".", refused.cites)

    def _save(self, name: str) -> None:
        try:
            path = self._seat.save(name)
        except InputError as error:
            self._screen.complain(f"{error}.")
            return
        self._screen.say(f"Saved as {path}; `croupier settle {path}` settles it again.")

    def _next_question(self) -> Question[Said]:
        seat, offered = self._seat, self._seat.options()
        me = seat.me
        answers: list[Answer[Said]] = []
        stake = self._addable()
        if not me.stack and not stake:
            self._screen.complain(
                f"You have no chips left and a bankroll of {money(seat.purse)};"
                f" the minimum Table Stake is {money(seat.table.policy.minimum_stake)}."
            )
            answers.append(Answer("Enter", "leave", "leave"))
        elif not me.stack:
            answers.append(Answer("t", "bring a new Table Stake", "top up", word="top"))
        else:
            answers.append(Answer("Enter", "play on" if not me.away else "watch the next round", "next"))
            answers += self._seat_answers(offered)
            if stake:
                answers.append(Answer("t", "add to your Table Stake", "top up", word="top"))
        answers.append(Answer("d", "write the sitting down", "save", word="save"))
        cites = tuple(dict.fromkeys(cite for pot in seat.view().awarded for cite in pot.cites))
        return Question(f"Next round · {self._standing()}", tuple(answers), answers[0], _saving, cites=cites)

    def _standing(self) -> str:
        """Return the state of the person's seat, in words."""
        me, stack = self._seat.me, money(self._seat.me.stack)
        if me.away:
            return f"you sit out with {stack}"
        if me.owes:
            return f"you have {stack} and {'pay to be dealt in' if me.pays else 'wait for the Big Blind'}"
        return f"you have {stack}"

    def _addable(self) -> StakeOption | None:
        """Return the option to add to the Table Stake, if there is money for it."""
        option = next((one for one in self._seat.options() if isinstance(one, StakeOption)), None)
        return option if option is not None and option.least <= self._seat.purse else None

    def _top_up(self) -> None:
        option = self._addable()
        if option is None:
            return
        most = min(option.most, self._seat.purse // option.step * option.step)
        me, policy = self._seat.me, self._seat.table.policy
        whole = BUY_IN * policy.small_blind * self._seat.game.big_blind_times_small
        usual = min(max(whole - me.stack, option.least), most)
        try:
            amount = self._amount("Add how much?", option.least, most, usual, option.cites)
        except MovedError:
            return
        refused = self._seat.do(PLAYER, TopUp(SEAT, amount))
        if refused is None:
            self._seat.purse -= amount
        else:
            self._screen.complain(refused.sentence + ".", refused.cites)

    # --- leaving --------------------------------------------------------------------------------------------------

    def _may_leave(self) -> bool:
        """Ask whether the person really leaves: a hand in play is folded, and its bets stay in the Pot."""
        seat = self._seat
        if not self._seated or not seat.table.playing or not seat.me.dealt_in or seat.me.folded:
            return True
        self._ask.may_leave = lambda: True
        no = Answer("n", "play on", False, word="no")
        stays = f"; what you have bet, {money(seat.lying)}, stays in the Pot" if seat.lying else ""
        text = f"Leave now? Your hand is folded{stays}."
        try:
            with self._ask.undisturbed():
                return self._ask.ask(Question(text, (Answer("y", "leave", True, word="yes"), no), no))
        finally:
            self._ask.may_leave = self._may_leave

    def leave(self) -> None:
        """Leave the table: the round in play is finished without the person, who then takes their chips."""
        seat = self._seat
        left = seat.purse
        if self._seated:
            self._finish()
            stack = seat.me.stack
            if seat.lying:
                self._screen.say(f"What you have bet, {money(seat.lying)}, stays on the table.")
            seat.do(PLAYER, GetUp(SEAT))  # refused if a decision holds up the round: then the seat can wait
            self._screen.say(f"You take {money(stack)} from the table.")
            left += stack
        self._screen.say(f"You leave with {money(left)} ({net(left - seat.brought)}).")

    def _finish(self) -> None:
        """Play the round on without the person, until a decision is pending."""
        seat = self._seat
        while seat.table.playing and not seat.table.pending:
            if seat.advance() is not None:
                continue
            attempts: tuple[RoomCommand, ...] = (MuckHand(SEAT), ShowHand(SEAT), Act(SEAT, Move.FOLD))
            if all(seat.do(PLAYER, command) is not None for command in attempts):
                seat.dealer(RunOutClock(SEAT))


def _saving(text: str) -> Said:
    """Return the answer ``save NAME`` for ``d NAME``. Raises :class:`UnclearError` for other text."""
    word, _, name = text.partition(" ")
    if word.lower() in ("d", "save") and name:
        return f"save {name}"
    raise UnclearError(f"{text[:20]!r} is not one of the answers; ? lists them.")


def _has(offered: tuple[RoomOption, ...], what: str) -> bool:
    return any(isinstance(one, SeatOption) and one.what == what for one in offered)


def _cites(offered: tuple[RoomOption, ...], what: str) -> tuple[str, ...]:
    return next(one.cites for one in offered if isinstance(one, SeatOption) and one.what == what)


def _label(option: ActOption, stack: Cents) -> tuple[str, Said]:
    """Return the words of an act with its amount, and the command or question that it leads to."""
    match option.move:
        case Move.BET | Move.RAISE if option.least < option.most:
            word = "Bet" if option.move is Move.BET else "Raise to"
            return f"{word} {money(option.least)}–{money(option.most)}", _HOW_MUCH
        case Move.BET | Move.RAISE:
            return f"{option.move.value.capitalize()} to {money(option.least)}", Act(SEAT, option.move, option.least)
        case Move.CALL:
            ends = ", all-in" if option.costs == stack else ""
            return f"Call {money(option.costs)}{ends}", Act(SEAT, option.move)
        case Move.ALL_IN:
            return f"All-in {money(option.costs)}", Act(SEAT, option.move)
        case Move.FOLD | Move.CHECK:
            return option.move.value.capitalize(), Act(SEAT, option.move)


def _read_act(text: str, offered: tuple[RoomOption, ...]) -> Said:
    """Return the act in ``b 6``, ``raise to 6`` or ``k``. The table decides whether it accepts it."""
    word, _, rest = text.lower().partition(" ")
    if word == "k" and not rest:
        return Act(SEAT, Move.CHECK)
    if word in _SIZED and rest:
        return _sized(_SIZED[word], rest.removeprefix("to "), offered)
    keys = listed([*dict.fromkeys(_KEYS[one.move] for one in offered if isinstance(one, ActOption))], "or")
    raise UnclearError(
        f"{text[:20]!r} is not one of the answers; enter {keys}, with an amount such as r 6; ? lists them."
    )


def _sized(move: Move, text: str, offered: tuple[RoomOption, ...]) -> Said:
    """Return a bet or a Raise of a size; betting the whole stack is an all-in."""
    amount = read_money(text)
    if amount is None:
        raise UnclearError(f"{text[:20]!r} is not an amount; write 25 or 25.50.")
    everything = [one.most for one in offered if isinstance(one, ActOption) and one.move is Move.ALL_IN]
    return Act(SEAT, Move.ALL_IN) if amount in everything else Act(SEAT, move, amount)


def _show_question(shows: list[SeatOption]) -> Question[Said]:
    """Ask whether a beaten hand is shown anyway."""
    cites = {one.what: one.cites for one in shows}
    muck: Answer[Said] = Answer("m", "muck", MuckHand(SEAT), cites["muck"], "muck")
    show: Answer[Said] = Answer("y", "show", ShowHand(SEAT), cites["show"], "yes")
    return Question("Your hand is beaten: show it?", (muck, show), muck)
