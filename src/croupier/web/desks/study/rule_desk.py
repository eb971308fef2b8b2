"""The rule desk: a ruling for a question in plain words, about a document at a stage of the round or about a table.

The answer comes from :mod:`croupier.play.asking` and :mod:`croupier.notation.steps`, in words for a page. Nothing is
reported.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.house.config import DocumentPlan
from croupier.floor.values.links import LinkState
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.notation.ruled import SETTLED, announced, is_settled
from croupier.notation.steps import STAGES, signers, steps
from croupier.play.asking import Asked, BoxMoney
from croupier.play.banked import facts as banked_facts
from croupier.play.banked.asking import ask_banked, stage_of
from croupier.play.banked.commands import Report
from croupier.play.banked.state import Meter
from croupier.play.gaps import overlaps_of
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room_commands
from croupier.play.room import facts as room_facts
from croupier.play.room.asking import ask_room, room_stage_of
from croupier.play.room.irregular import SEATS
from croupier.play.rulings import Ruled, RulingError, ask, ask_at, known_facts, settled_by
from croupier.play.searching import search
from croupier.play.signing import Signing, signings
from croupier.rulebooks import all_games, load
from croupier.rules.authority import Act, Stage
from croupier.rules.game import Game
from croupier.rules.irregularities import ABOUT_A_BOX, ABOUT_A_PLAYER, ABOUT_A_WAGER, ABOUT_SOME_BOXES, Fact
from croupier.rules.questions import in_words, question
from croupier.rules.room import RoomGame
from croupier.rules.wording import wording
from croupier.web.desks.dealer.fact_words import value_label, values_of
from croupier.web.wire.dealer import FactAsked
from croupier.web.wire.rule_desk import (
    DeskAnswer,
    DeskAsked,
    DeskFound,
    DeskGame,
    DeskMoney,
    DeskOverlap,
    DeskPage,
    DeskPlace,
    DeskRuling,
    DeskSearch,
    DeskSentence,
    DeskSigner,
    DeskStage,
    DeskStep,
    DeskTable,
)

About = Literal["box", "wager", "player"]
_BY_SEAT: Final = frozenset({"out_of_turn", "hole_cards_exposed", "player_absent"})
"""The irregularities of the poker room that are about one seat."""


def desk_page(tables: Iterable[tuple[str, TableState]]) -> DeskPage:
    """Return the page of the rule desk: the documents with their irregularities, and the tables."""
    games = tuple(_game(load(name)) for name in all_games())
    known = tuple(DeskTable(one.info.name, title, one.game.name) for title, one in tables)
    return DeskPage(games, known, tuple(DeskStage(stage, _capital(words)) for stage, words in STAGES.items()))


def _game(game: Game) -> DeskGame:
    every = sorted((in_words(name), name) for name in game.irregularities.rules)
    return DeskGame(game.name, game.document.short, tuple(DeskFound(name, title, "") for title, name in every))


def desk_search(game: Game, words: str) -> DeskSearch:
    """Return the irregularities that a search text may mean."""
    return DeskSearch(tuple(DeskFound(one.irregularity, one.title, one.why) for one in search(game, words)))


class _Question(Struct, frozen=True):
    """A question, with the facts that are known before the ruling."""

    game: Game
    asked: DeskAsked
    state: TableState | None
    stage: Stage | None
    recorded: Mapping[str, str]


def desk_answer(
    game: Game, state: TableState | None, link: LinkState | None, asked: DeskAsked, document: DocumentPlan | None
) -> DeskAnswer | Refusal:
    """Return the answer of a document, or of a table; a refusal for an irregularity that the game does not have."""
    try:
        facts = known_facts(game, asked.irregularity)
    except RulingError as error:
        return Refusal(Reason.FACT, error.plainly, game.irregularities.silent.cites)
    if isinstance(state, BankedTable) and link is not None:
        state = replace(state, engine=replace(state.engine, meter=Meter(link.meter)))
    one = _question(game, state, asked)
    found: Asked | Ruled | Refusal | None = None
    missing: tuple[str, ...] = ()
    try:
        found = _found(one)
    except RulingError as error:
        missing = tuple(fact.name for fact in error.missing)
        found = None if missing else Refusal(Reason.FACT, error.plainly, game.irregularities.silent.cites)
    return DeskAnswer(
        irregularity=asked.irregularity,
        title=in_words(asked.irregularity),
        game=game.name,
        rulebook=game.document.rulebook,
        document=f"{game.document.title}, version {game.document.version}",
        table=asked.table,
        round=0 if state is None else state.engine.rounds,
        stage=one.stage,
        stage_words="" if one.stage is None else _capital(STAGES[one.stage]),
        about=() if state is None else _about(game, asked.irregularity),
        places=() if state is None else _places(state, asked.irregularity),
        facts=tuple(_fact(one, fact) for fact in facts if all(fact.name != own.name for own in game.parameters)),
        missing=missing,
        refused=found if isinstance(found, Refusal) else None,
        ruling=_ruling(one, found, document) if isinstance(found, Asked | Ruled) else None,
    )


def _question(game: Game, state: TableState | None, asked: DeskAsked) -> _Question:
    if isinstance(state, BankedTable):
        return _Question(
            game,
            asked,
            state,
            stage_of(state.game, state.engine),
            banked_facts.recorded(state.game, state.engine, _report(asked)),
        )
    if isinstance(state, RoomTable):
        report = room_commands.Report(asked.irregularity, asked.facts, asked.box)
        recorded = room_facts.recorded(state.game, state.engine, report)
        return _Question(game, asked, state, room_stage_of(state.game, state.engine), recorded)
    stage = Stage(asked.stage) if asked.stage in {*Stage} else None
    return _Question(game, asked, None, stage, settled_by(game, asked.irregularity, stage) if stage else {})


def _report(asked: DeskAsked) -> Report:
    return Report(asked.irregularity, asked.facts, asked.box, asked.wager, asked.amount, (), asked.player)


def _found(one: _Question) -> Asked | Ruled | Refusal:
    asked, state = one.asked, one.state
    if isinstance(state, BankedTable):
        return ask_banked(state.game, state.engine, _report(asked))
    if isinstance(state, RoomTable):
        report = room_commands.Report(asked.irregularity, asked.facts, asked.box)
        return ask_room(state.game, state.engine, report, automatic=state.info.automatic)
    if one.stage is None:
        return ask(one.game, asked.irregularity, asked.facts)
    return ask_at(one.game, asked.irregularity, asked.facts, one.stage)


def _about(game: Game, name: str) -> tuple[About, ...]:
    """Return the parts that a question to a table needs besides facts."""
    if isinstance(game, RoomGame):
        return ("box",) if name in _BY_SEAT and name not in SEATS else ()
    found: list[About] = []
    if name in ABOUT_A_BOX | ABOUT_SOME_BOXES:
        found.append("box")
    if name in ABOUT_A_WAGER:
        found.append("wager")
    if name in ABOUT_A_PLAYER:
        found.append("player")
    return tuple(found)


def _places(state: TableState, name: str) -> tuple[DeskPlace, ...]:
    """Return the boxes or seats of the round; a jackpot wager without an Ante lies at a free box."""
    if isinstance(state, RoomTable):
        hands = state.engine.round.hands if state.engine.round is not None else ()
        return tuple(DeskPlace(hand.seat, (hand.player,), ()) for hand in hands)
    boxes = state.engine.round.boxes if state.engine.round is not None else ()
    if name == "jackpot_without_ante":
        taken = {box.number for box in boxes}
        return tuple(DeskPlace(number, (), ()) for number in range(1, state.places + 1) if number not in taken)
    return tuple(
        DeskPlace(box.number, box.playing or (box.player,), tuple(wager.name.value for wager in box.wagers))
        for box in boxes
    )


def _fact(one: _Question, fact: Fact) -> FactAsked:
    """Return a fact with its value; the person who asks may contradict the record of what Players saw."""
    recorded, given = one.recorded.get(fact.name, ""), one.asked.facts.get(fact.name, "")
    doubted = bool(recorded) and fact.witnessed
    return FactAsked(
        name=fact.name,
        label=one.game.irregularities.asked.get(fact.name, question(fact.name)),
        values=values_of(fact),
        value=(given if doubted else "") or recorded or given or fact.assumed,
        known=bool(recorded) and not doubted,
        recorded=recorded if doubted else "",
    )


# ---- The ruling -----------------------------------------------------------------------------------------------------


def _ruling(one: _Question, found: Asked | Ruled, document: DocumentPlan | None) -> DeskRuling:
    at_table = isinstance(found, Asked)
    ruled = found.ruled if isinstance(found, Asked) else found
    signed = found.signs(one.game) if isinstance(found, Asked) else signings(one.game, ruled, one.stage)
    words = SETTLED if is_settled(ruled) else announced((ruled.ruling, *ruled.then), ruled.decided_by)
    quoted, refused = _wording(one.game, ruled, document)
    return DeskRuling(
        headline=f"{_capital(words)}.",
        explanation=ruled.explanation,
        cites=ruled.cites,
        decided_by=ruled.decided_by.value,
        contradicted=tuple(_against(ruled, found.contradicted)) if isinstance(found, Asked) else (),
        steps=tuple(
            DeskStep(step.kind.value, step.text, step.cites) for step in steps(one.game, ruled, one.stage, signed)
        ),
        signs=tuple(_signer(each) for each in signed),
        money=tuple(map(_money, found.boxes)) if isinstance(found, Asked) else (),
        difference=found.difference if isinstance(found, Asked) and at_table else None,
        overlaps=tuple(
            DeskOverlap(each.number, f"{each.situation} {each.prevails} prevails over {', '.join(each.others)}.")
            for each in overlaps_of(one.game, ruled.irregularity, ruled.facts, one.stage)
        ),
        wording=quoted,
        wording_refused=refused,
    )


def _against(ruled: Ruled, contradicted: Mapping[str, str]) -> Iterable[str]:
    for name, value in contradicted.items():
        said = value_label(name, ruled.facts.get(name, ""))
        yield f"{question(name)} The record says: {value_label(name, value)}. You say: {said}."


def _signer(one: Signing) -> DeskSigner:
    act = "The decision" if one.act is Act.DECISION else "The report"
    return DeskSigner(act, one.stage, _capital(STAGES[one.stage]), one.who, f"{_capital(signers(one))}.", one.people)


def _money(one: BoxMoney) -> DeskMoney:
    return DeskMoney(
        one.box, one.players, one.lies, one.back, one.may_take_back, one.result, one.without, one.difference
    )


def _wording(game: Game, ruled: Ruled, document: DocumentPlan | None) -> tuple[tuple[DeskSentence, ...], str]:
    """Return the paragraphs word for word from the House's registered file, or the reason they are not shown."""
    if document is None:
        return (), ""
    try:
        with open(document.file, "rb") as file:
            found = wording(game.document, document.file, file.read(), document.sha256, ruled.cites)
    except (OSError, UnicodeDecodeError) as error:
        return (), f"The registered document cannot be read: {getattr(error, 'strerror', None) or 'no UTF-8 text'}"
    return tuple(DeskSentence(one.paragraph, one.text) for one in found.paragraphs), found.sentence


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
