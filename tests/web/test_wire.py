from pathlib import Path

from croupier.web.typescript import typescript

WIRE = Path(__file__).parents[2] / "ui" / "src" / "wire.ts"


def test_the_pages_types_are_the_servers() -> None:
    made = typescript()
    assert WIRE.read_text(encoding="utf-8") == made, "run: python -m croupier.web.typescript > ui/src/wire.ts"
