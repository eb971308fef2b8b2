"""Reports of irregularities from a console: the catalogue of irregularities, and a preview of the ruling.

A preview passes the report to ``decide_table`` with the present state, describes the events, and discards them. The
description names no card (:mod:`croupier.web.views.consequences`), because the preview knows every card.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, parse_card
from croupier.floor.deciding.meters import as_read
from croupier.floor.deciding.tables import decide_table, step
from croupier.floor.values.links import LinkState
from croupier.floor.values.table import PlayBanked, PlayRoom
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.notation.keyed import entered_in_words
from croupier.notation.ruled import RULINGS, role_name
from croupier.play.banked import facts as table_facts
from croupier.play.banked.aftermath import piles_of
from croupier.play.banked.commands import Choose, PlaceWager, Report
from croupier.play.banked.events import Decided, HandLookedAt, Share, WagerPlaced
from croupier.play.banked.flow import BURN, COMMUNITY, DEALER
from croupier.play.banked.measure import placing
from croupier.play.banked.state import Phase, Round
from croupier.play.banked.taking_back import tape_entries
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room_commands
from croupier.play.room import facts as room_facts
from croupier.play.room.aftermath import piles_of as room_piles
from croupier.play.room.irregular import SEATS
from croupier.play.rulings import RulingError, ask, known_facts
from croupier.play.searching import search
from croupier.rulebooks import load_rulebook
from croupier.rules.document import Cite
from croupier.rules.game import Game
from croupier.rules.irregularities import (
    ABOUT_A_BOX,
    ABOUT_A_PLAYER,
    ABOUT_A_WAGER,
    ABOUT_SOME_BOXES,
    OUTSIDE,
    Decider,
    Fact,
    Ruling,
)
from croupier.rules.questions import in_words
from croupier.rules.room import RoomGame
from croupier.rules.terms import Limits, Role, WagerName, at_least
from croupier.web.desks.dealer.fact_words import label_of, otherwise, values_of, verb_of
from croupier.web.desks.dealer.statements import led_to, statements_of, waiting_after
from croupier.web.views.consequences import PASSER_BY, Ruled, ruling_shown
from croupier.web.wire.dealer import (
    FactAsked,
    IrregularityFound,
    IrregularityShown,
    Lying,
    Neighbour,
    ReportAsked,
    RulingPreview,
    Slot,
)

OVER: Final = "wager_over_maximum"
WRONG_SIZE: Final = "wager_wrong_size"
ASK: Final = "Ask for signatures"
_TRIED: Final = "tried"
"""The reason given in a report that is only previewed."""
NOT_NAMED: Final = "The floor deals at this table: a report cannot name a card that is face down"
_SEAT: Final = frozenset({"out_of_turn", "hole_cards_exposed", "player_absent", "cards_exposed"})
_SEEN: Final = frozenset(
    {"cards_exposed", "card_face_up_in_shoe", "flop_exposed_early", "turn_exposed_early", "river_exposed_early"}
)


_KINDS: Final = (
    {
        *("cards_exposed", "simultaneous_draw", "card_face_up_in_shoe", "hole_cards_exposed"),
        *("flop_exposed_early", "turn_exposed_early", "river_exposed_early"),
    },
    {
        *("wrong_hand_count", "wrong_dealer_count", "wrong_community_count", "too_many_community_cards"),
        *("misdeal", "burn_missed", "other_dealing_error", "hand_left_out", "extra_hand_dealt"),
    },
    {"extra_hand_examined", "confidentiality_breach", "multiple_positions"},
    {"player_absent", "hand_not_shown", "player_joins", "player_returns"},
    {"late_wager", "wager_misplaced", "out_of_turn", "verbal_declaration"},
    {OVER, "wager_under_minimum", WRONG_SIZE, "jackpot_without_ante"},
    {"jackpot_system_down", "interruption"},
    {"foreign_card", "deck_miscount", "shoe_exhausted", "unshuffled_cards"},
)
"""The irregularities by the digit of their kind, from 1; 9 stands for every irregularity that is not listed."""


# ---- What can be reported -------------------------------------------------------------------------------------------


def catalogue(state: TableState, role: Role) -> tuple[IrregularityShown, ...]:
    """Return what a person in this role may report: where the program deals, what happens outside it, and no Dealer."""
    if state.info.automatic and not at_least(role, Role.PIT_SUPERVISOR):
        return ()
    return _catalogue(state.engine.rulebook, automatic=state.info.automatic)


@cache
def _catalogue(rulebook: str, *, automatic: bool) -> tuple[IrregularityShown, ...]:
    game = load_rulebook(rulebook)
    room = isinstance(game, RoomGame)
    return tuple(
        IrregularityShown(name, in_words(name), _cites(game, name), tuple(_about(name, room=room)), kind_of(name))
        for name in game.irregularities.rules
        if not (room and name in SEATS) and (name in OUTSIDE or not automatic)
    )


def kind_of(name: str) -> int:
    """Return the digit of an irregularity's kind."""
    return next((at for at, names in enumerate(_KINDS, 1) if name in names), 9)


