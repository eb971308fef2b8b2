"""A PAR sheet as one HTML page that needs nothing else: it opens from a disk, and prints."""

from functools import cache
from importlib.resources import files

from jinja2 import Environment, Template
from markupsafe import Markup

from croupier.reports.layout import Grid, Picture, lay_out
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
    """The page."""
    return _template().render(paper=lay_out(sheet), sheet=sheet)
