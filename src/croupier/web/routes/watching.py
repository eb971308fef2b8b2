"""Liveness, readiness and metrics, for a program that monitors the server."""

import hmac
import os
from ipaddress import ip_address
from typing import Final

from litestar import Response, get
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE
from msgspec import Struct

from croupier.play.refusal import Reason, Refusal
from croupier.web.acting.sessions import address_of
from croupier.web.http.answers import AnyRequest, RefusedError
from croupier.web.metrics import MEDIA_TYPE
from croupier.web.readiness import Ready
from croupier.web.routes import Here

TOKEN: Final = "CROUPIER_METRICS_TOKEN"
"""The environment variable with the token that opens the metrics to other machines; unset, they stay closed."""


class Alive(Struct, frozen=True):
    """A sign of life of the process."""

    alive: bool = True


@get("/health", summary="Whether the server lives", tags=["watching"], sync_to_thread=False)
def health() -> Alive:
    """Return a sign of life."""
    return Alive()


@get("/ready", summary="Whether the house is ready", tags=["watching"])
async def ready(request: AnyRequest) -> Response[Ready]:
    """Return the state of database, clock and journal; 503 with the reasons if one of them is not as it should be."""
    found: Ready = await request.app.state.readiness.now()
    return Response(found, status_code=HTTP_200_OK if found.ready else HTTP_503_SERVICE_UNAVAILABLE)


@get("/metrics", summary="What the server counts", tags=["watching"], sync_to_thread=False)
def metrics(request: AnyRequest, venue: Here) -> Response[bytes]:
    """Return the metrics in Prometheus's text format, to this machine or to a caller with the token of the house."""
    if not (_from_here(request) or _with_token(request)):
        raise RefusedError(Refusal(Reason.ROLE, "The metrics are for this machine, or for whoever has their token", ()))
    return Response(venue.metrics.text(), media_type=MEDIA_TYPE)


def _from_here(request: AnyRequest) -> bool:
    try:
        return ip_address(address_of(request)).is_loopback
    except ValueError:
        return False


def _with_token(request: AnyRequest) -> bool:
    token = os.environ.get(TOKEN, "")
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    return bool(token) and hmac.compare_digest(token.encode(), given.encode())
