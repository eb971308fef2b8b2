"""Names and texts of the rulebooks, formatted for a page."""


def anchor(cite: str) -> str:
    """Return the anchor of a paragraph or an interpretation on its document's page."""
    return f"p{cite}" if cite[0].isdigit() else cite.lower()


def words(name: str) -> str:
    """Return a name with spaces in place of underscores."""
    return name.replace("_", " ")


def names(several: tuple[str, ...]) -> str:
    """Return names of code as a list in a sentence."""
    return ", ".join(f"`{one}`" for one in several)


def text(said: str) -> str:
    """Return text with its markup characters escaped."""
    return said.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_").replace("[", "\\[")


def cell(said: str) -> str:
    """Return text escaped for a cell of a table."""
    return text(said).replace("|", "\\|").replace("\n", " ")
