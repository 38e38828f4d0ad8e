"""A script or stylesheet that is lost must not leave half a page that only a user who knows better can mend."""

import asyncio
import re

import pytest
from playwright.async_api import Page, Response, Route, expect

from tests.e2e.reports.recording import Recorder
from voice_report.web.reflex.chunk_reload import BUTTON, SENTENCE

LOST = ("net::ERR", "Failed to load resource", "dynamically imported module", "Error loading route module")


class Line:
    """A line that loses some of what is asked for.

    ``loads`` counts how often the page was loaded, ``looked`` how often it found the server there.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lost = self.loads = self.looked = 0
        page.on("response", self._count)

    def _count(self, response: Response) -> None:
        self.loads += response.request.is_navigation_request()
        self.looked += response.url.endswith("/healthz")

    async def reaches(self, *, loads: int = 0, looked: int = 0) -> None:
        for _ in range(3000):
            if self.loads >= loads and self.looked >= looked:
                return
            await self.page.wait_for_timeout(100)
        pytest.fail(f"the page was loaded {self.loads} times and looked {self.looked} times for the server")

    async def lose(self, pattern: str, *, loads: int = 1) -> None:
        """Lose these files for as many loads of the page."""

        async def lose(route) -> None:
            if self.loads <= loads:
                self.lost += 1
                await route.abort("connectionreset")
            else:
                await route.continue_()

        await self.page.route(re.compile(pattern), lose)


#: Goes to another page, loses a script meanwhile, and tells how many notices the page shows of it.
LEAVE = """(there) => {
  addEventListener("beforeunload", () => setTimeout(() => import("/assets/cancelled.js")));
  addEventListener("unhandledrejection", () => fetch(`/told/${document.querySelectorAll(".lost-files").length}`));
  setTimeout(() => location.assign(there));
}"""


async def _leave(page: Page, there: str, *, status: int) -> str:
    """Leave the page for another one, which answers with this status once the page has lost a script; return how many
    notices there were then."""
    told = asyncio.get_running_loop().create_future()

    async def note(route: Route) -> None:
        told.set_result(route.request.url.rpartition("/")[2])
        await route.fulfill(status=204)

    async def answer(route: Route) -> None:
        await told
        await (route.continue_() if status == 200 else route.fulfill(status=status))

    await page.route("**/assets/cancelled.js", lambda route: route.abort("aborted"))
    await page.route("**/told/*", note)
    await page.route(f"**{there}", answer)
    await page.evaluate(LEAVE, there)
    return await told


@pytest.mark.parametrize(
    "file", [r"root-.*\.js", r"entry\.client-.*\.js", r"_login_\._index-.*\.js", r"reflex-env-.*\.js", r"[^/]*\.css$"]
)
async def test_a_page_that_lost_a_file_loads_itself_again(app_server, people, page, watch, file: str) -> None:
    watch.expect(*LOST)
    line = Line(page)
    await line.lose("/assets/" + file)
    await page.goto("/login")
    await line.reaches(loads=2)
    await expect(page.get_by_role("button", name="Inloggen", exact=True)).to_be_enabled()
    await expect(page.get_by_text(SENTENCE)).to_have_count(0)
    assert line.loads == 2
    await _sign_in(page, people)


async def test_where_the_stylesheet_stays_away_the_page_works_and_says_so(app_server, people, page, watch) -> None:
    watch.expect(*LOST)
    await page.clock.set_fixed_time("2031-01-01")  # all within the minute in which the page loads itself so often
    line = Line(page)
    await line.lose(r"/assets/[^/]*\.css$", loads=1000)
    await page.goto("/login")
    await line.reaches(looked=4)
    notice = page.get_by_role("alert").filter(has_text=SENTENCE)
    await expect(notice).to_be_visible()
    assert await notice.evaluate("(box) => getComputedStyle(box).position") == "fixed", "it has its shape"
    await _sign_in(page, people)


async def test_scripts_wait_for_the_whole_stylesheet_but_not_for_ever(app_server, page) -> None:
    """A menu without its style would show every item at once; a line that never answers must not keep a page dead."""
    asked = asyncio.Event()

    async def never(_route) -> None:
        asked.set()

    await page.clock.install(time=0)
    await page.clock.pause_at(1000)  # the page's time stands still, however long the machine takes
    await page.route(re.compile(r"/assets/[^/]*\.css$"), never)
    await page.goto("/login", wait_until="domcontentloaded")  # the script at the end of the page waits for its time
    waiting = page.locator("script[type=deferred]")
    await expect(waiting).not_to_have_count(0)
    await page.clock.run_for(1_000)
    await asked.wait()
    await page.clock.run_for(3_500)
    await expect(waiting).not_to_have_count(0)
    await page.clock.run_for(1_000)
    await expect(waiting).to_have_count(0)
    await page.clock.resume()
    await expect(page.get_by_role("button", name="Inloggen", exact=True)).to_be_enabled()
    await page.unroute_all(behavior="ignoreErrors")


async def test_a_recorder_that_was_lost_comes_back(app_server, people, signed_in_page, watch) -> None:
    watch.expect(*LOST)
    page: Page = await signed_in_page(people.user, permissions=["microphone"])
    line = Line(page)
    await line.lose(r"/assets/recorder-.*\.js", loads=2)
    recorder = Recorder(page)
    await recorder.open()
    assert line.loads == 3
    await recorder.start()


async def test_where_somebody_typed_the_page_leaves_it_to_them(app_server, people, page, watch) -> None:
    watch.expect(*LOST)
    line = Line(page)
    await line.lose(r"/assets/root-.*\.js")
    await page.route("**/healthz", lambda route: route.abort("connectionreset"))  # no connection yet
    await page.goto("/login")
    await page.get_by_label("E-mailadres").press_sequentially("ursula@")
    await page.unroute("**/healthz")
    await expect(page.get_by_text(SENTENCE)).to_be_visible()
    await line.reaches(looked=1)
    await expect(page.get_by_label("E-mailadres")).to_have_value("ursula@")
    await page.get_by_role("button", name=BUTTON).click()
    await expect(page.get_by_role("button", name="Inloggen", exact=True)).to_be_enabled()


async def test_a_file_that_is_gone_for_good_is_no_endless_circle(app_server, page, watch) -> None:
    watch.expect(*LOST)
    await page.clock.set_fixed_time("2031-01-01")
    line = Line(page)
    await line.lose(r"/assets/root-.*\.js", loads=1000)
    await page.goto("/login")
    await line.reaches(looked=4)
    await expect(page.get_by_role("button", name=BUTTON)).to_be_visible()
    assert line.loads == 4


async def test_a_next_page_that_was_lost_is_there_at_the_second_click(
    app_server, people, signed_in_page, watch
) -> None:
    """A click within the product asks for the next page's script alone; the framework loads the page again then."""
    watch.expect(*LOST)
    page: Page = await signed_in_page(people.user)
    line = Line(page)
    await line.lose(r"/assets/_drafts_._index-.*\.js", loads=0)
    async with page.expect_event("domcontentloaded"):  # else the next click may be on the page that goes
        await page.get_by_role("link", name="Concepten").first.click()
    await line.reaches(loads=1)
    await expect(page.get_by_text(people.user.first_name).first).to_be_visible()
    await page.get_by_role("link", name="Concepten").first.click()
    await expect(page).to_have_url(re.compile("/drafts$"))
    assert line.lost


