"""Options and ``decide`` say the same, at every moment of random rounds."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.cards import DECK, Card, format_cards
from croupier.play.actor import Actor
from croupier.play.banked import act, decide, open_table
from croupier.play.banked import options as options_module
from croupier.play.banked.commands import (
    AnswerChoice,
    BankedCommand,
    Choose,
    CloseBets,
    DealCards,
    DeclineShare,
    InspectHand,
    Look,
    OpenRound,
    PlaceWager,
    RestrictPlayer,
    Reveal,
    Settle,
    ShowHand,
    WithdrawWager,
    WithholdHand,
)
from croupier.play.banked.options import Act, Deal, Option, Stake, TakeBack, options
from croupier.play.banked.state import Table
from croupier.play.refusal import Refusal
from croupier.play.viewer import Viewer
from croupier.rulebooks import load_banked
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Decision, Role, WagerName, at_least
from tests.play.trouble_walk import trouble_walk
from tests.sampling import first, spread
from tests.sitting import HOUSE_GAMES, Sitting

PLAYERS = ("ann", "bob")
EVERYBODY = (
    *(Viewer(Role.PLAYER, player) for player in (*PLAYERS, "stranger", "")),
    Viewer(Role.DEALER),
    Viewer(Role.DEALER, "bob"),
    Viewer(Role.PIT_SUPERVISOR),
    Viewer(Role.SHIFT_MANAGER, "ann"),
    Viewer(Role.DISPLAY),
)
POLICIES: tuple[dict[str, Any], ...] = (
    {},
    {"minimum": 2_600, "maximum": 10_300, "boxes": 4, "jackpot_wager": 333},
    {"minimum": 2_500, "maximum": 2_500, "chips": [2_500], "bonus_minimum": 5_000, "bonus_maximum": 12_000},
    {"minimum": 300, "maximum": 1_000, "chips": [1_000], "bonus_minimum": 10, "bonus_maximum": 20},
)
METHODS = [(game, dealing) for game in HOUSE_GAMES for dealing in load_banked(game).rounds]


def answer(game: BankedGame, table: Table, who: Viewer, command: BankedCommand) -> object:
    actor = who.player if who.role is Role.PLAYER else who.role.value
    return decide(game, table, Actor(actor, who.role), command)


def accepts(game: BankedGame, table: Table, who: Viewer, command: BankedCommand) -> bool:
    return not isinstance(answer(game, table, who, command), Refusal)


def closed_commands(table: Table, who: Viewer) -> Iterator[BankedCommand]:
    """Everything that leaves no amount or card to fill in, sensible or not."""
    yield from (OpenRound(), CloseBets(), Reveal(), Settle())
    for asked in table.round.boxes if table.round else ():
        several = len(asked.choosers) > 1 and at_least(who.role, Role.DEALER)
        for name in asked.choosers if several else ("",):
            yield from (AnswerChoice(asked.number, option, name) for option in asked.choice)
    for box in range(9):
        yield from (Look(box), ShowHand(box), WithholdHand(box), InspectHand(box))
        yield from (Choose(box, decision) for decision in Decision)
        names = ("",) if who.role is Role.PLAYER else (*PLAYERS, "stranger", "")
        yield from (DeclineShare(box, name) for name in names)
    seated = {
        share.player for box in (table.round.boxes if table.round else ()) for w in box.wagers for share in w.shares
    }
    for name in sorted(seated | set(table.restricted) | {who.player} - {""}):
        yield from (RestrictPlayer(name, True), RestrictPlayer(name, False))


def amounts(table: Table, *ends: int) -> set[int]:
    """Some that come up at a table; those round the ends of a range, on it, beside it and a chip away."""
    policy = table.policy
    near = {base + by for base in ends for by in (-policy.lowest_chip, -1, 0, 1, policy.lowest_chip)}
    return near | {-1, 0, policy.lowest_chip, policy.minimum, policy.jackpot_wager}


def check_acts(game: BankedGame, table: Table, who: Viewer, offered: tuple[Option, ...]) -> None:
    """What is offered is accepted as it stands; what is accepted is offered."""
    acts = [option for option in offered if isinstance(option, Act)]
    for option in acts:
        assert accepts(game, table, who, option.command), option
        assert option.label
        assert option.cites
        assert all(game.document.knows(cite) for cite in option.cites)
    plain = [
        msgspec.structs.replace(one.command, amount=None) if isinstance(one.command, Choose) else one.command
        for one in acts
    ]
    assert len(plain) == len(set(plain))
    assert set(plain) == {one for one in closed_commands(table, who) if accepts(game, table, who, one)}


def check_deal(game: BankedGame, table: Table, who: Viewer, offered: tuple[Option, ...]) -> None:
    deals = [option for option in offered if isinstance(option, Deal)]
    used = table.round.used if table.round else 0
    fresh = tuple(card for card in DECK if not used >> card & 1)
    most = len(deals[0].places) if deals else 0
    for count in range(1, len(fresh) + 1):
        assert accepts(game, table, who, DealCards(fresh[:count])) == (count <= most)
    assert len(deals) <= 1


def check_wagers(game: BankedGame, table: Table, who: Viewer, offered: tuple[Option, ...]) -> None:
    stakes = {(one.box, one.wager): one for one in offered if isinstance(one, Stake)}
    backs = {(one.box, one.wager): one for one in offered if isinstance(one, TakeBack)}
    for box in (0, 1, 2, table.policy.boxes, table.policy.boxes + 1):
        for wager in (*(area.wager for area in game.areas), WagerName.RIVER):
            stake, back = stakes.get((box, wager)), backs.get((box, wager))
            for amount in amounts(table, *((stake.least, stake.enough, stake.most) if stake else ())):
                wanted = stake is not None and stake.takes(amount)
                assert accepts(game, table, who, PlaceWager(box, wager, amount, who.player)) == wanted, (stake, amount)
            for amount in amounts(table, *((back.whole, back.least, back.most) if back else ())):
                wanted = back is not None and back.takes(amount)
                given = WithdrawWager(box, wager, amount, who.player)
                assert accepts(game, table, who, given) == wanted, (back, amount)
            all_of_it = accepts(game, table, who, WithdrawWager(box, wager, None, who.player))
            assert all_of_it == (back is not None and back.whole > 0)


def check(game: BankedGame, table: Table, who: Viewer) -> tuple[Option, ...]:
    offered = options(game, table, who)
    check_acts(game, table, who, offered)
    check_deal(game, table, who, offered)
    check_wagers(game, table, who, offered)
    wire = msgspec.json.encode(offered)
    assert msgspec.json.decode(wire, type=tuple[Option, ...]) == offered
    return offered


def carried_out(option: Option, draw: Callable[[Any], Any], shoe: list[Card]) -> BankedCommand:
    """One way to take an option up."""
    match option:
        case Act(command=command):
            return command
        case Deal(places=places):
            count = draw(st.integers(1, len(places)))
            return option.command(tuple(shoe.pop() for _ in range(count)))
        case Stake(least=least, most=most, step=step):
            return option.command(least + step * draw(st.integers(0, (most - least) // step)))
        case TakeBack(whole=whole, least=least, most=most, step=step):
            parts = [least + step * count for count in range((most - least) // step + 1)] if most else []
            return option.command(draw(st.sampled_from([*parts, *([whole] if whole else [])])))


@pytest.mark.parametrize(("name", "dealing"), first(2, METHODS))
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_options_are_what_decide_accepts(name: str, dealing: str, data: st.DataObject) -> None:
    game = load_banked(name)
    policy = {**data.draw(st.sampled_from(POLICIES)), "dealing": dealing}
    table = open_table(game, policy)
    shoe = list(data.draw(st.permutations(DECK)))
    for _ in range(30):
        who = data.draw(st.sampled_from(EVERYBODY))
        check(game, table, who)
        offers = [(one, option) for one in EVERYBODY for option in options(game, table, one)]
        # Seldom the acts that undo or end something, so that rounds get far; and every kind as likely as another.
        likely = [(one, option) for one, option in offers if not _rare(option)]
        often = data.draw(st.integers(0, 9)) > 0
        by_kind: dict[str, list[tuple[Viewer, Option]]] = {}
        for one, option in likely if likely and often else offers:
            kind = option.command if isinstance(option, Act) else option
            by_kind.setdefault(type(kind).__name__, []).append((one, option))
        one, option = data.draw(st.sampled_from(by_kind[data.draw(st.sampled_from(sorted(by_kind)))]))
        actor = one.player if one.role is Role.PLAYER else one.role.value
        command = carried_out(option, data.draw, shoe)
        turn = act(game, table, Actor(actor, one.role), command)
        assert not isinstance(turn, Refusal), turn
        table = turn.table
        if isinstance(command, OpenRound):
            shoe = list(data.draw(st.permutations(DECK)))


@pytest.mark.parametrize("name", spread(2, HOUSE_GAMES))
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), who=st.sampled_from(EVERYBODY))
def test_nor_does_trouble_part_them(name: str, seed: int, who: Viewer) -> None:
    """What nobody would think of at a quiet table is offered where it is accepted: choices, a jackpot that is down."""
    game = load_banked(name)
    for step in trouble_walk(game, Random(seed), 60):
        offered = options(game, step.after, who)
        check_acts(game, step.after, who, offered)
        check_deal(game, step.after, who, offered)
        check_wagers(game, step.after, who, offered)


def test_they_are_found_with_few_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page has its options made whenever it is made: an onlooker's cost nothing once the bets are closed."""
    asked: list[BankedCommand] = []

    def counted(game: BankedGame, table: Table, actor: Actor, command: BankedCommand) -> object:
        asked.append(command)
        return decide(game, table, actor, command)

    monkeypatch.setattr(options_module, "decide", counted)
    sitting = Sitting("rws-casino-stud")

    def questions(who: Viewer) -> int:
        asked.clear()
        options(sitting.game, sitting.table, who)
        return len(asked)

    sitting.do("dealer: place your bets")
    assert questions(BOB) == 3  # of seven empty boxes one: both ends of the Ante, and that a jackpot wager needs it
    sitting.do(*(f"ann: {box} ante 2500" for box in range(1, 8)))
    assert questions(BOB) == 2  # of seven boxes alike one: both areas
    sitting.do("ann: 7 ante 2500")
    assert questions(BOB) == 2  # nor does it matter what lies on boxes that are others'
    sitting.do("dealer: no more bets")
    assert questions(BOB) == 0
    deal = next(one for one in options(sitting.game, sitting.table, DEALER) if isinstance(one, Deal))
    sitting.do(f"dealer: deal {format_cards(DECK[: len(deal.places)])}")
    assert questions(BOB) == 0
    assert questions(ANN) == 7 + 2  # a look at each of her hands; the one whose turn it is plays or folds


