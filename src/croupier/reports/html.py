"""A paper as one HTML page that needs nothing else: it opens from a disk, and prints."""

from functools import cache
from importlib.resources import files

from jinja2 import Environment, Template
from markupsafe import Markup

from croupier.reports.layout import Grid, Paper, Picture, lay_out
from croupier.reports.par import ParSheet


@cache
def _template() -> Template:
    text = (files("croupier.reports") / "templates" / "paper.html").read_text("utf-8")
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.tests["grid"] = lambda part: isinstance(part, Grid)
    environment.tests["picture"] = lambda part: isinstance(part, Picture)
    environment.filters["drawn"] = Markup  # our own drawings; their words are escaped
    return environment.from_string(text)


def render_html(sheet: ParSheet) -> str:
    """Write a PAR sheet as an HTML page."""
    return render_paper(lay_out(sheet), sheet.croupier, signed=True)


def render_paper(paper: Paper, croupier: str, *, signed: bool = False) -> str:
    """Write a paper as an HTML page; with ``signed``, it has lines for signatures."""
    return _template().render(paper=paper, croupier=croupier, signed=signed)
