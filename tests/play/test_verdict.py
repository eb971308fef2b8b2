"""What a Player is told at the end of a round of a house-banked game: the result, and why.

Stakes: Ante SGD 50 or 100, BET and Flop twice the Ante, Turn and River the Ante, jackpot wager SGD 5. Each expected net
is added up beside its row; the odds are those of the documents' pay tables.
"""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from croupier.notation.verdicts import box_reason, reason
from croupier.play.banked.state import Phase
from croupier.play.banked.verdict import Kind, Verdict, net_of, verdict
from croupier.rulebooks import load_banked, registered
from tests.documents import STUD, THREE_CARD
from tests.play.table_walk import PLAYERS, walk
from tests.rulebooks.holdem import closed
from tests.rulebooks.stud import ACE_KING, CSP, MLP, NOTHING, ROYAL, Hand, dealt, finish_round
from tests.sitting import HOUSE_GAMES, Sitting

PTHP = "rws-progressive-texas-holdem"
THBP = "mbs-texas-holdem-bonus-progressive"
THREES = "Qs Qh Qd 8c 3h"
FLUSH = "Kh Jh 9h 6h 3h"
FULL_HOUSE = "9s 9d 9c 4h 4d"
NINES = "9s 9d As 5d 2c"
KINGS_AND_EIGHTS = "Ks Kc 8d 8h 4s"


def told(sitting: Sitting, player: str = "p1") -> tuple[str, int, str]:
    found = found_for(sitting, player)
    return found.kind, found.net, reason(sitting.game, found)


def found_for(sitting: Sitting, player: str = "p1") -> Verdict:
    found = verdict(sitting.game, sitting.table, player)
    assert found is not None
    return found


def stud(game: str, dealer: str, hand: Hand, meter: int | None = None, *, blind: bool = False) -> Sitting:
    """A round of one hand, which its Player has looked at."""
    sitting = dealt(game, dealer, hand, meter=meter)
    if not blind:
        sitting.do("p1: look 1")
    finish_round(sitting, hand)
    return sitting


def holdem(
    game: str, hole: str, community: str, dealer: str, *does: str, more: tuple[str, ...] = (), ante: int = 5_000
) -> Sitting:
    """A round of one hand, decided as told; the last decision stands for all that are left."""
    dealing = "shuffler" if game == PTHP else "automated"
    bets = (f"p1: 1 ante {ante}", *(f"p1: 1 {one}" for one in more))
    sitting = closed(game, *bets, meter=10_000_000, dealing=dealing)
    sitting.do(f"dealer: deal {community} {hole} {dealer}", "p1: look 1")
    shows = "show"
    for act in does:
        if act == "withhold":
            shows = act
            break
        sitting.do(f"p1: {act} 1")
        if sitting.round.phase is Phase.PLAY:
            sitting.do("dealer: reveal")
    while sitting.round.phase is Phase.PLAY:
        try:
            sitting.do("dealer: reveal")
        except AssertionError:
            sitting.do(f"p1: {shows} 1")
    sitting.do("dealer: settle")
    return sitting


