"""The meaning of a settled round for one Player: how it ended, box by box, and what decided it.

It has facts only, as values; the words are made elsewhere. Nothing is decided here: results and amounts are those of
the settlement, and the rulebook is only asked what else it would have ruled, such as which hand an Ante still needs.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import DECK, Card, rank_of
from croupier.hands import HandOrder, Strength
from croupier.money import Cents, Odds
from croupier.play.banked.events import WagerSettled
from croupier.play.banked.flow import any_live
from croupier.play.banked.settlement import compare_hand, first_outcome
from croupier.play.banked.state import Box, Phase, Round, Table
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite
from croupier.rules.settling import NO_HAND, Award, Comparison, Result
from croupier.rules.terms import WagerName


class Kind(StrEnum):
    """The whole of it in a word."""

    WIN = "win"
    LOSE = "lose"
    STAND_OFF = "stand_off"
    """The hands rank the same and the wagers on them come back; a jackpot wager may still be lost."""
    BACK = "back"
    """Every wager came back: there was no result."""
    EVEN = "even"
    """The Player won as much as they lost."""


class Ending(StrEnum):
    """The end of a hand."""

    HIGHER = "higher"
    LOWER = "lower"
    SAME = "same"
    NOT_QUALIFIED = "not_qualified"
    """The Dealer's hand was too low for a comparison."""
    FOLDED = "folded"
    LEFT = "left"
    """Folded because its Player was gone."""
    NOT_SHOWN = "not_shown"
    OUT = "out"
    """A ruling took it out of the round."""
    VOID = "void"
    ALONE = "alone"
    """The hand played for side wagers only: there was nothing to compare."""


class Part(Struct, frozen=True):
    """A Player's part of one wager, and why it ended like this."""

    wager: WagerName
    result: Result
    staked: Cents
    paid: Cents
    returned: Cents
    odds: Odds | None = None
    """The odds at which it was paid, if it won by a pay table."""
    by_hand: bool = False
    """True if its pay table has several rows, so that the hand made the odds."""
    depends: bool = False
    """True if a lesser hand that also beat the Dealer would not have won it."""
    row: str = ""
    """The name of the row that paid."""
    capped: Cents | None = None
    """The most that is paid, if that was less than the odds."""
    needs: HandOrder | None = None
    """The lowest hand that would have won it, if it came back although the hand was the higher."""
    both: bool = False
    """True if the row depends on the Dealer's cards too."""

    @property
    def net(self) -> Cents:
        """The amount won or lost with it."""
        return self.paid + self.returned - self.staked


class BoxVerdict(Struct, frozen=True):
    """One box, for one Player."""

    box: int
    seated: bool
    """True if it is the Player's own box; otherwise only a share of its wagers is."""
    ending: Ending
    parts: tuple[Part, ...]
    cites: tuple[Cite, ...]
    own: Strength = NO_HAND
    dealer: Strength = NO_HAND
    hole: tuple[Card, ...] = ()
    """The hand's own cards, if they were shown."""
    blind: bool = False
    board: bool = False
    """True if both hands are the Community Cards alone."""
    premium: tuple[str, Odds] | None = None
    """The document's name of an extra payment on the hand, and its odds."""
    award: Award | None = None
    amount: Cents = 0
    """The amount of the award."""

    @property
    def net(self) -> Cents:
        """The amount that the Player has won or lost there."""
        return sum(part.net for part in self.parts)

    @property
    def kind(self) -> Kind:
        """The result in a word."""
        return _kind([self])


class Verdict(Struct, frozen=True):
    """A settled round, for one Player."""

    kind: Kind
    net: Cents
    boxes: tuple[BoxVerdict, ...]


def net_of(line: WagerSettled, player: str) -> Cents:
    """Return what a Player has won or lost with a wager."""
    part = part_of(line, player)
    return 0 if part is None else part.net


def part_of(line: WagerSettled, player: str) -> Part | None:
    """Return a Player's part of a settled wager, in cents; None if they had none."""
    if not line.shares:
        whole = Part(line.wager, line.result, line.staked, line.paid, line.returned)
        return whole if line.player == player else None
    own = [one for one in line.shares if one.player == player]
    if not own:
        return None
    sums = (sum([one.staked for one in own]), sum([one.paid for one in own]), sum([one.returned for one in own]))
    return Part(line.wager, line.result, *sums)


def verdict(game: BankedGame, table: Table, player: str) -> Verdict | None:
    """Return what the table's last round meant for a Player.

    None while it is in play, or if they had no part in it.
    """
    round_ = table.round
    if round_ is None or round_.phase is not Phase.ENDED:
        return None
    dealer = game.rank(round_.dealer, round_.community) if _compared(round_) else NO_HAND
    found = []
    for number in dict.fromkeys(line.box for line in round_.lines):
        lines = [line for line in round_.lines if line.box == number and part_of(line, player) is not None]
        if lines:
            found.append(_of_box(game, table, round_, lines, player, dealer))
    if not found:
        return None
    return Verdict(_kind(found), sum(one.net for one in found), tuple(found))


def _compared(round_: Round) -> bool:
    """Return whether the Dealer's hand was there to be compared: turned, for some hand that was still in."""
    return any_live(round_) and round_.dealer_open and not _void(round_.lines)


def _void(lines: Iterable[WagerSettled]) -> bool:
    return all(line.result is Result.VOID for line in lines)


