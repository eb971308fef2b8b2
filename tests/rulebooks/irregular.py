"""Irregularities of the RWS games for their tests: rulings asked for, and rounds in which something goes wrong.

Box 1 is p1's, box 2 p2's and so on; each has an Ante of 10,000 and a jackpot wager of 500, which feeds the meter 350.
"""

from collections.abc import Collection, Mapping
from itertools import product
from typing import Any, Final

import pytest
from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.play.banked.events import (
    BankedEvent,
    CardsReconstructed,
    ChoiceOpened,
    HandInvalidated,
    IrregularityRuled,
    JackpotUnfed,
    RoundEnded,
    RoundVoided,
)
from croupier.play.banked.flow import current_step, hands_to_show, undecided
from croupier.play.banked.state import Phase
from croupier.play.refusal import Reason
from croupier.play.rulings import RulingError, ask, known_facts
from croupier.rulebooks import load_banked
from croupier.rules.terms import Burn, DealCommunity, DealDealer, Decide, ShowHands
from tests.rulebooks.stud import MILLION, MLP, STUD, from_shoe
from tests.sitting import Sitting

PTHP: Final = "rws-progressive-texas-holdem"
RWS: Final = (*STUD, PTHP)

ANTE: Final = 10_000
JACKPOT: Final = 500
FED: Final = 350 * MILLION
SEED: Final = 5_000_000

HANDS: Final = {
    "stud": ("7c 7d Ks 5h 3s", "Qc Qd 8s 6h 2d", "Jc Jh 9s 8d 4s"),
    "holdem": ("As Ad", "Jd Jc", "Td Tc"),
}
"""Every hand beats the Dealer's, none reaches a Straight."""
DEALERS: Final = {"stud": "As Kd 4c 3h 2s", "holdem": "8h 8s"}
BOARD: Final = "Kc 7d 2h 9s 3c"
BURNT: Final = ("5s", "5h", "6s", "6h")
"""What hold'em burns when it is dealt from a shoe: before the Hole Cards, the Flop, the Turn, the River."""

PLAY_ON: Final = ("continue", "return_wager")
REPAIRED: Final = ("continue_reconstructed", "return_wager")

Expected = tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...], str]
"""A ruling, its paragraphs, what follows, the options, and who decides."""
End = tuple[str, int, int, int, tuple[str, ...]]
"""A wager's result, stake, winnings, what comes back, and the paragraphs."""


def family(game: str) -> str:
    """Stud or hold'em."""
    return "stud" if game in STUD else "holdem"


def late(game: str, stud_number: int) -> str:
    """A paragraph after 5.15 by its number in the stud documents; hold'em lacks 5.16."""
    return f"5.{stud_number if game in STUD else stud_number - 1}"


def returning(game: str) -> str:
    """The interpretation by which a jackpot wager goes back with its hand, and leaves the meter."""
    return "I14" if game in STUD else "I15"


def outcome_reading(game: str) -> str:
    """The interpretation by which a table knows whether an outcome is established."""
    return "I13" if game in STUD else "I14"


def word_reading(game: str) -> str:
    """The interpretation by which a word that is confirmed with a reason goes before the record."""
    return "I16" if game in STUD else "I18"


# Asking


def expect(
    ruling: str,
    *cites: str,
    then: tuple[str, ...] = (),
    options: tuple[str, ...] = (),
    by: str = "rules",
) -> Expected:
    """A ruling as it should be."""
    return ruling, cites, then, options, by


def asked(game: str, name: str, facts: Mapping[str, str]) -> Expected:
    """A ruling as the document gives it."""
    ruled = ask(load_banked(game), name, facts)
    assert (ruled.game, ruled.irregularity) == (game, name)
    assert ruled.explanation
    return (
        ruled.ruling.value,
        ruled.cites,
        tuple(step.value for step in ruled.then),
        ruled.options,
        ruled.decided_by.value,
    )