# Ante 100, BET 200, jackpot 5.
Play = Callable[..., Sitting]
STUD_ROWS: dict[str, tuple[Play, tuple[Any, ...], tuple[str, int, str]]] = {
    "win: 100 + 3 × 200 less 5": (
        stud,
        (CSP, "As 7h 9d 2s 9c", Hand(THREES, jackpot=500)),
        ("win", 69_500, "Three of a Kind beats the Dealer’s One Pair. BET pays 3 to 1"),
    ),
    "played blind": (
        lambda *asked: stud(*asked, blind=True),
        (CSP, "As 7h 9d 2s 9c", Hand(THREES)),
        ("win", 70_000, "Three of a Kind, played blind, beats the Dealer’s One Pair. BET pays 3 to 1"),
    ),
    "the Dealer does not qualify: the Ante alone": (
        stud,
        (CSP, NOTHING, Hand("7c 7d Ks 5h 3s")),
        ("win", 10_000, "The Dealer has no Ace-King. Ante pays 1 to 1, BET comes back"),
    ),
    "the same with much in hand": (
        stud,
        (CSP, NOTHING, Hand(FLUSH.replace("9h", "8h"))),
        ("win", 10_000, "The Dealer has no Ace-King, so your Flush pays on the Ante only"),
    ),
    "lower order: 100 + 200 + 5": (
        stud,
        (CSP, KINGS_AND_EIGHTS, Hand("7c 7d Kh 5h 3s", jackpot=500)),
        ("lose", -30_500, "Your One Pair loses to Two Pairs"),
    ),
    "same order: 200 + 400 + 5": (
        stud,
        (CSP, "Ks Kc 8d 7h 4s", Hand("9s 9d Ah 5d 2c", ante=20_000, jackpot=500)),
        ("lose", -60_500, "Both One Pair. The Dealer’s Kings beat your Nines"),
    ),
    "same order, won: 200 + 400": (
        stud,
        (CSP, "9s 9d Ah 5d 2c", Hand("Ks Kc 8d 7h 4s", ante=20_000)),
        ("win", 60_000, "Both One Pair. Your Kings beat the Dealer’s Nines. BET pays 1 to 1"),
    ),
    "kicker, lost: 200 + 400 + 5": (
        stud,
        (CSP, "9s 9d Ah 5d 2c", Hand("9h 9c Kh 5h 2s", ante=20_000, jackpot=500)),
        ("lose", -60_500, "Same pair. The Dealer’s Ace kicker plays against your King"),
    ),
    "kicker, won": (
        stud,
        (CSP, "9h 9c Kh 5h 2s", Hand("9s 9d Ah 5d 2c")),
        ("win", 30_000, "Same pair. Your Ace kicker plays against the Dealer’s King. BET pays 1 to 1"),
    ),
    "odd cards, by the first": (
        stud,
        (CSP, ACE_KING, Hand("Kh Qd 9c 8s 2h")),
        ("lose", -30_000, "Both Five Odd Cards. The Dealer’s Ace high beats your King high"),
    ),
    "odd cards, by a later one": (
        stud,
        (CSP, ACE_KING, Hand("Ad Kh 9c 8s 2h")),
        ("win", 30_000, "Both Five Odd Cards. Your Nine plays against the Dealer’s Four. BET pays 1 to 1"),
    ),
    "two straights": (
        stud,
        (CSP, "9s 8d 7c 6h 5s", Hand("8c 7d 6s 5h 4c")),
        ("lose", -30_000, "Both Straight. The Dealer’s Nine high beats your Eight high"),
    ),
    "stand-off; the jackpot wager is gone": (
        stud,
        (CSP, "9s 9d Ah 5d 2c", Hand("9h 9c Ad 5h 2s", jackpot=500)),
        ("stand_off", -500, "Same five ranks. Ante and BET come back; the jackpot wager of 5 is taken"),
    ),
    "fold": (
        stud,
        (CSP, ACE_KING, Hand("8c 6d 5s 3d 2d", jackpot=500, does="fold")),
        ("lose", -10_500, "You folded. Ante and jackpot wager are taken"),
    ),
    "fold without a jackpot wager": (
        stud,
        (CSP, ACE_KING, Hand("8c 6d 5s 3d 2d", does="fold")),
        ("lose", -10_000, "You folded. Ante is taken"),
    ),
    "fold, Multi-Link: 20 for 1 on 5 is 100, and 100 is lost": (
        stud,
        (MLP, ACE_KING, Hand("9s 8d 7c 6h 5s", jackpot=500, does="fold")),
        ("lose", -500, "You folded and lose the Ante. Your Straight still wins 100 from the jackpot"),
    ),
    "jackpot, minor: 100 + 7 × 200 + 200 less 5": (
        stud,
        (CSP, KINGS_AND_EIGHTS, Hand(FULL_HOUSE.replace("4h", "4c"), jackpot=500)),
        ("win", 169_500, "Full House beats Two Pairs. BET pays 7 to 1, the jackpot adds 200"),
    ),
    "jackpot, not qualified: 100 + 200 less 5": (
        stud,
        (CSP, "Ah Qd Jc Ts 8h", Hand(FULL_HOUSE, jackpot=500)),
        ("win", 29_500, "The Dealer has no Ace-King. Your Full House still wins 200 from the jackpot"),
    ),
    "jackpot, beaten: 200 less 5 less 300": (
        stud,
        (CSP, "Js Jd Jc Jh 2s", Hand(FULL_HOUSE, jackpot=500)),
        ("lose", -10_500, "Your Full House loses to Four of a Kind, but still wins 200 from the jackpot"),
    ),
    "jackpot, major: 100 + 250 × 200 + 12,846,020 of the meter and its 0.70 × 5 less 5": (
        stud,
        (CSP, "As Ks 8s 7s 6d", Hand(ROYAL, jackpot=500), 12_846_020),
        (
            "win",
            10_000 + 250 * 20_000 + 12_846_370 - 500,
            "Royal Flush pays 250 to 1. All of the jackpot is yours: 128,463.70",
        ),
    ),
    "jackpot, a tenth of it": (
        stud,
        (CSP, "As Ks 8s 7s 6d", Hand("Qc Jc Tc 9c 8c", jackpot=500), 9_999_650),
        (
            "win",
            10_000 + 50 * 20_000 + 1_000_000 - 500,
            "Straight Flush pays 50 to 1. 10 % of the jackpot is yours: 10,000.00",
        ),
    ),
    "capped: 1,000 + 100,000 instead of 250 × 2,000": (
        stud,
        (CSP, "As Ks 8s 7s 6d", Hand(ROYAL, ante=100_000)),
        ("win", 100_000 + 10_000_000, "Royal Flush pays 250 to 1, at most 100,000 a box"),
    ),
    "not shown to a Dealer who qualifies": (
        stud,
        (CSP, ACE_KING, Hand("7c 7d Ks 5h 3s", shown=False)),
        ("lose", -30_000, "Your cards were not shown, so the hand counts as lower"),
    ),
    "not shown, and the Dealer does not qualify: the Ante wins all the same": (
        stud,
        (CSP, NOTHING, Hand("7c 7d Ks 5h 3s", shown=False)),
        ("win", 10_000, "The Dealer has no Ace-King. Ante pays 1 to 1, BET comes back"),
    ),
}


