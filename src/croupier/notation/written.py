"""A round recorded as its result: cards, wagers and decisions of each box, as in a dispute or a review.

The record is settled by playing it: every act goes through the engine, so everything that a table refuses is refused
here.
"""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from croupier.cards import UNKNOWN, Card, first_repeated, format_card
from croupier.money import MOST, Cents
from croupier.notation.answer import Answer, answer
from croupier.notation.form import load_noted, read_cards
from croupier.notation.problem import InputError
from croupier.play.actor import Actor
from croupier.play.banked.commands import (
    BankedCommand,
    Choose,
    CloseBets,
    DealCards,
    OpenRound,
    PlaceWager,
    Reveal,
    Settle,
    ShowHand,
    WithholdHand,
)
from croupier.play.banked.events import BankedEvent
from croupier.play.banked.flow import (
    COMMUNITY,
    DEALER,
    board_size,
    current_step,
    hand_size,
    hands_to_show,
    places_ahead,
    undecided,
)
from croupier.play.banked.state import Phase, Table
from croupier.play.banked.table import act, open_table
from croupier.play.refusal import Refusal
from croupier.rulebooks import UnknownGameError, as_banked, load_version
from croupier.rules.banked import BankedGame, PolicyError
from croupier.rules.terms import (
    SETTLING_ORDER,
    Decide,
    Decision,
    RevealCommunity,
    RevealDealer,
    Role,
    ShowHands,
    WagerName,
    wager_named,
)

TABLE = "1"


class WrittenBox(Struct, frozen=True, forbid_unknown_fields=True):
    """A box of a recorded round."""

    box: int
    cards: str
    wagers: dict[str, Cents]
    decisions: tuple[str, ...]
    player: str = ""
    shown: bool = True


class WrittenRound(Struct, frozen=True, forbid_unknown_fields=True):
    """A recorded round."""

    game: str
    boxes: tuple[WrittenBox, ...]
    policy: dict[str, object] = {}
    meter: Cents | None = None
    dealer: str | None = None
    community: str | None = None
    rulebook: str = ""
    """The version under which it was played; the one in force if it names none."""


