"""A house-banked table for its Dealer: hands, stages, entries that are due, acts on offer, and corrections."""

from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import DECK, UNKNOWN
from croupier.floor.deciding.meters import as_read
from croupier.floor.deciding.tables import decide_table
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.links import LinkState
from croupier.floor.values.table import PlayBanked
from croupier.floor.values.table_kinds import BankedTable
from croupier.money import Cents
from croupier.play.actor import Actor
from croupier.play.banked.aftermath import piles_of
from croupier.play.banked.commands import (
    AnswerChoice,
    BankedCommand,
    Choose,
    CloseBets,
    CorrectCard,
    CorrectWager,
    DealCards,
    DeclineShare,
    InspectHand,
    Look,
    OpenRound,
    RestrictPlayer,
    Reveal,
    Settle,
    ShowHand,
    WithholdHand,
)
from croupier.play.banked.decide import decide
from croupier.play.banked.events import RoundEnded, WagerSettled
from croupier.play.banked.flow import BURN, COMMUNITY, DEALER, board_size, current_step, hand_size
from croupier.play.banked.options import Act, Deal, Option, options
from croupier.play.banked.state import Phase, Round
from croupier.play.banked.view import BoxView, TableView, view
from croupier.play.refusal import Refusal
from croupier.play.viewer import HIDDEN, Viewer
from croupier.rules.banked import BankedGame
from croupier.rules.handtypes import HandType
from croupier.rules.terms import (
    Area,
    Burn,
    DealCommunity,
    DealDealer,
    DealInTurn,
    DealSets,
    Decide,
    Decision,
    Limits,
    RevealCommunity,
    Role,
    Step,
    WagerName,
)
from croupier.web.desks.heads import hand_name
from croupier.web.views.telling import RoundTold
from croupier.web.wire.dealer import (
    AreaKey,
    CardSlip,
    Entering,
    HandRow,
    Offer,
    Paying,
    Slot,
    SlotShown,
    Stage,
    WagerLies,
    WagerSlip,
)

_MAIN: Final = (OpenRound, CloseBets, Reveal, Settle)
"""The Dealer's main acts, which come when no other act remains."""
_OF_A_BOX: Final = (Look, Choose, DeclineShare, ShowHand, WithholdHand, InspectHand, AnswerChoice)
_LEFT_TO_PEOPLE: Final = (InspectHand, RestrictPlayer)
_REASON: Final = "to be given"


class Desk(Struct, frozen=True):
    """A table as the person at its console sees it."""

    state: BankedTable
    role: Role
    told: RoundTold
    watches: bool = False
    """True if the program deals and the person only watches."""

    @property
    def game(self) -> BankedGame:
        """The game that is played at the table."""
        return self.state.game

    @property
    def round(self) -> Round | None:
        """The round in play, or the last one."""
        return self.state.engine.round

    @property
    def step(self) -> Step | None:
        """The next step of the round; None if no step is left."""
        return current_step(self.game, self.state.engine)

    def refused(self, command: BankedCommand) -> Refusal | None:
        """Return why a command would be refused, None if it would be accepted; nothing is carried out."""
        engine = self.state.engine
        answer = decide(self.game, engine, Actor(self.role.value, self.role), command)
        return answer if isinstance(answer, Refusal) else None

    def seen(self) -> TableView:
        """Return the table's view for the Dealer."""
        return view(self.game, self.state.engine, Viewer(self.role))

    def options(self) -> tuple[Option, ...]:
        """Return the acts that the Dealer may carry out, without wagers for Players; none while the table is closed."""
        return options(self.game, self.state.engine, Viewer(self.role)) if self.state.info.open else ()


# ---- Hands ----------------------------------------------------------------------------------------------------------


def rows_of(desk: Desk, entering: Entering | None) -> tuple[HandRow, ...]:
    """Return a row for each box, for the Community Cards if the game has any, and for the Dealer."""
    seen, round_ = desk.seen(), desk.round
    if round_ is None:
        return ()
    piles = dict(piles_of(round_))
    first = entering.slots[0] if entering is not None and entering.slots else None
    sizes = sizes_of(desk)

    def slots(place: str, faces: tuple[str, ...], up: tuple[int, ...] = ()) -> tuple[SlotShown, ...]:
        held = piles[place]
        return tuple(
            SlotShown(
                card=faces[at] if at < len(faces) else "",
                entered=at < len(held) and held[at] != UNKNOWN and faces[at] == HIDDEN,
                up=at in up,
                next=first == Slot(place, at),
            )
            for at in range(max(sizes[place], len(faces)))
        )

    waiting = _to_decide(desk)
    found = [
        replace(
            _box(desk.game.hand, box, slots(str(box.box), box.cards), seen),
            to_decide=box.box in waiting,
            asks=waiting.get(box.box, 0),
        )
        for box in seen.boxes
    ]
    if sizes[COMMUNITY]:
        found.append(HandRow(COMMUNITY, None, "", slots(COMMUNITY, seen.community)))
    own = hand_name(desk.game.hand, seen.dealer, seen.community)
    found.append(HandRow(DEALER, None, "", slots(DEALER, seen.dealer, _up(desk)), hand=own))
    return tuple(found)


