"""Golden playthroughs: rounds of every game under each dealing method, with all that happened and who saw what.

``./run golden`` writes them anew; the tests compare. A changed line in a diff of these files is a changed rule.
"""

from pathlib import Path

import msgspec

from croupier.notation.form import is_of_the_room, read_toml
from croupier.notation.noted import NotedRound, Played, noted_of, play_noted, settle_noted, write_noted
from croupier.play.banked import view
from croupier.play.banked.state import Table
from croupier.play.banked.view import TableView
from croupier.play.viewer import Viewer
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Role
from tests.playthroughs.room import renewed_sitting

FOLDER = Path(__file__).parent


def scenarios() -> list[Path]:
    """The written rounds; each has a transcript beside it."""
    return sorted(FOLDER.glob("*.toml"))


def with_settlement(noted: NotedRound) -> NotedRound:
    """The round with the settlement and the jackpot that it comes to."""
    answer = settle_noted(noted)
    return msgspec.structs.replace(noted, settlement=answer.lines, jackpot=answer.meter)


def renewed(path: Path) -> tuple[str, str]:
    """The texts that a scenario and its transcript should have."""
    text = path.read_text(encoding="utf-8")
    plain = read_toml(text)
    if is_of_the_room(plain):
        return renewed_sitting(text)
    noted = with_settlement(noted_of(plain))
    return write_noted(noted), transcript(play_noted(noted))


def transcript(played: Played) -> str:
    """Every act with its events, and each person's view wherever it changed."""
    viewers = {"dealer": Viewer(Role.DEALER), "display": Viewer(Role.DISPLAY)}
    players = {share for box in _boxes(played.closing) for share in box}
    viewers |= {player: Viewer(Role.PLAYER, player) for player in sorted(players)}
    before: dict[str, str] = {}
    lines: list[str] = []
    from croupier.notation.acts import format_act

    for deed, turn in played.turns:
        lines.append(f"> {format_act(deed)}")
        lines += (f"  {msgspec.json.encode(event).decode()}" for event in turn.events)
        for name, viewer in viewers.items():
            seen = _sight(played.game, turn.table, viewer)
            if before.get(name) != seen:
                lines.append(f"  {name} sees {seen}")
            before[name] = seen
    return "\n".join(lines) + "\n"


def _boxes(table: Table) -> list[set[str]]:
    assert table.round is not None
    return [{share.player for wager in box.wagers for share in wager.shares} for box in table.round.boxes]


def _sight(game: BankedGame, table: Table, viewer: Viewer) -> str:
    """A view in one line: the cards, whose turn it is, the jackpot."""
    seen: TableView = view(game, table, viewer)
    boxes = " | ".join(f"{box.box} {' '.join(box.cards)}{' folded' if box.folded else ''}" for box in seen.boxes)
    turn = f"turn {seen.turn}" if seen.turn else seen.phase
    cards = f"community [{' '.join(seen.community)}] dealer [{' '.join(seen.dealer)}]"
    return f"[{boxes}] {cards} {turn} jackpot {seen.jackpot}"
