"""The two kinds of table on the floor, banked and room: each the engine's table and the House's own facts about it.

Both classes have the same methods for the floor, the pages and the clock. Boxes and wagers are only in the one, seats
and stakes only in the other.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, Final, Literal, TypeGuard, final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.floor.values.table import (
    SIGNATURES,
    BankedTableEvent,
    FloorEvent,
    PlayBanked,
    PlayRoom,
    RoomTableEvent,
    TableCommand,
    TableEvent,
    TableInfo,
)
from croupier.floor.values.vocabulary import Vocabulary
from croupier.play import banked, room
from croupier.play.actor import Actor, Entered
from croupier.play.banked import commands as banked_commands
from croupier.play.banked.commands import BankedCommand, CorrectCard, DealCards, Report, Reveal, Settle, ShowHand
from croupier.play.banked.events import BankedEvent
from croupier.play.banked.flow import COMMUNITY, DEALER, current_step, hands_to_show, places_ahead
from croupier.play.banked.state import Phase, Table
from croupier.play.banked.view import view
from croupier.play.refusal import Refusal
from croupier.play.room import commands as room_commands
from croupier.play.room import state as room_state
from croupier.play.room.commands import RoomCommand
from croupier.play.room.events import RoomEvent
from croupier.play.room.showdown import next_to_show, unresolved
from croupier.play.room.state import places_in
from croupier.play.room.view import room_view
from croupier.play.viewer import HIDDEN, Viewer
from croupier.rulebooks import as_banked, as_room, load_rulebook
from croupier.rules.banked import BankedGame, BankedPolicy, read_banked_policy
from croupier.rules.game import Game
from croupier.rules.irregularities import JACKPOT_DOWN
from croupier.rules.room import Marker, RoomGame, RoomPolicy, read_room_policy
from croupier.rules.terms import RevealCommunity, RevealDealer, ShowHands

# Looking up an enumeration's member costs as much as the rest of a line, and every act and page needs these.
_BETTING, _PLAY, _SETTLING, _ENDED = Phase.BETTING, Phase.PLAY, Phase.SETTLING, Phase.ENDED

Slot = tuple[str, int]
"""A card's place: a box or seat, ``dealer``, ``community`` or ``burn``, and its number there, from 0."""


