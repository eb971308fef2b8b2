"""The drawing of the rooms in ARCHITECTURE.md, made from the imports themselves.

python -m tests.house.layers            prints the drawing
python -m tests.house.layers --write    puts it into ARCHITECTURE.md
"""

import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

import grimp

ARCHITECTURE: Final = Path(__file__).parents[2] / "ARCHITECTURE.md"
BEGIN, END = "<!-- layers -->\n", "<!-- /layers -->\n"

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


def drawing() -> str:
    """The rooms as a Mermaid graph."""
    return "".join(f"{line}\n" for line in _lines(reduced(rooms())))


def _lines(imports: Rooms) -> Iterator[str]:
    yield "```mermaid"
    yield "graph TD"
    for room in imports:
        yield f'    {_key(room)}["{room}"]'
    for room, direct in imports.items():
        for other in sorted(direct):
            yield f"    {_key(room)} --> {_key(other)}"
    yield "```"


def _key(room: str) -> str:
    return room.replace("/", "_")


def drawn(text: str) -> str:
    """A page with the drawing between its marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{drawing()}{END}{after}"


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        ARCHITECTURE.write_text(drawn(ARCHITECTURE.read_text()))
    else:
        sys.stdout.write(drawing())
