"""A table adopts another version of its document: two signatures, a day, and every round under the version it pinned.

Version 7 of Casino Stud (tests/versions) is effective from 1 December 2026: a Flush pays 6 to 1 on the BET, where
version 6 pays 5 to 1, and a Full House wins SGD 250 of the jackpot, where version 6 pays SGD 200. Gaming days begin at
eight in the morning in Singapore.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from croupier import rulebooks
from croupier.floor.deciding.played import MINUTE
from croupier.floor.house.config import establish, parse_floor
from croupier.floor.journal.store import Store, open_engine
from croupier.floor.running.floor import Floor
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.gaming_day import begins
from croupier.floor.values.requests import Accepted
from croupier.floor.values.table import (
    AdoptRulebook,
    ChangePolicy,
    Countersign,
    EstablishTable,
    PlayBanked,
    PlayRoom,
    Propose,
    Reject,
    RulebookAdopted,
    RulebookTakenUp,
    TakeUpRulebook,
)
from croupier.floor.verify.verification import Kind, verify
from croupier.play.banked.commands import OpenRound, Report
from croupier.play.banked.events import IrregularityRuled, RoundOpened
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room
from croupier.play.room import events as room_events
from croupier.rulebooks import UnknownGameError, registered
from croupier.rules.irregularities import Ruling
from croupier.rules.room import Move
from croupier.rules.terms import Role, WagerName
from tests.floor.house_floor import SetClock
from tests.floor.linked import Linked
from tests.floor.random_floor import asked, open_floor
from tests.floor.rigged import a_floor, act, ask, events, in_order, refusal, sign
from tests.floor.test_verify_forged import forge

V6, V7, V8 = (f"rws-casino-stud-v{version}" for version in (6, 7, 8))
MODULES = tuple(f"tests.versions.{name}" for name in ("rws_casino_stud_v7", "rws_casino_stud_v8", "rws_poker_v7"))
EVE, DAY, NEXT = "2026-11-30", "2026-12-01", "2026-12-02"
FLUSH = {"1": "Ah Jh 9h 6h 3h", "dealer": "As Kd 9c 5s 2d"}
"""A Flush against a Dealer who qualifies with ace and king."""
FULL = {"1": "8s 8h 8d 4c 4s", "dealer": "As Kd 9c 5s 2d"}
BET = 10_000
"""Twice the Ante of SGD 50."""


@pytest.fixture(autouse=True)
def _versions() -> Iterator[None]:
    with registered(*MODULES):
        yield


@contextmanager
def unregistered() -> Iterator[None]:
    """As in a house that does not have the further versions."""
    kept = rulebooks._kept()
    before = dict(kept.modules)
    kept.modules = {game: dict([min(every.items())]) for game, every in before.items()}
    rulebooks.load_rulebook.cache_clear()
    try:
        yield
    finally:
        kept.modules = before
        rulebooks.load_rulebook.cache_clear()


def at(day: str, time: str = "12:00") -> SetClock:
    return SetClock(begins(day, time, "Asia/Singapore"))


def house(path: Path, *tables: str, clock: SetClock | None = None) -> Linked:
    """Tables that were there before the new version was in force."""
    path.mkdir(exist_ok=True)
    linked = Linked(path, *(tables or ("stud-1", "stud-2")), clock=at(EVE))
    if clock is not None:
        move(linked.floor, clock)
    return linked


def move(floor: Floor, to: SetClock) -> None:
    """Time passes until then; another clock would be doubted."""
    assert isinstance(floor.clock, SetClock)
    floor.clock.at = to.at


def set_to(linked: Linked, day: str, time: str = "12:00") -> None:
    move(linked.floor, at(day, time))


def adopt(floor: Floor, table: str = "stud-1", rulebook: str = V7, day: str = DAY) -> None:
    sign(floor, table, AdoptRulebook(rulebook, day))


def bet_paid(linked: Linked, table: str = "stud-1") -> int:
    """What the last round has paid on the BET."""
    return next(line for line in linked.round(table).lines if line.wager is WagerName.BET).paid


def pinned(floor: Floor, table: str = "stud-1") -> list[str]:
    """The version of every round of a table, as its first event has it."""
    found = events(floor, f"table:{table}")
    return [event.rulebook for event in found if isinstance(event, RoundOpened | room_events.RoundOpened)]


def test_rounds_of_both_versions_are_played_read_and_verified(tmp_path: Path) -> None:
    linked = house(tmp_path)
    linked.whole("stud-1", FLUSH)
    assert bet_paid(linked) == 5 * BET
    adopt(linked.floor)
    linked.whole("stud-1", FLUSH)  # the day has not come
    assert bet_paid(linked) == 5 * BET
    linked.whole("stud-2", FULL, "bob")
    assert linked.line("stud-2").paid == 20_000

    linked.floor = restarted(linked, DAY)
    linked.whole("stud-1", FLUSH)
    assert bet_paid(linked) == 6 * BET
    linked.whole("stud-1", FULL)
    assert linked.line("stud-1").paid == 25_000
    linked.whole("stud-2", FULL, "bob")  # on the same jackpot, and still under version 6
    assert linked.line("stud-2").paid == 20_000

    assert pinned(linked.floor) == [V6, V6, V7, V7]
    assert pinned(linked.floor, "stud-2") == [V6, V6]
    assert linked.meter == 5_000_000 + 6 * 350  # six jackpot wagers of SGD 5, each feeding SGD 3.50
    in_order(linked.floor)
    again = restarted(linked, NEXT)
    assert again.table("stud-1") == linked.floor.table("stud-1")
    in_order(again)


def restarted(linked: Linked, day: str) -> Floor:
    """The same house after a night."""
    path = Path(str(linked.floor.store.engine.url.database))
    linked.floor.store.close()
    return open_floor(path, clock=at(day))


@pytest.mark.parametrize(
    ("moment", "rulebook"),
    [
        ((EVE, "12:00"), V6),
        ((DAY, "07:59"), V6),  # a night belongs to the evening before it
        ((DAY, "08:00"), V7),
        ((DAY, "08:01"), V7),
        ((NEXT, "12:00"), V7),
    ],
)
def test_the_first_round_of_the_day_takes_it_up(tmp_path: Path, moment: tuple[str, str], rulebook: str) -> None:
    linked = house(tmp_path, "stud-1")
    adopt(linked.floor)
    set_to(linked, *moment)
    act(linked.floor, "stud-1", OpenRound())
    assert pinned(linked.floor) == [rulebook]
    assert linked.state("stud-1").engine.rulebook == rulebook
    in_order(linked.floor)


def test_what_is_signed_is_recorded_and_moves_no_money(tmp_path: Path) -> None:
    linked = house(tmp_path, "stud-1")
    before = dict(linked.floor.balances)
    adopt(linked.floor)
    set_to(linked, DAY)
    act(linked.floor, "stud-1", OpenRound())
    assert linked.floor.balances == before
    found = [one for one in events(linked.floor, "table:stud-1") if isinstance(one, RulebookAdopted | RulebookTakenUp)]
    assert found[0] == RulebookAdopted(V7, DAY)
    assert isinstance(found[1], RulebookTakenUp)
    assert found[1].rulebook == V7
    policy = linked.state("stud-1").engine.policy
    assert (policy.dealing, policy.minimum, policy.seed) == ("shuffler", 2_500, 5_000_000)


@pytest.mark.parametrize(("day", "ruling"), [(EVE, Ruling.VOID_ROUND), (DAY, Ruling.ROLE_DECIDES)])
def test_a_round_is_ruled_on_by_its_own_version(tmp_path: Path, day: str, ruling: Ruling) -> None:
    """Unshuffled cards void a round under version 6 (5.8.5); under version 7 the Shift Manager decides."""
    linked = house(tmp_path, "stud-1")
    adopt(linked.floor)
    set_to(linked, day)
    linked.begin("stud-1", FLUSH)
    ruled = act(linked.floor, "stud-1", Report("unshuffled_cards"), "sue", Role.SHIFT_MANAGER)
    assert _ruling(ruled) is ruling
    in_order(linked.floor)


def test_the_last_round_keeps_its_version_until_the_next_one_opens(tmp_path: Path) -> None:
    linked = house(tmp_path, "stud-1")
    linked.whole("stud-1", FLUSH)
    adopt(linked.floor)
    set_to(linked, DAY)
    assert linked.state("stud-1").engine.rulebook == linked.round("stud-1").rulebook == V6
    act(linked.floor, "stud-1", OpenRound())
    assert linked.state("stud-1").engine.rulebook == linked.round("stud-1").rulebook == V7


def _ruling(reply: Accepted) -> Ruling:
    return next(event.ruling for event in reply.events if isinstance(event, IrregularityRuled))


# ---- Refused --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook", "day", "sentence"),
    [
        (V7, EVE, f"{V7} is effective from {DAY} on, not from {EVE}"),
        (V8, "2026-12-31", f"{V8} is effective from 2027-01-01 on, not from 2026-12-31"),
        (
            "rws-casino-stud-v9",
            DAY,
            "There is no rulebook 'rws-casino-stud-v9': of rws-casino-stud there are 6, 7 and 8",
        ),
        ("", DAY, "There is no rulebook ''"),
        ("rws-multi-link-casino-stud-v3", DAY, "rws-multi-link-casino-stud-v3 is not a rulebook of rws-casino-stud"),
        (V6, DAY, f"The table plays by {V6} already"),
        (V7, "tomorrow", "'tomorrow' is not a day such as 2026-11-15"),
        (V7, "2026-12-1", "'2026-12-1' is not a day such as 2026-11-15"),
        (V7, "", "'' is not a day such as 2026-11-15"),
    ],
)
def test_what_cannot_be_adopted(tmp_path: Path, rulebook: str, day: str, sentence: str) -> None:
    linked = house(tmp_path, "stud-1")
    before = linked.floor.heads()
    assert refusal(linked.floor, "stud-1", Propose(AdoptRulebook(rulebook, day)), "sue") == sentence
    assert linked.floor.heads() == before


@pytest.mark.parametrize(("today", "refused"), [(EVE, False), (DAY, False), (NEXT, True)])
def test_not_for_a_day_that_is_over(tmp_path: Path, today: str, refused: bool) -> None:
    linked = house(tmp_path, "stud-1", clock=at(today))
    reply = ask(linked.floor, "stud-1", Propose(AdoptRulebook(V7, DAY)), "sue")
    assert isinstance(reply, Refusal) is refused
    if isinstance(reply, Refusal):
        assert reply.sentence == f"{DAY} is over: the gaming day is {NEXT}"


def test_what_was_proposed_in_time_may_be_signed_after_midnight(tmp_path: Path) -> None:
    linked = house(tmp_path, "stud-1", clock=at(DAY))
    act(linked.floor, "stud-1", Propose(AdoptRulebook(V7, DAY)), "sue")
    set_to(linked, NEXT)
    act(linked.floor, "stud-1", Countersign(2), "sam")
    act(linked.floor, "stud-1", OpenRound())
    assert pinned(linked.floor) == [V7]


def test_nobody_says_which_day_it_is(tmp_path: Path) -> None:
    linked = house(tmp_path, "stud-1", clock=at(NEXT))
    asked_for = Propose(AdoptRulebook(V7, DAY, today=EVE))
    assert refusal(linked.floor, "stud-1", asked_for, "sue") == f"{DAY} is over: the gaming day is {NEXT}"
    assert "Nobody may do this: the floor does it by itself" in refusal(
        linked.floor, "stud-1", TakeUpRulebook(DAY), "sue"
    )


@pytest.mark.parametrize(
    ("first", "second", "role", "sentence"),
    [
        ("sue", "sue", Role.PIT_SUPERVISOR, "Two different people must sign"),
        ("sue", "dan", Role.DEALER, "Only a Pit Supervisor or someone above them may do this"),
    ],
)
def test_two_people_sign(tmp_path: Path, first: str, second: str, role: Role, sentence: str) -> None:
    linked = house(tmp_path, "stud-1")
    act(linked.floor, "stud-1", Propose(AdoptRulebook(V7, DAY)), first)
    assert refusal(linked.floor, "stud-1", Countersign(2), second, role) == sentence
    act(linked.floor, "stud-1", Reject(2, "not yet"), "sam")
    set_to(linked, DAY)
    act(linked.floor, "stud-1", OpenRound())
    assert pinned(linked.floor) == [V6]


def test_between_rounds(tmp_path: Path) -> None:
    linked = house(tmp_path, "stud-1")
    act(linked.floor, "stud-1", Propose(AdoptRulebook(V7, DAY)), "sue")
    linked.begin("stud-1", FLUSH)
    assert "already proposed" in refusal(linked.floor, "stud-1", Propose(AdoptRulebook(V7, DAY)), "sue")
    assert refusal(linked.floor, "stud-1", Countersign(2), "sam") == "A round is in play"
    act(linked.floor, "stud-1", Reject(2, "after the round"), "sam")
    assert refusal(linked.floor, "stud-1", Propose(AdoptRulebook(V7, DAY)), "sue") == "A round is in play"
    linked.play("stud-1")
    linked.settle("stud-1")
    act(linked.floor, "stud-1", Propose(AdoptRulebook(V7, DAY)), "sue")
    act(linked.floor, "stud-1", Countersign(3), "sam")
    in_order(linked.floor)


def test_a_round_over_midnight_ends_as_it_began(tmp_path: Path) -> None:
    linked = house(tmp_path, "stud-1", clock=at(DAY, "07:50"))
    adopt(linked.floor)
    linked.begin("stud-1", FLUSH)
    set_to(linked, DAY, "08:10")
    linked.play("stud-1")
    linked.settle("stud-1")
    assert bet_paid(linked) == 5 * BET
    linked.whole("stud-1", FLUSH)
    assert bet_paid(linked) == 6 * BET
    in_order(linked.floor)


def test_a_policy_that_the_version_does_not_allow(tmp_path: Path) -> None:
    """Version 8 has a layout of at most five boxes; the table has seven."""
    linked = house(tmp_path, "stud-1")
    wrong = f"{V8} does not allow the table's policy.boxes: rws-casino-stud is laid out for 1 to 5 boxes (2.1.1.a)"
    assert refusal(linked.floor, "stud-1", Propose(AdoptRulebook(V8, "2027-01-01")), "sue") == wrong
    sign(linked.floor, "stud-1", ChangePolicy({"boxes": 5, "dealing": "shuffler"}))
    adopt(linked.floor, rulebook=V8, day="2027-01-01")
    # From now on what both versions allow is allowed.
    assert refusal(linked.floor, "stud-1", Propose(ChangePolicy({"boxes": 6})), "sue") == wrong
    sign(linked.floor, "stud-1", ChangePolicy({"boxes": 4}))
    set_to(linked, "2027-01-01")
    act(linked.floor, "stud-1", OpenRound())
    assert pinned(linked.floor) == [V8]
    assert linked.state("stud-1").engine.policy.boxes == 4
    in_order(linked.floor)


def test_a_later_version_may_be_adopted_instead_and_none_at_all(tmp_path: Path) -> None:
    linked = house(tmp_path, "stud-1")
    sign(linked.floor, "stud-1", ChangePolicy({"boxes": 5}))
    adopt(linked.floor)
    assert refusal(linked.floor, "stud-1", Propose(AdoptRulebook(V7, NEXT)), "sue") == (
        f"The table has adopted {V7} already"
    )
    adopt(linked.floor, rulebook=V8, day="2027-01-01")
    set_to(linked, "2026-12-31")
    act(linked.floor, "stud-1", OpenRound())
    assert pinned(linked.floor) == [V6]
    in_order(linked.floor)

    other = house(tmp_path / "other", "stud-1")
    adopt(other.floor)
    adopt(other.floor, rulebook=V6)
    set_to(other, DAY)
    act(other.floor, "stud-1", OpenRound())
    assert pinned(other.floor) == [V6]
    in_order(other.floor)


def test_not_back_to_a_version_that_was_replaced(tmp_path: Path) -> None:
    linked = house(tmp_path, "stud-1", clock=at(DAY))
    adopt(linked.floor)
    linked.whole("stud-1", FLUSH)
    assert refusal(linked.floor, "stud-1", Propose(AdoptRulebook(V6, NEXT)), "sue") == (
        f"{V6} was replaced by {V7}, which the table follows"
    )


# ---- Tables that are new --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("today", "rulebook"), [(EVE, V6), (DAY, V7), (NEXT, V7)])
def test_a_new_table_has_the_version_in_force(tmp_path: Path, today: str, rulebook: str) -> None:
    linked = house(tmp_path, "stud-1", clock=at(today))
    linked.floor.submit(asked("table:new", EstablishTable("rws-casino-stud", {}, "main", False), "mia"))
    assert linked.state("new").engine.rulebook == rulebook


@pytest.mark.parametrize(("today", "refused"), [(EVE, True), (DAY, False), (NEXT, False)])
def test_a_new_table_under_a_version_that_is_named(tmp_path: Path, today: str, refused: bool) -> None:
    linked = house(tmp_path, "stud-1", clock=at(today))
    named = EstablishTable("rws-casino-stud", {}, "main", False, rulebook=V7)
    reply = linked.floor.submit(asked("table:new", named, "mia"))[0]
    assert isinstance(reply, Refusal) is refused
    if isinstance(reply, Refusal):
        assert (reply.reason, reply.sentence) == (Reason.MOMENT, f"{V7} is effective from {DAY} on")


# ---- The poker room -------------------------------------------------------------------------------------------------


def test_a_table_of_the_poker_room(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, '[tables.poker-1]\ngame = "rws-poker"\n', clock=at(EVE))
    for seat, player in enumerate(("ann", "bob"), 1):
        act(floor, "poker-1", room.JoinTable(seat, 20_000), player)
    _fold_a_round(floor)
    adopt(floor, "poker-1", "rws-poker-v7")
    move(floor, at(DAY))
    _fold_a_round(floor)
    assert pinned(floor, "poker-1") == ["rws-poker-v6", "rws-poker-v7"]
    assert floor.table("poker-1").engine.rulebook == "rws-poker-v7"
    in_order(floor)


def _fold_a_round(floor: Floor) -> None:
    """Two Players: whoever acts first folds."""
    act(floor, "poker-1", room.OpenRound())
    for seat, player in enumerate(("ann", "bob"), 1):
        if isinstance(ask(floor, "poker-1", room.Act(seat, Move.FOLD), player), Accepted):
            return
    raise AssertionError("nobody may fold")


# ---- The plan of a house --------------------------------------------------------------------------------------------


def test_a_plan_is_read_by_the_version_that_its_table_plays_by(tmp_path: Path) -> None:
    """Version 8, in force from 2027 on, allows five boxes; a table of version 6 has seven, and its plan says so."""
    plan = '[links.main]\n[tables.stud-1]\ngame = "rws-casino-stud"\nlink = "main"\n[tables.stud-1.policy]\nboxes = 7\n'
    floor = a_floor(tmp_path, plan, clock=at(EVE))
    move(floor, at("2027-01-01"))
    assert establish(floor, parse_floor(plan, "floor.toml")) == ()
    assert floor.table("stud-1").engine.rulebook == V6
    new = plan.replace("stud-1", "stud-2") + plan.partition("\n")[2]
    (said,) = establish(floor, parse_floor(new, "floor.toml"))
    assert re.match(r"table:stud-2 is not put on the floor: .* is laid out for 1 to 5 boxes \(2\.1\.1\.a\)", said)
    assert "stud-2" not in floor.tables()


# ---- A version that is missing --------------------------------------------------------------------------------------


def test_a_house_that_lacks_a_version_it_has_played_is_told_which(tmp_path: Path) -> None:
    linked = house(tmp_path, "stud-1", clock=at(DAY))
    adopt(linked.floor)
    linked.whole("stud-1", FLUSH)
    linked.floor.store.close()
    missing = f"there is no rulebook '{V7}': of rws-casino-stud there is only version 6"
    path = tmp_path / "floor.db"
    with unregistered():
        with pytest.raises(UnknownGameError, match=missing):
            open_floor(path, clock=at(NEXT))
        store = Store(open_engine(str(path)))
        with store.reading() as reading:
            findings = [*verify(reading)]
        store.close()
    assert any(missing in one.wrong for one in findings)
    in_order(open_floor(path, clock=at(NEXT)))


# ---- Verified: days that only the floor says ------------------------------------------------------------------------


def told(floor: Floor) -> list[tuple[Kind, str]]:
    with floor.store.reading() as reading:
        told = (one for one in verify(reading) if one.kind is not Kind.SEAL)  # the forger has the key
        return [(one.kind, one.wrong) for one in told]


@pytest.mark.parametrize(
    ("moment", "said", "wrong"),
    [
        ((EVE, "12:00"), DAY, f"the floor writes the gaming day of the entry, {EVE}, not {DAY}"),
        ((DAY, "07:59"), DAY, f"the floor writes the gaming day of the entry, {EVE}, not {DAY}"),
        ((DAY, "08:00"), DAY, ""),
        ((NEXT, "07:59"), DAY, ""),
        ((NEXT, "12:00"), DAY, f"the floor writes the gaming day of the entry, {NEXT}, not {DAY}"),
        ((NEXT, "12:00"), NEXT, ""),
    ],
)
def test_a_version_is_taken_up_on_its_day(tmp_path: Path, moment: tuple[str, str], said: str, wrong: str) -> None:
    linked = house(tmp_path, "stud-1")
    adopt(linked.floor)
    forge(linked.floor.store, "table:stud-1", SYSTEM, Role.DEALER, TakeUpRulebook(said), at(*moment).now())
    assert told(linked.floor) == ([(Kind.COMMAND, wrong)] if wrong else [])


@pytest.mark.parametrize(
    ("moment", "late"),
    [((DAY, "07:59"), False), ((DAY, "08:00"), False), ((DAY, "08:01"), True), ((NEXT, "12:00"), True)],
)
def test_no_round_begins_before_the_version_is_taken_up(tmp_path: Path, moment: tuple[str, str], late: bool) -> None:
    """At eight sharp the round may have been asked for, and its table looked at, the moment before."""
    linked = house(tmp_path, "stud-1")
    adopt(linked.floor)
    forge(linked.floor.store, "table:stud-1", "dan", Role.DEALER, PlayBanked(OpenRound()), at(*moment).now())
    wrong = f"the table was to take up {V7} from {DAY} on before a round began"
    assert told(linked.floor) == ([(Kind.COMMAND, wrong)] if late else [])


@pytest.mark.parametrize(("today", "wrong"), [(EVE, True), (DAY, True), (NEXT, False)])
def test_a_proposal_says_the_day_on_which_it_is_made(tmp_path: Path, today: str, wrong: bool) -> None:
    linked = house(tmp_path, "stud-1")
    proposed = Propose(AdoptRulebook(V7, NEXT, today))
    forge(linked.floor.store, "table:stud-1", "sue", Role.PIT_SUPERVISOR, proposed, at(NEXT).now())
    said = f"the floor writes the gaming day of the entry, {NEXT}, not {today}"
    assert told(linked.floor) == ([(Kind.COMMAND, said)] if wrong else [])


@pytest.mark.parametrize(("moment", "early"), [((EVE, "12:00"), True), ((DAY, "07:59"), True), ((DAY, "08:00"), False)])
def test_no_table_is_established_under_a_version_to_come(tmp_path: Path, moment: tuple[str, str], early: bool) -> None:
    linked = house(tmp_path, "stud-1")
    new = EstablishTable("rws-casino-stud", {}, "main", False, meter=linked.floor.link("main").meter, rulebook=V7)
    forge(linked.floor.store, "table:new", "mia", Role.SHIFT_MANAGER, new, at(*moment).now())
    wrong = f"{V7} is effective from {DAY} on; the gaming day of the entry is {EVE}"
    assert told(linked.floor) == ([(Kind.COMMAND, wrong)] if early else [])


@pytest.mark.parametrize(("off", "wrong"), [(-1, True), (0, False), (1, True)])
def test_a_player_comes_when_the_floor_says(tmp_path: Path, off: int, wrong: bool) -> None:
    floor, minute = a_floor(tmp_path, '[tables.poker-1]\ngame = "rws-poker"\n', clock=at(EVE)), at(EVE).now() // MINUTE
    joining = PlayRoom(room.JoinTable(1, 20_000, minute=minute + off))
    forge(floor.store, "table:poker-1", "ann", Role.PLAYER, joining, at(EVE).now())
    said = f"the floor writes the minute of the entry, {minute}, not {minute + off}"
    assert [one for one in told(floor) if one[0] is Kind.COMMAND] == ([(Kind.COMMAND, said)] if wrong else [])
