"""The public site as a stranger meets it: without JavaScript, by following links, and after paying."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.support import browser as chromium

PAGES = {
    "/": "Praat.",
    "/prijzen": "Je betaalt per rapportage",
    "/login": "Inloggen",
    "/privacyverklaring": "Privacyverklaring",
    "/algemene-voorwaarden": "Algemene voorwaarden",
    "/payment-success": "Betaling Geslaagd!",
}

#: Adds up layout shifts from the start of the page.
_SHIFTS = """
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({type: "layout-shift", buffered: true});
"""


#: Notes what a countdown says.
_COUNTED = """{
  window.counted = [];
  const look = () => window.counted.push(document.querySelector("[role=timer]")?.textContent);
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}"""


@pytest.mark.parametrize("path", PAGES)
async def test_a_page_can_be_read_without_javascript(new_page, path) -> None:
    page = await new_page(java_script_enabled=False)
    answer = await page.goto(path)
    assert answer is not None
    assert answer.status == 200
    await expect(page.get_by_role("heading", level=1)).to_contain_text(PAGES[path])
    await expect(page).to_have_title(re.compile("Spraakrapport"))
    for selector, attribute in (
        ('meta[name="description"]', "content"),
        ('link[rel="canonical"]', "href"),
        ('meta[property="og:image"]', "content"),
        ('meta[property="og:title"]', "content"),
    ):
        assert await page.locator(selector).get_attribute(attribute)
    assert await page.locator("html").get_attribute("lang") == "nl"
    assert len(await page.get_by_role("main").inner_text()) > 80


@pytest.mark.parametrize(("moment", "year"), [("2031-12-31T22:30:00Z", "2031"), ("2031-12-31T23:30:00Z", "2032")])
async def test_the_copyright_year_is_that_of_the_visit(new_page, moment, year) -> None:
    page = await new_page()
    await page.clock.set_fixed_time(moment)
    await page.goto("/")
    await expect(page.get_by_role("contentinfo")).to_contain_text(f"© {year} Spraakrapport.")


async def test_the_example_is_played_and_the_report_grows_from_it(page) -> None:
    await page.add_init_script(chromium.PLAYS_SLOWLY)
    await page.goto("/")
    report = page.get_by_role("article", name="Het verslag van het voorbeeld")
    said, later = (report.get_by_text(words) for words in ("Ik was vanochtend", "Vanmiddag bel ik de huisarts"))
    await expect(said).to_have_css("opacity", "1")
    await page.evaluate(chromium.ALIVE)
    await page.get_by_role("button", name="Luister mee").click()
    await expect(later).to_have_css("opacity", "0.16")
    await expect(said).to_have_css("opacity", "1")
    await page.get_by_role("button", name="Stop").click()
    await expect(later).to_have_css("opacity", "1")


async def test_files_for_robots_and_for_the_home_screen_are_there(page, app_server) -> None:
    for path, kind in (
        ("/sitemap.xml", "xml"),
        ("/robots.txt", "text/plain"),
        ("/site.webmanifest", "manifest"),
        ("/favicon.svg", "svg"),
        ("/og.png", "image/png"),
        ("/icon-180.png", "image/png"),
    ):
        answer = await page.request.get(app_server.url + path)
        assert answer.status == 200, path
        assert kind in answer.headers["content-type"], path


@pytest.mark.parametrize("path", ["/", "/prijzen", "/login"])
@pytest.mark.parametrize("width", [390, 1440])
async def test_a_page_does_not_jump_while_it_loads(new_page, path, width) -> None:
    page = await new_page(viewport={"width": width, "height": 844})
    await page.add_init_script(_SHIFTS)
    await page.goto(path, wait_until="networkidle")
    assert await page.evaluate("window.shifts") <= 0.02


#: Where things lie, in the document's order: [top in px or null where nothing is drawn, the beginning of its text].
_PLACES = """() => [...document.querySelectorAll("h1, h2, p, a, button, label, input, svg")].map((thing) => {
  const { top, width } = thing.getBoundingClientRect();
  return [width ? top : null, thing.textContent.slice(0, 40) || thing.nodeName];
})"""


async def _places(page: Page, path: str, body: str) -> list[tuple[float | None, str]]:
    """Return where things lie when this is all that has come of a page."""
    html = "text/html; charset=utf-8"
    await page.route(lambda url: url.endswith(path), lambda route: route.fulfill(body=body, content_type=html))
    await page.goto(path)
    return await page.evaluate(_PLACES)


@pytest.mark.parametrize("path", [*PAGES, "/register", "/forgot-password"])
@pytest.mark.parametrize("width", [390, 1440])
async def test_what_has_come_in_of_a_page_stays_while_the_rest_comes(new_page, watch, path, width) -> None:
    """A browser draws what it has: on a slow line, or beside other work, that is any beginning of the page."""
    watch.expect("Failed to load resource")
    page = await new_page(viewport={"width": width, "height": 844}, java_script_enabled=False)
    await page.route("**/*.woff2", lambda route: route.abort())  # else a line may break elsewhere when they arrive
    whole = await (await page.request.get(path)).text()
    places = await _places(page, path, whole)
    ends = [found.end() for found in re.finditer(r"</(?:p|a|li|div)>|<input[^>]*>", whole)]
    ends = [end for end in ends if end > whole.index("<h1")]
    for end in ends[:: max(1, len(ends) // 6)]:
        come = (await _places(page, path, whole[:end]))[:-1]  # the last may have come in part
        for (top, name), (then, _) in zip(come, places, strict=False):
            assert top is None or top >= 844 or top == pytest.approx(then, abs=2), name


@pytest.mark.parametrize("width", [360, 390, 412, 430])
async def test_the_plans_stay_where_they_are_when_the_fonts_arrive(new_page, watch, width) -> None:
    """Whether the fonts or the first frame come first differs with the line: one or the other is the same page."""
    watch.expect("Failed to load resource")
    beside = await new_page(viewport={"width": width, "height": 823})
    await beside.route("**/*.woff2", lambda route: route.abort())
    beginnings = []
    for page in (await new_page(viewport={"width": width, "height": 823}), beside):
        await page.goto("/prijzen")
        await chromium.loaded(page)
        await page.evaluate(chromium.ALIVE)
        await page.evaluate("document.fonts.ready")
        beginnings.append(await page.locator(".plans").evaluate("plans => plans.getBoundingClientRect().top"))
    assert abs(beginnings[0] - beginnings[1]) <= 1


async def test_a_visitor_may_start_and_who_is_signed_in_may_buy(new_page, signed_in_page, people, watch) -> None:
    watch.expect("503")  # no payment provider is set up here
    visitor = await new_page()
    await visitor.goto("/prijzen")
    await expect(visitor.get_by_role("link", name="Start Nu")).to_have_count(6)
    await expect(visitor.get_by_role("navigation").get_by_role("link", name="Prijzen")).to_have_attribute(
        "aria-current", "page"
    )
    member = await signed_in_page(people.user, path="/prijzen")
    await expect(member.get_by_role("button", name="Koop nu")).to_have_count(6)
    async with chromium.shows(member, ".toast", "Online betalen staat op deze installatie nog niet aan."):
        await member.get_by_role("button", name=re.compile("Koop nu.*ZZP")).click()


async def test_after_paying_a_member_goes_on_and_a_visitor_signs_in(new_page, signed_in_page, people) -> None:
    visitor = await new_page()
    await visitor.goto("/payment-success")
    await visitor.get_by_role("main").get_by_role("link", name="Inloggen").click()
    await expect(visitor).to_have_url(re.compile("/login$"))
    member = await signed_in_page(people.user, path="")
    await member.add_init_script(_COUNTED)
    await member.goto("/payment-success")
    await expect(member).to_have_url(re.compile("/dashboard$"))
    assert "Je gaat over 1 seconde naar je dashboard." in await member.evaluate("counted")


async def test_an_unknown_address_says_so_and_leads_on(signed_in_page, people, watch) -> None:
    watch.expect("404")
    page = await signed_in_page(people.user, path="")
    answer = await page.goto("/bestaat-niet")
    assert answer is not None
    assert answer.status == 404
    await expect(page.get_by_role("heading", name="Deze pagina bestaat niet")).to_be_visible()
    await expect(page.get_by_role("link", name="Naar het dashboard")).to_be_visible()  # the websocket is open here too
    await page.get_by_role("link", name="Naar de startpagina", exact=True).click()
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Praat.")


async def test_an_unknown_address_says_so_before_its_scripts_run(new_page, watch) -> None:
    watch.expect("404")
    page = await new_page(java_script_enabled=False)
    await page.goto("/bestaat/niet")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Deze pagina bestaat niet")
    await expect(page).to_have_title("Pagina niet gevonden – Spraakrapport")
    await expect(page.get_by_role("link", name="Naar de startpagina", exact=True)).to_have_attribute("href", "/")
