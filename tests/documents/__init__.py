"""Documents of a made-up house, with their texts: proof that a game is one module and its tests.

What both say in the same words about things that go wrong stands once, in a chapter that they share.

None of them is in the product's list of games; tests name them as a House names its own (``CROUPIER_RULEBOOKS``).
"""

STUD = "tests.documents.lantern_stud_v1"
THREE_CARD = "tests.documents.lantern_three_card_v1"
