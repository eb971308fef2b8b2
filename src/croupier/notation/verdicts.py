"""The reason why a round ended as it did, for one Player of a house-banked table, in a sentence or two.

Reasons have no rule numbers and no names: paragraphs are shown beside the sentence, and the other side is "the Dealer".
A hand is called what its document calls it.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from croupier.cards import RANKS, Card, rank_of, suit_of
from croupier.hands import RANK_NAMES, HandOrder, Strength, rank_plural
from croupier.money import Cents
from croupier.notation.speech import listed, money, spoken
from croupier.play.banked.verdict import BoxVerdict, Ending, Part, Verdict
from croupier.rules.banked import BankedGame
from croupier.rules.handtypes import HandType
from croupier.rules.settling import NO_HAND, PercentOfMeter, RanksFrom, Result, Scope
from croupier.rules.terms import WagerName

_COUNTS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WHOLE: Final = 100


def reason(game: BankedGame, found: Verdict, why: str = "") -> str:
    """Write the line below the result: the reason of a single box, or the results of several.

    ``why`` is a ruling's reason, if one took the result away.
    """
    if len(found.boxes) == 1:
        return box_reason(game, found.boxes[0], why)
    each = [f"box {one.box} {_came_to(one.net)}" for one in found.boxes]
    told = listed(each)
    return told[:1].upper() + told[1:]


def box_reason(game: BankedGame, box: BoxVerdict, why: str = "") -> str:
    """Write why one box ended as it did."""
    return _Telling(game, box, why).told()


def amount(cents: Cents) -> str:
    """Write an amount with cents only if there are any: ``200``, ``128,463.70``."""
    return money(cents).removesuffix(".00")


def _came_to(net: Cents) -> str:
    if not net:
        return "breaks even"
    return f"{'wins' if net > 0 else 'loses'} {money(abs(net))}"


class _Telling:
    """One box in words."""

    def __init__(self, game: BankedGame, box: BoxVerdict, why: str) -> None:
        self.game, self.box, self.why = game, box, why
        self.you, self.your = ("You", "your") if box.seated else ("The hand was", "the")
        self.yours_first = self.your.capitalize()
        self.side = [part for part in box.parts if self._is_side(part)]
        self.main = [part for part in box.parts if part.wager is not WagerName.JACKPOT and part not in self.side]
        self.jackpot = next((part for part in box.parts if part.wager is WagerName.JACKPOT), None)

    def _is_side(self, part: Part) -> bool:
        """Return whether a wager is decided by its own cards.

        All are but the Ante, the jackpot wager, and the wagers that follow the Ante.
        """
        area = self.game.area(part.wager)
        return area is not None and part.wager not in (WagerName.ANTE, WagerName.JACKPOT)

    # ---- The whole reason -------------------------------------------------------------------------------------------

    def told(self) -> str:
        """Write the whole reason."""
        sentences = [*self._of_side_wagers(), *self._of_the_hand()]
        if self.box.premium is not None:
            title, odds = self.box.premium
            sentences.append(f"{title} pays {odds}")
        return ". ".join(sentences)

    def _of_side_wagers(self) -> list[str]:
        """List the side wagers that won, which come first because a Player remembers them."""
        return [
            f"{self._row(part)} {part.odds} on the {self.game.title(part.wager)}"
            for part in self.side
            if part.result is Result.WIN and part.odds is not None
        ]

    def _row(self, part: Part) -> str:
        """Name what won a side wager, with its verb: ``A-K suited pays``, ``Aces pay``."""
        if self.game.pays[part.wager].holdings and len(self.box.hole) > 1:
            name, several = _two_cards(self.box.hole)
        else:
            name, several = spoken(part.row), part.row.endswith("s")
        both = " on both sides" if part.both else ""
        return f"{name}{both} {'pay' if several else 'pays'}"

    def _of_the_hand(self) -> list[str]:
        match self.box.ending:
            case Ending.VOID | Ending.OUT:
                return self._without_result()
            case Ending.FOLDED | Ending.LEFT:
                return self._folded()
            case Ending.NOT_SHOWN:
                return self._not_shown()
            case Ending.NOT_QUALIFIED:
                return self._not_qualified()
            case Ending.ALONE:
                return self._alone()
            case Ending.HIGHER:
                return self._higher()
            case Ending.LOWER:
                return self._lower()
            case Ending.SAME:
                return self._same()

    # ---- Without a comparison ---------------------------------------------------------------------------------------

    def _without_result(self) -> list[str]:
        what = "The round is Void" if self.box.ending is Ending.VOID else f"{self.yours_first} hand is out of the round"
        back = sum(part.returned for part in self.box.parts)
        lost = sum(part.staked - part.returned for part in self.box.parts)
        ends = [f"{money(back)} came back"] if back or not lost else []
        if lost:
            ends.append(f"{money(lost)} was lost before")
        return [f"{what}: {self.why}" if self.why else what, "; ".join(ends)]

    def _folded(self) -> list[str]:
        lost = self._taken([*self.main, *self.side])
        left = self.box.ending is Ending.LEFT
        how = "left, and the hand was folded" if left and self.box.seated else "folded"
        if self.box.award is not None:
            loses = (
                f" and {'lose' if self.box.seated else 'loses'} {listed(f'the {one}' for one in lost)}" if lost else ""
            )
            return [f"{self.you} {how}{loses}", f"{self._winner} still {self._winner_wins} {self._prize}"]
        stake = self.jackpot
        gone = stake is not None and stake.net < 0
        board = gone and self._by_board
        if gone and not board:
            lost.append("jackpot wager")
        if not lost and not board:
            return [f"{self.you} {how}"]
        told = f"{_first_up(listed(lost))} {_are(lost)} taken" if lost else ""
        if board:
            none = "the community cards win no jackpot"
            told = f"{told}; {none}" if told else _first_up(none)
        return [f"{self.you} {how}", told]

    @property
    def _by_board(self) -> bool:
        """True if the Community Cards alone could still have won this hand an award."""
        return any(one.scope is Scope.COMMUNITY for one in self.game.jackpot.awards)

    def _not_shown(self) -> list[str]:
        whose = "Your cards" if self.box.seated else "The cards"
        if all(part.net >= 0 for part in self.main):
            return [f"{whose} were not shown", *self._back()]
        return [f"{whose} were not shown, so the hand counts as lower", *self._still()]

    def _alone(self) -> list[str]:
        """Write about a box with side wagers only; those that won have been mentioned already."""
        lost = self._taken(self.side)
        won = self.box.award is not None
        if won:
            return [f"{self._winner} {self._winner_wins} {self._prize}"]
        if any(part.result is Result.WIN for part in self.side):
            return []
        return [f"{_first_up(listed(lost))} {_are(lost)} taken"] if lost else self._back()

    def _not_qualified(self) -> list[str]:
        short = self._dealer_short()
        if self.box.award is not None:
            return [short, f"{self._winner} still {self._winner_wins} {self._prize}"]
        won = [part for part in self.main if part.result is Result.WIN]
        back = [part for part in self.main if part.result is not Result.WIN and part.returned]
        much = self._rich_row(back)
        if won and much:
            paid = listed(self.game.title(part.wager) for part in won)
            pays = "pay" if plural(self._own) else "pays"
            return [f"{short}, so {self.your} {self._own_blind} {pays} on the {paid} only"]
        told = [f"{self.game.title(part.wager)} pays {part.odds}" for part in won]
        if back:
            names = [self.game.title(part.wager) for part in back]
            told.append(f"{listed(names)} {'comes' if len(names) == 1 else 'come'} back")
        return [short, ", ".join(told)] if told else [short]

    def _rich_row(self, back: Sequence[Part]) -> bool:
        """Return whether the hand would have been paid more than the least on a wager that comes back."""
        if self.box.own == NO_HAND or self.box.own < self.box.dealer:
            return False
        for part in back:
            table = self.game.pays.get(part.wager)
            if table is None or len(table.lines) < 2:
                continue
            last_but_one = table.lines[-2].won_by
            if isinstance(last_but_one, RanksFrom):
                return self.box.own >= last_but_one.lowest
        return False

    def _dealer_short(self) -> str:
        needed = self.game.qualifying
        assert needed is not None
        hand = needed.hand
        if hand.order_of(needed.lowest) is hand.orders[0]:
            return f"The Dealer has no {'-'.join(RANK_NAMES[RANKS.index(rank)] for rank in needed.ranks)}"
        return f"The Dealer’s hand is below {needed.named(needed.lowest)}"

    # ---- With a comparison ------------------------------------------------------------------------------------------

    def _higher(self) -> list[str]:
        by_hand = [part for part in self.main if part.result is Result.WIN and part.by_hand]
        capped = next((part for part in by_hand if part.capped is not None), None)
        share = self.box.award is not None and isinstance(self.box.award.prize, PercentOfMeter)
        if by_hand and (capped is not None or share):
            most = (
                f", at most {amount(capped.capped)} a box" if capped is not None and capped.capped is not None else ""
            )
            pays = "pay" if plural(self._own) else "pays"
            return [f"{self._own_blind} {pays} {by_hand[0].odds}{most}", *self._prize_sentence()]
        pays_now = [f"{self.game.title(part.wager)} pays {part.odds}" for part in by_hand]
        pays_now += [f"{self.game.title(part.wager)} pays too" for part in self.main if part.depends]
        for part in self.main:
            if part.needs is not None:
                pays_now.append(f"{self.game.title(part.wager)} needs a {part.needs.title} and comes back")
        told = [self._beats()]
        if self.box.award is not None and not share:
            pays_now.append(f"the jackpot adds {amount(self.box.amount)}")
        if pays_now:
            told.append(_first_up(", ".join(pays_now)))
        return told + (self._prize_sentence() if share else [])

    def _lower(self) -> list[str]:
        own, dealer = self.box.own, self.box.dealer
        if self._order(own) is not self._order(dealer):
            loses = "lose" if plural(self._own) else "loses"
            told = f"{self.yours_first} {self._own_blind} {loses} to {self._order(dealer).title}"
            if self.box.award is not None:
                wins = "win" if plural(self._own) else "wins"
                return [f"{told}, but still {wins} {self._prize}"]
            return [told]
        return [self._in_order("The Dealer’s", self.your, dealer, own), *self._still()]

    def _beats(self) -> str:
        own, dealer = self.box.own, self.box.dealer
        if self._order(own) is self._order(dealer):
            return self._in_order(self.yours_first, "the Dealer’s", own, dealer)
        brief = self.box.award is not None or bool(self._board_game)
        whose = "" if brief else "the Dealer’s "
        return f"{self._own_blind} {'beat' if plural(self._own) else 'beats'} {whose}{self._order(dealer).title}"

    @property
    def _board_game(self) -> bool:
        return len(self.box.hole) < self.game.hand.cards

    def _in_order(self, winner: str, loser: str, high: Strength, low: Strength) -> str:
        blind = f", {self.your}s played blind" if self.box.blind and self.box.seated else ""
        return compared_in_order(self.game.hand, winner, loser, high, low, blind)

    def _same(self) -> list[str]:
        cards = _COUNTS[self.game.hand.cards]
        first = "Both play the board" if self.box.board else f"Same {cards} ranks"
        back = [self.game.title(part.wager) for part in self.main if part.returned]
        told = f"{listed(back)} {'comes' if len(back) == 1 else 'come'} back" if back else ""
        if self.box.award is not None:
            return [first, *([told] if told else []), f"{self._winner} still {self._winner_wins} {self._prize}"]
        stake = self.jackpot
        if stake is not None and stake.net < 0:
            told = "; ".join(filter(None, (told, f"the jackpot wager of {amount(-stake.net)} is taken")))
        return [first, told] if told else [first]

    # ---- The jackpot ------------------------------------------------------------------------------------------------

    def _still(self) -> list[str]:
        """Write about an award that the hand wins although it has lost."""
        return [] if self.box.award is None else [f"{self._winner} still {self._winner_wins} {self._prize}"]

    @property
    def _winner(self) -> str:
        """The cards that won an award, as the subject of a sentence."""
        award = self.box.award
        assert award is not None
        if award.scope is Scope.COMMUNITY:
            return "The community cards"
        return f"{self.yours_first} {self._own if self.box.own != NO_HAND else spoken(award.name)}"

    @property
    def _winner_wins(self) -> str:
        award = self.box.award
        assert award is not None
        return "win" if award.scope is Scope.COMMUNITY or plural(self._winner) else "wins"

    @property
    def _prize(self) -> str:
        return f"{amount(self.box.amount)} from the jackpot"

    def _prize_sentence(self) -> list[str]:
        """Write about an award: a share of the meter, or an amount."""
        award = self.box.award
        if award is None:
            return []
        if isinstance(award.prize, PercentOfMeter):
            share = "All" if award.prize.percent == _WHOLE else f"{award.prize.percent} %"
            return [f"{share} of the jackpot is yours: {money(self.box.amount)}"]
        return [f"The jackpot adds {amount(self.box.amount)}"]

    # ---- Words ------------------------------------------------------------------------------------------------------

    def _order(self, strength: Strength) -> HandOrder:
        return self.game.hand.order_of(strength)

    @property
    def _own(self) -> str:
        return self._order(self.box.own).title if self.box.own != NO_HAND else "hand"

    @property
    def _own_blind(self) -> str:
        """The hand's name, and that it was played blind if it was."""
        return f"{self._own}, played blind," if self.box.blind else self._own

    def _taken(self, parts: Iterable[Part]) -> list[str]:
        return [self.game.title(part.wager) for part in parts if part.net < 0]

    def _back(self) -> list[str]:
        back = [self.game.title(part.wager) for part in (*self.main, *self.side) if part.returned]
        return [f"{listed(back)} {'comes' if len(back) == 1 else 'come'} back"] if back else []


