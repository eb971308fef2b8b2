"""A Player's session in review: its rounds, and the exact odds of the choices that were made in them.

A choice is judged by the view that its Player had at that moment, as advice would have been given then. Hands that were
played blind are not judged, and neither are hands in the poker room.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from croupier.cards import format_card
from croupier.floor.reading.rounds import Moment, moments
from croupier.floor.running.floor import Floor
from croupier.floor.values.table_kinds import BankedTable
from croupier.money import Cents, rounded_down
from croupier.odds.solver import Stakes
from croupier.play.banked.events import ActTakenBack, Decided, DecisionCorrected
from croupier.play.banked.verdict import Part, part_of
from croupier.play.banked.view import view
from croupier.play.viewer import HIDDEN, Viewer
from croupier.rules.banked import BankedGame
from croupier.rules.settling import Result
from croupier.rules.terms import Role, WagerName
from croupier.web.desks.heads import hand_name
from croupier.web.desks.records.checkpoints import Checkpoints
from croupier.web.desks.study.advising import Question, answer, question
from croupier.web.desks.study.counting import COUNTING, COUNTS, READY
from croupier.web.wire.records import ChoiceReview, HandReview, RoundHead, RoundReview, SessionPage

LONGEST: Final = 60
"""The most rounds of a session that are reviewed, the latest ones."""
PAUSE: Final = 3_600_000_000
"""The pause between two rounds after which another session begins, in microseconds."""
_KEPT: Final = 4096
_HALF: Final = Fraction(1, 2)


class _StillCountingError(Exception):
    """The odds of the game are not computed yet."""


class _Placed(Struct, frozen=True):
    """A Player's part of a wager that was settled."""

    box: int
    part: Part


class _Played(Struct, frozen=True):
    """A round against the House as one Player played it."""

    game: BankedGame
    hands: tuple[HandReview, ...]
    dealer: tuple[str, ...]
    dealer_name: str
    community: tuple[str, ...]
    asked: tuple[tuple[Question, str], ...]
    """The Player's knowledge at each choice, and the choice."""
    placed: tuple[_Placed, ...]
    meter: Cents
    """The jackpot at the beginning of the round."""


class _Judged(Struct, frozen=True):
    """The judgement of a round by the exact odds."""

    average: Cents | None = None
    cards: Cents | None = None
    choices: tuple[ChoiceReview, ...] = ()


class Reviews:
    """The reviews of past rounds, cached, since past rounds do not change. Slow: callers run them in a thread."""

    def __init__(self, floor: Floor, checkpoints: Checkpoints) -> None:
        self._floor, self._checkpoints = floor, checkpoints
        self._played = lru_cache(_KEPT)(self._play)
        self._judged = lru_cache(_KEPT)(self._judge)

    def session(self, player: str, heads: Sequence[RoundHead]) -> SessionPage:
        """Return the session that the latest of these rounds belongs to, its first round first."""
        rounds: list[RoundReview] = []
        counting = False
        for head in reversed(latest_session(heads)):
            try:
                rounds.append(self._shown(player, head, self._judged(player, head)))
            except _StillCountingError:
                counting = True
                rounds.append(self._shown(player, head, _Judged()))
        choices = [one for round_ in rounds for one in round_.choices]
        return SessionPage(
            me=player,
            rounds=tuple(rounds),
            net=sum(one.head.net for one in rounds),
            staked=sum(one.head.staked for one in rounds),
            choices=len(choices),
            best=sum(one.made == one.choices[0].decision for one in choices),
            cost=sum(one.cost for one in choices),
            counting=counting,
        )

    def _shown(self, player: str, head: RoundHead, judged: _Judged) -> RoundReview:
        played = self._played(player, head)
        if played is None:
            return RoundReview(head)
        return RoundReview(
            head=head,
            hands=played.hands,
            dealer=played.dealer,
            dealer_name=played.dealer_name,
            community=played.community,
            average=judged.average,
            cards=judged.cards,
            choices=judged.choices,
        )

    def _play(self, player: str, head: RoundHead) -> _Played | None:
        """Replay a round; None in the poker room. A correction changes the head, which is the cache's key."""
        stream = f"table:{head.table}"
        if not isinstance(self._floor.streams[stream].state, BankedTable):
            return None
        with self._floor.store.reading() as reading:
            begun = self._checkpoints.begun(reading, stream, head.number)
            played = [one for one in moments(self._floor, reading, stream, head.number, begun) if one.opened]
        return _as_played(played, Viewer(Role.PLAYER, player))

    def _judge(self, player: str, head: RoundHead) -> _Judged:
        """Judge the choices of a round. Raises :class:`_StillCountingError`."""
        played = self._played(player, head)
        if played is None or not played.placed or COUNTS.why_not(played.game):
            return _Judged()
        state = COUNTS.state(played.game)
        if state == COUNTING:
            raise _StillCountingError
        if state != READY or all(one.part.result is Result.VOID for one in played.placed):
            return _Judged()
        choices = tuple(_judged_choice(asked, made) for asked, made in played.asked)
        firsts = {one.box: one for one in reversed(choices)}.values()
        return _Judged(
            average=rounded_down(_expected(played) + _HALF) - sum(one.cost for one in choices),
            cards=sum(one.choices[0].cents for one in firsts) if choices else None,
            choices=choices,
        )


