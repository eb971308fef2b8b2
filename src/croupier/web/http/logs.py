"""The server's log on standard error, without cookies, bodies or cards.

It is a JSON object per line, for a log collector, or plain lines at a terminal.
"""

import logging
import sys

import structlog


def to_standard_error(level: int = logging.WARNING, *, at_terminal: bool = False, entries: bool = True) -> None:
    """Log everything that croupier and its libraries report, from a level on.

    ``entries`` is True to log sign-ins too, which nobody needs of a demonstration.
    """
    shared: list[structlog.types.Processor] = [
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer: list[structlog.types.Processor] = [
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(ensure_ascii=False),
    ]
    if at_terminal:
        # A plain traceback: Rich's would show the values of variables, and cards among them.
        renderer = [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *renderer,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    logging.getLogger("croupier.door").setLevel(logging.INFO if entries else level)
