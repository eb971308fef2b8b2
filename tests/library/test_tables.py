"""Tables in memory: every act that is offered is taken, amounts end where they say, and one can go back."""

from random import Random
from xml.etree import ElementTree

import pytest

import croupier
from croupier import Act, RefusedError, Room, Table
from croupier.rulebooks import banked_games


def opened(game: str = "rws-casino-stud") -> Table:
    table = Table(game, seed=3)
    table.act("dealer: place your bets")
    return table


@pytest.mark.parametrize("game", banked_games())
def test_rounds_played_at_random_settle_as_written_down(game: str) -> None:
    """Every act that is offered is taken, every round ends, and it settles as the notation of its acts does."""
    chance, table = Random(game), Table(game, seed=game)
    for _ in range(10):
        _play(table, chance)
        settled = table.settlement
        assert settled is not None
        assert settled.lines
        first = max(at for at, text in enumerate(table.acts) if text == "dealer: place your bets")
        written = {"notation": 1, "game": game, "acts": list(table.acts[first:]), "automatic": True}
        before = table.copy()
        while len(before.acts) > first:
            before.undo()
        assert settled == croupier.settle({**written, "meter": before.view().jackpot, **_carried(before)})


def _carried(table: Table) -> dict[str, int]:
    return {"carried": table.state.meter.millionths % 1_000_000}


def _play(table: Table, chance: Random) -> None:
    table.act("dealer: place your bets")
    for box in (1, 2):
        for act in [one for one in table.legal(f"p{box}") if one.form.startswith(f"p{box}: {box} ")]:
            if act.form == f"p{box}: {box} ante {{}}" or chance.random() < 0.5:
                table.act(act)
    table.act("dealer: no more bets")
    while table.settlement is None:
        table.go_on()
        for player in ("p1", "p2"):
            decisions = [one for one in table.legal(player) if not one.form.startswith(f"{player}: look")]
            if decisions:
                table.act(chance.choice(decisions))


def test_amounts_end_where_they_say() -> None:
    table = opened()
    ante = next(one for one in table.legal("p1") if one.form == "p1: 1 ante {}")
    assert (ante.least, ante.most, ante.step) == (2_500, 500_000, 500)
    for wrong in (ante.least - ante.step, ante.least + 1, ante.most + ante.step):
        assert not ante.takes(wrong)
        with pytest.raises(ValueError, match="takes 2500 to 500000 cents in steps of 500"):
            table.act(ante, wrong)
        with pytest.raises(RefusedError):
            table.act(f"p1: 1 ante {wrong}")
    for right in (ante.least, ante.least + ante.step, ante.most):
        trial = table.copy()
        trial.act(ante, right)
        assert trial.view().boxes[0].wagers[0].amount == right
    assert table.view().boxes == ()


def test_an_act_without_an_amount_takes_none() -> None:
    table = opened()
    table.act("p1: 1 ante 2500")
    whole = next(one for one in table.legal("p1") if one.form == "p1: 1 ante -all")
    with pytest.raises(ValueError, match="takes no amount"):
        table.act(whole, 500)
    table.act(whole)
    assert table.view().boxes == ()


def test_a_refusal_names_its_paragraph_and_changes_nothing() -> None:
    table = opened()
    before = table.acts
    with pytest.raises(RefusedError) as refused:
        table.act("p1: 1 ante 2000")
    assert refused.value.cites
    assert refused.value.reason == "limits"
    assert str(refused.value).startswith(refused.value.sentence)
    assert table.acts == before


@pytest.mark.parametrize("text", ["p1 1 ante 2500", "p1: ante", "p1: deal", "nobody: fly 1"])
def test_what_is_no_act_is_said_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]{10,200}$"):
        opened().act(text)


def test_a_table_shows_everybody_what_they_may_see() -> None:
    table = opened()
    table.act("p1: 1 ante 2500")
    table.act("dealer: no more bets")
    table.deal("Qd 9d 7h 3h 2s 8d 3c 4h Ah 7c 6s")
    assert table.view("p1").boxes[0].cards == ("??",) * 5
    table.act("p1: look 1")
    assert table.view("p1").boxes[0].cards == ("9d", "3h", "8d", "4h", "7c"), "Qd is burnt, then one by one"
    for other in ("p2", "dealer", ""):
        assert table.view(other).boxes[0].cards == ("??",) * 5


