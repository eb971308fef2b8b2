"""A finished round, step by step, as the viewer may see it.

Each step has the view of the table at that moment, made for the viewer (:mod:`croupier.play.banked.view`). A replay
therefore shows no card that the live table would not have shown to that person.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.deciding.permissions import Query, allowed
from croupier.floor.deciding.postings import wallet
from croupier.floor.journal.cosigning import Cosignature
from croupier.floor.journal.receipts import Receipt, write_receipt
from croupier.floor.reading.rounds import Moment, moments
from croupier.floor.running.floor import Floor
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.money import Cents
from croupier.notation.phh_write import write_phh
from croupier.notation.problem import InputError
from croupier.notation.room_told import in_words as said_in_room
from croupier.notation.ruled import ruled_in_words
from croupier.notation.told import in_words as said
from croupier.play.banked import events as banked
from croupier.play.banked.flow import hand_size
from croupier.play.banked.verdict import net_of
from croupier.play.banked.view import TableView, view
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import events as room
from croupier.play.room.verdict import nets
from croupier.play.room.view import PotView, RoomView, room_view
from croupier.play.viewer import Viewer
from croupier.rules.terms import Role
from croupier.web.desks.heads import hand_name
from croupier.web.desks.records.checkpoints import Checkpoints
from croupier.web.desks.records.digests import played_by
from croupier.web.desks.records.replay_words import banked_words, floor_words, room_words
from croupier.web.topics.banked import board, dealer_qualifies, hands_of, layout, printed, results_of
from croupier.web.topics.room import gathered, pots_shown, seat_hands
from croupier.web.views.consequences import ruling_shown
from croupier.web.views.telling import PASSER_BY
from croupier.web.wire import Cites, PotShown, Printed, RulingShown, SpotShape, Street
from croupier.web.wire.records import ReplayLine, ReplayPage, ReplayStep

MOVEMENTS: Final = 500
"""The most entries on a receipt of an account."""


class Gone(Struct, frozen=True):
    """The answer for a round that does not exist."""

    sentence: str


class _Past(Struct, frozen=True):
    """A round that the viewer may replay."""

    before: TableState | None
    """The table just before the round; None if the table had not been opened."""
    prepared: list[Moment]
    played: list[Moment]
    now: TableState
    reads_all: bool
    """True if the viewer may read the whole journal."""


def replayed(
    floor: Floor, checkpoints: Checkpoints, table: str, number: int, viewer: Viewer
) -> ReplayPage | Refusal | Gone:
    """Return the replay of a round: a Player sees their own rounds, a person who may read the journal sees all."""
    past = _past(floor, checkpoints, table, number, viewer)
    if not isinstance(past, _Past):
        return past
    return _page([*past.prepared, *past.played], number, past.now, viewer, reads_all=past.reads_all)


def as_phh(floor: Floor, checkpoints: Checkpoints, table: str, number: int, viewer: Viewer) -> str | Refusal | Gone:
    """Return a round of the poker room in the Poker Hand History format, for a viewer who may see its replay.

    A Player gets the Hole Cards that the table showed them. The poker room's staff get any round, with the Hole Cards
    that the table showed them. A person who may read the journal gets every card.
    """
    past = _past(floor, checkpoints, table, number, viewer, desk=allowed(viewer.role, Query.PROPOSALS) is None)
    if not isinstance(past, _Past):
        return past
    if not isinstance(past.before, RoomTable):
        return Gone("Only rounds of the poker room can be written as PHH")
    events = [one.event for one in past.played if isinstance(one.event, room.RoomEvent)]
    try:
        return write_phh(past.before.game, past.before.engine, events, None if past.reads_all else viewer)
    except InputError as error:
        sentence = str(error)
        return Refusal(Reason.MOMENT, f"{sentence[:1].upper()}{sentence[1:]}", ())


def receipt(
    floor: Floor,
    checkpoints: Checkpoints,
    table: str,
    number: int,
    viewer: Viewer,
    cosigned: Sequence[Cosignature],
) -> Receipt | Refusal | Gone:
    """Write a Player's receipt of a round: each entry of it that moved their money, and the one with which it ended."""
    past = _past(floor, checkpoints, table, number, viewer)
    if not isinstance(past, _Past):
        return past
    if viewer.role is not Role.PLAYER:
        return Refusal(Reason.ROLE, "A receipt is for a Player who took part in the round", ())
    if past.now.info.anonymous:
        return Refusal(Reason.MOMENT, f"Players at table {table} have no accounts, which a receipt is about", ())
    stream, account = f"table:{table}", wallet(past.now.info, viewer.player)
    first, last = past.played[0].entry.version, past.played[-1].entry.version
    with floor.store.reading() as reading:
        entries = {(stream, one) for one in (*reading.moving(stream, account, first, last), last)}
        about = f"round {number} at table {table}"
        return write_receipt(reading, floor.signer, about, account, entries, cosigned)


