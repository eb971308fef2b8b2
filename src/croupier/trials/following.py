"""Players who wait for a jackpot: they wager on it, or sit down at all, only while its meter shows enough.

The wagers then depend on the meter, and the meter on the wagers, so the rounds of a link are one chain, played in their
order. Several links, each with cards of its own, are chains that several workers play side by side. A chain is played
turn by turn; between turns it is a small value that goes to the next worker and into checkpoints. Turns find whole
numbers that are added up, and amounts that are sorted at the end, so it makes no difference which chain came first.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from fractions import Fraction
from functools import lru_cache
from math import ceil, lcm
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.money import MILLION, MOST, Cents, Rate
from croupier.notation.problem import InputError
from croupier.play.banked.jackpot import WHOLE
from croupier.play.banked.state import Meter
from croupier.rules.settling import PercentOfMeter
from croupier.rules.terms import WagerName
from croupier.trials.booking import Ints
from croupier.trials.cells import GAME, Cell
from croupier.trials.following_kernel import ALWAYS, AWAY, COME, KINDS, NO_BOX, follow
from croupier.trials.jackpot import Expected, Feed, Life, Link, Told, check_link, expected_by, feed_of, life_of, paid_by
from croupier.trials.plan import CHUNK, Hit
from croupier.trials.playing import kept_in, refuse_another
from croupier.trials.steady import Feeding, Steady, steady
from croupier.trials.streams import CARDS, apart, begin

TURN: Final = 1 << 19
"""The approximate number of rounds of a link in a turn."""
_MOST_LINKS: Final = 10_000
_AHEAD: Final = 2
"""The number of links under way for each worker."""


class Following(Struct, frozen=True):
    """Links that are alike, with Players who wait for the meter."""

    link: Link
    followers: int
    """The number of boxes in every round whose Players wait; the others always wager."""
    plays: bool = False
    """True if they sit down only then, instead of playing the game meanwhile without the jackpot wager."""
    above: Cents | None = None
    """The meter from which they wager; by default, the one from which they do not lose on average."""
    links: int = 1


class Chain(Struct, frozen=True):
    """A link's state so far, on which its next rounds depend."""

    number: int
    turns: int
    meter: int
    """The meter, in millionths of a cent."""
    last: int = 0
    """The tick at which all of the meter was last won."""
    streams: tuple[bytes, ...] = ()
    """The state of the random stream and the order of the deck, by tables."""


class Turn(Struct, frozen=True):
    """The result of a turn."""

    after: Chain
    counts: bytes
    """The number of boxes by their kind and cell."""
    won: dict[str, int]
    at_hit: list[int]
    between: list[float]
    paid: tuple[Cents, Cents]
    """The payments by hands that may be paid from the meter, to those who always wager and to those who came."""
    from_meter: Cents


class Story(Struct):
    """The progress of all links, which is also a checkpoint."""

    asked: Following
    begun: int = 0
    """The number of links begun."""
    under_way: dict[int, Chain] = {}
    """The links that have not come to their end."""
    counts: bytes = b""
    won: dict[str, int] = {}
    at_hit: list[int] = []
    between: list[float] = []
    paid: tuple[Cents, Cents] = (0, 0)
    from_meter: Cents = 0
    left: Cents = 0
    """The sum of what the meters of finished links show."""
    turns: int = 0


class Waited(Struct, frozen=True):
    """A game on the link, with the meter for which its Players wait."""

    game: str
    above: Cents
    break_even: Cents
    """The meter at which they neither win nor lose on average."""
    share: float
    """The share of the rounds in which they wagered on the jackpot."""
    share_expected: float


class Wagers(Struct, frozen=True):
    """The wagers of some Players, and their results."""

    number: int
    """The number of jackpot wagers."""
    returned: float | None
    """The amount that came back of each cent of jackpot wagers."""
    returned_expected: float | None
    a_round: float | None
    """The win of a round with a jackpot wager, all wagers of the box together, in cents."""
    a_round_expected: float | None
    played: int
    """The rounds of the game, of one box each, with or without a jackpot wager."""
    won: Cents
    """The sum that they won in those rounds."""