@pytest.mark.parametrize("row", STUD_ROWS)
def test_every_end_of_a_stud_hand_has_its_words(row: str) -> None:
    play, asked, expected = STUD_ROWS[row]
    assert told(play(*asked)) == expected


BOARD = "Kc 7d 2h 9s 3c"
BET_ALL = ("flop", "turn", "river")
# Ante 50, Flop 100, Turn and River 50 each: 250 in all.
Deal = tuple[str, str, str]
HOLDEM_ROWS: dict[str, tuple[Deal, tuple[str, ...], tuple[str, ...], tuple[str, int, str]]] = {
    "win below a Straight: 100 + 50 + 50": (
        ("As Ks", "Ad Kc 9s 8c 4c", "Qh Qs"),
        BET_ALL,
        (),
        ("win", 20_000, "Two Pairs beat One Pair. Ante needs a Straight and comes back"),
    ),
    "win from a Straight: the Ante too": (
        ("Jh Ts", "9c 8d 7h 2s 2c", "Ks Kd"),
        BET_ALL,
        (),
        ("win", 25_000, "Straight beats Two Pairs. Ante pays too"),
    ),
    "lose": (
        ("Qh Js", BOARD, "Kd 7s"),
        BET_ALL,
        (),
        ("lose", -25_000, "Your Five Odd Cards lose to Two Pairs"),
    ),
    "board plays": (
        ("2d 3s", "Ac Kd Qh Js Tc", "2s 3d"),
        BET_ALL,
        (),
        ("stand_off", 0, "Both play the board. Ante, Flop, Turn and River come back"),
    ),
    "same hand, not the board": (
        ("Qh Jd", BOARD, "Qs Jc"),
        ("flop", "check", "check"),
        (),
        ("stand_off", 0, "Same five ranks. Ante and Flop come back"),
    ),
    "fold: 50 + 25 + 5": (
        ("8h 3s", "Kc 7d 2h 9s 4c", "Qh Qs"),
        ("fold",),
        ("bonus 2500", "jackpot 500"),
        ("lose", -8_000, "You folded. Ante and Bonus are taken; the community cards win no jackpot"),
    ),
    "Bonus: 25 × 25 and 100 + 50 lost": (
        ("As Ks", "Ad 7c 7h 2d 3c", "7s 7d"),
        ("flop", "check", "check"),
        ("bonus 2500",),
        ("win", 25 * 2_500 - 15_000, "A-K suited pays 25 to 1 on the Bonus. Your Two Pairs lose to Four of a Kind"),
    ),
    "Aces on both sides: 1,000 × 25 and the hands stand off": (
        ("As Ad", "Kc Kd Qh Jh Js", "Ah Ac"),
        ("flop", "check", "check"),
        ("bonus 2500",),
        ("win", 2_500_000, "Aces on both sides pay 1000 to 1 on the Bonus. Same five ranks. Ante and Flop come back"),
    ),
    "not shown: 50 + 100": (
        ("As Ad", BOARD, "Qh Qs"),
        ("flop", "check", "check", "withhold"),
        (),
        ("lose", -15_000, "Your cards were not shown, so the hand counts as lower"),
    ),
    "a fold that the board saves: 300 less 50 less 5 + 0": (
        ("4d 3h", "9c 9d 9h 9s 5c", "Kh Kd"),
        ("fold",),
        ("jackpot 500",),
        ("win", 24_500, "You folded and lose the Ante. The community cards still win 300 from the jackpot"),
    ),
    "a share of the meter: 5 % of 100,003.50, all wagers 1 to 1": (
        ("As Ks", "Qs Js 2d 3h Ts", "7c 7d"),
        BET_ALL,
        ("jackpot 500",),
        (
            "win",
            25_000 - 500 + 500_017,
            "Royal Flush beats One Pair. Ante pays too. 5 % of the jackpot is yours: 5,000.17",
        ),
    ),
}


