"""People sign their acts with their own devices: what is accepted, what the floor refuses, what ``verify`` says."""

from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519, rsa
from msgspec.structs import replace

from croupier.floor.deciding import limits
from croupier.floor.deciding.limits import UNSIGNED, to_sign
from croupier.floor.house.taking_over import book_of
from croupier.floor.values.door import (
    STREAM,
    DoorState,
    LowerSigning,
    NotePasskey,
    NotePasskeyGone,
    NotePassword,
    NoteSignIn,
    NoteSigning,
    NoteTakenOver,
    SignAct,
)
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.house import CountersignChange, CreateAccount, ProposeChange, ResetPassword
from croupier.floor.values.passkeys import Assertion, challenge_of, check_assertion, encoded
from croupier.floor.values.requests import Accepted, AtomicRequest, Outcome, Rejected, Request
from croupier.floor.verify.finding import Finding, Kind, Summary
from croupier.floor.verify.verification import verify
from croupier.rules.terms import Role
from tests.floor.device import PRESENT, Device
from tests.floor.house_floor import HouseFloor
from tests.floor.stand_alone import agree, checked

SM = Role.SHIFT_MANAGER


class Signed(HouseFloor):
    """A house whose managers have devices; acts are signed by them where that is asked."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.devices = {name: Device() for name in ("mia", "max", "moe")}
        self._keys = 0

    def begin(self) -> "Signed":
        """Register the devices, and ask for them from now on."""
        self.furnish()
        self.staff("moe", SM)
        notes: list[Any] = [NoteTakenOver(self.floor.signer.public, 0, 0, 0, ())]
        notes += [NoteSignIn(name, SM, session=name, means="password") for name in self.devices]
        notes += [NotePasskey(name, one.passkey()) for name, one in self.devices.items()]
        for note in (*notes, NoteSigning()):
            self.do(STREAM, note, SYSTEM)
        return self

    def request(self, command: Any, actor: str = "mia", stream: str = "house") -> Request:
        self._keys += 1
        return Request(stream, actor, SM, command, f"key-{self._keys}")

    def statement(self, request: Request) -> str:
        return to_sign(book_of(self.floor), self.floor.streams[request.stream].state, request)

    def by(self, request: Request, assertion: Assertion, statement: str = "") -> Outcome:
        """An act and the signature of it, in one commit."""
        signs = SignAct(statement or self.statement(request), assertion)
        (outcome,) = self.floor.together([(AtomicRequest((Request(STREAM, request.actor, SM, signs), request)), False)])
        return outcome

    def sign(self, command: Any, actor: str = "mia", stream: str = "house") -> None:
        request = self.request(command, actor, stream)
        outcome = self.by(request, self.devices[actor].sign(self.statement(request)))
        assert not isinstance(outcome, Rejected), outcome

    def findings(self, summary: Summary | None = None) -> list[Finding]:
        """What ``verify`` finds; the auditor's own check must answer alike."""
        with self.floor.store.reading() as reading:
            found = list(verify(reading, keys=self.floor.keys, summary=summary))
        agree(self.path, found)
        return found


@pytest.fixture
def at(tmp_path: Path) -> Signed:
    return Signed(tmp_path / "floor.db").begin()


CREATE = ProposeChange(CreateAccount("eve", (Role.CAGE,)))


def test_where_devices_are_asked_for_a_session_signs_for_nothing(at: Signed) -> None:
    assert at.refused("house", CREATE) == UNSIGNED
    at.sign(CREATE)
    assert at.refused("house", CountersignChange(at.house.proposed), "max") == UNSIGNED
    at.sign(CountersignChange(at.house.proposed), "max")
    assert "eve" in at.house.accounts
    assert at.findings() == []


def test_verify_says_what_signatures_rest_on(at: Signed) -> None:
    """Those before the house asked for devices, of which its book knows no sessions; and two by devices since."""
    at.sign(CREATE)
    at.sign(CountersignChange(at.house.proposed), "max")
    summary = Summary()
    assert at.findings(summary) == []
    before = sum(count for rest, count in summary.signatures.items() if "session" in rest)
    assert before == summary.signatures.pop("a session of which the book does not say how it was opened")
    assert summary.signatures == {"passkey": 2}
    at.sign(LowerSigning("the devices are lost"), stream=STREAM)
    at.do("house", ProposeChange(CreateAccount("joe", (Role.CAGE,))))
    summary = Summary()
    assert at.findings(summary) == []
    assert (summary.signatures["passkey"], summary.signatures["password"]) == (3, 1)


