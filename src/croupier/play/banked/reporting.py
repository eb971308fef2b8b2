"""Reporting an irregularity in a round: the facts, the ruling, and what follows.

A ruling on a report takes into account everything that has gone wrong in the round so far, the record, and what was
stated.
"""

from msgspec.structs import replace

from croupier.play.actor import SYSTEM, Actor
from croupier.play.asking import ASKING
from croupier.play.banked.commands import Report, WithholdHand
from croupier.play.banked.events import (
    BankedEvent,
    DecisionPending,
    JackpotDown,
    JackpotStatus,
    PlayerLeft,
)
from croupier.play.banked.exposure import report_exposed
from croupier.play.banked.facts import recorded
from croupier.play.banked.playing import withhold
from croupier.play.banked.remedies import (
    absence,
    choices_ended,
    decision_reserved,
    event_of,
    not_further,
    remedy,
    with_readings,
)
from croupier.play.banked.state import Phase, Table
from croupier.play.refusal import Reason, Refusal
from croupier.play.rulings import (
    AFTER,
    LATE,
    Ruled,
    RulingError,
    ask,
    ask_at,
    check_facts,
    depends_on,
    known_facts,
    paragraphs,
    reaches_back,
    row_of,
)
from croupier.play.testimony import Testimony, compare
from croupier.rules.authority import Stage
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite
from croupier.rules.irregularities import JACKPOT_DOWN, ROLES, Decider, Ruling
from croupier.rules.questions import in_words
from croupier.rules.settling import Result
from croupier.rules.terms import at_least

Answer = tuple[BankedEvent, ...] | Refusal

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
"""The irregularities that cannot happen before a card is dealt."""
NOTHING_TO_FAIL = {
    JackpotStatus.UNDECIDED: "The jackpot system is known to be down, and the House has yet to choose",
    JackpotStatus.CLOSE_TABLE: "The table is closed for later rounds: the jackpot system is known to be down",
    JackpotStatus.WITHOUT_JACKPOT: "The table is played without jackpot wagers: the jackpot system cannot fail here",
}
"""How a table is played while it accepts no jackpot wagers; with only some boxes closed, others may fail."""
SIZES = {"wager_over_maximum": "more", "wager_under_minimum": "less"}
"""Wagers of the layout are bound by limits, the others by their multiple of the Ante."""


def report(game: BankedGame, table: Table, actor: Actor, command: Report) -> Answer:
    """Return the ruling on an irregularity, as an event with its paragraph, and the events that follow from it."""
    cites = paragraphs(game, command.irregularity, command.facts)
    command = _as_the_document_has_it(game, command)
    try:
        known_facts(game, command.irregularity)
        late = _too_late(game, table, actor, command)
        if late is not None:
            return late
        moment = _wrong_moment(game, table, command)
        if moment is not None:
            return moment
        return _ruled(game, table, actor, command)
    except RulingError as error:
        return Refusal(Reason.FACT, error.plainly, cites)


def _as_the_document_has_it(game: BankedGame, command: Report) -> Report:
    """Measure a BET above or below its size by the Ante, not by the limits of the table."""
    rows = game.irregularities.rules.get("wager_wrong_size")
    if command.irregularity not in SIZES or command.wager is None or game.area(command.wager) is not None or not rows:
        return command
    facts = {"relation": SIZES[command.irregularity]}
    return replace(command, irregularity="wager_wrong_size", facts=facts)


def _ruled(game: BankedGame, table: Table, actor: Actor, command: Report) -> Answer:
    """Weigh a report against the record, rule on it, and carry the ruling out."""
    refused = _no_further_hand(game, table, command)
    if refused is not None:
        return refused
    match command.irregularity:
        case "cards_exposed" if table.round is not None:
            return report_exposed(game, table, actor, command)
        case "player_absent":
            return report_absent(game, table, actor, command)
        case _:
            said = heard(game, table, command)
            if isinstance(said, Refusal):
                return said
            waits = _reserved(game, table, actor, command, said)
            if waits is not None:
                return waits
            ruled = ask(game, command.irregularity, said.facts)
            if _undone(table) and ruled.ruling is not Ruling.CONTINUE and not _reaches_back(game, ruled):
                return _without_effect(game, actor, command)
    if command.irregularity == "hand_not_shown":
        return _hidden(game, table, actor, command, ruled, said)
    done = remedy(game, table, command, ruled)
    if isinstance(done, Refusal):
        return done
    read = {*row_of(game, ruled).when} - {*said.stated}
    event = with_readings(game, event_of(actor, command, ruled, said), read)
    return (event, *done, *_house_chooses(game, table, done))


