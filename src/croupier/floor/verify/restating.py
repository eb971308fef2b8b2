"""Rounds of an earlier revision that today's rules decide differently, and what each Player was overpaid or underpaid.

From the first entry that is decided differently, a second state is followed beside the recorded one. Each later command
of the round is decided on it by today's rules:

- A report whose facts are refused is made on the facts that it was ruled on at the time.
- A statement that needs more people than the record has ends without effect.
- A choice without an answer in the record is answered as if its clock had run out.
- Any other refused command is noted and skipped.

When the record opens its next round, the two states are compared. That round is then followed from the recorded state.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from croupier.floor.deciding import postings
from croupier.floor.deciding.dealing import PLAYERS_OWN
from croupier.floor.deciding.permissions import core
from croupier.floor.running.loading import decided, evolved
from croupier.floor.values.entries import SYSTEM, Entry, Posting
from croupier.floor.values.table import (
    CommitShuffle,
    LetSignaturesFall,
    NoteJackpotWon,
    PlayBanked,
    PlayRoom,
    ReturnClaim,
    SignClaim,
)
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.floor.verify.alone import Alone, alone
from croupier.floor.verify.finding import Finding, Kind, found, plain
from croupier.floor.verify.replay import Played, Replayed
from croupier.money import Cents
from croupier.notation.actors import Deed
from croupier.notation.acts import format_act
from croupier.notation.room_acts import format_room_act
from croupier.play.actor import Actor, Entered
from croupier.play.authority import RefuseStatement, StatementSigned
from croupier.play.banked.commands import AnswerChoice, Choose, Report, RunOutClock
from croupier.play.banked.events import IrregularityRuled, RoundOpened
from croupier.play.banked.flow import turn_of
from croupier.play.banked.options import Act, options
from croupier.play.banked.state import Pending
from croupier.play.refusal import Refusal
from croupier.play.room import commands as room_commands
from croupier.play.room import events as room_events
from croupier.play.room.seating import chips_of
from croupier.play.viewer import Viewer
from croupier.rulebooks.revisions import REVISION, corrected
from croupier.rules.document import Cite
from croupier.rules.terms import Role

_PLAY: Final = PlayBanked | PlayRoom | NoteJackpotWon | SignClaim | ReturnClaim | LetSignaturesFall
"""The commands that belong to a round; fills, credits and changed cash are the House's own and are not restated."""
_OPENED: Final = RoundOpened | room_events.RoundOpened
_RULED: Final = IrregularityRuled | room_events.IrregularityRuled
_MOST_NOTES: Final = 5
_MOST_WAYS: Final = 1_000
"""The most ways of playing on that are tried for a round."""


class Restated(Struct, frozen=True):
    """A round that today's rules decide differently."""

    stream: str
    rulebook: str
    round: int
    revision: int
    """The revision of the round's entries."""
    first: int
    """The stream's version of the first entry that is decided differently."""
    last: int
    """The stream's version at the end of the round."""
    at: int
    paragraphs: tuple[Cite, ...]
    """The paragraphs that the difference rests on and that have been corrected since."""
    corrections: tuple[str, ...]
    """The corrected interpretations of these paragraphs."""
    players: dict[str, Cents]
    """The amount by which each Player was underpaid; negative if overpaid, empty if it is not known."""
    house: Cents
    """The amount by which the House was underpaid; players, house and jackpot sum to zero."""
    jackpot: Cents
    """The amount by which the meter was underpaid; players, house and jackpot sum to zero."""
    recorded: dict[str, Cents]
    """The money that the round brought each Player, as recorded."""
    restated: dict[str, Cents]
    """The money that the round brings each Player by today's rules, as far as they can end it."""
    lies: dict[str, Cents]
    """The chips of each Player that are still on the table if today's rules cannot end the round."""
    between: dict[str, tuple[Cents, Cents]]
    """The least and the most by which each Player was underpaid, over every way of playing on; empty if settled, or if
    :meth:`Branch.ways` finds none."""
    waits: str
    """The reason why today's rules cannot end the round; empty if they can."""
    notes: tuple[str, ...]
    """The commands that today's rules refuse, and the assumptions that were made."""

    @property
    def settled(self) -> bool:
        """True if today's rules bring the round to its end."""
        return not self.waits

    @property
    def table(self) -> str:
        """The table's name."""
        return self.stream.partition(":")[2]