def test_a_password_that_was_set_at_the_machine_is_told_apart_until_its_owner_chooses_another(at: Signed) -> None:
    """Whoever has the house's folder sets it, and could sign with it: two of them are not yet two people."""
    at.sign(LowerSigning("the devices are lost"), stream=STREAM)
    for by, name in (("", "joe"), ("mia", "jim")):
        at.do(STREAM, NotePassword("mia", by, "password", at.clock.now()), SYSTEM)
        at.do(STREAM, NoteSignIn("mia", SM, session=f"after {name}", means="password"), SYSTEM)
        at.do("house", ProposeChange(CreateAccount(name, (Role.CAGE,))))
    summary = Summary()
    assert at.findings(summary) == []
    assert (summary.signatures["password set at the machine"], summary.signatures["password"]) == (1, 1)


def test_a_signature_is_about_one_act(at: Signed) -> None:
    """Not about another command, nor under another key, nor about another proposal under the same number."""
    at.sign(CREATE)
    request = at.request(CountersignChange(at.house.proposed), "max")
    statement = at.statement(request)
    assert '"eve"' in statement, "the device signs what was proposed, not only its number"
    assertion = at.devices["max"].sign(statement)
    for other in (
        replace(request, key="another"),
        replace(request, command=CountersignChange(99)),
        replace(request, command=ProposeChange(CreateAccount("max2", (Role.CAGE,)))),
    ):
        assert at.by(other, assertion, statement) == Rejected(1, UNSIGNED)
    changed = statement.replace('"eve"', '"bad"')
    assert at.by(request, at.devices["max"].sign(changed), changed) == Rejected(1, UNSIGNED)
    assert not isinstance(at.by(request, assertion, statement), Rejected)
    assert at.findings() == []


@pytest.mark.parametrize(
    ("actor", "device", "client", "flags", "told"),
    [
        ("mia", "max", {}, None, "it was not made by the person's device"),
        ("mia", "mia", {"type": "webauthn.create"}, None, "it is about something else"),
        ("mia", "mia", {"challenge": encoded(challenge_of("another"))}, None, "it is about something else"),
        ("mia", "mia", {"origin": "https://localhost.evil.example"}, None, "it was made for another site"),
        ("mia", "mia", {"origin": "https://evil.example"}, None, "it was made for another site"),
        ("mia", "mia", {"crossOrigin": True}, None, "it was made for another site"),
        ("mia", "mia", {}, PRESENT, "the device did not make sure who held it"),
        ("mia", "mia", {}, 0, "the device did not make sure who held it"),
    ],
)
def test_a_signature_that_does_not_hold_is_refused(
    at: Signed, actor: str, device: str, client: dict[str, Any], flags: int | None, told: str
) -> None:
    request = at.request(CREATE, actor)
    signing = at.devices[device]
    signing.flags = signing.flags if flags is None else flags
    outcome = at.by(request, signing.sign(at.statement(request), **client))
    assert isinstance(outcome, Rejected)
    assert outcome.number == 0
    assert outcome.refusal.sentence.endswith(told)


def test_nobody_signs_for_another_nor_with_a_device_that_is_not_on_record(at: Signed) -> None:
    request = at.request(CREATE, "max")
    of_mia = at.statement(replace(request, actor="mia"))
    outcome = at.by(request, at.devices["mia"].sign(of_mia), of_mia)
    assert isinstance(outcome, Rejected)
    assert "not about an act of yours" in outcome.refusal.sentence
    refused = at.refused(STREAM, NotePasskey("mia", Device().passkey()), SYSTEM)
    assert refused.sentence == "mia has a passkey: two people reset it first"
    at.do(STREAM, NotePasskeyGone("max"), SYSTEM)
    outcome = at.by(request, at.devices["max"].sign(at.statement(request)))
    assert isinstance(outcome, Rejected)
    assert "not registered a passkey" in outcome.refusal.sentence


