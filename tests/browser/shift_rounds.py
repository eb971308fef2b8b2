"""The rounds of a shift, from fixed decks: what is keyed for each, and what the documents make of it.

Cards come from a seed, wagers and decisions follow from them. Money is added up here, in cents, from the answers of
the second implementation (`tests/reference`): nothing is asked of the program under test.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tests.reference import evaluator as ev
from tests.reference import room
from tests.reference.house import CSP, MLP, PERCENT, STUD, Round, settle

COIN = 500
SEED, RATE = 5_000_000, "0.70"
POLICY: Round = {"minimum": 2_500, "maximum": 500_000, "jackpot_wager": COIN, "seed": SEED, "contribution": RATE}


@dataclass
class Tray:
    """The chips of a table and the cash in its box, as they ought to be; in cents."""

    chips: int
    filled: int
    """What the cage has brought, the first tray with it."""
    credited: int = 0
    cash: int = 0
    seeded: int = 0
    """What the House has put into the meter when all of it was won."""
    contributions: int = 0

    def sold(self, cents: int) -> None:
        """Cash for chips."""
        self.chips -= cents
        self.cash += cents

    def moved(self, *, fill: int = 0, credit: int = 0) -> None:
        """Chips that came, or went, with a slip."""
        self.chips += fill - credit
        self.filled += fill
        self.credited += credit

    @property
    def win(self) -> int:
        """What the House has won: cash and chips that are there or left, less what came and what the jackpot got."""
        return self.cash + self.credited + self.chips - self.filled - self.contributions - self.seeded

    def settled(self, answer: Round) -> None:
        """Lost wagers and coins come in, what is paid goes out; a share of the meter is no chip of this tray."""
        for line in answer["lines"]:
            share = line.get("award") in PERCENT and line["result"] == "win"
            self.chips += line["staked"] - line["returned"] - (0 if share else line["paid"])
            self.seeded += SEED if share and PERCENT[line["award"]] == 100 else 0
        self.contributions += answer["meter"]["contributed"]


def in_chips(cents: int, chips: Sequence[int]) -> tuple[int, ...]:
    """How many of each chip, highest first, come to an amount."""
    found = []
    for chip in sorted(chips, reverse=True):
        found.append(cents // chip)
        cents %= chip
    assert not cents, "no chip is so small"
    return tuple(found)


def worth(numbers: Sequence[int], chips: Sequence[int]) -> int:
    """What so many of each chip come to, highest first."""
    return sum(number * chip for number, chip in zip(numbers, sorted(chips, reverse=True), strict=True))


def typed(cards: Sequence[str]) -> str:
    return "".join(card.upper() for card in cards)


# ---- The games against the House -------------------------------------------------------------------------------------


@dataclass
class Spot:
    """What lies on a box."""

    player: str
    ante: int
    coin: bool = False
    bonus: int = 0


@dataclass
class Dealt:
    """A round as it will be keyed."""

    game: str
    boxes: dict[int, Spot]
    changes: str
    """What is keyed of the wagers."""
    hands: dict[int, list[str]]
    dealer: list[str]
    board: list[str]
    decisions: dict[int, list[str]] = field(default_factory=dict)
    refused: bool = False
    """Whether coins lay there in the round before that may not lie in this one."""

    def written(self, meter: int) -> Round:
        """For the second settlement."""
        boxes = [
            {
                "box": box,
                "player": spot.player,
                "cards": " ".join(self.hands[box]),
                "wagers": {
                    "ante": spot.ante,
                    **({"bonus": spot.bonus} if spot.bonus else {}),
                    **({"jackpot": COIN} if spot.coin else {}),
                },
                "decisions": self.decisions[box],
            }
            for box, spot in sorted(self.boxes.items())
        ]
        table: Round = {"game": self.game, "policy": POLICY, "meter": meter, "boxes": boxes}
        table["dealer"] = " ".join(self.dealer)
        if self.board:
            table["community"] = " ".join(self.board)
        return table

    def answer(self, meter: int) -> Round:
        return settle(self.written(meter))

    @property
    def folded(self) -> list[int]:
        return [box for box, made in sorted(self.decisions.items()) if made == ["fold"]]

    @property
    def alive(self) -> list[int]:
        return [box for box in sorted(self.boxes) if box not in self.folded]

    def keyed(self, at: int) -> str:
        """The decisions of a step: those who fold, those who check, and everybody else."""
        asked = self.alive if at else sorted(self.boxes)
        said = {box: self.decisions[box][at] for box in asked}
        folds = "".join(str(box) for box in asked if said[box] == "fold")
        checks = "".join(str(box) for box in asked if said[box] == "check")
        rest = len(folds) + len(checks) < len(asked)
        return (f"{folds}F" if folds else "") + (f"{checks}C" if checks else "") + ("*B" if rest else "")

    @property
    def shown(self) -> list[int]:
        """Whose cards are turned: those in play; in Multi-Link a folded hand too whose coin plays on (3.12.1)."""
        still = [box for box in self.folded if self.game == MLP and self.boxes[box].coin]
        return sorted([*self.alive, *still])

    @property
    def steps(self) -> Iterator[tuple[str, str]]:
        """Keys, and what the entry line says after them; from the close of the bets to the payments."""
        if self.game in STUD:
            yield "*", "^CARD Dealer, card 5"
            yield typed(self.dealer[4:]), "^BOX"
            yield self.keyed(0), ""
            turned = self.dealer[:4] if self.alive else []
            yield typed([*turned, *(card for box in self.shown for card in self.hands[box])]), "^PAY"
            return
        yield "*", "^BOX"
        yield self.keyed(0), "^CARD" if self.alive or any(spot.coin for spot in self.boxes.values()) else "^PAY"
        if not self.alive:  # 3.11.2.a, THBP 3.9.1: the Community Cards come for the coins alone
            if any(spot.coin for spot in self.boxes.values()):
                yield typed(self.board), "^PAY"
            return
        yield typed(self.board[:3]), "^BOX"
        yield self.keyed(1), "^CARD"
        yield typed(self.board[3:4]), "^BOX"
        yield self.keyed(2), "^CARD"
        yield typed(self.board[4:]), "^CARD Dealer, card 1"
        yield typed([*self.dealer, *(card for box in self.shown for card in self.hands[box])]), "^PAY"


PLAYERS = {1: "Hana", 3: "Viktor", 4: "Mei", 6: "Tomas"}
RIGGED = {
    (CSP, 4): (3, ["As", "Ks", "Qs", "Js", "Ts"]),  # 4.2: all of the meter
    (CSP, 8): (1, ["Ah", "Jh", "8h", "5h", "2h"]),  # 4.2: 100
    (MLP, 2): (4, ["9c", "9d", "9h", "9s", "2c"]),  # 4.2: 400 for 1
}
"""By game and round: whose hand is no accident."""


def rounds(game: str, number: int, dry: range = range(0)) -> Iterator[Dealt]:
    """So many rounds of a game: the first laid in full, the others as the one before but for what changes.

    In those that are dry the jackpot system is down: no coin may lie, and all of them come back afterwards.
    """
    rng = Random(f"shift {game}")
    boxes = {
        box: Spot(player, 5_000 if box % 2 else 10_000, coin=box in (1, 3), bonus=0 if game in STUD else 2_500)
        for box, player in PLAYERS.items()
    }
    for at in range(number):
        if at in dry:
            changes = "*"
        else:
            changes = _laid(boxes) if at == 0 else _changed(boxes, rng, at, game, again=at == dry.stop)
        size = 5 if game in STUD else 2
        box, rigged = RIGGED.get((game, at), (0, []))
        if rigged and not boxes[box].coin:
            boxes[box].coin = True
            changes += f"{box}J"
        deck = [card for card in rng.sample(ev.DECK, 52) if card not in rigged]
        hands = {one: rigged if one == box else [deck.pop() for _ in range(size)] for one in boxes}
        dealer = [deck.pop() for _ in range(size)]
        board = [] if game in STUD else [deck.pop() for _ in range(5)]
        spots = {one: replace(spot, coin=spot.coin and at not in dry) for one, spot in boxes.items()}
        made = Dealt(game, spots, changes, hands, dealer, board, refused=bool(dry) and at == dry.start)
        made.decisions = {one: _decides(game, hands[one], board, rng) for one in boxes}
        yield made


def _laid(boxes: dict[int, Spot]) -> str:
    keys = ""
    for box, spot in boxes.items():
        keys += f"{box}P{spot.player}⏎{spot.ante // 100}⏎"
        keys += f"{box}{spot.bonus // 100}U" if spot.bonus else ""
        keys += f"{box}J" if spot.coin else ""
    return keys


def _changed(boxes: dict[int, Spot], rng: Random, at: int, game: str, *, again: bool) -> str:
    """As last round; then the coins that lie again, and an Ante, a coin or a Bonus that is another now."""
    coins = "".join(str(box) for box, spot in boxes.items() if spot.coin) if again else ""
    keys = f"*{coins}J" if coins else "*"
    box = rng.choice(sorted(boxes))
    if at % 2:
        boxes[box].ante = rng.choice((2_500, 5_000, 7_500, 10_000))
        keys += f"{box}{boxes[box].ante // 100}⏎"
    if at % 3 == 0:
        boxes[box].coin = not boxes[box].coin
        keys += f"{box}J"
    if game not in STUD and at % 4 == 0:
        boxes[box].bonus = rng.choice((2_500, 5_000))
        keys += f"{box}{boxes[box].bonus // 100}U"
    return keys


def _decides(game: str, hand: list[str], board: list[str], rng: Random) -> list[str]:
    if game in STUD:
        return ["bet" if ev.strength(ev.parse(" ".join(hand)))[0] > ev.HIGH_CARD or rng.random() < 0.3 else "fold"]
    if hand[0][0] != hand[1][0] and not {card[0] for card in hand} & set("AKQJ") and rng.random() < 0.7:
        return ["fold"]
    return ["flop", rng.choice(("turn", "check")), rng.choice(("river", "check"))]


# ---- The poker room --------------------------------------------------------------------------------------------------


@dataclass
class Hand:
    """A round of the poker room: what each seat does, and how it ends."""

    order: list[int]
    """Seats clockwise from the left of the Button."""
    streets: list[list[tuple[int, str]]]
    """By Betting Round: who acts, and the keys."""
    holes: dict[int, list[str]]
    board: list[str]
    shows: list[int]
    """In which order hands are turned."""
    stacks: dict[int, int]
    """What each seat has afterwards."""
    rake: int


def play_hand(order: list[int], stacks: dict[int, int], terms: room.Terms, small: int, rng: Random) -> Hand:
    """A hand from a fixed deck, played by chance within what the reference allows."""
    deck = rng.sample(ev.DECK, 52)
    holes = {seat: [deck.pop(), deck.pop()] for seat in order}
    board = [deck.pop() for _ in range(5)]
    live = [0] * len(order)
    if len(order) == 2:
        live[0], live[1] = terms.big_blind, small
    else:
        live[0], live[1] = small, terms.big_blind
    hand = room.begin([stacks[seat] for seat in order], [0] * len(order), live, terms)
    streets: list[list[tuple[int, str]]] = [[] for _ in range(4)]
    while (turn := room.turn(hand)) is not None:
        street = hand.street
        action, keys = _move(hand, turn, rng)
        streets[street - 1].append((order[turn], keys))
        room.apply(hand, action)
    outcome = room.finish(hand, [holes[seat] for seat in order], board)
    return Hand(
        order,
        streets,
        holes,
        board[: {1: 0, 2: 3, 3: 4, 4: 5}[hand.street]],
        [order[at] for at in outcome.order],
        dict(zip(order, outcome.finishing, strict=True)),
        sum(outcome.rakes),
    )


def _move(hand: room.Hand, turn: int, rng: Random) -> tuple[room.Action, str]:
    may = room.legal(hand)
    chance = rng.random()
    if chance < 0.2 and may.aggression and not may.all_in_only and (may.least or 0) <= 8_000 < (may.most or 0):
        to = may.least or 0
        return room.Action(turn, may.aggression, to), f"{'B' if may.aggression == 'bet' else 'R'}{to // 100}⏎"
    if may.check:
        return room.Action(turn, "check"), "C"
    if chance < 0.5:
        return room.Action(turn, "fold"), "F"
    return room.Action(turn, "call"), "C"


def after(order: list[int]) -> list[int]:
    """The Button has moved to its left: whoever was first to it is the last now."""
    return [*order[1:], order[0]]
