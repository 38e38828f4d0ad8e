"""Each setting changes exactly its lines of the privacy file, and each line has its source (S63)."""

import json
from datetime import date
from typing import Any

import pytest

from tests.unit.services.privacy.files import changed_since, let, line, the_chapters, versions
from voice_report import clock
from voice_report.config import Settings, settings
from voice_report.db import session as database
from voice_report.db.models import IdentityProvider, User
from voice_report.services.privacy import privacy_file

ENGINES = {"who.engines"}


OTHERS = {"register.recipients", "flow.subprocessors"}  # who gets something


PARTIES = OTHERS | {"speech", "text", "register.transfers", "register.our_transfers"}


#: What is asked about a party: by its name, so that an answer about one never stands for another.
ASKED = {f"{task}.{kind}" for task in ("speech", "text") for kind in ("agreement", "transfer", "keeps", "trains")}


#: Of each variable of the installation: another value, and the lines that it changes.
VARIABLES: dict[str, tuple[str, set[str]]] = {
    "app_name": ("Zorgstem", {"who.service", "purpose.service"}),
    "app_url": ("https://stem.example", {"who.service", "measure.tls"}),
    "contact_email": ("ons@stem.example", {"who.contact"}),
    "privacy_officer": ("M. Bos, fg@stem.example", {"who.processor_officer", "register.processor_officer"}),
    "mail_url": (
        "smtps://brief.example",
        {"flow.mail", "own.mail:post.example", "own.mail:brief.example"} | OTHERS,
    ),
    "audit_log_years": ("7", {"terms.log", "register.terms"}),
    "backup_days": ("14", {"terms.backups"}),
    "stripe_secret_key": ("sk_test_1", {"flow.payments"} | OTHERS),
    "offline_page": ("off", {"flow.device"}),
    "speech_engine": (
        "local",
        ENGINES | OTHERS | {"speech", "speech.model", "register.transfers", "register.our_transfers"}
        | {key for key in ASKED if key.startswith("speech.")},
    ),
    "speech_base_url": (
        "https://stem.example/v1",
        ENGINES | OTHERS | {"speech", "speech.model", "register.transfers", "register.our_transfers"}
        | {key for key in ASKED if key.startswith("speech.")},
    ),
    "speech_model": ("oor-2", ENGINES | {"speech.model"}),
    "structure_engine": (
        "local",
        ENGINES | {"text", "text.model", "text.dates", "text.stays"}
        | OTHERS | {"register.transfers", "register.our_transfers"}
        | {key for key in ASKED if key.startswith("text.")},
    ),
    "structure_base_url": (
        "https://zin.example/v1",
        ENGINES | OTHERS | {"text", "text.model", "register.transfers", "register.our_transfers"}
        | {key for key in ASKED if key.startswith("text.")},
    ),
    "structure_model": ("pen-2", ENGINES | {"text.model"}),
    "processing_location": ("Canada", ENGINES | PARTIES),
    "processing_region": (
        "eu",
        ENGINES | {"speech", "text", "register.transfers", "register.our_transfers"}
        | {"speech.transfer", "text.transfer"},
    ),
}  # fmt: skip


#: What says nothing of personal data, or is a secret. The register has a test of its own; ``engine_floor`` and
#: ``trial_credits`` are what new organizations begin with; the shared address is one of two ways to set the same.
NOT_IN_IT = {
    "app_env", "backup_key", "former_app_urls", "port", "database_url", "database_owner_url", "redis_url",
    "counters_redis_url", "secret_key", "former_secret_keys", "trusted_proxy_hops", "rate_limits", "audit_anchor",
    "erasures_file", "trial_credits", "openai_api_key", "openai_base_url", "speech_api_key", "speech_timeout",
    "structure_api_key", "structure_style", "structure_timeout", "engines_file", "engine_floor", "mail_from",
    "stripe_webhook_secret", "stripe_api_base", "dns_server", "single_sign_on_loopback", "log_format",
    "metrics_token", "access_log",
}  # fmt: skip


