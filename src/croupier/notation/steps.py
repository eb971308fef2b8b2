"""A ruling as the steps that a pit takes: whom to call, who signs, the announcement, cards, chips and meter."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from croupier.notation.ruled import SETTLED, announced, answered, is_settled, role_name
from croupier.notation.speech import listed, plain
from croupier.play.rulings import Ruled
from croupier.play.signing import Signing, deciding, signings
from croupier.rules.authority import Act, Stage, Touches
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite
from croupier.rules.game import Game
from croupier.rules.irregularities import JACKPOT_DOWN, ROLES, Decider, Ruling
from croupier.rules.questions import in_words
from croupier.rules.terms import STAFF, at_least, or_above


class Kind(StrEnum):
    """A kind of step."""

    CALL = "call"
    SIGN = "sign"
    ANNOUNCE = "announce"
    CARDS = "cards"
    CHIPS = "chips"
    METER = "meter"


class Step(Struct, frozen=True):
    """A step that the pit takes, in one or two sentences, with the paragraphs on which it rests."""

    kind: Kind
    text: str
    cites: tuple[Cite, ...]


_CARDS: Final[Mapping[Ruling, str]] = {
    Ruling.USE_CARD: "Leave the card in its place and use it.",
    Ruling.DISCARD_CARD: "Put the card aside: it is out of the round.",
    Ruling.REDEAL_CARD: "Put the cards back, shuffle, and deal them again.",
    Ruling.RECONSTRUCT: "Put the cards into their intended order.",
}
_CHIPS: Final[Mapping[Ruling, str]] = {
    Ruling.VOID_ROUND: "Give every wager of this round back, Bonus and jackpot wager included.",
    Ruling.CONTINUE: "Leave every wager where it lies.",
    Ruling.PLAYERS_CHOOSE: "Ask each Player affected, box by box: {options}. Give back what is taken back.",
    Ruling.INVALIDATE_HAND: "Give every wager of the hand back, Bonus and jackpot wager included.",
    Ruling.RETURN_WAGER: "Give the wager back.",
    Ruling.RETURN_EXCESS: "Give back what lies above the permitted amount, and leave the rest.",
    Ruling.SETTLE_AT_MAXIMUM: "Pay or take the wager as if it were the maximum, and give back what lies above it.",
    Ruling.SETTLE_AS_PLACED: "Leave the chips: they are paid or taken as they lie.",
    Ruling.REFUSE_WAGER: "Undo the act: the wager counts as it lay at the close.",
    Ruling.PLAYER_ADJUSTS: "Ask the Player to put the wager right.",
    Ruling.FOLD_HAND: "Treat the hand as folded from here on.",
    Ruling.CHECK_HAND: "Leave the wagers: the hand checks every decision that is left.",
    Ruling.RANK_BELOW_DEALER: "Settle the hand as one that ranks below the Dealer’s.",
    Ruling.RETRACT_ACTION: "Give the chips of the act back; the Player acts in turn.",
    Ruling.BET_STANDS: "Leave the chips in: the bet stands.",
    Ruling.CALL_OR_FOLD: "Ask the Player to call or to fold.",
    Ruling.CALL_OR_RAISE: "Ask the Player to call or to raise; otherwise the intended bet stays in the Pot.",
    Ruling.ROLE_DECIDES: "Leave every chip where it lies until that is decided.",
}
_IN_THE_ROOM: Final[Mapping[Ruling, str]] = {
    Ruling.VOID_ROUND: "Give each Player back all that they put into the Pot in this round.",
    Ruling.CONTINUE: "Leave the Pot and every bet as they are.",
    Ruling.FOLD_HAND: "Take the hand in; its chips stay in the Pot.",
    Ruling.INVALIDATE_HAND: "Take the hand in, and give its Player back what they put into the Pot.",
}
_PAID: Final = "First take back what this round has paid."
_STANDS: Final = "Leave every payment as it is."
_UNFED: Final = frozenset({Ruling.VOID_ROUND, Ruling.INVALIDATE_HAND})
STAGES: Final[Mapping[Stage, str]] = {
    Stage.KEYING: "until the next card or act",
    Stage.OPEN: "while no wager is decided",
    Stage.OUTCOME: "once a wager is decided",
    Stage.SETTLED: "once the round is settled",
    Stage.LATER: "once the next round has begun",
}
"""The stages of a round within a sentence."""


def steps(
    game: Game, ruled: Ruled, stage: Stage | None = None, signed: Sequence[Signing] | None = None
) -> tuple[Step, ...]:
    """Return what the pit does about a ruling, in order.

    ``signed`` are the people whom a live table asks for; without it, those of the table of authority. No chip moves
    before the people who must sign have done so; where the Dealer suffices, the report comes last.
    """
    found = signings(game, ruled, stage) if signed is None else tuple(signed)
    sign = tuple(_signatures(game, found))
    if stage is not None and not found[0].people:
        return sign[:1]  # a report open to no one moves no chips
    first = stage is None or any(one.people != 1 or one.role is not STAFF[0] for one in found)
    acts = (_announcement(ruled), *_cards(ruled), *_chips(game, ruled, stage), *_meter(game, ruled))
    return (*_calls(game, ruled, stage, found), *sign, *acts) if first else (*acts, *sign)


def _announcement(ruled: Ruled) -> Step:
    words = SETTLED if is_settled(ruled) else announced((ruled.ruling, *ruled.then), ruled.decided_by)
    return Step(Kind.ANNOUNCE, f"Say: “{in_words(ruled.irregularity)}: {words}.”", ruled.cites)


def _calls(game: Game, ruled: Ruled, stage: Stage | None, found: Sequence[Signing]) -> Iterator[Step]:
    """Call the role that decides, and the highest role that has to sign."""
    decider = deciding(game, ruled)
    if decider is not None:
        options = f": {listed(map(answered, ruled.options), 'or')}" if ruled.options else ""
        house = decider is Decider.HOUSE
        text = f"Call the pit. The House decides{options}." if house else ""
        yield Step(Kind.CALL, text or f"Call the {role_name(decider)}, who decides{options}.", ruled.cites)
    if stage is None:
        return
    highest = max((one for one in found if one.people), key=lambda one: STAFF.index(one.role), default=None)
    called = ROLES[decider] if decider is not None else STAFF[0]
    if highest is not None and not at_least(called, highest.role):
        yield Step(Kind.CALL, f"Hold the round and call {or_above(highest.role)}.", highest.cites)


def _signatures(game: Game, found: Iterable[Signing]) -> Iterator[Step]:
    """Name the people who sign, stage by stage where the stage is not known."""
    by_act: dict[tuple[Act, tuple[str, ...]], list[Signing]] = {}
    for one in found:
        by_act.setdefault((one.act, one.options), []).append(one)
    for (act, options), rows in by_act.items():
        what = "The decision" if act is Act.DECISION else "The report"
        if options and len(by_act) > 2:
            what = f"The decision to {listed(map(answered, options), 'or')}"
        if len(rows) == 1:
            text = f"{what}: {signers(rows[0])}."
        else:
            text = f"{what}: {'; '.join(f'{_since(game, one)}, {signers(one)}' for one in _merged(rows))}."
        yield Step(Kind.SIGN, text, rows[0].cites)


def _since(game: Game, one: Signing) -> str:
    """Name the stage of a signature; the Dealer alone may give wagers back until a Player has seen cards."""
    if one.stage is Stage.KEYING and Touches.GIVES_BACK in one.touches:
        looks = game.irregularities.looks_recorded
        return "until a Player has looked or a card is turned" if looks else "before the deal"
    return STAGES[one.stage]


def _merged(rows: Sequence[Signing]) -> Iterator[Signing]:
    """Leave out a stage that asks for the same people as the stage before it."""
    before = ""
    for one in rows:
        if signers(one) != before:
            yield one
        before = signers(one)


def signers(one: Signing) -> str:
    """Name the people who sign, within a sentence."""
    why = ", with a reason" if one.reason else ""
    if Touches.CERTAIN in one.touches:
        return "nobody may make it here, because the program deals this table and keeps its record"
    if not one.people:
        return "nobody may make it any more"
    if one.people == 1:
        return f"{or_above(one.role)} signs alone{why}"
    return f"two different people sign, one of them {or_above(one.role)}{why}"


def _cards(ruled: Ruled) -> Iterator[Step]:
    for one in (ruled.ruling, *ruled.then):
        if one in _CARDS:
            yield Step(Kind.CARDS, _CARDS[one], ruled.cites)


def _chips(game: Game, ruled: Ruled, stage: Stage | None) -> Iterator[Step]:
    if is_settled(ruled):
        yield Step(Kind.CHIPS, _STANDS, ruled.cites)
        return
    words = _CHIPS if isinstance(game, BankedGame) else {**_CHIPS, **_IN_THE_ROOM}
    for one in (ruled.ruling, *ruled.then):
        if one is Ruling.POST_BLINDS:
            posts = listed(f"{plain(key)}: {plain(value)}" for key, value in ruled.posts.items())
            yield Step(Kind.CHIPS, f"Have the Blinds posted: {posts}.", ruled.cites)
        elif one in words and not (one is Ruling.CONTINUE and ruled.then):
            text = words[one].format(options=_choice(ruled))
            paid = stage is Stage.SETTLED and one in _UNFED
            void = game.irregularities.void if one is Ruling.VOID_ROUND else ()
            yield Step(Kind.CHIPS, f"{_PAID} {text}" if paid else text, tuple(dict.fromkeys((*ruled.cites, *void))))


def _choice(ruled: Ruled) -> str:
    """Name what Players choose from; where a role decides first, the options of the ruling are that role's."""
    roles = Ruling.ROLE_DECIDES in {ruled.ruling, *ruled.then} or not ruled.options
    return listed(map(answered, ("continue", "return_wager") if roles else ruled.options), "or")


def _meter(game: Game, ruled: Ruled) -> Iterator[Step]:
    """Say what the meter does: contributions leave it with the jackpot wagers that go back."""
    table = game.irregularities
    if not isinstance(game, BankedGame) or table.later_rounds is None:
        return
    if ruled.irregularity == JACKPOT_DOWN and ruled.facts.get("round") == "current":
        text = "Write down the value that the meter showed when it failed."
        yield Step(Kind.METER, text, ruled.cites)
    stray = ruled.irregularity == "jackpot_without_ante" and ruled.ruling is Ruling.RETURN_WAGER
    if stray or {ruled.ruling, *ruled.then} & _UNFED:
        text = "Check the meter: the contribution of each jackpot wager that went back has left it."
        yield Step(Kind.METER, text, table.returns or ruled.cites)