def found(state: TableState, actor: str, role: Role, words: str, at: int) -> tuple[IrregularityFound, ...]:
    """Return the irregularities that a search text may mean, best match first; all of them if the text is empty."""
    shown = {one.name for one in catalogue(state, role)}
    if words.strip():
        meant = [(one.irregularity, one.why) for one in search(state.game, words) if one.irregularity in shown]
    else:
        meant = [(one.name, "") for one in catalogue(state, role)]
    return tuple(IrregularityFound(name, why, _impossible(state, actor, role, name, at)) for name, why in meant)


def _impossible(state: TableState, actor: str, role: Role, name: str, at: int) -> str:
    """Return why an irregularity cannot be reported at this moment; empty if it can.

    A report that still lacks facts counts as one that can be reported.
    """
    report = room_commands.Report(name) if isinstance(state, RoomTable) else Report(name)
    answer = decide_table(state.info.name, state, actor, role, command_of(report), at)
    return answer.sentence if isinstance(answer, Refusal) and answer.reason is Reason.MOMENT else ""


def _cites(game: Game, name: str) -> tuple[Cite, ...]:
    rows = game.irregularities.rules[name] or (game.irregularities.left(name),)
    return tuple(dict.fromkeys(cite for row in rows for cite in row.cites))


def _about(name: str, *, room: bool) -> Iterator[str]:
    """Yield the parts that a report of this irregularity needs besides its facts."""
    if room:
        if name in _SEAT:
            yield "seat"
        if name == "out_of_turn":
            yield "move"
        if name in _SEEN:
            yield "seen"
        return
    if name in ABOUT_A_BOX | ABOUT_SOME_BOXES:
        yield "box" if name in ABOUT_A_BOX else "boxes"
    if name in ABOUT_A_WAGER:
        yield "wager"
    if name in ABOUT_A_PLAYER:
        yield "player"
    if name == "cards_exposed":
        yield "cards"


# ---- A report as the table accepts it -------------------------------------------------------------------------------


def completed(state: TableState, asked: ReportAsked) -> Report | room_commands.Report | Refusal:
    """Return the report with the cards that the table knows, or why it names cards that it may not name."""
    if any(not 0 <= card < UNKNOWN for card in asked.cards):
        return Refusal(Reason.CARDS, "cards: a card is a number from 0 to 51", ())
    cards = tuple(Card(card) for card in asked.cards)
    refused = hidden_named(state, cards)
    if refused is not None:
        return refused
    if isinstance(state, RoomTable):
        report = room_commands.Report(
            asked.irregularity, asked.facts, asked.box, cards, asked.move, asked.to, reason=asked.reason
        )
        return replace(report, piles=_in_order(state, report))
    amount = asked.amount
    if asked.irregularity == "jackpot_without_ante" and amount is None:
        amount = state.engine.policy.jackpot_wager
    lying = _lying(state, asked.slots)
    if isinstance(lying, Refusal):
        return lying
    return Report(
        irregularity=asked.irregularity,
        facts=asked.facts,
        box=asked.box,
        wager=asked.wager,
        amount=amount,
        cards=cards,
        player=asked.player,
        at=lying,
        reason=asked.reason,
    )