#: Of each setting of an organization: another value, and the lines that it changes.
CHOICES: dict[str, tuple[dict[str, Any], set[str]]] = {
    "name": ({"name": "Zorggroep De Iep"}, {"who.organization", "register.for"}),
    "never": (
        {"outside_text": "never"},
        {"text.policy", "text", "text.model", "text.dates", "text.stays", "register.transfers"} | OTHERS
        | {"register.our_transfers"} | {key for key in ASKED if key.startswith("text.")},
    ),
    "plain": (
        {"outside_text": "plain", "outside_text_reason": "Voor een proef.", "outside_text_by": "De raad"},
        {"text.policy", "text", "text.dates", "text.stays", "text.reason", "text.by"},
    ),
    "dates": ({"masks_dates": True}, {"text", "text.dates"}),
    "copies": ({"marks_copies": True}, {"measure.mark"}),
    "floor": (
        {"engine_floor": "local"},
        PARTIES | ASKED | {"measure.floor", "speech.model", "text.model", "text.dates", "text.stays"},
    ),
    "drafts": ({"drafts_days": 30}, {"terms.drafts", "register.terms"}),
    "transcript": ({"transcript_days": 0}, {"terms.transcript", "register.terms"}),
    "archive": ({"archive_days": 365}, {"terms.archive", "register.terms"}),
    "archiving": ({"save_reports_to_archive": True}, {"purpose.archive", "purpose.measured"}),
    "second factor": ({"second_factor": "required", "second_factor_from": date(2026, 12, 1)}, {"measure.factor"}),
    "remembered": ({"remember_days": 30}, {"measure.remembered"}),
}  # fmt: skip


def test_s63_every_variable_is_in_the_file_or_known_not_to_be() -> None:
    assert VARIABLES.keys() | NOT_IN_IT == Settings.model_fields.keys()
    assert not VARIABLES.keys() & NOT_IN_IT


def test_the_register_changes_with_another_chapter_alone() -> None:
    """The page of what changed leaves chapter 3 out."""
    for expected in (*(keys for _, keys in VARIABLES.values()), *(keys for _, keys in CHOICES.values())):
        assert [key for key in expected if not key.startswith("register.")]


@pytest.mark.parametrize("name", VARIABLES)
async def test_s63_a_variable_changes_exactly_its_lines_and_makes_a_version(
    people, outside, monkeypatch, name: str
) -> None:
    await let(people, outside_text="pseudonymised")
    await privacy_file.renew_all(everything=True)
    before = await the_chapters(people)
    value, expected = VARIABLES[name]
    monkeypatch.setenv(name.upper(), value)
    if name == "stripe_secret_key":
        monkeypatch.setenv("STRIPE_WEBHOOK_SECRET", "whsec_1")
    settings.cache_clear()
    assert await changed_since(people, before) == expected
    await privacy_file.renew_all(everything=True)
    assert [one.number for one in await versions(people)] == [1, 2]


@pytest.mark.parametrize("name", CHOICES)
async def test_s63_a_choice_changes_exactly_its_lines_and_makes_a_version(people, outside, name: str) -> None:
    await let(people, outside_text="pseudonymised")
    await privacy_file.renew_all(everything=True)
    before = await the_chapters(people)
    columns, expected = CHOICES[name]
    await let(people, **columns)
    assert await changed_since(people, before) == expected
    assert await privacy_file.renew_all() == 1  # the other organization is not looked at
    assert await privacy_file.renew_all() == 0
    assert [one.number for one in await versions(people)] == [1, 2]


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("party", '"Stemhuis"', {"text"} | OTHERS),
        ("country", '"Frankrijk"', {"text"} | OTHERS),
        ("model", '"pen-3"', {"text.model"}),
        ("agreement", "2026-10-02", {"text.agreement"}),
        ("keeps", '"30 dagen"', {"text.keeps"}),
        ("trains", '"ja"', {"text.trains"}),
        ("region", '"other"', {"text", "text.transfer", "register.transfers", "register.our_transfers"}),
    ],
)
async def test_s63_a_word_of_the_register_changes_exactly_its_lines(
    people, monkeypatch, tmp_path, name: str, value: str, expected: set[str]
) -> None:
    entry = {
        "key": '"taal"',
        "task": '"structuring"',
        "kind": '"openai"',
        "base_url": '"https://taal.example/v1"',
        "model": '"pen-1"',
        "party": '"Taalhuis"',
        "country": '"Duitsland"',
        "region": '"eu"',
        "agreement": "2026-09-01",
        "transfer_ground": '"modelcontract"',
        "keeps": '"niets"',
        "trains": '"nee"',
    }
    path = tmp_path / "engines.toml"
    monkeypatch.setenv("ENGINES_FILE", str(path))
    found = []
    for words in (entry, {**entry, name: value}):
        path.write_text("[[engine]]\n" + "\n".join(f"{key} = {said}" for key, said in words.items()))
        settings.cache_clear()
        found.append(await the_chapters(people))
    hashed = set() if name in ("agreement", "keeps", "trains") else ENGINES
    renamed = {"text.agreement", "text.transfer", "text.keeps", "text.trains"} if name == "party" else set()
    assert {one.key for one in privacy_file.differences(*found)} == expected | hashed | renamed
    assert line(found[0], "text.agreement").value == "Van 01-09-2026"
    assert "Taalhuis in Duitsland" in line(found[0], "text").value