class Followed(Struct, frozen=True):
    """The result of links whose meter some Players wait for."""

    links: int
    followers: int
    plays: bool
    waited: tuple[Waited, ...]
    always: Wagers
    came: Wagers
    life: Life
    """The life of all links together."""


class _Ready(NamedTuple):
    """The parts of a link that stay the same."""

    rate: Rate
    feeds: list[Feed]
    expected: list[Expected]
    above: list[Cents]
    break_even: list[Cents]
    cells: list[Cell]
    """The cells of all tables, one table after the other."""
    bases: list[int]
    """The place in ``cells`` at which each table's begin."""
    hit: NDArray[np.bool_]
    widths: list[int]
    """The half of the time between two rounds, in ticks, by tables."""
    end: int
    """The length of the whole time, in ticks."""
    step: int
    """The length of a turn, in ticks."""

    @property
    def turns(self) -> int:
        """The number of turns of a link."""
        return -(-self.end // self.step)

    def rounds(self, place: int, tick: int) -> int:
        """Return how many rounds the tables at this place have played before a tick: at 1, 3, 5, … widths."""
        return ((tick - 1) // self.widths[place] + 1) // 2 if tick else 0


# --- checks ----------------------------------------------------------------------------------------------------------


def check_following(asked: Following) -> None:
    """Raise :class:`InputError` if the links cannot be simulated."""
    rate = check_link(asked.link)
    if not 1 <= asked.links <= _MOST_LINKS:
        raise InputError(f"--links: must be from 1 to {_MOST_LINKS:,}, not {asked.links}")
    if asked.followers < 0:
        raise InputError(f"--followers: must be a number of boxes, not {asked.followers}")
    for one in asked.link.feeds:
        if asked.followers >= one.boxes:
            raise InputError(
                f"--followers: must be fewer than the boxes ({one.boxes}), or nobody would move the meter that they"
                f" wait for; not {asked.followers}"
            )
    if asked.followers and not rate.millionths:
        raise InputError("--followers: a meter that nothing feeds is waited for in vain; give another --contribution")
    if asked.above is not None and not 0 <= asked.above <= MOST:
        raise InputError(f"--above: must be an amount in cents, at most {MOST}")
    wagers = sum(one.tables * one.pace * one.boxes for one in asked.link.feeds) * asked.link.hours
    if asked.link.begins * MILLION + wagers * rate.of(asked.link.wager) >= 1 << 62:
        raise InputError("--hours, --jackpot-wager, --begins: so much would feed the meter that it cannot be counted")


@lru_cache(maxsize=4)
def _ready(asked: Following) -> _Ready:
    check_following(asked)
    link = asked.link
    feeds = [feed_of(link, place, one) for place, one in enumerate(link.feeds)]
    expected = [expected_by([one]) for one in feeds]
    even = [_break_even(asked, one, own) for one, own in zip(feeds, expected, strict=True)] if asked.followers else []
    ticks = lcm(*(one.rate for one in feeds))
    cells = [one.trial.cells for one in feeds]
    return _Ready(
        check_link(link),
        feeds,
        expected,
        [0] * len(feeds) if not even else even if asked.above is None else [asked.above] * len(feeds),
        even,
        [cell for own in cells for cell in own],
        [sum(map(len, cells[:place])) for place in range(len(feeds))],
        np.concatenate([one.trial.account.hit for one in feeds]),
        [ticks // one.rate for one in feeds],
        2 * ticks * link.hours,
        max(1, 2 * ticks * TURN // sum(one.rate for one in feeds)),
    )


def _break_even(asked: Following, feed: Feed, expected: Expected) -> Cents:
    """Return the least meter at which no Player loses on average, by what comes back of the next wager.

    Raises :class:`InputError` if no award is all of the meter.
    """
    costs = asked.link.wager - expected.fixed
    if asked.plays:
        costs -= feed.trial.expected_won()[GAME]
    if not expected.whole:
        raise InputError(f"--followers: no award of {feed.game.name} is all of the meter")
    return max(0, ceil(costs / expected.share))


# --- a turn ----------------------------------------------------------------------------------------------------------


def play_turn(asked: Following, chain: Chain) -> Turn:
    """Play a link's next rounds, in whichever process."""
    ready, link = _ready(asked), asked.link
    first, last = (min(turns * ready.step, ready.end) for turns in (chain.turns, chain.turns + 1))
    cells, feeds, ticks, streams = _dealt(ready, chain, first, last)
    always = np.array([one.plan.boxes - asked.followers for one in ready.feeds])
    above = np.array([amount * MILLION for amount in ready.above])
    meter, counts = apart(2), np.zeros((KINDS, len(ready.cells)), np.int64)
    meter[0] = chain.meter
    growth, at, since = ready.rate.of(link.wager), 0, chain.last
    won: dict[str, int] = {}
    at_hit, between, paid, from_meter = list[int](), list[float](), [0, 0], 0
    while (at := follow(cells, feeds, always, above, growth, ready.hit, at, meter, counts)) < len(cells):
        place = int(feeds[at])
        wagering = always[place] + (asked.followers if meter[1] == COME else 0)
        found = [(box, cell) for box, cell in enumerate(cells[at, :wagering].tolist()) if ready.hit[cell]]
        hits = [Hit(at, box, ready.cells[cell].awards) for box, cell in found]
        for payment in paid_by(link, ready.feeds[place].game, Meter(int(meter[0])), hits):
            paid[ALWAYS if payment.claim.box <= always[place] else COME] += payment.amount
            meter[0] = payment.after.millionths
            if isinstance(payment.award.prize, PercentOfMeter):
                from_meter += payment.amount
                won[payment.award.name] = won.get(payment.award.name, 0) + 1
                if payment.award.prize.percent == WHOLE:
                    at_hit.append(payment.amount)
                    between.append(float(Fraction(int(ticks[at]) - since, ready.end // link.hours)))
                    since = int(ticks[at])
        at += 1
    after = Chain(chain.number, chain.turns + 1, int(meter[0]), since, streams)
    return Turn(after, counts.tobytes(), won, at_hit, between, (paid[ALWAYS], paid[COME]), from_meter)


def _dealt(
    ready: _Ready, chain: Chain, first: int, last: int
) -> tuple[NDArray[np.int32], Ints, Ints, tuple[bytes, ...]]:
    """Deal all rounds between two ticks; return their cells in the order of time, with tables, ticks and streams."""
    boxes = max(one.plan.boxes for one in ready.feeds)
    parts, streams = [], []
    for place, feed in enumerate(ready.feeds):
        begins, ends = ready.rounds(place, first), ready.rounds(place, last)
        found = np.empty((ends - begins, feed.plan.boxes), np.int32)
        streams.append(_read(feed, chain, place, begins, found))
        wide = np.full((ends - begins, boxes), NO_BOX, np.int32)
        wide[:, : feed.plan.boxes] = found + ready.bases[place]
        ticks = (2 * np.arange(begins, ends) + 1) * ready.widths[place]
        parts.append((wide, np.full(ends - begins, place), ticks))
    cells, feeds, ticks = (np.concatenate(column) for column in zip(*parts, strict=True))
    if len(parts) > 1:
        order = np.lexsort((feeds, ticks))
        cells, feeds, ticks = cells[order], feeds[order], ticks[order]
    return cells, feeds, ticks, tuple(streams)


def _read(feed: Feed, chain: Chain, place: int, begins: int, found: NDArray[np.int32]) -> bytes:
    """Deal the next rounds of some tables; the first link's are those of the same tables without followers."""
    kept = np.frombuffer(chain.streams[place] if chain.streams else bytes(8 * (4 + CARDS)), "<i8").astype(np.int64)
    state, deck = kept[:4].view(np.uint64), kept[4:]
    at = 0
    while at < len(found):
        chunk, inside = divmod(begins + at, CHUNK)
        if not inside:
            state = begin(feed.plan.seed, chunk, f"link {chain.number}" if chain.number else "")
            deck = np.arange(CARDS)
        rounds = min(CHUNK - inside, len(found) - at)
        feed.trial.deal(state, deck, found[at : at + rounds])
        at += rounds
    return np.concatenate([state.view(np.int64), deck]).astype("<i8").tobytes()


# --- all links -------------------------------------------------------------------------------------------------------


def simulate_following(
    asked: Following,
    executor: Executor,
    workers: int = 1,
    begun: Story | None = None,
    told: Callable[[Story, float], None] = lambda story, share: None,
) -> Followed:
    """Play every link; after each turn, call ``told`` with the progress of all links."""
    ready = _ready(asked)
    story = Story(asked) if begun is None else begun
    counts = np.zeros((KINDS, len(ready.cells)), np.int64)
    if story.counts:
        counts += np.frombuffer(story.counts, np.int64).reshape(counts.shape)
    waiting: dict[Future[Turn], int] = {
        executor.submit(play_turn, asked, chain): number for number, chain in story.under_way.items()
    }
    try:
        while True:
            while story.begun < asked.links and len(waiting) < _AHEAD * workers:
                chain = Chain(story.begun, 0, asked.link.begins * MILLION)
                story.under_way[chain.number] = chain
                waiting[executor.submit(play_turn, asked, chain)] = chain.number
                story.begun += 1
            if not waiting:
                break
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                chain = _added(story, counts, waiting.pop(future), future.result())
                if chain.turns < ready.turns:
                    waiting[executor.submit(play_turn, asked, chain)] = chain.number
                else:
                    story.left += Meter(story.under_way.pop(chain.number).meter).shown
                story.counts = counts.tobytes()
                told(story, story.turns / (ready.turns * asked.links))
    finally:
        for future in waiting:
            future.cancel()
    return _followed(asked, ready, story, counts)


def _added(story: Story, counts: Ints, number: int, turn: Turn) -> Chain:
    counts += np.frombuffer(turn.counts, np.int64).reshape(counts.shape)
    for name, often in turn.won.items():
        story.won[name] = story.won.get(name, 0) + often
    story.at_hit += turn.at_hit
    story.between += turn.between
    story.paid = (story.paid[0] + turn.paid[0], story.paid[1] + turn.paid[1])
    story.from_meter += turn.from_meter
    story.turns += 1
    story.under_way[number] = turn.after
    return turn.after


def take_up_following(path: Path, asked: Following) -> Story:
    """Load a checkpoint of the same links. Raises :class:`InputError` for any other file."""
    story = kept_in(path, Story)
    refuse_another(path, story.asked, asked)
    ready = _ready(asked)
    whole = len(story.counts) in (0, 8 * KINDS * len(ready.cells))
    under_way = all(number == one.number < story.begun for number, one in story.under_way.items())
    ended = story.begun - len(story.under_way)
    played = ended * ready.turns + sum(one.turns for one in story.under_way.values())
    if not (whole and under_way and ended >= 0 and story.begun <= asked.links and played == story.turns):
        raise InputError(f"--resume: {path} does not say how far the simulation was")
    return story


# --- results ---------------------------------------------------------------------------------------------------------


def _followed(asked: Following, ready: _Ready, story: Story, counts: Ints) -> Followed:
    by_feed = [
        counts[:, base : base + len(one.trial.cells)] for base, one in zip(ready.bases, ready.feeds, strict=True)
    ]
    numbers = [own.sum(axis=1).tolist() for own in by_feed]
    growth = ready.rate.of(asked.link.wager) / MILLION
    places = range(len(ready.feeds))
    # Without followers every box wagers in every round, and the closed forms hold.
    cycle = None
    if asked.followers:
        cycle = steady([_feeding(asked, ready, place) for place in places], asked.link.begins, growth)
    always, came = (
        _wagers(asked, ready, counts, kind, numbers, story.paid[kind], cycle and (cycle.always, cycle.come)[kind])
        for kind in (ALWAYS, COME)
    )
    paid = sum(story.paid) + sum(_fixed(ready, counts, kind) for kind in (ALWAYS, COME))
    weights = [own[ALWAYS] + own[COME] for own in numbers]
    told = Told(sum(weights), story.won, story.at_hit, story.between, paid, story.from_meter, story.left)
    life = life_of(asked.link, ready.rate, ready.feeds, told, weights, cycle)
    waited = () if cycle is None else tuple(_waited(ready, place, numbers[place], cycle) for place in places)
    return Followed(asked.links, asked.followers, asked.plays, waited, always, came, life)


def _waited(ready: _Ready, place: int, own: Sequence[int], cycle: Steady) -> Waited:
    share = own[COME] / (own[COME] + own[AWAY])
    game = ready.feeds[place].game.name
    return Waited(game, ready.above[place], ready.break_even[place], share, cycle.waiting[place])


def _feeding(asked: Following, ready: _Ready, place: int) -> Feeding:
    feed, expected = ready.feeds[place], ready.expected[place]
    parts: dict[int, float] = {}
    for award in feed.game.jackpot.awards:
        if isinstance(award.prize, PercentOfMeter):
            percent = award.prize.percent
            parts[percent] = parts.get(percent, 0.0) + float(expected.awards[award.name])
    always = feed.plan.boxes - asked.followers
    return Feeding(feed.rate * always, feed.rate * asked.followers, ready.above[place], parts)


def _won(cell: Cell, *, jackpot: bool) -> int:
    """Return what a cell wins by its jackpot wager, or by all others."""
    return sum(line.net for line in cell.lines if (line.wager is WagerName.JACKPOT) is jackpot)


def _fixed(ready: _Ready, counts: Ints, kind: int) -> Cents:
    """Return what fixed awards have paid, except to hands that may be paid from the meter."""
    return sum(
        often * (_won(cell, jackpot=True) + ready.feeds[0].plan.jackpot_wager)
        for cell, often, hit in zip(ready.cells, counts[kind].tolist(), ready.hit.tolist(), strict=True)
        if often and not hit
    )


def _wagers(
    asked: Following,
    ready: _Ready,
    counts: Ints,
    kind: int,
    numbers: Sequence[Sequence[int]],
    from_hits: Cents,
    from_meter: Sequence[float] | None,
) -> Wagers:
    """Report the wagers of those who always wager, or of those who came.

    ``from_meter`` is what the meter is expected to pay a wager.
    """
    stake, number = asked.link.wager, sum(own[kind] for own in numbers)
    paid = from_hits + _fixed(ready, counts, kind)
    game, meanwhile = (
        sum(
            often * _won(cell, jackpot=False)
            for cell, often in zip(ready.cells, counts[one].tolist(), strict=True)
            if often
        )
        for one in (kind, AWAY)
    )
    if kind == ALWAYS or asked.plays:
        meanwhile = 0
    played = number + (0 if kind == ALWAYS or asked.plays else sum(own[AWAY] for own in numbers))
    won = game + meanwhile + paid - number * stake
    if not number:
        return Wagers(0, None, None, None, None, played, won)
    returned = around = None
    if from_meter is not None:
        back = own_game = 0.0
        for own, feed, expected, meter in zip(numbers, ready.feeds, ready.expected, from_meter, strict=True):
            back += own[kind] * (float(expected.fixed) + meter)
            own_game += own[kind] * float(feed.trial.expected_won()[GAME])
        returned, around = back / (number * stake), (own_game + back) / number - stake
    return Wagers(number, paid / (number * stake), returned, (game + paid) / number - stake, around, played, won)