@final
class BankedTable(Struct, frozen=True, tag=True):
    """A table of a house-banked game."""

    kind: ClassVar[Literal["banked"]] = "banked"
    info: TableInfo
    engine: Table

    @property
    def game(self) -> BankedGame:
        """The game of the table, by the rulebook under which it plays."""
        game = load_rulebook(self.engine.rulebook)
        return game if type(game) is BankedGame else as_banked(game)

    @property
    def running(self) -> bool:
        """True if a round is in play."""
        round_ = self.engine.round
        return round_ is not None and round_.phase is not _ENDED

    @property
    def takes_bets(self) -> bool:
        """True if wagers may still be placed in the round."""
        round_ = self.engine.round
        return round_ is not None and round_.phase is _BETTING

    @property
    def engaged(self) -> bool:
        """True if the round in play binds a Player or the pit: it has a wager, or the pit has something to decide."""
        bare = self.takes_bets and self.engine.round is not None and not self.engine.round.boxes
        return self.running and not (bare and not self.engine.pending and self.info.held is UNSET)

    @property
    def places(self) -> int:
        """The number of boxes that are laid out."""
        return self.engine.policy.boxes

    @property
    def players(self) -> frozenset[str]:
        """The Players with a wager in the round, or in the last one."""
        boxes = self.engine.round.boxes if self.engine.round is not None else ()
        return frozenset([share.player for box in boxes for wager in box.wagers for share in wager.shares])

    def read_policy(self, given: dict[str, Any]) -> BankedPolicy:
        """Return a policy as the table's document reads it. Raise PolicyError if the document does not allow it."""
        return read_banked_policy(self.game, given)

    def with_policy(self, given: dict[str, Any]) -> "BankedTable":
        """Return the table with another policy."""
        return replace(self, engine=replace(self.engine, policy=self.read_policy(given)))

    def decided(self, actor: Actor, command: BankedCommand) -> tuple[BankedEvent, ...] | Refusal:
        """Return the events of a command by the game's rules, or its refusal."""
        return banked.decide(self.game, self.engine, actor, command)

    def evolved(self, event: BankedEvent, entered: Entered | None = None) -> Table:
        """Return the engine's table after an event of the game."""
        return banked.evolve(self.game, self.engine, event, entered)

    def faces(self, viewer: Viewer) -> Iterator[str]:
        """Yield the cards whose faces a viewer sees."""
        seen = view(self.game, self.engine, viewer)
        shown = (seen.community, seen.dealer, *(box.cards for box in seen.boxes))
        return (card for cards in shown for card in cards if card != HIDDEN)

    # ---- The Dealer's acts that need no decision; at an automatic table the floor does them
    # ----------------------------

    def cards_due(self) -> int:
        """Return how many cards are to be dealt now."""
        return len(self.places_due())

    def places_due(self) -> tuple[str, ...]:
        """Return the places where the next cards go, in order."""
        round_ = self.engine.round
        if round_ is None or round_.phase is not _PLAY:
            return ()
        ahead = places_ahead(self.game, self.engine.policy.dealing, round_)
        return tuple([place for place, _ in ahead]) if ahead and not self._stands_still else ()

    def due(self) -> PlayBanked | None:
        """Return the next act that needs no decision, apart from dealing; None if a Player or a role is to act."""
        round_ = self.engine.round
        if round_ is None or round_.phase is _BETTING or round_.phase is _ENDED or self._stands_still:
            return None
        if round_.phase is _SETTLING:
            signed = all(len(claim.signed) >= SIGNATURES for claim in self.info.claims)
            return self.settling() if signed else None
        game = self.game
        step = current_step(game, self.engine)
        if type(step) is RevealCommunity or type(step) is RevealDealer:
            return PlayBanked(Reveal())
        if type(step) is ShowHands:
            hands = hands_to_show(game, self.engine.policy.dealing, round_)
            return PlayBanked(ShowHand(next(box for box in hands if box.shown is None).number))
        return None

    def unseen(self) -> tuple[Slot, ...]:
        """Return the places of cards that were dealt unseen and are face up now, or are to be turned next."""
        round_ = self.engine.round
        if round_ is None or round_.phase is _ENDED:
            return ()
        found = [(DEALER, at) for at in round_.dealer_up if round_.dealer[at] == UNKNOWN]
        match current_step(self.game, self.engine):
            case RevealCommunity(count=count):
                turned = round_.community[: round_.community_up + count]
                found += ((COMMUNITY, at) for at, card in enumerate(turned) if card == UNKNOWN)
            case RevealDealer():
                hidden = (at for at, card in enumerate(round_.dealer) if card == UNKNOWN and at not in round_.dealer_up)
                found += ((DEALER, at) for at in hidden)
            case ShowHands():
                for box in hands_to_show(self.game, self.engine.policy.dealing, round_):
                    if box.shown is None:
                        found += ((str(box.number), at) for at, card in enumerate(box.cards) if card == UNKNOWN)
            case _:
                pass
        return tuple(found)

    def naming(self, slots: tuple[Slot, ...], cards: tuple[Card, ...]) -> PlayBanked:
        """Return the command that names the card at the first of these places."""
        place, index = slots[0]
        return PlayBanked(CorrectCard(place, index, cards[0]))

    @property
    def _stands_still(self) -> bool:
        """True if the round waits for a choice or a decision."""
        round_ = self.engine.round
        if round_ is not None:
            for box in round_.boxes:
                if box.choice:
                    return True
        return any(one.irregularity != JACKPOT_DOWN for one in self.engine.pending)

    def dealing(self, cards: tuple[Card, ...]) -> PlayBanked:
        """Return the command that deals these cards."""
        return PlayBanked(DealCards(cards))

    def settling(self) -> PlayBanked:
        """Return the command that settles the round."""
        return PlayBanked(Settle())

    def reporting(self, irregularity: str) -> PlayBanked:
        """Return the command that reports an irregularity of the whole table."""
        return PlayBanked(Report(irregularity))


