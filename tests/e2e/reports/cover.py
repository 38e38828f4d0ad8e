"""The cover over a recording whose session ended, as the tests of S47 use it."""

from playwright.async_api import Page, expect
from sqlmodel import col, delete

from tests.e2e.reports.recording import Recorder
from tests.support import tables
from voice_report.db.models import LoginSession

#: All text that the page's components hold, and what they remember: the tree that React has on the screen.
REMEMBERED = """() => {
  const key = Object.keys(document).find((name) => name.startsWith("__reactContainer"));
  const seen = new WeakSet(), found = [];
  const look = (value, depth) => {
    if (typeof value === "string") return void found.push(value);
    if (!value || typeof value !== "object" || depth > 12 || seen.has(value) || value instanceof Node) return;
    if (value === window || value instanceof Blob) return;
    seen.add(value);
    for (const name of Object.keys(value)) {
      if (["return", "alternate", "stateNode", "_owner", "_debugOwner"].includes(name)) continue;
      look(value[name], depth + 1);
    }
  };
  const walk = (fiber) => {
    for (let one = fiber; one; one = one.sibling) {
      look(one.memoizedProps, 0);
      look(one.memoizedState, 0);
      walk(one.child);
    }
  };
  walk(document[key].stateNode.current);
  return found.join("\\n");
}"""


async def is_forgotten(page: Page, *words: str) -> None:
    """Wait until the page remembers none of these words: it is drawn without them a moment before."""
    await page.wait_for_function(
        f"(words) => {{ const all = ({REMEMBERED})(); return !words.some((one) => all.includes(one)); }}", arg=words
    )


def cover_of(page: Page):
    return page.get_by_role("alertdialog", name="Je bent uitgelogd")


async def end_session(db, person) -> None:
    """End it as an administrator or another device does."""
    await tables.run(delete(LoginSession).where(col(LoginSession.user_id) == person.id))


async def covered(recorder: Recorder):
    """Wait for the cover, and return it."""
    cover = cover_of(recorder.page)
    await expect(cover).to_be_visible()
    return cover


async def signed_out(recorder: Recorder, db, person):
    """End the person's session while they talk, wait for the cover, and return it."""
    await end_session(db, person)
    return await covered(recorder)


async def sign_in_by_password(cover, password: str) -> None:
    await cover.get_by_role("button", name="Met wachtwoord").click()
    await cover.get_by_label("Wachtwoord", exact=True).fill(password)
    await cover.get_by_role("button", name="Inloggen", exact=True).click()
