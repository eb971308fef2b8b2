"""Rounds as a journal would have them, dealt by honest Dealers and by others, as fast as they can be made."""

from collections.abc import Callable, Sequence
from random import Random

from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.floor.reading.dealt import Dealt, Seen
from croupier.hands import Category
from croupier.play.actor import Actor
from croupier.play.banked import commands as bank
from croupier.play.banked.events import Share
from croupier.play.banked.flow import current_step, places_ahead, undecided
from croupier.play.banked.state import Box, Phase, Round, Table, Wager
from croupier.play.banked.table import act, open_table
from croupier.play.refusal import Refusal
from croupier.rulebooks import as_banked, load
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Decide, Decision, Role, ShowHands, WagerName

STUD = as_banked(load("rws-casino-stud"))
TABLE = open_table(STUD, {})
UP = 4
"""The Dealer's face-up card is the last."""
PAIR = Category.ONE_PAIR.lowest

Deal = Callable[[Random], list[Card]]
"""Five cards for the box, then five for the Dealer."""
Plays = Callable[[Sequence[Card], Sequence[Card]], bool]
"""Whether a box plays on, by its own cards and the Dealer's."""


def fair(chance: Random) -> list[Card]:
    """Ten cards of a shuffled deck."""
    return chance.sample(DECK, 10)


def favours_the_box(chance: Random) -> list[Card]:
    """The box has the best of four hands."""
    cards = chance.sample(DECK, 25)
    own = max((cards[at : at + 5] for at in range(0, 20, 5)), key=STUD.hand.rank)
    return [*own, *cards[20:]]


def favours_the_house(chance: Random) -> list[Card]:
    """The Dealer has the best of six hands."""
    cards = chance.sample(DECK, 35)
    return [*cards[:5], *max((cards[at : at + 5] for at in range(5, 35, 5)), key=STUD.hand.rank)]


def with_a_pair(own: Sequence[Card], _dealer: Sequence[Card]) -> bool:
    """As many people play."""
    return STUD.hand.rank(own) >= PAIR


def sees_everything(own: Sequence[Card], dealer: Sequence[Card]) -> bool:
    """As only somebody can who knows the Dealer's hand."""
    return STUD.hand.rank(own) > STUD.hand.rank(dealer)


def stud_round(
    chance: Random, number: int, table: str, dealer: str, player: str, deal: Deal = fair, plays: Plays = with_a_pair
) -> Dealt:
    """One box against a Dealer."""
    cards = deal(chance)
    own, theirs = tuple(cards[:5]), tuple(cards[5:])
    played = plays(own, theirs)
    stakes = ((WagerName.ANTE, 5_000), (WagerName.BET, 10_000))[: 1 + played]
    box = Box(
        1,
        player,
        tuple(Wager(name, (Share(player, stake),)) for name, stake in stakes),
        own,
        player,
        not played,
        (Decision.BET if played else Decision.FOLD,),
        True if played else None,
    )
    round_ = Round(number, TABLE.rulebook, Phase.ENDED, boxes=(box,), dealer=theirs, dealer_up=(UP,))
    return Dealt(table, dealer, True, 0, replace(TABLE, rounds=number, round=round_), {1: Seen(0, (UP,))})


def engine_round(game: BankedGame, table: Table, chance: Random, decides: Callable[[Random], int]) -> Dealt:
    """Three boxes through the engine; which of the choices is taken is up to ``decides``."""
    seen: dict[int, Seen] = {}
    cards = chance.sample(DECK, len(DECK))
    dealer = Actor("dan", Role.DEALER)

    def done(who: Actor, command: bank.BankedCommand) -> None:
        nonlocal table
        turn = act(game, table, who, command)
        assert not isinstance(turn, Refusal), turn
        table = turn.table

    done(dealer, bank.OpenRound())
    for box in (1, 2, 3):
        done(Actor(f"player-{box}", Role.PLAYER), bank.PlaceWager(box, WagerName.ANTE, table.policy.minimum))
    done(dealer, bank.CloseBets())
    while (step := current_step(game, table)) is not None:
        assert table.round is not None
        if isinstance(step, Decide):
            hand = undecided(table.round)
            assert hand is not None
            if not hand.looked:
                done(Actor(hand.player, Role.PLAYER), bank.Look(hand.number))
                continue
            seen[hand.number] = Seen(table.round.community_up, table.round.dealer_up)
            choices = [choice.decision for choice in step.choices]
            chosen = choices[decides(chance) % len(choices)]
            done(Actor(hand.player, Role.PLAYER), bank.Choose(hand.number, chosen))
        elif isinstance(step, ShowHands):
            for hand in table.round.boxes:
                if not hand.folded and hand.shown is None:
                    done(Actor(hand.player, Role.PLAYER), bank.ShowHand(hand.number))
        elif ahead := places_ahead(game, table.policy.dealing, table.round):
            dealt, cards = tuple(cards[: len(ahead)]), cards[len(ahead) :]
            done(dealer, bank.DealCards(dealt))
        else:
            done(dealer, bank.Reveal())
    done(dealer, bank.Settle())
    return Dealt("one", "dan", True, 0, table, seen)
