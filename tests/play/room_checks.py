"""What must hold after every step of a walk through the poker room, kept from the events without the engine's help."""

import re
from collections.abc import Callable, Mapping
from random import Random

import msgspec

from croupier.cards import UNKNOWN, Card, format_card
from croupier.notation.actors import Deed
from croupier.play.actor import Actor, Entered
from croupier.play.refusal import Refusal
from croupier.play.room.commands import Act, RoomCommand
from croupier.play.room.decide import decide
from croupier.play.room.events import (
    Acted,
    BlindMissed,
    BlindPosted,
    CardCorrected,
    CardDiscarded,
    CardsDealt,
    CardsReconstructed,
    GonePaid,
    HandLookedAt,
    HandShown,
    PlayerJoined,
    PlayerLeft,
    Post,
    RoomEvent,
    RoundOpened,
    RoundVoided,
    StakeIncreased,
    StreetTakenBack,
)
from croupier.play.room.evolve import evolve
from croupier.play.room.options import ActOption, DealerOption, RoomOption, StakeOption, room_options
from croupier.play.room.state import Table
from croupier.play.room.view import room_view
from croupier.play.viewer import Viewer
from croupier.rules.room import Move, RoomGame
from croupier.rules.terms import Role
from tests.play.room_walk import PLAYERS, STAFF, RoomStep, as_command

CARD = re.compile(r'"([2-9TJQKA][cdhs])"')
VIEWERS = (
    *(Viewer(Role.PLAYER, name) for name in (*PLAYERS, "a stranger")),
    *(Viewer(role) for role in (*STAFF, Role.DISPLAY)),
)
Check = Callable[[RoomGame, RoomStep], None]


def held(table: Table) -> int:
    """Every chip at the table, counted apart from the engine."""
    playing = {hand.seat: hand for hand in table.round.hands} if table.round is not None and table.playing else {}
    behind = sum(seat.stake for seat in table.seats if seat.number not in playing)
    return table.rake + behind + sum(hand.stack + hand.put + hand.dead for hand in playing.values())


class Chips:
    """Chips and Rake together are what was brought less what was taken away."""

    def __init__(self) -> None:
        self.brought = 0

    def __call__(self, game: RoomGame, step: RoomStep) -> None:
        if isinstance(step.outcome, Refusal):
            return
        for event in step.outcome.events:
            match event:
                case PlayerJoined():
                    self.brought += event.stake
                case StakeIncreased():
                    self.brought += event.amount
                case PlayerLeft():
                    self.brought -= event.stake
                case GonePaid():
                    self.brought -= event.amount
                case _:
                    pass
        assert held(step.after) == self.brought
        hands = step.after.round.hands if step.after.round else ()
        assert all(min(hand.stack, hand.bet, hand.put, hand.dead) >= 0 for hand in hands)
        assert all(seat.stake >= 0 for seat in step.after.seats)


def untouched(game: RoomGame, step: RoomStep) -> None:
    """A refusal changes nothing and says why; deciding twice gives the same answer."""
    written = msgspec.json.encode(step.before)
    again = decide(game, step.before, step.deed.actor, step.deed.command)
    assert msgspec.json.encode(step.before) == written
    if isinstance(step.outcome, Refusal):
        assert again == step.outcome
        assert step.outcome.sentence
        assert all(game.document.knows(cite) for cite in step.outcome.cites)
    else:
        assert again == step.outcome.events
        for event in step.outcome.events:
            assert event.cites
            assert all(game.document.knows(cite) for cite in event.cites), event


class Replay:
    """Events and commands survive being written down, and replaying them gives the same table."""

    def __init__(self) -> None:
        self.table: Table | None = None

    def __call__(self, game: RoomGame, step: RoomStep) -> None:
        if self.table is None:
            self.table = msgspec.json.decode(msgspec.json.encode(step.before), type=Table)
        wire = msgspec.json.decode(msgspec.json.encode(step.deed), type=Deed[RoomCommand])
        assert wire == step.deed
        if isinstance(step.outcome, Refusal):
            return
        events = msgspec.json.decode(msgspec.json.encode(step.outcome.events), type=tuple[RoomEvent, ...])
        assert events == step.outcome.events
        entered = Entered(step.before.version, step.deed.actor.name, step.deed.actor.role)
        for event in events:
            self.table = evolve(game, self.table, event, entered)
        assert self.table == step.after
        assert msgspec.json.decode(msgspec.json.encode(step.after), type=Table) == step.after


# ---- Options ---------------------------------------------------------------------------------------------------------