def account_receipt(floor: Floor, player: str, cosigned: Sequence[Cosignature]) -> Receipt | Gone:
    """Write a Player's receipt of their account: its last movements, at tables and at the cage."""
    account = f"wallet:{player}"
    with floor.store.reading() as reading:
        entries = reading.last_moving(account, MOVEMENTS)
        if not entries:
            return Gone("No money has moved on your account yet")
        return write_receipt(reading, floor.signer, f"account of {player}", account, entries, cosigned)


def _past(
    floor: Floor, checkpoints: Checkpoints, table: str, number: int, viewer: Viewer, *, desk: bool = False
) -> _Past | Refusal | Gone:
    stream = f"table:{table}"
    if stream not in floor.streams:
        return Gone(f"There is no table {table[:40]}")
    now: TableState = floor.streams[stream].state
    if not 1 <= number <= now.engine.rounds:
        return Gone(f"There has been no round {number} at this table")
    if number == now.engine.rounds and now.running:
        return Refusal(Reason.MOMENT, f"Round {number} is still in play: it can be replayed when it is over", ())
    reads_all = allowed(viewer.role, Query.JOURNAL) is None
    if not reads_all and not desk and viewer.role is not Role.PLAYER:
        return allowed(viewer.role, Query.JOURNAL) or Refusal(Reason.ROLE, "Only Players have rounds of their own", ())
    with floor.store.reading() as reading:
        begun = checkpoints.begun(reading, stream, number)
        whole = [*moments(floor, reading, stream, number, begun)]
    # The next round's shoe is committed before that round opens.
    first = next((at for at, one in enumerate(whole) if one.opened), len(whole))
    before = whole[first - 1].state if first else begun.state
    prepared = [one for one in whole[:first] if one.state.info.root][-8:]
    played = _until_over(whole[first:])
    if not reads_all and not desk and not _took_part([*prepared, *played], viewer.player):
        return Refusal(Reason.NOT_YOURS, f"You had no part in round {number} at this table", ())
    return _Past(before, prepared, played, now, reads_all)


def _until_over(played: Sequence[Moment]) -> list[Moment]:
    """Return the entries up to the round's last event, including later rulings that undo it."""
    last = 0
    for at, one in enumerate(played):
        if isinstance(one.event, banked.BankedEvent | room.RoomEvent) and not isinstance(
            one.event, room.PlayerJoined | room.PlayerLeft | room.StakeIncreased
        ):
            last = at
        if isinstance(one.event, banked.RoundEnded | room.RoundEnded):
            last = at
    return [*played[: last + 1]]


def _took_part(played: Sequence[Moment], player: str) -> bool:
    for one in reversed(played):
        state = one.state
        if isinstance(state, BankedTable) and state.engine.round is not None:
            return bool(played_by(state.engine.round, player))
        if state.engine.round is not None:
            return player in state.players
    return False


class _Felt(Struct, frozen=True):
    """The parts of a table's layout that are the same throughout the round; empty in the poker room."""

    kind: str = "room"
    layout: tuple[SpotShape, ...] = ()
    cards: int = 0
    board: tuple[Street, ...] = ()
    printed: tuple[Printed, ...] = ()


def _felt_of(state: BankedTable) -> _Felt:
    game, dealing = state.game, state.engine.policy.dealing
    return _Felt("banked", layout(game, dealing), hand_size(game, dealing), board(game, dealing), printed(game))


def _page(played: list[Moment], number: int, now: TableState, viewer: Viewer, *, reads_all: bool) -> ReplayPage:
    last = played[-1].state
    me = viewer.player if viewer.role is Role.PLAYER else ""
    game = last.game
    if isinstance(last, RoomTable):
        (result, won, lines, mine), felt = _room_end(last, me), _Felt()
    else:
        (result, won, lines, mine), felt = _banked_end(last, viewer, me), _felt_of(last)
    over = now.engine.rounds - now.running
    return ReplayPage(
        table=last.info.name,
        game=game.name,
        title=game.document.title,
        rulebook=last.engine.rulebook,
        kind=felt.kind,
        number=number,
        automatic=last.info.automatic,
        me=me,
        role=viewer.role,
        mine=mine,
        boxes=last.places,
        layout=felt.layout,
        cards=felt.cards,
        board=felt.board,
        printed=felt.printed,
        result=result,
        won=won,
        lines=lines,
        rulings=_rulings(played),
        steps=_steps(played, viewer),
        before=number - 1 if reads_all and number > 1 else None,
        after=number + 1 if reads_all and number < over else None,
        provable=last.info.automatic,
    )


def _rulings(played: Sequence[Moment]) -> tuple[RulingShown, ...]:
    """Return the rulings, each with the consequences that its entry records."""
    found = []
    for (_, before), entry in zip(_entries(played), [*_entries(played)][1:], strict=False):
        shown = ruling_shown(before, entry[0])
        if shown is not None:
            found.append(shown)
    return tuple(found)


