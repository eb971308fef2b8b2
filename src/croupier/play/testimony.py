"""The comparison of statements with the record.

A fact of an irregularity has three values: yes, no, and not recorded. A statement that fills a gap is testimony: it is
kept with the name of its maker, and ruled on. One that contradicts an act at the table is refused. One that contradicts
another fact of the record waits until the people whom the table of authority requires have signed it; then both stay in
the history and the statement is ruled on. No statement is ever rewritten.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec import Struct

from croupier.play.actor import Actor
from croupier.play.refusal import Reason, Refusal
from croupier.play.rulings import Ruled
from croupier.rules.document import Cite
from croupier.rules.irregularities import Decider, Ruling
from croupier.rules.questions import question

Event = TypeVar("Event")
_Facts = dict[str, str]
_Recorded = Callable[
    [
        str,
        _Facts,
        int | None,
        Ruling,
        tuple[Ruling, ...],
        tuple[str, ...],
        Decider,
        tuple[Cite, ...],
        _Facts,
        _Facts,
        str,
        str,
    ],
    Event,
]
"""The event of either engine by which a ruling is recorded."""


class Testimony(Struct, frozen=True):
    """The facts on which a ruling is based, and where they come from."""

    facts: dict[str, str]
    """The facts that are ruled on."""
    stated: dict[str, str]
    """The facts that the reporter stated, even if the record has them too."""
    contradicted: dict[str, str]
    """The facts of the record that a statement made with a reason contradicts."""


def compare(
    recorded: Mapping[str, str],
    stated: Mapping[str, str],
    cites: tuple[Cite, ...],
    *,
    certain: frozenset[str] = frozenset(),
) -> Testimony | Refusal:
    """Compare what is stated with what is recorded; a name that is missing in ``recorded`` is not recorded.

    What is ``certain`` follows from the acts at the table themselves: no statement can contradict it. Who must stand
    behind a statement that contradicts the rest is for the table of authority to say.
    """
    contradicted = {name: value for name, value in recorded.items() if stated.get(name, value) != value}
    against = next((name for name in contradicted if name in certain), None)
    if against is not None:
        sentence = f"“{question(against)}”: {recorded[against].replace('_', ' ')}, by what was done at the table"
        return Refusal(Reason.FACT, sentence, cites)
    return Testimony({**recorded, **stated}, dict(stated), contradicted)


def put_on_record(
    event: _Recorded[Event], about: int | None, ruled: Ruled, said: Testimony, actor: Actor, reason: str
) -> Event:
    """Make the event of a ruling for the record, with the statements that it relies on.

    ``about`` is the box or the seat, if any.
    """
    return event(
        ruled.irregularity,
        ruled.facts,
        about,
        ruled.ruling,
        ruled.then,
        ruled.options,
        ruled.decided_by,
        ruled.cites,
        said.stated,
        said.contradicted,
        actor.name,
        reason,
    )
