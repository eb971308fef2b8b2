"""Reporting an irregularity at a table of the poker room: the facts, the ruling, and what follows."""

from croupier.cards import UNKNOWN
from croupier.play.actor import Actor
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import out_of_turn
from croupier.play.room.commands import Report, SitOut, TakeDecision
from croupier.play.room.events import Cites, DecisionPending, DecisionTaken, IrregularityRuled, RoomEvent
from croupier.play.room.facts import in_all, recorded
from croupier.play.room.positions import next_positions
from croupier.play.room.remedies import fold_exposed, remedy, void_round
from croupier.play.room.seating import sit_out
from croupier.play.room.state import Table
from croupier.play.rulings import Ruled, RulingError, ask, ask_at, known_facts, paragraphs
from croupier.play.testimony import Testimony, compare, put_on_record
from croupier.rules.authority import Stage
from croupier.rules.irregularities import ROLES, Decider, Ruling
from croupier.rules.questions import in_words
from croupier.rules.room import Blind, RoomGame
from croupier.rules.terms import at_least, or_above

Answer = tuple[RoomEvent, ...] | Refusal

SEATS = {"player_joins": "takes a seat", "player_returns": "comes back"}
"""The irregularities that are commands of their own, not reports."""


def grounds_of(game: RoomGame, command: Report) -> Cites:
    """Return the paragraphs that a report is about."""
    name = command.irregularity
    return game.grounds.turn if name == "out_of_turn" else paragraphs(game, name, command.facts)


def report(game: RoomGame, table: Table, actor: Actor, command: Report) -> Answer:
    """Rule on an irregularity: return the ruling as an event with its paragraph, and the events that follow."""
    name, cites = command.irregularity, grounds_of(game, command)
    if name in SEATS:
        sentence = f"{in_words(name)}: this is not reported; the Player {SEATS[name]}, and pays as the document says"
        grounds = game.grounds.joining if name == "player_joins" else game.grounds.returning
        return Refusal(Reason.MOMENT, sentence, grounds)
    known = game.irregularities
    over = not table.playing and name in known.rules and name not in known.between_rounds
    if over and table.round is not None:
        return _found_late(game, actor, command, cites)
    if name == "out_of_turn":
        return _out_of_turn(game, table, actor, command)
    if over:
        return Refusal(Reason.MOMENT, "There is no round in play", cites)
    try:
        names = {fact.name for fact in known_facts(game, name)}
        on_record = {key: value for key, value in recorded(game, table, command).items() if key in names}
        said = compare(on_record, command.facts, cites)
        if isinstance(said, Refusal):
            return said
        ruled = ask(game, name, in_all(table.round if table.playing else None, said.facts))
        if name == "cards_exposed" and "when" not in ruled.facts:  # which later reports of the round depend on
            return Refusal(Reason.FACT, "Cards exposed: “When” is answered with initial deal or later", cites)
    except RulingError as error:
        return Refusal(Reason.FACT, error.plainly, cites)
    other = _no_such_hand(table, command, ruled)
    if other is not None:
        return other
    event = put_on_record(IrregularityRuled, command.seat, ruled, said, actor, command.reason)
    if name == "player_absent":
        return _absent(game, table, actor, command, ruled, event)
    if ruled.ruling is Ruling.ROLE_DECIDES:
        return (event, _pending(table, command, ruled))
    done = remedy(game, table, command, ruled)
    return done if isinstance(done, Refusal) else (event, *done)


def _found_late(game: RoomGame, actor: Actor, command: Report, cites: Cites) -> Answer:
    """Record what is found once a round is settled: it changes nothing."""
    try:
        ruled = ask_at(game, command.irregularity, command.facts, Stage.SETTLED)
    except RulingError as error:
        return Refusal(Reason.FACT, error.plainly, cites)
    said = Testimony(ruled.facts, dict(command.facts), {})
    return (put_on_record(IrregularityRuled, command.seat, ruled, said, actor, command.reason),)


def _no_such_hand(table: Table, command: Report, ruled: Ruled) -> Refusal | None:
    """Return the refusal if the seat has no Hole Cards yet, or those named are in another hand.

    The table knows whose they are.
    """
    if command.irregularity != "hole_cards_exposed" or table.round is None:
        return None
    for hand in table.round.hands:
        if hand.seat == command.seat and not hand.cards:
            return Refusal(Reason.CARDS, f"Seat {hand.seat} has no Hole Cards yet", ruled.cites)
        if hand.seat != command.seat and any(card in hand.cards for card in command.cards if card != UNKNOWN):
            return Refusal(Reason.CARDS, f"These cards are those of seat {hand.seat}", ruled.cites)
    return None


