"""Any game at all, for callers that ask only what games of both kinds can answer: their document and its rulings."""

from croupier.rules.banked import BankedGame
from croupier.rules.room import RoomGame

Game = BankedGame | RoomGame