def check_rulings(game: str, name: str, expected: Mapping[str, Expected], *, overlap: Collection[str] = ()) -> None:
    """Every combination of facts, each written as its values in the catalogue's order, gives just this ruling.

    One row applies to each, so that nothing hangs on the order of the rows, but for those in ``overlap``.
    """
    house = load_banked(game)
    facts = known_facts(house, name)
    rows = house.irregularities.rules[name]
    found, several = {}, set()
    for values in product(*(fact.samples for fact in facts)):
        given = {fact.name: value for fact, value in zip(facts, values, strict=True)}
        found[" ".join(values)] = asked(game, name, given)
        if sum(row.applies(given) for row in rows) > 1:
            several.add(" ".join(values))
    assert found == expected
    assert several == set(overlap)


def paragraphs(expected: Mapping[str, Expected]) -> set[str]:
    """All that rules on an irregularity: what a refusal to hear it cites."""
    return {cite for _, cites, *_ in expected.values() for cite in cites}


def check_exposed(game: str) -> None:
    """Cards wrongly exposed; 5.16 goes before the paragraphs on exposed cards."""
    check_rulings(
        game,
        "cards_exposed",
        exposed(game),
        overlap=[f"{facts} dealer during_deal" for facts in ("1 yes", "1 no", "2 no")] if game in STUD else (),
    )


def check_needs(game: str, name: str, missing: str, **given: str) -> None:
    """Expect no ruling without these facts, and all of them named."""
    with pytest.raises(RulingError, match=f"^the ruling on {name} needs the fact") as refused:
        ask(load_banked(game), name, given)
    assert [fact.name for fact in refused.value.missing] == missing.split()


def check_wrong(game: str, name: str, message: str, **given: str) -> None:
    """A question that cannot be answered."""
    with pytest.raises(RulingError, match=message):
        ask(load_banked(game), name, given)


# The rulings on every combination of facts


def exposed(game: str) -> dict[str, Expected]:
    """Cards wrongly exposed: how many, whether anybody has seen his cards, whose, and when.

    5.8.2, 5.12 and 5.16 are about the deal; what is exposed after it changes nothing.
    """
    read = "I12" if game == PTHP else "I11"
    one = ("5.12", "5.10") if game == MLP else ("5.10", read)
    during = {}
    for count, whose in product("1234", ("player", "dealer", "community")):
        during[f"{count} yes {whose}"] = expect("continue", "5.12")
        choice = expect("players_choose", *one, options=PLAY_ON)
        during[f"{count} no {whose}"] = choice if count == "1" else expect("void_round", "5.8.2")
    if game in STUD:
        during = {facts: ruling for facts, ruling in during.items() if "community" not in facts}
        during["1 yes dealer"] = during["1 no dealer"] = expect("use_card", "5.16")
        during["2 no dealer"] = expect("players_choose", "5.16", "5.10", "I11", options=PLAY_ON)
    found = {f"{facts} during_deal": ruling for facts, ruling in during.items()}
    return found | {f"{facts} after": expect("continue", "5.12", read) for facts in during}


MISDEAL: Final = {
    "yes yes": expect("players_choose", "5.10", options=REPAIRED),
    "yes no": expect("players_choose", "5.10", options=PLAY_ON),
    "no yes": expect("players_choose", "5.8.6", "5.10", options=REPAIRED),
    "no no": expect("void_round", "5.8.6"),
}
BURN: Final = {
    "yes yes": expect("void_round", "5.9"),
    "yes no": expect("void_round", "5.9"),
    "no yes": expect("reconstruct", "5.9", "5.10", then=("players_choose",), options=REPAIRED),
    "no no": expect("void_round", "5.9"),
}
OTHER: Final = {
    "yes": expect("players_choose", "5.10", options=REPAIRED),
    "no": expect("players_choose", "5.10", options=PLAY_ON),
}
DRAWN: Final = {
    "unknown": expect(
        "role_decides",
        "5.14",
        "5.14.1",
        then=("players_choose",),
        options=("as_dealt", "reordered"),
        by="pit_supervisor",
    ),
    "known": expect("players_choose", "5.14.1", "5.10", options=PLAY_ON),
}


