"""The drawing of the rooms is that of the imports."""

import tomllib
from pathlib import Path

from tests.house.layers import ARCHITECTURE, circle, drawn, modules, reduced, rooms


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


def floor_layers() -> list[list[str]]:
    """Return the layers of the floor, each with its modules, as the contract names them."""
    linter = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["tool"]["importlinter"]
    (contract,) = (one for one in linter["contracts"] if one["name"] == "The floor stands in layers")
    return [[module.strip() for module in layer.split(":")] for layer in contract["layers"]]


def test_every_module_of_the_floor_stands_on_one_layer() -> None:
    named = [module for layer in floor_layers() for module in layer]
    assert len(named) == len(set(named))
    found = {name.removeprefix("croupier.floor.") for name in modules() if name.startswith("croupier.floor.")}
    packages = {name.rpartition(".")[0] for name in found if "." in name}
    alone = {name for name in found if not any(name == one or name.startswith(f"{one}.") for one in named)}
    assert alone <= packages, "name each in pyproject.toml, on its layer"
    assert set(named) <= found, "a layer names modules that are gone"