def test_where_boxes_are_shared_it_matters_what_lies_there() -> None:
    """Several may wager on a box there: how much more it takes follows from what it has."""
    sitting = Sitting("mbs-texas-holdem-bonus-progressive")
    sitting.do("dealer: place your bets", "ann: 1 ante 2500", "ann: 2 ante 5000")
    offered = [one for one in options(sitting.game, sitting.table, BOB) if isinstance(one, Stake)]
    most = {one.box: one.most for one in offered if one.wager is WagerName.ANTE}
    assert most[1] - most[2] == 2_500


def _rare(option: Option) -> bool:
    command = option.command if isinstance(option, Act) else None
    folds = isinstance(command, Choose) and command.decision is Decision.FOLD
    return isinstance(option, TakeBack) or folds or isinstance(command, RestrictPlayer | InspectHand | WithholdHand)


@pytest.mark.parametrize(("name", "dealing"), METHODS)
def test_a_round_can_be_played_by_options_alone(name: str, dealing: str) -> None:
    """The Dealer's and the Player's options lead from "Place your Bets" to the end, never to a dead end."""
    game = load_banked(name)
    table = open_table(game, {"dealing": dealing})
    shoe = list(DECK)
    dealer, player = Viewer(Role.DEALER), Viewer(Role.PLAYER, "ann")
    done: list[BankedCommand] = []
    while not any(isinstance(one, Settle) for one in done):
        offers: list[tuple[Viewer, BankedCommand]] = []
        for who in (player, dealer):
            for option in check(game, table, who):
                if isinstance(option, Stake) and option.box <= 2 and not _lies(table, option):
                    offers.append((who, option.command(option.enough)))
                elif isinstance(option, Deal):
                    offers.append((who, option.command(tuple(shoe[: len(option.places)]))))
                elif isinstance(option, Act) and not isinstance(option.command, RestrictPlayer):
                    offers.append((who, option.command))
        assert offers
        who, command = offers[0]
        stakes = [offer for offer in offers if isinstance(offer[1], PlaceWager)]
        who, command = stakes[0] if stakes else (who, command)
        actor = who.player or who.role.value
        turn = act(game, table, Actor(actor, who.role), command)
        assert not isinstance(turn, Refusal)
        table = turn.table
        done.append(command)
        if isinstance(command, DealCards):
            shoe = shoe[len(command.cards) :]
    assert table.round is not None
    assert table.round.phase == "ended"


