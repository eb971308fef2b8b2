"""An independent second reading of the four house-banked rule documents, used only to check the engine in tests.

Nothing here may import from `croupier`.
"""
