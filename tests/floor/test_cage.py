"""The cage: drawers that move, large cash by two, redeemed chips, voiding, and who may say that all is well."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from croupier.floor.reading.cash_log import cash_log, patrons
from croupier.floor.reading.reports import day_period
from croupier.floor.values.cage import (
    AbandonDrawerCount,
    AcknowledgeAlert,
    CageTerms,
    CashAlert,
    CashBooked,
    CashChips,
    CashIn,
    CashMoved,
    CashOut,
    CashTwoSigned,
    CashVoided,
    CountDrawer,
    CountersignCash,
    DrawerAlert,
    DrawerClosed,
    DrawerCounted,
    DrawerHandedOver,
    Drawers,
    FillDrawer,
    KeepDrawers,
    OpenDrawer,
    ProposeCash,
    RejectCash,
    VoidCash,
)
from croupier.floor.values.house import ChangeRoles, CountersignChange, LockAccount, ProposeChange
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import BuyChips, Countersign, EstablishTable, OpenTable, Propose, Reject
from croupier.floor.verify.finding import Finding, Kind
from croupier.floor.verify.verification import verify
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from tests.floor.cashiers import in_notes, in_parts
from tests.floor.house_floor import DAY, NEXT, HouseFloor
from tests.floor.test_verify_forged import forge

CAGE, MANAGER = Role.CAGE, Role.PIT_MANAGER
FLOAT = 6_000_000
OPEN = "table:open-1"
SELF = "Nobody moves cash of their own wallet: somebody else does it"
LARGE = "two people sign: propose it"


@pytest.fixture
def at(tmp_path: Path) -> HouseFloor:
    """A house with accounts and drawers; tom holds one, tia works at the cage too."""
    at = HouseFloor(tmp_path / "floor.db").furnish()
    at.do("cage", KeepDrawers(CageTerms()))
    at.staff("tia", CAGE)
    opened(at, "tom", "1")
    return at


def opened(at: HouseFloor, name: str, drawer: str, cents: int = FLOAT) -> None:
    at.do("cage", OpenDrawer(drawer, in_notes(at.floor, cents)), name, CAGE)


def told(at: HouseFloor, command: Any, name: str = "tom", role: Role = CAGE) -> str:
    return at.refused("cage", command, name, role).sentence


def proposed(at: HouseFloor, what: CashTwoSigned, first: str = "tom") -> int:
    """Its number."""
    at.do("cage", ProposeCash(what), first, CAGE)
    return at.floor.cage().proposals[-1].number


def signed(at: HouseFloor, what: CashTwoSigned, second: str = "pam", role: Role = MANAGER) -> Accepted:
    return at.do("cage", CountersignCash(proposed(at, what)), second, role)


def drawers(at: HouseFloor) -> Drawers:
    found = at.floor.cage().drawers
    assert found is not UNSET
    return found


def holds(at: HouseFloor, drawer: str = "1") -> int:
    """By the state and by the ledger, which agree."""
    kept = drawers(at).drawer(drawer)
    in_state = 0 if kept is None else kept.holds
    assert at.floor.balances.get(f"drawer:{drawer}", 0) == in_state
    return in_state


def findings(at: HouseFloor) -> list[Finding]:
    with at.floor.store.reading() as reading:
        return list(verify(reading, keys=at.floor.keys))


def in_order(at: HouseFloor) -> None:
    assert sum(at.floor.balances.values()) == 0
    assert findings(at) == []
    cage = at.floor.cage()
    assert at.again().floor.cage() == cage


# ---- Nobody alone, nobody for themselves ----------------------------------------------------------------------------


def test_somebody_of_three_roles_brings_no_cash_into_their_own_wallet(at: HouseFloor) -> None:
    roles = (Role.PLAYER, CAGE, MANAGER)
    at.do("house", ProposeChange(ChangeRoles("tia", roles)))
    at.do("house", CountersignChange(at.house.proposed), "max")
    opened(at, "tia", "2")
    own = CashIn("tia", 9_000_000, DAY)
    for role in (CAGE, MANAGER):
        assert SELF in told(at, ProposeCash(own), "tia", role)
        assert told(at, CashIn("tia", 500, DAY), "tia", role) == SELF
        assert told(at, CashOut("tia", 500, DAY), "tia", role) == SELF
    number = proposed(at, own)  # by tom; nor does she sign for it
    assert told(at, CountersignCash(number), "tia", MANAGER) == SELF
    at.do("cage", CountersignCash(number), "pam", MANAGER)
    assert told(at, AcknowledgeAlert(1), "tia", MANAGER).startswith("Nobody acknowledges")  # it is her cash


def test_a_manager_alone_moves_no_large_cash_and_acknowledges_no_alert_of_their_own(at: HouseFloor) -> None:
    at.do("cage", OpenDrawer("9", in_notes(at.floor, FLOAT)), "pam", MANAGER)
    for large in (CashIn("ann", 20_000_000, DAY), CashOut("ann", 20_000_000, DAY)):
        assert LARGE in told(at, large, "pam", MANAGER)
    at.do("cage", ProposeCash(CashIn("ann", 20_000_000, DAY)), "pam", MANAGER)
    assert told(at, CountersignCash(1), "pam", MANAGER) == "Two different people must sign"
    done = at.do("cage", CountersignCash(1), "mia")
    assert [type(one) for one in done.events][1:] == [CashBooked, CashAlert]
    for name, role in (("pam", MANAGER), ("mia", Role.SHIFT_MANAGER)):
        assert told(at, AcknowledgeAlert(1), name, role).startswith("Nobody acknowledges an alert about their own act")
    at.do("cage", AcknowledgeAlert(1), "max")
    in_order(at)


@pytest.mark.parametrize("kind", [CashIn, CashOut])
def test_verify_finds_cash_of_ones_own_wallet(tmp_path: Path, kind: type[CashIn | CashOut]) -> None:
    """In a cage of earlier books too."""
    at = HouseFloor(tmp_path / "floor.db").furnish()
    at.do("house", ChangeRoles("tom", (CAGE, Role.PLAYER)))
    cents = 100 if kind is CashIn else -100
    if cents < 0:
        at.do("cage", CashIn("tom", 100, DAY), "pam", MANAGER)
    version = forge(
        at.floor.store, "cage", "tom", CAGE, kind("tom", 100, DAY), at.clock.now(), (CashMoved("tom", cents, DAY),)
    )
    found = findings(at)
    # And that nobody of the house has signed it.
    assert [(one.kind, one.version) for one in found] == [(Kind.DECISION, version), (Kind.SEAL, None)]
    assert SELF in found[0].wrong


# ---- Two persons ----------------------------------------------------------------------------------------------------


def test_below_the_limit_one_signs_and_from_it_on_two(at: HouseFloor) -> None:
    at.do("cage", CashIn("ann", 999_999, DAY), "tom", CAGE)
    assert LARGE in told(at, CashIn("bob", 1_000_000, DAY))
    assert LARGE in told(at, CashIn("bob", 1_000_001, DAY))
    assert holds(at) == FLOAT + 999_999


def test_small_sums_of_one_person_are_added_up_in_each_direction(at: HouseFloor) -> None:
    at.do("cage", CashIn("ann", 600_000, DAY), "tom", CAGE)
    assert LARGE in told(at, CashIn("ann", 400_000, DAY))
    at.do("cage", CashOut("ann", 600_000, DAY), "tom", CAGE)
    at.do("cage", CashIn("ann", 399_999, DAY), "tom", CAGE)
    assert LARGE in told(at, CashIn("ann", 1, DAY))
    opened(at, "tia", "2")  # at another window too
    assert LARGE in told(at, CashIn("ann", 1, DAY), "tia")
    signed(at, CashIn("ann", 1, DAY))
    assert LARGE in told(at, CashIn("ann", 1, DAY))
    at.do("cage", CashIn("bob", 999_999, DAY), "tom", CAGE)
    in_order(at)


def test_what_waits_is_signed_by_another_or_turned_down(at: HouseFloor) -> None:
    before = dict(at.floor.balances)
    number = proposed(at, CashIn("ann", 2_000_000, DAY))
    assert at.floor.balances == before
    assert "has already proposed this" in told(at, ProposeCash(CashIn("ann", 2_000_000, DAY)))
    assert told(at, CountersignCash(number)) == "Two different people must sign"
    assert told(at, CountersignCash(99), "pam", MANAGER) == "There is no proposal 99"
    assert told(at, RejectCash(number, " "), "pam", MANAGER) == "Give a reason"
    at.do("cage", RejectCash(number, "not here any more"), "pam", MANAGER)
    assert told(at, CountersignCash(number), "pam", MANAGER) == f"There is no proposal {number}"
    assert at.floor.balances == before
    in_order(at)


def test_a_proposal_lasts_no_longer_than_its_gaming_day_and_its_signer(at: HouseFloor) -> None:
    number = proposed(at, CashIn("ann", 2_000_000, DAY))
    at.do("house", LockAccount("tom", "left the house"), "mia")
    assert told(at, CountersignCash(number), "pam", MANAGER).startswith("The first signature no longer counts")
    opened(at, "tia", "2")
    later = proposed(at, CashIn("ann", 3_000_000, DAY), "tia")
    at.clock.pass_minutes(24 * 60)
    assert told(at, CountersignCash(later), "pam", MANAGER) == f"The gaming day is {NEXT}"


def test_an_excluded_person_brings_no_cash_by_two_signatures_either(at: HouseFloor) -> None:
    at.do("house", LockAccount("ann", "asked for it"), "mia")
    assert told(at, ProposeCash(CashIn("ann", 2_000_000, DAY))) == "The account of ann is locked"
    assert told(at, ProposeCash(CashIn("zoe", 2_000_000, DAY))) == "There is no account zoe"


# ---- Drawers --------------------------------------------------------------------------------------------------------


def test_every_act_moves_the_drawer_and_the_cage_gives_chips_for_it(at: HouseFloor) -> None:
    """60,000.00; 1,500.00 come in and 400.00 go out: 61,100.00. Cage and drawer together are as before."""
    cage = at.floor.balances["cage"]
    at.do("cage", CashIn("ann", 150_000, DAY), "tom", CAGE)
    at.do("cage", CashOut("ann", 40_000, DAY), "tom", CAGE)
    assert holds(at) == 6_110_000
    assert at.floor.balances["cage"] == cage - 110_000
    assert at.floor.balances["wallet:ann"] == 500_000 + 110_000
    assert [one.act.number for one in drawers(at).acts] == [1, 2]
    in_order(at)


def test_without_a_drawer_no_cash_moves(at: HouseFloor) -> None:
    assert told(at, CashIn("ann", 100, DAY), "tia") == "tia has no open drawer: cash moves through one"
    assert told(at, OpenDrawer("1", in_notes(at.floor, 0)), "tia") == "tom holds drawer 1"
    assert told(at, OpenDrawer("2", in_notes(at.floor, 0))) == "tom holds drawer 1: nobody holds two"
    assert told(at, OpenDrawer("2", ((1, 5),)), "tia").startswith("Count each of these, if there are none as 0")
    assert "is not the name" in told(at, OpenDrawer("a drawer", in_notes(at.floor, 0)), "tia")
    enough = at.floor.balances["cage"] + 1
    assert told(at, OpenDrawer("2", in_notes(at.floor, enough)), "tia").startswith("The cage holds only")


def test_a_drawer_pays_no_more_than_it_holds_and_does_not_say_how_much_that_is(at: HouseFloor) -> None:
    opened(at, "tia", "2", 30_000)
    assert told(at, CashOut("ann", 30_001, DAY), "tia") == (
        "The drawer does not hold as much by its books: ask for cash from the cage"
    )
    at.do("cage", CashOut("ann", 30_000, DAY), "tia", CAGE)
    assert holds(at, "2") == 0
    cage = at.floor.balances["cage"]
    signed(at, FillDrawer("2", 50_000, DAY))
    assert (holds(at, "2"), at.floor.balances["cage"]) == (50_000, cage - 50_000)
    signed(at, FillDrawer("2", -20_000, DAY))
    assert (holds(at, "2"), at.floor.balances["cage"]) == (30_000, cage - 30_000)
    assert "does not hold" in told(at, ProposeCash(FillDrawer("2", -30_001, DAY)))
    in_order(at)


@pytest.mark.parametrize("difference", [-500, 0, 500])
def test_within_the_tolerance_the_holder_closes_alone(at: HouseFloor, difference: int) -> None:
    cage = at.floor.balances["cage"]
    counts = in_notes(at.floor, FLOAT + difference)
    done = at.do("cage", CountDrawer("1", counts), "tom", CAGE)
    assert done.events[1:] == (DrawerClosed("1", counts, difference, ("tom",), DAY),)
    assert holds(at) == 0
    assert at.floor.balances["cage"] == cage + FLOAT + difference
    assert at.floor.balances.get("variance", 0) == -difference
    assert not at.floor.cage().alerts
    in_order(at)


@pytest.mark.parametrize("difference", [-501, 501])
def test_outside_the_tolerance_two_count_and_somebody_else_is_alerted(at: HouseFloor, difference: int) -> None:
    counts = in_notes(at.floor, FLOAT + difference)
    done = at.do("cage", CountDrawer("1", counts), "tom", CAGE)
    assert done.events == (DrawerCounted("1", "tom", counts, ""),)  # and nobody is told by how much
    assert told(at, CashIn("ann", 100, DAY)) == "The drawer is being counted"
    assert told(at, CountDrawer("1", counts)) == "Two different people must count: your own count is signed"
    at.do("cage", CountDrawer("1", in_notes(at.floor, FLOAT)), "tia", CAGE)
    assert drawers(at).open[0].count is not None  # they differ: both again
    at.do("cage", CountDrawer("1", counts), "tom", CAGE)
    done = at.do("cage", CountDrawer("1", counts), "tia", CAGE)
    assert done.events[1:] == (
        DrawerClosed("1", counts, difference, ("tom", "tia"), DAY),
        DrawerAlert(1, "1", difference, ("tom", "tia")),
    )
    at.do("cage", AcknowledgeAlert(1), "pam", MANAGER)
    assert not at.floor.cage().alerts
    in_order(at)


def test_the_tolerance_covers_a_gaming_day_of_one_person_not_every_close(at: HouseFloor) -> None:
    """Taking 3.00 at each close: 3.00 is within 5.00, 3.00 + 3.00 is not, and 3.00 too much does not make it good."""
    missing = in_notes(at.floor, FLOAT - 300)
    at.do("cage", CountDrawer("1", missing), "tom", CAGE)
    opened(at, "tom", "1")
    done = at.do("cage", CountDrawer("1", in_notes(at.floor, FLOAT + 300)), "tom", CAGE)
    assert done.events == (DrawerCounted("1", "tom", in_notes(at.floor, FLOAT + 300), ""),)
    at.do("cage", AbandonDrawerCount("1", "a note fell down"), "pam", MANAGER)
    at.do("cage", CountDrawer("1", missing), "tom", CAGE)
    done = at.do("cage", CountDrawer("1", missing), "tia", CAGE)
    assert done.events[1:] == (
        DrawerClosed("1", missing, -300, ("tom", "tia"), DAY),
        DrawerAlert(1, "1", -300, ("tom", "tia"), 600),
    )
    opened(at, "tom", "1")
    done = at.do("cage", CountDrawer("1", in_notes(at.floor, FLOAT)), "tom", CAGE)
    assert len(done.events) == 2  # nothing is missing this time
    opened(at, "tia", "2")
    done = at.do("cage", CountDrawer("2", missing), "tia", CAGE)
    assert len(done.events) == 2  # another person's day
    in_order(at)


def test_another_gaming_day_has_its_own_tolerance(at: HouseFloor) -> None:
    missing = in_notes(at.floor, FLOAT - 500)
    at.do("cage", CountDrawer("1", missing), "tom", CAGE)
    at.clock.at += 24 * 3_600 * 1_000_000
    opened(at, "tom", "1")
    done = at.do("cage", CountDrawer("1", missing), "tom", CAGE)
    assert done.events[1:] == (DrawerClosed("1", missing, -500, ("tom",), NEXT),)
    in_order(at)


def test_handing_a_drawer_over_counts_for_the_person_who_held_it(at: HouseFloor) -> None:
    missing = in_notes(at.floor, FLOAT - 400)
    at.do("cage", CountDrawer("1", missing, "tia"), "tom", CAGE)
    at.do("cage", CountDrawer("1", missing), "tia", CAGE)
    opened(at, "tom", "2")
    done = at.do("cage", CountDrawer("2", missing), "tom", CAGE)
    assert len(done.events) == 1  # 4.00 + 4.00 > 5.00
    done = at.do("cage", CountDrawer("1", in_notes(at.floor, FLOAT - 800)), "tia", CAGE)
    assert len(done.events) == 2  # tia's own first difference


def test_a_count_is_taken_back_by_somebody_else(at: HouseFloor) -> None:
    at.do("cage", CountDrawer("1", in_notes(at.floor, 0)), "tom", CAGE)
    assert "Only a Pit Manager" in told(at, AbandonDrawerCount("1", "a slip"))
    assert told(at, AbandonDrawerCount("1", ""), "pam", MANAGER) == "Give a reason"
    at.do("cage", AbandonDrawerCount("1", "a slip"), "pam", MANAGER)
    assert told(at, AbandonDrawerCount("1", "a slip"), "pam", MANAGER) == "Nobody is counting drawer 1"
    at.do("cage", CashIn("ann", 100, DAY), "tom", CAGE)
    in_order(at)


def test_a_drawer_is_handed_over_once_both_have_counted_the_same(at: HouseFloor) -> None:
    at.do("cage", CashIn("ann", 100, DAY), "tom", CAGE)
    counts = in_notes(at.floor, FLOAT)  # 1.00 is missing, within the tolerance
    assert "hands it over" in told(at, CountDrawer("1", counts, "tia"), "tia")
    at.do("cage", CountDrawer("1", counts, "tia"), "tom", CAGE)
    assert told(at, CountDrawer("1", counts), "pam", MANAGER) == "tia takes the drawer over, and counts it"
    done = at.do("cage", CountDrawer("1", counts), "tia", CAGE)
    assert done.events[1:] == (DrawerHandedOver("1", "tia", counts, -100, ("tom", "tia"), DAY),)
    assert (drawers(at).open[0].holder, holds(at)) == ("tia", FLOAT)
    assert at.floor.balances["variance"] == 100
    assert "no open drawer" in told(at, CashIn("ann", 100, DAY))
    at.do("cage", CashIn("ann", 100, DAY), "tia", CAGE)
    in_order(at)


# ---- Chips of people without an account -----------------------------------------------------------------------------


@pytest.fixture
def hall(at: HouseFloor) -> HouseFloor:
    """With a table without wallets, whose Players have bought chips for 50,000.00."""
    at.do(OPEN, EstablishTable("rws-casino-stud", {}, "stud", False, True, at.floor.link("stud").meter))
    at.do(OPEN, Propose(OpenTable(((100_000, 100),))))
    at.do(OPEN, Countersign(1), "max")
    for cents in in_parts(5_000_000):
        at.do(OPEN, BuyChips(cents), "dan", Role.DEALER)
    return at


def chips(cents: int, name: str = "", document: str = "") -> CashChips:
    return CashChips("open-1", ((2_500, cents // 2_500),), DAY, name, document)


def test_chips_are_redeemed_without_a_name_below_the_amount(hall: HouseFloor) -> None:
    hall.do("cage", chips(997_500), "tom", CAGE)
    hall.do("cage", chips(997_500), "tom", CAGE)  # nobody is named, and nobody added up
    assert holds(hall) == FLOAT - 2 * 997_500
    assert hall.floor.balances["public:open-1"] == 5_000_000 - 2 * 997_500
    named = "name and document come first"
    assert named in told(hall, ProposeCash(chips(1_000_000)))
    assert named in told(hall, ProposeCash(chips(1_000_000, "Ivan Petrov")))
    signed(hall, chips(1_000_000, "Ivan Petrov", "E 123"))
    assert "holder's name" in told(hall, chips(2_500, "", "E 123"))
    in_order(hall)


def test_redemptions_of_one_person_are_added_up_by_document_and_by_name(hall: HouseFloor) -> None:
    hall.do("cage", chips(500_000, "Ivan  Petrov", "e 12-3"), "tom", CAGE)
    assert LARGE in told(hall, chips(500_000, "I. Petrov", "E12-3"))
    done = signed(hall, chips(500_000, "I. Petrov", "E12-3"))
    alert = next(one for one in done.events if isinstance(one, CashAlert))
    assert (alert.player, alert.total, alert.by) == ("#E12-3", 1_000_000, ("tom", "pam"))
    hall.do("cage", chips(500_000, "Lena Ong"), "tom", CAGE)
    assert "name and document" in told(hall, ProposeCash(chips(500_000, "lena  ong")))
    hall.do("cage", chips(497_500, "lena  ong"), "tom", CAGE)


def test_chips_that_no_table_gave_out_are_not_redeemed(hall: HouseFloor) -> None:
    assert "no table without wallets" in told(hall, CashChips("stud-1", ((2_500, 1),), DAY))
    assert "is not a chip" in told(hall, CashChips("open-1", ((7, 1),), DAY))
    assert "not an amount" in told(hall, CashChips("open-1", ((2_500, 0),), DAY))


# ---- Voiding --------------------------------------------------------------------------------------------------------


def test_a_mistaken_act_is_voided_by_two_once_on_its_gaming_day(at: HouseFloor) -> None:
    before = dict(at.floor.balances)
    at.do("cage", CashIn("ann", 500_000, DAY), "tom", CAGE)
    void = VoidCash(1, "it was bob's", DAY)
    assert told(at, ProposeCash(VoidCash(1, "", DAY))) == "Give a reason"
    assert "no cash act 2" in told(at, ProposeCash(VoidCash(2, "x", DAY)))
    assert "no open drawer" in told(at, ProposeCash(void), "tia")
    done = signed(at, void)
    voided = done.events[1]
    assert isinstance(voided, CashVoided)
    assert (voided.act.number, voided.first, voided.second, voided.reason) == (1, "tom", "pam", "it was bob's")
    assert at.floor.balances == before
    assert told(at, ProposeCash(void)) == "Cash act 1 was voided by tom and pam"
    at.do("cage", CashIn("ann", 999_999, DAY), "tom", CAGE)  # the voided one no longer counts
    at.clock.pass_minutes(24 * 60)
    assert "only what the day has is voided" in told(at, ProposeCash(VoidCash(2, "x", NEXT)))
    assert told(at, ProposeCash(VoidCash(2, "x", DAY))) == f"The gaming day is {NEXT}"
    in_order(at)


def test_what_has_been_spent_is_not_voided(at: HouseFloor) -> None:
    at.do("cage", CashIn("ann", 500_000, DAY), "tom", CAGE)
    at.do("cage", CashOut("ann", 900_000, DAY), "tom", CAGE)
    number = proposed(at, VoidCash(1, "x", DAY))
    assert told(at, CountersignCash(number), "pam", MANAGER).startswith("There is only")


def test_two_voids_of_one_act_do_not_both_happen(at: HouseFloor) -> None:
    at.do("cage", CashIn("ann", 500_000, DAY), "tom", CAGE)
    first, second = (proposed(at, VoidCash(1, reason, DAY)) for reason in ("one", "two"))
    at.do("cage", CountersignCash(first), "pam", MANAGER)
    assert "was voided by" in told(at, CountersignCash(second), "pam", MANAGER)


# ---- Earlier books --------------------------------------------------------------------------------------------------


def test_a_cage_of_earlier_books_goes_on_until_it_keeps_drawers(tmp_path: Path) -> None:
    at = HouseFloor(tmp_path / "floor.db").furnish()
    assert "keeps no drawers" in told(at, OpenDrawer("1", ()))
    at.do("cage", CashIn("ann", 2_000_000, DAY), "tom", CAGE)
    at.do("cage", AcknowledgeAlert(1), "pam", MANAGER)
    at.do("cage", KeepDrawers(CageTerms()))
    assert told(at, KeepDrawers(CageTerms()), "mia", Role.SHIFT_MANAGER) == "The cage keeps drawers already"
    assert "no open drawer" in told(at, CashIn("bob", 100, DAY))
    in_order(at)


# ---- Cash at tables -------------------------------------------------------------------------------------------------

IDENTIFY = "From SGD 10,000.00 on, all of the gaming day added up, name and document come first"


def buys(at: HouseFloor, cents: int, name: str = "", document: str = "") -> Accepted:
    return at.do(OPEN, BuyChips(cents, name, document), "dan", Role.DEALER)


def cash_of(at: HouseFloor, person: str) -> tuple[int, int]:
    return next(((one[1], one[2]) for one in at.floor.cage().cash if one[0] == person), (0, 0))


def test_cash_at_a_table_names_its_player_and_counts_with_the_cage(hall: HouseFloor) -> None:
    """Of an account, in parts, over table and cage: below the amount one signature is enough, at it two sign."""
    earlier, _ = cash_of(hall, "ann")  # before there were drawers
    buys(hall, 400_000, "ann")
    hall.do("cage", CashIn("ann", 500_000, DAY), "tom", CAGE)
    buys(hall, 97_500, "ann")
    assert cash_of(hall, "ann") == (earlier + 997_500, 0)
    before = hall.floor.table("open-1").info.float
    buys(hall, 2_500, "ann")  # 10,000.00: it waits
    (waits,) = hall.floor.table("open-1").info.proposals
    assert hall.floor.table("open-1").info.float == before
    again = BuyChips(2_500, "ann")
    assert hall.refused(OPEN, again, "dan", Role.DEALER).sentence == (
        "This cash waits for its second signature already"
    )
    assert "Only" in hall.refused(OPEN, Countersign(waits.number), "dan", Role.DEALER).sentence
    done = hall.do(OPEN, Countersign(waits.number), "sue", Role.PIT_SUPERVISOR)
    assert done.events[-1].buyer.by == ("dan", "sue")
    assert hall.floor.table("open-1").info.float == before - 2_500
    assert cash_of(hall, "ann") == (earlier + 1_000_000, 0)
    # What two have signed for does not count again; what one has signed for at the table does at the cage.
    assert LARGE in told(hall, CashIn("ann", 2_500, DAY))
    in_order(hall)


def test_cash_at_a_table_raises_the_alert(hall: HouseFloor) -> None:
    """ann has brought 5,000.00 to the cage: with 4,975.00 at the table there is no alert, with 5,000.00 there is."""
    assert cash_of(hall, "ann") == (500_000, 0)
    buys(hall, 497_500, "ann")
    assert hall.floor.cage().alerts == ()
    buys(hall, 2_500, "ann")
    (alert,) = hall.floor.cage().alerts
    assert isinstance(alert, CashAlert)
    assert (alert.player, alert.way, alert.total, alert.by) == ("ann", "in", 1_000_000, ("dan",))


@pytest.mark.parametrize(
    "bought", [BuyChips(2_500), BuyChips(2_500, "ann"), BuyChips(1_000_000, "Ivan Petrov", "E 12")]
)
def test_whoever_asks_again_is_told_what_became_of_the_cash(hall: HouseFloor, bought: BuyChips) -> None:
    """The floor adds person and day; who did not hear the answer knows nothing of them."""
    asked = Request(OPEN, "dan", Role.DEALER, bought, key="once")
    (done,), float_ = hall.floor.submit(asked), hall.floor.table("open-1").info.float
    assert isinstance(done, Accepted)
    (again,) = hall.floor.submit(asked)
    assert isinstance(again, Accepted)
    assert (again.repeated, again.version) == (True, done.version)
    assert hall.floor.table("open-1").info.float == float_
    other = hall.floor.submit(Request(OPEN, "dan", Role.DEALER, replace(bought, cents=5_000), key="once"))[0]
    assert isinstance(other, Refusal)
    assert other.sentence == "This key has been used for something else"


def test_cash_of_somebody_without_an_account_is_added_up_by_name_and_document(hall: HouseFloor) -> None:
    buys(hall, 600_000, "Ivan  Petrov")
    refused = hall.refused(OPEN, BuyChips(400_000, "ivan petrov"), "dan", Role.DEALER)
    assert refused.sentence == IDENTIFY
    buys(hall, 397_500, "ivan petrov")
    assert cash_of(hall, "~ivan petrov") == (997_500, 0)
    assert hall.refused(OPEN, BuyChips(1_000_000), "dan", Role.DEALER).sentence == IDENTIFY
    nameless = hall.refused(OPEN, BuyChips(2_500, "", "E 12"), "dan", Role.DEALER)
    assert nameless.sentence == "A document has its holder's name: give both"
    buys(hall, 1_000_000, "Ivan Petrov", "e 12")
    (waits,) = hall.floor.table("open-1").info.proposals
    hall.do(OPEN, Reject(waits.number, "the notes are counted again"), "sue", Role.PIT_SUPERVISOR)
    assert cash_of(hall, "#E12") == (0, 0)
    in_order(hall)


def test_nobody_in_particular_is_added_up_with_nobody(hall: HouseFloor) -> None:
    for _ in range(2):
        done = buys(hall, 997_500)
        assert done.events[-1].buyer is UNSET
    assert "" not in [person for person, _, _ in hall.floor.cage().cash]


def test_who_may_not_change_cash(hall: HouseFloor) -> None:
    for name, role in (("ann", Role.PLAYER), ("tom", CAGE)):
        assert "Only" in hall.refused(OPEN, BuyChips(2_500, "ann"), name, role).sentence
    proposes = Propose(BuyChips(2_500, "ann"))
    said = hall.refused(OPEN, proposes, "sue", Role.PIT_SUPERVISOR).sentence
    assert said == "Cash is changed by whoever deals: a second person signs for it"
    own = hall.refused(OPEN, BuyChips(2_500, "dan"), "dan", Role.DEALER).sentence
    assert own == "Nobody changes cash of their own: somebody else does it"


def test_the_cash_log_has_tables_and_cage_under_one_person(hall: HouseFloor) -> None:
    buys(hall, 400_000, "ann")
    hall.do("cage", CashIn("ann", 500_000, DAY), "tom", CAGE)
    with hall.floor.store.reading() as reading:
        lines = [line for line in cash_log(reading, day_period(DAY), ("open-1",)) if line.person == "ann"]
    assert [(line.kind, line.table, line.cents, line.first) for line in lines][1:] == [
        ("bought", "open-1", 400_000, "dan"),
        ("in", "", 500_000, "tom"),
    ]
    (patron,) = patrons(lines, 1_400_000)
    assert (patron.brought, patron.acts, patron.due) == (1_400_000, 3, True)