def _lies(table: Table, stake: Stake) -> bool:
    box = table.round.box(stake.box) if table.round else None
    return box is not None and box.wager(stake.wager) is not None


def of(sitting: Sitting, who: Viewer, kind: type[Option]) -> list[Any]:
    return [one for one in options(sitting.game, sitting.table, who) if isinstance(one, kind)]


ANN, BOB, DEALER = Viewer(Role.PLAYER, "ann"), Viewer(Role.PLAYER, "bob"), Viewer(Role.DEALER)


def test_the_dealer_opens_and_nobody_else_has_anything_to_do() -> None:
    sitting = Sitting("rws-casino-stud")
    assert [one.command for one in of(sitting, DEALER, Act)] == [OpenRound()]
    assert options(sitting.game, sitting.table, ANN) == ()


def test_a_stake_says_its_range_step_and_paragraphs() -> None:
    sitting = Sitting("rws-casino-stud", {"minimum": 2_600, "maximum": 10_300})
    sitting.do("dealer: place your bets")
    ante = of(sitting, ANN, Stake)[0]
    assert (ante.box, ante.wager, ante.least, ante.enough, ante.most, ante.step) == (
        1,
        "ante",
        3_000,
        3_000,
        10_000,
        500,
    )
    assert ante.cites == ("3.6", "3.4")
    assert {one.wager for one in of(sitting, ANN, Stake)} == {"ante"}, "a jackpot wager needs an Ante"
    sitting.do("ann: 1 ante 3000")
    assert [(one.wager, one.least, one.most) for one in of(sitting, ANN, Stake) if one.box == 1] == [
        ("ante", 500, 7_000),
        ("jackpot", 500, 500),
    ]
    assert 1 not in {one.box for one in of(sitting, BOB, Stake)}, "3.5"