@final
class RoomTable(Struct, frozen=True, tag="PokerTable"):
    """A table of the poker room."""

    kind: ClassVar[Literal["room"]] = "room"
    info: TableInfo
    engine: room_state.Table

    @property
    def game(self) -> RoomGame:
        """The game of the table, by the rulebook under which it plays."""
        return as_room(load_rulebook(self.engine.rulebook))

    @property
    def running(self) -> bool:
        """True if a round is in play."""
        return self.engine.playing

    @property
    def takes_bets(self) -> bool:
        """False: in the poker room there are no wagers against the House."""
        return False

    @property
    def engaged(self) -> bool:
        """True if the round in play binds a Player: it always does, since it opens with Blinds."""
        return self.running

    @property
    def places(self) -> int:
        """The number of seats."""
        return self.engine.policy.seats

    @property
    def players(self) -> frozenset[str]:
        """The Players who were dealt into the round, or into the last one."""
        return frozenset(hand.player for hand in self.engine.round.hands) if self.engine.round else frozenset()

    def read_policy(self, given: dict[str, Any]) -> RoomPolicy:
        """Return a policy as the table's document reads it. Raise PolicyError if the document does not allow it."""
        return read_room_policy(self.game, given)

    def with_policy(self, given: dict[str, Any]) -> "RoomTable":
        """Return the table with another policy."""
        return replace(self, engine=replace(self.engine, policy=self.read_policy(given)))

    def decided(self, actor: Actor, command: RoomCommand) -> tuple[RoomEvent, ...] | Refusal:
        """Return the events of a command by the game's rules, or its refusal."""
        return room.decide(self.game, self.engine, actor, command, automatic=self.info.automatic)

    def evolved(self, event: RoomEvent, entered: Entered | None = None) -> room_state.Table:
        """Return the engine's table after an event of the game."""
        return room.evolve(self.game, self.engine, event, entered)

    def faces(self, viewer: Viewer) -> Iterator[str]:
        """Yield the cards whose faces a viewer sees."""
        seen = room_view(self.game, self.engine, viewer)
        shown = (seen.community, *(seat.cards for seat in seen.seats))
        return (card for cards in shown for card in cards if card != HIDDEN)

    # ---- The Dealer's acts that need no decision; at an automatic table the floor does them
    # ----------------------------

    def cards_due(self) -> int:
        """Return how many cards are to be dealt now."""
        return len(self.places_due())

    def places_due(self) -> tuple[str, ...]:
        """Return the places where the next cards go, in order."""
        return self.engine.round.ahead if self.engine.round is not None and not self.engine.pending else ()

    def due(self) -> PlayRoom | None:
        """Return the next act that needs no decision: the marker, a hand that must be shown, or the pots.

        In an ordinary showdown the Players show or muck, and there is none.
        """
        round_ = self.engine.round
        if round_ is None or round_.phase is not room_state.Phase.SHOWDOWN or self.engine.pending or round_.ahead:
            return None
        lone = not round_.active & (round_.active - 1)
        if not lone and round_.marker is not Marker.SHOWDOWN:
            return PlayRoom(room_commands.TurnMarker())
        waiting = 0 if lone else unresolved(round_)
        if not waiting:
            return self.settling()
        if round_.tabled:
            return PlayRoom(room_commands.ShowHand(round_.hands[places_in(waiting)[0]].seat))
        return None

    def unseen(self) -> tuple[Slot, ...]:
        """Return the places of the hidden cards in the hand that is shown next; a hand in turn comes first."""
        round_ = self.engine.round
        if round_ is None or round_.phase is not room_state.Phase.SHOWDOWN or round_.marker is not Marker.SHOWDOWN:
            return ()
        if not round_.active & (round_.active - 1):
            return ()
        turn = next_to_show(self.game, round_)
        waiting = [
            at
            for at, hand in enumerate(round_.hands)
            if round_.active >> at & 1 and hand.shown is None and UNKNOWN in hand.cards
        ]
        at = min(waiting, key=lambda one: one != turn, default=None)
        return () if at is None else tuple((str(round_.hands[at].seat), one) for one in range(self.game.hole_cards))

    def naming(self, slots: tuple[Slot, ...], cards: tuple[Card, ...]) -> PlayRoom:
        """Return the command that shows that hand with its cards."""
        return PlayRoom(room_commands.ShowHand(int(slots[0][0]), cards))

    def dealing(self, cards: tuple[Card, ...]) -> PlayRoom:
        """Return the command that deals these cards."""
        return PlayRoom(room_commands.DealCards(cards))

    def settling(self) -> PlayRoom:
        """Return the command that settles the round."""
        return PlayRoom(room_commands.Settle())

    def reporting(self, irregularity: str) -> PlayRoom:
        """Return the command that reports an irregularity of the whole table."""
        return PlayRoom(room_commands.Report(irregularity))


TableState = BankedTable | RoomTable
TABLE: Final[Vocabulary[TableState, TableCommand, TableEvent]] = Vocabulary(
    "table",
    TableState,
    TableCommand,
    FloorEvent,
    alone=False,
    dialects={BankedTable.kind: BankedTableEvent, RoomTable.kind: RoomTableEvent},
)

OF_A_ROUND: Final = banked_commands.OF_A_ROUND | room_commands.OF_A_ROUND
"""The acts of Players, at either kind of table, that mean something in the round alone in which they are offered."""


def without_tape(state: TableState) -> TableState:
    """Return a table whose round does not know who entered what, as in earlier books."""
    engine = state.engine
    if engine.round is None:
        return state
    return replace(state, engine=replace(engine, round=replace(engine.round, tape=UNSET)))


def in_play(state: object) -> bool:
    """Return whether an object is a table with a round in play."""
    return is_table(state) and state.running


def is_table(state: object) -> TypeGuard[TableState]:
    """Return whether an object is a table of either kind."""
    return type(state) is BankedTable or type(state) is RoomTable


def is_linked(state: object) -> TypeGuard[BankedTable]:
    """Return whether an object is a table on a jackpot link."""
    return type(state) is BankedTable and state.info.link != ""


def kind_of_game(game: Game) -> Literal["banked", "room"]:
    """Return the kind of table at which a game is played."""
    return "room" if isinstance(game, RoomGame) else "banked"


def policy_of_game(game: Game, given: dict[str, Any]) -> BankedPolicy | RoomPolicy:
    """Return a policy as a game's document reads it. Raise PolicyError if the document does not allow it."""
    return read_room_policy(game, given) if isinstance(game, RoomGame) else read_banked_policy(game, given)


def has_jackpot(game: Game) -> bool:
    """Return whether a table of this game stands on a jackpot link."""
    return isinstance(game, BankedGame) and game.has_jackpot
