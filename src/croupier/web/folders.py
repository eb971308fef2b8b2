"""Where a user's data are kept."""

import os
from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """The user's folder for croupier's data, created if it is missing."""
    named = os.environ.get("CROUPIER_DATA")
    folder = Path(named) if named else user_data_path("croupier", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
