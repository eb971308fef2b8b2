"""The folders of a user's data."""

import os
from pathlib import Path

from platformdirs import user_data_path


def wanted_folder() -> Path:
    """Return ``CROUPIER_DATA``, or the folder ``croupier`` in the system's place for a user's data."""
    named = os.environ.get("CROUPIER_DATA")
    return Path(named) if named else user_data_path("croupier", appauthor=False)


def data_folder() -> Path:
    """Return the user's folder for croupier's data, and create it if it is missing."""
    folder = wanted_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder
