"""The options of a viewer at a table: exactly what :func:`croupier.play.banked.decide.decide` would accept.

A user interface, web page or terminal, knows no rule: it receives its options and sends one back. To keep that true,
this module has no rule either. Every act that is conceivable at this moment is passed to ``decide``, and what it
accepts is offered, with the paragraphs that its events carry. Only the ends of an amount's range are calculated, from
the table's policy, and they too are passed to ``decide`` before they are offered.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.money import Cents, format_money
from croupier.play.actor import Actor
from croupier.play.authority import RefuseStatement, SignStatement
from croupier.play.banked.commands import (
    AnswerChoice,
    BankedCommand,
    Choose,
    CloseBets,
    CorrectCard,
    CorrectDecision,
    CorrectWager,
    DealCards,
    DeclineShare,
    InspectHand,
    Look,
    OpenRound,
    PlaceWager,
    ReopenJackpot,
    Report,
    RestrictPlayer,
    Reveal,
    RunOutClock,
    Settle,
    ShowHand,
    StopPlayer,
    TakeBackLast,
    TakeDecision,
    WithdrawWager,
    WithholdHand,
)
from croupier.play.banked.decide import decide
from croupier.play.banked.events import BankedEvent, CardsDealt, CommunityRevealed, Decided, RoundEnded
from croupier.play.banked.flow import current_step, places_ahead, undecided
from croupier.play.banked.state import Box, Phase, Table
from croupier.play.refusal import Refusal
from croupier.play.viewer import Viewer
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite
from croupier.rules.terms import Area, Decide, Limits, OnePlayer, Role, Shared, ShowHands, WagerName, at_least

Cites = tuple[Cite, ...]
_OTHERS: Final = "others'"


class Act(Struct, frozen=True, tag=True):
    """An act without an amount: the caller sends the command back as it is."""

    command: BankedCommand
    label: str
    """The words for a button."""
    cites: Cites
    places: Cents = 0
    """The chips that go on the table with it."""
    wager: WagerName | None = None
    """The area they go on."""


class Stake(Struct, frozen=True, tag=True):
    """Chips may go on an area, on top of what is there: any multiple of ``step`` from ``least`` to ``most``."""

    box: int
    wager: WagerName
    player: str
    least: Cents
    enough: Cents
    """The amount from which the area holds the table's minimum; less is accepted only if others may add their share."""
    most: Cents
    step: Cents
    cites: Cites

    def takes(self, amount: Cents) -> bool:
        """Return whether that amount may be placed."""
        return self.least <= amount <= self.most and (amount - self.least) % self.step == 0

    def command(self, amount: Cents) -> PlaceWager:
        """Return the command that places an amount."""
        return PlaceWager(self.box, self.wager, amount, self.player)


class TakeBack(Struct, frozen=True, tag=True):
    """Chips may come off an area: the whole of the Player's, or any multiple of ``step`` from ``least`` to ``most``."""

    box: int
    wager: WagerName
    player: str
    whole: Cents
    """All that the Player has there; zero if all of it must stay."""
    least: Cents
    most: Cents
    """Zero if no part of it may be withdrawn alone."""
    step: Cents
    cites: Cites

    def takes(self, amount: Cents) -> bool:
        """Return whether that amount may be taken back."""
        part = self.least <= amount <= self.most and (amount - self.least) % self.step == 0
        return amount > 0 and (amount == self.whole or part)

    def command(self, amount: Cents) -> WithdrawWager:
        """Return the command that takes an amount back."""
        return WithdrawWager(self.box, self.wager, amount, self.player)


class Deal(Struct, frozen=True, tag=True):
    """Cards are to be dealt: one for each place, in this order, all at once or some at a time."""

    places: tuple[str, ...]
    cites: Cites

    def command(self, cards: tuple[Card, ...]) -> DealCards:
        """Return the command that deals these cards."""
        return DealCards(cards)


Option = Act | Stake | TakeBack | Deal


def options(game: BankedGame, table: Table, who: Viewer) -> tuple[Option, ...]:
    """List everything that ``who`` may do at this moment, in the order of play.

    Players act for themselves. Staff act for any box; wagers are offered to them only if ``who`` names the Player for
    whom they place them, since a table cannot know who stands around it.
    """
    probe = _probe(game, table, who)
    return (*_acts(probe), *_deal(probe), *_stakes(probe), *_taken_back(probe))


class _Probe(Struct, frozen=True):
    """A test of what a table would accept from a viewer."""

    game: BankedGame
    table: Table
    who: Viewer
    actor: Actor
    staff: bool
    """True if they may perform the Dealer's acts."""
    boxes: tuple[Box, ...]
    """The boxes in play."""
    own: tuple[Box, ...]
    """The boxes for which they may speak: a Player's own; to staff, all."""

    def events(self, command: BankedCommand) -> tuple[BankedEvent, ...]:
        """Return the events that a command would cause; empty if it is refused."""
        answer = decide(self.game, self.table, self.actor, command)
        return () if type(answer) is Refusal else answer

    @property
    def players(self) -> tuple[str, ...]:
        """The Players that the table knows by name."""
        sharers = (share.player for box in self.boxes for wager in box.wagers for share in wager.shares)
        named = (self.who.player,) if self.who.player else ()
        return tuple(dict.fromkeys((*sharers, *self.table.restricted, *named)))


