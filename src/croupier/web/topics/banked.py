"""The page of a house-banked table."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from croupier.floor.house.credentials import Session
from croupier.floor.values.table_kinds import BankedTable
from croupier.money import Cents
from croupier.play.banked.flow import hand_size
from croupier.play.banked.options import Option, Stake, options
from croupier.play.banked.reserve import kept
from croupier.play.banked.state import Phase, Table
from croupier.play.banked.verdict import net_of
from croupier.play.banked.view import TableView, seen_as, view
from croupier.play.viewer import HIDDEN
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite
from croupier.rules.handtypes import HandType
from croupier.rules.terms import SETTLING_ORDER, Decide, Limits, RevealCommunity, Role, WagerName
from croupier.web.acting.affording import most_affordable
from croupier.web.acting.sessions import viewer_of
from croupier.web.desks.heads import face_of, hand_name
from croupier.web.topics.holding import DECIDES, consent_of, held_notice
from croupier.web.topics.paying import lit_rows, pay_groups, spot_pays
from croupier.web.venue import Venue
from croupier.web.views.stages import Cue, Stage
from croupier.web.views.verdicts import banked_shown
from croupier.web.wire import (
    BankedPage,
    Cites,
    HandName,
    PayGroup,
    Printed,
    RevealShown,
    RulingShown,
    Seated,
    SpotShape,
    Street,
    VerdictShown,
)

_SHAPES: Final = {Limits.ANTE: "round", Limits.BONUS: "square", Limits.PRESCRIBED: "coin"}
"""The shapes of the areas that accept chips before the close, by what limits them."""


class Felt(Struct, frozen=True):
    """The part of a page that is the same in every round: what the document prints on the layout, and the pays."""

    layout: tuple[SpotShape, ...]
    cards: int
    board: tuple[Street, ...]
    printed: tuple[Printed, ...]
    pays: tuple[PayGroup, ...]


class Sight(Struct, frozen=True):
    """The part of a page that many people share: a table as they all see it."""

    view: TableView
    hands: dict[int, HandName]
    dealer: HandName | None
    result: dict[int, Cents]
    lit: dict[int, tuple[str, ...]]


_FELTS: Final[dict[tuple[int, str, tuple[tuple[str, str], ...]], tuple[BankedGame, Felt]]] = {}
"""The felts by game and by the parts of a policy that they depend on; the game is kept, so that its id stays unique."""


def felt_of(game: BankedGame, table: Table) -> Felt:
    """Return the felt of a table, made once for all tables that are dealt alike."""
    dealing, parameters = table.policy.dealing, table.policy.parameters
    key = (id(game), dealing, tuple(parameters.items()))
    if key not in _FELTS:
        felt = Felt(
            layout=paying_layout(game, table),
            cards=hand_size(game, dealing),
            board=board(game, dealing),
            printed=printed(game),
            pays=pay_groups(game, table),
        )
        _FELTS[key] = (game, felt)
    return _FELTS[key][1]


def sight_of(venue: Venue, state: BankedTable, session: Session) -> Sight:
    """Return a table as a person sees it, made once for all who see the same."""
    game, table, viewer = state.game, state.engine, seen_as(state.engine, viewer_of(session))

    def make() -> Sight:
        seen = view(game, table, viewer, venue.made.boxes(state))
        said = {box.box: _said(venue, state, box.cards, seen.community) for box in seen.boxes}
        return Sight(
            view=seen,
            hands={box: name for box, (name, _) in said.items() if name is not None},
            dealer=hand_name(game.hand, seen.dealer, seen.community),
            result=results_of(seen),
            lit={box: lit for box, (_, lit) in said.items() if lit},
        )

    return venue.made.once(state, viewer, make)


def _said(
    venue: Venue, state: BankedTable, own: tuple[str, ...], community: tuple[str, ...]
) -> tuple[HandName | None, tuple[str, ...]]:
    """Return the name of a hand that a person sees, and the rows of the pay tables that it makes."""
    if not own or HIDDEN in own:
        return None, ()
    game, table = state.game, state.engine

    def make() -> tuple[HandName | None, tuple[str, ...]]:
        return hand_name(game.hand, own, community), lit_rows(game, table, own, community)

    return venue.made.of_cards(state, (own, community), make)


def banked_page(venue: Venue, session: Session, table: str) -> BankedPage:
    """Return the page of the table for one person."""
    now = venue.reveals.seen(table, session)
    state, stage = now.kept.state, now.stage
    assert isinstance(state, BankedTable)
    game, engine = state.game, state.engine
    sight, felt = sight_of(venue, state, session), felt_of(game, engine)
    seen = sight.view
    held, held_cites = held_notice(state)
    told = now.told
    seated = venue.pacer.seated(table)
    me = session.account if session.role is Role.PLAYER else ""
    qualifies, cites = dealer_qualifies(game, engine)
    return BankedPage(
        face=face_of(venue, session, now.kept),
        view=seen,
        options=_offered(venue, session, game, state) if stage is None else (),
        layout=felt.layout,
        boxes=engine.policy.boxes,
        me=me,
        role=session.role,
        balance=venue.reveals.wallet(me) if me else 0,
        mine=_mine(seen, seated, me),
        seated=seated,
        hands=sight.hands,
        dealer=sight.dealer if stage is None or stage.cue is not Cue.TURNING else None,
        qualifies=qualifies,
        qualifies_cites=cites,
        result=sight.result,
        won=sum(net_of(line, me) for line in seen.lines) if me and seen.phase is Phase.ENDED and seen.lines else None,
        clock=venue.pacer.clock(table) if stage is None else None,
        ready=bool(me) and venue.pacer.ready(table, me),
        last=told.last.get(me, ()),
        rulings=tuple(told.rulings),
        told=tuple(told.told),
        claims=tuple(claim.box for claim in state.info.claims),
        waits_for=_waits_for(state),
        closed=engine.closed_boxes,
        cards=felt.cards,
        board=felt.board,
        printed=felt.printed,
        verdict=_verdict(venue, _judged(state, stage), me, told.rulings),
        reveal=None if stage is None or stage.cue is None else _reveal(game, seen, stage.cue),
        kept=kept(game, engine, me) if me else 0,
        held=held,
        held_cites=held_cites,
        consent=consent_of(state, me),
        pays=felt.pays,
        lit=sight.lit,
    )


def _waits_for(state: BankedTable) -> str:
    """Return the role whose decision the round waits for; empty if it waits for none."""
    if state.info.held is not UNSET:
        return DECIDES.value
    return state.engine.pending[0].role.value if state.engine.pending and state.running else ""


def _judged(state: BankedTable, stage: Stage | None) -> BankedTable:
    """Return the table that a verdict is about: from its stage on, the round's end."""
    last = stage.last.state if stage is not None and stage.cue is Cue.VERDICT else state
    assert isinstance(last, BankedTable)
    return last