def compared_in_order(hand: HandType, winner: str, loser: str, high: Strength, low: Strength, how: str = "") -> str:
    """Compare two hands of one order: by the cards that they are called after, or by a kicker.

    ``how`` follows their name.
    """
    title = hand.order_of(high).title
    both = f"Both {title}{how}"
    ours, theirs = _ranks(hand, high), _ranks(hand, low)
    at = next(at for at, pair in enumerate(zip(ours, theirs, strict=True)) if pair[0] != pair[1])
    up, down = ours[at], theirs[at]
    if ours.count(up) > 1 or theirs.count(down) > 1:
        return f"{both}. {winner} {rank_plural(up)} beat {loser} {rank_plural(down)}"
    if any(ours.count(rank) > 1 for rank in ours):
        same = title.lower().removeprefix("one ")
        return f"Same {same}{how}. {winner} {RANK_NAMES[up]} kicker plays against {loser} {RANK_NAMES[down]}"
    if at == 0:
        return f"{both}. {winner} {RANK_NAMES[up]} high beats {loser} {RANK_NAMES[down]} high"
    return f"{both}. {winner} {RANK_NAMES[up]} plays against {loser} {RANK_NAMES[down]}"


def _ranks(hand: HandType, strength: Strength) -> tuple[int, ...]:
    """Return the ranks of a hand in the order in which they are compared."""
    return tuple(rank_of(card) for card in hand.representative(strength))


def _two_cards(hole: tuple[Card, ...]) -> tuple[str, bool]:
    """Name two Hole Cards: ``Aces``, ``A-K suited``, ``A-Q``; and say whether the name is a plural."""
    first, second = sorted(hole[:2], key=rank_of, reverse=True)
    if rank_of(first) == rank_of(second):
        return rank_plural(rank_of(first)), True
    name = f"{RANKS[rank_of(first)]}-{RANKS[rank_of(second)]}"
    return (f"{name} suited" if suit_of(first) == suit_of(second) else name), False


def plural(title: str) -> bool:
    """Return whether a hand's title takes a plural verb: ``Two Pairs beat``, ``Five Odd Cards lose``."""
    return title.endswith("s")


def _are(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _first_up(text: str) -> str:
    return text[:1].upper() + text[1:]
