"""Authority over statements: who must stand behind an act, by what it touches and by the stage of the round.

A statement is what staff say about play or about the record: a report, a correction, an absence, a decision that a
document leaves to a role. What it changes decides who must make it. :data:`AUTHORITY` is the table; :func:`needed`
looks a row up, and :func:`strictest` combines the rows of an act that touches several things at once.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from croupier.rules.document import Cite
from croupier.rules.game import Game
from croupier.rules.terms import STAFF, Role, at_least, or_above


class Act(StrEnum):
    """A kind of act that the table rules on."""

    REPORT = "report"
    """An irregularity."""
    ABSENCE = "absence"
    """A Player who has left, reported or found by the clock."""
    CORRECT_CARD = "correct_card"
    CORRECT_WAGER = "correct_wager"
    CORRECT_DECISION = "correct_decision"
    TAKE_BACK = "take_back"
    DECISION = "decision"
    """A decision that a paragraph leaves to a role."""
    REOPEN = "reopen"
    """The end of a failure of the jackpot system."""
    ORDER_CLAIMS = "order_claims"
    CLAIM = "claim"
    """A signature under a major award."""
    COUNT = "count"
    RECOUNT = "recount"
    SLIP = "slip"
    """Chips or money that leave one place for another."""


class Touches(StrEnum):
    """A thing that an act touches."""

    NOTHING = "nothing"
    """No card, no wager and no amount: the act goes on record."""
    OWN_SLIP = "own_slip"
    """An entry that staff keyed."""
    FILLS_GAP = "fills_gap"
    """A point on which the record is silent."""
    GIVES_BACK = "gives_back"
    """A gap that gives wagers back once a Player has looked or a card was turned."""
    KNOWN = "known"
    """An entry or the record, contradicted or mended once a Player has looked or a card was turned."""
    DECIDED_WAGER = "decided_wager"
    """A wager whose outcome is established, or a round with one."""
    AGAINST_RECORD = "against_record"
    """An amount, a count, a card, a presence or an earlier round as the record has it."""
    SIGNED = "signed"
    """A result that two people have signed for."""
    CERTAIN = "certain"
    """A record that the program itself made: it dealt, and it took the wagers."""
    OUTSIDE = "outside"
    """An event outside the program at a table that it deals: a device, an absence, conduct."""


class Stage(StrEnum):
    """The progress of the wagers that an act touches."""

    KEYING = "keying"
    """The stage until the next card or the next person's act."""
    OPEN = "open"
    """The stage until an outcome is established for the wagers."""
    OUTCOME = "outcome"
    """The stage until the settlement is paid."""
    SETTLED = "settled"
    """The stage until the next round."""
    LATER = "later"
    """The stage from the next round on."""


class Signer(Struct, frozen=True):
    """A person who stands behind an act, and the role in which they do."""

    name: str
    role: Role


class Needs(Struct, frozen=True):
    """The people who must stand behind an act."""

    people: int
    """The number of different people; 0 if the act is open to no one."""
    role: Role = Role.DEALER
    """The position that one of them holds at least."""
    reason: bool = False
    begins: Role = Role.DEALER
    """The position that each of them holds at least."""
    others: bool = False
    """True if those who signed before count only when they sign again together with a Shift Manager."""
    named: bool = False
    """True if the paragraph names the position instead."""

    @property
    def who(self) -> str:
        """The roles as the notation writes them: ``dealer+pit_manager``."""
        role = "named_role" if self.named else self.role.value
        if not self.people:
            return "nobody"
        if self.people == 1:
            return role
        return f"others:{self.begins}+{role}" if self.others else f"{self.begins}+{role}"

    @property
    def sentence(self) -> str:
        """The people, as a refusal names them."""
        if not self.people:
            return "nobody may say this"
        why = " with a reason" if self.reason else ""
        if self.people == 1:
            return f"this takes {or_above(self.role)}{why}"
        different = "two others" if self.others else "two different people"
        again = ", or the same two together with a Shift Manager" if self.others else ""
        return f"this takes {different}, one of them {or_above(self.role)}{why}{again}"

    def met_by(self, signers: Sequence[Signer], reason: str, signed: Sequence[str] = ()) -> bool:
        """Return whether these people suffice; ``signed`` are the names under what the act would change."""
        if not self.people or (self.reason and not reason.strip()):
            return False
        counted = [one for one in signers if at_least(one.role, self.begins)]
        if self.others:
            fresh = [one for one in counted if one.name not in signed]
            again = {*signed} <= {one.name for one in counted}
            if again and any(one.role is STAFF[-1] for one in fresh):
                return True
            counted = fresh
        enough = len({one.name for one in counted}) >= self.people
        return enough and any(at_least(one.role, self.role) for one in counted)


class Row(Struct, frozen=True):
    """A row of the table: for these acts, by what they touch and when, the people needed."""

    acts: tuple[Act, ...]
    touches: Touches
    stages: tuple[Stage, ...]
    needs: Needs