async def test_what_a_page_no_longer_loads_because_it_is_left_is_not_lost(app_server, page, watch) -> None:
    watch.expect(*LOST)
    line = Line(page)
    await page.goto("/login")
    assert await _leave(page, "/hulp", status=200) == "0"
    await expect(page).to_have_url(re.compile("/hulp$"))
    await expect(page.get_by_role("heading", name="Hulp", level=1)).to_be_visible()
    assert (line.loads, line.looked) == (2, 0)


async def test_a_page_that_was_left_in_vain_tells_what_it_lost(app_server, page, watch) -> None:
    watch.expect(*LOST)
    await page.clock.install()
    line = Line(page)
    await page.goto("/login")
    assert await _leave(page, "/hulp", status=204) == "0"
    await page.clock.run_for(10_000)
    await expect(page.get_by_text(SENTENCE)).to_be_visible()
    await page.clock.run_for(500)
    await line.reaches(looked=1)
    await expect(page).to_have_url(re.compile("/login$"))


async def test_who_signs_out_is_asked_first_when_nobody_can_tell_what_is_on_the_device(
    app_server, people, signed_in_page, watch
) -> None:
    """The script that knows of unsent sound was lost; signing out would delete that sound."""
    watch.expect(*LOST)
    page: Page = await signed_in_page(people.user, path="/account")  # which asks for no recordings, as /dashboard does
    await page.evaluate('new Promise((done) => (indexedDB.open("dictations").onsuccess = done)).then(() => {})')
    await Line(page).lose(r"/assets/store-.*\.js", loads=9)
    await page.get_by_role("button", name=re.compile(people.user.first_name)).click()
    await page.get_by_role("menuitem", name="Uitloggen").click()
    await page.get_by_role("alertdialog", name="Toch uitloggen?").get_by_role("button", name="Annuleren").click()
    assert page.url.endswith("/account")


async def _sign_in(page: Page, people) -> None:
    await page.get_by_label("E-mailadres").fill(people.user.email)
    await page.get_by_label("Wachtwoord", exact=True).fill(people.user.password)
    await page.get_by_role("button", name="Inloggen", exact=True).click()
    await expect(page).to_have_url(re.compile("/dashboard$"))
