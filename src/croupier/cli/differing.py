"""``croupier rules GAME --diff 6 7``: the changes between two versions, and their worth."""

from msgspec import Struct
from rich.table import Column, Table

from croupier.cli.odds import progress_bar
from croupier.cli.output import console, write_json
from croupier.notation.differences import ParagraphChange, differences
from croupier.notation.problem import InputError
from croupier.notation.speech import spoken
from croupier.odds.results import Ratio
from croupier.rulebooks import load_version
from croupier.rules.banked import BankedGame, BankedPolicy
from croupier.rules.game import Game
from croupier.rules.terms import WagerName

_STYLES = {"added": "green", "removed": "red", "changed": "yellow"}


class Worth(Struct, frozen=True):
    """The house edge of a wager under either version; None where a version has no such wager."""

    before: Ratio | None
    after: Ratio | None


class Differing(Struct, frozen=True):
    """The comparison of two versions of a document."""

    game: str
    before: str
    after: str
    paragraphs: tuple[ParagraphChange, ...]
    house_edge: Worth | None
    """The house edge; None if it cannot be calculated."""
    side_wagers: dict[str, Worth] = {}
    """The house edges of side wagers, and of the jackpot's at its usual seed."""
    not_reckoned: str = ""
    """The reason why no house edge can be calculated."""


def show_differences(game: str, before: str, after: str, *, json: bool) -> None:
    """Print everything in which the second version differs from the first."""
    first, second = load_version(game, before), load_version(game, after)
    found = differences(first, second)
    names = (first.name, first.document.rulebook, second.document.rulebook)
    try:
        told = Differing(*names, found, *_worth(first, second))
    except InputError as error:
        told = Differing(*names, found, None, not_reckoned=str(error))
    if json:
        write_json(told)
    else:
        _print(told)


def _worth(before: Game, after: Game) -> tuple[Worth, dict[str, Worth]]:
    """Return the house edges with perfect play, of the game and of its side wagers.

    Raises :class:`InputError` for a game of the poker room.
    """
    from croupier.odds import desk
    from croupier.odds.solver import Stakes

    if not isinstance(before, BankedGame) or not isinstance(after, BankedGame):
        raise InputError(f"{before.name} is played among Players: the House has no edge there, only its Rake")
    solved = []
    for one in (before, after):
        with progress_bar(f"Counting {one.document.title}, version {one.document.version}") as progress:
            desk.warm_up(one, progress)
            edges = {"": desk.what_if(one, {}).house_edge, **desk.what_if(one, {}).side_wagers}
            if one.has_jackpot:
                edge = desk.ready(one).jackpot_edge(Stakes(meter=BankedPolicy().seed))
                edges[WagerName.JACKPOT.value] = Ratio.of(edge)
            solved.append(edges)
    first, second = solved
    worth = {name: Worth(first.get(name), second.get(name)) for name in dict.fromkeys((*first, *second))}
    return worth.pop(""), worth


def _print(told: Differing) -> None:
    out = console()
    title = f"{told.before} and {told.after}"
    table = Table(Column("", no_wrap=True), "", "", told.before, told.after, title=title, show_lines=True)
    for one in told.paragraphs:
        for at, change in enumerate(one.changes):
            style = _STYLES[one.change]
            head = (one.paragraph, f"[{style}]{one.change}[/]") if at == 0 else ("", "")
            table.add_row(*head, change.what, change.before or "–", change.after or "–")
    out.print(table if told.paragraphs else "The two versions do not differ.")
    if told.house_edge is None:
        out.print(f"House edge: not calculated. {told.not_reckoned}")
        return
    for name, worth in {"House edge": told.house_edge, **told.side_wagers}.items():
        label = name if name == "House edge" else f"House edge of the {spoken(name)}"
        out.print(f"{label}: {_percent(worth.before)} before, {_percent(worth.after)} after{_moved(worth)}")


def _percent(edge: Ratio | None) -> str:
    return "none" if edge is None else f"{edge.value:.4%}"


def _moved(worth: Worth) -> str:
    if worth.before is None or worth.after is None:
        return ""
    moved = worth.after.value - worth.before.value
    return f" ({moved:+.4%})" if worth.before.exact != worth.after.exact else " (the same)"
