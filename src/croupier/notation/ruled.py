"""A ruling in words, as the Dealer would announce it, and the answers that it leaves open: one wording everywhere."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import UNSET

from croupier.notation.speech import listed, plain
from croupier.play.banked.events import IrregularityRuled
from croupier.play.room import events as room_events
from croupier.play.rulings import Ruled, RulingError, ask
from croupier.rules.game import Game
from croupier.rules.irregularities import Decider, Ruling
from croupier.rules.questions import in_words

RULINGS: Final[Mapping[Ruling, str]] = {
    Ruling.VOID_ROUND: "the round is void",
    Ruling.CONTINUE: "the round goes on",
    Ruling.PLAYERS_CHOOSE: "the Players choose",
    Ruling.INVALIDATE_HAND: "the hand is invalid",
    Ruling.RETURN_WAGER: "the wager goes back",
    Ruling.RETURN_EXCESS: "the excess goes back",
    Ruling.SETTLE_AT_MAXIMUM: "the wager counts at the maximum",
    Ruling.SETTLE_AS_PLACED: "the wager counts as it is",
    Ruling.REFUSE_WAGER: "the wager is refused",
    Ruling.PLAYER_ADJUSTS: "the Player adjusts the wager",
    Ruling.FOLD_HAND: "the hand is folded",
    Ruling.CHECK_HAND: "the hand is checked",
    Ruling.RANK_BELOW_DEALER: "the hand ranks below the Dealer’s",
    Ruling.USE_CARD: "the card is used",
    Ruling.RECONSTRUCT: "the cards go back into their intended order",
    Ruling.DISCARD_CARD: "the card is out of the round",
    Ruling.REDEAL_CARD: "the cards go back, are shuffled, and are dealt again",
    Ruling.RETRACT_ACTION: "the act is taken back until its turn",
    Ruling.BET_STANDS: "the bet stands",
    Ruling.CALL_OR_FOLD: "the Player calls or folds",
    Ruling.CALL_OR_RAISE: "the Player calls or raises, or loses what they meant to bet",
    Ruling.POST_BLINDS: "Blinds are posted as the document says",
    Ruling.ROLE_DECIDES: "it is decided at the table",
}


SETTLED: Final = "the round is settled, and its outcome stands"
"""The words for a ruling that changes nothing because the round is over."""


def ruled_in_words(game: Game, event: IrregularityRuled | room_events.IrregularityRuled) -> str:
    """Narrate a ruling as the Dealer would announce it, with the document's reason."""
    steps = announced((event.ruling, *event.then), event.decided_by)
    if is_settled(event):
        steps = SETTLED
    told = event.decided_by is Decider.RULES or Ruling.ROLE_DECIDES in (event.ruling, *event.then)
    by = "" if told else f" (for the {role_name(event.decided_by)})"
    try:
        why = ask(game, event.irregularity, event.facts).explanation
    except RulingError:
        why = ""  # the fact that decides it is not known yet
    where = ""
    if isinstance(event, IrregularityRuled) and event.round is not UNSET:
        where = f" in round {event.round}"
    return f"{in_words(event.irregularity)}{where}: {steps}{by}." + (f" {why}" if why else "")


def is_settled(event: IrregularityRuled | room_events.IrregularityRuled | Ruled) -> bool:
    """Return whether the irregularity was found out once the round was settled, and changes nothing in it."""
    return event.ruling is Ruling.CONTINUE and event.facts.get("noticed") == "after_settlement"


def announced(rulings: Iterable[Ruling], by: Decider) -> str:
    """Return a ruling and what follows from it within a sentence, as the Dealer announces it."""
    return listed((_step(one, by) for one in rulings), "and then")


def _step(ruling: Ruling, by: Decider) -> str:
    """Describe a step of a ruling; one that is left to a role names the role instead of the table."""
    if ruling is Ruling.ROLE_DECIDES and by is not Decider.RULES:
        return f"the {role_name(by)} decides"
    return RULINGS[ruling]


# ---- Answers that a ruling leaves open, and the roles that give them ----------------------------------------------

_ANSWERS: Final[Mapping[str, str]] = {
    "as_dealt": "Leave as dealt",
    "close_table": "Close the table",
    "continue": "Play on",
    "continue_reconstructed": "Play on with the cards in order",
    "fold_hand": "Fold the hand",
    "invalidate_hand": "Take the hand out",
    "reordered": "Put in order",
    "return_jackpot_wagers": "Give the jackpot wagers back",
    "return_wager": "Take the wagers back",
    "stay": "Stay in",
    "void_round": "Void the round",
    "without_jackpot": "Play without jackpot",
}
"""Options whose names alone are not what is said at a table."""


def answer(option: str) -> str:
    """Write an option for a button: ``void_round`` as ``Void the round``."""
    return _ANSWERS.get(option, plain(option).capitalize())


def answered(option: str) -> str:
    """Write an option for use within a sentence, without a capital."""
    words = answer(option)
    return f"{words[:1].lower()}{words[1:]}"


def role_name(role: str) -> str:
    """Write a role as the documents do: ``shift_manager`` as ``Shift Manager``."""
    return plain(role).title()
