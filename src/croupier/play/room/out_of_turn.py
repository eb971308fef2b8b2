"""Acting Out of Turn: the act is taken back; what happens before the Player's turn decides how it binds them."""

from croupier.money import Cents, format_money
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import Act, Report
from croupier.play.room.events import Acted, ActedOutOfTurn, Cites
from croupier.play.room.state import NOBODY, Hand, OutOfTurn, Phase, Round, Table
from croupier.play.rulings import Ruled, ask
from croupier.rules.irregularities import Ruling
from croupier.rules.room import Move, RoomGame, share_of


def note(game: RoomGame, table: Table, command: Report) -> ActedOutOfTurn | Refusal | None:
    """Return what a Player meant to do before their turn; None if it could not stand, and so binds to nothing."""
    round_, cites = table.round, game.grounds.turn
    if round_ is None or round_.phase is not Phase.BETTING:
        return Refusal(Reason.MOMENT, "There is no Betting Round now", game.grounds.betting_round)
    at = NOBODY if command.seat is None else round_.place(command.seat)
    if command.seat is None or at == NOBODY or not round_.able >> at & 1:
        return Refusal(Reason.NO_SUCH_SEAT, "Out of Turn: say the seat of a Player who may still act", cites)
    if at == round_.turn:
        return Refusal(Reason.MOMENT, f"It is the turn of seat {command.seat}", cites)
    if any(one.seat == command.seat for one in round_.early):
        return Refusal(Reason.MOMENT, f"Seat {command.seat} has acted Out of Turn already", cites)
    if command.move is None:
        return Refusal(Reason.FACT, "Out of Turn: say which move was meant", cites)
    to = _meant(game, table, round_, round_.hands[at], command)
    if to is None or isinstance(to, Refusal):
        return to
    kind = command.move
    if to > round_.level:
        kind = Move.RAISE if _is_raise(game, table, round_, to) else Move.BET
        if round_.to_act >> at & 1 and not round_.open >> at & 1:
            return None  # the all-in before this Player was not a Raise: they may only call or fold
    elif kind is Move.ALL_IN:
        kind = Move.CALL
    return ActedOutOfTurn(command.seat, kind, to, cites)


def _is_raise(game: RoomGame, table: Table, round_: Round, to: Cents) -> bool:
    """Return whether chips above a bet would have been a Raise, not an all-in that is accepted as a BET."""
    least = game.minimum_raise(round_.big, round_.largest)
    increment = to - round_.level
    full = increment >= least or game.is_raise(increment, least, share_of(game, table.policy))
    return round_.level > 0 and full


def _meant(game: RoomGame, table: Table, round_: Round, hand: Hand, command: Report) -> Cents | Refusal | None:
    """Return the total that would have been in front of the Player; 0 for a check or a fold, None if it is too little.

    Chips that are not there are refused: no Player can have put them forward.
    """
    move, to, most = command.move, command.to, hand.bet + hand.stack
    match move:
        case Move.CHECK | Move.FOLD | None:
            return 0
        case Move.CALL:
            return min(round_.level, most) if hand.bet < round_.level else None
        case Move.ALL_IN:
            return most
        case Move.BET | Move.RAISE:
            if to is None:
                return Refusal(Reason.AMOUNT, f"Say up to how much they meant to {move}", game.grounds.turn)
            if to > most:
                sentence = f"Seat {hand.seat} has {format_money(most)} in all, not {format_money(to)}"
                return Refusal(Reason.AMOUNT, sentence, game.grounds.turn)
            if to != most and (to - hand.bet) % table.policy.lowest_chip:
                chip = format_money(table.policy.lowest_chip)
                return Refusal(Reason.AMOUNT, f"The lowest chip is {chip}", game.grounds.chips)
            least = game.minimum_raise(round_.big, round_.largest) if round_.level else game.minimum_bet(round_.big)
            too_little = to <= round_.level or (to < round_.level + least and to != most)
            return None if too_little else to


def since(one: OutOfTurn) -> str:
    """Return what has happened since, in the words of the rows: an intervening bet first, then a fold, then checks."""
    if one.wagered:
        return "larger_bet" if one.wagered > one.to else "smaller_or_equal_bet"
    return "fold" if one.folds else "check" if one.checks else ""


def binding(game: RoomGame, round_: Round, hand: Hand) -> Ruled | None:
    """Return the ruling that binds a Player whose turn has come; None if they act freely."""
    found = next((one for one in round_.early if one.seat == hand.seat), None)
    if found is None or not (then := since(found)):
        return None
    ruled = ask(game, "out_of_turn", {"intended": found.move.value, "then": then})
    if ruled.ruling is Ruling.RETRACT_ACTION or (ruled.ruling is Ruling.CHECK_HAND and hand.bet < round_.level):
        return None
    return ruled


def compelled(game: RoomGame, round_: Round, hand: Hand) -> Cites:
    """Return the paragraphs that leave a Player a single act; empty if they have a choice."""
    bound = binding(game, round_, hand)
    only = bound is not None and bound.ruling in {Ruling.CHECK_HAND, Ruling.BET_STANDS}
    return bound.cites if bound is not None and only else ()


def intended(round_: Round, hand: Hand) -> Act:
    """Return the act that stands."""
    found = next(one for one in round_.early if one.seat == hand.seat)
    if found.to == hand.bet + hand.stack:
        return Act(hand.seat, Move.ALL_IN, found.to)
    return Act(hand.seat, found.move, None if found.move is Move.CALL else found.to)


def check(game: RoomGame, round_: Round, hand: Hand, command: Act) -> Acted | Refusal | None:
    """Return the refusal of an act against what binds the Player; a fold that costs them the indicated bet; or None."""
    bound = binding(game, round_, hand)
    if bound is None:
        return None
    raises = command.move in {Move.BET, Move.RAISE} or (
        command.move is Move.ALL_IN and hand.bet + hand.stack > round_.level
    )
    meant = next(one for one in round_.early if one.seat == hand.seat)
    match bound.ruling:
        case Ruling.CHECK_HAND:
            if command.move is not Move.CHECK:
                return Refusal(
                    Reason.MOMENT, "You acted Out of Turn and everybody has checked: you must check", bound.cites
                )
        case Ruling.CALL_OR_FOLD:
            if raises:
                return Refusal(Reason.MOMENT, "You acted Out of Turn: you may call or fold", bound.cites)
        case Ruling.CALL_OR_RAISE:
            if command.move is Move.FOLD:
                stays = max(0, min(hand.stack, meant.to - hand.bet))
                return Acted(hand.seat, Move.FOLD, stays, hand.bet + stays, False, False, bound.cites)
        case Ruling.BET_STANDS:
            if not _is_meant(round_, hand, command, meant):
                return Refusal(Reason.MOMENT, "You acted Out of Turn: your bet stands", bound.cites)
        case _:
            raise AssertionError(f"{bound.ruling} binds nobody")
    return None


def _is_meant(round_: Round, hand: Hand, command: Act, meant: OutOfTurn) -> bool:
    """Return whether an act is the one that was meant."""
    if command.move is Move.ALL_IN:
        return hand.bet + hand.stack == meant.to
    if meant.move is Move.CALL:
        return command.move is Move.CALL
    return command.move in {Move.BET, Move.RAISE} and command.to == meant.to
