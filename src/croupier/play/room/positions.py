"""The Players who are dealt in, the posts that each owes, and the Players who miss a blind.

The rulebook says where Button and Blinds go.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping

from msgspec import Struct

from croupier.play.room.events import Cites, Post
from croupier.play.room.state import Positions, Seat, Table
from croupier.play.rulings import Ruled, ask
from croupier.rules.room import Blind, Places, RoomGame

_AS = {
    (Blind.SMALL.value, "dead"): Post.DEAD_SMALL,
    (Blind.SMALL.value, "live"): Post.SMALL_BLIND,
    (Blind.BIG.value, "live"): Post.LIVE_BIG,
}
"""The posts by the document's names for payments to join or to return."""
# A member looked up in its enumeration costs as much as the rest of a line.
_SMALL, _BIG = Post.SMALL_BLIND, Post.BIG_BLIND


class Payment(Struct, frozen=True, gc=False):
    """A payment that a Player posts before the first card."""

    seat: int
    post: Post
    cites: Cites


class Missed(Struct, frozen=True):
    """A Blind that an absent Player misses, and what the document rules on it."""

    seat: int
    blind: Blind
    ruled: Ruled


class Plan(Struct, frozen=True, gc=False):
    """A round's Button, Blinds and Players."""

    places: Places
    seats: tuple[int, ...]
    """The seats that are dealt in, clockwise from the Button's left."""
    payments: tuple[Payment, ...]
    missed: tuple[Missed, ...] = ()
    waits: tuple[tuple[int, Cites], ...] = ()
    """The seats of Players who are back, and have to let the Button pass."""
    orbit_over: bool = False


def next_positions(game: RoomGame, table: Table) -> Plan | None:
    """Return the next round's places; None while fewer than two Players can be dealt in."""
    here = {seat.number: seat for seat in table.seats if seat.present}
    owing = {number: seat for number, seat in here.items() if seat.owes}
    last, size = table.positions, table.policy.seats
    if last.big_seat is None or last.small_due is None:
        return _first_round(game, last, here, owing)
    if not here:
        return None
    big = game.next_big_blind(last.big_seat, tuple(here), size)
    dealt = [*here]
    if owing:
        dealt = [number for number in here if number == big or number not in owing or owing[number].pays]
    if len(dealt) < 2:
        return None
    places, waits = _without_waiting(game, last, here, big, dealt, size)
    missed = _missed(game, table, last.big_seat, big) if len(here) < len(table.seats) else ()
    assert last.start is not None
    assert last.button is not None
    return Plan(
        places,
        _around(dealt, places.button),
        _payments(game, places, dealt, here, owing, missed),
        missed,
        waits,
        last.first_orbit and game.orbit_over(last.start, last.button, places.button, size),
    )


def _first_round(game: RoomGame, last: Positions, here: Mapping[int, Seat], owing: Mapping[int, Seat]) -> Plan | None:
    """Return the places of the first round of a game.

    A Player who owes Blinds from earlier that day pays them, or waits for another round.
    """
    dealt = [*here]
    if owing:
        dealt = [number for number in here if number not in owing or owing[number].pays]
    if len(dealt) < 2:
        return None
    places = game.first_places(tuple(sorted(dealt)), last.button)
    return Plan(places, _around(dealt, places.button), _payments(game, places, dealt, here, owing, (), first=True))


def _places(game: RoomGame, last: Positions, big: int, dealt: list[int], size: int) -> Places:
    assert last.small_due is not None
    assert last.big_seat is not None
    return game.next_places(last.small_due, last.big_seat, big, tuple(dealt), size)


def _around(seats: Iterable[int], button: int) -> tuple[int, ...]:
    """Return seats clockwise from the Button's left, its own last."""
    ordered = sorted(seats)
    left = bisect_right(ordered, button)
    return (*ordered[left:], *ordered[:left])


def _without_waiting(
    game: RoomGame, last: Positions, here: Mapping[int, Seat], big: int, dealt: list[int], size: int
) -> tuple[Places, tuple[tuple[int, Cites], ...]]:
    """Return the places of those dealt in, without Players at the Button who have to wait until it has passed.

    If only two would be left, no one waits: otherwise there would be no round, and the Button would never pass.
    """
    waits: list[tuple[int, Cites]] = []
    while True:
        places = _places(game, last, big, dealt, size)
        button = places.button
        if len(dealt) == 2 or button not in dealt or button == big:
            return places, tuple(waits)
        cites = _has_to_wait(game, here[button])
        if not cites:
            return places, tuple(waits)
        dealt.remove(button)
        waits.append((button, cites))


