"""What a field or a parameter means wherever it has this name: the words of those that have none of their own.

A field that means something else in one shape says so there. What neither has is told by its name, or by the shape that
it has (``tests/unit/web/api/test_description.py``).
"""

from collections.abc import Iterator
from typing import Any

_CREDITS = "reports that can still be made; -1: unlimited"
_OF_A_USER = f"of a user's own, apart from an organization's: {_CREDITS}; null: none of their own"
_MOMENT = "in UTC"

NAMED = {
    "addedBy": "by name; empty for one's own, and when the account is gone",
    "canSaveToArchive": "false: reports stay drafts, and are not archived",
    "clientId": "`id` of a client of the organization; null, or left out: of none yet",
    "client_id": "`id` of a client of the organization",
    "confirmPassword": "`newPassword` again",
    "copiesEmpty": "sections without content go along in copies, prints and downloads",
    "country": "where the engine is, as the installation states it",
    "currentCredits": _CREDITS,
    "currentPassword": "that of the account that calls",
    "device_id": "`id` of a device of the caller",
    "domain_id": "`id` of a domain of the organization",
    "draftId": "`id` of one's own draft; null: none yet, as nothing was said",
    "draft_id": "`id` of one's own draft",
    "engine": "its key; empty when it is not known",
    "format": "of the answer",
    "heard": "what the engine wrote for `word`",
    "host": "the machine that is asked; empty for this one",
    "invitationToken": "of the link in the mail of an invitation; left out by who was not invited",
    "invitation_id": "`id` of an invitation of the organization",
    "isActive": "false: paused, and cannot sign in",
    "isEmailVerified": "the link in the mail to this address was opened",
    "key_id": "`id` of a passkey of the caller",
    "lastSeenAt": "when it was last used, in UTC",
    "message": "a Dutch sentence to show",
    "maxUsers": "the most members it may have",
    "model": "as the engine calls it; empty when it is not known",
    "monthlyCredits": "to what the balance is topped up once a calendar month; -1: unlimited",
    "newPassword": "12 to 128 characters: a capital, a small letter, a digit and one of @$!%*?&#",
    "organizationId": "`id` of an organization; null: of none",
    "organization_id": "`id` of an organization",
    "party": "who is behind the engine, as the installation states it",
    "personalCredits": _OF_A_USER,
    "personalCurrentCredits": _OF_A_USER,
    "plan": "an id of the catalogue",
    "receipt_id": "`id` of a receipt",
    "recordingId": "the id that the file was sent under",
    "recording_id": "the id that the file was sent under",
    "reference": "how people name the report, as in R-2026-4F7A9C21",
    "region": "`local` is this server or its private network",
    "reportId": "`id` of an archived report",
    "report_id": "`id` of an archived report of the organization",
    "reviewedAt": "when exactly this report was signed off, in UTC; null: it was not",
    "role": "`user` is a care worker; `admin` manages an organization; `platform_admin` all of them, and is in none",
    "saveReportsToArchive": "false: reports stay drafts, and are not archived",
    "scope": "`mine` is one's own list, `organization` that of all its members",
    "spoken": "the sentences of the transcript, in order",
    "structuredReport": "markdown: `## ` and a heading, then its sentences; null: no report",
    "task": "`speech`: sound to text; `structuring`: text to report",
    "template_id": "`id` of a template of the organization",
    "token": "of the link in a mail",
    "transcript": "what was said, as plain text",
    "user_id": "`id` of a user",
    "userName": "the care worker",
    "version": "grows with each change",
    "word_id": "`id` of a word of a list",
}


def explain(described: dict[str, Any]) -> None:
    """Give every field and parameter that says nothing the words of its name, or else of its type."""
    for name, told in _silent(described):
        words = NAMED.get(name) or (_MOMENT if told.get("format") == "date-time" else "")
        if words:
            told["description"] = words


def _silent(described: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for shape in described["components"]["schemas"].values():
        yield from ((name, told) for name, told in shape.get("properties", {}).items() if _is_silent(told))
    for operations in described["paths"].values():
        for operation in operations.values():
            yield from ((one["name"], one) for one in operation.get("parameters", ()) if _is_silent(one))


def _is_silent(told: dict[str, Any]) -> bool:
    """A shape that a field has whole says itself what it is."""
    return not told.get("description") and "$ref" not in told
