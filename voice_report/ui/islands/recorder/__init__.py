"""The dictation recorder: records in segments, stores them encrypted on the device, uploads them to ``POST /api/stt``.

It runs in the browser and does not need the websocket; the page only gets an event when a dictation starts or is
finished. ``session/`` coordinates: ``session.js`` uses all others, ``state.js`` is the state machine and ``live.js``
has its state. ``capture/`` records: ``microphone.js`` runs a recording, ``meter.js`` listens, ``loudness.js``
calculates levels and pauses, ``cutting.js`` decides where a segment ends, and ``watchdog.js`` detects problems.
``device/`` stores: ``store.js`` (by ``indexed.js``) the segments that ``vault.js`` encrypts, ``playback_cache.js`` the
sound of what was transcribed; ``recovery.js`` finds unfinished dictations. ``sending/`` uploads and streams. ``view/``
renders; its ``texts.js`` has all texts. ``chosen/`` is a recording that was chosen as a file: ``chosen.js`` sends it to
``POST /api/recordings`` and follows it, ``choice.js`` looks at the file, ``identity.js`` names it.

What hides /new-report when a session ends while its user is talking (security.md S47): ``lock_screen.jsx`` renders it
and ``use_lock_screen.js`` decides when; ``locked_page.jsx`` takes the page away meanwhile, and ``sealed_choice.js``
seals what was chosen. Signing in again is ``sign_in/sign_in_again.jsx``.
"""

from typing import Any

import reflex as rx

from ...kit.text.text_editor import TextEditor
from ...scripts import component, no_args, one_text, script

_TWO = rx.event.passthrough_event_spec(str, str)  # pyright: ignore[reportCallIssue]
_THREE = rx.event.passthrough_event_spec(str, str, str)  # pyright: ignore[reportCallIssue]

#: The recording step: two children (text, dock) for ``main.recorder``, after the wizard's head. ``user_key`` is a
#: stable opaque string per user: another user of the same device never gets this user's audio. ``draft_id`` and
#: ``base_text`` are the draft to append to, and its current text ('' for a new draft). ``adopted`` is the id of the
#: last dictation that the page has taken over; its record may then be deleted. ``visit`` is another number for each
#: visit, 0 before the first is loaded: a press shortly before, in the former visit, on what is marked with ``begins``
#: then begins a recording. ``can_preview``: the page knows what the next step will show, which is the draft's text and
#: what is said now, and its websocket is there (``wizard_steps.jsx``). ``guide`` is shown before the first words: the
#: sections of the report, each with a question. During a dictation its titles are shown, and those in ``covered`` lit,
#: the present one last (None: no titles); ``on_said(text)`` after each segment, with the words of this dictation.
#: ``on_started(dictation_id)`` when a new dictation begins, ``on_resumed`` when one continues;
#: ``on_finished(dictation_id, draft_id)`` when all text has arrived (``draft_id`` may be ''), repeated every 10 s and
#: after a reload until adopted; ``on_type_instead()`` adds the button 'Liever typen'. ``can_choose`` adds 'Opname
#: kiezen', for a sound file; ``recording`` is what the server has of such a file for this draft: {id, draftId, state,
#: done, total, code, sentence} or None. ``on_sent(recording_id, draft_id)`` when the server has a file, and a draft for
#: its text.
recorder = component(
    "islands/recorder/view/recorder.jsx", "Recorder", base=rx.NoSSRComponent, user_key=str, draft_id=str, base_text=str,
    adopted=str, visit=int, can_preview=bool, guide=list[list[str]], covered=list[str] | None, can_choose=bool,
    recording=dict[str, Any] | None, on_started=one_text, on_resumed=one_text, on_finished=_TWO, on_said=one_text,
    on_sent=_TWO, on_type_instead=no_args,
).create  # fmt: skip

#: Renders nothing; notifies the recorder that the page has adopted a dictation. For steps without a recorder.
dictation_adopted = component(
    "islands/recorder/view/recorder.jsx", "DictationAdopted", base=rx.NoSSRComponent, adopted=str
).create

#: Shows that this draft has unsent audio on this device; ``on_go()`` opens the recording step. From the recorder's
#: module, which such a page has: fetching another one would delay the transcript.
unsent = component(
    "islands/recorder/view/recorder.jsx", "Unsent", base=rx.NoSSRComponent, user_key=str, draft_id=str, on_go=no_args
).create

#: Shows that there is unsent audio of this user on this device, with the way to it.
unsent_anywhere = component(
    "islands/recorder/session/unsent_anywhere.jsx", "UnsentAnywhere", base=rx.NoSSRComponent, user_key=str
).create

#: Renders nothing until a session ends during a dictation. ``user_key`` to ``email`` are the user's, ``client_id`` and
#: ``heading`` what was chosen before there is a draft; ``fresh``: the page has loaded. ``on_refresh()`` is any event
#: that makes the page connect; ``on_return(dictation_id, client_id, heading)`` when the same user is signed in again,
#: after which ``returned`` must be that dictation's id.
lock_screen = component(
    "islands/recorder/view/lock_screen.jsx", "LockScreen", base=rx.NoSSRComponent, app_name=str, user_key=str, name=str,
    initials=str, email=str, client_id=str, heading=str, fresh=bool, returned=str, on_refresh=no_args, on_return=_THREE,
).create  # fmt: skip

#: Its children, except while the lock screen hides them.
locked_page = component("islands/recorder/view/locked_page.jsx", "LockedPage").create

#: Renders nothing; deletes the sound that stays on the device to listen to again (S22) after an hour, and that of
#: others as soon as ``user_key`` is signed in.
kept_sound_watch = component(
    "islands/recorder/view/kept_sound.jsx", "KeptSoundWatch", base=rx.NoSSRComponent, user_key=str
).create

#: Renders nothing; deletes the kept sound of a draft once ``is_done``: concept made, or draft deleted. ``adopted``: the
#: last dictation whose text the page has; it has sound of its own, also in a draft that stays done.
kept_sound_end = component(
    "islands/recorder/view/kept_sound.jsx",
    "KeptSoundEnd",
    base=rx.NoSSRComponent,
    user_key=str,
    draft_id=str,
    is_done=bool,
    adopted=str,
).create

#: A child per step of the wizard. Shows child number ``step`` (from 1) with the focus on its heading; 0 keeps the child
#: (concepts/dictation.md). ``next`` is the child that comes after a dictation, 0 when only the server knows: it is
#: drawn in advance, outside of the document, and shown as a preview with the last words until ``step`` says so.
wizard_steps = component("islands/recorder/view/wizard_steps.jsx", "WizardSteps", step=int, next=int).create


class TranscriptEditor(TextEditor):
    """A ``TextEditor`` that shows what was dictated as soon as the last words are there."""

    library = script("islands/recorder/view/wizard_steps.jsx")
    tag = "TranscriptEditor"


transcript_editor = TranscriptEditor.create
