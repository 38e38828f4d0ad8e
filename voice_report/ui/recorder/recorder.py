"""The dictation recorder: records in segments, keeps them encrypted on the device, brings them to ``POST /api/stt``.

All of it runs in the browser and none of it needs the websocket; the page only hears that a dictation has started or is
finished. Where to read what: ``recorder.jsx``, ``notices.jsx``, ``view.jsx`` show; ``session.js`` ties together;
``state.js`` is what it is doing; ``capture.js`` records, ``meter.js`` listens, ``store.js`` and ``vault.js`` keep,
``upload.js`` sends, ``recovery.js`` finds what was left behind and ``unsent.jsx`` says so on the other steps,
``watchdog.js`` notices what goes wrong; ``texts.js`` has every word.
"""

import reflex as rx

from ..scripts import script

_JS = script("recorder/recorder.jsx")
_UNSENT = script("recorder/unsent.jsx")


def _finished(dictation_id: rx.Var[str], draft_id: rx.Var[str]) -> tuple[rx.Var[str], rx.Var[str]]:
    return dictation_id, draft_id


def _notice(
    title: rx.Var[str], description: rx.Var[str], destructive: rx.Var[bool]
) -> tuple[rx.Var[str], rx.Var[str], rx.Var[bool]]:
    return title, description, destructive


class Recorder(rx.NoSSRComponent):
    """The recording step: two children (text, dock) for ``main.recorder``, after the wizard's head.

    ``user_key`` is a stable opaque string per user: another user of the same device never sees this one's sound.
    ``draft_id`` and ``base_text`` are the draft that is added to, and what it says already ('' for a new one).
    ``adopted`` is the id of the last dictation the page has taken over, whose record may then go.
    ``cut_after``, ``cut_at_latest`` (seconds) and ``pause_ms`` say when a segment ends.

    ``guide`` is shown until there are words: the sections of the report, each with a question.
    ``on_started(dictation_id)``; ``on_finished(dictation_id, draft_id)`` when all text is there (``draft_id`` may be
    ''), repeated every 10 s and after a reload until adopted; ``on_type_instead()`` adds the button 'Liever typen'.
    ``on_notice(title, description, destructive)`` replaces the recorder's own toasts.
    """

    library = _JS
    tag = "Recorder"

    user_key: rx.Var[str]
    draft_id: rx.Var[str]
    base_text: rx.Var[str]
    adopted: rx.Var[str]
    guide: rx.Var[list[list[str]]]
    cut_after: rx.Var[float]
    cut_at_latest: rx.Var[float]
    pause_ms: rx.Var[int]

    on_started: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    on_finished: rx.EventHandler[_finished]
    on_type_instead: rx.EventHandler[rx.event.no_args_event_spec]
    on_notice: rx.EventHandler[_notice]


class DictationAdopted(rx.NoSSRComponent):
    """Shows nothing; tells the recorder that the page has taken over a dictation. For the steps without a recorder."""

    library = _JS
    tag = "DictationAdopted"

    adopted: rx.Var[str]


class Unsent(rx.NoSSRComponent):
    """Says that this draft has sound on this device that was never sent; ``on_go()`` leads to the recording step."""

    library = _UNSENT
    tag = "Unsent"

    user_key: rx.Var[str]
    draft_id: rx.Var[str]

    on_go: rx.EventHandler[rx.event.no_args_event_spec]


recorder = Recorder.create
dictation_adopted = DictationAdopted.create
unsent = Unsent.create
