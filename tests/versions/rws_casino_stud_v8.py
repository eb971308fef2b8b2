"""Casino Stud as an eighth version might have it: version 7 on a layout of at most five boxes (2.1.1.a). Made up."""

from msgspec.structs import replace

from croupier.rulebooks import rws_casino_stud_v6 as v6
from tests.versions import rws_casino_stud_v7 as v7

GAME = replace(
    v7.GAME,
    document=replace(v7.GAME.document, version=8, effective="1 January 2027"),
    boxes=replace(v6.BOXES, most=5),
)
