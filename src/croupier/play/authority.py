"""Statements of staff: weighed against the record, signed by the people whom the table of authority asks for.

The mechanism of both engines. An engine works out what an act would do, finds what it touches and at which stage, and
gets a :class:`Weighing` from :data:`croupier.rules.authority.AUTHORITY`. One person who suffices carries the act out at
once. Otherwise the act becomes a :class:`Statement` that waits on the table, and the round with it, until enough other
people have signed it or one of them refuses it.
"""

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar, final

from msgspec import Struct, UnsetType
from msgspec.structs import replace

from croupier.money import Cents
from croupier.play.actor import SYSTEM, Actor
from croupier.play.refusal import Reason, Refusal
from croupier.play.tape import Keyed, Tape, until
from croupier.rules.authority import NOBODY, Act, Needs, Signer, Stage, Touches, needed, strictest
from croupier.rules.document import Cite
from croupier.rules.game import Game
from croupier.rules.terms import STAFF, Role, at_least, or_above

C = TypeVar("C")
ENDS_FAILURE: Final = needed(Act.REOPEN, Touches.NOTHING, Stage.LATER)
"""The people behind the end of a failure of the jackpot system."""
E = TypeVar("E")
R = TypeVar("R")
Cites = tuple[Cite, ...]


class Compared(Struct, frozen=True):
    """A value on record beside the one that was stated."""

    name: str
    """A fact, or a thing of the table such as ``ante of box 3``."""
    record: str
    statement: str


class Case(Struct, frozen=True):
    """An act of staff as the table of authority looks it up."""

    act: Act
    touches: tuple[Touches, ...]
    stage: Stage
    compared: tuple[Compared, ...] = ()
    named: Role | None = None
    """The role that a paragraph names."""

    @property
    def contradicts(self) -> bool:
        """Whether the act changes the record otherwise than its maker may while still keying it."""
        mended = Touches.OWN_SLIP in self.touches and self.stage is not Stage.KEYING
        return mended or Touches.AGAINST_RECORD in self.touches

    def known(self) -> "Case":
        """Return the case of an act whose maker may have seen the cards since."""
        return replace(self, touches=(*self.touches, Touches.KNOWN)) if self.contradicts else self


class Weighing(Struct, frozen=True):
    """An act of staff beside the record: what it touches, who must stand behind it, and what it costs the House."""

    act: Act
    touches: tuple[Touches, ...]
    stage: Stage
    needs: Needs
    compared: tuple[Compared, ...] = ()
    difference: Cents | None = None
    """The House's result with the statement, less the result without; None where unknown cards decide it."""
    cites: Cites = ()


class Statement(Struct, Generic[C], frozen=True):
    """An act of staff that waits for more people."""

    number: int
    command: C
    weighing: Weighing
    signers: tuple[Signer, ...]
    """The people who stand behind it so far; the first has made it."""
    reason: str = ""

    @property
    def by(self) -> Actor:
        """The person who has made it."""
        first = self.signers[0]
        return Actor(first.name, first.role)


@final
class SignStatement(Struct, frozen=True, tag=True):
    """A further person stands behind a statement, with a reason if it has none yet."""

    number: int
    reason: str = ""


@final
class RefuseStatement(Struct, frozen=True, tag=True):
    """A statement ends without effect: another person refuses it, or its maker withdraws it."""

    number: int
    reason: str = ""


@final
class StatementSigned(Struct, frozen=True, tag=True):
    """A further person stands behind a statement; if it is complete, what it leads to follows."""

    number: int
    by: str
    role: Role
    reason: str
    complete: bool
    cites: Cites


@final
class StatementEnded(Struct, frozen=True, tag=True):
    """A statement has ended without effect."""

    number: int
    by: str
    role: Role
    reason: str
    withdrawn: bool
    """Whether its maker has withdrawn it; otherwise another person has refused it."""
    cites: Cites


def weighed(
    game: Game,
    act: Act,
    touches: tuple[Touches, ...],
    stage: Stage,
    *,
    named: Role | None = None,
    compared: tuple[Compared, ...] = (),
    difference: Cents | None = None,
) -> Weighing:
    """Ask the table who must stand behind an act; ``named`` is the role that a paragraph names."""
    ruled = strictest(act, touches, stage, named)
    return Weighing(act, ruled.touches, stage, ruled.needs, compared, difference, game.irregularities.statements)