def _has_to_wait(game: RoomGame, seat: Seat) -> Cites:
    """Return the paragraphs by which a Player who would have the Button lets it pass before returning.

    Empty if they need not.
    """
    if not seat.missed_small and not seat.missed_big:
        return ()
    ruled = ask(game, "player_returns", {"missed": missed_by(game, seat), "seat": "button"})
    return ruled.cites if "wait" in ruled.options else ()


def _payments(
    game: RoomGame,
    places: Places,
    dealt: list[int],
    here: Mapping[int, Seat],
    owing: Mapping[int, Seat],
    missed: tuple[Missed, ...],
    *,
    first: bool = False,
) -> tuple[Payment, ...]:
    """Return the Small Blind, the posts to join or to return clockwise from the Button, and the Big Blind."""
    grounds, two = game.grounds, len(dealt) == 2
    small, big = places.small_due, places.big_seat
    payments: list[Payment] = []
    if small in dealt and (small == big or small not in owing) and (first or not here[small].relocated):
        payments.append(Payment(small, _SMALL, grounds.two_players if two else grounds.small_blind))
    if owing:
        paying = _around([number for number in dealt if number != big and number in owing], places.button)
        returning = [Payment(number, *due) for number in paying for due in _dues(game, here[number], places)]
        payments = [
            *[one for one in returning if one.post is _SMALL],
            *payments,
            *[one for one in returning if one.post is not _SMALL],
        ]
    cites = _at_big_blind(game, here[big]) or (grounds.two_players if two else grounds.big_blind)
    if missed:
        instead = [
            cite for one in missed if one.ruled.posts.get(Blind.BIG) == "left_of_absent" for cite in one.ruled.cites
        ]
        cites = tuple(dict.fromkeys((*cites, *instead)))
    return (*payments, Payment(big, _BIG, cites))


def _dues(game: RoomGame, seat: Seat, places: Places) -> tuple[tuple[Post, Cites], ...]:
    """Return the posts of a Player who has chosen to pay to join or to return."""
    if seat.missed_small or seat.missed_big:
        where = "button" if seat.number == places.button or seat.waited else "other"
        if seat.number == places.small_due:
            where = Blind.SMALL.value
        ruled = ask(game, "player_returns", {"missed": missed_by(game, seat), "seat": where})
    else:
        ruled = ask(game, "player_joins", {"orbit": "later", "seat": "other"})
    return posts_of(ruled.posts, ruled.cites)


def _at_big_blind(game: RoomGame, seat: Seat) -> Cites:
    """Return the paragraphs under which a Player who joins or returns posts the Big Blind at their seat.

    Empty for all other Players.
    """
    if seat.missed_small or seat.missed_big:
        return ask(game, "player_returns", {"missed": missed_by(game, seat), "seat": Blind.BIG.value}).cites
    if seat.relocated:
        return ask(game, "player_joins", {"seat": Blind.BIG.value, "relocated": "yes"}).cites
    return game.grounds.at_big_blind if seat.owes_join else ()


def missed_by(game: RoomGame, seat: Seat) -> str:
    """Return what a Player has missed, in the words of the rows."""
    return game.missed_in_all(seat.missed_small, seat.missed_big, seat.owes_join)


def posts_of(posts: Mapping[str, str], cites: Cites) -> tuple[tuple[Post, Cites], ...]:
    """Return a row's posts, dead ones first."""
    return tuple((_AS[blind, how], cites) for blind, how in sorted(posts.items(), reverse=True))


def _missed(game: RoomGame, table: Table, last_big: int, big: int) -> tuple[Missed, ...]:
    """Return the Players who are not there when a blind falls due at their seat, with the rulings on that."""
    found = []
    for seat in table.seats:
        blind = None if seat.present else game.missed_by_absence(seat.number, last_big, big, table.policy.seats)
        if blind is not None:
            found.append(Missed(seat.number, blind, ask(game, "player_absent", {"due": blind.value})))
    return tuple(found)