def test_where_others_may_add_their_share_less_than_the_minimum_is_taken_but_not_enough() -> None:
    sitting = Sitting("mbs-texas-holdem-bonus-progressive")
    sitting.do("dealer: place your bets")
    ante = of(sitting, ANN, Stake)[0]
    assert (ante.least, ante.enough) == (500, 2_500)
    sitting.do("ann: 1 ante 2000")
    assert not any(one.command == CloseBets() for one in of(sitting, DEALER, Act))
    assert (of(sitting, BOB, Stake)[0].least, of(sitting, BOB, Stake)[0].enough) == (500, 500)
    sitting.do("bob: 1 ante 500")
    assert any(one.command == CloseBets() for one in of(sitting, DEALER, Act))


def test_an_ante_under_a_jackpot_wager_goes_back_only_in_part() -> None:
    sitting = Sitting("rws-casino-stud")
    sitting.do("dealer: place your bets", "ann: 1 ante 4000", "ann: 1 jackpot 500")
    ante, jackpot = of(sitting, ANN, TakeBack)
    assert (ante.whole, ante.least, ante.most) == (0, 500, 1_500)
    assert (jackpot.whole, jackpot.least, jackpot.most) == (500, 0, 0)


def test_decisions_carry_the_exact_wager() -> None:
    sitting = Sitting("rws-casino-stud")
    sitting.do("dealer: place your bets", "ann: 1 ante 4000", "dealer: no more bets")
    deal = of(sitting, DEALER, Deal)[0]
    assert deal.places == ("burn", *("1", "dealer") * 5)
    sitting.do("dealer: deal 2c Ah Kd 9d 5c 2h Qs Js Ts 9s 8s")
    look, fold, bet = of(sitting, ANN, Act)
    assert look.command == Look(1)
    assert (fold.command, fold.label, fold.places, fold.cites) == (Choose(1, Decision.FOLD), "Fold", 0, ("3.12.1",))
    assert (bet.command, bet.label) == (Choose(1, Decision.BET, 8_000), "Bet SGD 80.00")
    assert (bet.places, bet.wager, bet.cites) == (8_000, "bet", ("3.12.2",))
    assert of(sitting, BOB, Act) == []


def test_a_second_hand_is_not_offered_for_examination() -> None:
    sitting = Sitting("rws-casino-stud", {"dealing": "shuffler"})
    sitting.do("dealer: place your bets", "ann: 1 ante 4000", "ann: 2 ante 4000", "dealer: no more bets")
    sitting.do("dealer: deal Ah Kd 9d 5c 2h Qs Js Ts 9s 8s 2c 3c 4c 5d 7d")
    assert [one.command for one in of(sitting, ANN, Act)][:2] == [Look(1), Look(2)]
    sitting.do("ann: look 2")
    assert not any(isinstance(one.command, Look) for one in of(sitting, ANN, Act))
    assert {one.command.box for one in of(sitting, ANN, Act)} == {1}, "decisions go clockwise"


def test_a_settlement_does_not_tell_beforehand_how_it_goes() -> None:
    sitting = Sitting("rws-casino-stud", {"dealing": "shuffler"})
    sitting.do("dealer: place your bets", "ann: 1 ante 4000", "dealer: no more bets")
    sitting.do("dealer: deal Ah Kd 9d 5c 2h Qs Js Ts 9s 8s", "ann: fold 1")
    (settle,) = of(sitting, DEALER, Act)
    assert settle.command == Settle()
    events = sitting.do("dealer: settle")
    assert settle.cites == events[-1].cites
    assert set(settle.cites).isdisjoint(events[0].cites)