def counts(game: str, lost: Expected) -> dict[str, Expected]:
    """A wrong number of cards: whether it can be repaired, when it was noticed."""
    later = expect("continue", late(game, 20))
    return {
        "yes before_next_round": expect("players_choose", "5.10", options=REPAIRED),
        "yes later": later,
        "no before_next_round": lost,
        "no later": later,
    }


def hand_count(game: str) -> dict[str, Expected]:
    """A wrong number of cards in a Player's hand."""
    if game == MLP:
        return counts(game, expect("invalidate_hand", "5.15", "5.10", then=("players_choose",), options=PLAY_ON))
    return counts(game, expect("invalidate_hand", "5.15"))


def down(game: str) -> dict[str, Expected]:
    """The jackpot system fails: whether anybody has seen his cards, in which round."""
    number = late(game, 18)
    choice = expect(
        "role_decides",
        f"{number}.2",
        f"{number}.2.a",
        f"{number}.2.b",
        f"{number}.2.c",
        options=("close_table", "close_boxes", "without_jackpot"),
        by="house",
    )
    return {
        "yes current": expect("continue", f"{number}.1"),
        "yes subsequent": choice,
        "no current": expect("void_round", late(game, 17)),
        "no subsequent": choice,
    }


def silent(game: str) -> Expected:
    """The last paragraph."""
    return expect(
        "role_decides", late(game, 24), options=("continue", "void_round", "invalidate_hand"), by="shift_manager"
    )


# Rounds


def betting(game: str, boxes: int = 2, policy: Mapping[str, Any] | None = None) -> Sitting:
    """A table with wagers on its first boxes, not closed yet."""
    sitting = Sitting(game, {"dealing": "shuffler" if game == PTHP else "shoe", **(policy or {})})
    next_wagers(sitting, boxes)
    return sitting


FROM_A_SHOE: Final = {"dealing": "shoe"}
"""5.9 and 5.14 are about the Card Shoe; elsewhere hold'em is dealt from the shuffler here."""


def next_wagers(sitting: Sitting, boxes: int = 2) -> None:
    """Open a round and place its wagers."""
    sitting.do("dealer: place your bets")
    for box in range(1, boxes + 1):
        sitting.do(f"p{box}: {box} ante {ANTE}", f"p{box}: {box} jackpot {JACKPOT}")


def deal(sitting: Sitting, hands: tuple[str, ...] = (), dealer: str = "", board: str = BOARD) -> Sitting:
    """Close the bets and deal."""
    kind = family(sitting.game.name)
    boxes = [box.number for box in sitting.round.boxes]
    cards = dict(zip(boxes, hands or HANDS[kind], strict=False))
    bank = dealer or DEALERS[kind]
    shoe = sitting.table.policy.dealing == "shoe"
    if kind == "stud":
        order = from_shoe(bank, cards) if shoe else " ".join([*cards.values(), bank])
    elif shoe:
        pairs = [hand.split() for hand in cards.values()]
        order = " ".join([BURNT[0], *(first for first, _ in pairs), *(second for _, second in pairs)])
    else:
        order = " ".join([board, *cards.values(), bank])
    sitting.do("dealer: no more bets", f"dealer: deal {order}")
    return sitting


def dealt(game: str, boxes: int = 2, policy: Mapping[str, Any] | None = None) -> Sitting:
    """A table whose cards have just been dealt; nobody has looked."""
    return deal(betting(game, boxes, policy))


def decide_all(sitting: Sitting) -> Sitting:
    """Every hand that has to decide plays on with the least it may; the round comes to its last act."""
    while (step := current_step(sitting.game, sitting.table)) is not None:
        if isinstance(step, Decide):
            box = undecided(sitting.round)
            assert box is not None
            what = next(one.decision for one in step.choices if one.decision in {"bet", "flop", "check"})
            sitting.do(f"dealer: {what} {box.number}")
        elif isinstance(step, ShowHands):
            for one in hands_to_show(sitting.game, sitting.table.policy.dealing, sitting.round):
                if one.shown is None:
                    sitting.do(f"dealer: show {one.number}")
        elif isinstance(step, Burn | DealCommunity | DealDealer):
            sitting.do(f"dealer: deal {_street(sitting)}")
        else:
            sitting.do("dealer: reveal")
    return sitting