def taken_back_by(
    tape: Tape[R, E] | UnsetType,
    stays: Callable[[Keyed[E]], bool],
    case_of: Callable[[Keyed[E], Tape[R, E]], Case],
) -> tuple[Needs, ...]:
    """Return who must stand behind taking back each act on a tape, newest first, once those after it are."""
    if isinstance(tape, UnsetType):
        return ()
    found = list[Needs]()
    for at in reversed(range(len(tape.acts))):
        act = tape.acts[at]
        if stays(act):
            found.append(NOBODY)
            continue
        case = case_of(act, until(tape, at, stays))
        found.append(strictest(case.act, case.touches, case.stage).needs)
    return tuple(found)


def too_few_end_it(people: Sequence[Signer], cites: Cites = ()) -> Refusal | None:
    """Refuse the end of a failure of the jackpot system behind which too few people stand."""
    if ENDS_FAILURE.met_by(people, ""):
        return None
    return Refusal(Reason.ROLE, f"A jackpot works again: {ENDS_FAILURE.sentence}", cites)


def not_staff(game: Game, actor: Actor, cites: Cites = ()) -> Refusal | None:
    """Refuse a statement of a person who is no member of the table's staff."""
    if at_least(actor.role, STAFF[0]):
        return None
    return Refusal(Reason.ROLE, f"Only {or_above(STAFF[0])} may say this", cites or game.irregularities.statements)


def suffices(weighing: Weighing, actor: Actor, reason: str, signed: tuple[str, ...] = ()) -> bool | Refusal:
    """Return whether one person may carry an act out alone; refuse what they may not even begin.

    ``signed`` are the names under what the act would change.
    """
    needs, first = weighing.needs, (Signer(actor.name, actor.role),)
    if actor.name == SYSTEM:
        return True  # the program itself, which made the record
    if not needs.people or not at_least(actor.role, needs.begins):
        return Refusal(Reason.ROLE, f"{_why(weighing)}: {needs.sentence}", weighing.cites)
    if needs.met_by(first, reason, signed):
        return True
    if needs.met_by(first, "given", signed):
        return Refusal(Reason.AMOUNT, f"{_why(weighing)}: {needs.sentence}", weighing.cites)
    return False


def may_sign(statement: Statement[C], actor: Actor) -> Refusal | None:
    """Refuse a signature that adds no person to those who stand behind a statement."""
    cites, needs = statement.weighing.cites, statement.weighing.needs
    if not at_least(actor.role, needs.begins):
        return Refusal(Reason.ROLE, f"Only {or_above(needs.begins)} may sign this", cites)
    if actor.name == statement.by.name:
        return Refusal(Reason.ROLE, f"{actor.name} has said this: another person signs it", cites)
    if any(one.name == actor.name for one in statement.signers):
        return Refusal(Reason.ROLE, f"{actor.name} has signed this already", cites)
    return None


def completes(statement: Statement[C], actor: Actor, reason: str, signed: tuple[str, ...] = ()) -> bool | Refusal:
    """Return whether a signature is the last that a statement needs; refuse it if only a reason is missing."""
    needs = statement.weighing.needs
    signers = (*statement.signers, Signer(actor.name, actor.role))
    given = statement.reason.strip() or reason
    if needs.met_by(signers, given, signed):
        return True
    if needs.met_by(signers, "given", signed):
        return Refusal(Reason.AMOUNT, "This needs a reason", statement.weighing.cites)
    return False


def may_refuse(statement: Statement[C], actor: Actor, reason: str) -> Refusal | None:
    """Refuse the end of a statement by a person who may not end it, or who gives no reason."""
    if actor.name == statement.by.name:
        return None
    needs, cites = statement.weighing.needs, statement.weighing.cites
    if not at_least(actor.role, needs.role):
        return Refusal(Reason.ROLE, f"Only {or_above(needs.role)} or {statement.by.name} may end this", cites)
    if not reason.strip():
        return Refusal(Reason.AMOUNT, "Refusing a statement needs a reason", cites)
    return None


def numbered(statements: tuple[Statement[C], ...], number: int, cites: Cites) -> Statement[C] | Refusal:
    """Return the statement of that number among those that wait."""
    found = next((one for one in statements if one.number == number), None)
    return found or Refusal(Reason.MOMENT, f"No statement {number} waits here", cites)