def test_the_same_seed_deals_the_same_cards_and_going_back_changes_none() -> None:
    dealt = []
    for _ in range(2):
        table = opened()
        table.act("p1: 1 ante 2500")
        table.act("dealer: no more bets")
        table.deal()
        dealt.append(table.acts[-1])
    table.undo()
    table.deal()
    assert dealt == [table.acts[-1]] * 2
    assert len(set(table.acts[-1].split()[2:])) == 11
    with pytest.raises(IndexError, match="nothing has been done"):
        Table("rws-casino-stud").undo()


def test_cards_dealt_by_hand_do_not_come_again() -> None:
    table = Table("rws-progressive-texas-holdem", seed=1)
    for text in ("dealer: place your bets", "p1: 1 ante 2500", "dealer: no more bets"):
        table.act(text)
    places = next(one for one in table.legal() if one.places).places
    by_hand = [str(one) for one in croupier.DECK[: len(places) - 2]]
    table.deal(" ".join(by_hand))
    table.deal()
    dealt = [card for text in table.acts if ": deal" in text for card in text.split()[2:]]
    assert len(set(dealt)) == len(dealt) == len(places)


def test_a_room_plays_at_random_and_no_chip_is_lost() -> None:
    room, chance, taken = Room(seed="a", policy={"rake": "0.05", "rake_cap": 1_000}), Random(5), 0
    for seat, player in enumerate(("ann", "ben", "cat"), 1):
        room.act(f"{player}: join {seat} 40000")
    for _ in range(15):
        if sum(1 for stack in room.stacks.values() if stack) < 3:
            break
        room.act("dealer: place your blind bets")
        while not any(line.event == "RoundEnded" for line in room.go_on()):
            who = {seat.seat: seat.player for seat in room.view().seats}[room.turn or 0]
            room.act(chance.choice(_moves(room.legal(who))))
        taken += sum(pot.rake for pot in room.view().awarded)
        assert sum(room.stacks.values()) + taken == 3 * 40_000
    assert len(room.acts) > 30


def _moves(acts: tuple[Act, ...]) -> list[Act]:
    words = {one: one.form.split(": ")[1].split() for one in acts}
    return [one for one, said in words.items() if said[0].isdigit() or said[0] in ("show", "muck")]


def test_a_raise_ends_where_it_says() -> None:
    room = Room(policy={"small_blind": 100}, seed=1)
    for text in ("ann: join 1 20000", "ben: join 2 20000", "dealer: place your blind bets"):
        room.act(text)
    room.go_on()
    raised = next(one for one in room.legal("ann") if one.form == "ann: 1 raise {}")
    assert (raised.least, raised.most) == (400, 20_000)
    for wrong in (raised.least - raised.step, raised.most + raised.step):
        with pytest.raises(RefusedError):
            room.copy().act(f"ann: 1 raise {wrong}")
    for right in (raised.least, raised.most):
        room.copy().act(raised, right)


def test_tables_hands_and_results_show_themselves() -> None:
    table = opened()
    table.act("p1: 1 ante 2500")
    table.act("dealer: no more bets")
    table.deal("Qd 9d 7h 3h 2s 8d 3c 4h Ah 7c 6s")
    shown = table._repr_html_()
    assert shown.count("<svg") == 10
    assert shown.count('aria-label="??"') == 9, "only the Dealer's face-up card is open"
    assert "Qd" not in shown
    table.act("p1: fold 1")
    table.go_on()
    assert table.settlement is not None
    caption, rows = as_read(table.settlement._repr_html_())
    assert caption == "rws-casino-stud-v6, jackpot 50,000.00 → 50,000.00"
    assert rows == [SETTLED, ("1, p1", "ante", "25.00", "lose", "0.00", "0.00", "3.12.1")]
    assert croupier.Hand("As Kd Jc 8h Ts")._repr_html_().count("<svg") == 5
    room = Room(seed=1)
    room.act("ann: join 1 40000")
    assert "ann" in room._repr_html_()


SETTLED = ("box", "wager", "staked", "result", "paid", "returned", "paragraphs")


def as_read(drawn: str) -> tuple[str, list[tuple[str, ...]]]:
    """The caption of a notebook's table, and its rows."""
    table = ElementTree.fromstring(drawn)
    return table.findtext("caption", ""), [tuple("".join(cell.itertext()) for cell in row) for row in table.iter("tr")]


