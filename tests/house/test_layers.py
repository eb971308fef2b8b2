"""The drawing of the rooms is that of the imports."""

import pytest

from tests.house.layers import (
    ARCHITECTURE,
    LAYERED,
    both_ways,
    circle,
    drawn,
    folders,
    layers,
    modules,
    parts,
    reduced,
    rooms,
)


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


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle(modules()) == ()


def test_a_circle_is_found_whoever_else_is_around() -> None:
    one_way = {"a": frozenset({"b", "c"}), "b": frozenset({"c"}), "c": frozenset({"d"}), "d": frozenset[str]()}
    assert circle(one_way) == ()
    found = circle({**one_way, "d": frozenset({"b"})})
    assert set(found) == {"b", "c", "d"}
    assert "b,c,d,b" in ",".join((*found, *found[1:]))


@pytest.mark.parametrize("room", LAYERED)
def test_every_module_of_a_large_room_stands_on_one_layer(room: str) -> None:
    named = [one for layer in layers(room) for one in layer]
    assert len(named) == len(set(named))
    found = parts(room)
    alone = {part for part in found if part not in named}
    packages = {module.removeprefix(f"croupier.{room}.").rpartition(".")[0] for of in found.values() for module in of}
    assert alone <= packages, "name each in pyproject.toml, on its layer"
    assert set(named) <= found.keys(), "a layer names modules that are gone"


@pytest.mark.parametrize("room", LAYERED)
def test_no_folders_of_a_large_room_import_each_other(room: str) -> None:
    assert both_ways(folders(room)) == []


def test_folders_that_import_each_other_are_found() -> None:
    assert both_ways({"a": frozenset({"b", "c"}), "b": frozenset({"a"}), "c": frozenset()}) == [("a", "b")]
