"""The mathematics: kernels that rank millions of hands a second, and exact solutions of the games built on them.

``croupier.odds`` is also the name of a function of the library, and an imported module hides a function of the same
name. This module is therefore callable, and passes the call to :func:`croupier.library.counting.odds`.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Asked(ModuleType):
    def __call__(self, *given: Any, **named: Any) -> Any:
        return import_module("croupier.library.counting").odds(*given, **named)


sys.modules[__name__].__class__ = _Asked