def test_a_settlement_as_a_notebook_shows_it() -> None:
    """A Straight Flush: 50 to 1 on the BET, and 10 % of 123,456.00 with 70 % of two coins of 5.00, which is 123,463.00.

    The Dealer has Ace and King. Seven high loses all three wagers.
    """
    cards = {"p1": "Qs Js Ts 9s 8s", "p2": "7c 6d 4h 3s 2d"}
    boxes = [
        {"box": box, "player": one, "cards": cards[one], "decisions": ["bet"], "wagers": {"ante": ante, "jackpot": 500}}
        for box, one, ante in ((1, "p1", 10_000), (2, "p2", 5_000))
    ]
    settled = croupier.settle(
        {"game": "rws-casino-stud", "meter": 12_345_600, "dealer": "Ah Kd 9d 5c 2h", "boxes": boxes}
    )
    assert isinstance(settled, croupier.Settlement)
    caption, rows = as_read(settled._repr_html_())
    assert caption == "rws-casino-stud-v6, jackpot 123,456.00 → 111,116.70"
    assert rows == [
        SETTLED,
        ("1, p1", "ante", "100.00", "win", "100.00", "100.00", "3.14.1, 4.1"),
        ("1, p1", "bet", "200.00", "win", "10,000.00", "200.00", "3.14.1, 4.1"),
        ("1, p1", "jackpot", "5.00", "win (straight flush)", "12,346.30", "0.00", "4.2"),
        ("2, p2", "ante", "50.00", "lose", "0.00", "0.00", "3.14.2"),
        ("2, p2", "bet", "100.00", "lose", "0.00", "0.00", "3.14.2"),
        ("2, p2", "jackpot", "5.00", "lose", "0.00", "0.00", "4.2"),
    ]


def test_what_people_write_is_not_markup() -> None:
    room = Room(seed=1)
    with pytest.raises(ValueError, match="does not begin with who acts"):
        room.act("<b>ann</b>: join 1 40000")


def test_advice_shows_what_each_choice_is_worth() -> None:
    """A BET loses 46876/54395 of an Ante, a fold all of it; figures stand to the right."""
    shown = croupier.advise("rws-casino-stud", "As Kd Jc 8h 3s", dealer="8d")._repr_html_()
    rows = [("decision", "worth, in Antes"), ("bet", "-0.86177"), ("fold", "-1.00000")]
    assert as_read(shown) == ("rws-casino-stud: bet", rows)
    for figure in ("-0.86177", "-1.00000"):
        assert f'text-align:right;padding:.15em .6em">{figure}</td>' in shown


def test_an_act_is_refused_in_another_round_than_the_one_that_offered_it() -> None:
    """The fold of one round does not fold the hand of the next, although the text of both is the same."""
    table = Table("rws-casino-stud", {"minimum": 2500}, seed=1)

    def dealt() -> Act:
        for text in ("dealer: place your bets", "p1: 1 ante 10000", "dealer: no more bets"):
            table.act(text)
        table.deal()
        return next(act for act in table.legal("p1") if act.form == "p1: fold 1")

    fold = dealt()
    assert fold.moment == "1.0"
    table.act("p1: bet 1")
    table.go_on()
    later = dealt()
    acts = table.acts
    with pytest.raises(RefusedError, match="offered in round 1, and the table is at round 2: look again"):
        table.act(fold)
    assert table.acts == acts
    table.act(later)


def test_a_check_of_the_flop_is_no_check_of_the_turn() -> None:
    room = Room(seed=1)
    for text in ("ann: join 1 20000", "ben: join 2 20000", "dealer: place your blind bets"):
        room.act(text)

    def checks_or_calls() -> Act:
        who = {seat.seat: seat.player for seat in room.view().seats}[room.turn or 0]
        return next(one for one in room.legal(who) if one.form.split()[2] in ("call", "check"))

    room.go_on()
    while len(room.view().community) < 3:
        room.act(checks_or_calls())
        room.go_on()
    check = checks_or_calls()
    assert check.moment == "1.3"
    for _ in range(2):
        room.act(checks_or_calls())
    room.go_on()
    assert len(room.view().community) == 4
    with pytest.raises(RefusedError, match="before the last Community Card of round 1 was turned"):
        room.act(check)


def test_people_named_together_stand_behind_a_report() -> None:
    """The Dealer and a Pit Supervisor: once a Player has looked, a Void takes both."""
    table = Table("rws-casino-stud", seed=3, automatic=False)
    for act in ("dealer: place your bets", "p1: 1 ante 10000", "dealer: no more bets", "dealer: deal", "p1: look 1"):
        table.act(act)
    table.act("dealer+pit_supervisor: report foreign_card because it has another back")
    assert table.settlement is not None
    assert table.settlement.net("p1") == 0
