"""The search for statements that pay: it knows every card, and follows what it says to the end of the round."""

from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.msgpack import encode
from msgspec.structs import replace

from croupier.floor.values.table_kinds import BankedTable
from croupier.notation.actors import Deed
from croupier.notation.acts import format_act
from croupier.play.banked.commands import BankedCommand
from croupier.rules.terms import Decision
from tests.insider.felt import Ahead, decision_at, finished, next_act
from tests.insider.hands import Plan, courses
from tests.insider.statements import Crew, statements

OPTIONS: Final = (("continue", "stay"), ("return_wager", "withdraw", "permit"))
"""What the friend answers where a ruling leaves them a choice."""
WIDTH: Final = 6
"""How many statements that pay nothing by themselves are followed by a second one."""
BREADTH: Final = (400, 60)
"""How many statements are tried at a moment, as the first and as the second."""
TRIES: Final = 8
"""How many of the ways that would pay are put to a floor before a crew gives up."""
Said = tuple[Deed[BankedCommand], ...]


class Way(Struct, frozen=True):
    """Statements, and how the friend goes on after them."""

    said: Said
    decisions: tuple[Decision, ...]
    options: tuple[str, ...]
    won: int
    """Cents that the friend has won or lost at the end, from the first statement on."""


def best(state: BankedTable, plan: Plan, crew: Crew, rng: Random) -> tuple[list[Way], int]:
    """Return what a crew may say here, what pays it most first; and how many statements were weighed."""
    found: list[Way] = []
    known: dict[tuple[int, bytes], Way | None] = {}
    level: list[tuple[Said, Ahead]] = [((), Ahead(state))]
    weighed = 0
    for most in BREADTH:
        after: list[tuple[Said, Ahead]] = []
        for said, ahead in level:
            for deed in statements(ahead.state, crew, rng, most):
                weighed += 1
                gone = ahead.copy()
                if not gone.ask(deed.actor, deed.command):
                    after.append(((*said, deed), gone))
        found += [way for said, ahead in after if (way := _followed(ahead, said, plan, crew, known)) is not None]
        rng.shuffle(after)
        level = _different(after)
    return sorted(found, key=lambda way: -crew.worth(way.won)), weighed


def _followed(
    ahead: Ahead, said: Said, plan: Plan, crew: Crew, known: dict[tuple[int, bytes], Way | None]
) -> Way | None:
    """Follow what statements have led to; tables that are the same once honest people have refused it go one way."""
    gone = ahead.copy()
    while gone.state.engine.waiting:
        if next_act(gone, plan, plan.decisions) is not True:
            break
    table = gone.won, encode(gone.state.engine)
    if table not in known:
        known[table] = follow(gone, said, plan, crew)
    way = known[table]
    return None if way is None else replace(way, said=said)


def _different(after: Sequence[tuple[Said, Ahead]]) -> list[tuple[Said, Ahead]]:
    """Some of the tables that statements lead to, first one for each kind of statement."""
    kinds: dict[str, tuple[Said, Ahead]] = {}
    for said, ahead in after:
        kinds.setdefault(kind(said[-1]), (said, ahead))
    return list(kinds.values())[:WIDTH]


def follow(ahead: Ahead, said: Said, plan: Plan, crew: Crew) -> Way | None:
    """Play on from a table in the way that pays the friend most; None if the round cannot end.

    Courses and options that differ only in what the friend is not asked any more are one way.
    """
    ways: list[Way] = []
    gone_before: list[dict[int, Decision]] = []
    for decisions in courses(plan.game) if crew.plays else (plan.decisions,):
        if any(all(decision_at(decisions, at) is one for at, one in taken.items()) for taken in gone_before):
            continue
        for options in OPTIONS if crew.plays else OPTIONS[:1]:
            gone = ahead.copy()
            if finished(gone, plan, decisions, options):
                ways.append(Way(said, decisions, options, gone.won))
            if not gone.chose:
                gone_before.append(gone.decided)
                break
    return max(ways, key=lambda way: crew.worth(way.won), default=None)


def shrunk(state: BankedTable, plan: Plan, crew: Crew, said: Said, least: int) -> Said:
    """Leave out of statements what they do not need in order to be worth more than so many cents to the crew."""
    for at in range(len(said)):
        fewer = (*said[:at], *said[at + 1 :])
        ahead = Ahead(state)
        if any(ahead.ask(deed.actor, deed.command) for deed in fewer):
            continue
        way = follow(ahead, fewer, plan, crew)
        if way is not None and crew.worth(way.won) > least:
            return shrunk(state, plan, crew, fewer, least)
    return said


def kind(deed: Deed[BankedCommand]) -> str:
    """Name the kind of a statement: ``report foreign_card``, ``correct wager``."""
    words = format_act(deed).partition(": ")[2].split()
    return " ".join(words[: 2 if words[0] in ("report", "correct") else 1])
