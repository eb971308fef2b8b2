"""Where a user's data lie."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """The user's folder for croupier's data, made where it is missing."""
    named = os.environ.get("CROUPIER_DATA")
    if named:
        folder = Path(named)
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support" / "croupier"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "croupier"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
