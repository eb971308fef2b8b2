"""Entries that are chained as they should be, and that the floor could never have taken: they are found as well."""

from pathlib import Path
from typing import Any

import pytest

from croupier.cards import DECK, format_card
from croupier.floor.deciding import postings
from croupier.floor.journal import codec
from croupier.floor.journal.sealing import Key, KeyRing
from croupier.floor.journal.store import Store, open_engine
from croupier.floor.running.loading import decided, evolved, load
from croupier.floor.values.cage import CashIn, CashOut
from croupier.floor.values.entries import SYSTEM, Entry, Written, sealed
from croupier.floor.values.gaming_day import begins
from croupier.floor.values.house import CreateAccount, ExcludePerson, LockAccount
from croupier.floor.values.links import ProposeTerms
from croupier.floor.values.table import ChangePolicy, Countersign, PlayBanked, PlayRoom, Propose
from croupier.floor.values.tray import ReceiveSlip, RequestFill, SendSlip
from croupier.floor.verify.finding import Finding, Kind
from croupier.floor.verify.verification import verify
from croupier.play.actor import Entered
from croupier.play.banked.commands import CloseBets, OpenRound, PlaceWager, Report
from croupier.play.banked.events import CardsReconstructed
from croupier.play.banked.state import Round
from croupier.play.refusal import Refusal
from croupier.play.room import commands as room
from croupier.play.room import events as room_events
from croupier.rulebooks.revisions import REVISION
from croupier.rules.terms import Role, WagerName
from tests.floor.house_floor import DAY, NEXT, STUD, HouseFloor
from tests.floor.random_floor import KEYS
from tests.floor.rigged import a_floor, act

LIMITS = ChangePolicy({"minimum": 5_000})
HOUSE_KEYS = KeyRing(Key(bytes(32)))


@pytest.fixture
def at(tmp_path: Path) -> HouseFloor:
    return HouseFloor(tmp_path / "floor.db").furnish()


def forge(
    store: Store, stream: str, actor: str, role: Role, command: Any, when: int, events: tuple[Any, ...] | None = None
) -> int:
    """An entry as the floor would have written it, had it taken the command; its version."""
    with store.reading() as reading:
        kept = load(reading, stream)
    happened = decided(stream, kept.state, actor, role, command, when) if events is None else events
    assert not isinstance(happened, Refusal), happened
    states, moves = [kept.state], []
    entered = Entered(kept.version + 1, actor, role, when)
    for event in happened:
        state, moved = evolved(stream, states[-1], event, when, entered)
        states.append(state)
        moves.append(moved)
    posted = postings.postings(moves)
    texts = (codec.write(command), codec.write(happened), codec.write(posted))
    entry = sealed(Entry(stream, kept.version + 1, when, actor, role.value, "", REVISION, *texts, kept.hash, ""))
    with store.writing() as writing:
        writing.append([Written(entry, happened, tuple(states), posted)])
    return entry.version


def found(store: Store, keys: KeyRing = HOUSE_KEYS) -> list[Finding]:
    """All but that nobody signed what was forged: these forgers have the House's key too."""
    with store.reading() as reading:
        return [one for one in verify(reading, keys=keys) if one.kind is not Kind.SEAL]


def test_a_house_is_in_order(at: HouseFloor) -> None:
    at.open_bets()
    at.ante("ann", 5_000)
    at.close_bets()
    assert found(at.floor.store) == []


