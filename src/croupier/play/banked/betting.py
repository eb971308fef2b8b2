"""The betting, from "Place your Bets" to "No more Bets".

This module decides which Player may put which chips on which area.
"""

import re
from functools import lru_cache
from typing import Final, assert_never

from croupier.money import MOST, format_money
from croupier.play.actor import Actor
from croupier.play.banked.commands import (
    CloseBets,
    OpenRound,
    PlaceWager,
    RestrictPlayer,
    StopPlayer,
    WithdrawWager,
)
from croupier.play.banked.events import (
    BankedEvent,
    BetsClosed,
    JackpotFed,
    JackpotStatus,
    PlayerBarred,
    PlayerInformed,
    PlayerRestricted,
    RoundEnded,
    RoundOpened,
    WagerPlaced,
    WagerWithdrawn,
)
from croupier.play.banked.state import Box, Phase, Round, Table
from croupier.play.refusal import Reason, Refusal
from croupier.rules.banked import GAMES, BankedGame, Power
from croupier.rules.document import Cite
from croupier.rules.terms import Area, Decide, Limits, OnePlayer, Role, Shared, WagerName, at_least, or_above

Answer = tuple[BankedEvent, ...] | Refusal

# A member looked up in its enumeration costs as much as the rest of a line; wagers are most of what happens.
_ANTE, _JACKPOT, _PLAYER, _PRESCRIBED = WagerName.ANTE, WagerName.JACKPOT, Role.PLAYER, Limits.PRESCRIBED
_BETTING, _ENDED, _WITHOUT_JACKPOT = Phase.BETTING, Phase.ENDED, JackpotStatus.WITHOUT_JACKPOT

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")


@lru_cache(maxsize=4096)
def is_name(text: str) -> bool:
    """Return whether a text can name a person: a short word of letters, digits and ``_.-``."""
    return _NAME.fullmatch(text) is not None


def open_round(game: BankedGame, table: Table, actor: Actor, command: OpenRound) -> Answer:
    """Open a round with "Place your Bets"."""
    if not at_least(actor.role, Role.DEALER):
        return Refusal(Reason.ROLE, "Only the Dealer may open a round", (game.opens,))
    if table.round is not None and table.round.phase is not Phase.ENDED:
        return Refusal(Reason.MOMENT, f"Round {table.round.number} has not ended yet", (game.ends,))
    later = game.irregularities.later_rounds
    if table.jackpot is JackpotStatus.UNDECIDED and later is not None:
        return Refusal(Reason.MOMENT, "The jackpot system is down, and the House has yet to choose", later.chosen)
    if table.jackpot is JackpotStatus.CLOSE_TABLE and later is not None:
        return Refusal(
            Reason.MOMENT,
            "The House closed the table after the failure, and says when it opens again",
            later.close_table,
        )
    return (RoundOpened(table.rounds + 1, table.rulebook, (game.opens,)),)


def _betting_round(game: BankedGame, table: Table, act: str = "") -> Round | Refusal:
    """Return the round that accepts wagers now, or a refusal.

    After the close the act is refused under its own paragraph too.
    """
    round_ = table.round
    if round_ is None or round_.phase is _ENDED:
        return Refusal(Reason.MOMENT, 'Wagers are accepted only after "Place your Bets"', (game.opens,))
    if round_.phase is not _BETTING:
        sentence = 'The bets are closed: "No more Bets" has been announced'
        return Refusal(Reason.MOMENT, sentence, _until_the_close(game, act))
    return round_


@lru_cache(maxsize=GAMES)
def _until_the_close(game: BankedGame, act: str) -> tuple[Cite, ...]:
    """Return the paragraphs by which an act may be done until "No more Bets", and not after."""
    late = (rule.cites for rule in game.irregularities.rules["late_wager"] if act and rule.applies({"act": act}))
    return (game.closes, *next(late, ()))


def _acting_player(game: BankedGame, actor: Actor, named: str) -> str | Refusal:
    """Return the Player whose wager it is, or a refusal.

    It is the actor, or the Player for whom staff act.
    """
    if actor.role is _PLAYER:
        if named and named != actor.name:
            return Refusal(Reason.ROLE, f"{actor.name} cannot wager for {named}", (game.staff_may_place,))
        player = actor.name
    elif at_least(actor.role, Role.DEALER):
        player = named
    else:
        return Refusal(Reason.ROLE, "Only a Player, or staff acting for one, may wager", (game.staff_may_place,))
    if not is_name(player):
        return Refusal(Reason.ROLE, f"{player[:40]!r} is not a Player's name", (game.staff_may_place,))
    return player