def _of_box(
    game: BankedGame, table: Table, round_: Round, lines: list[WagerSettled], player: str, dealer: Strength
) -> BoxVerdict:
    number = lines[0].box
    cites = tuple(dict.fromkeys(cite for line in lines for cite in line.cites))
    box = round_.box(number)
    if box is None or box.out or _void(lines):  # a jackpot wager without an Ante has no box of its own
        parts = tuple(part for line in lines if (part := part_of(line, player)) is not None)
        ending = Ending.VOID if _void(lines) else Ending.OUT
        seated = lines[0].player if box is None else box.player
        return BoxVerdict(number, seated == player, ending, parts, cites)
    hand = compare_hand(game, table, round_, box, dealer)
    ending = _ending(game, box, hand, lines)
    award = next((one for line in lines for one in game.jackpot.awards if one.name == line.award), None)
    return BoxVerdict(
        box=number,
        seated=box.player == player,
        ending=ending,
        parts=tuple(_part(game, hand, line, player, ending) for line in lines),
        cites=cites,
        own=hand.own,
        dealer=hand.dealer,
        hole=box.cards if hand.own != NO_HAND else (),
        blind=not box.looked,
        board=_board_plays(game, hand),
        premium=_premium(game, hand, lines),
        award=award,
        amount=sum(line.paid for line in lines if line.award),
    )


_UNDECIDED: Final = (Result.RETURNED, Result.VOID)


def _ending(game: BankedGame, box: Box, hand: Comparison, lines: list[WagerSettled]) -> Ending:
    if box.folded:
        return Ending.LEFT if box.absent else Ending.FOLDED
    if not box.decides:
        return Ending.ALONE
    needed = game.qualifying
    short = needed is not None and hand.dealer != NO_HAND and not needed.holds(hand.dealer)
    won = any(line.result is Result.WIN for line in lines if line.wager is not WagerName.JACKPOT)
    if not hand.shown:
        return Ending.NOT_QUALIFIED if short and won else Ending.NOT_SHOWN
    if hand.dealer == NO_HAND:
        return Ending.ALONE
    if short:
        return Ending.NOT_QUALIFIED
    if hand.own == hand.dealer:
        return Ending.SAME
    return Ending.HIGHER if hand.own > hand.dealer else Ending.LOWER


def _part(game: BankedGame, hand: Comparison, line: WagerSettled, player: str, ending: Ending) -> Part:
    part = part_of(line, player)
    assert part is not None
    table = game.pays.get(line.wager)
    if line.result is Result.WIN and table is not None:
        row = table.line(hand)
        assert row is not None
        cap = game.caps.get(line.wager)
        over = cap is not None and row.odds.winnings(line.staked) > cap.most
        unlike = table.line(replace(hand, dealer_hole=_unlike(hand.hole))) if hand.dealer_hole else row
        return replace(
            part,
            odds=row.odds,
            by_hand=len(table.lines) > 1,
            depends=ending is Ending.HIGHER and _lesser_fails(game, hand, line.wager),
            row=row.name,
            capped=cap.most if cap is not None and over else None,
            both=unlike is not row,
        )
    if line.result is Result.STAND_OFF and ending is Ending.HIGHER:
        return replace(part, needs=_needed(game, hand, line.wager))
    return part


_OF_EACH_RANK: Final = {rank_of(card): card for card in DECK}


def _unlike(hole: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return as many cards that pair neither these nor each other."""
    ranks = {rank_of(card) for card in hole}
    return tuple([card for rank, card in _OF_EACH_RANK.items() if rank not in ranks])[: len(hole)]


def _lesser_fails(game: BankedGame, hand: Comparison, wager: WagerName) -> bool:
    """Return whether the least hand that beats this Dealer does not win the wager."""
    least = replace(hand, own=hand.dealer + 1)
    return first_outcome(game, wager, least).results[wager] is not Result.WIN


def _needed(game: BankedGame, hand: Comparison, wager: WagerName) -> HandOrder | None:
    """Return the lowest order of hands above this one that wins the wager against the same Dealer, or None."""
    for order in game.hand.orders:
        if order.lowest > hand.own:
            asked = replace(hand, own=order.lowest)
            if first_outcome(game, wager, asked).results[wager] is Result.WIN:
                return order
    return None


def _premium(game: BankedGame, hand: Comparison, lines: list[WagerSettled]) -> tuple[str, Odds] | None:
    """Return an extra payment by the hand; None on a stake that went back without action."""
    for line in lines:
        premium = game.premiums.get(line.wager)
        if premium is not None and line.result not in _UNDECIDED and premium.when(hand):
            row = premium.pays.line(hand)
            if row is not None:
                return premium.title, row.odds
    return None


def _board_plays(game: BankedGame, hand: Comparison) -> bool:
    """Return whether both hands are no better than the Community Cards by themselves."""
    if hand.own == NO_HAND or hand.own != hand.dealer or len(hand.community) < game.hand.cards:
        return False
    return game.hand.rank_best(hand.community) == hand.own


def _kind(boxes: Iterable[BoxVerdict]) -> Kind:
    boxes = list(boxes)
    parts = [part for box in boxes for part in box.parts]
    net = sum(part.net for part in parts)
    if net > 0:
        return Kind.WIN
    on_hands = [part for part in parts if part.wager is not WagerName.JACKPOT]
    if on_hands and not any(part.net for part in on_hands) and any(one.ending is Ending.SAME for one in boxes):
        return Kind.STAND_OFF
    if net < 0:
        return Kind.LOSE
    if all(part.result in _UNDECIDED for part in parts):
        return Kind.BACK
    stood = all(part.net == 0 for part in parts)
    return Kind.STAND_OFF if stood else Kind.EVEN
