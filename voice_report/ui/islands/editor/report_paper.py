"""The React components of the paper."""

import reflex as rx

from ...kit.text.text_editor import KeptText
from ...scripts import script


class ReportPaper(KeptText, rx.NoSSRComponent):
    """The concept on paper; its two children are what stands next to the paper and below it.

    ``value`` is the server's report (markdown) and ``transcript`` what it is compared with. ``headings`` has for each
    section of its template [title, key, form]; ``template`` is that template's key. ``reviewed`` says who has checked
    it, and when; ``is_closed`` that it is in the archive. The other properties are those of ``KeptText``.

    ``on_voice(title)`` asks for a recording that comes under a heading; ``on_sign`` is 'Nagekeken'; ``on_date`` asks to
    change the report's date. ``on_tidy(keys, all)`` says which small changes of spoken sentences are undone.
    """

    library = script("islands/editor/report_paper.jsx")
    tag = "ReportPaper"

    transcript: rx.Var[str]
    headings: rx.Var[list[list[str]]]
    template: rx.Var[str]
    heading: rx.Var[str]
    date: rx.Var[str]
    author: rx.Var[str]
    reviewed: rx.Var[str]
    is_closed: rx.Var[bool]

    on_voice: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    on_sign: rx.EventHandler[rx.event.no_args_event_spec]
    on_date: rx.EventHandler[rx.event.no_args_event_spec]
    on_tidy: rx.EventHandler[rx.event.passthrough_event_spec(list[str], bool)]  # pyright: ignore[reportCallIssue]


class UndoButtons(rx.NoSSRComponent):
    """'Ongedaan maken' and 'Opnieuw doen' for the report on the paper of this page."""

    library = script("islands/editor/undo.jsx")
    tag = "UndoButtons"


report_paper = ReportPaper.create
undo_buttons = UndoButtons.create