def _has_share(box: Box, wager: WagerName, player: str) -> int:
    """Return what a Player has on an area."""
    lying = box.wager(wager)
    if lying is not None:
        for share in lying.shares:
            if share.player == player:
                return share.amount
    return 0


def _occupied(
    game: BankedGame, table: Table, round_: Round, box: Box | None, player: str, area: Area
) -> Refusal | None:
    """Return the refusal if this Player may not wager on this box, otherwise None."""
    if box is not None and box.player != player:
        match game.occupancy:
            case OnePlayer(cite=cite):
                return Refusal(Reason.NOT_YOURS, f"Box {box.number} is {box.player}'s", (cite,))
            case Shared(jackpot_cite=cite):
                if area.limits is Limits.PRESCRIBED:
                    sentence = f"Only {box.player} may place the jackpot wager of box {box.number}"
                    return Refusal(Reason.NOT_YOURS, sentence, (cite,))
            case _:
                assert_never(game.occupancy)
    if player not in table.restricted:
        return None
    elsewhere = any(_has_share(other, WagerName.ANTE, player) for other in round_.boxes if other is not box)
    here = box is not None and _has_share(box, WagerName.ANTE, player)
    if elsewhere and not here:
        grant = game.powers[Power.KEEP_TO_ONE_BOX]
        return Refusal(Reason.NOT_YOURS, f"{player} may wager on one box only", (grant.cite,))
    return None


def _shut(
    game: BankedGame, table: Table, round_: Round, box: Box | None, command: PlaceWager, player: str
) -> Refusal | None:
    """Return the refusal of a barred Player, a closed box or a closed wager."""
    later = game.irregularities.later_rounds
    if player in table.barred:
        return Refusal(Reason.ROLE, f"{player} may no longer play at this table", game.irregularities.barred)
    if box is not None and not box.in_play:
        cites = box.out or _absent_cites(game)
        return Refusal(Reason.MOMENT, f"Box {box.number} accepts no more wagers in this round", cites)
    gone = _has_left(game, round_, player) or _has_withdrawn(round_, player)
    if gone is not None:
        return gone
    if later is None:
        return None
    if command.box in table.closed_boxes:
        return Refusal(
            Reason.NO_SUCH_BOX, f"Box {command.box} is closed: the jackpot system is down", later.close_boxes
        )
    if command.wager is _JACKPOT and table.jackpot is _WITHOUT_JACKPOT:
        sentence = "No jackpot wagers are accepted: the jackpot system is down"
        return Refusal(Reason.NO_SUCH_WAGER, sentence, later.without_jackpot)
    return None


def _has_left(game: BankedGame, round_: Round, player: str) -> Refusal | None:
    """Return the refusal of a Player who has left in this round: their wagers stay as they are."""
    if player not in round_.away:
        return None
    return Refusal(Reason.MOMENT, f"{player} has left this round, and may play again in the next", _absent_cites(game))


def _has_withdrawn(round_: Round, player: str) -> Refusal | None:
    """Return the refusal of a Player who has taken their wagers back under a ruling, and so left the round.

    A jackpot wager alone does not count: a Player who takes their wagers back has an Ante among them.
    """
    for box in round_.boxes:
        for wager in box.wagers:
            # Without the paragraphs of a ruling none of it has gone back.
            if wager.cites and wager.name is not _JACKPOT:
                for share in wager.shares:
                    if share.back and share.player == player:
                        sentence = f"{player} has taken their wagers back for this round"
                        return Refusal(Reason.MOMENT, sentence, wager.cites)
    return None


def _absent_cites(game: BankedGame) -> tuple[Cite, ...]:
    """Return the paragraphs on a Player who leaves before deciding."""
    rows = game.irregularities.rules["player_absent"]
    return next(row.cites for row in rows if row.applies({"stage": "before_decision"}))


def _within(game: BankedGame, table: Table, area: Area, total: int) -> Refusal | None:
    """Return the refusal if an area does not accept this total, otherwise None."""
    low, high = table.policy.limits(area.limits)
    if low <= total <= high:
        return None
    wager, cites = game.spoken(area.wager), (area.limits_cite,)
    if area.limits is _PRESCRIBED:
        return Refusal(Reason.LIMITS, f"The {wager} wager must be exactly {format_money(low)}", cites)
    if total > high:
        return Refusal(Reason.LIMITS, f"The {wager} must be at most {format_money(high)} on a box", cites)
    if isinstance(game.occupancy, OnePlayer):
        return Refusal(Reason.LIMITS, f"The {wager} must be at least {format_money(low)}", cites)
    return None