def _street(sitting: Sitting) -> str:
    """The next cards of a hold'em round from the shoe."""
    board = BOARD.split()
    return {
        0: " ".join([BURNT[1], *board[:3]]),
        3: f"{BURNT[2]} {board[3]}",
        4: f"{BURNT[3]} {board[4]}",
        5: DEALERS["holdem"],
    }[len(sitting.round.community)]


def finish(sitting: Sitting) -> Sitting:
    """Play the round to its end."""
    decide_all(sitting).do("dealer: settle")
    return sitting


def ends(sitting: Sitting, box: int | None = None) -> dict[tuple[int, str], End]:
    """How the wagers of the last round ended."""
    return {
        (one.box, one.wager.value): (one.result.value, one.staked, one.paid, one.returned, one.cites)
        for one in sitting.round.lines
        if box in {None, one.box}
    }


def plain(game: str, box: int, boxes: int = 2, policy: Mapping[str, Any] | None = None) -> dict[tuple[int, str], End]:
    """How a box ends when nothing goes wrong."""
    return ends(finish(dealt(game, boxes, policy)), box)


def ruling(events: tuple[BankedEvent, ...]) -> tuple[str, str, tuple[str, ...]]:
    """The ruling among events: on what, which, under which paragraphs."""
    found = [one for one in events if isinstance(one, IrregularityRuled)]
    assert len(found) == 1
    assert events[0] is found[0]
    return found[0].irregularity, found[0].ruling.value, found[0].cites


def recorded_late(sitting: Sitting, text: str, *cites: str) -> None:
    """Check that an error of a round that another has followed is recorded, and changes nothing."""
    before = sitting.table
    (event,) = sitting.do(text)
    assert isinstance(event, IrregularityRuled)
    number = int(text.rpartition("in_round=")[2])
    assert (event.ruling.value, event.round, event.cites) == ("continue", number, cites)
    assert sitting.table == replace(before, version=before.version + 1)


def word(events: tuple[BankedEvent, ...]) -> tuple[dict[str, str], dict[str, str], str, str]:
    """Whose word a ruling rests on: what he said, what the record has against it, who he is, and his reason."""
    ruled = events[0]
    assert isinstance(ruled, IrregularityRuled)
    return ruled.stated, ruled.contradicted, ruled.by, ruled.reason


def check_void(
    sitting: Sitting, report: str, *cites: str, by: str = "dealer", read: tuple[str, ...] = ()
) -> tuple[BankedEvent, ...]:
    """The report voids the round: every wager back, the meter as before, earlier lines stand, the next round opens.

    ``read`` are the interpretations by which the table established facts of its own.
    """
    round_, rounds = sitting.round, sitting.table.rounds
    fed = [box.number for box in round_.boxes if round_.fed]
    before = sitting.table.meter.millionths - FED * len(fed)
    earlier = sitting.events[:]
    events = sitting.do(f"{by}: report {report}")
    name = report.split(maxsplit=1)[0]
    assert ruling(events) == (name, "void_round", (*cites, *read))
    back = (*cites, late(sitting.game.name, 22))
    assert [one.cites for one in events if isinstance(one, RoundVoided)] == [back]
    unfed = [one for one in events if isinstance(one, JackpotUnfed)]
    assert unfed == [JackpotUnfed(box, JACKPOT, FED, (*back, returning(sitting.game.name))) for box in fed]
    assert sitting.table.meter.millionths == before
    assert ends(sitting) == {
        (box.number, wager.name.value): ("void", wager.amount, 0, wager.amount, back)
        for box in round_.boxes
        for wager in box.wagers
    }
    assert [type(one) for one in events].count(RoundEnded) == 1
    assert sitting.round.phase is Phase.ENDED
    assert sitting.events[: len(earlier)] == earlier
    assert sitting.table.rounds == rounds
    return events