def hidden_named(state: TableState, cards: Iterable[Card]) -> Refusal | None:
    """Refuse a report at an automatic table that names a card which is not face up; return None otherwise.

    The refusal is the same for a card that is face down and for a card that is still in the shoe. Otherwise a person
    who may report could ask about all fifty-two cards and learn the hands.
    """
    if not state.info.automatic or {*cards} <= {parse_card(face) for face in state.faces(PASSER_BY)}:
        return None
    return Refusal(Reason.CARDS, NOT_NAMED, ())


def _lying(state: BankedTable, slots: tuple[Slot, ...]) -> tuple[tuple[str, int], ...] | Refusal:
    """Return the places of the cards that a report is about, whether or not they were entered."""
    if slots and state.info.automatic:
        return Refusal(Reason.CARDS, NOT_NAMED, ())
    return tuple((slot.place, slot.index) for slot in slots)


def _in_order(state: RoomTable, report: room_commands.Report) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """Return the cards in their intended order: the order in which they were entered, if the order can be restored."""
    round_ = state.engine.round
    wanted = report.facts.get("reconstructable") == "yes"
    if not wanted or round_ is None or state.info.automatic or not state.engine.playing:
        return ()
    community = report.irregularity == "too_many_community_cards"
    return tuple(
        (place, cards)
        for place, cards in room_piles(round_)
        if cards and place != BURN and (place == COMMUNITY) is community
    )


def command_of(report: Report | room_commands.Report) -> PlayBanked | PlayRoom:
    """Wrap a report in a command for the floor."""
    return PlayRoom(report) if isinstance(report, room_commands.Report) else PlayBanked(report)


def _as_read(state: TableState, link: LinkState | None, command: PlayBanked | PlayRoom) -> PlayBanked | PlayRoom:
    """Return the command with the jackpot's current meter, which other tables may have moved."""
    if link is None or not isinstance(state, BankedTable) or not isinstance(command, PlayBanked):
        return command
    return as_read(link, state, command)


# ---- An amount outside its limits -----------------------------------------------------------------------------------


def over_the_maximum(state: BankedTable, wanted: Lying) -> ReportAsked | None:
    """Return a report of chips above the maximum of their area; None if they are not, or no ruling covers them."""
    area = state.game.area(wanted.wager)
    if area is None or area.limits is Limits.PRESCRIBED or not state.game.irregularities.rules.get(OVER):
        return None
    total = wanted.amount + sum(
        share.amount for share in _shares_of(state, wanted.box, wanted.wager) if share.player != wanted.player
    )
    if total <= state.engine.policy.limits(area.limits)[1]:
        return None
    return ReportAsked(OVER, box=wanted.box, wager=wanted.wager, amount=total, player=wanted.player)


def entered_with(state: TableState, asked: ReportAsked) -> PlayBanked | None:
    """Return the command that enters a wager whose amount is reported as wrong, up to the amount that is allowed.

    A BET of another size is entered as a BET. Of chips above the maximum, the part up to the maximum is entered. None
    if the wager has been entered, or cannot be.
    """
    if not isinstance(state, BankedTable) or state.info.automatic or state.engine.round is None:
        return None
    if asked.box is None or asked.wager is None or asked.amount is None:
        return None
    lies = sum(share.amount for share in _shares_of(state, asked.box, asked.wager))
    policy, area = state.engine.policy, state.game.area(asked.wager)
    if asked.irregularity == WRONG_SIZE and area is None and not lies:
        choice = placing(state.game, policy.dealing, asked.wager)
        return None if choice is None else PlayBanked(Choose(asked.box, choice.decision))
    if asked.irregularity == OVER and area is not None and state.takes_bets:
        high = policy.limits(area.limits)[1]
        if lies < high < asked.amount:
            return PlayBanked(PlaceWager(asked.box, asked.wager, high - lies, asked.player))
    return None