def _bad_amount(table: Table, area: Area, amount: int) -> Refusal | None:
    """Return the refusal if no chips make this amount, otherwise None."""
    if not 0 < amount <= MOST:
        said = format_money(amount) if abs(amount) <= MOST else "An amount of that size"
        return Refusal(Reason.AMOUNT, f"{said} cannot be wagered", (area.limits_cite,))
    if area.limits is not _PRESCRIBED and amount % (chip := table.policy.lowest_chip):
        sentence = f"{format_money(amount)} is not a multiple of the lowest chip, {format_money(chip)}"
        return Refusal(Reason.AMOUNT, sentence, (area.limits_cite,))
    return None


def _needs_ante(area: Area) -> bool:
    """Return whether a wager is accepted only with an Ante."""
    return area.wager is not _ANTE and not area.alone


def place(game: BankedGame, table: Table, actor: Actor, command: PlaceWager) -> Answer:
    """Place chips on an area, on top of those that are there."""
    player = _acting_player(game, actor, command.player)
    if type(player) is Refusal:
        return player
    round_ = _betting_round(game, table, "placed")
    if type(round_) is Refusal:
        return round_
    if not 1 <= command.box <= table.policy.boxes:
        sentence = f"There is no box {command.box} at this table; it has {table.policy.boxes} boxes"
        return Refusal(Reason.NO_SUCH_BOX, sentence, (game.boxes.cite,))
    area = game.area(command.wager)
    if area is None:
        sentence = f"There is no {game.spoken(command.wager)} wager to place before the close"
        return Refusal(Reason.NO_SUCH_WAGER, sentence, (_placed_later(game, table, command.wager) or game.opens,))
    box = round_.box(command.box)
    refused = _shut(game, table, round_, box, command, player)
    if refused is not None:
        return refused
    refused = _occupied(game, table, round_, box, player, area)
    if refused is not None:
        return refused
    if _needs_ante(area) and (box is None or not _has_share(box, _ANTE, player)):
        title = game.spoken(area.wager)
        return Refusal(Reason.NEEDS_ANTE, f"A {title} wager needs an Ante on box {command.box} first", (area.cite,))
    lying = box.wager(area.wager) if box else None
    total = command.amount + (lying.lying if lying else 0)
    refused = _bad_amount(table, area, command.amount) or _within(game, table, area, total)
    if refused is not None:
        return refused
    return _placed(game, round_, box, actor, command, player, area)


def _placed(
    game: BankedGame, round_: Round, box: Box | None, actor: Actor, command: PlaceWager, player: str, area: Area
) -> tuple[BankedEvent, ...]:
    """Return the events of an accepted wager.

    With their second box a Player is informed that they may examine one hand only.
    """
    by_staff = actor.role is not _PLAYER
    boxes = [one.number for one in round_.boxes if one.player == player]
    further = bool(boxes) and boxes != [command.box]
    cites: tuple[Cite, ...] = (area.other_box_cite if further else area.cite,)
    if by_staff:
        cites += (game.staff_may_place,)
    placed = WagerPlaced(command.box, area.wager, player, command.amount, by_staff, cites)
    if boxes and box is None and not _needs_ante(area):
        return placed, PlayerInformed(player, (game.examine_one,))
    return (placed,)


def withdraw(game: BankedGame, table: Table, actor: Actor, command: WithdrawWager) -> Answer:
    """Withdraw chips from an area before the close."""
    player = _acting_player(game, actor, command.player)
    if isinstance(player, Refusal):
        return player
    round_ = _betting_round(game, table, "withdrawn")
    if isinstance(round_, Refusal):
        return round_
    gone = _has_left(game, round_, player)
    if gone is not None:
        return gone
    box, area = round_.box(command.box), game.area(command.wager)
    lying = box.wager(command.wager) if box else None
    if box is not None and not box.in_play:
        return Refusal(
            Reason.MOMENT, f"The wagers of box {box.number} cannot be changed", box.out or _absent_cites(game)
        )
    if box is None or area is None or lying is None:
        sentence = f"There is no {game.spoken(command.wager)} wager on box {command.box}"
        cite = area.cite if area is not None else _placed_later(game, table, command.wager) or game.opens
        return Refusal(Reason.NO_SUCH_WAGER, sentence, (cite,))
    own = _has_share(box, command.wager, player)
    if not own:
        sentence = f"{player} has no {game.spoken(command.wager)} wager on box {command.box}"
        return Refusal(Reason.NOT_YOURS, sentence, (game.occupancy.cite,))
    amount = own if command.amount is None else command.amount
    if amount > own:
        sentence = f"Only {format_money(own)} of the {game.spoken(command.wager)} on box {command.box} is {player}'s"
        return Refusal(Reason.AMOUNT, sentence, (game.occupancy.cite,))
    left = lying.amount - amount
    refused = _bad_amount(table, area, amount) or (_within(game, table, area, left) if left else None)
    if refused is not None:
        return refused
    if command.wager is WagerName.ANTE and amount == own:
        for other in game.areas:
            if _needs_ante(other) and _has_share(box, other.wager, player):
                sentence = f"The {game.spoken(other.wager)} on box {command.box} needs the Ante; withdraw it first"
                return Refusal(Reason.NEEDS_ANTE, sentence, (other.cite,))
    return (WagerWithdrawn(command.box, command.wager, player, amount, _until_the_close(game, "withdrawn")),)