class Money(Struct):
    """The money that has moved since a round began, by account, and the chips in front of each Player at its start."""

    sums: dict[str, Cents] = field(default_factory=dict)
    held: dict[str, Cents] = field(default_factory=dict)

    def add(self, posted: Iterable[Posting]) -> None:
        """Add postings to the sums."""
        for one in posted:
            self.sums[one.account] = self.sums.get(one.account, 0) + one.cents

    def copy(self) -> "Money":
        """Return a copy of the sums, for another way of playing on."""
        return Money(dict(self.sums), self.held)

    def net(self, after: TableState) -> dict[str, Cents]:
        """Return what each account has gained; in the poker room the chips in front of a Player count as theirs."""
        net = {account: cents for account, cents in self.sums.items() if not account.startswith("stakes:")}
        now = holdings(after)
        for account in now.keys() | self.held.keys():
            net[account] = net.get(account, 0) + now.get(account, 0) - self.held.get(account, 0)
        return net


def holdings(state: object) -> dict[str, Cents]:
    """Return the chips in front of each Player at a table of the poker room, by account; empty at other tables."""
    held: dict[str, Cents] = {}
    if isinstance(state, RoomTable):
        for seat in state.engine.seats:
            account = postings.wallet(state.info, seat.player)
            held[account] = held.get(account, 0) + chips_of(state.engine, seat)
    return held


def lying(state: TableState) -> dict[str, Cents]:
    """Return the chips that each account has on the table in a round that has not ended."""
    lies: dict[str, Cents] = {}
    if not state.running or state.engine.round is None:
        return lies
    if isinstance(state, RoomTable):
        put = [(hand.player, hand.put + hand.dead) for hand in state.engine.round.hands]
    else:
        boxes = state.engine.round.boxes
        done = {(line.box, line.wager) for line in state.engine.round.lines}
        wagers = [wager for box in boxes for wager in box.wagers if (box.number, wager.name) not in done]
        put = [(share.player, share.amount) for wager in wagers for share in wager.shares]
    for player, cents in put:
        account = postings.wallet(state.info, player)
        lies[account] = lies.get(account, 0) + cents
    return lies


