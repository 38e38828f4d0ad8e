"""The dossier: what the organization reads of its archive, how it is found back, and what is written down about it."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text
from sqlmodel import col, select

from tests.support import people as cast
from tests.support import tables
from voice_report.core import texts
from voice_report.db.models import AuditLog, Client, Report
from voice_report.errors import Invalid, NotAllowed, NotFound
from voice_report.services.accounts.profile import choose_copies
from voice_report.services.archive import archive, dossier, search
from voice_report.services.exports import files

NOTE = "## Situatie\n\nMevrouw had pijn aan de knie."


@pytest.fixture
async def people(db) -> cast.People:
    return await cast.make_people()


async def put(db, author: cast.Person, client_id: str, moment: datetime, note: str = NOTE, **columns) -> uuid.UUID:
    """Put a report in the archive as of a moment."""
    assert author.organization_id is not None
    columns = {"transcript": "ik zei het", "title": "Rapportage", **columns}
    async with db.transaction() as session:
        report = Report(
            user_id=author.id,
            organization_id=author.organization_id,
            client_id=client_id,
            structured_report=note,
            created_at=moment,
            updated_at=moment,
            **columns,
        )
        session.add(report)
        await session.flush()
        await archive.recount(session, author.organization_id, [client_id])
    return report.id


async def ask(db, person: cast.Person, question, *args, **options):
    user = await person.current()
    return await db.run_in_transaction(question, user, *args, **options)


async def downloaded(person: cast.Person, report_id: uuid.UUID) -> tuple[str, str]:
    """Return the name and the text of a report's download."""
    file = await files.of_report(await person.current(), report_id, "txt")
    return file.name, file.content.decode()


async def looks(db, organization_id: uuid.UUID) -> list[tuple[str, str, str | None, str | None]]:
    query = select(AuditLog).where(AuditLog.organization_id == organization_id).order_by(col(AuditLog.sequence))
    rows = await tables.rows(query)
    return [(row.action, row.resource, row.resource_id, row.client_id) for row in rows]


DAY = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


async def test_s02_another_organizations_archive_does_not_exist(db, people):
    report_id = await put(db, people.user, "C-1", DAY)
    for stranger in (people.outsider, people.other_admin):
        with pytest.raises(NotFound, match="Rapportage niet gevonden"):
            await ask(db, stranger, dossier.get_report, report_id)
        with pytest.raises(NotFound, match="Rapportage niet gevonden"):
            await files.of_report(await stranger.current(), report_id, "txt")
        assert (await ask(db, stranger, dossier.list_clients)).items == []
        assert (await ask(db, stranger, dossier.client_reports, "C-1")).items == []
        assert (await ask(db, stranger, dossier.list_reports)).items == []
        assert (await ask(db, stranger, search.search, "knie")).reports == []
        with pytest.raises(NotFound, match="Cliënt niet gevonden"):
            await ask(db, stranger, dossier.get_client, "C-1")
    with pytest.raises(NotFound, match="Cliënt niet gevonden"):
        await ask(db, people.outsider, dossier.list_reports, client_id="only-here")
    assert await looks(db, people.other_organization_id) == []
    for question in (dossier.list_clients, dossier.list_reports):
        with pytest.raises(NotAllowed):
            await ask(db, people.platform_admin, question)


@pytest.mark.parametrize("report_id", ["", "x", "\x00", "00000000-0000-4000-8000-000000000000"])
async def test_a_made_up_report_is_not_found(db, people, report_id):
    with pytest.raises(NotFound, match="Rapportage niet gevonden"):
        await ask(db, people.user, dossier.get_report, report_id)


async def test_a_draft_is_not_in_the_dossier(db, people):
    draft_id = await put(db, people.user, "C-1", DAY, is_draft=True)
    with pytest.raises(NotFound):
        await ask(db, people.user, dossier.get_report, draft_id)
    assert (await ask(db, people.user, dossier.list_clients)).items == []
    assert (await ask(db, people.user, dossier.client_reports, "C-1")).items == []
    assert (await ask(db, people.user, dossier.list_reports)).items == []
    assert (await ask(db, people.user, search.search, "knie")).reports == []


async def test_a_colleague_reads_the_report_with_who_wrote_it_and_when(db, people):
    report_id = await put(db, people.user, "C-1", DAY)
    found = await ask(db, people.admin, dossier.get_report, report_id)
    assert (found.client_name, found.author, found.user_id) == ("Cor Voorbeeld", people.user.name, people.user.id)
    assert (found.structured_report, found.transcript, found.created_at) == (NOTE, "ik zei het", DAY)
    assert found.reference == f"R-2026-{report_id.hex[:8].upper()}"


