"""Names and texts of the rulebooks as words of a page."""


def anchor(cite: str) -> str:
    """Where a paragraph or an interpretation stands on its document's page."""
    return f"p{cite}" if cite[0].isdigit() else cite.lower()


def words(name: str) -> str:
    """A name as one says it."""
    return name.replace("_", " ")


def names(several: tuple[str, ...]) -> str:
    """Names of code, one after the other."""
    return ", ".join(f"`{one}`" for one in several)


def text(said: str) -> str:
    """Text that is no markup, whatever it holds."""
    return said.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_").replace("[", "\\[")


def cell(said: str) -> str:
    """The same within a table."""
    return text(said).replace("|", "\\|").replace("\n", " ")