class Branch:
    """A round as today's rules decide it, beside the recorded one."""

    def __init__(self, entry: Entry, before: TableState, money: Money, rulings: Sequence[Cite]) -> None:
        self.stream, self.at, self.revision = entry.stream, entry.at, entry.schema
        self.first = self.last = entry.version
        self.state = before
        self.recorded, self.restated = money, money.copy()
        self.cites: dict[Cite, None] = dict.fromkeys(rulings)
        self.notes: list[str] = []
        self.in_round = isinstance(before, BankedTable) or before.running
        """True if the round has begun; if not, the difference arose between two rounds, and the next is included."""
        self.unsigned: tuple[Entry, Role, object] | None = None
        """An act that needs more people by today's rules; the next entry may be the signature of one of them."""
        self.broken = ""
        """The reason why the round cannot be followed further, if the record is not one that a floor writes."""

    def take(self, entry: Entry, command: object, role: Role, played: Played) -> None:
        """Decide the command of the next entry by today's rules."""
        self.last = entry.version
        try:
            self._take(entry, command, role, played)
        except Exception as error:  # a forged entry can raise any error here
            self.broken = self.broken or f"it cannot be followed: {plain(str(error) or type(error).__name__, 120)}"

    def _take(self, entry: Entry, command: object, role: Role, played: Played) -> None:
        if not self._signs(entry, command, role):
            self._end_unsigned()
        answer = self._answer(entry, command, role, played.events)
        if isinstance(answer, tuple):
            self._cited(played.events, answer)
            self._play(answer, command, entry.at, entry.entered)
            if entry.schema != REVISION and self.unsigned is None and self.state.engine.waiting:
                self.unsigned = entry, role, command
            return
        self._refused(entry, command, role, answer)
        if any(isinstance(event, _OPENED) for event in played.events):  # the round was played, so follow it as recorded
            self.state = played.after
            self.restated.add(played.posted or ())
        else:
            self._cited(played.events, ())

    def _answer(
        self, entry: Entry, command: object, role: Role, recorded: tuple[object, ...]
    ) -> tuple[object, ...] | Refusal | str:
        """Return the events of a command by today's rules, or why there are none.

        If it is refused, try again after the open choices are answered by the clock, and then on other facts.
        """
        answer = self._decided(entry.actor, role, command, entry.at)
        if isinstance(answer, Refusal) and self.state.info.automatic and type(core(command)) in PLAYERS_OWN:
            # Staff entered a Player's own act, which earlier revisions took. It is played as that act.
            answer = self._decided(SYSTEM, role, command, entry.at)
        if isinstance(answer, tuple):
            return answer
        if self._by_clock(entry.at):
            answer = self._decided(entry.actor, role, command, entry.at)
        for other in _on_other_facts(command, recorded):
            if isinstance(answer, tuple):
                break
            again = self._decided(entry.actor, role, other, entry.at)
            if isinstance(again, tuple):
                self._note(f"{_act(self.state, entry, role, command)} is made on the facts that it was ruled on")
                answer = again
        return answer

    def _decided(self, actor: str, role: Role, command: object, at: int) -> tuple[object, ...] | Refusal | str:
        try:
            return decided(self.stream, self.state, actor, role, command, at)
        except Exception as error:  # a command that fits no table of today can raise any error here
            return f"cannot be decided: {plain(str(error) or type(error).__name__, 120)}"

    def _play(self, events: tuple[object, ...], command: object, at: int, entered: Entered | None = None) -> None:
        moves = []
        for event in events:
            self.state, moved = evolved(self.stream, self.state, event, at, entered)
            moves.append(moved)
        if isinstance(command, _PLAY):
            self.restated.add(postings.postings(moves))

    def _signs(self, entry: Entry, command: object, role: Role) -> bool:
        """Return whether a command is one more person's signature of the act that waits."""
        if self.unsigned is None or not self.state.engine.waiting:
            return False
        answer = self._decided(entry.actor, role, command, entry.at)
        return isinstance(answer, tuple) and any(isinstance(event, StatementSigned) for event in answer)

    def _end_unsigned(self) -> None:
        """End an act that too few people have signed, and note who they were and how many it needs."""
        if self.unsigned is None:
            return
        (entry, role, command), self.unsigned = self.unsigned, None
        play = PlayBanked if isinstance(self.state, BankedTable) else PlayRoom
        for waits in self.state.engine.waiting:
            said, people = _act(self.state, entry, role, command), " and ".join(one.name for one in waits.signers)
            self._note(f"{said}: {waits.weighing.needs.sentence}; {people} alone said it")
            ended = play(RefuseStatement(waits.number, "no one else stands behind it on record"))
            answer = self._decided(SYSTEM, Role.SHIFT_MANAGER, ended, entry.at)
            if isinstance(answer, tuple):
                self._play(answer, ended, entry.at)

    def _by_clock(self, at: int) -> bool:
        """Answer the open choices as if their clocks had run out. Returns whether there were any."""
        round_ = self.state.engine.round if isinstance(self.state, BankedTable) else None
        waiting = [box.number for box in round_.boxes if box.choice] if round_ is not None else []
        for box in waiting:
            clock = PlayBanked(RunOutClock(box))
            answer = self._decided(SYSTEM, Role.DEALER, clock, at)
            if isinstance(answer, tuple):
                self._note(f"box {box} has a choice now; there is no answer on record, so its clock runs out")
                self._cited((), answer)
                self._play(answer, clock, at)
        return bool(waiting)

    def _refused(self, entry: Entry, command: object, role: Role, answer: Refusal | str) -> None:
        if not self.state.running and not isinstance(command, PlayRoom):
            return  # the round is over by today's rules: its later commands have no effect
        if isinstance(command, CommitShuffle):
            return  # this is the shoe of the next round
        said = answer if isinstance(answer, str) else f"is refused: {answer.sentence}"
        self._note(f"{_act(self.state, entry, role, command)} {said}")
        if isinstance(answer, Refusal):
            self.cites.update(dict.fromkeys(answer.cites))

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def _cited(self, recorded: Sequence[object], restated: Sequence[object]) -> None:
        """Collect the paragraphs of the events that only one of the two has."""
        for event in recorded:
            if event not in restated:
                self.cites.update(dict.fromkeys(getattr(event, "cites", ())))
        for event in restated:
            if event not in recorded:
                self.cites.update(dict.fromkeys(getattr(event, "cites", ())))

    def settle(self) -> None:
        """End the round, if only the answers to choices or the settlement are missing."""
        if not self.broken:
            self._end_unsigned()
        for _ in range(2):
            if self.broken or not self.state.running:
                return
            self._by_clock(self.at)
            command = self.state.settling()
            answer = self._decided(SYSTEM, Role.DEALER, command, self.at)
            if isinstance(answer, tuple):
                self._play(answer, command, self.at)

    def waits(self) -> str:
        """Return why the round does not end; empty if it does."""
        if self.broken or not self.state.running:
            return self.broken
        for one in self.state.engine.pending:
            if not isinstance(one, Pending) or one.holds_round:
                who, options = one.role.replace("_", " "), " or ".join(one.options)
                return f"a {who} would have to decide first: {options.replace('_', ' ')}"
        return "the round would have gone on, and the record does not say how"

    def ways(self) -> list[dict[str, Cents]]:
        """Return what each account gains in every way of playing on.

        Empty in the poker room, where bets of any amount are possible; also if cards are still to come, if a role would
        have to decide, or if there are too many ways.
        """
        ends: list[dict[str, Cents]] = []
        open_: list[tuple[TableState, Money]] = [] if self.broken else [(self.state, self.restated)]
        while open_:
            state, money = open_.pop()
            if not state.running:
                ends.append(money.net(state))
                continue
            try:
                after = [self._gone(state, money, *act) for act in _next_acts(state)]
            except Exception:  # a state from a forged record can raise any error here
                return []
            known = [one for one in after if one is not None]
            if not known or len(known) < len(after) or len(ends) + len(open_) + len(known) > _MOST_WAYS:
                return []
            open_ += known
        return ends

    def _gone(
        self, state: TableState, money: Money, who: str, role: Role, command: Any
    ) -> tuple[TableState, Money] | None:
        """Return a table and its money after one more act; None if the act is refused."""
        answer, money = decided(self.stream, state, who, role, command, self.at), money.copy()
        if isinstance(answer, Refusal):
            return None
        moves, entered = [], Entered(state.engine.version, who, role)
        for event in answer:
            state, moved = evolved(self.stream, state, event, self.at, entered)
            moves.append(moved)
        money.add(postings.postings(moves))
        return state, money


