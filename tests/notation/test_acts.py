import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, UNKNOWN
from croupier.notation.actors import Deed
from croupier.notation.acts import format_act, parse_act
from croupier.notation.problem import InputError
from croupier.play.actor import Actor
from croupier.play.authority import RefuseStatement, SignStatement
from croupier.play.banked.commands import (
    AnswerChoice,
    BankedCommand,
    Choose,
    CloseBets,
    CorrectCard,
    CorrectDecision,
    CorrectWager,
    DealCards,
    DeclineShare,
    InspectHand,
    Look,
    OpenRound,
    PlaceWager,
    ReopenJackpot,
    Report,
    RestrictPlayer,
    Reveal,
    RunOutClock,
    Settle,
    ShowHand,
    StopPlayer,
    TakeBackLast,
    TakeDecision,
    WithdrawWager,
    WithholdHand,
)
from croupier.rules.terms import Decision, Role, WagerName

boxes = st.integers(1, 9)
amounts = st.integers(1, 10**13)
wagers = st.sampled_from(WagerName)
names = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,11}", fullmatch=True)
cards = st.lists(st.sampled_from(DECK), unique=True, max_size=45).map(tuple)

words = st.from_regex(r"[a-z][a-z_]{0,15}", fullmatch=True)
reasons = st.just("") | st.lists(words, min_size=1, max_size=5).map(" ".join)
piles = st.lists(st.tuples(st.sampled_from(["1", "2", "dealer"]), cards), max_size=2).map(tuple)

plain: st.SearchStrategy[BankedCommand] = st.one_of(
    st.sampled_from([OpenRound(), CloseBets(), Reveal(), Settle()]),
    st.builds(DealCards, cards),
    st.builds(Choose, boxes, st.sampled_from(Decision), st.none() | amounts),
    st.builds(RestrictPlayer, names, st.booleans()),
    boxes.flatmap(lambda box: st.sampled_from([Look(box), ShowHand(box), WithholdHand(box), InspectHand(box)])),
    boxes.map(RunOutClock),
    st.just(ReopenJackpot()),
    st.builds(AnswerChoice, boxes, words),
    st.builds(TakeDecision, boxes, words, reasons, st.lists(boxes, max_size=3).map(tuple), piles),
    st.builds(CorrectCard, st.sampled_from(["1", "7", "dealer"]), st.integers(0, 4), st.sampled_from(DECK), reasons),
    st.builds(CorrectWager, boxes, wagers, amounts, reasons),
    st.builds(TakeBackLast, reasons),
    st.builds(CorrectDecision, boxes, st.sampled_from(Decision), st.none() | amounts, reasons),
    st.builds(StopPlayer, names, reasons),
    st.builds(
        Report,
        words,
        st.dictionaries(st.sampled_from(["seen", "count", "round"]), words, max_size=2),
        st.none() | boxes,
        st.none() | wagers,
        st.none() | amounts,
        cards,
        st.just("") | names,
        st.none() | boxes,
        piles,
    ),
)


def placing(player: str) -> st.SearchStrategy[BankedCommand]:
    return st.one_of(
        st.builds(PlaceWager, boxes, wagers, amounts, st.just(player)),
        st.builds(WithdrawWager, boxes, wagers, st.none() | amounts, st.just(player)),
        st.builds(DeclineShare, boxes, st.just(player)),
    )


@st.composite
def deeds(draw: st.DrawFn) -> Deed[BankedCommand]:
    if draw(st.booleans()):
        return Deed(Actor(draw(names), Role.PLAYER), draw(plain | placing("")))
    role = draw(st.sampled_from([role for role in Role if role is not Role.PLAYER]))
    actor = draw(st.just(role.value) | names)
    return Deed(Actor(actor, role), draw(plain | names.flatmap(placing)))


@given(deeds())
def test_every_act_is_read_as_it_was_written(deed: Deed[BankedCommand]) -> None:
    assert parse_act(format_act(deed)) == deed


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("dealer: place your bets", Deed(Actor("dealer", Role.DEALER), OpenRound())),
        ("p1: 1 ante 10000", Deed(Actor("p1", Role.PLAYER), PlaceWager(1, WagerName.ANTE, 10_000))),
        ("p1: 1 ante -500", Deed(Actor("p1", Role.PLAYER), WithdrawWager(1, WagerName.ANTE, 500))),
        ("p1: 1 ante -all", Deed(Actor("p1", Role.PLAYER), WithdrawWager(1, WagerName.ANTE))),
        (
            "dealer/ann for p1: 2 jackpot 500",
            Deed(Actor("ann", Role.DEALER), PlaceWager(2, WagerName.JACKPOT, 500, "p1")),
        ),
        ("  p1 :  look   3 ", Deed(Actor("p1", Role.PLAYER), Look(3))),
        ("player/dealer: fold 1", Deed(Actor("dealer", Role.PLAYER), Choose(1, Decision.FOLD))),
        ("dealer: deal ?? ?? As", Deed(Actor("dealer", Role.DEALER), DealCards((UNKNOWN, UNKNOWN, DECK[51])))),
        ("dealer: deal", Deed(Actor("dealer", Role.DEALER), DealCards(()))),
        (
            "dealer/ann+pit_supervisor+pit_manager/max: report deck_miscount because I counted",
            Deed(
                Actor("ann", Role.DEALER),
                Report("deck_miscount", reason="I counted"),
                (Actor("pit_supervisor", Role.PIT_SUPERVISOR), Actor("max", Role.PIT_MANAGER)),
            ),
        ),
        ("pit_manager: sign 1 because so", Deed(Actor("pit_manager", Role.PIT_MANAGER), SignStatement(1, "so"))),
        ("dealer: refuse 2", Deed(Actor("dealer", Role.DEALER), RefuseStatement(2))),
    ],
)
def test_acts_as_people_write_them(text: str, deed: Deed[BankedCommand]) -> None:
    assert parse_act(text) == deed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "dealer+ann: report deck_miscount",
        "dealer+: report deck_miscount",
        "look 1",
        ": look 1",
        "p1 look 1",
        "p1: ",
        "p1: look",
        "p1: look one",
        "p1: look 1 2",
        "p1: look ٣",
        "p1: 1 ante ten",
        "p1: 1 ante 1.5",
        "p1: 1 ante 1e9",
        "p1: 1 ante --5",
        f"p1: 1 ante {'9' * 40}",
        "p1: 1 pot 100",
        "p1: dance 1",
        "king/p1: look 1",
        "p 1: look 1",
        "dealer: deal Xx",
        "dealer: deal As As",
        "dealer: deal A",
    ],
)
def test_what_is_no_act_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_act(text)
    assert "\n" not in str(caught.value)