def _probe(game: BankedGame, table: Table, who: Viewer) -> _Probe:
    player, staff = who.role is Role.PLAYER, at_least(who.role, Role.DEALER)
    boxes = table.round.boxes if table.round is not None else ()
    own = tuple([box for box in boxes if box.player == who.player]) if player else boxes if staff else ()
    return _Probe(game, table, who, Actor(who.player if player else who.role.value, who.role), staff, boxes, own)


def _commands(probe: _Probe) -> Iterator[BankedCommand]:
    """Yield every command that could be meant now and leaves nothing to fill in.

    Only ``decide`` says whether it may be done. Commands without a meaning at this moment are left out: those of
    another part of a round, and for a Player the Dealer's acts and others' hands.
    """
    round_, staff, own = probe.table.round, probe.staff, probe.own
    phase = round_.phase if round_ is not None else Phase.ENDED
    if staff and phase is Phase.ENDED:
        yield OpenRound()
    if staff and phase is Phase.BETTING:
        yield CloseBets()
    if phase is Phase.PLAY:
        for box in own:
            yield Look(box.number)
    step = current_step(probe.game, probe.table)
    if isinstance(step, Decide) and round_ is not None:
        yield from _decisions(probe, step, undecided(round_))
    for box in probe.boxes:
        several = len(box.choosers) > 1 and staff
        for player in box.choosers if several else ("",):
            yield from (AnswerChoice(box.number, option, player) for option in box.choice)
    if staff:
        yield Reveal()
    for box in own:
        if isinstance(step, ShowHands) or box.shown is False:
            yield ShowHand(box.number)
            yield WithholdHand(box.number)
    if staff:
        yield Settle()
        yield from (InspectHand(box.number) for box in probe.boxes)
        yield from (RestrictPlayer(player, on) for player in probe.players for on in (True, False))


def _decisions(probe: _Probe, step: Decide, turn: Box | None) -> Iterator[BankedCommand]:
    """Yield the decisions of the box whose turn it is, and of Players who may give up a share in another's."""
    if turn is not None and turn in probe.own:
        yield from (Choose(turn.number, choice.decision) for choice in step.choices)
        yield from _larger(probe, turn, step)
    if isinstance(probe.game.occupancy, Shared):
        for box in probe.boxes:
            yield from (DeclineShare(box.number, player) for player in (probe.players if probe.staff else ("",)))


