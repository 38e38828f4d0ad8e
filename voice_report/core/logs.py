"""Logs that record what happened and never what was said (security.md S28).

No message that could carry a user's data is printed: an exception is logged as its type and traceback locations,
without its text, and a library's record only as its source location, because libraries format received values into
their messages. Our own messages are also checked for anything that looks like a secret, and a line break in them
cannot start a line that looks like another record.

A line is text, or an object of JSON (``LOG_FORMAT``), with the same contents. Its moment has the machine's time zone.
"""

import io
import json
import logging
import re
import sys
import traceback
import uuid
from contextvars import ContextVar
from datetime import datetime

#: The id of the current request or event; the user sees it when something unexpected happens.
request_id: ContextVar[str] = ContextVar("request_id", default="-")

#: Loggers whose messages are printed: our own, and those of programs that log nothing they received.
_SPEAKING = ("voice_report", "granian", "_granian", "alembic")

#: Loggers that are too verbose about normal operation.
_TALKATIVE = (
    "reflex",
    "engineio",
    # By name: python-engineio and python-socketio add their own handler to a logger without a level.
    "engineio.server",
    "socketio",
    "socketio.server",
    "asyncio",
    "py.warnings",
    "multipart",
    "python_multipart",
    "starlette",
    "httpx",
    "httpcore",
    "openai",
    "stripe",
    "sqlalchemy.engine",
    "faster_whisper",
    "alembic",
)

_SECRETS = (
    (
        re.compile(r"(?i)\b(password|wachtwoord|token|cookie|authorization|secret|api[_-]?key)(\"?'?\s*[=:]\s*)\S+"),
        r"\1\2***",
    ),
    (re.compile(r"\b[A-Za-z0-9_-]{40,}\b"), "***"),
    (re.compile(r"\b\d{9}\b"), "***"),
    (re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+"), "***"),
)

_LINE_BREAKS = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]+")

logger = logging.getLogger("voice_report")
#: Of the access log, whose records have ``fields`` (``web.telemetry``).
ACCESS = "voice_report.access"


class RedactingFormatter(logging.Formatter):
    """Write one line per record, and an exception as types and locations only."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{_moment(record)} {record.levelname} [{request_id.get()}] {record.name}: {_message(record)}"
        if record.exc_info and record.exc_info[1] is not None:
            line += "\n" + places(record.exc_info[1])
        return line


class JsonFormatter(logging.Formatter):
    """Write the same as an object of JSON on one line, with the fields of the access log as numbers and words."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": _moment(record),
            "level": record.levelname,
            "request_id": request_id.get(),
            "logger": record.name,
            "message": _message(record),
            **(getattr(record, "fields", {}) if record.name == ACCESS else {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            told["exception"] = places(record.exc_info[1])
        return json.dumps(told, ensure_ascii=False)


#: By the value of ``LOG_FORMAT``.
FORMATS: dict[str, type[logging.Formatter]] = {"text": RedactingFormatter, "json": JsonFormatter}


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")


def _message(record: logging.LogRecord) -> str:
    if record.name.split(".")[0] in _SPEAKING:
        return _LINE_BREAKS.sub(" ", redact(record.getMessage()))
    return f"{record.module}.{record.funcName}:{record.lineno}"


def redact(message: str) -> str:
    """Mask anything that looks like a secret, a BSN or a mail address."""
    for pattern, replacement in _SECRETS:
        message = pattern.sub(replacement, message)
    return message


def places(error: BaseException | None) -> str:
    """Describe an exception and its causes by type and traceback locations, without their texts."""
    lines = []
    while error is not None:
        lines.append(f"  {type(error).__module__}.{type(error).__qualname__}")
        for frame in traceback.extract_tb(error.__traceback__)[-12:]:
            lines.append(f"    {frame.filename}:{frame.lineno} in {frame.name}")
        error = error.__cause__ or error.__context__
    return "\n".join(lines)


def unexpected(error: BaseException) -> str:
    """Log a bug and return the Dutch sentence for the user, with the id to find the log line by."""
    number = request_id.get()
    if number == "-":
        number = new_request_id()
    logger.error("unexpected failure %s", number, exc_info=error)
    return f"Er ging iets mis. Probeer het opnieuw. Blijft het misgaan, noem dan dit nummer: {number}"


def new_request_id() -> str:
    """Return a short random id, easy to read out over the telephone."""
    return uuid.uuid4().hex[:8]


def set_up(kind: str = "text") -> None:
    """Send every logger through the one redacting handler on standard error, in a format of ``FORMATS``. Called once,
    before anything logs."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # in a bare locale a printed 'é' would end the program
        sys.stdout.reconfigure(errors="replace")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(FORMATS[kind]())
    root = logging.getLogger()
    root.handlers = [other for other in root.handlers if type(other) is not logging.StreamHandler] + [handler]
    root.setLevel(logging.INFO)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.captureWarnings(True)