def check_void_at_every_moment(game: str, report: str, *cites: str) -> None:
    """Void with the cards out, once looked at, once decided, once shown; then a round as if nothing had happened."""
    for moment in range(4):
        sitting = finish(dealt(game))
        settled, meter = ends(sitting), sitting.table.meter
        next_wagers(sitting)
        deal(sitting)
        if moment > 0:
            sitting.do("p1: look 1")
        if moment > 1:
            sitting.do(f"p1: {'bet' if family(game) == 'stud' else 'flop'} 1")
        if moment > 2:
            decide_all(sitting)
        check_void(sitting, report, *cites)
        assert sitting.table.meter == meter
        next_wagers(sitting)
        assert ends(finish(deal(sitting))) == settled


def check_out(sitting: Sitting, events: tuple[BankedEvent, ...], box: int, *cites: str) -> None:
    """A hand is out, its contribution has left the meter; the others play on and its wagers come back at the end."""
    assert [one for one in events if isinstance(one, HandInvalidated)] == [HandInvalidated(box, cites)]
    unfed = (*cites, returning(sitting.game.name))
    assert [one for one in events if isinstance(one, JackpotUnfed)] == [JackpotUnfed(box, JACKPOT, FED, unfed)]
    others = [one.number for one in sitting.round.boxes if one.number != box]
    assert sitting.table.meter.millionths == SEED * MILLION + len(others) * FED
    wagers = sitting.box(box).wagers
    for other in others:
        if sitting.box(other).choice:
            sitting.do(f"p{other}: answer {other} {sitting.box(other).choice[0]}")
    finish(sitting)
    assert ends(sitting, box) == {
        (box, one.name.value): ("returned", one.amount, 0, one.amount, cites) for one in wagers
    }
    for other in others:
        policy = {"dealing": sitting.table.policy.dealing}
        assert ends(sitting, other) == plain(sitting.game.name, other, len(others) + 1, policy)


def check_waits(sitting: Sitting, box: int, options: tuple[str, ...], *cites: str) -> None:
    """The round waits for this box: nobody else and nothing else moves it."""
    opened = [one for one in sitting.events if isinstance(one, ChoiceOpened) and one.box == box]
    assert opened[-1] == ChoiceOpened(box, options, cites, (f"p{box}",))
    assert sitting.box(box).choice == options
    bet = "bet" if family(sitting.game.name) == "stud" else "flop"
    for text in (f"p1: {bet} 1", "p1: fold 1", "p1: look 1", "dealer: reveal", "dealer: settle", "p2: show 2"):
        refusal = sitting.refused(text)
        assert (refusal.reason, refusal.cites) == (Reason.MOMENT, cites)
    wrong = sitting.refused(f"p{box}: answer {box} void_round")
    assert (wrong.reason, wrong.cites) == (Reason.MOMENT, cites)
    assert sitting.refused(f"p9: answer {box} {options[0]}").reason is Reason.NOT_YOURS
    assert sitting.refused(f"display: answer {box} {options[0]}").reason is Reason.ROLE


def raised(game: str) -> str:
    """The first wager after the cards: twice the Ante."""
    return "bet" if family(game) == "stud" else "flop"


def swapped(game: str) -> str:
    """The hands of boxes 1 and 2 exchanged, as a report writes them."""
    first, second, _ = (cards.replace(" ", "") for cards in HANDS[family(game)])
    return f"hands=1:{second}/2:{first}"


def check_swapped(sitting: Sitting, *cites: str) -> None:
    """Boxes 1 and 2 have each other's cards, and both orders are on record."""
    first, second, _ = (parse_cards(cards) for cards in HANDS[family(sitting.game.name)])
    assert (sitting.box(1).cards, sitting.box(2).cards) == (second, first)
    moved = [one for one in sitting.events if isinstance(one, CardsReconstructed)]
    assert [one.cites for one in moved] == [cites]
    before, after = dict(moved[0].before), dict(moved[0].after)
    assert (before["1"], before["2"], after["1"], after["2"]) == (first, second, second, first)
    assert {place: before[place] for place in before if place not in "12"} == {
        place: after[place] for place in after if place not in "12"
    }
