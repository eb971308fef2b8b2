"""Walking a table of the poker room at random: people come and go, play, err, and ask for what is not theirs."""

import random
from collections.abc import Iterator

from croupier.cards import DECK, UNKNOWN, Card, Piles
from croupier.notation.actors import Deed
from croupier.play.actor import Actor
from croupier.play.authority import RefuseStatement, SignStatement
from croupier.play.refusal import Refusal
from croupier.play.room import act, open_room
from croupier.play.room.commands import (
    Act,
    ComeBack,
    CorrectCard,
    DealCards,
    DeemLeft,
    JoinTable,
    LeaveTable,
    Look,
    MuckHand,
    OpenRound,
    PayIn,
    Report,
    RoomCommand,
    RunOutClock,
    Settle,
    ShowHand,
    SitOut,
    TakeDecision,
    TopUp,
    TurnMarker,
)
from croupier.play.room.options import ActOption, DealerOption, RoomOption, SeatOption, StakeOption, room_options
from croupier.play.room.showdown import next_to_show
from croupier.play.room.state import BURN, COMMUNITY, NOBODY, Phase, Seat, Table
from croupier.play.room.table import RoomTurn
from croupier.play.room.view import room_view
from croupier.play.viewer import Viewer
from croupier.rules.room import Marker, Move, RoomGame
from croupier.rules.terms import Role