def _next_acts(state: TableState) -> Iterator[tuple[str, Role, Any]]:
    """Yield the acts by which a house-banked round can go on: the Dealer's, or each of a Player's."""
    if not isinstance(state, BankedTable) or any(one.holds_round for one in state.engine.pending) or state.unseen():
        return
    due = state.due()
    if due is not None:
        yield SYSTEM, Role.DEALER, due
        return
    chooses = next((box for box in state.engine.round.boxes if box.choice), None) if state.engine.round else None
    box = chooses or turn_of(state.game, state.engine)
    if box is not None:
        player = box.choosers[0] if chooses and box.choosers else box.player
        for one in options(state.game, state.engine, Viewer(Role.PLAYER, player)):
            if (
                isinstance(one, Act)
                and isinstance(one.command, Choose | AnswerChoice)
                and one.command.box == box.number
            ):
                yield player, Role.PLAYER, PlayBanked(one.command)


class Restating:
    """The restated rounds of earlier revisions, collected along the entries."""

    def __init__(self) -> None:
        self.rounds: list[Restated] = []
        """The rounds in which a Player, the House or a meter was overpaid or underpaid."""
        self.undecided: list[Restated] = []
        """The rounds in which today's rules need a fact that is not on record."""
        self.alike = 0
        """The number of rounds decided under other paragraphs or in other words, but for the same money."""
        self.alone: list[Alone] = []
        """The acts outside a round that one person did alone, and that need more people today."""
        self._branches: dict[str, Branch] = {}
        self._money: dict[str, Money] = {}
        self._rulings: dict[str, list[Cite]] = {}

    @property
    def following(self) -> bool:
        """True if a round is being followed that today's rules decide differently."""
        return bool(self._branches)

    def beside(self, entry: Entry, done: Replayed) -> None:
        """Collect the acts that one person did alone from an entry of any stream."""
        self.alone += alone(entry, done)

    def take(self, entry: Entry, done: Replayed) -> Iterator[Finding]:
        """Follow a replayed entry of a table; report a round that nothing corrected explains."""
        played = done.played
        stream, branch = entry.stream, self._branches.get(entry.stream)
        if branch is None and entry.schema == REVISION:
            return
        if played is None or not isinstance(played.before, BankedTable | RoomTable):
            return
        opened = any(isinstance(event, _OPENED) for event in played.events)
        if branch is not None and opened and branch.in_round:
            yield from self._close(branch, played.before)
            branch = None
        if branch is None and (opened or stream not in self._money):
            self._begun(stream, played.before)
        if branch is None and done.otherwise:
            if isinstance(played.before, RoomTable) and not played.before.running:
                self._begun(stream, played.before)
            branch = Branch(entry, played.before, self._money[stream], self._rulings[stream])
            self._branches[stream] = branch
        if branch is not None and done.command is not None and done.role is not None:
            branch.take(entry, done.command, done.role, played)
            branch.in_round = branch.in_round or opened
        if isinstance(done.command, _PLAY):
            self._money[stream].add(played.posted or ())
        self._rulings[stream] += (cite for event in played.events if isinstance(event, _RULED) for cite in event.cites)
        after = played.after
        if branch is not None and branch.in_round and isinstance(after, RoomTable) and not after.running:
            yield from self._close(branch, after)  # later entries belong to the next round

    def _begun(self, stream: str, before: TableState) -> None:
        """Begin to count the money and the rulings of the next round."""
        self._money[stream], self._rulings[stream] = Money({}, holdings(before)), []

    def close(self, states: dict[str, Any]) -> Iterator[Finding]:
        """Restate the rounds after which no other has begun, except those still in play."""
        for stream, branch in list(self._branches.items()):
            state = states.get(stream)
            if isinstance(state, BankedTable | RoomTable) and not state.running:
                yield from self._close(branch, state)

    def _close(self, branch: Branch, recorded: TableState) -> Iterator[Finding]:
        del self._branches[branch.stream]
        branch.settle()
        restated = _compared(branch, recorded)
        if not restated.settled:
            self.undecided.append(restated)
        elif restated.players or restated.house or restated.jackpot:
            self.rounds.append(restated)
        else:
            self.alike += 1
            return
        if not restated.paragraphs:
            told = ", ".join(branch.cites) or "no paragraph"
            wrong = f"round {restated.round} is decided differently today under {told}, and nothing was corrected there"
            yield found(Kind.DECISION, "journal", wrong, stream=branch.stream, version=branch.first, field="events")