@pytest.mark.parametrize("spoilt", ["authenticator", "client", "signature"])
def test_every_byte_of_a_signature_matters(spoilt: str) -> None:
    device, statement = Device(), "{}"
    good = device.sign(statement)
    assert check_assertion(device.passkey(), statement, good) == ""
    whole = getattr(good, spoilt)
    for at in range(0, len(whole), 7):
        other = "A" if whole[at] != "A" else "B"
        assert check_assertion(
            device.passkey(), statement, replace(good, **{spoilt: whole[:at] + other + whole[at + 1 :]})
        )
    for broken in ("", "é", "A", whole[:-3]):
        assert check_assertion(device.passkey(), statement, replace(good, **{spoilt: broken}))


@pytest.mark.parametrize("key", [rsa.generate_private_key(65_537, 2_048), ed25519.Ed25519PrivateKey.generate()])
def test_other_kinds_of_device_sign_too(key: Any) -> None:
    device = Device("house.example", "https://floor.house.example:8443", key)
    assert check_assertion(device.passkey(), "{}", device.sign("{}")) == ""
    assert check_assertion(device.passkey(), "{ }", device.sign("{}"))


def test_the_houses_key_alone_signs_for_nobody(at: Signed, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process with the folder and the key, which passes over what the floor refuses: ``verify`` finds its acts."""
    with monkeypatch.context() as passed_over:
        passed_over.setattr(limits, "_not_signed", lambda *_: None)
        at.do("house", CREATE)
        at.do("house", CountersignChange(at.house.proposed), "max")
    found = [(one.kind, one.stream, one.wrong) for one in at.findings()]
    assert [one["wrong"] for one in checked(at.path).findings] == ["the person's device has not signed it"] * 2
    assert [(kind, stream) for kind, stream, _ in found] == [(Kind.ACTOR, "house")] * 2
    assert all("signature of your own passkey" in wrong for *_, wrong in found)


def test_a_forged_signature_on_record_is_found(at: Signed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written by a process with the House's key, which takes any signature for a good one."""
    with monkeypatch.context() as passed_over:
        passed_over.setattr("croupier.floor.values.door.check_assertion", lambda *_: "")
        request = at.request(CREATE)
        outcome = at.by(request, Device().sign(at.statement(request)))
        assert not isinstance(outcome, Rejected)
    found = at.findings()
    assert checked(at.path).findings[0]["wrong"] == "the signature of the device does not hold"
    assert [(one.kind, one.stream) for one in found] == [(Kind.DECISION, STREAM)]
    assert "does not hold" in found[0].wrong


def test_the_house_alone_does_not_lower_what_it_asks_for(at: Signed) -> None:
    assert at.refused(STREAM, LowerSigning("x")) == UNSIGNED
    assert "with their own passkey" in at.refused(STREAM, LowerSigning("x"), SYSTEM).sentence
    request = at.request(LowerSigning("the devices are lost"), stream=STREAM)
    assert not isinstance(at.by(request, at.devices["mia"].sign(at.statement(request))), Rejected)
    assert isinstance(at.ask("house", CREATE, "mia", SM), Accepted)
    assert at.findings() == []


def test_signatures_are_remembered_for_a_minute_only(at: Signed) -> None:
    at.sign(CREATE)
    at.clock.pass_minutes(2)
    at.sign(CountersignChange(at.house.proposed), "max")
    state = at.floor.streams[STREAM].state
    assert isinstance(state, DoorState)
    assert len(state.signed) == 1
    assert len(at.again().floor.streams[STREAM].state.signed) == 1


def test_a_passkey_goes_only_after_two_have_reset_the_password(at: Signed) -> None:
    at.do(STREAM, NotePasskeyGone("max"), SYSTEM)
    (finding,) = at.findings()
    assert (finding.kind, finding.stream) == (Kind.ACTOR, STREAM)
    assert "had not reset their password" in finding.wrong


def test_a_passkey_that_two_have_reset_may_go(at: Signed) -> None:
    at.sign(ProposeChange(ResetPassword("max", "the device is lost")))
    at.sign(CountersignChange(at.house.proposed), "moe")
    at.do(STREAM, NotePasskeyGone("max"), SYSTEM)
    at.do(STREAM, NotePasskey("max", Device().passkey()), SYSTEM)
    assert at.findings() == []
