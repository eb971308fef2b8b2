"""A table of a game against the House, in memory."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from croupier.cards import Card
from croupier.library.drawing import drawn_cards, drawn_table
from croupier.library.games import Game, game_of
from croupier.library.playing import DEAL, DEALER, Act, Playing, viewer_of
from croupier.library.settling import Settlement
from croupier.money import Cents
from croupier.notation.actors import Deed
from croupier.notation.acts import ALL, format_act, parse_act
from croupier.notation.answer import answer
from croupier.notation.speech import RESULTS, money
from croupier.notation.told import in_words
from croupier.play.actor import Actor
from croupier.play.banked import options as banked
from croupier.play.banked import state as banked_state
from croupier.play.banked.commands import OF_A_ROUND, BankedCommand, DealCards, PlaceWager, WithdrawWager
from croupier.play.banked.events import (
    BankedEvent,
    CardsDealt,
    HandLookedAt,
    HandShown,
    JackpotFed,
    RoundEnded,
    WagerPlaced,
    WagerSettled,
    WagerWithdrawn,
)
from croupier.play.banked.flow import places_ahead
from croupier.play.banked.table import act, open_table
from croupier.play.banked.view import TableView, view
from croupier.play.refusal import Refusal
from croupier.play.viewer import Viewer
from croupier.rulebooks import as_banked
from croupier.rules.banked import BankedGame
from croupier.rules.settling import Result
from croupier.rules.terms import Role

_BECOMES: Final = {**RESULTS, Result.RETURNED: "goes back", Result.VOID: "is void"}


class Table(Playing[banked_state.Table, BankedCommand]):
    r"""A table against the House: wagers, cards and decisions go in, payments with their paragraphs come out.

    Amounts are whole cents. ``policy`` has the settings that the document leaves to the House, such as ``minimum`` and
    ``dealing``; ``meter`` is the jackpot's display; ``seed`` makes the shuffles of :meth:`deal` the same every time. An
    ``automatic`` table deals by itself, so that what was not recorded did not happen; pass False if people deal.

    >>> table = Table("rws-casino-stud", {"minimum": 2500}, seed=1)
    >>> for text in ("dealer: place your bets", "p1: 1 ante 10000", "dealer: no more bets"):
    ...     lines = table.act(text)
    >>> print(*lines)
    “No more Bets.” (3.9)
    >>> lines = table.deal("Qd 9d 7h 3h 2s 8d 3c 4h Ah 7c 6s")
    >>> [str(act) for act in table.legal("p1")]
    ['p1: look 1', 'p1: fold 1', 'p1: bet 1 20000']
    >>> table.act("p1: bet 1 7")
    Traceback (most recent call last):
    croupier.library.playing.RefusedError: The bet on box 1 must be exactly SGD 200.00 (3.12.2)
    >>> lines = table.act("p1: bet 1")
    >>> print(*table.go_on(), sep="\n")
    The Dealer’s cards are turned. (3.13)
    Box 1: the hand is shown. (4.4)
    Box 1: the Ante wins 100.00. (3.13, 4.1)
    Box 1: the BET goes back. (3.13)
    The round is over. (1.16)
    >>> table.settlement.net("p1")
    10000
    """

    _waits_for_nobody = (DEAL, "reveal", "show", "settle")
    _of_a_round = OF_A_ROUND

    def __init__(
        self,
        game: Game | str,
        policy: Mapping[str, Any] | None = None,
        *,
        meter: Cents | None = None,
        seed: int | str | None = None,
        automatic: bool = True,
    ) -> None:
        known = game_of(game)
        self._rules = as_banked(known.rules)
        super().__init__(known, open_table(self._rules, policy, meter=meter, automatic=automatic), seed)

    def view(self, who: str = "") -> TableView:
        """Return the table as ``who`` may see it: a Player, a role such as ``dealer``, or an onlooker."""
        return view(self._rules, self.state, viewer_of(who))

    def legal(self, who: str = DEALER) -> tuple[Act, ...]:
        """Return everything that ``who`` may do now, in the order of play: a Player by name, or a role."""
        return banked_acts(self._rules, self.state, viewer_of(who))

    @property
    def settlement(self) -> Settlement | None:
        """The settlement of the last round; None while it is in play."""
        round_ = self.state.round
        if round_ is None or round_.phase is not banked_state.Phase.ENDED:
            return None
        at = next(at for at, one in enumerate(self._past) if one.state.rounds == self.state.rounds)
        events = (event for one in self._past[at:] for event in one.events)
        return Settlement.of(answer(self._rules, self._past[at - 1].state, self.state, events))

    # ---- The engine --------------------------------------------------------------------------------------------------

    def _read(self, text: str) -> Deed[BankedCommand]:
        return parse_act(text)

    def _written(self, deed: Deed[BankedCommand]) -> str:
        return format_act(deed)

    def _decided(
        self, state: banked_state.Table, deed: Deed[BankedCommand]
    ) -> tuple[banked_state.Table, Sequence[BankedEvent]] | Refusal:
        turn = act(self._rules, state, deed.actor, deed.command, deed.others)
        return turn if isinstance(turn, Refusal) else (turn.table, turn.events)

    def _says(self, state: banked_state.Table, event: BankedEvent) -> str:
        title = self._rules.title
        match event:
            case WagerPlaced():
                return f"Box {event.box}: {event.player} places {money(event.amount)} on the {title(event.wager)}."
            case WagerWithdrawn():
                return (
                    f"Box {event.box}: {event.player} takes {money(event.amount)} back from the {title(event.wager)}."
                )
            case JackpotFed():
                return f"Box {event.box}: the jackpot takes its share of {money(event.stake)}."
            case CardsDealt():
                return "A card is dealt." if len(event.cards) == 1 else f"{len(event.cards)} cards are dealt."
            case HandLookedAt():
                return f"Box {event.box}: {event.player} looks at the cards."
            case HandShown():
                return f"Box {event.box}: the hand is shown."
            case WagerSettled():
                pays = f" {money(event.paid)}" if event.paid else ""
                return f"Box {event.box}: the {title(event.wager)} {_BECOMES[event.result]}{pays}."
            case RoundEnded():
                return "The round is over."
            case _:
                return in_words(self._rules, event)

    def _rounds(self, state: banked_state.Table) -> int:
        return state.rounds

    def _moment(self, state: banked_state.Table) -> str:
        return state.moment

    def _places_due(self) -> tuple[str, ...]:
        round_ = self.state.round
        if round_ is None or round_.phase is not banked_state.Phase.PLAY:
            return ()
        return tuple(place for place, _ in places_ahead(self._rules, self.state.policy.dealing, round_))

    def _cards_of(self, command: BankedCommand) -> tuple[Card, ...] | None:
        return command.cards if isinstance(command, DealCards) else None

    def __repr__(self) -> str:
        return f"<Table of {self.game.name}, round {self.state.rounds}, {_phase(self.state)}>"

    def _repr_html_(self) -> str:
        seen = self.view()
        rows = [("Dealer", drawn_cards(seen.dealer), "")]
        if seen.community:
            rows.append(("Community Cards", drawn_cards(seen.community), ""))
        for box in seen.boxes:
            wagers = ", ".join(f"{self._rules.title(one.name)} {money(one.amount)}" for one in box.wagers)
            rows.append((f"Box {box.box}, {box.player}", drawn_cards(box.cards), wagers))
        caption = f"{self.game.title}, round {seen.round}, {_phase(self.state)}"
        return drawn_table(("", "cards", "wagers"), rows, caption)


def banked_acts(game: BankedGame, state: banked_state.Table, viewer: Viewer) -> tuple[Act, ...]:
    """Return everything that a viewer may do at a table, as acts in the notation."""
    offered = (act for option in banked.options(game, state, viewer) for act in _offered(game, viewer, option))
    return tuple(replace(act, moment=state.moment) for act in offered)


def _offered(game: BankedGame, viewer: Viewer, option: banked.Option) -> Iterator[Act]:
    actor = Actor(viewer.player if viewer.role is Role.PLAYER else viewer.role.value, viewer.role)

    def form(command: BankedCommand) -> str:
        if viewer.role is Role.PLAYER and isinstance(command, PlaceWager | WithdrawWager):
            command = replace(command, player="")  # a Player who acts for themselves is not named twice
        return format_act(Deed(actor, command))

    match option:
        case banked.Act():
            yield Act(form(option.command), option.label, option.cites)
        case banked.Stake(box=box, least=least, most=most):
            label = f"Place the {game.title(option.wager)} of box {box}"
            written = form(option.command(least)).removesuffix(str(least))
            yield Act(f"{written}{{}}", label, option.cites, least, most, option.step, option.enough)
        case banked.TakeBack(box=box, least=least, most=most):
            label = f"Take back the {game.title(option.wager)} of box {box}"
            written = form(option.command(1)).removesuffix("-1")
            if option.whole:
                yield Act(f"{written}{ALL}", label, option.cites)
            if most:
                yield Act(f"{written}-{{}}", f"{label} in part", option.cites, least, most, option.step)
        case banked.Deal(places=places):
            yield Act(f"{DEALER}: {DEAL}", f"Deal {len(places)} cards", option.cites, places=places)


def _phase(state: banked_state.Table) -> str:
    return "not begun" if state.round is None else state.round.phase.value