def _entries(played: Sequence[Moment]) -> Iterator[tuple[list[Any], TableState]]:
    """Yield the events of each entry, and the table after it."""
    for _, group in groupby(played, key=lambda one: one.entry.version):
        moments_ = [*group]
        yield [one.event for one in moments_], moments_[-1].state


# ---- Steps ----------------------------------------------------------------------------------------------------------


def _steps(played: Sequence[Moment], viewer: Viewer) -> tuple[ReplayStep, ...]:
    """Return a step for each event that changes the viewer's view or has a sentence."""
    steps: list[ReplayStep] = []
    before: TableView | RoomView | None = None
    for one in played:
        step = _step(one, viewer)
        same = _without_version(step)
        if step.sentence or same != before:
            steps.append(step)
        before = same
    return tuple(steps)


def _without_version(step: ReplayStep) -> TableView | RoomView | None:
    """Return the view of a step without its version, which the viewer does not see."""
    if step.banked is not None:
        return replace(step.banked, version=0)
    return None if step.room is None else replace(step.room, version=0)


def _step(one: Moment, viewer: Viewer) -> ReplayStep:
    state, event = one.state, one.event
    qualifies: tuple[bool | None, Cites] = (None, ())
    seen: TableView | RoomView
    bets: tuple[PotView, ...] = ()
    pots: tuple[PotShown, ...] = ()
    if isinstance(state, RoomTable):
        game = state.game
        seen = room_view(game, state.engine, viewer)
        passing = room_view(game, state.engine, PASSER_BY)
        spoken = said_in_room(game, event, passing) if isinstance(event, room.RoomEvent) else ""
        sentence, hands, dealer = spoken or room_words(event, passing), seat_hands(game.hand, seen), None
        bets, pots = gathered(state.engine), _pots(state)
    else:
        house = state.game
        seen = view(house, state.engine, viewer)
        spoken = said(house, event) if isinstance(event, banked.BankedEvent) else ""
        sentence, hands = spoken or banked_words(house, event), hands_of(house.hand, seen)
        dealer, qualifies = hand_name(house.hand, seen.dealer, seen.community), dealer_qualifies(house, state.engine)
    if isinstance(event, banked.IrregularityRuled | room.IrregularityRuled):
        sentence = ruled_in_words(state.game, event)
    return ReplayStep(
        at=one.entry.at,
        actor=one.entry.actor,
        role=Role(one.entry.role),
        event=type(event).__name__,
        sentence=sentence or floor_words(event),
        cites=getattr(event, "cites", ()),
        banked=seen if isinstance(seen, TableView) else None,
        room=seen if isinstance(seen, RoomView) else None,
        gathered=bets,
        pots=pots,
        hands=hands,
        dealer=dealer,
        qualifies=qualifies[0],
        qualifies_cites=qualifies[1],
        root=state.info.root,
    )


def _pots(state: RoomTable) -> tuple[PotShown, ...]:
    """Return the pots; empty until they are awarded."""
    round_ = state.engine.round
    return () if round_ is None or state.engine.playing else pots_shown(state.game, round_)


# ---- The end --------------------------------------------------------------------------------------------------------

End = tuple[dict[int, Cents], Cents | None, tuple[ReplayLine, ...], tuple[int, ...]]


def _banked_end(state: BankedTable, viewer: Viewer, me: str) -> End:
    seen = view(state.game, state.engine, viewer)
    round_ = state.engine.round
    mine = played_by(round_, me) if me and round_ is not None else ()
    lines = []
    for line in seen.lines:
        share = next((one for one in line.shares if one.player == me), None)
        if me and (share is None) and line.player != me:
            continue
        staked, paid, back = (
            (share.staked, share.paid, share.returned) if share is not None else (line.staked, line.paid, line.returned)
        )
        lines.append(ReplayLine(line.box, line.wager.value, staked, paid, back, line.result.value, line.cites))
    won = sum(net_of(line, me) for line in seen.lines) if me else None
    return results_of(seen), won, tuple(lines), mine


def _room_end(state: RoomTable, me: str) -> End:
    """Return the result of each seat, the viewer's result, the pots, and the viewer's seats."""
    round_ = state.engine.round
    if round_ is None:
        return {}, None, (), ()
    result = nets(round_)
    mine = tuple(hand.seat for hand in round_.hands if me and hand.player == me)
    lines = tuple(_pot_line(pot, mine) for pot in round_.pots)
    return result, sum(result[seat] for seat in mine) if mine else None, lines, mine


def _pot_line(pot: room.PotAwarded, mine: tuple[int, ...]) -> ReplayLine:
    """Return the line of a pot: its amount, the Rake, and the viewer's share."""
    own = sum(amount for seat, amount in pot.winners if not mine or seat in mine)
    name = "main_pot" if not pot.pot else f"side_pot_{pot.pot}"
    return ReplayLine(pot.pot, name, pot.amount, own, pot.rake, "win" if own else "lose", pot.cites)