def _compared(branch: Branch, recorded: TableState) -> Restated:
    info, engine, waits = recorded.info, recorded.engine, branch.waits()
    was, now = branch.recorded.net(recorded), branch.restated.net(branch.state)
    known = corrected(info.game, branch.revision)
    rests = {cite: known[mended] for cite in branch.cites if (mended := _mended(cite, known))}
    owed = {} if waits else _owed(was, now)
    ways = [_players(_owed(was, then)) for then in branch.ways()] if waits else []
    bounds = {name: (min(one[name] for one in ways), max(one[name] for one in ways)) for name in next(iter(ways), {})}
    return Restated(
        stream=branch.stream,
        rulebook=engine.rulebook,
        round=engine.rounds,
        revision=branch.revision,
        first=branch.first,
        last=branch.last,
        at=branch.at,
        paragraphs=tuple(rests),
        corrections=tuple(dict.fromkeys(rests.values())),
        players={name: cents for name, cents in _players(owed).items() if cents},
        house=sum(owed.get(one, 0) for one in (f"float:{info.name}", f"rake:{info.name}", f"house:{info.name}")),
        jackpot=owed.get(f"meter:{info.link}", 0),
        recorded=_players(was),
        restated=_players(now),
        lies=_players(lying(branch.state)),
        between={name: both for name, both in bounds.items() if both != (0, 0)},
        waits=waits,
        notes=tuple(branch.notes[:_MOST_NOTES]),
    )


