"""The vocabularies of all kinds of stream. A new kind is listed here, and its rules are in its own module."""

from collections.abc import Mapping
from typing import Any, Final

from croupier.floor.values.cage import CAGE
from croupier.floor.values.clock import CLOCK
from croupier.floor.values.door import DOOR
from croupier.floor.values.house import HOUSE
from croupier.floor.values.links import LINK
from croupier.floor.values.record import RECORD
from croupier.floor.values.table_kinds import TABLE
from croupier.floor.values.vocabulary import Vocabulary
from croupier.floor.values.waiting import DESK

VOCABULARIES: Final[Mapping[str, Vocabulary[Any, Any, Any]]] = {
    words.kind: words for words in (TABLE, LINK, CAGE, HOUSE, DOOR, DESK, CLOCK, RECORD)
}
