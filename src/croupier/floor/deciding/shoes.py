"""The shoe at a table: the commitment to its order, the Players' seeds, and the next cards.

Before a round the floor commits to the order of a whole deck. Until the bets are closed (in the poker room: until the
round begins, whose first cards follow at once) Players may add seeds of their own. If cards go back into the shoe
within a round, or one leaves it that was not dealt, the commitment no longer describes what is left: the rest is
shuffled again under a new commitment. Players are not asked for seeds then, since hands are in play.

When the floor starts, it discards an unopened shoe. The record may have been restored from a copy, and a person who saw
what followed from it the first time would know the order of the cards. A shoe from which cards have been dealt stays:
its order was promised to the Players in the round.
"""

from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.seeds import SeedCommitted, SeedError, Seeding, SeedRevealed, Stage
from croupier.floor.values.shuffle import Commitment, Shuffle
from croupier.floor.values.table import (
    CommitSeed,
    CommitShuffle,
    PrepareShoe,
    RevealSeed,
    SeedsClosed,
    SeedsInvited,
    ShoeDiscarded,
    ShuffleCommitted,
    TableEvent,
    TableInfo,
)
from croupier.floor.values.table_kinds import TableState
from croupier.play.banked.events import BetsClosed, CardsDealt, RoundOpened
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import events as room_events
from croupier.play.room.events import StreetTakenBack
from croupier.rules.terms import Role

MOST_SEEDS = 32
"""The most seeds: more than any table seats. Each makes the state larger."""

SeedEvent = SeedsInvited | SeedCommitted | SeedRevealed | SeedsClosed
Answer = tuple[ShuffleCommitted | ShoeDiscarded | SeedEvent, ...] | Refusal


# ---- What is in the shoe --------------------------------------------------------------------------------------------


def cards_left(state: TableState) -> tuple[Card, ...]:
    """Return the cards of a shuffle made now: the whole deck between rounds, otherwise the cards that are not out."""
    round_ = state.engine.round
    if round_ is None or not state.running:
        return DECK
    return tuple(card for card in DECK if not round_.used >> card & 1)


def lacks_shuffle(state: TableState) -> bool:
    """Return whether a round is in play at an automatic table whose shoe no longer has a commitment."""
    return state.info.automatic and not state.info.root and state.running


def next_cards(shuffle: Shuffle, info: TableInfo, count: int) -> tuple[Card, ...]:
    """Return the next cards to leave the shoe, in the order that the Players' seeds have given it."""
    if info.seeding is None or not info.seeding.revealed:
        return shuffle.cards[info.dealt : info.dealt + count]
    return tuple(shuffle.cards[at] for at in info.seeding.order[info.dealt : info.dealt + count])


def mixed_up(before: TableState, event: TableEvent, after: TableState) -> bool:
    """Return whether the shoe no longer matches its commitment: cards went back into it, or left it undealt."""
    was, now = before.engine.round, after.engine.round
    if type(event) is not StreetTakenBack and (was is None or now is None or was.used == now.used):  # the common case
        return False
    if isinstance(event, CardsDealt | room_events.CardsDealt | RoundOpened | room_events.RoundOpened):
        return False
    # A ruling about a round that is over does not affect the shoe: its cards are no longer in play.
    return bool(before.info.root) and before.running


# ---- Commands -------------------------------------------------------------------------------------------------------


def commit(state: TableState, command: CommitShuffle) -> Answer:
    """Commit to the order of a shoe: once, and over the cards that can be in it."""
    info = state.info
    if not info.automatic:
        return Refusal(Reason.MOMENT, "At this table the Dealer enters the cards", ())
    if info.root:
        return Refusal(Reason.MOMENT, "An order of the shoe has been committed to already", ())
    if len(command.root) != 64 or command.count != len(cards_left(state)):
        return Refusal(Reason.FACT, "This is not a commitment to the order of a shoe", ())
    return (ShuffleCommitted(info.shuffles + 1, command.root, command.count),)