def _pending(table: Table, command: Report, ruled: Ruled) -> DecisionPending:
    """Return the pending decision that a ruling leaves to a role.

    Between rounds no round can be voided, and without a hand in play none can be folded.
    """
    barred = set() if table.playing else {Ruling.VOID_ROUND.value}
    if table.round is None or not table.playing or isinstance(fold_exposed(table.round, command.seat, ()), Refusal):
        barred.add(Ruling.FOLD_HAND.value)
    options = tuple(option for option in ruled.options if option not in barred)
    return DecisionPending(
        table.decisions + 1,
        ruled.irregularity,
        ruled.facts,
        command.seat,
        ROLES[ruled.decided_by],
        options,
        ruled.cites,
    )


def _out_of_turn(game: RoomGame, table: Table, actor: Actor, command: Report) -> Answer:
    """Take the act back; what it binds the Player to, if it could stand, is decided when their turn comes."""
    noted = out_of_turn.note(game, table, command)
    if isinstance(noted, Refusal):
        return noted
    intended = command.move if noted is None else noted.move
    assert intended is not None, "an act that nobody named was noted"
    facts = {"intended": intended.value}
    cites = (*game.grounds.turn, *game.grounds.retracted) if noted is None else noted.cites
    ruled = IrregularityRuled(
        "out_of_turn",
        facts,
        command.seat,
        Ruling.RETRACT_ACTION,
        (),
        (),
        Decider.RULES,
        cites,
        dict(command.facts),
        by=actor.name,
        reason=command.reason,
    )
    return (ruled,) if noted is None else (ruled, noted)


_WORDS = {"yes": True, "no": False, "not_said": None}


def _absent(
    game: RoomGame,
    table: Table,
    actor: Actor,
    command: Report,
    ruled: Ruled,
    event: IrregularityRuled,
) -> Answer:
    """Let a Player who is not there when a blind falls due sit out.

    The next round shows who posts instead.
    """
    if table.playing:
        return Refusal(Reason.MOMENT, "The Blinds of this round are posted", ruled.cites)
    if command.seat is None:
        return Refusal(Reason.NO_SUCH_SEAT, "Player absent: say which seat it is about", ruled.cites)
    plan = next_positions(game, table)
    places = None if plan is None else plan.places
    due = {} if places is None else {Blind.SMALL.value: places.small_due, Blind.BIG.value: places.big_seat}
    seat = table.seat(command.seat)
    if seat is not None and seat.away:  # what they said about coming back stays as it was
        return Refusal(Reason.FACT, f"Seat {command.seat} sits out already", ruled.cites)
    if due.get(ruled.facts["due"], command.seat) != command.seat:
        sentence = f"That blind falls due at seat {due[ruled.facts['due']]}"
        return Refusal(Reason.FACT, sentence, ruled.cites)
    done = sit_out(game, table, actor, SitOut(command.seat, _WORDS[ruled.facts["will_return"]]))
    return done if isinstance(done, Refusal) else (event, *done)


# ---- What a document leaves to a role -------------------------------------------------------------------------------


def take_decision(game: RoomGame, table: Table, actor: Actor, command: TakeDecision) -> tuple[RoomEvent, ...] | Refusal:
    """Take the decision of the role to which a ruling left it, with the events that follow."""
    silent = game.irregularities.silent.cites
    asked = next((one for one in table.pending if one.number == command.number), None)
    if asked is None:
        return Refusal(Reason.MOMENT, f"No decision number {command.number} is waiting", silent)
    if not at_least(actor.role, asked.role):
        return Refusal(Reason.ROLE, f"Only {or_above(asked.role)} may decide this", asked.cites)
    if command.option not in asked.options:
        return Refusal(Reason.FACT, f"The options are {', '.join(asked.options)}", asked.cites)
    if not command.reason.strip():
        return Refusal(Reason.FACT, "A decision needs a reason", asked.cites)
    taken = DecisionTaken(asked.number, command.option, command.reason, actor.name, actor.role, asked.cites)
    if command.option == Ruling.CONTINUE:
        return (taken,)
    if table.round is None or not table.playing:
        return Refusal(Reason.MOMENT, "There is no round in play", asked.cites)
    if command.option == Ruling.VOID_ROUND:
        return (taken, *void_round(game, table.round, asked.cites))
    folded = fold_exposed(table.round, asked.seat, asked.cites)
    return folded if isinstance(folded, Refusal) else (taken, *folded)
