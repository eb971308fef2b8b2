"""Commands and events of earlier forms are brought up to today's when they are read."""

import json
from typing import Any

import pytest

from croupier.floor.journal import codec
from croupier.floor.values.cage import CashAlert, CashIn, CashMoved
from croupier.rulebooks.revisions import REVISION

OLD = [{"type": "CashMoved", "who": "ann", "cents": 500, "day": "2026-01-01"}]


def with_player(value: dict[str, Any]) -> dict[str, Any]:
    """In form 1, let us say, the Player stood under ``who``."""
    return {**{key: one for key, one in value.items() if key != "who"}, "player": value["who"]}


def in_yuan(value: dict[str, Any]) -> dict[str, Any]:
    """And in form 2 the amount was ten times as fine."""
    return {**value, "cents": value["cents"] // 10}


@pytest.fixture
def third_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "REVISION", 3)
    monkeypatch.setitem(codec.UPCASTERS, (1, "CashMoved"), with_player)
    monkeypatch.setitem(codec.UPCASTERS, (2, "CashMoved"), in_yuan)
    monkeypatch.setitem(codec.UPCASTERS, (1, "CashIn"), with_player)


@pytest.mark.usefixtures("third_form")
def test_events_pass_through_every_form_in_between() -> None:
    assert codec.read_events("cage", 1, json.dumps(OLD)) == (CashMoved("ann", 50, "2026-01-01"),)
    second = [with_player(OLD[0])]
    assert codec.read_events("cage", 2, json.dumps(second)) == (CashMoved("ann", 50, "2026-01-01"),)
    third = [in_yuan(second[0])]
    assert codec.read_events("cage", 3, json.dumps(third)) == (CashMoved("ann", 50, "2026-01-01"),)


@pytest.mark.usefixtures("third_form")
def test_what_has_not_changed_passes_as_it_is() -> None:
    alert = CashAlert(1, "ann", "2026-01-01", "in", 1_000_000)
    assert codec.read_events("cage", 1, codec.write((alert,))) == (alert,)


@pytest.mark.usefixtures("third_form")
def test_commands_likewise() -> None:
    old = {"type": "CashIn", "who": "ann", "cents": 500, "day": "2026-01-01"}
    assert codec.read_command("cage", 1, json.dumps(old)) == CashIn("ann", 500, "2026-01-01")


def test_todays_form_is_read_without_a_detour() -> None:
    event = CashMoved("ann", 500, "2026-01-01")
    assert codec.read_events("cage", REVISION, codec.write((event,))) == (event,)
