"""The dictation recorder: records in segments, stores them encrypted on the device, uploads them to ``POST /api/stt``.

It runs in the browser and does not need the websocket; the page only gets an event when a dictation starts or is
finished. Modules: ``recorder.jsx``, ``notices.jsx``, ``wave.jsx`` (with ``bars.js``) and ``view.jsx`` render;
``session.js`` coordinates; ``state.js`` is the state machine and ``live.js`` has its state; ``microphone.js`` runs a
recording and ``sending.js`` sends its segments; ``capture.js`` records; ``meter.js`` listens, ``loudness.js``
calculates levels and pauses, and ``cutting.js`` decides where a segment ends; ``store.js`` stores (in ``device.js``,
by ``indexed.js``), ``vault.js`` encrypts and ``kept.js`` keeps the sound of what was transcribed; ``upload.js``
uploads; ``recovery.js`` finds unfinished dictations and ``unsent.jsx`` reports them on the other steps;
``watchdog.js`` detects problems; ``texts.js`` has all texts.
"""

import reflex as rx

from ..scripts import script

_JS = script("recorder/recorder.jsx")
_UNSENT = script("recorder/unsent.jsx")


def _finished(dictation_id: rx.Var[str], draft_id: rx.Var[str]) -> tuple[rx.Var[str], rx.Var[str]]:
    return dictation_id, draft_id


class Recorder(rx.NoSSRComponent):
    """The recording step: two children (text, dock) for ``main.recorder``, after the wizard's head.

    ``user_key`` is a stable opaque string per user: another user of the same device never gets this user's audio.
    ``draft_id`` and ``base_text`` are the draft to append to, and its current text ('' for a new draft).
    ``adopted`` is the id of the last dictation that the page has taken over; its record may then be deleted.
    ``visit`` is another number each time the page has been loaded: a press shortly before on something with the former
    number in ``data-begins`` then begins a recording.
    ``can_preview``: the page knows what the next step will show, which is the draft's text and what is said now, and
    its websocket is there (``wizard_steps.jsx``).

    ``guide`` is shown before the first words: the sections of the report, each with a question. During a dictation its
    titles are shown, and those in ``covered`` lit, the present one last (None: no titles); ``on_said(text)`` after each
    segment, with the words of this dictation.
    ``on_started(dictation_id)`` when a new dictation begins, ``on_resumed`` when one goes on;
    ``on_finished(dictation_id, draft_id)`` when all text has arrived (``draft_id`` may be ''), repeated every 10 s and
    after a reload until adopted; ``on_type_instead()`` adds the button 'Liever typen'.
    """

    library = _JS
    tag = "Recorder"

    user_key: rx.Var[str]
    draft_id: rx.Var[str]
    base_text: rx.Var[str]
    adopted: rx.Var[str]
    visit: rx.Var[int]
    can_preview: rx.Var[bool]
    guide: rx.Var[list[list[str]]]
    covered: rx.Var[list[str] | None]

    on_started: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    on_resumed: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    on_finished: rx.EventHandler[_finished]
    on_said: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    on_type_instead: rx.EventHandler[rx.event.no_args_event_spec]


class DictationAdopted(rx.NoSSRComponent):
    """Renders nothing; notifies the recorder that the page has adopted a dictation. For steps without a recorder."""

    library = _JS
    tag = "DictationAdopted"

    adopted: rx.Var[str]


class Unsent(rx.NoSSRComponent):
    """Shows that this draft has unsent audio on this device; ``on_go()`` opens the recording step.

    From the recorder's module, which such a page has: fetching another one would delay the transcript.
    """

    library = _JS
    tag = "Unsent"

    user_key: rx.Var[str]
    draft_id: rx.Var[str]

    on_go: rx.EventHandler[rx.event.no_args_event_spec]


class UnsentAnywhere(rx.NoSSRComponent):
    """Shows that there is unsent audio of this user on this device, with the way to it."""

    library = _UNSENT
    tag = "UnsentAnywhere"

    user_key: rx.Var[str]


recorder = Recorder.create
dictation_adopted = DictationAdopted.create
unsent = Unsent.create
unsent_anywhere = UnsentAnywhere.create
