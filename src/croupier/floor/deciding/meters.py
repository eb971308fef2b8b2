"""The relation of a table to its link: the table's movements of the meter, and the terms that it reads."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.floor.values.links import LinkState, MeterMove
from croupier.floor.values.table import ChangePolicy, EstablishTable, NoteJackpotWon, PlayBanked, Propose
from croupier.floor.values.table_kinds import BankedTable, kind_of_game
from croupier.money import Cents
from croupier.play.banked.commands import BankedCommand, LinkFailure, Report
from croupier.play.banked.events import JackpotFed, JackpotPaid, JackpotUnfed, MeterRestored
from croupier.play.banked.jackpot import WHOLE
from croupier.play.banked.state import Phase
from croupier.rulebooks import UnknownGameError, load
from croupier.rules.banked import BankedGame
from croupier.rules.irregularities import JACKPOT_DOWN
from croupier.rules.settling import PercentOfMeter

TERMS: Final = ("seed", "contribution", "jackpot_wager")
"""The parts of a table's policy that belong to its link."""


_MOVING: Final = frozenset({JackpotFed, JackpotUnfed, MeterRestored, JackpotPaid})


def meter_moves(
    game: BankedGame, before: BankedTable | None, state: BankedTable, events: Sequence[object]
) -> tuple[MeterMove, ...]:
    """Return the movements of the meter by a table's events, in order."""
    if _MOVING.isdisjoint(map(type, events)):
        return ()
    signed = {} if before is None else {claim.box: claim.signed for claim in before.info.claims}
    round_ = state.engine.rounds
    found: list[MeterMove] = []
    for event in events:
        match event:
            case JackpotFed():
                found.append(MeterMove(round_, event.box, event.millionths))
            case JackpotUnfed():
                found.append(MeterMove(round_, event.box, -event.millionths))
            case MeterRestored():
                back = before is not None and _took_all(before, event.box)
                move = MeterMove(round_, event.box, event.millionths, back=back)
                found.append(move if before is None else _from_shared(before, move))
            case JackpotPaid():
                prize = next(award.prize for award in game.jackpot.awards if award.name == event.award)
                found.append(
                    MeterMove(
                        round_,
                        event.box,
                        event.meter_after - event.meter_before,
                        event.award,
                        event.player,
                        event.amount,
                        isinstance(prize, PercentOfMeter) and prize.percent == WHOLE and not event.borne,
                        signed.get(event.box, ()),
                        event.registered,
                        failure=UNSET if event.registered is None else _failure(state),
                    )
                )
            case _:
                pass
    return tuple(found)


def _failure(state: BankedTable) -> int | UnsetType:
    """Return the number of the link's failure whose value a table's round shares."""
    round_ = state.engine.round
    return UNSET if round_ is None or round_.registered is None else round_.registered.failure


def _from_shared(before: BankedTable, move: MeterMove) -> MeterMove:
    """Return the movement of an award that goes back with the shared value from which it had been paid."""
    round_ = before.engine.round
    paid = next((one for one in round_.awarded if one.box == move.box), None) if round_ is not None else None
    if paid is None or paid.registered is None or _failure(before) is UNSET:
        return move
    return replace(move, amount=paid.amount, registered=paid.registered, failure=_failure(before))


def _took_all(state: BankedTable, box: int) -> bool:
    """Return whether a box has been paid all of the jackpot."""
    round_ = state.engine.round
    return round_ is not None and any(one.box == box and one.whole for one in round_.taken)


def notes(winner: str, moves: Sequence[MeterMove], tables: Iterable[BankedTable]) -> list[tuple[str, NoteJackpotWon]]:
    """Return the notes to other tables on the link about a jackpot that was won at a table, or went back.

    When all of a jackpot is won, what rounds elsewhere had put into it goes with it: if such a round turns out void,
    the House bears its contributions, not the new jackpot. The same applies to an award that is to be paid from a value
    registered before. If the winning award goes back, that value is as it was.
    """
    won, back = any(move.whole for move in moves), any(move.back for move in moves)
    failure = next((move.failure for move in moves if move.whole), UNSET)
    found = []
    for table in tables if won or back else ():
        round_ = table.engine.round
        if round_ is None or table.info.name == winner:
            continue
        if won and (round_.fed or round_.registered is not None):
            found.append((table.info.name, NoteJackpotWon(winner, failure=failure)))
        if back and round_.registered is not None and winner in round_.registered.won_at:
            found.append((table.info.name, NoteJackpotWon(winner, back=True)))
    return found


def as_read(link: LinkState, state: BankedTable, command: PlayBanked) -> PlayBanked:
    """Return a command with the link's meter, terms and registered value, if its table has not seen them yet.

    A round is played to its end with the jackpot wager that it began with, because wagers of that size are on the
    table.
    """
    policy = state.engine.policy
    seed, contribution, wager = link.terms
    terms = (seed, contribution, policy.jackpot_wager if state.running else wager)
    return PlayBanked(
        _with_failure(link, command.command),
        link.meter if link.meter != state.engine.meter.millionths else None,
        terms if terms != (policy.seed, policy.contribution, policy.jackpot_wager) else None,
        _registered(link, state),
    )


def _with_failure(link: LinkState, command: BankedCommand) -> BankedCommand:
    """Return a report of the failure with the value that the link's own event registered."""
    if not isinstance(command, Report) or command.irregularity != JACKPOT_DOWN:
        return command
    failed = link.failing
    return replace(command, failure=UNSET if failed is None else LinkFailure(failed.number, failed.registered.value))


def _registered(link: LinkState, state: BankedTable) -> Cents | UnsetType:
    """Return what awards elsewhere have left of the value that a table's round shares, if it has not read that."""
    number, round_ = _failure(state), state.engine.round
    failed = None if number is UNSET else link.failure(number)
    if failed is None or round_ is None or round_.registered is None or round_.phase is Phase.ENDED:
        return UNSET
    return failed.registered.value if failed.registered.value != round_.registered.value else UNSET


def imposed(link: LinkState, command: EstablishTable | Propose) -> EstablishTable | Propose:
    """Return a command about a table's policy with the terms of its link in place of its own."""
    terms = dict(zip(TERMS, link.terms, strict=True))
    if isinstance(command, EstablishTable):
        return command if _is_room(command) else replace(command, policy={**command.policy, **terms})
    if isinstance(command.what, ChangePolicy):
        return Propose(ChangePolicy({**command.what.policy, **terms}))
    return command


def _is_room(command: EstablishTable) -> bool:
    """Return whether a command is about a table of the poker room, which has no jackpot."""
    try:
        return kind_of_game(load(command.game)) == "room"
    except UnknownGameError:
        return False


_Asked = TypeVar("_Asked", EstablishTable, Propose)


def without_terms(command: _Asked) -> _Asked:
    """Return a command without the terms that belong to the link, as the person gave it."""
    if isinstance(command, EstablishTable):
        return replace(command, policy=_others(command.policy))
    if isinstance(command, Propose) and isinstance(command.what, ChangePolicy):
        return Propose(ChangePolicy(_others(command.what.policy)))
    return command


def _others(policy: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in policy.items() if name not in TERMS}