async def test_clients_come_latest_report_first_page_by_page_and_by_name(db, people):
    for number in range(5):
        await cast.make_client(people.organization_id, f"K {number}", "Fatima", f"El Amrani {number}")
        await put(db, people.user, f"K {number}", DAY + timedelta(days=number // 2))
    first = await ask(db, people.user, dossier.list_clients, limit=3)
    second = await ask(db, people.user, dossier.list_clients, after=first.next, limit=3)
    assert [client.client_id for client in first.items + second.items] == ["K 4", "K 3", "K 2", "K 1", "K 0"]
    assert second.next is None
    assert (first.items[0].reports, first.items[0].age) == (1, datetime.now(UTC).year - 1940)
    for typed, expected in (("amrani 3", ["K 3"]), ("FATIMA 1", ["K 1"]), ("K 2", ["K 2"]), ("%", []), ("\x00", 5)):
        names = [client.client_id for client in (await ask(db, people.user, dossier.list_clients, typed)).items]
        assert names == expected or len(names) == expected, typed
    for made_up in ("x", "MjAyNg==", "WyIyMDI2LTAzLTAxVDA5OjAwOjAwKzAwOjAwIiwgIlx1MDAwMCJd"):
        with pytest.raises(Invalid):
            await ask(db, people.user, dossier.list_clients, after=made_up)


async def test_a_clients_reports_come_newest_first_page_by_page(db, people):
    ids = [await put(db, people.user, "C-1", DAY + timedelta(days=number // 2)) for number in range(5)]
    first = await ask(db, people.user, dossier.client_reports, "C-1", limit=2)
    second = await ask(db, people.user, dossier.client_reports, "C-1", after=first.next, limit=10)
    assert {report.id for report in first.items + second.items} == set(ids)
    moments = [report.created_at for report in first.items + second.items]
    assert moments == sorted(moments, reverse=True)
    assert second.next is None


async def test_reports_are_in_order_and_in_periods_by_the_date_that_is_on_them(db, people):
    day = timedelta(days=1)
    dates = {"old": DAY - 30 * day, "middle": DAY - 10 * day, "new": None}  # a row of an earlier version has none
    ids = {}
    for at, (name, moment) in enumerate(dates.items()):  # the oldest was archived last
        ids[await put(db, people.user, "C-1", DAY - at * day, reported_at=moment)] = name

    async def seen(question, *args, **options) -> list[str]:
        found = await ask(db, people.user, question, *args, **options)
        return [ids[one.id] for one in (found.reports if question is search.search else found.items)]

    in_order, day_of_middle = ["new", "middle", "old"], (DAY - 10 * day).date()
    period = {"since": day_of_middle, "until": day_of_middle}
    for question, args in (
        (dossier.client_reports, ("C-1",)), (dossier.list_reports, ()), (search.search, ("knie",))
    ):  # fmt: skip
        assert await seen(question, *args) == in_order
        assert await seen(question, *args, **period) == ["middle"]
        first = await ask(db, people.user, question, *args, limit=1)
        assert await seen(question, *args, after=first.next) == in_order[1:]
    (client,) = (await ask(db, people.user, dossier.list_clients)).items
    assert client.last_report_at == DAY - 2 * day


async def test_the_order_of_the_dossier_is_read_from_an_index(db, people):
    user = await people.user.current()
    for query in (
        dossier._select(user, *dossier._HEAD).where(Report.client_id == "C-1"),
        select(Report.id).where(*dossier.archived(user), *dossier.during(DAY.date(), None)),
    ):
        async with db.transaction() as session:
            dialect = session.get_bind().dialect
            if is_postgresql := dialect.name == "postgresql":  # a table of a few rows is else read whole
                for way in ("seqscan", "sort", "bitmapscan", "hashjoin", "mergejoin"):
                    await session.execute(text(f"SET LOCAL enable_{way} = off"))
            ordered = query.order_by(*dossier.NEWEST.columns).limit(20)
            written = str(ordered.compile(dialect=dialect, compile_kwargs={"literal_binds": True}))
            explained = await session.execute(text(f"EXPLAIN {'' if is_postgresql else 'QUERY PLAN'} {written}"))
            plan = [row[-1] for row in explained]
        assert any("ix_reports_" in step for step in plan), plan
        assert not any("Sort" in step or "TEMP B-TREE" in step for step in plan), plan


async def test_s27_every_look_names_its_client(db, people):
    await cast.make_client(people.organization_id, "C-2", "Fatima", "Voorbeeld")
    one = await put(db, people.user, "C-1", DAY)
    await put(db, people.user, "C-2", DAY)
    await put(db, people.user, "C-2", DAY)
    await ask(db, people.admin, dossier.client_reports, "C-1")
    await ask(db, people.admin, dossier.get_report, one)
    await files.of_report(await people.admin.current(), one, "txt")
    await ask(db, people.admin, dossier.list_reports)
    await ask(db, people.admin, search.search, "knie")
    assert await looks(db, people.organization_id) == [
        ("view", "dossier", None, "C-1"),
        ("view", "report", str(one), "C-1"),
        ("export", "report", str(one), "C-1"),
        ("view", "reports", "C-1", "C-1"),
        ("view", "reports", "C-2", "C-2"),
        ("view", "reports", "C-1", "C-1"),
        ("view", "reports", "C-2", "C-2"),
    ]


@pytest.mark.parametrize(
    ("words", "hits"),
    [("KNIE", 1), ("knie pijn", 1), ("knie voet", 0), ("zei", 2), ("_", 0), ("%", 0), ("\\", 0), ("' OR 1=1", 0)],
)
async def test_words_are_found_in_report_and_transcript(db, people, words, hits):
    await put(db, people.user, "C-1", DAY)
    await put(db, people.user, "C-1", DAY, "## Situatie\n\nAlles goed.")
    found = await ask(db, people.user, search.search, words)
    assert (len(found.reports), found.next) == (hits, None)


async def test_capitals_do_not_matter_whatever_the_letter(db, people):
    await put(db, people.user, "C-1", DAY, "## Situatie\n\nBezoek van Élise, ŠTĚPÁN en ÖZGÜR.")
    for words in ("élise", "ÉLISE", "štěpán", "özgür élise"):
        assert len((await ask(db, people.user, search.search, words)).reports) == 1, words


@pytest.mark.parametrize(
    ("written", "words", "hits"),
    [
        ("Met CRÈME verzorgd, geen Cremé.", "creme", 1),
        ("Met creme verzorgd.", "crème", 1),
        ("Met cre\u0300me verzorgd, zoe\u0308ven.", "crème ZOËVEN", 1),
        ("De crme.", "creme", 0),
        ("Straße 5, 38.5 graden (koorts)", "straße 38.5 (koorts)", 1),
        ("38x5", "38.5", 0),
        ("[a-z]* ^ $ |", "[a-z]* ^ $ |", 1),
        ("Ursula was er niet", "ursula verzorgér", 1),
        ("Niets", "ÚRSULA", 1),
        ("Niets", "ursula@", 0),
    ],
)
async def test_accents_do_not_matter_and_the_author_is_found_too(db, people, written, words, hits):
    """The same on both databases; the author is Ursula Verzorger."""
    await put(db, people.user, "C-1", DAY, written)
    found = await ask(db, people.user, search.search, words)
    assert len(found.reports) == hits
    for report in found.reports:
        assert written.startswith(search.excerpt(report, words).rstrip("…")[:4])


async def test_a_search_can_stay_with_one_client(db, people):
    await cast.make_client(people.organization_id, "C-2", "Fatima", "Voorbeeld")
    wanted = await put(db, people.user, "C-1", DAY)
    await put(db, people.user, "C-2", DAY)
    for words in ("knie", f"R-2026-{wanted.hex[:8]}"):
        found = await ask(db, people.user, search.search, words, client_id="C-1")
        assert [report.id for report in found.reports] == [wanted]
    with pytest.raises(NotFound):
        await ask(db, people.outsider, search.search, "knie", client_id="C-9")


async def test_a_report_is_found_by_its_reference(db, people):
    report_id = await put(db, people.user, "C-1", DAY)
    await put(db, people.user, "C-1", DAY)
    reference = f"r-2026-{report_id.hex[:8]}"
    assert [one.id for one in (await ask(db, people.user, search.search, reference)).reports] == [report_id]
    assert (await ask(db, people.outsider, search.search, reference)).reports == []


async def test_a_search_says_how_far_back_it_looked_and_goes_on_from_there(db, people, monkeypatch):
    monkeypatch.setattr(search, "WINDOW", 3)
    for number in range(8):
        note = "de knie" if number in (0, 1, 4) else "iets anders"
        await put(db, people.user, "C-1", DAY + timedelta(days=number), note)
    seen, after, rounds = [], None, 0
    while True:
        found = await ask(db, people.user, search.search, "knie", after=after, limit=1)
        seen += [(report.created_at - DAY).days for report in found.reports]
        rounds += 1
        if found.next is None:
            break
        assert found.looked_until is not None
        after = found.next
    assert seen == [4, 1, 0]
    assert rounds <= 6


@pytest.mark.parametrize("words", ["", "  ", "\x00"])
async def test_a_search_for_nothing_is_refused(db, people, words):
    with pytest.raises(Invalid, match="Vul in waar je naar zoekt"):
        await ask(db, people.user, search.search, words)


async def test_an_excerpt_shows_the_words_where_they_stand(db, people):
    long = "## Situatie\n\n" + "Het was stil. " * 40 + "De KNIE deed pijn. " + "Daarna koffie. " * 40
    await put(db, people.user, "C-1", DAY, long)
    (report,) = (await ask(db, people.user, search.search, "knie")).reports
    shown = search.excerpt(report, "knie")
    assert "De KNIE deed pijn." in shown
    assert (shown[0], shown[-1]) == ("…", "…")
    assert len(shown) < 200
    short = "## Situatie\n\nRustig.\n\n## Observaties\n\n- Knie dik.\n- " + "Verder niets bijzonders. " * 9
    await put(db, people.user, "C-1", DAY, short)
    report = next(one for one in (await ask(db, people.user, search.search, "dik")).reports)
    shown = search.excerpt(report, "dik")
    assert shown.startswith("Rustig. Knie dik. Verder niets")
    assert (shown[-1], shown[-2].isspace(), "Observaties" in shown) == ("…", False, False)
    assert search.excerpt(report, "observaties").startswith("Situatie Rustig. Observaties - Knie dik.")


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("Johanna", "van Dijk", "rapportage-Johanna_van_Dijk-01-03-2026.txt"),
        ("../..", "\u202egpj.exe\x07", "rapportage-gpj.exe-01-03-2026.txt"),
        ("Zoë", "O'Neill/\\:*?", "rapportage-Zoë_O_Neill-01-03-2026.txt"),
    ],
)
async def test_the_download_carries_the_clients_name_made_safe(db, people, first, last, expected):
    await cast.make_client(people.organization_id, "C-9", first, last)
    report_id = await put(db, people.user, "C-9", DAY, NOTE + "\x07\x81 Einde")
    name, text = await downloaded(people.user, report_id)
    assert name == expected
    head, words = text.split("\n\n", 1)
    assert words == "Situatie\nMevrouw had pijn aan de knie. Einde\n"
    assert not set(head) & {"\u202e", "\x07"}


@pytest.mark.parametrize("empty", [False, True])
async def test_downloads_have_the_sections_that_nothing_was_said_of_for_who_wants_them(db, people, empty: bool):
    report_id = await put(db, people.user, "C-1", DAY, f"{NOTE}\n\n## Evaluatie\n\nNiet besproken")
    await choose_copies(await people.user.current(), copies_empty=empty)
    _, text = await downloaded(people.user, report_id)
    whole = (await files.of_client(await people.user.current(), "C-1", "txt")).content.decode()
    assert ["Niet besproken" in one for one in (text, whole)] == [empty, empty]


async def test_a_download_says_whom_it_is_about_and_where_it_comes_from(db, people):
    report_id = await put(db, people.user, "C-1", DAY)
    found = await ask(db, people.user, dossier.get_report, report_id)
    text = (await downloaded(people.user, report_id))[1]
    assert text.split("\n\n", 1)[0].splitlines() == [
        "Zorgrapportage",
        found.client_name,
        f"Geboren op {texts.dutch_date(found.date_of_birth)}",
        "Cliëntnummer C-1",
        texts.dutch_day_and_time(DAY),
        "Zorggroep De Linde",
        people.user.name,
        f"Referentie: {found.reference}",
    ]


async def test_who_signed_the_report_off_is_shown_and_is_the_last_line_of_the_download(db, people):
    report_id = await put(db, people.user, "C-1", DAY, reviewed_by="Ursula Jansen", reviewed_at=DAY)
    found = await ask(db, people.admin, dossier.get_report, report_id)
    assert (found.reviewed_by, found.reviewed_at) == ("Ursula Jansen", DAY)
    last = f"Nagekeken door Ursula Jansen, {texts.dutch_moment(DAY)}"
    text = (await downloaded(people.user, report_id))[1]
    assert text.endswith(f"\n\nSituatie\nMevrouw had pijn aan de knie.\n\n{last}\n")


async def test_without_a_structured_report_the_transcript_is_downloaded(db, people):
    report_id = await put(db, people.user, "C-1", DAY, "")
    assert (await downloaded(people.user, report_id))[1].endswith("\n\nik zei het\n")


async def test_counts_are_right_again_after_a_person_and_their_reports_are_gone(db, people):
    await put(db, people.user, "C-1", DAY + timedelta(days=1))
    await put(db, people.admin, "C-1", DAY)
    await cast.make_client(people.organization_id, "C-2")
    await put(db, people.user, "C-2", DAY)
    await put(db, people.user, "C-1", DAY, is_draft=True)
    assert await db.run_in_transaction(archive.remove_author, people.user.id) == 3
    rows = await tables.rows(select(Client).where(Client.organization_id == people.organization_id))
    left = await tables.rows(select(Report.user_id))
    assert {row.id: (row.report_count, row.last_report_at) for row in rows} == {"C-1": (1, DAY), "C-2": (0, None)}
    assert left == [people.admin.id]
