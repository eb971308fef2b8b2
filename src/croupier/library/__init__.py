"""What ``import croupier`` gives: the same engine, odds and floor as everywhere else, behind a few steady names.

Nothing is decided here. A name that is listed in ``croupier.__all__`` keeps its meaning; everything else may change
with any release (`decision 45 <../../../decisions/0045-a-small-library-over-the-same-engine.md>`_).
"""