def _no_further_hand(game: BankedGame, table: Table, command: Report) -> Refusal | None:
    """Refuse a report of a second examined hand if there was none, on purpose or not."""
    name = command.irregularity
    if name != "extra_hand_examined" or name not in game.irregularities.reserved or table.round is None:
        return None
    cites = paragraphs(game, name)
    box = table.round.box(command.box) if command.box is not None else None
    if box is None:
        return Refusal(Reason.NO_SUCH_BOX, f"{in_words(name)}: say which box it is about", cites)
    return not_further(table, box, cites)


def heard(game: BankedGame, table: Table, command: Report) -> Testimony | Refusal:
    """Return what was stated together with what is recorded, as far as the irregularity needs it."""
    facts = {fact.name: fact for fact in known_facts(game, command.irregularity)}
    on_record = {name: value for name, value in recorded(game, table, command).items() if name in facts}
    certain = frozenset(name for name, fact in facts.items() if not fact.witnessed)
    cites = paragraphs(game, command.irregularity, command.facts)
    return compare(on_record, command.facts, cites, certain=certain)


def _reserved(game: BankedGame, table: Table, actor: Actor, command: Report, said: Testimony) -> Answer | None:
    """Leave the decision pending if a fact was stated by a person below the role that the document has establish it."""
    reserved = game.irregularities.reserved.get(command.irregularity)
    if reserved is None or (at_least(actor.role, reserved.role) and reserved.fact in said.facts):
        return None
    others = {name: value for name, value in said.facts.items() if name != reserved.fact}
    if not depends_on(game, command.irregularity, reserved.fact, others):
        return None
    return decision_reserved(game, table, actor, command, others, said)


def _too_late(game: BankedGame, table: Table, actor: Actor, command: Report) -> Answer | None:
    """Record what is found out about a finished round: the round stands unless a paragraph reaches back."""
    round_, name = table.round, command.irregularity
    if command.round is not None and command.round < table.rounds:
        return _of_an_earlier_round(game, table, actor, command, command.round)
    settled = round_ is not None and round_.phase is Phase.ENDED
    found = actor.name == SYSTEM and actor != ASKING
    if not settled or found or name in game.irregularities.between_rounds:
        return None  # what the program finds, it finds in a round that it believes in play
    if name not in game.irregularities.settled_stands and reaches_back(game, name):
        return None
    return _without_effect(game, actor, command)


def _of_an_earlier_round(game: BankedGame, table: Table, actor: Actor, command: Report, round_: int) -> Answer:
    """Record an error of a round that another has followed; a paragraph may leave its result open."""
    if round_ < 1:
        return Refusal(Reason.FACT, f"There was no round {round_} at this table", game.irregularities.found_late)
    late, said = ask_at(game, command.irregularity, command.facts, Stage.LATER), Testimony({}, dict(command.facts), {})
    if late.ruling is Ruling.CONTINUE:
        return (replace(event_of(actor, replace(command, reason=""), late, said), round=round_),)
    ruled = ask(game, LATE, {})
    done = remedy(game, table, command, ruled)
    event = replace(event_of(actor, command, ruled, said), round=round_)
    return done if isinstance(done, Refusal) else (event, *done)


def _without_effect(game: BankedGame, actor: Actor, command: Report) -> Answer:
    """Put an error on record that changes nothing: the pit is informed, and the settlement stands."""
    check_facts(game, command.irregularity, command.facts)
    stands = game.irregularities.settled_stands.get(command.irregularity, game.irregularities.found_late)
    ruled = Ruled(
        game=game.name,
        irregularity=command.irregularity,
        facts={**command.facts, "noticed": AFTER},
        ruling=Ruling.CONTINUE,
        then=(),
        options=(),
        posts={},
        decided_by=Decider.RULES,
        cites=stands,
        explanation="",
    )
    return (event_of(actor, replace(command, reason=""), ruled, Testimony({}, dict(command.facts), {})),)


def _undone(table: Table) -> bool:
    """Whether the last round is over, and only what reaches back can still change it."""
    return table.round is None or table.round.phase is Phase.ENDED


def _reaches_back(game: BankedGame, ruled: Ruled) -> bool:
    """Whether a ruling applies to a settled round, as long as the next has not begun."""
    undoes = ruled.ruling in {Ruling.VOID_ROUND, Ruling.INVALIDATE_HAND}
    any_time = ruled.irregularity in game.irregularities.between_rounds
    return any_time or (undoes and ruled.facts.get("noticed") == "before_next_round")


