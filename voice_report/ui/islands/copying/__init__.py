"""Copying a report: as a whole, and field by field for a record system that has one field per heading."""

from typing import Any

import reflex as rx

from ...scripts import component, no_args, one_text

#: 'Kopiëren', the main action on a finished report: copies the ``text`` (markdown) as words and as HTML, in the click
#: handler itself; the children come before the label. ``empty``: sections without content go along. ``live``: copy the
#: report as it is being edited on this page, which the server may not have yet. ``done``: it was copied, and another
#: button is the filled one. ``mark`` is what the HTML says to programs, and the last line of the
#: plain text where the organization wants one (``processing.provenance.of_copy``).
#: ``on_copied(draft_id)``.
copy_button = component(
    "islands/copying/copy_button.jsx", "CopyButton", draft_id=str, text=str, mark=dict[str, str], live=bool,
    empty=bool, disabled=bool, done=bool, on_copied=one_text, on_failed=no_args,
).create  # fmt: skip

#: 'Kopieer per kop', the filled button on a device that copied so last; ``only_last``: shown in that case alone.
per_heading_button = component(
    "islands/copying/per_heading_button.jsx", "PerHeadingButton", done=bool, only_last=bool, disabled=bool,
    on_open=no_args,
).create  # fmt: skip

#: How a sample is copied with a ``profile`` that is being made; ``values`` are its measured values.
field_preview = component(
    "islands/copying/preview.jsx", "FieldPreview", markdown=str, headings=list[list[str]],
    values=list[dict[str, str]], profile=dict[str, Any],
).create  # fmt: skip

#: The fields of a report (``markdown``), each with a button; with a ``profile`` (``pages/reports/profile_choice.py``)
#: those of the organization's record system. ``headings`` are those of its template: [title, ...]. ``stored`` has the
#: ticks of a draft (``is_draft``) on the server: the digest of what was copied, by field. ``empty`` and ``mark`` are as
#: with ``copy_button``. ``on_copied(report_id, whole)``; ``next`` are the words of the way on (``on_next``), and
#: ``begins`` says whether that begins a recording. The children stand next to it when everything was copied.
#: ``on_points``: to the points of a draft that are still to be checked.
copy_fields = component(
    "islands/copying/copy_fields.jsx", "CopyFields", base=rx.NoSSRComponent, report_id=str, markdown=str,
    mark=dict[str, str], headings=list[list[str]], profile=dict[str, Any], stored=dict[str, str],
    is_draft=bool, empty=bool, level=int, next=str, begins=str,
    on_copied=rx.event.passthrough_event_spec(str, bool),  # pyright: ignore[reportCallIssue]
    on_next=no_args, on_points=no_args,
).create  # fmt: skip
