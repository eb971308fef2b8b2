"""What must always hold, whatever people do at a table."""

import random
from collections.abc import Iterable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import UNKNOWN, format_card
from croupier.play.banked import decide, evolve, view
from croupier.play.banked.events import (
    BankedEvent,
    CardsDealt,
    CommunityRevealed,
    DealerRevealed,
    HandInspected,
    HandLookedAt,
    HandShown,
    JackpotFed,
    JackpotPaid,
    RoundEnded,
    RoundOpened,
    WagerPlaced,
    WagerSettled,
    WagerWithdrawn,
)
from croupier.play.banked.state import Phase, Table
from croupier.play.refusal import Refusal
from croupier.play.viewer import Viewer
from croupier.rulebooks import load_banked
from croupier.rules.banked import BankedGame
from croupier.rules.settling import PercentOfMeter, Result
from croupier.rules.terms import Role, WagerName, at_least
from tests.play.table_walk import PLAYERS, STAFF, walk
from tests.sitting import HOUSE_GAMES

STEPS = 120
games = st.sampled_from(HOUSE_GAMES)
seeds = st.integers(0, 2**32 - 1)
thorough = settings(max_examples=40, deadline=None)


def _events(game: BankedGame, seed: int) -> tuple[Table, Table, list[BankedEvent]]:
    """The table before and after a walk, and all that happened."""
    events: list[BankedEvent] = []
    first: Table | None = None
    last: Table | None = None
    for step in walk(game, random.Random(seed), STEPS):
        first = first or step.before
        last = step.before
        if not isinstance(step.outcome, Refusal):
            events += step.outcome.events
            last = step.outcome.table
    assert first is not None
    assert last is not None
    return first, last, events


@thorough
@given(games, seeds)
def test_any_sequence_of_commands_leaves_a_valid_table(name: str, seed: int) -> None:
    game = load_banked(name)
    for step in walk(game, random.Random(seed), STEPS):
        if isinstance(step.outcome, Refusal):
            assert step.outcome.sentence
            assert all(game.document.knows(cite) for cite in step.outcome.cites)
        else:
            _is_valid(game, step.outcome.table)
            for event in step.outcome.events:
                assert all(game.document.knows(cite) for cite in event.cites), event
                assert event.cites


def _is_valid(game: BankedGame, table: Table) -> None:
    assert table.meter.millionths >= 0
    round_ = table.round
    if round_ is None:
        return
    numbers = [box.number for box in round_.boxes]
    assert numbers == sorted(set(numbers))
    assert all(1 <= number <= table.policy.boxes for number in numbers)
    known = [
        card
        for pile in (round_.burnt, round_.community, round_.dealer, *(box.cards for box in round_.boxes))
        for card in pile
        if card != UNKNOWN
    ]
    assert len(known) == len(set(known))
    assert round_.used == sum(1 << card for card in known)
    assert round_.community_up <= len(round_.community)
    for box in round_.boxes:
        ante = box.wager(WagerName.ANTE)
        assert ante is not None
        assert any(share.player == box.player for share in ante.shares)
        assert ante.amount <= table.policy.maximum
        for wager in box.wagers:
            assert all(share.amount > 0 for share in wager.shares)
            assert len({share.player for share in wager.shares}) == len(wager.shares)
    for player in PLAYERS:
        assert sum(box.looked for box in round_.boxes if box.player == player) <= 1


@thorough
@given(games, seeds)
def test_replaying_the_events_gives_the_same_table(name: str, seed: int) -> None:
    game = load_banked(name)
    steps = [*walk(game, random.Random(seed), STEPS)]
    table, last = steps[0].before, steps[-1].after
    for step in steps:
        if isinstance(step.outcome, Refusal):
            continue
        events = step.outcome.events
        wire = msgspec.json.decode(msgspec.json.encode(events), type=tuple[BankedEvent, ...])
        assert wire == events
        for event in wire:
            table = evolve(game, table, event, step.entered)
    assert table == last
    assert msgspec.json.decode(msgspec.json.encode(last), type=Table) == last


@thorough
@given(games, seeds)
def test_a_refused_command_leaves_the_table_untouched(name: str, seed: int) -> None:
    game = load_banked(name)
    for step in walk(game, random.Random(seed), STEPS):
        written = msgspec.json.encode(step.before)
        again = decide(game, step.before, step.deed.actor, step.deed.command)
        assert msgspec.json.encode(step.before) == written
        if isinstance(step.outcome, Refusal):
            assert again == step.outcome
        else:
            assert again == step.outcome.events


@thorough
@given(games, seeds)
def test_every_cent_staked_is_kept_or_returned(name: str, seed: int) -> None:
    game = load_banked(name)
    for step in walk(game, random.Random(seed), STEPS * 2):
        if isinstance(step.outcome, Refusal) or not isinstance(step.outcome.events[-1], RoundEnded):
            continue
        round_ = step.outcome.table.round
        assert round_ is not None
        staked = sum(wager.amount for box in round_.boxes for wager in box.wagers)
        assert staked == sum(line.staked for line in round_.lines)
        assert len(round_.lines) == sum(len(box.wagers) for box in round_.boxes)
        for line in round_.lines:
            assert line.staked == line.returned + (kept := line.staked - line.returned)
            assert kept >= 0
            assert line.paid >= 0
            assert (line.paid > 0) <= (line.result is Result.WIN)
            if line.shares:
                assert sum(share.staked for share in line.shares) == line.staked
                assert sum(share.paid for share in line.shares) == line.paid
                assert sum(share.returned for share in line.shares) == line.returned


