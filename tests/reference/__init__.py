"""An independent second reading of the five rule documents, used only to check the engine in tests.

Nothing here imports from `croupier` but the tests and the `troubled_…` modules, which play the engine beside the
reference.
"""
