"""Reporting an irregularity in a round: the facts, the ruling, and what follows."""

from croupier.cards import UNKNOWN
from croupier.play import facts as table_facts
from croupier.play.commands import HouseEnvelope, Report, WithholdHand
from croupier.play.events import DecisionPending, HouseEvent, IrregularityRuled, JackpotDown, JackpotStatus
from croupier.play.playing import withhold
from croupier.play.refusal import Reason, Refusal
from croupier.play.remedies import ROLES, remedy
from croupier.play.rulings import Ruled, RulingError, ask, known_facts
from croupier.play.state import Phase, Table
from croupier.rules.house import HouseGame
from croupier.rules.irregularities import Decider, Ruling
from croupier.rules.settling import Result
from croupier.rules.terms import Role, at_least

Answer = tuple[HouseEvent, ...] | Refusal

DEALING = frozenset(
    {
        "cards_exposed",
        "misdeal",
        "wrong_community_count",
        "wrong_dealer_count",
        "wrong_hand_count",
        "burn_missed",
        "other_dealing_error",
        "simultaneous_draw",
    }
)
"""What cannot have happened before a card is out."""
NOTHING_TO_FAIL = {
    JackpotStatus.UNDECIDED: "The jackpot system is known to be down, and the House has yet to choose",
    JackpotStatus.CLOSE_TABLE: "The table is closed for later rounds: the jackpot system is known to be down",
    JackpotStatus.WITHOUT_JACKPOT: "The table is played without jackpot wagers: there is nothing that could fail",
}
"""How a table is played while no jackpot wager is taken there; where only some boxes are closed, others may fail."""
ANY_TIME = frozenset({"jackpot_system_down", "confidentiality_breach", "not_covered"})


def report(game: HouseGame, table: Table, envelope: HouseEnvelope, command: Report) -> Answer:
    """The ruling on an irregularity, as an event with its paragraph, and what it makes happen."""
    silent = game.irregularities.silent
    if not at_least(envelope.role, Role.DEALER):
        return Refusal(Reason.ROLE, "An irregularity is reported by the Dealer or above", silent.cites)
    try:
        names = {fact.name for fact in known_facts(game, command.irregularity)}
        late = _too_late(game, table, command)
        if late is not None:
            return late
        known = {name: value for name, value in table_facts.known(game, table, command).items() if name in names}
        ruled = ask(game, command.irregularity, {**command.facts, **known})
    except RulingError as error:
        return Refusal(Reason.FACT, error.plainly, silent.cites)
    moment = _wrong_moment(game, table, command, ruled) or _wrong_cards(table, command, ruled)
    if moment is not None:
        return moment
    if command.irregularity == "hand_not_shown":
        return _hidden(game, table, envelope, command, ruled)
    done = remedy(game, table, command, ruled)
    if isinstance(done, Refusal):
        return done
    return (_event(command, ruled), *done, *_house_chooses(game, table, done))


def _event(command: Report, ruled: Ruled) -> IrregularityRuled:
    return IrregularityRuled(
        ruled.irregularity,
        ruled.facts,
        command.box,
        ruled.ruling,
        ruled.then,
        ruled.options,
        ruled.decided_by,
        ruled.cites,
    )


def _too_late(game: HouseGame, table: Table, command: Report) -> Answer | None:
    """An error of an earlier round: once the next has begun it changes nothing, where the document says so."""
    if command.round is None or command.round >= table.rounds:
        return None
    ruled = ask(game, "error_noticed_late", {})
    stands = game.irregularities.earlier_rounds.get(command.irregularity, ())
    if stands or ruled.ruling is Ruling.CONTINUE:
        sentence = f"Round {table.rounds} has begun: an error of round {command.round} changes nothing any more"
        return Refusal(Reason.MOMENT, sentence, stands or ruled.cites)
    done = remedy(game, table, command, ruled)
    return done if isinstance(done, Refusal) else (_event(command, ruled), *done)


def _wrong_moment(game: HouseGame, table: Table, command: Report, ruled: Ruled) -> Refusal | None:
    """Whether there is no round in which this could have happened."""
    running = table.round is not None and table.round.phase is not Phase.ENDED
    settled = table.round is not None and table.round.phase is Phase.ENDED
    if command.round is not None and command.round > table.rounds:
        return Refusal(Reason.MOMENT, f"There is no round {command.round} yet", ruled.cites)
    if command.irregularity in DEALING and table.round is not None and not (table.round.used or table.round.dealt):
        return Refusal(Reason.MOMENT, "No card has been dealt yet", ruled.cites)
    if command.irregularity == "late_wager" and table.round is not None and table.round.phase is Phase.BETTING:
        return Refusal(Reason.MOMENT, "The bets are not closed yet", ruled.cites)
    if command.irregularity == "jackpot_system_down" and table.jackpot in NOTHING_TO_FAIL:
        return Refusal(Reason.MOMENT, NOTHING_TO_FAIL[table.jackpot], ruled.cites)
    if running or command.irregularity in ANY_TIME:
        return None
    undoes = ruled.ruling in {Ruling.VOID_ROUND, Ruling.INVALIDATE_HAND}
    # Which paragraphs reach until the next round begins, the rulebook says; a round that is over is else settled.
    in_time = ruled.facts.get("noticed") == "before_next_round"
    in_time = in_time or command.irregularity in game.irregularities.until_next_round
    if settled and undoes and in_time and not _is_void(table):
        return None
    return Refusal(Reason.MOMENT, "There is no round in play", ruled.cites)


def _is_void(table: Table) -> bool:
    """Whether the last round has no result already."""
    return table.round is not None and any(line.result is Result.VOID for line in table.round.lines)


def _wrong_cards(table: Table, command: Report, ruled: Ruled) -> Refusal | None:
    """Whether the cards named are not those that the report is about."""
    if command.irregularity != "cards_exposed" or not command.cards or table.round is None:
        return None
    count = ruled.facts.get("count")
    if count is not None and len(command.cards) != int(count):
        return Refusal(Reason.CARDS, f"{len(command.cards)} cards are named, {count} reported", ruled.cites)
    if any(card == UNKNOWN or not table.round.used >> card & 1 for card in command.cards):
        return Refusal(Reason.CARDS, "A card that was not dealt cannot have been exposed", ruled.cites)
    return None


def _hidden(game: HouseGame, table: Table, envelope: HouseEnvelope, command: Report, ruled: Ruled) -> Answer:
    """A hand that is not shown: the same as its Player withholding it."""
    if command.box is None:
        return Refusal(Reason.NO_SUCH_BOX, "Hand not shown: say which box it is about", ruled.cites)
    done = withhold(game, table, envelope, WithholdHand(command.box))
    return done if isinstance(done, Refusal) else (_event(command, ruled), *done)


def _house_chooses(game: HouseGame, table: Table, done: tuple[HouseEvent, ...]) -> tuple[HouseEvent, ...]:
    """After a failure of the jackpot system, the choice about later rounds waits for the House."""
    down = next((event for event in done if isinstance(event, JackpotDown)), None)
    if down is None or any(isinstance(event, DecisionPending) for event in done):
        return ()
    later = ask(game, "jackpot_system_down", {"round": "subsequent", "seen": "no"})
    role = ROLES[later.decided_by if later.decided_by is not Decider.RULES else Decider.HOUSE]
    number = table.decisions + 1
    return (DecisionPending(number, later.irregularity, later.facts, None, "", role, later.options, later.cites),)
