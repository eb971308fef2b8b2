"""A PAR sheet on paper: typeset by Typst from a template of our own, with the fonts that it brings along."""

from functools import cache
from importlib.resources import files

import msgspec
import typst

from croupier.reports.layout import Grid, Picture, Section, lay_out
from croupier.reports.par import ParSheet


@cache
def _template() -> bytes:
    return (files("croupier.reports") / "templates" / "par.typ").read_bytes()


def render_pdf(sheet: ParSheet) -> bytes:
    """Write a PAR sheet as a PDF file.

    The same sheet gives the same bytes: no clock is read.
    """
    paper = lay_out(sheet)
    told = {
        "title": paper.title,
        "subtitle": paper.subtitle,
        "facts": paper.facts,
        "generator": f"croupier {sheet.croupier}",
        "sections": [_plain(section) for section in paper.sections],
    }
    return typst.compile(
        _template(),
        sys_inputs={"paper": msgspec.json.encode(told).decode()},
        ignore_system_fonts=True,
        timestamp=0,
    )


def _plain(section: Section) -> dict[str, object]:
    """Return a section as data whose kinds the template can tell apart."""
    parts: list[dict[str, object]] = []
    for part in section.parts:
        match part:
            case Grid():
                parts.append({"kind": "grid", **msgspec.structs.asdict(part)})
            case Picture():
                parts.append({"kind": "picture", **msgspec.structs.asdict(part)})
            case _:
                parts.append({"kind": "words", "words": part})
    return {"title": section.title, "parts": parts}
