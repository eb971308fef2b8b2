"""The HTTP interface: single requests, and everything that a program without a socket needs."""

from litestar.di import NamedDependency

from croupier.web.venue import Venue

Here = NamedDependency[Venue]
"""The house that a handler works for: ``venue: Here``."""