class Ruled(Struct, frozen=True):
    """The authority that one act needs: the rows that bear on it, and the strictest of what they ask."""

    act: Act
    stage: Stage
    touches: tuple[Touches, ...]
    needs: Needs


NOBODY: Final = Needs(0)
DEALER: Final = Needs(1)
SUPERVISOR: Final = Needs(1, Role.PIT_SUPERVISOR, reason=True)
PIT_ALONE: Final = Needs(1, Role.PIT_SUPERVISOR, reason=True, begins=Role.PIT_SUPERVISOR)
"""No Dealer works at a table that the program deals."""
CONFIRMED: Final = Needs(2, Role.PIT_SUPERVISOR, reason=True)
MANAGER_AND: Final = Needs(2, Role.PIT_MANAGER, reason=True)
SHIFT_AND: Final = Needs(2, Role.SHIFT_MANAGER, reason=True)
OTHERS: Final = Needs(2, Role.PIT_MANAGER, reason=True, others=True)
VARIANCE: Final = Needs(2, Role.PIT_MANAGER, reason=True, begins=Role.PIT_SUPERVISOR)
"""A count that is further from the books than the House tolerates."""

STATEMENTS: Final = (
    Act.REPORT,
    Act.ABSENCE,
    Act.CORRECT_CARD,
    Act.CORRECT_WAGER,
    Act.CORRECT_DECISION,
    Act.TAKE_BACK,
)
REPORTS: Final = (Act.REPORT, Act.ABSENCE)
_ALL: Final = tuple(Stage)
_KEYING, _OPEN, _OUTCOME, _SETTLED, _LATER = ((stage,) for stage in Stage)

AUTHORITY: Final[tuple[Row, ...]] = (
    # Statements; ``interpretations`` has the readings.
    Row(STATEMENTS, Touches.NOTHING, _ALL, DEALER),
    Row(STATEMENTS, Touches.OWN_SLIP, _KEYING, DEALER),
    Row(STATEMENTS, Touches.OWN_SLIP, _OPEN, SUPERVISOR),
    Row(STATEMENTS, Touches.OWN_SLIP, _OUTCOME, MANAGER_AND),
    Row(STATEMENTS, Touches.OWN_SLIP, _SETTLED, SHIFT_AND),
    Row(STATEMENTS, Touches.OWN_SLIP, _LATER, NOBODY),
    Row(STATEMENTS, Touches.FILLS_GAP, (Stage.KEYING, Stage.OPEN), DEALER),
    Row(STATEMENTS, Touches.FILLS_GAP, _OUTCOME, SUPERVISOR),
    Row(STATEMENTS, Touches.FILLS_GAP, _SETTLED, MANAGER_AND),
    Row(STATEMENTS, Touches.FILLS_GAP, _LATER, NOBODY),
    Row(STATEMENTS, Touches.GIVES_BACK, _KEYING, DEALER),
    Row(STATEMENTS, Touches.GIVES_BACK, _OPEN, CONFIRMED),
    Row(STATEMENTS, Touches.GIVES_BACK, (Stage.OUTCOME, Stage.SETTLED), MANAGER_AND),
    Row(STATEMENTS, Touches.GIVES_BACK, _LATER, NOBODY),
    Row(STATEMENTS, Touches.KNOWN, (Stage.KEYING, Stage.OPEN, Stage.OUTCOME, Stage.SETTLED), CONFIRMED),
    Row(STATEMENTS, Touches.KNOWN, _LATER, NOBODY),
    Row(STATEMENTS, Touches.DECIDED_WAGER, (Stage.OUTCOME, Stage.SETTLED), MANAGER_AND),
    Row(STATEMENTS, Touches.DECIDED_WAGER, _LATER, NOBODY),
    Row(STATEMENTS, Touches.AGAINST_RECORD, (Stage.KEYING, Stage.OPEN), SUPERVISOR),
    Row(STATEMENTS, Touches.AGAINST_RECORD, _OUTCOME, MANAGER_AND),
    Row(STATEMENTS, Touches.AGAINST_RECORD, _SETTLED, SHIFT_AND),
    Row(STATEMENTS, Touches.AGAINST_RECORD, _LATER, NOBODY),
    Row(STATEMENTS, Touches.SIGNED, (Stage.OUTCOME, Stage.SETTLED), OTHERS),
    Row(STATEMENTS, Touches.SIGNED, _LATER, NOBODY),
    # A table that the program deals.
    Row(STATEMENTS, Touches.CERTAIN, _ALL, NOBODY),
    Row(REPORTS, Touches.OUTSIDE, (Stage.KEYING, Stage.OPEN, Stage.OUTCOME, Stage.SETTLED), PIT_ALONE),
    Row(REPORTS, Touches.OUTSIDE, _LATER, NOBODY),
    # A decision that a document leaves to a role.
    Row((Act.DECISION,), Touches.NOTHING, _ALL, Needs(1, Role.PIT_SUPERVISOR, reason=True, named=True)),
    Row(
        (Act.DECISION,),
        Touches.GIVES_BACK,
        (Stage.KEYING, Stage.OPEN, Stage.OUTCOME, Stage.SETTLED),
        Needs(2, Role.PIT_SUPERVISOR, reason=True, begins=Role.PIT_SUPERVISOR, named=True),
    ),
    Row((Act.DECISION,), Touches.GIVES_BACK, _LATER, NOBODY),
    Row((Act.DECISION,), Touches.SIGNED, (Stage.OUTCOME, Stage.SETTLED), OTHERS),
    # Acts that two people sign.
    Row((Act.REOPEN,), Touches.NOTHING, _ALL, Needs(2, Role.PIT_MANAGER, begins=Role.PIT_SUPERVISOR)),
    Row((Act.ORDER_CLAIMS,), Touches.NOTHING, _OUTCOME, SUPERVISOR),
    Row((Act.ORDER_CLAIMS,), Touches.SIGNED, _OUTCOME, OTHERS),
    Row((Act.CLAIM,), Touches.NOTHING, _OUTCOME, Needs(2, Role.PIT_SUPERVISOR, begins=Role.PIT_SUPERVISOR)),
    Row((Act.COUNT,), Touches.NOTHING, _ALL, Needs(2, Role.PIT_SUPERVISOR, begins=Role.PIT_SUPERVISOR)),
    Row((Act.COUNT,), Touches.AGAINST_RECORD, _ALL, VARIANCE),
    Row((Act.RECOUNT,), Touches.SIGNED, _ALL, Needs(2, Role.PIT_MANAGER, reason=True, others=True)),
    Row((Act.SLIP,), Touches.NOTHING, _ALL, Needs(2, Role.PIT_SUPERVISOR)),
)
"""The people who must stand behind each act."""