def _shares_of(state: BankedTable, number: int, wager: WagerName) -> tuple[Share, ...]:
    """Return the Players' shares of an area in the round in play."""
    box = state.engine.round.box(number) if state.engine.round is not None and state.running else None
    lying = None if box is None else box.wager(wager)
    return () if lying is None else lying.shares


# ---- What would be ruled --------------------------------------------------------------------------------------------


def preview(
    state: TableState, link: LinkState | None, actor: str, role: Role, asked: ReportAsked, at: int
) -> RulingPreview | Refusal:
    """Return a preview of the ruling on a report; a refusal if the irregularity cannot be reported at all."""
    game = state.game
    try:
        facts = known_facts(game, asked.irregularity)
    except RulingError as error:
        return Refusal(Reason.FACT, error.plainly, game.irregularities.silent.cites)
    first, enters = entered_with(state, asked), ""
    if first is not None:
        entered = decide_table(state.info.name, state, actor, role, first, at)
        if isinstance(entered, Refusal):
            return RulingPreview(_asked(game, facts, asked.facts, None), (), None, entered, "", ())
        assert isinstance(state, BankedTable)
        enters = " ".join(
            entered_in_words(state.game, event) for event in entered if isinstance(event, Decided | WagerPlaced)
        )
        for event in entered:
            state, _ = step(state, event, at)
    suggested, slots = _suggested(state, asked)
    given = {**suggested, **asked.facts}
    slots = asked.slots or (slots if asked.facts.get("count", str(len(slots))) == str(len(slots)) else ())
    filled = replace(asked, facts={key: value for key, value in given.items() if value}, slots=slots)
    report = completed(state, filled)
    if isinstance(report, Refusal):
        return RulingPreview(_asked(game, facts, filled.facts, None), slots, None, report, "", ())
    known = _known(state, report)
    shown = _asked(game, facts, filled.facts, known, _first_look(state))
    name = state.info.name
    events = decide_table(name, state, actor, role, _as_read(state, link, command_of(report)), at)
    needs_reason = isinstance(events, Refusal) and events.reason is Reason.AMOUNT and not report.reason.strip()
    if needs_reason:
        reasoned = command_of(replace(report, reason=_TRIED))
        events = decide_table(name, state, actor, role, _as_read(state, link, reasoned), at)
    if isinstance(events, Refusal):
        return RulingPreview(shown, slots, None, events, "", ())
    waiting, waits = waiting_after(state, events, at), None
    if waiting is not None:
        waits = next(one for one in statements_of(waiting[0], actor, role, at) if one.number == waiting[1])
        state, events = led_to(*waiting, at)
    ruled = next((one for one in events if isinstance(one, Ruled)), None)
    if ruled is None:
        return RulingPreview(shown, slots, None, None, ASK, (), waits, needs_reason, enters)
    changes = tuple(_changes(game, asked.irregularity, facts, ruled))
    verb = verb_of(ruled.ruling, ruled.decided_by) if waits is None else ASK
    return RulingPreview(shown, slots, ruling_shown(state, events), None, verb, changes, waits, needs_reason, enters)


def _known(state: TableState, report: Report | room_commands.Report) -> Mapping[str, str]:
    """Return the facts that the table has recorded."""
    if isinstance(state, RoomTable):
        assert isinstance(report, room_commands.Report)
        return room_facts.recorded(state.game, state.engine, report)
    assert isinstance(report, Report)
    return table_facts.recorded(state.game, state.engine, report)


_OF_LOOKS: Final = frozenset({"seen", "viewed"})
"""The facts that follow from a recorded look at a hand."""


