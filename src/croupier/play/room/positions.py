"""Button and Blinds: where they go next, who is dealt in, what each has to pay, and who misses a blind."""

from collections.abc import Mapping

from msgspec import Struct

from croupier.play.room.events import Cites, Post
from croupier.play.room.state import Positions, RoomTable, Seat
from croupier.play.rulings import ask
from croupier.rules.irregularities import Ruling
from croupier.rules.room import Blind, RoomGame

_AS = {(Blind.SMALL.value, "dead"): Post.DEAD_SMALL, (Blind.BIG.value, "live"): Post.LIVE_BIG}
"""How the rows of the document call what is paid to join or to return."""


class Payment(Struct, frozen=True):
    """What somebody posts before the first card."""

    seat: int
    post: Post
    cites: Cites


class Plan(Struct, frozen=True):
    """A round's Button, Blinds and Players."""

    button: int
    small_due: int
    big_seat: int
    seats: tuple[int, ...]
    """Who is dealt in, clockwise from the Button's left."""
    payments: tuple[Payment, ...]
    missed: tuple[tuple[int, Blind], ...]
    orbit_over: bool
    cites: Cites


def next_positions(game: RoomGame, table: RoomTable) -> Plan | None:
    """The next round's places; None while fewer than two Players can be dealt in."""
    here = {seat.number: seat for seat in table.seats if seat.present}
    if len(here) < 2:
        return None
    last = table.positions
    if last.big_seat is None or last.small_due is None:
        return _first_round(game, table, sorted(here))
    size = table.policy.seats
    big = min(here, key=lambda number: _steps(last.big_seat, number, size))
    dues = {number: paid for number, seat in here.items() if number != big and (paid := _dues(game, last, seat))}
    waiting = {number for number, seat in here.items() if number != big and seat.owes and number not in dues}
    dealt = [number for number in here if number not in waiting]
    if len(dealt) < 2:
        return None
    button, small_due, cites = _button(game, last, dealt, big, size)
    payments = [
        Payment(number, post, paid) for number in _around(dealt, button, size) for post, paid in dues.get(number, ())
    ]
    if small_due in dealt and small_due not in dues:
        payments.insert(0, Payment(small_due, Post.SMALL_BLIND, game.grounds.small_blind))
    owed = here[big].missed_small or here[big].missed_big
    why = game.grounds.returning if owed else game.grounds.joining if here[big].owes_join else game.grounds.big_blind
    payments.append(Payment(big, Post.BIG_BLIND, why))
    return Plan(
        button,
        small_due,
        big,
        _around(dealt, button, size),
        tuple(payments),
        _missed(table, last, big),
        last.first_orbit and _came_round(last, button, size),
        cites,
    )


def _first_round(game: RoomGame, table: RoomTable, here: list[int]) -> Plan:
    """The Button begins at the first Player from the Dealer's left."""
    button, size = here[0], table.policy.seats
    order = _around(here, button, size)
    two = len(here) == 2
    small, big = (button, order[0]) if two else (order[0], order[1])
    payments = (
        Payment(small, Post.SMALL_BLIND, game.grounds.two_players if two else game.grounds.small_blind),
        Payment(big, Post.BIG_BLIND, game.grounds.two_players if two else game.grounds.big_blind),
    )
    return Plan(button, small, big, order, payments, (), False, game.grounds.button)


def _steps(start: int | None, to: int, size: int) -> int:
    """How many seats clockwise from one to another: from 1 for the next to ``size`` for the same."""
    assert start is not None
    return (to - start - 1) % size + 1


def _around(seats: list[int], button: int, size: int) -> tuple[int, ...]:
    """Seats clockwise from the Button's left, its own last."""
    return tuple(sorted(seats, key=lambda number: _steps(button, number, size)))


def _button(game: RoomGame, last: Positions, dealt: list[int], big: int, size: int) -> tuple[int, int, Cites]:
    """The Button's seat, and the one where the Small Blind falls due."""
    assert last.small_due is not None
    assert last.big_seat is not None
    if len(dealt) == 2:
        other = next(number for number in dealt if number != big)
        return other, other, game.grounds.two_players
    due, button = last.big_seat, last.small_due
    if _steps(due, button, size) <= _steps(due, big, size):
        # After two-handed play the usual seat may lie beyond the Small Blind: the Button stays on its right.
        return (
            max((number for number in dealt if number != due), key=lambda one: _steps(due, one, size)),
            due,
            (game.grounds.after_two),
        )
    return button, due, game.grounds.button if button in dealt else game.grounds.dead_button


def _dues(game: RoomGame, last: Positions, seat: Seat) -> tuple[tuple[Post, Cites], ...]:
    """What a Player who has chosen to pay posts to join or to return; nothing where he has to wait."""
    if not seat.owes or not seat.pays:
        return ()
    where = "button" if seat.number == last.small_due else "other"
    if seat.missed_small or seat.missed_big:
        ruled = ask(game, "player_returns", {"missed": missed_by(seat), "seat": where})
    else:
        ruled = ask(game, "player_joins", {"orbit": "later", "seat": "other"})
    if "wait" in ruled.options or ruled.ruling is not Ruling.POST_BLINDS:
        return ()
    return posts_of(ruled.posts, ruled.cites)


def missed_by(seat: Seat) -> str:
    """What a Player has missed, in the words of the rows."""
    if seat.missed_small and seat.missed_big:
        return "both"
    return Blind.BIG.value if seat.missed_big else Blind.SMALL.value


def posts_of(posts: Mapping[str, str], cites: Cites) -> tuple[tuple[Post, Cites], ...]:
    """A row's posts; what is dead goes in first."""
    return tuple((_AS[blind, how], cites) for blind, how in sorted(posts.items(), reverse=True))


def _missed(table: RoomTable, last: Positions, big: int) -> tuple[tuple[int, Blind], ...]:
    """Who is not there when a blind falls due at his seat."""
    size, found = table.policy.seats, []
    reach = _steps(last.big_seat, big, size)
    for seat in table.seats:
        if seat.present:
            continue
        steps = _steps(last.big_seat, seat.number, size)
        if seat.number == last.big_seat:
            found.append((seat.number, Blind.SMALL))
        elif steps < reach:
            found.append((seat.number, Blind.BIG))
    return tuple(found)


def _came_round(last: Positions, button: int, size: int) -> bool:
    """Whether the Button regains or passes the seat where it began."""
    assert last.start is not None
    assert last.button is not None
    return button == last.start or _steps(last.start, button, size) < _steps(last.start, last.button, size) % size