def _verdict(venue: Venue, state: BankedTable, me: str, rulings: Sequence[RulingShown]) -> VerdictShown | None:
    """Return the verdict of the round for a Player, put into words once; None while the round runs."""
    if not me or state.running:
        return None
    # The verdict names the last ruling's subject; the rest of it follows from the state.
    last = rulings[-1].irregularity if rulings else ""
    return venue.made.once(state, ("verdict", me, last), lambda: banked_shown(state.game, state.engine, me, rulings))


def _reveal(game: BankedGame, seen: TableView, cue: Cue) -> RevealShown:
    hidden = sum(card == HIDDEN for card in (*seen.dealer, *seen.community))
    needed = game.qualifying
    return RevealShown(cue, hidden, needed.named(needed.lowest) if needed is not None and hidden else "")


def paying_layout(game: BankedGame, table: Table) -> tuple[SpotShape, ...]:
    """Return the spots of a box, each with its pays."""
    spots = layout(game, table.policy.dealing)
    return tuple(replace(spot, pays=spot_pays(game, table, spot.wager)) for spot in spots)


def layout(game: BankedGame, dealing: str) -> tuple[SpotShape, ...]:
    """Return the spots of a box in settling order: those that accept chips before the close, and those of decisions."""
    spots = {
        area.wager: SpotShape(
            area.wager,
            game.title(area.wager),
            _SHAPES[area.limits],
            True,
            cites=_once(area.cite, area.limits_cite),
        )
        for area in game.areas
    }
    for step in game.rounds[dealing]:
        for choice in step.choices if isinstance(step, Decide) else ():
            if choice.places is not None:
                shape = "square" if choice.places is WagerName.BET else "round"
                title = game.title(choice.places)
                spots.setdefault(
                    choice.places, SpotShape(choice.places, title, shape, False, choice.times_ante, (choice.cite,))
                )
    return tuple(sorted(spots.values(), key=lambda spot: SETTLING_ORDER[spot.wager]))