def _placed_later(game: BankedGame, table: Table, wager: WagerName) -> Cite | None:
    """Return the paragraph by which a wager is placed with a decision, None if it is not one of those."""
    steps = (step for step in game.rounds[table.policy.dealing] if isinstance(step, Decide))
    return next((one.cite for step in steps for one in step.choices if one.places is wager), None)


def close_bets(game: BankedGame, table: Table, actor: Actor, command: CloseBets) -> Answer:
    """Close the bets with "No more Bets": the chips count as they are, and jackpot wagers are accepted."""
    if not at_least(actor.role, Role.DEALER):
        return Refusal(Reason.ROLE, "Only the Dealer may close the bets", (game.closes,))
    round_ = _betting_round(game, table)
    if isinstance(round_, Refusal):
        return round_
    closed = BetsClosed((game.closes,))
    if not round_.boxes:
        return closed, RoundEnded((game.ends,))
    refused = _short(game, table, round_)
    if refused is not None:
        return refused
    area = game.area(_JACKPOT)
    if area is None:
        return (closed,)
    rate, cites = table.policy.rate, (area.cite, *game.jackpot.feeds)
    fed = []
    for box in round_.boxes:
        wager = box.wager(_JACKPOT)
        if wager is not None and not box.out and wager.active:
            lying = wager.lying
            fed.append(JackpotFed(box.number, lying, rate.of(lying), cites))
    return (closed, *fed)


def _short(game: BankedGame, table: Table, round_: Round) -> Refusal | None:
    """Return the refusal if the shares of a wager together do not reach the minimum."""
    areas = {area.wager: (area, table.policy.limits(area.limits)[0]) for area in game.areas}
    for box in round_.boxes:
        for wager in box.wagers:
            area, low = areas.get(wager.name, (None, 0))
            if area is not None and not box.out and 0 < wager.lying < low:
                lies = f"The {game.spoken(wager.name)} on box {box.number} is below {format_money(low)}"
                sentence = f"{lies}: increase or withdraw it"
                noticed = {"noticed": "before_close", "previous": "no"}
                rows = game.irregularities.rules["wager_under_minimum"]
                short = next(row.cites for row in rows if row.applies(noticed))
                return Refusal(Reason.LIMITS, sentence, tuple(dict.fromkeys((area.limits_cite, *short))))
    return None


def stop(game: BankedGame, table: Table, actor: Actor, command: StopPlayer) -> Answer:
    """Stop a Player who tries to control several hands: they may no longer wager here."""
    grant = game.powers.get(Power.STOP_PLAYER)
    if grant is None:
        return Refusal(Reason.ROLE, f"{game.name} lets nobody stop a Player", (game.decides,))
    if not at_least(actor.role, grant.role):
        return Refusal(Reason.ROLE, f"Only {or_above(grant.role)} may do this", (grant.cite,))
    if not is_name(command.player) or not command.reason.strip():
        return Refusal(Reason.AMOUNT, "Name the Player and give a reason", (grant.cite,))
    if command.player in table.barred:
        return Refusal(Reason.MOMENT, f"{command.player} is already barred from wagering here", (grant.cite,))
    return (PlayerBarred(command.player, (grant.cite,)),)


def restrict(game: BankedGame, table: Table, actor: Actor, command: RestrictPlayer) -> Answer:
    """Keep a Player to one box from now on, or no longer."""
    grant = game.powers.get(Power.KEEP_TO_ONE_BOX)
    if grant is None:
        return Refusal(Reason.ROLE, f"{game.name} lets nobody keep a Player to one box", (game.examine_one,))
    if not at_least(actor.role, grant.role):
        return Refusal(Reason.ROLE, f"Only {or_above(grant.role)} may do this", (grant.cite,))
    if not is_name(command.player):
        return Refusal(Reason.NOT_YOURS, f"{command.player[:40]!r} is not a Player's name", (grant.cite,))
    if (command.player in table.restricted) == command.restricted:
        state = "already" if command.restricted else "not"
        return Refusal(Reason.MOMENT, f"{command.player} is {state} kept to one box", (grant.cite,))
    return (PlayerRestricted(command.player, command.restricted, (grant.cite,)),)