@pytest.mark.parametrize(
    ("stream", "actor", "role", "command", "field", "said"),
    [
        ("cage", "nobody", Role.DISPLAY, CashIn("ann", 100, DAY), "role", "Only the cage, or a Pit Manager"),
        ("cage", "nobody", Role.CAGE, CashIn("ann", 100, DAY), "actor", "nobody may not act as Cage here"),
        ("cage", "ann", Role.PLAYER, CashOut("bob", 100, DAY), "role", "Only the cage, or a Pit Manager"),
        ("cage", "dan", Role.CAGE, CashOut("ann", 100, DAY), "actor", "dan may not act as Cage here"),
        ("cage", "tom", Role.CAGE, CashIn("ann", 100, NEXT), "actor", f"The gaming day is {DAY}"),
        ("cage", "tom", Role.CAGE, CashIn("ghost", 100, DAY), "actor", "There is no account ghost"),
        ("cage", SYSTEM, Role.CAGE, CashIn("ann", 100, DAY), "role", "The floor does not do this by itself"),
        ("cage", "SYSTEM", Role.CAGE, CashIn("ann", 100, DAY), "actor", "SYSTEM may not act as Cage here"),
        ("house", "ann", Role.SHIFT_MANAGER, CreateAccount("eve"), "actor", "ann may not act as Shift Manager here"),
        ("link:stud", "pam", Role.SHIFT_MANAGER, ProposeTerms(0, "0", 500), "actor", "pam may not act as Shift"),
        (
            STUD,
            "ann",
            Role.SHIFT_MANAGER,
            RequestFill(((500, 1),), "F-0001"),
            "actor",
            "ann may not act as Shift Manager here",
        ),
        (STUD, SYSTEM, Role.DEALER, PlayBanked(Report("deck_miscount")), "role", "The floor does not do this"),
        (
            STUD,
            "eve",
            Role.PLAYER,
            PlayBanked(PlaceWager(1, WagerName.ANTE, 2_500)),
            "actor",
            "eve may not act as Player",
        ),
    ],
)
def test_who_could_not_have_given_a_command(
    at: HouseFloor, stream: str, actor: str, role: Role, command: Any, field: str, said: str
) -> None:
    at.open_bets()
    version = forge(at.floor.store, stream, actor, role, command, at.clock.now())
    told = [one for one in found(at.floor.store) if one.kind is Kind.ACTOR]
    assert {(one.stream, one.version) for one in told} == {(stream, version)}
    assert any(one.field == field and said in one.wrong for one in told), told


def test_a_mere_player_does_not_countersign(at: HouseFloor) -> None:
    at.do(STUD, Propose(LIMITS))
    number = at.floor.table("stud").info.proposed
    version = forge(at.floor.store, STUD, "ann", Role.SHIFT_MANAGER, Countersign(number), at.clock.now())
    assert {(one.kind, one.version) for one in found(at.floor.store)} == {(Kind.ACTOR, version)}


def test_a_first_signature_that_does_not_count_any_more(at: HouseFloor) -> None:
    at.do(STUD, Propose(LIMITS), "sue", Role.PIT_SUPERVISOR)
    at.do("house", LockAccount("sue", "gone"))
    number = at.floor.table("stud").info.proposed
    forge(at.floor.store, STUD, "max", Role.SHIFT_MANAGER, Countersign(number), at.clock.now())
    (only,) = [one for one in found(at.floor.store) if one.kind is Kind.ACTOR]
    assert "The first signature no longer counts" in only.wrong


def test_who_is_excluded_did_not_wager(at: HouseFloor) -> None:
    at.open_bets()
    at.do("house", ExcludePerson("ann", "enough"), "ann", Role.PLAYER)
    wager = PlayBanked(PlaceWager(1, WagerName.ANTE, 2_500))
    version = forge(at.floor.store, STUD, "ann", Role.PLAYER, wager, at.clock.now())
    (only,) = found(at.floor.store)
    assert (only.kind, only.version) == (Kind.ACTOR, version)
    assert "ann is excluded from play" in only.wrong


def test_a_day_that_begins_while_a_command_is_looked_at(at: HouseFloor) -> None:
    """The floor reads the clock for the gaming day, and then for the entry."""
    begun = begins(NEXT, at.house.day_start, at.house.zone)
    forge(at.floor.store, "cage", "tom", Role.CAGE, CashIn("ann", 100, DAY), begun + 1)
    forge(at.floor.store, "cage", "tom", Role.CAGE, CashIn("ann", 100, NEXT), begun + 1)
    assert found(at.floor.store) == []
    forge(at.floor.store, "cage", "tom", Role.CAGE, CashIn("ann", 100, DAY), begun + 60_000_000)
    assert [one.kind for one in found(at.floor.store)] == [Kind.ACTOR]