def _to_decide(desk: Desk) -> dict[int, Cents]:
    """Return the boxes that have yet to decide in this round of decisions, with the wager that each may place."""
    round_, step = desk.round, desk.step
    if round_ is None or not isinstance(step, Decide):
        return {}
    times = next((choice.times_ante for choice in step.choices if choice.places is not None), 0)
    return {
        box.number: times * sum(share.counts for share in ante.shares if share.in_play)
        for box in round_.boxes
        if len(box.decisions) == round_.decided and box.in_play and not box.absent and box.decides
        if (ante := box.wager(WagerName.ANTE)) is not None
    }


def _box(hand: HandType, box: BoxView, slots: tuple[SlotShown, ...], seen: TableView) -> HandRow:
    lines = tuple(line for line in seen.lines if line.box == box.box)
    return HandRow(
        place=str(box.box),
        number=box.box,
        player=box.player,
        slots=slots,
        wagers=tuple(WagerLies(wager.name, wager.amount) for wager in box.wagers),
        shares=tuple(_shares(box)),
        looked=box.looked,
        turn=seen.turn == box.box,
        folded=box.folded,
        out=box.out,
        shown=box.shown,
        absent=box.absent,
        decisions=tuple(one.value for one in box.decisions),
        choice=box.choice,
        hand=hand_name(hand, box.cards, seen.community),
        lines=lines,
        net=sum(line.paid + line.returned - line.staked for line in lines) if lines else None,
    )


def _shares(box: BoxView) -> Iterator[tuple[str, Cents]]:
    """Yield the other Players with chips on a box and their amounts, in the order in which they wagered."""
    shares = [share for wager in box.wagers for share in wager.shares if share.player != box.player]
    for player in dict.fromkeys(share.player for share in shares):
        yield player, sum(share.amount for share in shares if share.player == player)


def sizes_of(desk: Desk) -> dict[str, int]:
    """Return the number of cards at each place once all cards are dealt."""
    game, dealing = desk.game, desk.state.engine.policy.dealing
    dealer = 0
    for step in game.rounds[dealing]:
        if isinstance(step, DealSets | DealDealer) or (isinstance(step, DealInTurn) and step.with_dealer):
            dealer += step.count
    boxes = desk.round.boxes if desk.round is not None else ()
    hand = hand_size(game, dealing)
    return {str(box.number): hand for box in boxes} | {
        DEALER: dealer,
        COMMUNITY: board_size(game, dealing),
        BURN: sum(isinstance(step, Burn) for step in game.rounds[dealing]),
    }


def _up(desk: Desk) -> tuple[int, ...]:
    """Return the positions of the Dealer's cards that are face up, or will be once dealt."""
    round_ = desk.round
    if round_ is not None and (round_.dealer_up or round_.dealer_fixed):
        return round_.dealer_up
    for step in desk.game.rounds[desk.state.engine.policy.dealing]:
        if isinstance(step, DealInTurn | DealSets) and step.dealer_up:
            return tuple(range(step.count - step.dealer_up, step.count))
    return ()


# ---- Stages ---------------------------------------------------------------------------------------------------------


def stages_of(desk: Desk) -> tuple[Stage, ...]:
    """Return the five stages of a round with their progress."""
    round_ = desk.round
    phase = None if round_ is None else round_.phase
    order = ("bets", "deal", "decide", "reveal", "settle")
    now = _now(desk)
    ended = phase is Phase.ENDED

    def state(kind: str) -> str:
        if kind == now:
            return "now"
        return "done" if ended or (now and order.index(kind) < order.index(now)) else "ahead"

    out = 0 if round_ is None else sum(len(cards) for _, cards in piles_of(round_))
    asked, decided = _decided(desk)
    told = desk.told if round_ is not None and desk.told.number == round_.number else RoundTold()
    return (
        Stage("bets", state("bets"), told.opened),
        Stage("deal", _dealt(state("deal"), out, _all_cards(desk), ended=ended), told.closed, out, _all_cards(desk)),
        Stage("decide", state("decide"), None, decided, asked),
        Stage("reveal", state("reveal")),
        Stage("settle", state("settle")),
    )


