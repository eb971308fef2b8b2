"""The drawing of the rooms is that of the imports."""

from tests.house.layers import ARCHITECTURE, drawn, reduced, rooms


def test_the_drawing_in_the_architecture_is_todays() -> None:
    text = ARCHITECTURE.read_text()
    assert drawn(text) == text, "python -m tests.house.layers --write"


def test_an_arrow_that_others_imply_is_left_out() -> None:
    assert reduced(
        {"top": frozenset({"middle", "low"}), "middle": frozenset({"low"}), "low": frozenset(), "apart": frozenset()}
    ) == {"top": frozenset({"middle"}), "middle": frozenset({"low"}), "low": frozenset(), "apart": frozenset()}


def test_neither_engine_imports_the_other() -> None:
    found = rooms()
    assert "play/room" not in found["play/banked"]
    assert "play/banked" not in found["play/room"]
