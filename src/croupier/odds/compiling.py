"""Compiling kernels, and the folder in which the compiled code is kept.

The folder is named by a hash over the source of every kernel: when a kernel that another module calls changes, the
caller's old code must not be found again. The folder is in the user's cache; if that is not writable, it is a private
temporary one that is deleted with the process.

Kernels copy arrays number by number. For an assignment to a slice the compiler would also translate NumPy's error
message about shapes, which takes it two seconds.
"""

import atexit
import hashlib
import signal
import threading
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba

from croupier.odds.caches import alone_at, prune_folders, use_folder, user_folder

Function = TypeVar("Function", bound=Callable[..., Any])
Result = TypeVar("Result")


_ROOMS: Final = ("odds", "trials")
"""The rooms that have kernels."""


def source_hash() -> str:
    """Return 16 hexadecimal digits that name this state of the kernels: a hash over every source file that has one."""
    digest = hashlib.sha256()
    folder = Path(__file__).parent.parent
    for path in sorted(path for room in _ROOMS for path in (folder / room).rglob("*.py")):
        source = path.read_bytes()
        if b"@kernel" in source:
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + source + b"\0")
    return digest.hexdigest()[:16]


_compiling: Final = threading.RLock()
"""The compiler's lock, taken before a kernel's: a thread that waits for a kernel must not hold the compiler."""


@cache
def kept_folder() -> Path:
    """Create the folder of compiled code, configure the compiler once, and return the folder.

    The compiler is told not to turn table look-ups into gather instructions, which cost more than they save. The folder
    is marked as in use until the process ends. Code of earlier versions is removed.
    """
    folder = user_folder() / f"kernels-{source_hash()}"
    setattr(numba.config, "CACHE_DIR", str(folder))  # noqa: B010
    setattr(numba.config, "LOOP_VECTORIZE", 0)  # noqa: B010
    in_use = use_folder(folder)
    if in_use is not None:
        atexit.register(in_use.close)
    prune_folders(other for other in user_folder().glob("kernels-*") if other != folder)
    return folder


def kernel(function: Function) -> Function:
    """Compile on the first call, keep the code, and run without the interpreter's lock."""
    folder = kept_folder()
    compiled: Any = numba.njit(cache=True, nogil=True)(function)
    compiled.compile = _once(undisturbed(compiled.compile), folder / f".{function.__module__}.{function.__name__}")
    return cast(Function, compiled)


def _once(work: Callable[..., Result], lock: Path) -> Callable[..., Result]:
    """Wrap ``work`` so that of several processes that need a kernel, one compiles it and the others load its code."""

    @wraps(work)
    def done(*given: Any, **named: Any) -> Result:
        with _compiling, alone_at(lock):
            return work(*given, **named)

    return done


def undisturbed(work: Callable[..., Result]) -> Callable[..., Result]:
    """Run something during which Ctrl-C waits: the compiler's callbacks would swallow it, or stop half-way through."""

    @wraps(work)
    def done(*given: Any, **named: Any) -> Result:
        if threading.current_thread() is not threading.main_thread():
            return work(*given, **named)  # signals are the main thread's
        heard: list[int] = []
        before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
        try:
            return work(*given, **named)
        finally:
            signal.signal(signal.SIGINT, before)
            if heard and callable(before):
                before(signal.SIGINT, None)

    return done