def _decided(desk: Desk) -> tuple[int, int]:
    """Return how many boxes the latest round of decisions asks, and how many of them have decided."""
    round_ = desk.round
    if round_ is None:
        return 0, 0
    waiting = len(_to_decide(desk))
    if not isinstance(desk.step, Decide):
        return len(round_.boxes), sum(bool(box.decisions) or not box.in_play for box in round_.boxes)
    done = sum(len(box.decisions) > round_.decided for box in round_.boxes)
    return waiting + done, done


def _dealt(state: str, out: int, all_cards: int, *, ended: bool) -> str:
    """Return the state of the deal: a deal that goes on after a decision is still ahead."""
    return "ahead" if state == "done" and out < all_cards and not ended else state


def _all_cards(desk: Desk) -> int:
    """Return how many cards the round has; 0 while boxes may still be added."""
    round_ = desk.round
    return 0 if round_ is None or round_.phase is Phase.BETTING else sum(sizes_of(desk).values())


def _now(desk: Desk) -> str:
    round_ = desk.round
    if round_ is None or round_.phase is Phase.ENDED:
        return ""
    if round_.phase is Phase.BETTING:
        return "bets"
    if round_.phase is Phase.SETTLING:
        return "settle"
    match desk.step:
        case Burn() | DealInTurn() | DealSets() | DealCommunity() | DealDealer() | RevealCommunity():
            return "deal"
        case Decide():
            return "decide"
        case _:
            return "reveal"


# ---- Entries that are due -------------------------------------------------------------------------------------------


def entering_of(desk: Desk, offered: tuple[Option, ...]) -> Entering | None:
    """Return the cards to enter next: those to be dealt, or those that were dealt unseen and are turned now."""
    round_ = desk.round
    if desk.watches or round_ is None or round_.phase is Phase.ENDED:
        return None
    for one in offered:
        if isinstance(one, Deal):
            slots = _slots_ahead(round_, one.places)
            downs = _downs(desk, slots)
            return Entering("deal", slots, downs > 0, downs, UNKNOWN, one.cites)
    unknown = tuple(Slot(place, index) for place, index in desk.state.unseen())
    return Entering("name", unknown, False, 0, UNKNOWN, (desk.game.deck,)) if unknown else None


def _downs(desk: Desk, slots: tuple[Slot, ...]) -> int:
    """Return how many cards are dealt face down before the first one that the rules want face up."""
    up = _up(desk)
    open_ = (at for at, slot in enumerate(slots) if slot.place == DEALER and slot.index in up)
    downs = next(open_, len(slots))
    return downs if downs and desk.refused(DealCards((UNKNOWN,) * downs)) is None else 0


def _slots_ahead(round_: Round, places: tuple[str, ...]) -> tuple[Slot, ...]:
    at = {place: len(cards) for place, cards in piles_of(round_)}
    found = []
    for place in places:
        found.append(Slot(place, at[place]))
        at[place] += 1
    return tuple(found)


# ---- Acts on offer --------------------------------------------------------------------------------------------------


def offers_of(desk: Desk, offered: tuple[Option, ...]) -> tuple[Offer, ...]:
    """Return the acts that the Dealer may do with one press; where the program deals, those that it leaves to staff."""
    acts = [one for one in offered if isinstance(one, Act)]
    if desk.watches:
        acts = [one for one in acts if isinstance(one.command, _LEFT_TO_PEOPLE)]
    choices = desk.step.choices if isinstance(desk.step, Decide) else ()
    places = {choice.decision: choice.places.value for choice in choices if choice.places is not None}
    return tuple(_offer(one, places) for one in acts)


def _offer(one: Act, places: Mapping[Decision, str]) -> Offer:
    command = one.command
    place = str(command.box) if isinstance(command, _OF_A_BOX) else ""
    wager = places.get(command.decision, "") if isinstance(command, Choose) else ""
    return Offer(msgspec.to_builtins(command), one.label, one.cites, place, isinstance(command, _MAIN), wager=wager)


# ---- Wagers before the close, and payments at the end ---------------------------------------------------------------

