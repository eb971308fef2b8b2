"""Button and Blinds: where they go next, who is dealt in, what each has to pay, and who misses a blind."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from croupier.play.room.events import Cites, Post
from croupier.play.room.state import Positions, RoomTable, Seat
from croupier.play.rulings import ask
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
    dealt = _dealt_in(game, last, here, big, size)
    if len(dealt) < 2:
        return None
    grounds, two = game.grounds, len(dealt) == 2
    button, small_due, cites = _button(game, last, dealt, big, size)
    dues = {number: _dues(game, here[number], button) for number in dealt if number != big and here[number].owes}
    payments = [Payment(number, post, paid) for number in _around(dealt, button) for post, paid in dues.get(number, ())]
    if small_due in dealt and small_due not in dues and not here[small_due].relocated:
        payments.insert(0, Payment(small_due, Post.SMALL_BLIND, grounds.two_players if two else grounds.small_blind))
    due = grounds.two_players if two else grounds.big_blind
    payments.append(Payment(big, Post.BIG_BLIND, _at_big_blind(game, here[big]) or due))
    return Plan(
        button,
        small_due,
        big,
        _around(dealt, button),
        tuple(payments),
        _missed(table, last, big),
        last.first_orbit and _came_round(last, button, size),
        cites,
    )


def _first_round(game: RoomGame, table: RoomTable, here: list[int]) -> Plan:
    """The Button begins at the first Player from the Dealer's left; if that round is void, it stays with him."""
    stays = table.positions.button
    button = stays if stays in here else here[0]
    order = _around(here, button)
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


def _around(seats: Iterable[int], button: int) -> tuple[int, ...]:
    """Seats clockwise from the Button's left, its own last."""
    ordered = sorted(seats)
    return (*[number for number in ordered if number > button], *[number for number in ordered if number <= button])


def _dealt_in(game: RoomGame, last: Positions, here: Mapping[int, Seat], big: int, size: int) -> list[int]:
    """Whoever owes nothing, pays, or posts the Big Blind; at the Button one may have to wait until it has passed.

    Where only two would be left, nobody waits: without him there is no round, and the Button would never pass.
    """
    dealt = [number for number, seat in here.items() if number == big or not seat.owes or seat.pays]
    while len(dealt) > 2:
        button, _, _ = _button(game, last, dealt, big, size)
        if button not in dealt or button == big or not here[button].owes or not _waits(game, here[button]):
            break
        dealt.remove(button)
    return dealt


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
        others = (number for number in dealt if number != due)
        return max(others, key=lambda one: _steps(due, one, size)), due, game.grounds.after_two
    return button, due, game.grounds.button if button in dealt else game.grounds.dead_button


def _waits(game: RoomGame, seat: Seat) -> bool:
    """Whether a Player who would have the Button has to let it pass before he returns."""
    if not seat.missed_small and not seat.missed_big:
        return False
    return "wait" in ask(game, "player_returns", {"missed": missed_by(seat), "seat": "button"}).options


def _dues(game: RoomGame, seat: Seat, button: int) -> tuple[tuple[Post, Cites], ...]:
    """What a Player who has chosen to pay posts to join or to return."""
    if seat.missed_small or seat.missed_big:
        where = "button" if seat.number == button else "other"
        ruled = ask(game, "player_returns", {"missed": missed_by(seat), "seat": where})
    else:
        ruled = ask(game, "player_joins", {"orbit": "later", "seat": "other"})
    return posts_of(ruled.posts, ruled.cites)


def _at_big_blind(game: RoomGame, seat: Seat) -> Cites:
    """Under which paragraphs one who joins or returns posts the Big Blind at his seat; none for anybody else."""
    if seat.missed_small or seat.missed_big:
        return ask(game, "player_returns", {"missed": missed_by(seat), "seat": Blind.BIG.value}).cites
    if seat.relocated:
        return ask(game, "player_joins", {"seat": Blind.BIG.value, "relocated": "yes"}).cites
    return game.grounds.joining if seat.owes_join else ()


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
    """Whether the Button regains or passes the seat where it began; one that has not left it does neither."""
    assert last.start is not None
    assert last.button is not None
    return (button - last.start) % size < (last.button - last.start) % size
