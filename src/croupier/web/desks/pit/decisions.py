"""Pending decisions, and the consequences of each answer.

The consequences are computed by the engine; nothing is carried out.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from croupier.floor.house.credentials import Session
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.money import Cents
from croupier.notation.room_told import in_words as room_words
from croupier.notation.ruled import answer, answered
from croupier.notation.speech import listed
from croupier.notation.told import in_words
from croupier.play.actor import Actor
from croupier.play.authority import SignStatement, StatementSigned
from croupier.play.banked import decide as decide_house
from croupier.play.banked import events as banked
from croupier.play.banked.commands import TakeDecision
from croupier.play.banked.state import Pending, Phase
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room
from croupier.play.room import decide as decide_room
from croupier.play.room import events as room_events
from croupier.play.room import state as room_state
from croupier.play.room.view import room_view
from croupier.play.rulings import RulingError, ask
from croupier.play.viewer import Viewer
from croupier.rules.game import Game
from croupier.rules.irregularities import JACKPOT_DOWN
from croupier.rules.questions import in_words as title
from croupier.rules.terms import Role, at_least
from croupier.web.desks.dealer.fact_words import label_of, value_label
from croupier.web.desks.dealer.statements import carried_out, decision_said, led_to
from croupier.web.desks.pit.held import held_rounds
from croupier.web.venue import Venue
from croupier.web.wire.pit import PitDecision, PitFact, PitOption, PitValue

_TRIED: Final = "tried"
"""The reason and the actor of a decision that is only tried."""
_UNTOLD: Final = (banked.DecisionTaken, room_events.DecisionTaken, StatementSigned)
"""The events that record the decision itself, not its consequences."""
_PASSER_BY: Final = Viewer(Role.DISPLAY)
Waiting = Pending | room_events.DecisionPending


def decisions_of(venue: Venue, session: Session) -> tuple[PitDecision, ...]:
    """Return every pending decision, oldest first; one for a higher role comes without its answers."""
    found: list[PitDecision] = [*held_rounds(venue, session)]
    for name in venue.floor.tables():
        state = venue.floor.table(name)
        pending: Sequence[Waiting] = state.engine.pending
        found += (_decision(venue, session, state, one) for one in pending)
    return tuple(sorted(found, key=lambda one: (one.since, one.table, one.number)))


def _decision(venue: Venue, session: Session, state: TableState, one: Waiting) -> PitDecision:
    name = state.info.name
    mine = at_least(session.role, one.role)
    game: Game = state.game
    return PitDecision(
        table=name,
        game=state.info.game,
        rulebook=state.engine.rulebook,
        number=one.number,
        box=one.box if isinstance(one, Pending) else one.seat,
        player=one.player if isinstance(one, Pending) else "",
        irregularity=one.irregularity,
        title=title(one.irregularity),
        why=" ".join(filter(None, (_why(game, one), _whose(venue, state, one)))),
        facts=tuple(PitFact(label_of(key), value_label(key, value)) for key, value in one.facts.items()),
        role=one.role,
        mine=mine,
        since=venue.books.since(f"table:{name}", f"decision {one.number}"),
        cites=one.cites,
        options=tuple(_options(state, one, venue.floor.now())) if mine else (),
    )


def _why(game: Game, one: Waiting) -> str:
    try:
        return ask(game, one.irregularity, one.facts).explanation
    except RulingError:
        return ""  # a fact that the ruling depends on is not known yet


def _whose(venue: Venue, state: TableState, one: Waiting) -> str:
    """Return a sentence that says whether a jackpot failure is this table's alone; empty if it is the link's."""
    if one.irregularity != JACKPOT_DOWN or not state.info.link or venue.floor.link(state.info.link).down:
        return ""
    if isinstance(state, BankedTable) and state.engine.jackpot is banked.JackpotStatus.RUNNING:
        return "The jackpot works again: this is about the round in play."
    return "The link works: the failure is at this table alone."


# ---- Answers --------------------------------------------------------------------------------------------------------


def _options(state: TableState, one: Waiting, at: int) -> Iterable[PitOption]:
    """Yield the answers that may be given now, without those that would be refused.

    While one of them waits for another person's signature, it is the only one.
    """
    said = decision_said(state, one.number)
    if said is not None:
        before, events = led_to(state, said.statement, at)
        yield PitOption(
            option=said.option,
            label=answer(said.option),
            command={"type": SignStatement.__name__, "number": said.statement},
            tells=_tells(before, events, choosing=False),
            back=_back(before, events),
            boxes=(),
            at_table=False,
            two=True,
            signed=said.by,
            value=None,
        )
        return
    for option in one.options:
        boxes = _candidates(state, one, option)
        tried = _try(state, one, option, boxes[:1])
        cards = option == "reordered" and isinstance(tried, Refusal)
        if isinstance(tried, Refusal) and not cards:
            continue
        two, _, events = (False, state, ()) if isinstance(tried, Refusal) else carried_out(state, tried, at)
        yield PitOption(
            option=option,
            label=answer(option),
            command={"type": TakeDecision.__name__, "number": one.number, "option": option},
            tells=() if isinstance(tried, Refusal) else _tells(state, events, choosing=bool(boxes)),
            back=0 if boxes else _back(state, events),
            boxes=boxes,
            at_table=cards,
            two=two,
            signed="",
            value=_value(state, one, option, at),
        )


def _value(state: TableState, one: Waiting, option: str, at: int) -> PitValue | None:
    """Return the registered value that an answer may replace, and whether that takes two people."""
    if isinstance(state, RoomTable) or state.engine.round is None or state.engine.round.registered is None:
        return None
    registered = state.engine.round.registered.value
    other = registered - 1 if registered else 1
    tried = decide_house(
        state.game, state.engine, Actor(_TRIED, one.role), TakeDecision(one.number, option, _TRIED, value=other)
    )
    return None if isinstance(tried, Refusal) else PitValue(registered, carried_out(state, tried, at)[0])


def _candidates(state: TableState, one: Waiting, option: str) -> tuple[int, ...]:
    """Return the boxes to choose from, if the answer needs boxes that the report did not name."""
    if isinstance(state, RoomTable):
        return ()
    refused = _try(state, one, option, ())
    if not isinstance(refused, Refusal) or refused.reason is not Reason.NO_SUCH_BOX:
        return ()
    round_ = state.engine.round
    if option == banked.JackpotStatus.CLOSE_BOXES:
        return tuple(range(1, state.engine.policy.boxes + 1))
    return tuple(box.number for box in round_.boxes if not box.out) if round_ is not None else ()


def _try(state: TableState, one: Waiting, option: str, boxes: tuple[int, ...]) -> tuple[Any, ...] | Refusal:
    if isinstance(state, RoomTable):
        command = room.TakeDecision(one.number, option, _TRIED)
        return decide_room(state.game, state.engine, Actor(_TRIED, one.role), command)
    asked = TakeDecision(one.number, option, _TRIED, boxes)
    return decide_house(state.game, state.engine, Actor(_TRIED, one.role), asked)


def _tells(state: TableState, events: tuple[Any, ...], *, choosing: bool) -> tuple[str, ...]:
    """Return the consequences of an answer, each once; empty while its boxes are still to be chosen."""
    if choosing:
        return ()
    found = [_said(state, event) for event in events]
    opened = [event for event in events if isinstance(event, banked.ChoiceOpened)]
    if opened:
        who = listed(str(event.box) for event in opened)
        choose = f"boxes {who} choose" if len(opened) > 1 else f"box {who} chooses"
        found.append(f"Then {choose}: {listed(map(answered, opened[0].options), 'or')}.")
    return tuple(dict.fromkeys(sentence for sentence in found if sentence)) or (_nothing(state),)


def _nothing(state: TableState) -> str:
    """Return the sentence for a decision without consequences, during a round or between rounds."""
    round_ = state.engine.round
    over = round_ is None or round_.phase in {Phase.ENDED, room_state.Phase.ENDED}
    return "What has been settled stands." if over else "The round goes on."


def _said(state: TableState, event: Any) -> str:
    if isinstance(event, _UNTOLD):
        return ""
    if isinstance(state, RoomTable):
        return room_words(state.game, event, room_view(state.game, state.engine, _PASSER_BY))
    return in_words(state.game, event)


def _back(state: TableState, events: tuple[Any, ...]) -> Cents:
    """Return the wagers that would go back to the Players."""
    if isinstance(state, RoomTable) or state.engine.round is None:
        return 0
    whole = any(isinstance(event, banked.RoundVoided) for event in events)
    out = {event.box for event in events if isinstance(event, banked.HandInvalidated)}
    boxes = [box for box in state.engine.round.boxes if whole or box.number in out]
    return sum(wager.amount for box in boxes for wager in box.wagers)