def latest_session(heads: Sequence[RoundHead]) -> list[RoundHead]:
    """Return the rounds up to the first long pause, latest first, and at most ``LONGEST`` of them."""
    found: list[RoundHead] = []
    for head in heads[:LONGEST]:
        if found and found[-1].at - (head.ended or head.at) > PAUSE:
            break
        found.append(head)
    return found


def _as_played(played: Sequence[Moment], viewer: Viewer) -> _Played | None:
    first, last = played[0].state, played[-1].state
    assert isinstance(first, BankedTable)
    assert isinstance(last, BankedTable)
    round_ = last.engine.round
    if round_ is None:
        return None
    parts = ((line.box, part_of(line, viewer.player)) for line in round_.lines)
    seen = view(last.game, last.engine, viewer)
    dealer = hand_name(last.game.hand, seen.dealer, seen.community)
    return _Played(
        game=last.game,
        hands=tuple(
            HandReview(box.box, box.cards, name.name if name is not None else "")
            for box in seen.boxes
            if box.player == viewer.player
            for name in (hand_name(last.game.hand, box.cards, seen.community),)
        ),
        dealer=seen.dealer,
        dealer_name=dealer.name if dealer is not None else "",
        community=tuple(card for card in seen.community if card != HIDDEN),
        asked=tuple(_asked(played, viewer)),
        placed=tuple(_Placed(box, part) for box, part in parts if part is not None),
        meter=view(first.game, first.engine, viewer).jackpot,
    )


def _asked(played: Sequence[Moment], viewer: Viewer) -> list[tuple[Question, str]]:
    """Return the Player's knowledge at each of their choices, and the choice."""
    answers: list[tuple[Question, Decided]] = []
    for before, one in pairwise(played):
        match one.event:
            case Decided(box=box):
                asked = question(before.state, before.entry.version, box, viewer)
                if isinstance(asked, Question):
                    answers.append((asked, one.event))
            case ActTakenBack(act=act):
                answers = [(asked, made) for asked, made in answers if made not in act]
            case DecisionCorrected(before=wrong, after=right, dropped=dropped):
                gone = [event for act in dropped for event in act]
                kept = ((asked, right if made == wrong else made) for asked, made in answers)
                answers = [(asked, made) for asked, made in kept if made not in gone]
            case _:
                pass
    return [(asked, made.decision.value) for asked, made in answers]


def _judged_choice(asked: Question, made: str) -> ChoiceReview:
    found = answer(asked)
    best = found.choices[0]
    own = next(one for one in found.choices if one.decision == made)
    return ChoiceReview(
        box=asked.box,
        made=made,
        known=tuple(format_card(card) for card in asked.community),
        cost=best.cents - own.cents,
        antes=best.antes - own.antes,
        choices=found.choices,
    )


def _expected(played: _Played) -> Fraction:
    """Return the average result of the wagers with perfect play, in cents; negative, by the House's edge."""
    from croupier.odds import desk

    ready = desk.ready(played.game)
    edges = ready.side_edges()
    antes = {one.box: one.part.staked for one in played.placed if one.part.wager is WagerName.ANTE}
    lost = Fraction(0)
    for one in played.placed:
        wager, staked = one.part.wager, one.part.staked
        if wager is WagerName.ANTE:
            lost += ready.figures().house_edge * staked
        elif wager is WagerName.JACKPOT and staked:
            lost += ready.jackpot_edge(Stakes(antes.get(one.box), played.meter, staked)) * staked
        else:
            lost += edges.get(wager.value, 0) * staked
    return -lost
