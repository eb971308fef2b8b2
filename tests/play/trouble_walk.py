"""Walking a table at random while things go wrong: reports, choices, decisions and corrections at every step."""

import random
from collections.abc import Iterator

from croupier.cards import DECK, UNKNOWN, Piles
from croupier.notation.actors import Deed
from croupier.play.actor import Actor
from croupier.play.banked import open_table
from croupier.play.banked.aftermath import piles_of
from croupier.play.banked.commands import (
    AnswerChoice,
    BankedCommand,
    CorrectCard,
    CorrectWager,
    ReopenJackpot,
    Report,
    RunOutClock,
    StopPlayer,
    TakeDecision,
)
from croupier.play.banked.events import JackpotStatus
from croupier.play.banked.state import Box, Phase, Table
from croupier.rules.banked import BankedGame
from croupier.rules.irregularities import HOUSE_CATALOGUE
from croupier.rules.terms import Role, WagerName
from tests.pit import agreed
from tests.play.table_walk import PLAYERS, Step, sensible_deed


def trouble_walk(game: BankedGame, rng: random.Random, steps: int, trouble: float = 0.25) -> Iterator[Step]:
    """A table under sensible commands, where with some probability something goes wrong instead."""
    table = open_table(game, {"dealing": rng.choice(list(game.rounds)), "contribution": "0.705"}, meter=12_345_678)
    for _ in range(steps):
        deed = _answering(table, rng)
        if deed is None or rng.random() < 0.1:
            deed = _trouble(game, table, rng) if rng.random() < trouble else sensible_deed(game, table, rng)
        outcome = agreed(game, table, deed)
        step = Step(table, deed, outcome)
        yield step
        table = step.after


def _by(role: Role, table: Table, command: BankedCommand) -> Deed[BankedCommand]:
    return Deed(Actor(role.value, role), command)


def _answering(table: Table, rng: random.Random) -> Deed[BankedCommand] | None:
    """What the table waits for, where it stands still."""
    round_ = table.round
    running = round_ is not None and round_.phase is not Phase.ENDED
    for box in round_.boxes if round_ is not None and running else ():
        if box.choice:
            if rng.random() < 0.3:
                return _by(Role.DEALER, table, RunOutClock(box.number))
            player = rng.choice(box.choosers)
            return Deed(Actor(player, Role.PLAYER), AnswerChoice(box.number, rng.choice(box.choice)))
    if table.pending and (running or table.jackpot is not JackpotStatus.RUNNING) and rng.random() < 0.8:
        one = table.pending[0]
        option = rng.choice(one.options)
        boxes = (rng.randint(1, 7),) if option in {"close_boxes", "invalidate_hand"} else ()
        boxes = (round_.boxes[0].number,) if option == "invalidate_hand" and round_ and round_.boxes else boxes
        return _by(Role.SHIFT_MANAGER, table, TakeDecision(one.number, option, "as I saw it", boxes))
    if table.jackpot is not JackpotStatus.RUNNING and not running and rng.random() < 0.5:
        return Deed(Actor("max", Role.PIT_MANAGER), ReopenJackpot(), (Actor("sue", Role.PIT_SUPERVISOR),))
    return None


def _trouble(game: BankedGame, table: Table, rng: random.Random) -> Deed[BankedCommand]:
    role = rng.choice([Role.DEALER, Role.PIT_SUPERVISOR, Role.SHIFT_MANAGER, Role.PLAYER])
    if rng.random() < 0.15:
        return _by(role, table, _correction(table, rng))
    if rng.random() < 0.03:
        return _by(role, table, StopPlayer(rng.choice(PLAYERS), "enough"))
    return _by(role, table, _report(table, rng))


def _correction(table: Table, rng: random.Random) -> BankedCommand:
    reason = rng.choice(["", "a slip"])
    if rng.random() < 0.5:
        place = rng.choice(["1", "2", "5", "dealer", "community", "burn"])
        return CorrectCard(place, rng.randint(0, 5), rng.choice((*DECK, UNKNOWN)), reason)
    wager = rng.choice([WagerName.ANTE, WagerName.BONUS, WagerName.JACKPOT])
    return CorrectWager(rng.randint(1, 7), wager, rng.choice([0, 500, 2500, 5000, 10**12]), reason)


def _report(table: Table, rng: random.Random) -> Report:
    round_ = table.round
    name = rng.choice(list(HOUSE_CATALOGUE))
    # Which wager it is about, a report says by itself.
    asked = [fact for fact in HOUSE_CATALOGUE[name] if fact.name != "wager"]
    facts = {fact.name: rng.choice(fact.samples) for fact in asked if rng.random() < 0.9}
    boxes: tuple[Box, ...] = round_.boxes if round_ is not None else ()
    box = rng.choice(boxes) if boxes and rng.random() < 0.9 else None
    further = _further(boxes)
    if name == "extra_hand_examined" and further:
        box = rng.choice(further)
    lying = rng.choice(box.wagers) if box is not None and rng.random() < 0.9 else None
    amounts = [None, 500, 1000, 20_000, 600_000, 2_000_000]
    if lying is not None:
        amounts += [lying.amount - 500, lying.amount + 500] * 2
    cards = tuple(card for pile in (box.cards if box else (), round_.dealer if round_ else ()) for card in pile)
    known = [card for card in cards if card != UNKNOWN]
    taken = {one.number for one in boxes}
    if name == "jackpot_without_ante" and len(taken) < 7:
        number: int | None = rng.choice([one for one in range(1, 8) if one not in taken])
    else:
        number = box.number if box is not None else rng.choice([None, 9])
    return Report(
        irregularity=name,
        facts=facts,
        box=number,
        wager=lying.name if lying is not None else None,
        amount=rng.choice(amounts),
        cards=tuple(rng.sample(known, 1)) if known and rng.random() < 0.8 else (),
        player=rng.choice(["", *PLAYERS]),
        round=rng.choice([None, None, None, table.rounds, table.rounds - 1]),
        piles=_swapped(table, rng),
        reason=rng.choice(["", "the camera shows it"]),
    )


def _further(boxes: tuple[Box, ...]) -> list[Box]:
    """The hands of Players who have looked at another one of theirs."""
    return [box for box in boxes if any(one.looked and one.player == box.player and one is not box for one in boxes)]


def _swapped(table: Table, rng: random.Random) -> Piles:
    """Two hands that changed places, sometimes with a card that was never dealt."""
    if table.round is None or len(table.round.boxes) < 2 or rng.random() < 0.5:
        return ()
    piles = dict(piles_of(table.round))
    first, second = (str(box.number) for box in rng.sample(table.round.boxes, 2))
    swapped = ((first, piles[second]), (second, piles[first]))
    return (*swapped, ("9", (DECK[0],))) if rng.random() < 0.1 else swapped
