"""The names of ``import croupier``: the library over the engine, odds and floor that the rest of the program uses.

The modules here decide nothing. A name that is listed in ``croupier.__all__`` keeps its meaning; everything else may
change with any release (decision 45).
"""
