"""The cage pays claims, never amounts: an award has a number and is paid whole, once, by two who did not sign it."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from croupier.floor.deciding.award_claims import earlier, evolve, keep
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import (
    AwardStep,
    CashSlip,
    Claim,
    ClaimMoved,
    ClaimRegistered,
    Claims,
    CountersignCash,
    KeepClaims,
    NoteAwards,
    PayClaim,
    ProposeCash,
    RejectCash,
    VoidCash,
)
from croupier.floor.values.links import AwardKept, LinkState
from croupier.floor.values.requests import Request
from croupier.floor.values.table import ReturnClaim, SignClaim
from croupier.floor.values.tray import PayAward
from croupier.floor.verify.finding import Kind
from croupier.floor.verify.verification import verify
from croupier.play.banked.commands import Settle
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from tests.floor.cashiers import open_drawer, two_sign
from tests.floor.pit import voided
from tests.floor.random_floor import KEYS, open_floor
from tests.floor.rigged import a_floor, act, in_order
from tests.floor.test_trays import LOSES, PLAN, ROYAL, a_round
from tests.floor.test_verify_jackpots import Forger

CAGE = Role.CAGE
DAY = "2026-01-01"
WHOLE = 5_000_350
"""The seed of 50,000.00, and 70 % of the coin of 5.00."""
TO = {"name": "Ivan Petrov", "document": "E1234567"}


def register(floor: Floor) -> Claims:
    claims = floor.cage().claims
    assert claims is not UNSET
    return claims


def claim(floor: Floor, number: str = "A-0001") -> Claim:
    found = register(floor).claim(number)
    assert found is not None
    return found


def payment(floor: Floor) -> int:
    """The number of the cash act that paid the claim."""
    paid = claim(floor).paid
    assert paid is not None
    return paid.act.number


def won(floor: Floor, table: str = "open-1", *signers: str) -> None:
    """A Royal Flush for which two have signed."""
    a_round(floor, table)
    for actor in signers or ("sue", "sam"):
        act(floor, table, SignClaim(1), actor)


def asked(floor: Floor, command: Any, actor: str = "aisha", role: Role = CAGE, stream: str = "cage") -> str:
    """The sentence of a refusal; empty if it was accepted."""
    reply = floor.submit(Request(stream, actor, role, command))[0]
    return reply.sentence if isinstance(reply, Refusal) else ""


def pays(number: str = "A-0001", **given: Any) -> ProposeCash:
    return ProposeCash(PayClaim(number, DAY, **{**TO, **given}))


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    floor = a_floor(tmp_path, PLAN, ROYAL, LOSES)
    open_drawer(floor, "aisha", 2 * WHOLE)
    return floor


def test_an_award_by_amount_is_refused_however_it_is_asked_for(floor: Floor) -> None:
    """One cashier booked 5,000 and three times 9,900 to nobody on a Royal Flush of 50,003.50."""
    won(floor)
    for command in (CashSlip("open-1", 500_000, DAY), ProposeCash(CashSlip("open-1", WHOLE, DAY, "Ivan", "E1"))):
        assert "it pays a claim whole, by its number" in asked(floor, command)
    assert "it pays a claim whole, by its number" in asked(floor, PayAward(WHOLE), stream="table:open-1")
    assert floor.balances["slips:open-1"] == WHOLE
    in_order(floor)


def test_a_claim_is_registered_locked_signed_by_two_owed_and_paid_whole(floor: Floor) -> None:
    a_round(floor, "open-1")
    assert (claim(floor).state, claim(floor).cents) == ("registered", 0)
    assert "table open-1 has not settled with it yet" in asked(floor, pays())
    act(floor, "open-1", SignClaim(1), "sue")
    assert "table open-1 has not settled with it yet" in asked(floor, pays())
    act(floor, "open-1", SignClaim(1), "sam")
    owed = claim(floor)
    assert (owed.state, owed.cents, owed.signed, owed.table, owed.box) == ("owed", WHOLE, ("sue", "sam"), "open-1", 1)
    assert owed.hand == "As Ks Qs Js Ts"
    assert register(floor).owed == floor.balances["slips:open-1"] == WHOLE
    cash = floor.balances["cash"]
    two_sign(floor, pays().what, "aisha", "omar", CAGE)
    assert (floor.balances["slips:open-1"], floor.balances["cash"]) == (0, cash + WHOLE)
    assert (claim(floor).state, register(floor).owed) == ("paid", 0)
    told = asked(floor, pays(), "cathy")
    assert told.startswith("A-0001 is not to be paid: aisha and omar paid it to Ivan Petrov, 20")
    in_order(floor)


def test_one_person_never_pays_a_claim_and_no_signer_does(floor: Floor) -> None:
    """Sue signed for the hand: neither she nor sam is one of the two at the cage."""
    won(floor)
    open_drawer(floor, "sue", 2 * WHOLE)
    assert asked(floor, pays(), "sue") == "sue signed for A-0001 at the table: two others of the cage pay it"
    assert asked(floor, pays()) == ""
    assert "aisha pays A-0001 already" in asked(floor, pays(name="Iwan Petrow"))
    number = floor.cage().proposals[-1].number
    assert asked(floor, CountersignCash(number), "aisha") == "Two different people must sign"
    assert "sam signed for A-0001" in asked(floor, CountersignCash(number), "sam", Role.SHIFT_MANAGER)
    assert claim(floor).state == "owed"
    assert asked(floor, CountersignCash(number), "omar", CAGE) == ""
    in_order(floor)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"name": ""}, "is paid to a person: give their name"),
        ({"name": " ", "document": ""}, "is paid to a person: give their name"),
        ({"document": ""}, "name and document come first"),
        ({"name": "aisha"}, "Nobody pays A-0001 to themselves"),
        ({"cheque": -1, "cheque_number": "17"}, "from SGD 0.00 to SGD 50,003.50"),
        ({"cheque": WHOLE + 1, "cheque_number": "17"}, "from SGD 0.00 to SGD 50,003.50"),
        ({"cheque": 500}, "an amount and a number"),
        ({"cheque_number": "17"}, "an amount and a number"),
    ],
)
def test_a_claim_is_paid_to_a_person_who_is_named(floor: Floor, given: dict[str, Any], told: str) -> None:
    won(floor)
    assert told in asked(floor, pays(**given))


def test_there_is_no_claim_that_no_table_registered(floor: Floor) -> None:
    assert asked(floor, pays()) == "There is no claim A-0001 that the cage pays: no award has been registered yet"
    won(floor)
    assert asked(floor, pays("A-0002")) == "There is no claim A-0002 that the cage pays: the last number is A-0001"


@pytest.mark.parametrize("cheque", [0, 1, WHOLE - 1, WHOLE])
def test_cash_and_cheque_are_the_whole(floor: Floor, cheque: int) -> None:
    won(floor)
    had = floor.balances["drawer:of-aisha"]
    number = "004417" if cheque else ""
    two_sign(floor, pays(cheque=cheque, cheque_number=number).what, "aisha", "omar", CAGE)
    assert floor.balances["drawer:of-aisha"] == had - (WHOLE - cheque)
    assert floor.balances["slips:open-1"] == 0
    in_order(floor)


def test_a_payment_that_was_turned_down_may_be_begun_again(floor: Floor) -> None:
    won(floor)
    assert asked(floor, pays()) == ""
    assert asked(floor, RejectCash(floor.cage().proposals[-1].number, "the photo is of somebody else"), "omar") == ""
    assert asked(floor, pays(name="Petr Ivanov")) == ""


def test_a_voided_payment_leaves_the_claim_owed(floor: Floor) -> None:
    won(floor)
    two_sign(floor, pays(cheque=500, cheque_number="17").what, "aisha", "omar", CAGE)
    two_sign(floor, VoidCash(payment(floor), "the cheque was torn", DAY), "aisha", "omar", CAGE)
    assert (claim(floor).state, register(floor).owed, floor.balances["slips:open-1"]) == ("owed", WHOLE, WHOLE)
    two_sign(floor, pays().what, "aisha", "omar", CAGE)
    assert claim(floor).state == "paid"
    in_order(floor)


def test_a_hand_settled_again_keeps_its_number(floor: Floor) -> None:
    a_round(floor, "open-1")
    act(floor, "open-1", ReturnClaim(1, "a card is not clear"), "sue")
    act(floor, "open-1", Settle())
    assert (claim(floor).state, register(floor).numbered) == ("registered", 1)
    for actor in ("sue", "sam"):
        act(floor, "open-1", SignClaim(1), actor)
    assert claim(floor).state == "owed"
    in_order(floor)


@pytest.mark.parametrize("paid", [False, True])
def test_an_award_without_a_round_is_not_owed_and_its_cash_is_to_come_back(floor: Floor, paid: bool) -> None:
    won(floor)
    if paid:
        two_sign(floor, pays().what, "aisha", "omar", CAGE)
    voided(floor, "open-1")
    assert claim(floor).state == ("to_return" if paid else "undone")
    assert register(floor).owed == floor.balances["slips:open-1"] == (-WHOLE if paid else 0)
    assert "has no result" in asked(floor, pays())
    if paid:
        two_sign(floor, VoidCash(payment(floor), "the round is void", DAY), "aisha", "omar", CAGE)
        assert (claim(floor).state, floor.balances["slips:open-1"]) == ("undone", 0)
    in_order(floor)


def test_a_round_that_is_void_before_it_is_paid_drops_its_claim(floor: Floor) -> None:
    a_round(floor, "open-1")
    voided(floor, "open-1")
    assert claim(floor).state == "dropped"
    in_order(floor)


def test_an_award_of_somebody_with_a_wallet_has_a_number_and_is_not_paid_at_the_cage(floor: Floor) -> None:
    won(floor, "stud-1")
    assert (claim(floor).state, claim(floor).player) == ("in_wallet", "ann")
    assert asked(floor, pays()) == "A-0001 is not to be paid: it went into the wallet of ann"
    assert not register(floor).open


def test_claims_survive_a_restart_and_verify(floor: Floor, tmp_path: Path) -> None:
    won(floor)
    two_sign(floor, pays(cheque=500, cheque_number="17").what, "aisha", "omar", CAGE)
    known = register(floor)
    floor.store.engine.dispose()
    again = open_floor(tmp_path / "floor.db")
    assert register(again) == known
    in_order(again)


# ---- The record -----------------------------------------------------------------------------------------------------


def told(floor: Floor) -> list[str]:
    """What a verification finds, but for signatures that a forger has not got."""
    with floor.store.reading() as reading:
        return [one.wrong for one in verify(reading, keys=KEYS) if one.kind is Kind.LINK]


def test_a_note_of_an_award_that_no_table_had_is_found(floor: Floor) -> None:
    """The forger writes a claim of 9,900.00 for box 4 past the floor, and would have it paid."""
    won(floor)
    step = AwardStep(7, 4, "owed", "royal_flush", 990_000)
    Forger(floor).write("cage", NoteAwards("open-1", "stud", 99, (step,)))
    assert told(floor) == ["notes awards that table open-1 did not have in version 99"]


def test_what_earlier_books_owe_becomes_claims(tmp_path: Path) -> None:
    """A cage without claims owes 50,003.50 that its link remembers, and 12.00 that it does not."""
    link = LinkState("stud", 5_000_000, "0.7", 500, 0, awards=(AwardKept("open-1", 3, 1, "", "royal", WHOLE, 1, 0),))
    owed = tuple(earlier("open-1", WHOLE + 1_200, link))
    assert [(one.cents, one.round, one.box) for one in owed] == [(WHOLE, 3, 1), (1_200, 0, 0)]
    events = keep(UNSET, KeepClaims(owed))
    assert not isinstance(events, Refusal)
    claims = Claims()
    for event in events[1:]:
        assert isinstance(event, ClaimRegistered | ClaimMoved)
        claims = evolve(claims, event, 0)
    assert [(one.number, one.cents, one.state) for one in claims.open] == [
        ("A-0001", WHOLE, "owed"),
        ("A-0002", 1_200, "owed"),
    ]
    assert isinstance(keep(claims, KeepClaims()), Refusal)
