"""The vocabularies of all kinds of stream. A new kind is listed here, and its rules are in its own module."""

from collections.abc import Mapping
from typing import Any, Final

from croupier.floor.clock import CLOCK
from croupier.floor.jackpots.links import LINK
from croupier.floor.money.cage import CAGE
from croupier.floor.people.door import DOOR
from croupier.floor.people.house import HOUSE
from croupier.floor.people.waiting import DESK
from croupier.floor.record import RECORD
from croupier.floor.tables.kinds import TABLE
from croupier.floor.vocabulary import Vocabulary

VOCABULARIES: Final[Mapping[str, Vocabulary[Any, Any, Any]]] = {
    words.kind: words for words in (TABLE, LINK, CAGE, HOUSE, DOOR, DESK, CLOCK, RECORD)
}