def _first_look(state: TableState) -> int | None:
    """Return the time of the earliest look at a hand on the round's tape; None if there is none."""
    if isinstance(state, RoomTable):
        return None
    looks = [
        entry.entered.at
        for entry in tape_entries(state.engine)
        if any(isinstance(event, HandLookedAt) for event in entry.events)
    ]
    return min(looks, default=None)


def _asked(
    game: Game,
    facts: tuple[Fact, ...],
    given: Mapping[str, str],
    known: Mapping[str, str] | None,
    looked: int | None = None,
) -> tuple[FactAsked, ...]:
    """Return the facts with their recorded, stated or usual values, without the House's choices of interpretation."""
    readings = {one.name for one in game.parameters}
    return tuple(_fact(game, fact, given, known or {}, looked) for fact in facts if fact.name not in readings)


def _fact(
    game: Game, fact: Fact, given: Mapping[str, str], settled: Mapping[str, str], looked: int | None
) -> FactAsked:
    """Return a fact with its value. What Players saw may be contradicted; a supervisor then confirms it."""
    recorded, said = settled.get(fact.name, ""), given.get(fact.name, "")
    open_to_doubt = bool(recorded) and fact.witnessed
    return FactAsked(
        name=fact.name,
        label=game.irregularities.asked.get(fact.name, label_of(fact.name)),
        values=values_of(fact),
        value=(said if open_to_doubt else "") or recorded or said or fact.assumed,
        known=bool(recorded) and not open_to_doubt and fact.name != "count",
        recorded=recorded if open_to_doubt else "",
        since=looked if open_to_doubt and fact.name in _OF_LOOKS else None,
    )


def _suggested(state: TableState, asked: ReportAsked) -> tuple[dict[str, str], tuple[Slot, ...]]:
    """Return the facts and places of wrongly exposed cards: those entered while the others were dealt unseen."""
    if asked.irregularity != "cards_exposed" or not isinstance(state, BankedTable) or state.info.automatic:
        return {}, ()
    round_ = state.engine.round
    if round_ is None or round_.phase is Phase.ENDED:
        return {}, ()
    slots = asked.slots or tuple(_seen_in_the_deal(round_))  # whose they are follows from the cards
    if not slots:
        return {}, ()
    places = {slot.place for slot in slots}
    whose = "dealer" if places == {DEALER} else "community" if places == {COMMUNITY} else "player"
    return {"count": str(len(slots)), "whose": whose}, slots


def _seen_in_the_deal(round_: Round) -> Iterator[Slot]:
    piles = [(place, cards) for place, cards in piles_of(round_) if place != BURN]
    if not any(UNKNOWN in cards for _, cards in piles):
        return
    for place, cards in piles:
        open_ = round_.dealer_up if place == DEALER else range(round_.community_up) if place == COMMUNITY else ()
        for at, card in enumerate(cards):
            if card != UNKNOWN and at not in open_ and card not in round_.exposed:
                yield Slot(place, at)


def _changes(game: Game, name: str, facts: tuple[Fact, ...], ruled: Any) -> Iterator[Neighbour]:
    """Yield the rulings that another value of each single fact would lead to."""
    if name == "out_of_turn":
        return  # the Player is bound to the act only when their turn comes
    readings = {one.name for one in game.parameters}
    for fact in facts:
        told: set[tuple[Ruling, tuple[Cite, ...]]] = {(ruled.ruling, ruled.cites)}
        for value in fact.samples:
            if value == ruled.facts.get(fact.name) or fact.name in readings:
                continue
            try:
                other = ask(game, name, {**ruled.facts, fact.name: value})
            except RulingError:
                continue
            if (other.ruling, other.cites) in told:
                continue
            told.add((other.ruling, other.cites))
            yield Neighbour(f"{otherwise(fact.name, value)}: {_in_short(other.ruling, other.decided_by)}", other.cites)


def _in_short(ruling: Ruling, decided_by: Decider) -> str:
    if ruling is Ruling.ROLE_DECIDES:
        return f"the {role_name(decided_by)} decides"
    return RULINGS[ruling]
