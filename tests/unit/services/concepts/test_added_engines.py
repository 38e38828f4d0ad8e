"""An engine is added by a module and a line in a table: settings, dictation, concept and the site know it by that."""

import uuid

import pytest
from pydantic import ValidationError

from tests.support import environment
from tests.support.fakes import sound
from tests.support.fakes.structure_engine import report_of
from voice_report import engines
from voice_report.config import Settings
from voice_report.integrations import speech, structuring
from voice_report.services.concepts import structuring as concepts
from voice_report.services.dictation import dictation
from voice_report.services.drafts import drafts
from voice_report.ui.pages.public import ai_disclosure


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line in each table, and both engines chosen by name."""
    spoken = engines.Engine("tests.support.fakes.speech_engine", leaves_server=True, model="oor-1")
    monkeypatch.setitem(engines.SPEECH, "added", spoken)
    written = engines.Engine("tests.support.fakes.structure_engine", leaves_server=False)
    monkeypatch.setitem(engines.STRUCTURING, "added", written)
    environment.use(monkeypatch, SPEECH_ENGINE="added", STRUCTURE_ENGINE="added")


async def test_words_and_report_come_from_the_added_engines(added, db, people):
    user = await people.user.current()
    recording, dictating = sound.encoded(sound.dictation(1), "webm"), uuid.uuid4()
    for position in range(2):
        await dictation.transcribe_segment(user, dictating, position, recording)
    said = "oor-1. oor-1."
    draft = await db.run_in_transaction(dictation.finish, user, dictating)
    assert draft is not None
    assert draft.transcript == said
    assert (await concepts.generate_whole(user, said, draft.id)).report == report_of(said)
    draft = await db.run_in_transaction(drafts.get_draft, user, draft.id)
    assert draft.structured_report == report_of(said)


def test_the_site_says_what_leaves_the_server_and_names_the_model(added):
    assert ai_disclosure.speech_technology() == "Spraakherkenning in het Nederlands met oor-1"
    assert ai_disclosure.structuring_technology() == "Structureren tot een rapportage, op deze server"


@pytest.mark.parametrize("field", ["speech_engine", "structure_engine"])
def test_a_name_that_is_in_no_table_is_refused_with_those_that_are(added, field: str):
    with pytest.raises(ValidationError, match=rf"{field}\n.*Choose one of: auto, openai, local, added\."):
        Settings.model_validate({field: "azur"})


@pytest.mark.parametrize("name", engines.SPEECH)
def test_every_speech_engine_is_created_by_its_name(monkeypatch, name: str):
    environment.use(monkeypatch, SPEECH_ENGINE=name)
    engine = speech.engine()
    assert type(engine).__module__.endswith(engines.SPEECH[name].module)
    assert engine is speech.engine()


@pytest.mark.parametrize("name", engines.STRUCTURING)
def test_every_structuring_engine_is_created_by_its_name(monkeypatch, name: str):
    environment.use(monkeypatch, STRUCTURE_ENGINE=name)
    engine = structuring.engine()
    assert type(engine).__module__.endswith(engines.STRUCTURING[name].module)
    assert engine is structuring.engine()
