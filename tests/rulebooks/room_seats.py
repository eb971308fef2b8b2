"""Seats and Blinds in the poker room's tests: how a round begins, and a quick way to its end."""

from itertools import product

from msgspec import Struct

from croupier.play.refusal import Refusal
from croupier.play.room.events import BlindMissed, BlindPosted, Post, RoomEvent, RoundOpened
from croupier.play.room.state import Phase
from croupier.play.rulings import Ruled, ask
from croupier.rulebooks import load_room
from tests.room import OpenRound, RoomSitting, Settle

SMALL, BIG = 100, 200
"""The Blinds of :class:`RoomSitting` in cents."""
POSTS_SMALL = ((Post.SMALL_BLIND, SMALL),)
POSTS_BIG = ((Post.BIG_BLIND, BIG),)
PAYS_SMALL = ((Post.DEAD_SMALL, SMALL),)
PAYS_BIG = ((Post.LIVE_BIG, BIG),)
PAYS_BOTH = (*PAYS_SMALL, *PAYS_BIG)


class Begun(Struct, frozen=True):
    """How a round began."""

    button: int
    small: int
    """Who posted the Small Blind; 0 where nobody did."""
    big: int
    dealt: frozenset[int]
    missed: dict[int, str]
    paid: dict[int, tuple[tuple[Post, int], ...]]
    events: tuple[RoomEvent, ...]
    cites: tuple[str, ...]

    @property
    def places(self) -> tuple[int, int, int]:
        """Button, Small Blind, Big Blind."""
        return self.button, self.small, self.big

    def why(self, seat: int) -> tuple[str, ...]:
        """The paragraphs of a seat's first post."""
        return next(one.cites for one in self.events if isinstance(one, BlindPosted) and one.seat == seat)


def begin(sitting: RoomSitting) -> Begun:
    """The next round's Blinds, without its cards."""
    events = sitting.do(OpenRound())
    opened = events[0]
    assert isinstance(opened, RoundOpened)
    paid: dict[int, tuple[tuple[Post, int], ...]] = {}
    for event in events:
        if isinstance(event, BlindPosted):
            paid[event.seat] = (*paid.get(event.seat, ()), (event.post, event.amount))
    small = [seat for seat, posts in paid.items() if posts[0][0] is Post.SMALL_BLIND]
    missed = {event.seat: event.blind.value for event in events if isinstance(event, BlindMissed)}
    return Begun(
        opened.button,
        small[0] if small else 0,
        opened.big_seat,
        frozenset(opened.seats),
        missed,
        paid,
        events,
        opened.cites,
    )


def end(sitting: RoomSitting) -> None:
    """Everybody folds to the last one."""
    sitting.deal()
    while sitting.round.phase is Phase.BETTING:
        sitting.play(f"{sitting.turn} fold")
    sitting.do(Settle())


def play(sitting: RoomSitting, rounds: int = 1) -> list[Begun]:
    """So many rounds from beginning to end."""
    found = []
    for _ in range(rounds):
        found.append(begin(sitting))
        end(sitting)
    return found


def marked(sitting: RoomSitting) -> set[int]:
    """Where a "missed Blind" button lies, as everybody sees it."""
    return {seat.seat for seat in sitting.seen_by("display").seats if seat.missed}


def cannot_open(sitting: RoomSitting) -> Refusal:
    """That the next round cannot open."""
    return sitting.refused(OpenRound())


def rule(irregularity: str, **facts: str) -> Ruled:
    """The document's ruling; that exactly one of its paragraphs speaks is part of it."""
    game = load_room("rws-poker")
    ruled = ask(game, irregularity, facts)
    rows = [one for one in game.irregularities.rules[irregularity] if one.applies(ruled.facts)]
    assert [row.cites for row in rows] == [ruled.cites]
    return ruled


def where(irregularity: str, cite: str, **values: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The combinations of these facts that a paragraph speaks about."""
    rows = load_room("rws-poker").irregularities.rules[irregularity]
    return {
        combined
        for combined in product(*values.values())
        if any(row.cites[0] == cite and row.applies(dict(zip(values, combined, strict=True))) for row in rows)
    }