def _wrong_moment(game: BankedGame, table: Table, command: Report) -> Refusal | None:
    """Refuse a report if there is no round in which this could have happened."""
    round_, name = table.round, command.irregularity
    cites = paragraphs(game, name, command.facts)
    if command.round is not None and command.round > table.rounds:
        return Refusal(Reason.MOMENT, f"There is no round {command.round} yet", cites)
    if name in DEALING and round_ is not None and not round_.cards_out:
        return Refusal(Reason.MOMENT, "No card has been dealt yet", cites)
    dealing = game.irregularities.needs_dealing.get(name)
    if dealing is not None and table.policy.dealing != dealing:
        sentence = f"{in_words(name)}: that happens with cards from a {dealing}; this table deals from a"
        return Refusal(Reason.MOMENT, f"{sentence} {table.policy.dealing}", cites)
    if name == "late_wager" and round_ is not None and round_.phase is Phase.BETTING:
        return Refusal(Reason.MOMENT, "The bets are not closed yet", cites)
    if name == JACKPOT_DOWN and table.jackpot in NOTHING_TO_FAIL:
        return Refusal(Reason.MOMENT, NOTHING_TO_FAIL[table.jackpot], _how_it_is_played(game, table.jackpot) or cites)
    if not _undone(table) or name in game.irregularities.between_rounds:
        return None
    if round_ is None or not reaches_back(game, name) or _is_void(table):
        return Refusal(Reason.MOMENT, "There is no round in play", cites)
    return None


def _how_it_is_played(game: BankedGame, status: JackpotStatus) -> tuple[Cite, ...]:
    """Return the paragraphs of what the House has chosen, or has yet to choose, while the jackpot system is down."""
    later = game.irregularities.later_rounds
    if later is None:
        return ()
    return later.chosen if status is JackpotStatus.UNDECIDED else (*later.chosen, *later.of(status.value))


def _is_void(table: Table) -> bool:
    """Whether the last round has no result already."""
    return table.round is not None and any(line.result is Result.VOID for line in table.round.lines)


def _hidden(game: BankedGame, table: Table, actor: Actor, command: Report, ruled: Ruled, said: Testimony) -> Answer:
    """Treat a hand that is not shown as one that its Player withholds."""
    if command.box is None:
        return Refusal(Reason.NO_SUCH_BOX, "Hand not shown: say which box it is about", ruled.cites)
    assert table.round is not None
    asked = next((box for box in table.round.boxes if box.choice), None)
    if asked is not None:
        return Refusal(Reason.MOMENT, f"The round waits for box {asked.number}", asked.choice_cites)
    pending = next((one for one in table.pending if one.holds_round), None)
    if pending is not None:
        return Refusal(Reason.MOMENT, "The round waits for a decision", pending.cites)
    done = withhold(game, table, actor, WithholdHand(command.box))
    return done if isinstance(done, Refusal) else (event_of(actor, command, ruled, said), *done)


def _house_chooses(game: BankedGame, table: Table, done: tuple[BankedEvent, ...]) -> tuple[BankedEvent, ...]:
    """After a failure of the jackpot system, the choice about later rounds waits for the House."""
    down = next((event for event in done if isinstance(event, JackpotDown)), None)
    if down is None or any(isinstance(event, DecisionPending) for event in done):
        return ()
    later = ask(game, JACKPOT_DOWN, {"round": "subsequent", "seen": "no"})
    number, role = table.decisions + 1, ROLES[later.decided_by]
    return (DecisionPending(number, later.irregularity, later.facts, None, "", role, later.options, later.cites),)


def report_absent(game: BankedGame, table: Table, actor: Actor, command: Report, *, one_box: bool = False) -> Answer:
    """End the open choices of a Player who has left, and decide every hand that they have yet to decide.

    With ``one_box`` it is the clock of one hand that has run out, of a Player who has played elsewhere.
    """
    cites = paragraphs(game, command.irregularity)
    round_ = table.round
    box = round_.box(command.box) if round_ is not None and command.box is not None else None
    if round_ is None or box is None:
        return Refusal(Reason.NO_SUCH_BOX, "Player absent: say which box it is about", cites)
    ended = () if one_box else choices_ended(game, table, box.player)
    own = (box, *(one for one in round_.boxes if one.player == box.player and one is not box and not one_box))
    events: list[BankedEvent] = [*ended]
    left: tuple[Cite, ...] = ()
    for one in own:
        about = replace(command, box=one.number, facts=command.facts if one is box else {})
        said = heard(game, table, about)
        if isinstance(said, Refusal):
            return said
        ruled = ask(game, command.irregularity, said.facts)
        if one is not box and (ruled.ruling is Ruling.CONTINUE or not one.in_play):
            continue
        left = left or ruled.cites
        events.append(event_of(actor, about, ruled, said))
        events += absence(game, table, one, ruled)
    gone = () if one_box or box.player in round_.away else (PlayerLeft(box.player, left),)
    return (*events, *gone)