class Options:
    """What is offered is accepted; moves and amounts that are not offered are refused."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def __call__(self, game: RoomGame, step: RoomStep) -> None:
        table = step.after
        if self.rng.random() < 0.75:
            return
        for seat in table.seats:
            viewer = Viewer(Role.PLAYER, seat.player)
            options = room_options(game, table, viewer)
            for option in options:
                self.accepted(game, table, viewer, option)
            self.moves(game, table, viewer, seat.number, [one for one in options if isinstance(one, ActOption)])
        for role in STAFF:
            for option in room_options(game, table, Viewer(role)):
                assert isinstance(option, DealerOption)
                if option.what != "deal":
                    self.accepted(game, table, Viewer(role), option)
        assert room_options(game, table, Viewer(Role.DISPLAY)) == ()
        assert room_options(game, table, Viewer(Role.PLAYER, "a stranger")) == ()

    def accepted(self, game: RoomGame, table: Table, viewer: Viewer, option: RoomOption) -> None:
        for seed in range(3 if isinstance(option, ActOption | StakeOption) else 1):
            command = as_command(table, option, Random(seed))
            answer = decide(game, table, Actor(viewer.player, viewer.role), command)
            assert not isinstance(answer, Refusal), (option, command, answer)

    def moves(self, game: RoomGame, table: Table, viewer: Viewer, seat: int, offered: list[ActOption]) -> None:
        """Every move, and for BET and Raise the amounts at and around the limits."""
        by_move = {option.move: option for option in offered}
        all_in = by_move.get(Move.ALL_IN)
        same = {option.most for option in offered if option.move is not Move.FOLD}  # all-in by another name
        for move in Move:
            option = by_move.get(move)
            amounts: set[int | None] = {None}
            if move in {Move.BET, Move.RAISE}:
                amounts = {0, 1, table.policy.maximum_stake * 100}
                if option is not None:
                    amounts |= {option.least - option.step, option.least, option.least + 1, option.most + option.step}
                    amounts |= {option.most, option.most - 1}
            for to in amounts:
                deed: Deed[RoomCommand] = Deed(Actor(viewer.player, viewer.role), Act(seat, move, to))
                answer = decide(game, table, deed.actor, deed.command)
                if isinstance(answer, Refusal):
                    assert not _offers(option, to), (move, to, offered, answer)
                    continue
                (acted,) = answer
                assert isinstance(acted, Acted)
                named = _offers(option, to) or (move is Move.ALL_IN and acted.to in same)
                named = named or _unanswered(table, acted)
                assert named or (all_in is not None and to == all_in.most), (move, to, offered, answer)


def _unanswered(table: Table, acted: Acted) -> bool:
    """Return whether an act is a Raise that only All-in opponents face: accepted, and not offered (4.3)."""
    round_ = table.round
    assert round_ is not None
    others = [hand for hand in round_.hands if not hand.folded and hand.seat != acted.seat]
    return acted.to > round_.level and not any(hand.stack for hand in others)


def _offers(option: ActOption | None, to: int | None) -> bool:
    if option is None:
        return False
    return to is None or (option.least <= to <= option.most and not (to - option.least) % option.step)


# ---- Blinds ----------------------------------------------------------------------------------------------------------


class Blinds:
    """Nobody has the Big Blind twice before all others who never left; a missed Blind stays marked until it is paid,
    with the Player and wherever he sits."""

    def __init__(self) -> None:
        self.waiting: dict[str, set[str]] = {}
        """For everybody who has had the Big Blind: who must have it before he does again."""
        self.marked: dict[str, set[str]] = {}
        self.joining: set[str] = set()
        self.saved: tuple[dict[str, set[str]], dict[str, set[str]], set[str]] = ({}, {}, set())
        self.players: dict[int, str] = {}
        self.went: set[str] = set()
        """Who has given a seat up since the last round began."""

    def __call__(self, game: RoomGame, step: RoomStep) -> None:
        if isinstance(step.outcome, Refusal):
            return
        events = step.outcome.events
        for event in events:
            match event:
                case PlayerJoined():
                    self.players[event.seat] = event.player
                    assert set(event.missed) == self.marked.get(event.player, set())
                    if event.owes:
                        self.joining.add(event.player)
                case PlayerLeft():
                    self._gone(self.players.pop(event.seat))
                case RoundOpened():
                    self._opened(step.before, events, event)
                case RoundVoided():
                    self._back()
                case _:
                    pass
        seen = room_view(game, step.after, Viewer(Role.DISPLAY))
        for seat in seen.seats:
            assert seat.missed == bool(self.marked.get(seat.player)), (seat, self.marked, events)
            assert seat.owes == (seat.missed or seat.player in self.joining)

    def _gone(self, player: str) -> None:
        self.joining.discard(player)
        self.went.add(player)
        for waiting in (self.waiting, self.saved[0]):
            waiting.pop(player, None)
            for others in waiting.values():
                others.discard(player)

    def _opened(self, before: Table, events: tuple[RoomEvent, ...], opened: RoundOpened) -> None:
        self.saved = (
            {player: set(others) for player, others in self.waiting.items()},
            {player: set(blinds) for player, blinds in self.marked.items()},
            set(self.joining),
        )
        self.went = set()
        posts: dict[int, list[Post]] = {}
        for event in events:
            if isinstance(event, BlindPosted):
                posts.setdefault(event.seat, []).append(event.post)
        for seat in opened.seats:
            sat = next(one for one in before.seats if one.number == seat)
            brought = sat.relocated and before.positions.big_seat is not None  # 5.4.1 asks no Small Blind of him
            self._pays(seat, posts.get(seat, []), sat.stake, opened, brought)
            self.marked.pop(sat.player, None)
            self.joining.discard(sat.player)
        for event in events:
            if isinstance(event, BlindMissed) and self.players[event.seat] not in self.joining:
                assert event.seat not in opened.seats
                self.marked.setdefault(self.players[event.seat], set()).add(event.blind)
        self._big(before, self.players[opened.big_seat])

    def _pays(self, seat: int, posts: list[Post], stake: int, opened: RoundOpened, brought: bool) -> None:
        """What one who owes is dealt in for, and that nobody else pays such a thing."""
        player = self.players[seat]
        missed, joining = self.marked.get(player, set()), player in self.joining
        dead = Post.MATCHED_SMALL if stake <= opened.small else Post.DEAD_SMALL
        if seat == opened.big_seat:
            assert posts == [Post.BIG_BLIND]
        elif "big_blind" in missed or (missed and joining):
            assert posts == [dead, Post.LIVE_BIG][: 1 if stake <= opened.small else 2]
        elif missed:
            assert posts == [Post.SMALL_BLIND if seat == opened.small_due else dead]
        elif joining:
            assert posts == [Post.LIVE_BIG]
        else:
            assert posts == ([Post.SMALL_BLIND] if seat == opened.small_due and not brought else [])

    def _big(self, before: Table, player: str) -> None:
        present = {seat.player for seat in before.seats if seat.stake and not seat.away}
        for others in self.waiting.values():
            others.intersection_update(present)  # whoever was away for a round is no measure
            others.discard(player)
        assert not self.waiting.get(player), f"{player} has the Big Blind again before {self.waiting[player]}"
        self.waiting[player] = present - {player}

    def _back(self) -> None:
        """As before the round, but for those who have come or gone since."""
        joined = {player for player in self.joining if player in self.went or player not in self.saved[2]}
        self.waiting, self.marked, joining = self.saved
        self.joining = (joining - self.went) | joined


# ---- Views -----------------------------------------------------------------------------------------------------------


def stated_of_the_board(table: Table) -> set[str]:
    """Return the Community Cards that waiting statements name."""
    compared = (one for statement in table.waiting for one in statement.weighing.compared)
    return {one.statement for one in compared if one.name.startswith("Community Card ")}


class Views:
    """No view holds a Hole Card its viewer may not see, nor a mucked or burnt card, nor one of the shoe."""

    def __init__(self) -> None:
        self.start({})

    def start(self, owners: Mapping[int, str]) -> None:
        self.owners = dict(owners)
        self.hands: dict[int, list[Card]] = {seat: [] for seat in owners}
        self.board: list[Card] = []
        self.open: set[int] = set()
        self.looked: set[int] = set()

    def __call__(self, game: RoomGame, step: RoomStep) -> None:
        if isinstance(step.outcome, Refusal):
            return
        for event in step.outcome.events:
            self.follow(event, {seat.number: seat.player for seat in step.before.seats})
        whole = len(self.board) if len(self.board) >= 3 else 0  # the Flop is turned when its third card is there
        common = {*self.board[:whole], *(card for seat in self.open for card in self.hands[seat])}
        for viewer in VIEWERS:
            own = {card for seat in self.looked if self.owners[seat] == viewer.player for card in self.hands[seat]}
            allowed = {format_card(card) for card in common | own if card != UNKNOWN}
            if viewer.role in STAFF:  # the pit reads what a statement says of the board
                allowed |= stated_of_the_board(step.after)
            text = msgspec.json.encode(room_view(game, step.after, viewer)).decode()
            found = set(CARD.findall(text))
            assert found <= allowed, (viewer, found - allowed)
            assert {format_card(card) for card in self.board[:whole]} <= found

    def follow(self, event: RoomEvent, players: Mapping[int, str]) -> None:
        match event:
            case RoundOpened():
                self.start({seat: players[seat] for seat in event.seats})
            case CardsDealt():
                for card, place in zip(event.cards, event.places, strict=True):
                    if place == "community":
                        self.board.append(card)
                    elif place != "burn":
                        self.hands[int(place)].append(card)
            case HandLookedAt():
                self.looked.add(event.seat)
            case HandShown():
                self.open.add(event.seat)
                self.hands[event.seat] = list(event.cards)
            case CardDiscarded() if event.place:
                hand = self.hands[int(event.place)]
                self.hands[int(event.place)] = [card for card in hand if card != event.card]
            case CardsReconstructed():
                for place, cards in event.after:
                    if place == "community":
                        self.board = list(cards)
                    elif place != "burn":
                        self.hands[int(place)] = list(cards)
            case CardCorrected() if event.place == "community":
                assert self.board[event.index] == event.before
                self.board[event.index] = event.after
            case CardCorrected() if event.place != "burn":
                assert self.hands[int(event.place)][event.index] == event.before
                self.hands[int(event.place)][event.index] = event.after
            case StreetTakenBack():
                self.board = [card for card in self.board if card not in event.community]
            case _:
                pass