_LETTERS: Final = {Limits.PRESCRIBED: "J", Limits.BONUS: "U"}
_TAKEN: Final = frozenset("JUXPIZ")
"""The letters that are taken by other keys while bets are placed."""


def area_keys(desk: Desk) -> tuple[AreaKey, ...]:
    """Return the areas that take wagers before the close, each with a letter of its own."""
    found: list[AreaKey] = []
    policy = desk.state.engine.policy
    for area in desk.game.areas:
        low, high = policy.limits(area.limits)
        given = {one.letter for one in found}
        exact = low if area.limits is Limits.PRESCRIBED else 0
        found.append(AreaKey(area.wager, _letter(desk.game, area, given), exact, low, high, area.limits_cite))
    return tuple(found)


def _letter(game: BankedGame, area: Area, given: set[str]) -> str:
    """Return the letter of an area: J for a jackpot, U for a bonus, otherwise the first free letter of its title."""
    if area.wager is WagerName.ANTE:
        return ""
    usual = _LETTERS.get(area.limits, "")
    if usual and usual not in given:
        return usual
    letters = (one for one in f"{game.title(area.wager)}{ascii_uppercase}".upper() if one in ascii_uppercase)
    return next(one for one in letters if one not in given | _TAKEN)


def paying_of(desk: Desk, link: LinkState | None, at: int) -> Paying | None:
    """Return the payments and losses if the Dealer settled now; None unless the round is ready to be settled."""
    round_ = desk.round
    if desk.watches or round_ is None or round_.phase is not Phase.SETTLING or not desk.state.info.open:
        return None
    state = desk.state
    command = PlayBanked(Settle()) if link is None else as_read(link, state, PlayBanked(Settle()))
    # Asked as the system: the settlement is the same for every person who looks at the console.
    events = decide_table(state.info.name, state, SYSTEM, Role.DEALER, command, at)
    if isinstance(events, Refusal):
        return None
    settled = tuple(event for event in events if isinstance(event, WagerSettled))
    return Paying((*round_.lines, *settled), any(isinstance(event, RoundEnded) for event in events))


# ---- Corrections ----------------------------------------------------------------------------------------------------


def card_slips(desk: Desk) -> tuple[CardSlip, ...]:
    """Return the cards that may be corrected, latest first."""
    round_ = desk.round
    if round_ is None or desk.watches or round_.phase is Phase.ENDED:
        return ()
    free = next(card for card in DECK if not round_.used >> card & 1)
    faces = _faces(desk.seen())
    found: list[CardSlip] = []
    for place, cards in piles_of(round_):
        for at in range(len(cards)):
            if desk.refused(CorrectCard(place, at, free, _REASON)) is None:
                reason = desk.refused(CorrectCard(place, at, free)) is not None
                shown = faces.get(place, ())
                found.append(CardSlip(place, at, shown[at] if at < len(shown) else HIDDEN, reason))
    newest = {slot: at for at, slot in enumerate(round_.fresh)}
    return tuple(sorted(found, key=lambda slip: -newest.get((slip.place, slip.index), -1)))


def _faces(seen: TableView) -> dict[str, tuple[str, ...]]:
    return {str(box.box): box.cards for box in seen.boxes} | {DEALER: seen.dealer, COMMUNITY: seen.community}


def wager_slips(desk: Desk) -> tuple[WagerSlip, ...]:
    """Return the wagers that may be corrected, including areas on which a wager may be added."""
    round_, policy = desk.round, desk.state.engine.policy
    if round_ is None or round_.phase is Phase.ENDED or desk.watches:
        return ()
    found: list[WagerSlip] = []
    for box in round_.boxes:
        for area in desk.game.areas:
            lying = box.wager(area.wager)
            amount = 0 if lying is None else lying.amount
            low, high = policy.limits(area.limits)
            step = low if area.limits is Limits.PRESCRIBED else policy.lowest_chip
            other = _other(amount, low, high)
            nothing = bool(amount) and area.wager is not WagerName.ANTE
            tried = CorrectWager(box.number, area.wager, other if other is not None else 0, _REASON)
            if (other is None and not nothing) or desk.refused(tried) is not None:
                continue
            reason = desk.refused(CorrectWager(box.number, area.wager, tried.amount)) is not None
            found.append(
                WagerSlip(box.number, box.player, area.wager, amount, low, high, step, nothing, reason),
            )
    return tuple(found)


def _other(amount: Cents, low: Cents, high: Cents) -> Cents | None:
    """Return an amount that an area accepts and that differs from the present one; None if there is none."""
    return low if amount != low else high if high != low else None