STAFF = (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
PLAYERS = tuple(f"player-{number}" for number in range(1, 13))
BETWEEN_ROUNDS = 0.45
"""How likely somebody comes, goes or pays rather than that the next round opens."""
IN_A_ROUND = 0.06
SLIPS = 0.02
"""How often somebody corrects a card that was keyed in."""


class RoomStep:
    """One command of a walk, with the table before it and what came of it."""

    def __init__(self, before: Table, deed: Deed[RoomCommand], outcome: RoomTurn | Refusal) -> None:
        self.before, self.deed, self.outcome = before, deed, outcome

    @property
    def after(self) -> Table:
        """The table after it: unchanged where the command was refused."""
        return self.before if isinstance(self.outcome, Refusal) else self.outcome.table


def random_table(game: RoomGame, rng: random.Random) -> Table:
    """A new table, small enough for chips to run out."""
    chip = rng.choice([100, 500])
    small = chip * rng.choice([1, 1, 2, 3])
    return open_room(
        game,
        {
            "seats": rng.randint(2, 10),
            "chips": (chip * 5, chip),
            "small_blind": small,
            "minimum_stake": small * 2,
            "maximum_stake": small * rng.choice([8, 60, 400]),
            "rake": rng.choice(["0", "0.05", "0.025"]),
            "rake_amount": chip * rng.choice([0, 0, 3]),
            "rake_cap": chip * rng.choice([0, 2, 40]),
            "rake_unit": chip,
            "no_flop_no_drop": rng.random() < 0.5,
            "return_minutes": rng.choice([0, 30]),
            "reopening_share": rng.choice(["", "1"]),
        },
    )


def walk(game: RoomGame, rng: random.Random, commands: int, *, trouble: float = 0.04) -> Iterator[RoomStep]:
    """A table under random commands; ``trouble`` is how often an irregularity is reported."""
    table = random_table(game, rng)
    unseen = rng.random() < 0.2
    for _ in range(commands):
        deed = _deed(game, table, rng, trouble, unseen)
        step = RoomStep(table, deed, act(game, table, deed.actor, deed.command))
        yield step
        table = step.after


def _deed(game: RoomGame, table: Table, rng: random.Random, trouble: float, unseen: bool) -> Deed[RoomCommand]:
    if rng.random() < 0.08:
        role = rng.choice(list(Role))
        actor = rng.choice(PLAYERS) if role is Role.PLAYER else role.value
        return Deed(Actor(actor, role), nonsense(table, rng))
    if table.playing and rng.random() < trouble:
        return _by(table, Role.DEALER, irregularity(game, table, rng))
    if table.playing and rng.random() < SLIPS:
        return _by(table, rng.choice(STAFF), correction(table, rng))
    if rng.random() < (IN_A_ROUND if table.playing else BETWEEN_ROUNDS):
        return between_rounds(game, table, rng)
    return onward(game, table, rng, unseen) or between_rounds(game, table, rng)


def _by(table: Table, role: Role, command: RoomCommand, actor: str = "") -> Deed[RoomCommand]:
    return Deed(Actor(actor or role.value, role), command)


# ---- What moves a round on -------------------------------------------------------------------------------------------


def onward(game: RoomGame, table: Table, rng: random.Random, unseen: bool = False) -> Deed[RoomCommand] | None:
    """Something on offer that brings the round closer to its end, or the next round to its beginning."""
    if table.waiting:
        return _signature(table, rng)
    if table.pending:
        asked = table.pending[0]
        return _by(table, asked.role, TakeDecision(asked.number, rng.choice(asked.options), "seen on the recording"))
    dealers = room_options(game, table, Viewer(Role.DEALER))
    players = [seat.player for seat in table.seats]
    rng.shuffle(players)
    round_ = table.round
    if round_ is not None and round_.phase is Phase.BETTING:
        turn = round_.hands[round_.turn]
        if rng.random() < 0.05:
            return _by(table, Role.DEALER, RunOutClock(turn.seat))
        players = [turn.player] if rng.random() < 0.85 else players
    elif round_ is not None and round_.phase is Phase.SHOWDOWN:
        turn_to_show = room_view(game, table, Viewer(Role.DISPLAY)).turn
        players.sort(key=lambda name: all(one.number != turn_to_show for one in table.seats if one.player == name))
    if dealers and (round_ is None or round_.phase is not Phase.SHOWDOWN or rng.random() < 0.5):
        return _by(table, Role.DEALER, as_command(table, dealers[0], rng, unseen))
    named = _unseen_hand(game, table, rng)
    if named is not None and rng.random() < 0.2:
        return named
    wanted = {"look", "show", "muck"} if table.playing else set()
    for player in players:
        options = room_options(game, table, Viewer(Role.PLAYER, player))
        mucks = [one for one in options if isinstance(one, SeatOption) and one.what == "muck"]
        if mucks and rng.random() < 0.7:
            return _by(table, Role.PLAYER, MuckHand(mucks[0].seat), player)
        useful = [one for one in options if isinstance(one, ActOption) or getattr(one, "what", "") in wanted]
        quiet = [one for one in useful if isinstance(one, ActOption) and one.move in {Move.CHECK, Move.CALL}]
        if quiet and rng.random() < 0.5:  # or hardly a round would come to its River
            useful = [*quiet]
        if useful:
            return _by(table, Role.PLAYER, as_command(table, rng.choice(useful), rng, unseen), player)
    return _by(table, Role.DEALER, as_command(table, dealers[0], rng, unseen)) if dealers else named


def _signature(table: Table, rng: random.Random) -> Deed[RoomCommand]:
    """A statement that waits is signed by whom it lacks, or refused."""
    said = table.waiting[0]
    names = {one.name for one in said.signers}
    role = next(one for one in (Role.SHIFT_MANAGER, Role.PIT_MANAGER, Role.PIT_SUPERVISOR) if one.value not in names)
    if rng.random() < 0.3:
        return _by(table, Role.SHIFT_MANAGER, RefuseStatement(said.number, "not so"))
    return _by(table, role, SignStatement(said.number, "on the recording"))


def _unseen_hand(game: RoomGame, table: Table, rng: random.Random) -> Deed[RoomCommand] | None:
    """At the showdown, a hand that nobody knew and whose turn it is: the Dealer names it."""
    round_ = table.round
    if round_ is None or round_.phase is not Phase.SHOWDOWN or round_.marker is not Marker.SHOWDOWN:
        return None
    at = next_to_show(game, round_) if round_.active & (round_.active - 1) else NOBODY
    if at == NOBODY or UNKNOWN not in round_.hands[at].cards:
        return None
    number = round_.hands[at].seat
    return _by(table, Role.DEALER, ShowHand(number, _named(table, number, rng)))


def as_command(table: Table, option: RoomOption, rng: random.Random, unseen: bool = False) -> RoomCommand:
    """An option as the command that takes it; amounts anywhere in its range."""
    match option:
        case ActOption():
            sized = option.move in {Move.BET, Move.RAISE}
            steps = (option.most - option.least) // option.step
            to = option.least + option.step * rng.choice([0, 0, rng.randint(0, steps), steps])
            return Act(option.seat, option.move, to if sized else None)
        case StakeOption():
            return TopUp(
                option.seat, option.least + option.step * rng.randint(0, (option.most - option.least) // option.step)
            )
        case DealerOption(what="deal"):
            return _deal(table, rng, unseen)
        case DealerOption():
            dealers: dict[str, RoomCommand] = {
                "open_round": OpenRound(),
                "turn_marker": TurnMarker(),
                "settle": Settle(),
            }
            return dealers[option.what]
        case SeatOption(what="show"):
            return ShowHand(option.seat, _named(table, option.seat, rng))
        case SeatOption():
            seat = option.seat
            players: dict[str, RoomCommand] = {
                "look": Look(seat),
                "muck": MuckHand(seat),
                "sit_out": SitOut(seat),
                "sit_out_back": SitOut(seat, will_return=True),
                "sit_out_gone": SitOut(seat, will_return=False),
                "come_back": ComeBack(seat),
                "pay_in": PayIn(seat),
                "wait": PayIn(seat, pays=False),
                "leave": LeaveTable(seat),
            }
            return players[option.what]


def in_shoe(table: Table) -> list[Card]:
    """The cards that nobody has seen leave the shoe."""
    assert table.round is not None
    return [card for card in DECK if not table.round.used >> card & 1]


def _deal(table: Table, rng: random.Random, unseen: bool) -> DealCards:
    assert table.round is not None
    ahead = table.round.ahead
    count = len(ahead) if rng.random() < 0.85 else rng.randint(1, len(ahead))
    cards = rng.sample(in_shoe(table), count)
    hidden = unseen and rng.random() < 0.7
    return DealCards(
        tuple(UNKNOWN if hidden and place != COMMUNITY else card for card, place in zip(cards, ahead, strict=False))
    )


def _named(table: Table, seat: int, rng: random.Random) -> tuple[Card, ...]:
    """The cards of a hand that nobody knew, as they turn out."""
    assert table.round is not None
    cards = table.round.hands[table.round.place(seat)].cards
    fresh = iter(rng.sample(in_shoe(table), len(cards)))
    return tuple(next(fresh) if card == UNKNOWN else card for card in cards)


# ---- Coming and going ------------------------------------------------------------------------------------------------


def between_rounds(game: RoomGame, table: Table, rng: random.Random) -> Deed[RoomCommand]:
    """Somebody comes, goes, sits out, is back, pays or tops up."""
    free = [number for number in range(1, table.policy.seats + 1) if table.seat(number) is None]
    away = [name for name in PLAYERS if all(seat.player != name for seat in table.seats)]
    if free and away and rng.random() < (0.4 if len(table.seats) > 3 else 0.9):
        return join(table, rng, rng.choice(free), rng.choice(away))
    if not table.seats:
        return _by(table, Role.DEALER, OpenRound())
    seat = rng.choice(table.seats)
    if rng.random() < 0.1:
        return _by(table, rng.choice(STAFF), DeemLeft(seat.number, "two turns missed", table.rounds))
    options = room_options(game, table, Viewer(Role.PLAYER, seat.player))
    wanted = [one for one in options if not isinstance(one, ActOption) and _likely(one, seat, rng)]
    if not wanted:
        return _by(table, Role.DEALER, OpenRound())
    return _by(table, Role.PLAYER, as_command(table, rng.choice(wanted), rng), seat.player)


def _likely(option: RoomOption, seat: Seat, rng: random.Random) -> bool:
    rare = isinstance(option, SeatOption) and (option.what in {"leave", "wait"} or option.what.startswith("sit_out"))
    return not rare or rng.random() < (0.3 if seat.stake else 0.7)


def join(table: Table, rng: random.Random, seat: int, player: str) -> Deed[RoomCommand]:
    """A Player takes a seat with a stake that may be wrong."""
    policy, minute = table.policy, table.rounds
    step = policy.lowest_chip
    stake = rng.randrange(policy.minimum_stake, policy.maximum_stake + step, step)
    for name, left_with, _ in table.departed:
        if name == player and rng.random() < 0.5:
            stake = min(left_with, policy.maximum_stake)
    if rng.random() < 0.3:
        return _by(table, Role.DEALER, JoinTable(seat, stake, player, relocated=True, minute=minute))
    return _by(table, Role.PLAYER, JoinTable(seat, stake, minute=minute), player)


# ---- What goes wrong -------------------------------------------------------------------------------------------------


def irregularity(game: RoomGame, table: Table, rng: random.Random) -> Report:
    """Something reported, at whatever moment it is; much of it cannot be."""
    facts_of, round_ = game.irregularities.catalogue, table.round
    assert round_ is not None
    hand = rng.choice(round_.hands)
    if rng.random() < 0.5:
        most = hand.bet + hand.stack
        to = rng.choice([round_.level + round_.big, most, rng.randint(0, most + 100)])
        return Report("out_of_turn", seat=hand.seat, move=rng.choice(list(Move)), to=to)
    calm = [name for name, rules in game.irregularities.rules.items() if name != "not_covered" and rules]
    name = rng.choice(calm) if rng.random() < 0.9 else "not_covered"
    facts = {
        fact.name: rng.choice(fact.values) if fact.values else str(rng.randint(1, 3))
        for fact in facts_of[name]
        if rng.random() < 0.95
    }
    cards = tuple(rng.sample(in_shoe(table), rng.randint(0, 2)))
    if hand.cards and UNKNOWN not in hand.cards and rng.random() < 0.4:
        cards = (rng.choice(hand.cards),)
    piles: Piles = ((COMMUNITY, tuple(reversed(round_.community))),) if rng.random() < 0.5 else ()
    if name in {"wrong_hand_count", "hand_left_out", "extra_hand_dealt"} and rng.random() < 0.7:
        other = rng.choice(round_.hands)
        piles = ((str(hand.seat), other.cards), (str(other.seat), hand.cards))
    return Report(name, facts, hand.seat if rng.random() < 0.9 else None, cards, piles=piles)


def correction(table: Table, rng: random.Random) -> CorrectCard:
    """A card was another one, whether or not it can be."""
    assert table.round is not None
    place = rng.choice([*(str(hand.seat) for hand in table.round.hands), BURN, COMMUNITY])
    card = rng.choice([UNKNOWN, rng.choice(DECK), rng.choice(in_shoe(table)), rng.choice(in_shoe(table))])
    return CorrectCard(place, rng.randint(0, 4 if place == COMMUNITY else 1), card, rng.choice(["", "a slip"]))


def nonsense(table: Table, rng: random.Random) -> RoomCommand:
    """Any command with any content."""
    seat, amount = rng.randint(-1, 11), rng.choice([-100, 0, 1, 50, 100, 250, 300, 1_000, 10**9])
    cards = tuple(rng.sample((*DECK, UNKNOWN), rng.randint(0, 4)))
    anything: list[RoomCommand] = [
        JoinTable(seat, amount, rng.choice(["", *PLAYERS]), rng.random() < 0.5),
        TopUp(seat, amount),
        SitOut(seat, rng.choice([True, False, None])),
        ComeBack(seat),
        PayIn(seat, rng.random() < 0.5),
        LeaveTable(seat),
        DeemLeft(seat, rng.choice(["", "gone"])),
        OpenRound(),
        DealCards(cards),
        Look(seat),
        Act(seat, rng.choice(list(Move)), rng.choice([None, amount])),
        RunOutClock(seat),
        TurnMarker(),
        ShowHand(seat, cards),
        MuckHand(seat),
        Settle(),
        Report(rng.choice(["foreign_card", "player_absent", "interruption", "mystery"]), seat=seat),
        TakeDecision(rng.randint(0, 3), rng.choice(["continue", "void_round"]), "because"),
        CorrectCard(rng.choice([str(seat), BURN, "dealer"]), rng.randint(-1, 5), Card(rng.randint(-1, 60)), "because"),
    ]
    return rng.choice(anything)
