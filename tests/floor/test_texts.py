"""What people write is short, and can be printed."""

from typing import Any

import msgspec
import pytest

from croupier.floor.deciding.permissions import PERMISSIONS, Query
from croupier.floor.deciding.texts import LONGEST, LONGEST_KEY, wrong_text
from croupier.floor.values.cage import CashIn, CashOut
from croupier.floor.values.house import CreateAccount, ProposeChange, Readmit
from croupier.floor.values.table import ChangePolicy, EstablishTable, PlayBanked, PlayRoom, Propose, Reject, RevealSeed
from croupier.play.banked.commands import Report, TakeDecision
from croupier.play.room.commands import DeemLeft

LONG = "x" * (LONGEST + 1)


@pytest.mark.parametrize(
    "text", [LONG, "a\nb", "a\x00", "\x1b[2J", "\x7f", "\x85", "\u2028", "\ud800", "\u202eabc", "\u2066"]
)
@pytest.mark.parametrize(
    "made",
    [
        lambda text: Reject(1, text),
        lambda text: PlayRoom(DeemLeft(1, text)),
        lambda text: PlayBanked(TakeDecision(1, "void_round", text)),
        lambda text: PlayBanked(Report("foreign_card", {text: "x"})),
        lambda text: PlayBanked(Report("foreign_card", {"x": text})),
        lambda text: ProposeChange(Readmit("ann", text)),
        lambda text: CashIn("ann", 1, text),
        lambda text: EstablishTable("rws-poker", {"a": {"b": ["c", text]}}),
        lambda text: Propose(ChangePolicy({text: 1})),
    ],
)
def test_wherever_it_stands(made: Any, text: str) -> None:
    assert wrong_text(made("fine"), "") is None
    assert wrong_text(made(text), "") is not None


EVERY_COMMAND = sorted((one for one in PERMISSIONS if not isinstance(one, Query)), key=str)


@pytest.mark.parametrize("kind", EVERY_COMMAND, ids=str)
def test_no_field_that_takes_a_text_is_left_out(kind: type[msgspec.Struct]) -> None:
    text = "a\nb"
    for field in msgspec.structs.fields(kind):
        for given in (text, [text], [[text, 1]], [["a", text]], {text: True}, {"a": text}, {"a": {"b": [text]}}):
            try:
                value = msgspec.convert(given, field.type)
            except msgspec.ValidationError:
                continue
            if r"a\nb" not in repr(value):  # a name that no field has is read over
                continue
            others = {one.name: "ann" for one in msgspec.structs.fields(kind)}
            assert wrong_text(kind(**{**others, field.name: value}), "") is not None, (field.name, given)


@pytest.mark.parametrize("sign", "\u200b\u2060\ufeff\u00ad\u200e\u200f\u061c\u2069\u206a\u3164\u2800\U000e0041")
def test_what_nobody_sees_is_refused_and_named(sign: str) -> None:
    refused = wrong_text(Reject(1, f"wrong{sign} box"), "")
    assert refused is not None
    assert f"U+{ord(sign):04X}" in refused.sentence


@pytest.mark.parametrize("text", ["a\u200db", "\u200d", "\u200c", "é\u200c", "نعم\u200c\u200cنعم", "نعم\u200da"])
def test_joiners_join_signs_that_need_them_and_nothing_else(text: str) -> None:
    assert wrong_text(Reject(1, text), "") is not None
    assert wrong_text(Reject(1, "\u0645\u06cc\u200c\u062e\u0648"), "") is None


def test_at_the_limit() -> None:
    assert wrong_text(Reject(1, LONG[1:]), "k" * LONGEST_KEY) is None
    assert wrong_text(Reject(1, ""), "k" * (LONGEST_KEY + 1)) is not None
    assert wrong_text(Reject(1, ""), "k\n") is not None


def test_other_languages_and_signs() -> None:
    assert wrong_text(Reject(1, "记录有误 — Größe 👩‍👧 نعم"), "") is None
    assert wrong_text(CreateAccount("ann"), "") is None
    assert wrong_text(PlayBanked(RevealSeed(b"\x00")), "") is None  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["", "a b", "x" * 41, "a:b", "a/b"])
@pytest.mark.parametrize("kind", [CashIn, CashOut])
def test_cash_is_somebodys(kind: Any, name: str) -> None:
    assert wrong_text(kind(name, 1, ""), "") is not None
    assert wrong_text(kind("ann", 1, ""), "") is None
