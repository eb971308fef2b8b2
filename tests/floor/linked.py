"""Tables on one jackpot link where Dealers enter the cards, so that a test says what is dealt where, and when."""

from collections.abc import Mapping
from pathlib import Path

from croupier.cards import Card
from croupier.floor.running.floor import Floor
from croupier.floor.values.links import ClaimAt, OrderClaims, SignOrder
from croupier.floor.values.table import SIGNATURES, SignClaim
from croupier.floor.values.table_kinds import BankedTable
from croupier.play.banked.commands import (
    Choose,
    CloseBets,
    DealCards,
    Look,
    OpenRound,
    PlaceWager,
    Reveal,
    Settle,
    ShowHand,
)
from croupier.play.banked.events import JackpotPaid, WagerSettled
from croupier.play.banked.flow import current_step, hands_to_show, undecided
from croupier.play.banked.state import Phase, Round
from croupier.rules.terms import Decide, Role, ShowHands, WagerName
from tests.floor.random_floor import asked, done
from tests.floor.rigged import a_floor, act, events, refusal
from tests.floor.rigging import rigged_deck, staying

SEED = 5_000_000
FED = 350
"""A wager of SGD 5 feeds 70 % of it."""
GAMES = {
    "stud": "rws-casino-stud",
    "multi": "rws-multi-link-casino-stud",
    "holdem": "rws-progressive-texas-holdem",
    "bonus": "mbs-texas-holdem-bonus-progressive",
}
ROYAL, FLUSH, NOTHING = "As Ks Qs Js Ts", "8h 7h 6h 5h 4h", "2c 3d 5s 7c 9d"
"""In five cards: all of the jackpot, a tenth of it, and nothing."""


class Linked:
    """A floor with tables on one link, and the decks that lie there."""

    def __init__(self, path: Path, *tables: str, dealing: str = "shuffler", seed: int = SEED, clock: object = None):
        plan = f"[links.main]\nseed = {seed}\n"
        for name in tables:
            game = GAMES[name.partition("-")[0]]
            policy = "" if game.startswith("mbs") else f'[tables.{name}.policy]\ndealing = "{dealing}"\n'
            plan += f'[tables.{name}]\ngame = "{game}"\nlink = "main"\nautomatic = false\n{policy}'
        self.floor: Floor = a_floor(path, plan, clock=clock)
        self.decks: dict[str, list[Card]] = {}

    def state(self, table: str) -> BankedTable:
        state = self.floor.table(table)
        assert isinstance(state, BankedTable)
        return state

    def round(self, table: str) -> Round:
        round_ = self.state(table).engine.round
        assert round_ is not None
        return round_

    def begin(self, table: str, hands: Mapping[str, str], player: str = "ann") -> None:
        """A round with the boxes that these hands are for, up to the close."""
        boxes = [int(place) for place in hands if place.isdigit()]
        state = self.state(table)
        self.decks[table] = list(rigged_deck(state.info.game, boxes, hands, {"dealing": state.engine.policy.dealing}))
        act(self.floor, table, OpenRound())
        for box in boxes:
            act(self.floor, table, PlaceWager(box, WagerName.ANTE, 5_000), player)
            act(self.floor, table, PlaceWager(box, WagerName.JACKPOT, 500), player)
        act(self.floor, table, CloseBets())

    def deal(self, table: str, count: int | None = None) -> None:
        """The next cards, or all that are due."""
        due = self.state(table).cards_due() if count is None else count
        cards, self.decks[table][:due] = tuple(self.decks[table][:due]), []
        act(self.floor, table, DealCards(cards))

    def look(self, table: str, box: int = 1, player: str = "ann") -> None:
        act(self.floor, table, Look(box), player)

    def play(self, table: str, player: str = "ann") -> None:
        """Everybody stays in, up to the settlement."""
        while self.round(table).phase is Phase.PLAY:
            state, round_ = self.state(table), self.round(table)
            game = state.game
            step = current_step(game, state.engine)
            if state.cards_due():
                self.deal(table)
            elif isinstance(step, Decide):
                box = undecided(round_)
                assert box is not None
                act(self.floor, table, Choose(box.number, staying(step)), player)
            elif isinstance(step, ShowHands):
                shown = hands_to_show(game, state.engine.policy.dealing, round_)
                act(self.floor, table, ShowHand(next(box for box in shown if box.shown is None).number), player)
            else:
                act(self.floor, table, Reveal())

    def claim(self, table: str) -> None:
        """The Dealer settles: major awards are claimed, and signed."""
        act(self.floor, table, Settle())
        for box in [one.box for one in self.state(table).info.claims]:
            for signer in ("sue", "sam")[:SIGNATURES]:
                act(self.floor, table, SignClaim(box), signer)

    def settle(self, table: str) -> None:
        act(self.floor, table, Settle())

    def pay(self, table: str) -> None:
        """All of it: claimed, signed, paid."""
        self.claim(table)
        self.settle(table)

    def whole(self, table: str, hands: Mapping[str, str], player: str = "ann") -> None:
        """A round from its opening to its settlement."""
        self.begin(table, hands, player)
        self.play(table, player)
        self.claim(table)
        if self.round(table).phase is not Phase.ENDED:
            self.settle(table)

    @property
    def meter(self) -> int:
        return self.floor.link("main").shown

    def paid(self, table: str) -> list[JackpotPaid]:
        """The table's awards so far, first to last."""
        return [event for event in events(self.floor, f"table:{table}") if isinstance(event, JackpotPaid)]

    def line(self, table: str, box: int = 1) -> WagerSettled:
        """How a box's jackpot wager has ended."""
        lines = self.round(table).lines
        return next(line for line in lines if (line.box, line.wager) == (box, WagerName.JACKPOT))


def found_by_two(floor: Floor, link: str, order: OrderClaims) -> None:
    """Record an order of awards that two people have signed for: two others stand behind it."""
    done(floor, asked(link, order, "sid", Role.PIT_SUPERVISOR))
    done(floor, asked(link, SignOrder(floor.link(link.partition(":")[2]).orders[-1].number), "max", Role.PIT_MANAGER))


def paid_as_the_house_finds(path: Path, tables: tuple[str, str], hands: Mapping[str, str]) -> list[int]:
    """The same hand wins at two tables, and a Pit Supervisor records that the second was dealt first: what it is paid,
    and then the other, which waits for it."""
    house, (other, first) = Linked(path, *tables), tables
    for table, player in ((other, "ann"), (first, "bob")):
        house.begin(table, hands, player)
        house.play(table, player)
        house.claim(table)
    order = OrderClaims((ClaimAt(first, 1, 1), ClaimAt(other, 1, 1)), "the cameras show it")
    found_by_two(house.floor, "link:main", order)
    assert f"table {first}, box 1" in refusal(house.floor, other, Settle())
    house.settle(first)
    house.settle(other)
    return [house.line(table).paid for table in (first, other)]