_ROWS: Final[Mapping[tuple[Act, Touches, Stage], Needs]] = {
    (act, row.touches, stage): row.needs for row in AUTHORITY for act in row.acts for stage in row.stages
}


def needed(act: Act, touches: Touches, stage: Stage) -> Needs:
    """Return the people that an act needs; an act that the table does not know is open to no one."""
    return _ROWS.get((act, touches, stage), NOBODY)


def strictest(act: Act, touches: Iterable[Touches], stage: Stage, named: Role | None = None) -> Ruled:
    """Combine what an act needs over all that it touches; ``named`` is the role that a paragraph names."""
    found = tuple(dict.fromkeys(touches)) or (Touches.NOTHING,)
    rows = [needed(act, one, stage) for one in found]
    least = min(rows, key=lambda one: one.people)
    if not least.people:
        return Ruled(act, stage, found, NOBODY)
    roles = [named if one.named and named is not None else one.role for one in rows]
    needs = Needs(
        max(one.people for one in rows),
        max(roles, key=STAFF.index),
        any(one.reason for one in rows),
        max((one.begins for one in rows), key=STAFF.index),
        any(one.others for one in rows),
    )
    return Ruled(act, stage, found, needs)


JACKPOT: Final = frozenset({Act.REOPEN, Act.ORDER_CLAIMS, Act.CLAIM})
"""The acts of a game that has a jackpot."""

_WORDS: Final[Mapping[Touches, str]] = {
    Touches.NOTHING: "changes no card, wager or amount",
    Touches.OWN_SLIP: "mends what staff keyed",
    Touches.FILLS_GAP: "fills a gap in the record",
    Touches.DECIDED_WAGER: "voids a round with an outcome, or changes a decided wager",
    Touches.AGAINST_RECORD: "contradicts the record: an amount, a count, a card, a presence, an earlier round",
    Touches.SIGNED: "changes what two people have signed for",
    Touches.CERTAIN: "contradicts the record of a table that the program deals, or is no event outside it",
    Touches.OUTSIDE: "tells an event outside the program, where the program deals: a device, an absence, conduct",
}


class Shown(Struct, frozen=True):
    """A row as ``rules --authority`` and the manual show it, for one act and one stage."""

    act: Act
    touches: Touches
    stage: Stage
    who: str
    reason: bool
    cites: tuple[Cite, ...]
    words: str
    """A description of what the act touches, for people."""


def words_of(game: Game, touches: Touches) -> str:
    """Return what an act touches in words; where looks are not recorded, the deal stands for the first look."""
    looks = game.irregularities.looks_recorded
    since = "once a Player has looked or a card was turned" if looks else "after a deal"
    if touches is Touches.GIVES_BACK:
        return f"gives wagers back {since}: a Void, a hand invalidated, a wager returned, a choice to withdraw"
    if touches is Touches.KNOWN:
        return f"contradicts the record, or mends what was keyed before the last act, {since}"
    return _WORDS[touches]


def shown(game: Game) -> tuple[Shown, ...]:
    """Return the table of a game row by row, each with the interpretation that it rests on."""
    tables = game.irregularities
    cites, jackpot = tables.statements or tables.silent.cites, tables.later_rounds is not None
    return tuple(
        Shown(act, touches, stage, needs.who, needs.reason, cites, words_of(game, touches))
        for (act, touches, stage), needs in _ROWS.items()
        if jackpot or not (act in JACKPOT or (touches is Touches.SIGNED and act is not Act.RECOUNT))
    )
