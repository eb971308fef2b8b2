"""The jackpots, for a wall display: meters, what each hand wins, and the latest awards."""

from typing import Final

from croupier.floor.house.credentials import Session
from croupier.floor.values.table_kinds import BankedTable
from croupier.notation.speech import money, spoken
from croupier.play.refusal import Refusal
from croupier.rulebooks import all_games
from croupier.rules.banked import BankedGame
from croupier.rules.settling import Fixed, ForStake, PercentOfMeter, Prize
from croupier.web.topics.topic import PlainTopic, Topic
from croupier.web.venue import Venue
from croupier.web.wire import AwardShown, DisplayPage, LadderLine, LinkShown

SHOWN: Final = 5


class DisplayTopic(PlainTopic):
    """The topic of all jackpots."""

    kinds = ("link:", "meter:")
    pause = 0.15

    def page(self, venue: Venue, session: Session) -> DisplayPage:
        """Return the page of the jackpots as they are now."""
        names = [stream.partition(":")[2] for stream in venue.floor.streams if stream.startswith("link:")]
        links = sorted((_link(venue, session, name) for name in names), key=lambda one: (_place(one.game), one.link))
        return DisplayPage(tuple(links), venue.demonstration)


def _place(game: str) -> int:
    """Return the place of a jackpot in the order of the games; a jackpot without a game comes last."""
    games = all_games()
    return games.index(game) if game else len(games)


def _link(venue: Venue, session: Session, name: str) -> LinkShown:
    state = venue.reveals.link(name, session)
    tables = [venue.floor.table(table) for table in venue.floor.tables()]
    games = [one.game for one in tables if isinstance(one, BankedTable) and one.info.link == name]
    game = min(games, key=lambda one: _place(one.name), default=None)
    return LinkShown(
        link=name,
        title="" if game is None else game.document.title,
        game="" if game is None else game.name,
        meter=state.shown,
        down=state.down,
        ladder=() if game is None else _ladder(game),
        awards=tuple(
            AwardShown(venue.awards.at(name, one), one.award, spoken(one.award), one.table, one.box, one.amount)
            for one in state.awards[:SHOWN]
        ),
        cites=() if game is None else tuple(dict.fromkeys(award.cite for award in game.jackpot.awards)),
    )


def _ladder(game: BankedGame) -> tuple[LadderLine, ...]:
    return tuple(LadderLine(spoken(award.name), _pays(award.prize)) for award in game.jackpot.awards)


def _pays(prize: Prize) -> str:
    """Return a prize, shortened to be read across a room."""
    match prize:
        case PercentOfMeter(percent):
            return f"{percent} %"
        case Fixed(amount):
            return money(amount).removesuffix(".00")
        case ForStake(odds):
            return str(odds)


def find(_venue: Venue, _session: Session, _rest: str) -> Topic | Refusal:
    """Return the topic of the jackpots, for every visitor."""
    return DisplayTopic("display")