@thorough
@given(games, seeds)
def test_what_players_put_down_is_what_is_settled(name: str, seed: int) -> None:
    """Placed minus withdrawn, from the history alone, is what the opening wagers were settled for."""
    game = load_banked(name)
    _, _, events = _events(game, seed)
    lying: dict[tuple[int, WagerName], int] = {}
    for event in events:
        match event:
            case RoundOpened():
                lying = {}
            case WagerPlaced():
                lying[event.box, event.wager] = lying.get((event.box, event.wager), 0) + event.amount
            case WagerWithdrawn():
                lying[event.box, event.wager] -= event.amount
            case WagerSettled() if game.area(event.wager) is not None:
                assert lying[event.box, event.wager] == event.staked
            case _:
                pass


@thorough
@given(games, seeds)
def test_the_meter_is_contributions_less_percentage_awards(name: str, seed: int) -> None:
    game = load_banked(name)
    first, last, events = _events(game, seed)
    prizes = {award.name: award.prize for award in game.jackpot.awards}
    meter = first.meter.millionths
    for event in events:
        if isinstance(event, JackpotFed):
            meter += event.millionths
        elif isinstance(event, JackpotPaid):
            prize = prizes[event.award]
            assert event.meter_before == meter
            if isinstance(prize, PercentOfMeter):
                assert event.amount == meter // 1_000_000 * prize.percent // 100
                whole = prize.percent == 100
                meter = first.policy.seed * 1_000_000 + meter % 1_000_000 if whole else meter - event.amount * 1_000_000
    assert last.meter.millionths == meter


class _Seen:
    """What each person may know, kept from the history without the engine's help."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        self.boxes: dict[int, list[str]] = {}
        self.dealer: list[str] = []
        self.community: list[str] = []
        self.open: set[str] = set()
        self.private: dict[str, set[str]] = {}
        self.inspected: list[tuple[Role, set[str]]] = []

    def follow(self, events: Iterable[BankedEvent], owners: dict[int, str], up_card: bool) -> None:
        for event in events:
            match event:
                case RoundOpened():
                    self.start()
                case CardsDealt():
                    self._deal(event, up_card)
                case HandLookedAt():
                    self.private.setdefault(owners[event.box], set()).update(self.boxes[event.box])
                case HandShown():
                    self.open.update(self.boxes[event.box])
                case HandInspected():
                    self.inspected.append((event.role, set(self.boxes[event.box])))
                case CommunityRevealed():
                    turned = len([card for card in self.community if card in self.open]) + event.count
                    self.open.update(self.community[:turned])
                case DealerRevealed():
                    self.open.update(self.dealer)
                case _:
                    pass

    def _deal(self, event: CardsDealt, up_card: bool) -> None:
        for card, place in zip(event.cards, event.places, strict=True):
            name = format_card(card)
            if place == "dealer":
                self.dealer.append(name)
                if up_card and len(self.dealer) == 5:
                    self.open.add(name)
            elif place == "community":
                self.community.append(name)
            elif place != "burn":
                self.boxes.setdefault(int(place), []).append(name)


@thorough
@given(games, seeds)
def test_no_view_holds_a_card_its_owner_may_not_see(name: str, seed: int) -> None:
    game = load_banked(name)
    seen = _Seen()
    viewers = [Viewer(Role.PLAYER, player) for player in PLAYERS] + [Viewer(role) for role in (*STAFF, Role.DISPLAY)]
    for step in walk(game, random.Random(seed), STEPS):
        if isinstance(step.outcome, Refusal):
            continue
        table = step.outcome.table
        owners = {box.number: box.player for box in table.round.boxes} if table.round else {}
        seen.follow(step.outcome.events, owners, up_card="stud" in name)
        for viewer in viewers:
            shown = view(game, table, viewer)
            cards = {card for pile in (shown.community, shown.dealer, *(b.cards for b in shown.boxes)) for card in pile}
            allowed = seen.open | seen.private.get(viewer.player, set()) | {"??"}
            for role, hand in seen.inspected:
                if at_least(viewer.role, role):
                    allowed |= hand
            assert cards <= allowed
            assert seen.open <= cards | {"??"}


@pytest.mark.long
@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_walks_reach_every_end(name: str) -> None:
    """The walks above are worth something: they finish rounds, win, lose and stand off, show and hide."""
    game = load_banked(name)
    results: set[Result] = set()
    ended = refused = 0
    for seed in range(40):
        for step in walk(game, random.Random(seed), 200):
            if isinstance(step.outcome, Refusal):
                refused += 1
                continue
            ended += isinstance(step.outcome.events[-1], RoundEnded)
            round_ = step.outcome.table.round
            if round_ is not None and round_.phase is Phase.ENDED:
                results |= {line.result for line in round_.lines}
    assert ended > 40
    assert refused > 400
    assert {Result.WIN, Result.LOSE} <= results
