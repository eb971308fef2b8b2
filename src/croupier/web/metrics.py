"""The counts that a house keeps about itself, for a monitor to collect. They contain no name, wallet or card."""

from collections.abc import Callable
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST as MEDIA_TYPE
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS: Final = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

__all__ = ["MEDIA_TYPE", "Metrics"]


class Metrics:
    """The counters and gauges of one server since it started."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.acts = Counter(
            "croupier_acts",
            "Acts, by outcome: accepted, repeated, or why refused",
            ["outcome"],
            registry=self._registry,
        )
        self.act_seconds = Histogram(
            "croupier_act_seconds", "From an act to its answer, committed", buckets=_SECONDS, registry=self._registry
        )
        self.sign_ins = Counter(
            "croupier_sign_ins",
            "At the door, by outcome: opened, refused, throttled",
            ["outcome"],
            registry=self._registry,
        )

        self.forged_rows = Counter(
            "croupier_forged_rows",
            "Rows of passwords, factors and sessions that the house did not write, by table",
            ["table"],
            registry=self._registry,
        )

    def watch(self, name: str, told: str, value: Callable[[], float]) -> None:
        """Register a gauge, whose value is read when a monitor collects."""
        Gauge(f"croupier_{name}", told, registry=self._registry).set_function(value)

    def text(self) -> bytes:
        """Return all counts in Prometheus's text format."""
        return generate_latest(self._registry)