def _owed(was: Mapping[str, Cents], now: Mapping[str, Cents]) -> dict[str, Cents]:
    """Return how much more each account gains today than was recorded."""
    return {one: now.get(one, 0) - was.get(one, 0) for one in sorted(was.keys() | now.keys())}


def _players(accounts: Mapping[str, Cents]) -> dict[str, Cents]:
    """Return the money of the Players among accounts, by name; a table's public keeps the name of its account."""
    named = {one.removeprefix("wallet:"): cents for one, cents in accounts.items() if one.startswith("wallet:")}
    return named | {one: cents for one, cents in accounts.items() if one.startswith("public:")}


def totals(rounds: Iterable[Restated]) -> dict[str, Cents]:
    """Return what each Player was underpaid in total; negative if they were overpaid."""
    sums: dict[str, Cents] = {}
    for one in rounds:
        for name, cents in one.players.items():
            sums[name] = sums.get(name, 0) + cents
    return {name: cents for name, cents in sorted(sums.items()) if cents}


def _on_other_facts(command: object, recorded: Iterable[object]) -> Iterator[object]:
    """Yield a report with the facts that it was ruled on, and without any: revision 1 ruled on the table's facts."""
    if not isinstance(command, PlayBanked | PlayRoom) or not isinstance(command.command, Report | room_commands.Report):
        return
    ruled = next((event for event in recorded if isinstance(event, _RULED)), None)
    for facts in ({} if ruled is None else ruled.facts, {}):
        if facts != command.command.facts:
            yield replace(command, command=replace(command.command, facts=facts))


def _mended(cite: Cite, known: Iterable[Cite]) -> Cite:
    """Return the most specific corrected paragraph that a cited one is, or is part of; empty if there is none."""
    return max((one for one in known if cite == one or cite.startswith(f"{one}.")), key=len, default="")


def _act(state: TableState, entry: Entry, role: Role, command: object) -> str:
    """Return a command in the notation."""
    if isinstance(command, PlayBanked):
        return format_act(Deed(Actor(entry.actor, role), command.command))
    if isinstance(command, PlayRoom):
        return format_room_act(Deed(Actor(entry.actor, role), command.command))
    return f"{plain(entry.actor, 40)}: {type(command).__name__}"
