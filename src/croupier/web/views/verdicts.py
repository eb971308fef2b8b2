"""The verdict on a round as a page carries it: the result as data, the reason in words."""

from collections.abc import Sequence

from croupier.notation.room_verdicts import room_reason
from croupier.notation.speech import plain
from croupier.notation.verdicts import box_reason, reason
from croupier.play.banked.state import Table
from croupier.play.banked.verdict import BoxVerdict, Part, verdict
from croupier.play.room import state as room_state
from croupier.play.room.verdict import Ending, room_verdict
from croupier.rules.banked import BankedGame
from croupier.rules.room import RoomGame
from croupier.web.wire import BoxVerdictShown, PartShown, RulingShown, VerdictShown


def banked_shown(
    game: BankedGame, table: Table, player: str, rulings: Sequence[RulingShown] = ()
) -> VerdictShown | None:
    """Return the verdict of the last round for a Player of a house-banked table."""
    found = verdict(game, table, player) if player else None
    if found is None:
        return None
    why = _why(rulings)
    cites = tuple(dict.fromkeys(cite for box in found.boxes for cite in box.cites))
    boxes = tuple(_box(game, one, why) for one in found.boxes)
    return VerdictShown(found.kind, found.net, reason(game, found, why), cites, boxes)


def room_shown(
    game: RoomGame, table: room_state.Table, player: str, rulings: Sequence[RulingShown] = ()
) -> VerdictShown | None:
    """Return the verdict of the last round for a Player of the poker room."""
    found = room_verdict(game, table, player) if player else None
    if found is None:
        return None
    cites = rulings[-1].cites if found.ending is Ending.VOID and rulings else found.cites
    return VerdictShown(found.kind, found.net, room_reason(game, found, _why(rulings)), cites)


def _box(game: BankedGame, box: BoxVerdict, why: str) -> BoxVerdictShown:
    parts = tuple(_part(game, box, part) for part in box.parts)
    return BoxVerdictShown(box.box, box.kind, box.net, box_reason(game, box, why), box.cites, parts)


def _part(game: BankedGame, box: BoxVerdict, part: Part) -> PartShown:
    return PartShown(
        part.wager,
        odds="" if part.odds is None else str(part.odds),
        needs="" if part.needs is None else part.needs.title,
        capped=part.capped,
    )


def _why(rulings: Sequence[RulingShown]) -> str:
    """Return the irregularity of the last ruling; empty if there is none."""
    return plain(rulings[-1].irregularity) if rulings else ""