def read_written(data: bytes | str) -> WrittenRound:
    """Read the JSON of a written round. Raises :class:`InputError`."""
    try:
        return msgspec.json.decode(data, type=WrittenRound)
    except msgspec.ValidationError as error:
        raise InputError(_plain(str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"this is not JSON: {error}") from None
    except RecursionError:
        raise InputError("this JSON is nested too deeply to be a round") from None


def _plain(message: str) -> str:
    """Rewrite an error of msgspec so that the field comes first; msgspec names it last, as a path from ``$``."""
    what, at, path = message.rpartition(" - at `$")
    return f"{path.rstrip('`').lstrip('.')}: {what}" if at else message


class _Supply:
    """The written cards, handed out in the order in which the deal asks for them."""

    def __init__(self, game: BankedGame, written: WrittenRound, dealing: str) -> None:
        size = hand_size(game, dealing)
        board = board_size(game, dealing)
        self._piles: dict[str, tuple[Card, ...]] = {}
        for at, box in enumerate(written.boxes):
            self._piles[str(box.box)] = _cards(f"boxes[{at}].cards", box.cards, size)
        dealer_size = size
        self._piles[DEALER] = (
            (UNKNOWN,) * dealer_size if written.dealer is None else _cards("dealer", written.dealer, dealer_size)
        )
        if written.community is not None and not board:
            raise InputError(f"community: {game.name} has no Community Cards")
        if board:
            self._piles[COMMUNITY] = (
                (UNKNOWN,) * board if written.community is None else _cards("community", written.community, board)
            )
        repeated = first_repeated(card for pile in self._piles.values() for card in pile)
        if repeated is not None:
            raise InputError(f"{format_card(repeated)} appears twice in the round")

    def take(self, place: str) -> Card:
        """Take the next card for a place; burnt cards are not written down."""
        pile = self._piles.get(place)
        if not pile:
            return UNKNOWN
        self._piles[place] = pile[1:]
        return pile[0]


def _cards(field: str, text: str, count: int) -> tuple[Card, ...]:
    return read_cards(text, field, count, f"{count} are dealt")


def settle_written(written: WrittenRound, version: str = "") -> Answer:
    """Settle a written round by playing it. Raises :class:`InputError`.

    The version of the document is the one that is named, otherwise the round's own or the one in force.
    """
    rulebook = "" if version else written.rulebook
    try:
        game = as_banked(load_version(written.game, version))
    except UnknownGameError as error:
        raise InputError(f"game: {error}") from None
    if rulebook:
        game = load_noted(written.game, rulebook, as_banked)
    if written.meter is not None and not 0 <= written.meter <= MOST:
        raise InputError(f"meter: must be from 0 to {MOST} cents")
    try:
        opening = open_table(game, written.policy, name=TABLE, meter=written.meter)
    except PolicyError as error:
        raise InputError(str(error)) from None
    if not written.boxes:
        raise InputError("boxes: nobody plays")
    return _Play(game, written, opening).settle()


class _Play:
    """One written round on its way through the engine."""

    def __init__(self, game: BankedGame, written: WrittenRound, opening: Table) -> None:
        self.game, self.written, self.opening, self.table = game, written, opening, opening
        self.events: list[BankedEvent] = []
        self.supply = _Supply(game, written, opening.policy.dealing)
        self.fields = {box.box: f"boxes[{at}]" for at, box in enumerate(written.boxes)}
        if len(self.fields) != len(written.boxes):
            raise InputError("boxes: a box appears twice")
        self.boxes = {box.box: box for box in written.boxes}
        for number, box in self.boxes.items():
            if not box.wagers:
                raise InputError(f"{self.fields[number]}.wagers: nothing is wagered on box {number}")

    def settle(self) -> Answer:
        self.do("round", OpenRound())
        for box in self.written.boxes:
            for wager, amount in self._opening_wagers(box):
                player = box.player or f"player-{box.box}"
                self.do(f"{self.fields[box.box]}.wagers.{wager}", PlaceWager(box.box, wager, amount, player))
        self.do("round", CloseBets())
        while self.table.round is not None and self.table.round.phase is not Phase.ENDED:
            field, command = self.next_act()
            self.do(field, command)
        self.check_nothing_left()
        return answer(self.game, self.opening, self.table, self.events)

    def _opening_wagers(self, box: WrittenBox) -> Iterator[tuple[WagerName, Cents]]:
        """Yield the wagers placed before the close, the Ante first since the others need it.

        Raises :class:`InputError`.
        """
        placed: dict[WagerName, Cents] = {}
        for name, amount in box.wagers.items():
            wager = wager_named(name)
            if wager is None:
                raise InputError(f"{self.fields[box.box]}.wagers: there is no wager {name[:40]!r}")
            placed[wager] = amount
        by_decision = {Decision(one).value for one in box.decisions if one in Decision.__members__.values()}
        for wager in sorted(placed, key=SETTLING_ORDER.__getitem__):
            if self.game.area(wager) is not None or wager.value not in by_decision:
                yield wager, placed[wager]

    def do(self, field: str, command: BankedCommand) -> None:
        turn = act(self.game, self.table, Actor("dealer", Role.DEALER), command)
        if isinstance(turn, Refusal):
            raise InputError(f"{field}: {turn}")
        self.table = turn.table
        self.events += turn.events

    def next_act(self) -> tuple[str, BankedCommand]:
        """Return the recorded act that the round waits for, and its field.

        Raises :class:`InputError` if it is missing.
        """
        round_, step = self.table.round, current_step(self.game, self.table)
        assert round_ is not None
        dealing = self.table.policy.dealing
        if step is None:
            return "round", Settle()
        if isinstance(step, Decide):
            return self._decision(step)
        if isinstance(step, RevealDealer):
            if self.written.dealer is None:
                raise InputError("dealer: the Dealer's cards are missing")
            return "dealer", Reveal()
        if isinstance(step, RevealCommunity):
            if self.written.community is None:
                raise InputError("community: the Community Cards are missing")
            return "community", Reveal()
        if isinstance(step, ShowHands):
            box = next(box for box in hands_to_show(self.game, dealing, round_) if box.shown is None)
            shown = self.boxes[box.number].shown
            field = f"{self.fields[box.number]}.shown"
            return field, ShowHand(box.number) if shown else WithholdHand(box.number)
        places = (place for place, _ in places_ahead(self.game, dealing, round_))
        return "cards", DealCards(tuple(self.supply.take(place) for place in places))

    def _decision(self, step: Decide) -> tuple[str, BankedCommand]:
        assert self.table.round is not None
        box = undecided(self.table.round)
        assert box is not None
        made, written = len(box.decisions), self.boxes[box.number].decisions
        field = f"{self.fields[box.number]}.decisions"
        offered = " or ".join(choice.decision for choice in step.choices)
        if made >= len(written):
            raise InputError(f"{field}: a decision is missing: {offered}")
        if written[made] not in Decision.__members__.values():
            raise InputError(
                f"{field}[{made}]: {written[made][:40]!r} is not a decision here; the decisions are {offered}"
            )
        decision = Decision(written[made])
        return f"{field}[{made}]", Choose(box.number, decision, self.boxes[box.number].wagers.get(decision.value))

    def check_nothing_left(self) -> None:
        assert self.table.round is not None
        for box in self.table.round.boxes:
            written = self.boxes[box.number].decisions
            if len(written) > len(box.decisions):
                field = f"{self.fields[box.number]}.decisions[{len(box.decisions)}]"
                raise InputError(f"{field}: there is nothing left to decide after {box.decisions[-1]}")
