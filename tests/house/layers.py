"""The drawings in ARCHITECTURE.md, made from the imports themselves: the rooms, and the layers of the large ones.

python -m tests.house.layers            prints the drawings
python -m tests.house.layers --write    puts them into ARCHITECTURE.md
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

import grimp

ARCHITECTURE: Final = Path(__file__).parents[2] / "ARCHITECTURE.md"
LAYERED: Final = {"floor": "The floor stands in layers", "web": "The web stands in layers"}
"""The rooms that have layers of their own, with the import contract of each."""

Rooms = Mapping[str, frozenset[str]]
"""Each room with those that it imports."""


def rooms() -> dict[str, frozenset[str]]:
    """The rooms of the house, and which others each of them imports; the two engines count as rooms of their own."""
    graph = grimp.build_graph("croupier")
    found: dict[str, set[str]] = {}
    for module in graph.modules - {"croupier"}:
        imported = graph.find_modules_directly_imported_by(module) - {"croupier"}
        found.setdefault(_room(module), set()).update({_room(other) for other in imported} - {_room(module)})
    return {room: frozenset(others) for room, others in sorted(found.items())}


def modules() -> dict[str, frozenset[str]]:
    """Every module, and which others it imports, wherever in it: in a function, or for its types alone."""
    graph = grimp.build_graph("croupier")
    return {module: frozenset(graph.find_modules_directly_imported_by(module)) for module in graph.modules}


def circle(imports: Rooms) -> tuple[str, ...]:
    """Modules each of which imports the next, and the last the first; none where imports go one way."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as found:
        return tuple(found.args[1])[::-1]  # it goes from the imported to the importing one
    return ()


def _room(module: str) -> str:
    _, room, *rest = module.split(".")
    return f"{room}/{rest[0]}" if room == "play" and rest and rest[0] in {"banked", "room"} else room


def reduced(imports: Rooms) -> dict[str, frozenset[str]]:
    """The same without what follows from the others: who imports floor, and thereby play, needs no arrow to play."""

    def reached(room: str) -> frozenset[str]:
        return imports[room].union(*(reached(other) for other in imports[room]))

    return {room: direct - frozenset().union(*(reached(other) for other in direct)) for room, direct in imports.items()}


def layers(room: str) -> list[list[str]]:
    """Return the layers of a room, highest first, each with its folders and modules as the contract names them."""
    linter = tomllib.loads((ARCHITECTURE.parent / "pyproject.toml").read_text())["tool"]["importlinter"]
    (contract,) = (one for one in linter["contracts"] if one["name"] == LAYERED[room])
    return [[module.strip() for module in layer.split(":")] for layer in contract["layers"]]


def parts(room: str) -> dict[str, list[str]]:
    """Return the modules of a room by the folder or module that a contract names; unnamed ones stand by themselves."""
    named = sorted((one for layer in layers(room) for one in layer), key=len, reverse=True)
    found: dict[str, list[str]] = {}
    for module in sorted(grimp.build_graph("croupier").modules):
        name = module.removeprefix(f"croupier.{room}.")
        if name != module:
            part = next((one for one in named if name == one or name.startswith(f"{one}.")), name)
            found.setdefault(part, []).append(module)
    return found


def layered(room: str) -> dict[str, frozenset[str]]:
    """Return each layer of a room, highest first, with the layers that it imports."""
    graph = grimp.build_graph("croupier")
    names = {one: "<br>".join(layer) for layer in layers(room) for one in layer}
    home = {module: names[part] for part, of in parts(room).items() if part in names for module in of}
    found: dict[str, set[str]] = {name: set() for name in dict.fromkeys(names.values())}
    for module, name in home.items():
        imported = (home.get(other, name) for other in graph.find_modules_directly_imported_by(module))
        found[name].update(other for other in imported if other != name)
    return {name: frozenset(others) for name, others in found.items()}


def folders(room: str) -> dict[str, frozenset[str]]:
    """Return each folder of a room with the folders that it imports; a module outside all folders counts as one."""
    graph, start = grimp.build_graph("croupier"), f"croupier.{room}."

    def folder(module: str) -> str:
        within = module.removeprefix(start)
        return within.rpartition(".")[0] or within

    found: dict[str, set[str]] = {}
    packages = {module.rpartition(".")[0] for module in graph.modules}
    for module in (one for one in graph.modules if one.startswith(start) and one not in packages):
        imported = {one for one in graph.find_modules_directly_imported_by(module) if one.startswith(start)} - packages
        found.setdefault(folder(module), set()).update({folder(other) for other in imported} - {folder(module)})
    return {name: frozenset(others) for name, others in sorted(found.items())}


def both_ways(imports: Rooms) -> list[tuple[str, str]]:
    """Return the pairs that import each other."""
    return sorted((one, other) for one in imports for other in imports[one] if one < other and one in imports[other])


def drawings() -> dict[str, str]:
    """Return the drawings as Mermaid graphs, each with the name of its place."""
    of = {"layers": rooms(), **{f"layers of {room}": layered(room) for room in LAYERED}}
    return {name: "".join(f"{line}\n" for line in _lines(reduced(imports))) for name, imports in of.items()}


def _lines(imports: Rooms) -> Iterator[str]:
    keys = {room: "".join(one if one.isalnum() else "_" for one in room.partition("<br>")[0]) for room in imports}
    yield "```mermaid"
    yield "graph TD"
    for room in imports:
        yield f'    {keys[room]}["{room}"]'
    for room, direct in imports.items():
        for other in sorted(direct):
            yield f"    {keys[room]} --> {keys[other]}"
    yield "```"


def drawn(text: str) -> str:
    """Return a page with the drawings between their marks."""
    for name, drawing in drawings().items():
        begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->\n"
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = f"{before}{begin}{drawing}{end}{after}"
    return text


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        ARCHITECTURE.write_text(drawn(ARCHITECTURE.read_text()))
    else:
        sys.stdout.write("\n".join(drawings().values()))