@pytest.mark.parametrize("game", [PTHP, THBP])
@pytest.mark.parametrize("row", HOLDEM_ROWS)
def test_every_end_of_a_holdem_hand_has_its_words(game: str, row: str) -> None:
    deal, does, more, expected = HOLDEM_ROWS[row]
    assert told(holdem(game, *deal, *does, more=more)) == expected


def test_a_void_round_says_why_and_what_came_back() -> None:
    sitting = dealt(CSP, "As 7h 9d 2s 9c", Hand(THREES, jackpot=500))
    sitting.do("dealer: report deck_miscount")
    found = found_for(sitting)
    assert (found.kind, found.net) == ("back", 0)
    assert reason(sitting.game, found, "a card was missing from the deck") == (
        "The round is Void: a card was missing from the deck. 105.00 came back"
    )
    assert reason(sitting.game, found) == "The round is Void. 105.00 came back"


def test_several_boxes_have_one_result_and_each_its_own_reason() -> None:
    first, second = Hand(THREES), Hand("7c 7d Kh 5h 3s", box=2)
    sitting = dealt(CSP, "As 7h 9d 2s 9c", first, second)
    sitting.do("p1: look 1")
    finish_round(sitting, first, second)
    found = found_for(sitting)
    assert told(sitting) == ("win", 70_000 - 30_000, "Box 1 wins 700.00 and box 2 loses 300.00")
    assert [box_reason(sitting.game, one) for one in found.boxes] == [
        "Three of a Kind beats the Dealer’s One Pair. BET pays 3 to 1",
        "Both One Pair, yours played blind. The Dealer’s Nines beat your Sevens",
    ]
    assert [(one.kind, one.net) for one in found.boxes] == [("win", 70_000), ("lose", -30_000)]


def test_a_round_in_play_has_no_verdict_nor_has_who_took_no_part() -> None:
    sitting = dealt(CSP, "As 7h 9d 2s 9c", Hand(THREES))
    assert verdict(sitting.game, sitting.table, "p1") is None
    finish_round(sitting, Hand(THREES))
    assert verdict(sitting.game, sitting.table, "p2") is None


