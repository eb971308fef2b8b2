"""The house around a floor: its file, its keys, its people's credentials; opening, closing and moving it."""
