"""A campaign against insiders: staff and Players who try every statement that the product takes from them.

A crew may not end better off than an honest record of the same cards and wagers makes it. A search that knows every
card proposes the statements that would pay most; a floor on SQLite is asked for them; the reference of
:mod:`tests.reference.house` says what the same round pays without them.
"""