# ---- Documents of a made-up house ------------------------------------------------------------------------------------


def lantern(game: str, cards: str, dealer: str, *acts: str, more: tuple[str, ...] = ()) -> Sitting:
    sitting = Sitting(game)
    bets = [f"p1: 1 {one}" for one in more] or ["p1: 1 ante 5000"]
    sitting.do("dealer: place your bets", *bets, "dealer: no more bets", f"dealer: deal {cards} {dealer}")
    sitting.do("p1: look 1", *acts, "dealer: settle")
    return sitting


PLAYED = ("p1: bet 1", "dealer: reveal", "p1: show 1")


def test_three_cards_are_called_what_their_document_calls_them() -> None:
    with registered(STUD, THREE_CARD):
        game = "lantern-three-card"
        # Ante and Play 50 each; the Ante bonus for three of a kind is 4 × 50.
        won = lantern(game, "8c 8d 8h", "Qh 6d 4c", *PLAYED)
        assert told(won) == (
            "win",
            10_000 + 20_000,
            "Three of a Kind beats the Dealer’s Three Odd Cards. Ante bonus pays 4 to 1",
        )
        short = lantern(game, "7c 7d 2s", "Jh 9d 2c", *PLAYED)
        assert told(short) == ("win", 5_000, "The Dealer has no Queen. Ante pays 1 to 1, Play comes back")
        same = lantern(game, "Qc 6h 4d", "Qh 6d 4c", *PLAYED)
        assert told(same) == ("stand_off", 0, "Same three ranks. Ante and Play come back")
        alone = Sitting(game)
        alone.do("dealer: place your bets", "p1: 1 pair_plus 2500", "p2: 2 ante 5000", "dealer: no more bets")
        alone.do("dealer: deal 7c 7d 2s 9c 8d Ks Qh 6d 4c", "p2: bet 2", "dealer: reveal", "p1: show 1", "p2: show 2")
        alone.do("dealer: settle")
        title = alone.game.title(alone.round.lines[0].wager)
        assert told(alone) == ("win", 2_500, f"One Pair pays 1 to 1 on the {title}")


# ---- Whatever happens ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*HOUSE_GAMES, "lantern-stud", "lantern-three-card"])
def test_every_settled_round_has_a_verdict_that_says_what_the_ledger_says(game: str) -> None:
    with registered(STUD, THREE_CARD):
        document = load_banked(game)
        rng = random.Random(f"verdicts of {game}")
        settled = 0
        for step in walk(document, rng, 4_000):
            table = step.after
            round_ = table.round
            if round_ is None or round_.phase is not Phase.ENDED or step.before is table:
                continue
            settled += 1
            for player in PLAYERS:
                found = verdict(document, table, player)
                staked = [line for line in round_.lines if net_of(line, player) or _took_part(line, player)]
                assert (found is not None) == bool(staked)
                if found is None:
                    continue
                assert found.net == sum(net_of(line, player) for line in round_.lines)
                sentences = [reason(document, found), *(box_reason(document, one) for one in found.boxes)]
                for sentence in sentences:
                    _reads_well(sentence)
                _agrees(found)
        assert settled > 20


def _took_part(line: object, player: str) -> bool:
    shares = getattr(line, "shares", ())
    return any(one.player == player for one in shares) if shares else getattr(line, "player", "") == player


def _agrees(found: Verdict) -> None:
    match found.kind:
        case Kind.WIN:
            assert found.net > 0
        case Kind.LOSE:
            assert found.net < 0
        case Kind.STAND_OFF:
            assert found.net <= 0
        case Kind.BACK | Kind.EVEN:
            assert found.net == 0


def _reads_well(sentence: str) -> None:
    assert sentence[0].isupper() or sentence[0].isdigit(), sentence
    assert not sentence.endswith((".", " ", ":")), sentence
    assert "  " not in sentence, sentence
    assert ". ." not in sentence, sentence
    assert "None" not in sentence, sentence
    assert not any(name in sentence for name in PLAYERS), "nobody is named"
    assert not re.search(r"¶|\d\.\d+\.\d|I\d", sentence), "no rule numbers"
    assert "!" not in sentence