def test_the_cage_is_not_below_nothing(at: HouseFloor) -> None:
    chip = at.floor.table("stud").engine.policy.chips[-1]
    at.do(STUD, RequestFill(((chip, 100_000),)), "dan", Role.DEALER)
    at.do(STUD, SendSlip("F-0001"), "tom", Role.CAGE)
    version = forge(at.floor.store, STUD, "sue", Role.PIT_SUPERVISOR, ReceiveSlip("F-0001"), at.clock.now())
    (only,) = found(at.floor.store)
    assert (only.kind, only.version, only.account) == (Kind.BALANCE, version, "cage")


# ---- Cards ----------------------------------------------------------------------------------------------------------

PLAN = """
[links.stud]
[tables.stud-1]
game = "rws-casino-stud"
link = "stud"
[tables.poker-1]
game = "rws-poker"
"""


def cards_told(store: Store) -> list[str]:
    return [one.wrong for one in found(store, KEYS) if one.kind is Kind.CARDS]


def test_cards_that_a_ruling_takes_from_an_automatic_shoe(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    for seat, name in ((1, "ann"), (2, "bob")):
        act(floor, "poker-1", room.JoinTable(seat, 40_000), name)
    act(floor, "poker-1", room.OpenRound())
    table = floor.table("poker-1")
    assert table.engine.round is not None
    coming = floor.shoe("table:poker-1").cards[table.info.dealt :]
    report, now = PlayRoom(room.Report("card_exposed", {}, cards=(coming[3],))), floor.now()
    floor.store.close()

    def discarded(*cards: Any) -> list[str]:
        copy = tmp_path / f"{len(list(tmp_path.iterdir()))}.db"
        copy.write_bytes((tmp_path / "floor.db").read_bytes())
        store = Store(open_engine(str(copy)))
        events = tuple(room_events.CardDiscarded(card, "", ()) for card in cards)
        forge(store, "table:poker-1", "dealer", Role.DEALER, report, now, events)
        told = cards_told(store)
        store.close()
        return told

    assert discarded(coming[0]) == []
    (early,) = discarded(coming[1], coming[0])
    assert early.startswith(format_card(coming[1]))
    assert discarded(coming[0], coming[1]) == []
    (only,) = discarded(coming[3])
    assert "came into the round by CardDiscarded; next in the shoe was" in only
    assert len(discarded(coming[0], coming[3], coming[4])) == 2


@pytest.mark.parametrize("dealt", [True, False])
def test_hands_that_a_ruling_puts_together_anew(tmp_path: Path, dealt: bool) -> None:
    floor = a_floor(tmp_path, PLAN)
    act(floor, "stud-1", OpenRound())
    act(floor, "stud-1", PlaceWager(1, WagerName.ANTE, 2_500), "ann")
    act(floor, "stud-1", CloseBets())
    round_ = floor.table("stud-1").engine.round
    assert isinstance(round_, Round)
    box = round_.box(1)
    assert box is not None
    free = [card for card in DECK if not round_.used >> card & 1][-5:]
    coming = set(floor.shoe("table:stud-1").cards[floor.table("stud-1").info.dealt :][:5])
    hand = box.cards[::-1] if dealt else tuple(free)
    event = CardsReconstructed((("1", box.cards),), (("1", hand),), ())
    report = PlayBanked(Report("misdeal", {}, piles=(("1", hand),)))
    floor.store.close()
    store = Store(open_engine(str(tmp_path / "floor.db")))
    forge(store, "table:stud-1", "dealer", Role.DEALER, report, floor.now(), (event,))
    told = cards_told(store)
    assert len(told) == (0 if dealt else len(set(free) - coming))