def _once(*cites: Cite) -> Cites:
    return tuple(dict.fromkeys(cites))


def board(game: BankedGame, dealing: str) -> tuple[Street, ...]:
    """Return the Community Cards as they are turned, by street."""
    turned = (step for step in game.rounds[dealing] if isinstance(step, RevealCommunity))
    return tuple(Street(step.name.split()[0], step.count) for step in turned)


def printed(game: BankedGame) -> tuple[Printed, ...]:
    """Return the lines printed on the felt: the hand that the Dealer needs, and the wagers that pay by the hand."""
    lines = []
    needed = game.qualifying
    if needed is not None:
        lines.append(Printed(f"Dealer qualifies with {needed.named(needed.lowest)} or better", (needed.cite,)))
    tables = [(game.title(wager), table) for wager, table in game.pays.items()]
    for title, table in (*tables, *((one.title, one.pays) for one in game.premiums.values())):
        low, high = table.lines[-1].odds, table.lines[0].odds
        if low != high:
            lines.append(Printed(f"{title} pays {low} up to {high}", (table.cite,)))
    return tuple(lines)


def _offered(venue: Venue, session: Session, game: BankedGame, state: BankedTable) -> tuple[Option, ...]:
    """Return the acts open to a viewer, without those that the document allows but the House would refuse."""
    if not state.info.open or session.role in {Role.DISPLAY, Role.AUDITOR, Role.CAGE}:
        return ()
    viewer = viewer_of(session)
    found = venue.made.once(state, ("options", viewer), lambda: options(game, state.engine, viewer))
    if session.role is not Role.PLAYER:
        return found
    taken = venue.pacer.kept_from(state.info.name, session.account)
    free = tuple(one for one in found if not (isinstance(one, Stake) and one.box in taken))
    return free if state.info.anonymous else tuple(_affordable(venue, session, state, free))


def _affordable(venue: Venue, session: Session, state: BankedTable, found: tuple[Option, ...]) -> Iterator[Option]:
    """Yield these acts with each stake limited to the unreserved part of the Player's wallet."""
    wagers = {one.wager for one in found if isinstance(one, Stake)}
    most = most_affordable(venue, session.account, state, wagers) if wagers else {}
    for one in found:
        if not isinstance(one, Stake) or one.most <= most[one.wager]:
            yield one
        elif one.least <= most[one.wager]:
            capped = one.least + (most[one.wager] - one.least) // one.step * one.step
            yield replace(one, most=capped, enough=min(one.enough, capped))


def _mine(seen: TableView, seated: tuple[Seated, ...], me: str) -> tuple[int, ...]:
    if not me:
        return ()
    wagered = {box.box for box in seen.boxes if box.player == me and seen.phase is not Phase.ENDED}
    last = {box.box for box in seen.boxes if box.player == me}
    return tuple(sorted(wagered | last | {one.box for one in seated if one.player == me}))


def hands_of(hand: HandType, seen: TableView) -> dict[int, HandName]:
    """Return the name of each box's hand whose cards the reader sees."""
    named = ((box.box, hand_name(hand, box.cards, seen.community)) for box in seen.boxes)
    return {number: name for number, name in named if name is not None}


def results_of(seen: TableView) -> dict[int, Cents]:
    """Return what the seated Player of each box has won or lost; empty until the round is over."""
    if seen.phase is not Phase.ENDED:
        return {}
    settled = {box.box: [line for line in seen.lines if line.box == box.box] for box in seen.boxes}
    return {box.box: sum(net_of(line, box.player) for line in settled[box.box]) for box in seen.boxes}


def dealer_qualifies(game: BankedGame, table: Table) -> tuple[bool | None, Cites]:
    """Return whether the Dealer's open hand qualifies; None while it is closed, or if the document asks for nothing."""
    round_ = table.round
    needed = game.qualifying
    if needed is None or round_ is None or not round_.dealer_open:
        return None, ()
    return needed.holds(game.rank(round_.dealer, round_.community)), (needed.cite,)