async def test_s63_the_work_account_and_second_steps_change_their_lines(people, outside) -> None:
    before = await the_chapters(people)
    own: dict[str, Any] = {"kind": "other", "issuer": "https://inlog.example/a", "client_id": "a", "client_secret": "b"}
    async with database.transaction() as session:
        session.add(
            IdentityProvider(organization_id=people.organization_id, usage="required", secret_set_at=clock.now(), **own)
        )
    assert await changed_since(people, before) == {"flow.sign_in", "measure.sign_in"}
    before = await the_chapters(people)
    async with database.transaction() as session:
        gone = await session.get_one(User, people.user.id)
        gone.is_active = False
        session.add(gone)
    assert await changed_since(people, before) == {"measure.share"}


async def test_s63_what_is_not_so_is_not_said(people, outside, monkeypatch) -> None:
    await let(people, outside_text="pseudonymised")
    found = await the_chapters(people)
    assert line(found, "measure.mark").value.endswith("Gekopieerde platte tekst zegt het niet.")
    assert "nummers, adressen en geboortedata, en met" in line(found, "text").value
    await let(people, masks_dates=True, marks_copies=True)
    told = await the_chapters(people)
    assert "nummers, adressen, geboortedata en andere datums, en met" in line(told, "text").value
    assert "cijfers als 12-11 achter een woord als 'op'" in line(told, "text.dates").value
    assert line(told, "measure.mark").value.endswith(
        "Gekopieerde platte tekst van het hele verslag zegt het in een laatste regel."
    )
    assert line(found, "risk.recognised").value.endswith("Een naam die een gewoon woord is, kan blijven staan.")
    assert "365 dagen" in line(found, "terms.devices").value
    assert "400 dagen" in line(found, "terms.sent").value
    assert "400 versies" in line(found, "terms.proofs").value
    assert "risk.factor" in {one.key for chapter in found for one in chapter.lines}
    monkeypatch.setenv("MAIL_URL", "")
    await let(people, marks_copies=True, outside_text="never", engine_floor="local")
    own: dict[str, Any] = {"kind": "other", "issuer": "https://inlog.example/a", "client_id": "a", "client_secret": "b"}
    async with database.transaction() as session:
        session.add(
            IdentityProvider(organization_id=people.organization_id, usage="required", secret_set_at=clock.now(), **own)
        )
    settings.cache_clear()
    found = await the_chapters(people)
    assert line(found, "flow.subprocessors").value == "Geen, volgens de instelling."
    assert "deze" not in line(found, "own.subprocessors").name
    assert "laatste regel" in line(found, "measure.mark").value
    assert "risk.factor" not in {one.key for chapter in found for one in chapter.lines}


async def test_s63_every_line_has_a_source_and_its_own_key(people, outside) -> None:
    chapters = await the_chapters(people)
    lines = [one for chapter in chapters for one in chapter.lines]
    assert [chapter.number for chapter in chapters] == list(range(1, 10))
    assert all(chapter.lines for chapter in chapters)
    assert {one.source for one in lines} == {"instelling", "gemeten", "ingevuld door jullie"}
    assert len({one.key for one in lines}) == len(lines)
    assert all(one.name for one in lines)
    by_the_provider = {"terms.backups", "who.processor_officer", "register.processor_officer"}
    assert {one.key for one in lines if not one.value and not one.field} == by_the_provider | {"text.reason", "text.by"}
    words = json.dumps([one.value for one in lines])
    assert "noniem" not in words
    assert "geheim" not in words  # the password of the mail server
