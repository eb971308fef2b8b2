"""What the table itself knows about an irregularity, so that nobody has to be asked, or believed."""

from msgspec.structs import replace

from croupier.hands import BEST
from croupier.play.commands import Report
from croupier.play.flow import board_size, decisions_left, exact_amount
from croupier.play.settlement import compare_hand, first_outcome
from croupier.play.state import Box, Phase, Round, Table
from croupier.rules.house import HouseGame
from croupier.rules.irregularities import HOUSE_CATALOGUE
from croupier.rules.settling import NO_HAND, Result, Scope
from croupier.rules.terms import WagerName


def known(game: HouseGame, table: Table, command: Report) -> dict[str, str]:
    """The facts that the state of the table settles, for one report."""
    round_ = table.round
    facts: dict[str, str] = dict(table.policy.parameters)
    if command.wager is not None:
        facts["wager"] = command.wager.value
    running = round_ is not None and round_.phase is not Phase.ENDED
    facts["round"] = "current" if running else "subsequent"
    if round_ is None:
        return facts
    facts["noticed"] = _noticed(round_, command)
    # A hand that lies open has been seen, by its Player too, who may have decided without looking.
    facts["seen"] = "yes" if any(box.looked or box.shown for box in round_.boxes) else "no"
    facts["outcome"] = "established" if outcome_established(game, table, round_) else "none"
    box = round_.box(command.box) if command.box is not None else None
    if box is not None:
        facts |= _about_box(game, table, round_, box, command)
    return facts


def _about_box(game: HouseGame, table: Table, round_: Round, box: Box, command: Report) -> dict[str, str]:
    own = [one for one in round_.boxes if one.player == box.player]
    facts = {
        "stage": stage(game, table, round_, box),
        "previous": "yes" if box.player in table.short_before else "no",
        "viewed": "some" if any(one.looked for one in own) else "none",
    }
    if round_.dealer_open:
        # The lowest hand there is wins its Ante only against a Dealer who does not qualify.
        dealer = game.rank(round_.dealer, round_.community)
        lowest = replace(compare_hand(game, table, round_, box, dealer), shown=True, own=0, folded=False)
        won = first_outcome(game, WagerName.ANTE, lowest).results[WagerName.ANTE] is Result.WIN
        facts["dealer_qualifies"] = "no" if won else "yes"
    if command.wager is not None and command.amount is not None:
        exact = exact_amount(game, table.policy.dealing, box, command.wager)
        facts["relation"] = "more" if command.amount > exact else "less"
    return facts


def _noticed(round_: Round, command: Report) -> str:
    """When the error was noticed, in the words that the irregularity's facts use."""
    reaches_on = any("before_next_round" in fact.values for fact in HOUSE_CATALOGUE[command.irregularity])
    if reaches_on:
        return "before_next_round"
    return "before_close" if round_.phase is Phase.BETTING else "after"


def stage(game: HouseGame, table: Table, round_: Round, box: Box) -> str:
    """How far a hand has come: before its first decision, between decisions, or with none left."""
    if round_.phase is Phase.BETTING:
        return "before_decision"
    if not decisions_left(game, table.policy.dealing, round_, box):
        return "no_decision_left"
    return "after_flop" if box.decisions else "before_decision"


def outcome_established(game: HouseGame, table: Table, round_: Round) -> bool:
    """Whether some wager has been won or lost already, by what lies open or by a decision that stands."""
    if any(box.folded for box in round_.boxes):
        return True
    return any(_decided(game, table, round_, box) for box in round_.boxes if box.in_play)


def _decided(game: HouseGame, table: Table, round_: Round, box: Box) -> bool:
    """Whether a wager of the box ends the same way whatever the hidden cards are.

    The rulebook is asked about the best hand there is, the worst, and one that is never shown: where it answers the
    same each time, the cards that lie open have decided.
    """
    board = board_size(game, table.policy.dealing)
    board_open = round_.community_up == board
    hand = compare_hand(game, table, round_, box, NO_HAND)
    if board and board_open and box.wager(WagerName.JACKPOT) is not None:
        community = (award for award in game.jackpot.awards if award.scope is Scope.COMMUNITY)
        if any(award.won_by(hand) for award in community):
            return True
    if not round_.dealer_open or not board_open:
        return False
    if box.shown is not None:
        return True
    hand = replace(hand, dealer=game.rank(round_.dealer, round_.community), dealer_hole=round_.dealer)
    tried = [replace(hand, shown=True, own=own) for own in (0, BEST)] + [replace(hand, shown=False, own=NO_HAND)]
    compared = [wager.name for wager in box.wagers if wager.name not in {WagerName.JACKPOT, WagerName.BONUS}]
    return any(len({first_outcome(game, name, one).results[name] for one in tried}) == 1 for name in compared)