def signed_by(statements: tuple[Statement[C], ...], event: StatementSigned) -> tuple[Statement[C], ...]:
    """Return the statements that wait after one of them was signed."""
    if event.complete:
        return without(statements, event.number)
    return tuple(_with(one, event) if one.number == event.number else one for one in statements)


def without(statements: tuple[Statement[C], ...], number: int) -> tuple[Statement[C], ...]:
    """Return the statements that wait after one of them was carried out or ended."""
    return tuple(one for one in statements if one.number != number)


def _with(statement: Statement[C], event: StatementSigned) -> Statement[C]:
    signers = (*statement.signers, Signer(event.by, event.role))
    reason = statement.reason or event.reason
    return Statement(statement.number, statement.command, statement.weighing, signers, reason)


def holds(statement: Statement[C], about: str = "") -> Refusal:
    """Refuse an act while a statement waits; ``about`` names its subject, such as ``box 3``."""
    what = f"what {statement.by.name} said{f' about {about}' if about else ''}"
    sentence = f"The round waits for {missing(statement.weighing.needs, statement.signers)} to sign {what}"
    return Refusal(Reason.MOMENT, sentence, statement.weighing.cites)


def missing(needs: Needs, signers: tuple[Signer, ...]) -> str:
    """Name the person who is still needed, within a sentence."""
    counted = [one for one in signers if at_least(one.role, needs.begins)]
    if not any(at_least(one.role, needs.role) for one in counted):
        who = or_above(needs.role)
    else:
        who = f"another person, {or_above(needs.begins)},"
    return f"{who} who has not signed before" if needs.others else who


def lacking(statement: Statement[C], about: str = "") -> str:
    """Name who must still sign a statement, as notation that is not finished says it."""
    needs = missing(statement.weighing.needs, statement.signers)
    what = f"what {statement.by.name} said{f' about {about}' if about else ''}"
    return f"{needs} must still sign {what}"


class StatementView(Struct, frozen=True):
    """A statement that waits, as staff see it before they sign: record, statement and the difference in money."""

    number: int
    act: Act
    what: str
    """The irregularity or the kind of act, in words."""
    about: str
    """Its subject, such as ``box 3``; empty if it has none of its own."""
    by: str
    role: Role
    reason: str
    signers: tuple[Signer, ...]
    touches: tuple[Touches, ...]
    stage: Stage
    compared: tuple[Compared, ...]
    difference: Cents | None
    """The House's result with the statement, less the result without; None where unknown cards decide it."""
    needs: str
    """The people whom the table of authority asks for, in a sentence."""
    missing: str
    """The person who is still needed."""
    cites: Cites


def as_seen(statement: Statement[C], what: str, about: str) -> StatementView:
    """Return a statement as staff see it; cards that it names are left out, as they may lie face down."""
    weighing, by = statement.weighing, statement.by
    return StatementView(
        number=statement.number,
        act=weighing.act,
        what=what,
        about=about,
        by=by.name,
        role=by.role,
        reason=statement.reason,
        signers=statement.signers,
        touches=weighing.touches,
        stage=weighing.stage,
        compared=weighing.compared,
        difference=weighing.difference,
        needs=weighing.needs.sentence,
        missing=missing(weighing.needs, statement.signers),
        cites=weighing.cites,
    )


_TOUCHED = {
    Touches.NOTHING: "This changes nothing",
    Touches.OWN_SLIP: "This was keyed in, and a card or another person's act has followed",
    Touches.FILLS_GAP: "The record does not say this",
    Touches.GIVES_BACK: "This gives wagers back",
    Touches.KNOWN: "This changes the record after a Player has looked or a card was turned",
    Touches.DECIDED_WAGER: "This changes a wager that is decided",
    Touches.AGAINST_RECORD: "This contradicts the record",
    Touches.SIGNED: "This changes what two people have signed for",
    Touches.CERTAIN: "The program deals this table and keeps its record",
    Touches.OUTSIDE: "The program deals this table",
}


def _why(weighing: Weighing) -> str:
    """Say why an act needs more, by the gravest thing that it touches and what the record has instead."""
    gravest = next((one for one in reversed(Touches) if one in weighing.touches), Touches.NOTHING)
    found = weighing.compared[0] if weighing.compared else None
    if gravest is Touches.AGAINST_RECORD and found is not None:
        return f"“{found.name}”: the record says {found.record}, not {found.statement}"
    return _TOUCHED[gravest]