def is_unopened(state: TableState) -> bool:
    """Return whether a shoe is ready and no card of it has been dealt."""
    return state.info.automatic and bool(state.info.root) and not state.info.dealt


def discard(state: TableState, actor: str) -> Answer:
    """Discard an unopened shoe when the floor starts; refuse it to all people."""
    if actor != SYSTEM:
        return Refusal(Reason.ROLE, "Nobody may do this: the floor does it by itself", ())
    if not is_unopened(state):
        return Refusal(Reason.MOMENT, "There is no unopened shoe at this table", ())
    return (ShoeDiscarded(state.info.shuffles),)


def seeds(state: TableState, actor: str, role: Role, command: PrepareShoe | CommitSeed | RevealSeed) -> Answer:
    """Decide on a Player's seed, which is accepted from the shoe's commitment to the close of bets."""
    info = state.info
    if not info.automatic:
        return Refusal(Reason.MOMENT, "At this table the Dealer enters the cards", ())
    if not info.open or not info.root:
        return Refusal(Reason.MOMENT, "There is no shoe to add a seed to", ())
    if not takes_seeds(state):
        return Refusal(Reason.MOMENT, "The bets are closed: the order of the cards is fixed", ())
    if isinstance(command, PrepareShoe):
        if info.seeding is not None:
            return Refusal(Reason.MOMENT, "The shoe is already prepared, and accepts seeds", ())
        return (SeedsInvited(info.shuffles),)
    if role is not Role.PLAYER:
        return Refusal(Reason.ROLE, "Only a Player may add a seed", ())
    try:
        if isinstance(command, CommitSeed):
            if len(_asked(info).committed) >= MOST_SEEDS:
                return Refusal(Reason.MOMENT, f"{MOST_SEEDS} seeds have been sent: no more are accepted", ())
            committed = SeedCommitted(actor, command.digest)
            _asked(info).commit(committed)
            return (committed,)
        revealed = SeedRevealed(actor, command.seed)
        _revealing(_asked(info)).reveal(revealed)
        return (revealed,)
    except SeedError as error:
        return Refusal(Reason.FACT, str(error)[:1].upper() + str(error)[1:], ())


def takes_seeds(state: TableState) -> bool:
    """Return whether Players may add seeds: no card can have been dealt, nor be due."""
    return not state.running or state.takes_bets


def seeds_end(info: TableInfo, events: tuple[TableEvent, ...]) -> tuple[SeedsClosed, ...]:
    """Return the event that closes the seeds when the first cards are due; none at other times."""
    if info.seeding is None or info.seeding.stage is Stage.CLOSED:
        return ()
    if not any(type(event) is BetsClosed or type(event) is room_events.RoundOpened for event in events):
        return ()
    return (SeedsClosed(info.shuffles, info.seeding.left_out),)


# ---- How it changes ---------------------------------------------------------------------------------------------


def evolve_seeds(info: TableInfo, event: SeedEvent) -> TableInfo:
    """Return what the House knows of a table after an event of its seeds."""
    asked = _asked(info)
    match event:
        case SeedsInvited():
            return replace(info, seeding=asked)
        case SeedCommitted():
            return replace(info, seeding=asked.commit(event))
        case SeedRevealed():
            return replace(info, seeding=_revealing(asked).reveal(event))
        case SeedsClosed():
            return replace(info, seeding=closed(asked))


def closed(seeding: Seeding) -> Seeding:
    """Return the seeds after the last: no more are accepted."""
    revealing = _revealing(seeding)
    return revealing if revealing.stage is Stage.CLOSED else revealing.end_revealing()


def _asked(info: TableInfo) -> Seeding:
    """Return the seeds so far; only a whole deck takes any."""
    return info.seeding or Seeding(Commitment(info.root, len(DECK)))


def _revealing(seeding: Seeding) -> Seeding:
    """Return the seeds after the first is revealed, which ends the sending of digests."""
    return seeding.end_committing() if seeding.stage is Stage.COMMITTING else seeding
