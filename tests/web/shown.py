"""What a browser shows after a message: pages, and meters that were sent alone since."""

from typing import Any


def take_in(pages: dict[str, Any], message: dict[str, Any]) -> bool:
    """Keep what a message says of a topic. Returns whether it says anything of one."""
    match message["type"]:
        case "page":
            pages[message["topic"]] = message["page"]
        case "meter":  # never before the page that it stands on
            page = pages[message["topic"]]
            face = page["face"] | {"meter": message["meter"]}
            pages[message["topic"]] = page | {"face": face, "clock": message["clock"]}
        case _:
            return False
    return True