def _larger(probe: _Probe, box: Box, step: Decide) -> Iterator[Choose]:
    """Yield the further sizes of a wager that has several."""
    for choice in step.choices:
        if len(choice.sizes) > 1:
            for event in probe.events(Choose(box.number, choice.decision)):
                least = sum(share.amount for share in event.shares) if isinstance(event, Decided) else 0
                for times in choice.sizes[1:]:
                    yield Choose(box.number, choice.decision, least // choice.times_ante * times)


def _acts(probe: _Probe) -> Iterator[Act]:
    for command in _commands(probe):
        events = probe.events(command)
        if not events:
            continue
        # A settlement's paragraphs reveal its result, which only its events may do.
        event = events[-1] if isinstance(events[-1], RoundEnded) and isinstance(command, Settle) else events[0]
        if isinstance(command, Choose) and isinstance(event, Decided) and event.wager is not None:
            places = sum(share.amount for share in event.shares)
            exact = replace(command, amount=places)
            yield Act(exact, _label(probe.game, exact, event), event.cites, places, event.wager)
        else:
            yield Act(command, _label(probe.game, command, event), event.cites)


def _label(game: BankedGame, command: BankedCommand, event: BankedEvent) -> str:
    """Describe a command for people."""
    match command:
        case OpenRound():
            return "Place your Bets"
        case CloseBets():
            return "No more Bets"
        case Look(box=box):
            return f"Look at the hand of box {box}"
        case Choose(decision=decision, amount=amount):
            word = game.word(decision)
            return word if amount is None else f"{word} {format_money(amount)}"
        case DeclineShare(box=box, player=player):
            return f"Fold the share of {player} in box {box}" if player else f"Fold the share in box {box}"
        case Reveal():
            return f"Turn the {event.name}" if isinstance(event, CommunityRevealed) else "Turn the Dealer’s cards"
        case ShowHand(box=box):
            return f"Show the hand of box {box}"
        case WithholdHand(box=box):
            return f"Do not show the hand of box {box}"
        case InspectHand(box=box):
            return f"Inspect the hand of box {box}"
        case RestrictPlayer(player=player, restricted=restricted):
            return f"Keep {player} to one box" if restricted else f"Let {player} play several boxes again"
        case Settle():
            return "Settle the wagers"
        case AnswerChoice(box=box, option=option, player=player):
            return f"Box {box}{f', {player}' if player else ''}: {option.replace('_', ' ')}"
        case (
            PlaceWager()
            | WithdrawWager()
            | DealCards()
            | Report()
            | TakeDecision()
            | CorrectCard()
            | CorrectWager()
            | TakeBackLast()
            | CorrectDecision()
            | StopPlayer()
            | RunOutClock()
            | SignStatement()
            | RefuseStatement()
            | ReopenJackpot()
        ):
            raise AssertionError("an act with something to fill in, or of two people, has no button of its own")


def _deal(probe: _Probe) -> Iterator[Deal]:
    """Yield the cards that are next; the shoe decides which cards they are, so unknown ones are tried."""
    round_ = probe.table.round
    if round_ is None or round_.phase is not Phase.PLAY or not probe.staff:
        return
    ahead = len(places_ahead(probe.game, probe.table.policy.dealing, round_))
    for event in probe.events(DealCards((UNKNOWN,) * ahead)):
        if isinstance(event, CardsDealt):
            yield Deal(event.places, event.cites)


def _stakes(probe: _Probe) -> Iterator[Stake]:
    """Yield the wagers that may be placed, box by box."""
    round_ = probe.table.round
    if round_ is None or not _betting(probe):
        return
    known: dict[tuple[Box | str | None, bool], tuple[Stake, ...]] = {}
    for number in range(1, probe.table.policy.boxes + 1):
        box = round_.box(number)
        alike = (_alike(probe, box), number in probe.table.closed_boxes)
        if alike not in known:
            known[alike] = tuple(_accepted(probe, number, box))
        yield from (replace(one, box=number) for one in known[alike])


def _alike(probe: _Probe, box: Box | None) -> Box | str | None:
    """Return the key of boxes where the same may be done, so that ``decide`` is asked once for all of them.

    Their layouts are equal, or they are others' boxes and the document gives a box to one Player.
    """
    if box is None:
        return None
    if box.player != probe.who.player and isinstance(probe.game.occupancy, OnePlayer):
        return _OTHERS
    return replace(box, number=0)


def _accepted(probe: _Probe, number: int, box: Box | None) -> Iterator[Stake]:
    """Yield the wagers that may be placed on a box, each range with both ends accepted."""
    for area in probe.game.areas:
        lying = box.wager(area.wager) if box is not None else None
        stake = _stake(probe, number, area, lying.amount if lying else 0)
        if stake.least > stake.most:
            continue
        events = probe.events(stake.command(stake.least))
        if events and stake.most != stake.least:
            events = probe.events(stake.command(stake.most))
        if events:
            yield replace(stake, cites=tuple(dict.fromkeys((*events[0].cites, area.limits_cite))))


def _stake(probe: _Probe, number: int, area: Area, lying: Cents) -> Stake:
    """Return what would fit on an area in addition to what is there, before ``decide`` is asked."""
    low, high = probe.table.policy.limits(area.limits)
    if area.limits is Limits.PRESCRIBED:
        return Stake(number, area.wager, probe.who.player, low, low, high, low, ())
    step = probe.table.policy.lowest_chip
    enough = max(step, _up(low - lying, step))
    least = step if isinstance(probe.game.occupancy, Shared) else enough
    most = (high - lying) // step * step
    return Stake(number, area.wager, probe.who.player, least, min(enough, most), most, step, ())


def _taken_back(probe: _Probe) -> Iterator[TakeBack]:
    """Yield the wagers, or parts of them, that may come off again."""
    if not _betting(probe):
        return
    known: dict[Box, tuple[TakeBack, ...]] = {}
    for box in probe.boxes:
        if probe.who.player not in [share.player for wager in box.wagers for share in wager.shares]:
            continue
        alike = replace(box, number=0)
        if alike not in known:
            known[alike] = tuple(_off(probe, box))
        yield from (replace(one, box=box.number) for one in known[alike])


def _off(probe: _Probe, box: Box) -> Iterator[TakeBack]:
    """Yield the wagers of one box, or parts of them, that may come off again."""
    player, step = probe.who.player, probe.table.policy.lowest_chip
    for wager in box.wagers:
        own = sum(share.amount for share in wager.shares if share.player == player)
        area = probe.game.area(wager.name)
        if not own or area is None:
            continue
        least_left = step if isinstance(probe.game.occupancy, Shared) else probe.table.policy.limits(area.limits)[0]
        most = min((wager.amount - least_left) // step * step, own - step)
        whole = probe.events(WithdrawWager(box.number, wager.name, None, player))
        part = probe.events(WithdrawWager(box.number, wager.name, most, player)) if most > 0 else ()
        if whole or part:
            cites = (whole or part)[0].cites
            bounds = (step, most) if part else (0, 0)
            yield TakeBack(box.number, wager.name, player, own if whole else 0, *bounds, step, cites)


def _betting(probe: _Probe) -> bool:
    round_ = probe.table.round
    return round_ is not None and round_.phase is Phase.BETTING and bool(probe.who.player)


def _up(amount: Cents, step: Cents) -> Cents:
    """Return the least multiple of ``step`` that is not below an amount."""
    return -(-amount // step) * step
