"""Responses to refusals and errors: one sentence and its paragraphs, never a traceback."""

import logging
from typing import Any, Final

from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.status_codes import (
    HTTP_400_BAD_REQUEST,
    HTTP_401_UNAUTHORIZED,
    HTTP_403_FORBIDDEN,
    HTTP_404_NOT_FOUND,
    HTTP_409_CONFLICT,
    HTTP_412_PRECONDITION_FAILED,
    HTTP_422_UNPROCESSABLE_ENTITY,
    HTTP_424_FAILED_DEPENDENCY,
    HTTP_429_TOO_MANY_REQUESTS,
    HTTP_500_INTERNAL_SERVER_ERROR,
    HTTP_503_SERVICE_UNAVAILABLE,
)
from msgspec import Struct

from croupier.floor.house.credentials import Session, is_throttled
from croupier.floor.house.second_factor import ASKED, MISSING
from croupier.floor.journal.store import DoubtError, StoreError
from croupier.notation.problem import shortened
from croupier.play.refusal import Reason, Refusal

_log = logging.getLogger(__name__)
_STATUS: Final = {
    Reason.ROLE: HTTP_403_FORBIDDEN,
    Reason.STALE: HTTP_409_CONFLICT,
    Reason.MOMENT: HTTP_409_CONFLICT,
    Reason.NOT_YOUR_TURN: HTTP_409_CONFLICT,
    Reason.FACT: HTTP_422_UNPROCESSABLE_ENTITY,
}
_FACTOR: Final = {
    ASKED.sentence: HTTP_412_PRECONDITION_FAILED,
    MISSING.sentence: HTTP_424_FAILED_DEPENDENCY,
}
_PLAIN: Final = {
    HTTP_400_BAD_REQUEST: "This request cannot be read",
    HTTP_401_UNAUTHORIZED: "Sign in first",
    HTTP_404_NOT_FOUND: "There is nothing here",
}
_EMPTY: Final = ("data", "'data'")
LOST: Final = "The house's database cannot be used at the moment: nothing has changed; ask again in a moment"

SignedInRequest = Request[Session, str, State]
"""A request of a person who is signed in."""
VisitorRequest = Request[Session | None, str, State]
"""A request of a person who may be signed in."""
AnyRequest = Request[Any, Any, State]
"""A request that is answered without asking who makes it."""


class Problem(Struct, frozen=True):
    """The body of a response that is no success."""

    reason: str
    sentence: str
    cites: tuple[str, ...] = ()


class RefusedError(HTTPException):
    """A refusal as an HTTP response."""

    def __init__(self, refusal: Refusal, status: int | None = None, headers: dict[str, str] | None = None) -> None:
        super().__init__(detail=refusal.sentence, status_code=status or status_of(refusal), headers=headers)
        self.refusal = refusal


def status_of(refusal: Refusal) -> int:
    """Return the HTTP status of a refusal: the request was understood, and nothing was done."""
    return _STATUS.get(refusal.reason, HTTP_409_CONFLICT)


def factor_status(refusal: Refusal) -> int | None:
    """Return the status that tells a page that only a code, or a second factor as such, is missing; None otherwise."""
    return _FACTOR.get(refusal.sentence)


def too_many(refusal: Refusal) -> int | None:
    """Return status 429 for a refusal because of too many attempts or too many people; None for others."""
    return HTTP_429_TOO_MANY_REQUESTS if is_throttled(refusal) else None


def missing(sentence: str) -> RefusedError:
    """Return a 404 response with a sentence."""
    return RefusedError(Refusal(Reason.FACT, sentence, ()), HTTP_404_NOT_FOUND)


def on_refusal(_request: AnyRequest, wrong: RefusedError) -> Response[Problem]:
    """Return the response to a refusal."""
    refusal = wrong.refusal
    told = Problem(refusal.reason.value, refusal.sentence, refusal.cites)
    return Response(told, status_code=wrong.status_code, headers=wrong.headers)


def on_bad_request(_request: AnyRequest, wrong: ValidationException) -> Response[Problem]:
    """Return the response to a request with invalid parts, which are named."""
    extra = wrong.extra if isinstance(wrong.extra, list) else []
    told = [_invalid(one) for one in extra if isinstance(one, dict)]
    sentence = "; ".join(told).replace("`", "") or "This request cannot be read"
    return Response(Problem(Reason.FACT.value, shortened(sentence, 400)), status_code=HTTP_400_BAD_REQUEST)


def _invalid(part: dict[str, object]) -> str:
    """Return a sentence about an invalid part of a request, or about a missing body."""
    key, message = part.get("key") or "the request", part.get("message", "")
    return "The request has no body: send a JSON object" if (key, message) == _EMPTY else f"{key}: {message}"


def on_http(_request: AnyRequest, wrong: HTTPException) -> Response[Problem]:
    """Return the response to an error of the framework."""
    sentence = _PLAIN.get(wrong.status_code, wrong.detail or "This cannot be done")
    return Response(Problem("request", sentence), status_code=wrong.status_code, headers=wrong.headers)


def on_unreadable(_request: AnyRequest, _wrong: Exception) -> Response[Problem]:
    """Return the response to a body that is nested too deeply, or is not text."""
    return Response(Problem("request", _PLAIN[HTTP_400_BAD_REQUEST]), status_code=HTTP_400_BAD_REQUEST)


def on_doubt(_request: AnyRequest, wrong: DoubtError) -> Response[Problem]:
    """Return the response to an act of unknown outcome: the caller asks again with the same key and learns it."""
    _log.warning("%s", wrong)
    sentence = "The house's database was lost before it said whether this was done: ask again with the same key"
    return Response(Problem("doubt", sentence), status_code=HTTP_503_SERVICE_UNAVAILABLE, headers={"retry-after": "1"})


def on_lost(request: AnyRequest, wrong: StoreError) -> Response[Problem]:
    """Return the response while the database is away, or refuses: another server may still have it."""
    _log.error("%s %s failed: %s", request.method, request.scope["path"], wrong)
    return Response(Problem("lost", LOST), status_code=HTTP_503_SERVICE_UNAVAILABLE, headers={"retry-after": "1"})


def on_bug(request: AnyRequest, wrong: Exception) -> Response[Problem]:
    """Log a bug, and return a response that tells the caller nothing about it."""
    _log.error("%s %s failed", request.method, request.scope["path"], exc_info=wrong)
    sentence = "This could not be done because of a system error, which has been logged. Nothing has changed."
    return Response(Problem("error", sentence), status_code=HTTP_500_INTERNAL_SERVER_ERROR)
