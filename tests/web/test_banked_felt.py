"""What a house-banked table's page says about its felt, beside the documents."""

from collections.abc import Iterator

import pytest

from croupier.play.banked.commands import Choose, Reveal
from croupier.play.banked.options import Act, Deal, options
from croupier.play.viewer import Viewer
from croupier.rulebooks import load_banked
from croupier.rules.terms import Role
from croupier.web.topics.banked import board, dealer_qualifies, layout, printed
from tests.rulebooks.stud import some_cards
from tests.sitting import HOUSE_GAMES, Sitting

STUD = ("rws-casino-stud", "rws-multi-link-casino-stud")


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_board(name: str) -> None:
    """Stud has no Community Cards; hold'em turns three, one and one."""
    game = load_banked(name)
    streets = [(street.name, street.count) for street in board(game, next(iter(game.rounds)))]
    assert streets == ([] if name in STUD else [("Flop", 3), ("Turn", 1), ("River", 1)])


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_printed(name: str) -> None:
    """Casino Stud 4.1 pays the BET up to 250 to 1; the Bonus of hold'em pays up to 1000 to 1. The Ante pays one way.

    Only the stud games ask anything of the Dealer's hand: an Ace and a King, or anything that ranks higher (1.14).
    """
    lines = [(one.words, one.cites) for one in printed(load_banked(name))]
    if name in STUD:
        needs = ("Dealer qualifies with Ace and King or better", ("1.14",))
        assert lines == [needs, ("BET pays 1 to 1 up to 250 to 1", ("4.1",))]
    else:
        assert [words for words, _ in lines] == ["Bonus pays 3 to 1 up to 1000 to 1"]
    assert all(cites and all(load_banked(name).document.knows(one) for one in cites) for _, cites in lines)


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_every_spot_has_its_paragraph(name: str) -> None:
    """No amount without its reason."""
    game = load_banked(name)
    for dealing in game.rounds:
        for spot in layout(game, dealing):
            assert spot.cites, spot
            assert len(set(spot.cites)) == len(spot.cites)
            assert all(game.document.knows(cite) for cite in spot.cites)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("As Kd 9c 4s 3h", True),  # Ace and King, the lowest that qualifies (1.14)
        ("As Qd 9c 4s 3h", False),
        ("2s 2d 9c 4s 3h", True),
    ],
)
def test_the_dealer_qualifies(cards: str, expected: bool) -> None:
    """Casino Stud 1.14: an Ace and a King, or anything that ranks higher."""
    sitting = Sitting("rws-casino-stud")
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "dealer: no more bets")
    own = "7h 8h Td Jc 2c"
    dealt = ["5c", *(card for pair in zip(own.split(), cards.split(), strict=True) for card in pair)]  # one is burnt
    assert dealer_qualifies(sitting.game, sitting.table) == (None, ())
    sitting.do(f"dealer: deal {' '.join(dealt)}", "p1: bet 1", "dealer: reveal")
    assert dealer_qualifies(sitting.game, sitting.table) == (expected, ("1.14",))


@pytest.mark.parametrize("name", [name for name in HOUSE_GAMES if name not in STUD])
def test_no_dealer_qualifies_where_the_document_asks_nothing(name: str) -> None:
    """The hold'em documents know no Qualifying Hand: nothing is said even when the Dealer's cards lie open."""
    sitting = Sitting(name)
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "dealer: no more bets")
    deck = iter(some_cards(52))
    while not sitting.round.dealer_open:
        _go_on(sitting, deck)
    assert dealer_qualifies(sitting.game, sitting.table) == (None, ())


def _go_on(sitting: Sitting, deck: Iterator[str]) -> None:
    """The next thing that is due: a deal, a wager of the Player, or cards that are turned."""
    dealer, player = Viewer(Role.DEALER), Viewer(Role.PLAYER, "p1")
    for option in (*options(sitting.game, sitting.table, dealer), *options(sitting.game, sitting.table, player)):
        match option:
            case Deal(places=places):
                sitting.do(f"dealer: deal {' '.join(next(deck) for _ in places)}")
                return
            case Act(command=Choose(decision=decision), places=places) if places:
                sitting.do(f"p1: {decision} 1")
                return
            case Act(command=Reveal()):
                sitting.do("dealer: reveal")
                return
            case _:
                continue
    raise AssertionError("nothing is due")
