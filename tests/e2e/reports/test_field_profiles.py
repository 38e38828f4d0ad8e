"""Field profiles: an administrator makes one, and a member copies with it, in parts where a field is too small."""

from playwright.async_api import expect

from tests.support import browser as chromium
from tests.support.people import People
from voice_report.services.drafts import drafts, profiles
from voice_report.services.drafts.profiles import ProfileContent, ProfileField

LONG = "Mevrouw was vrolijk en at goed. Ze liep met de rollator naar de keuken. Haar zoon kwam langs."
PARTS = ["Mevrouw was vrolijk en at goed.", "Ze liep met de rollator naar de keuken.", "Haar zoon kwam langs."]
#: In how many lines the words of each element stand.
_LINES = """(all) => all.map((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return new Set([...words.getClientRects()].map(({ top }) => top)).size;
})"""
REPORT = f"## Situatie\n\n{LONG}\n\n## Evaluatie\n\nGoed.\n\n## Wat mevrouw wil\n\nNaar buiten.\n"


async def test_an_administrator_makes_a_profile_and_sees_what_it_copies(people: People, signed_in_page):
    page = await signed_in_page(people.admin, path="/veldprofielen")
    await expect(page.get_by_role("navigation", name="Veldprofielen")).to_contain_text("Kopieert per kop")
    await page.get_by_role("button", name="Nieuw profiel").click()
    await expect(page.get_by_role("heading", name="Nieuw profiel")).to_be_focused()
    await page.get_by_role("textbox", name="Naam", exact=True).fill("Dossier wijkteam")
    await page.get_by_role("textbox", name="Naam van het veld").fill("Bevindingen")
    await page.locator(".chip").get_by_text("Observaties", exact=True).click()
    sample = page.get_by_role("complementary", name="Voorbeeld").get_by_role("listitem")
    await expect(sample.first).to_contain_text("Bevindingen")
    await page.get_by_role("textbox", name="Hoogste aantal tekens").fill("20")
    await expect(sample.first).to_contain_text("van 20 tekens")
    await expect(sample.first).to_contain_text("te veel")
    await expect(sample.last).to_contain_text("Niet in dit profiel")
    async with chromium.shows(page, ".toast", "Profiel opgeslagen"):
        await page.get_by_role("button", name="Opslaan").click()
    await expect(page.get_by_role("button", name="Dossier wijkteam")).to_be_visible()
    await page.get_by_role("button", name="Archiveren").click()
    await page.get_by_role("alertdialog").get_by_role("button", name="Archiveren").click()
    await expect(page.get_by_role("button", name="Terugzetten: Dossier wijkteam")).to_be_visible()


async def test_s76_a_member_copies_with_a_profile_in_parts(db, people: People, signed_in_page):
    async with db.transaction() as session:
        limited = [ProfileField("Rapportage", ("Situatie",), limit=40), ProfileField("Plan", ("Evaluatie",))]
        await profiles.create(session, await people.admin.current(), ProfileContent("Dossier", limited))
        made = await drafts.save_draft(session, await people.user.current(), transcript=LONG, structured_report=REPORT)
    page = await signed_in_page(
        people.user, path=f"/new-report?draft={made.id}", permissions=["clipboard-read", "clipboard-write"]
    )
    await page.get_by_role("button", name="Kopieer per kop").locator("visible=true").click()
    await page.get_by_role("button", name="Profiel: Per kop").click()
    await page.get_by_role("dialog", name="Profiel").get_by_role("button", name="Dossier").click()
    await expect(page.get_by_role("status").filter(has_text="0 van 3 velden gekopieerd.")).to_be_visible()
    rows = page.locator(".copy-rows > li")
    await expect(rows.first).to_contain_text(f"{len(LONG)} van 40 tekens, {len(LONG) - 40} te veel")
    await expect(rows.last).to_contain_text("Niet in dit profiel")
    main = page.locator(".copy-bar .primary")
    record = await page.context.new_page()
    await record.set_content("<textarea maxlength=40></textarea>")
    await page.bring_to_front()
    for number, words in enumerate(PARTS, 1):
        await expect(main).to_have_text(f"Kopieer Rapportage, deel {number}")
        await rows.first.get_by_role("button", name=f"Kopieer deel {number} van 3 van Rapportage").click()
        await expect(
            rows.first.get_by_role("button", name=f"Deel {number} van 3 van Rapportage gekopieerd")
        ).to_be_visible()
        await record.bring_to_front()
        await record.locator("textarea").fill("")
        await record.locator("textarea").press("Control+V")
        await expect(record.locator("textarea")).to_have_value(words)
        await page.bring_to_front()
    await expect(page.get_by_role("status").filter(has_text="1 van 3 velden gekopieerd.")).to_be_visible()
    await expect(main).to_have_text("Kopieer Plan")

    # Another device of the same person has the profile, and the ticks of the parts.
    phone = await signed_in_page(
        people.user, path=f"/new-report?draft={made.id}", viewport={"width": 390, "height": 844}
    )
    await phone.get_by_role("button", name="Kopieer per kop").locator("visible=true").click()
    await expect(phone.get_by_role("button", name="Profiel: Dossier")).to_be_visible()
    await expect(phone.get_by_role("status").filter(has_text="1 van 3 velden gekopieerd.")).to_be_visible()


async def test_the_longest_names_break_no_page_and_no_other_words(db, people: People, signed_in_page):
    async with db.transaction() as session:
        fields = [ProfileField("W" * profiles.MAX_LABEL, ("Situatie",), limit=10)]
        content = ProfileContent("P" * profiles.MAX_NAME, fields)
        made = await profiles.create(session, await people.admin.current(), content)
        user = await people.user.current()
        await profiles.choose(session, user, made.id)
        await drafts.save_draft(session, user, transcript=LONG, structured_report=REPORT)
    for width in (320, 1440):
        page = await signed_in_page(people.user, path="/klaar", viewport={"width": width, "height": 844})
        await expect(page.locator(".copy-bar .primary")).to_contain_text("deel 1")
        assert await page.evaluate("document.documentElement.scrollWidth") == width
    assert await page.locator(".copy-pair .button, .over span").evaluate_all(_LINES) == [1, 1, 1]
