"""A browser as a person uses it, in any engine: look for a thing by its role and name, press it, type in it, read.

Whatever is not there yet, or cannot be pressed yet, is looked for again until ``PATIENCE`` runs out.
"""

import asyncio
import base64
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.support import browser as chromium
from tests.support.engines.webdriver import CONTROL, ELEMENT, Engine, Refused

PATIENCE = chromium.PATIENCE / 1000

#: Finds what is shown, and can be used, by its role and its name: in a question that is open, else on the page.
_FIND = """const [role, name, at, isPressed] = arguments;
const kinds = {
  button: "button, [role=button], summary",
  link: "a[href]",
  textbox: "input:not([type=file], [type=checkbox], [type=radio]), textarea",
  heading: "h1, h2, h3, h4",
  file: "input[type=file]",
};
const plain = (text) => (text ?? "").replace(/\\s+/g, " ").trim();
const named = (element) => {
  const ids = (element.getAttribute("aria-labelledby") ?? "").split(" ");
  const by = ids.map((id) => document.getElementById(id)?.innerText).join(" ");
  const label = [...(element.labels ?? [])].map((one) => one.innerText).join(" ");
  return [element.getAttribute("aria-label"), by, label, element.innerText].find(plain);
};
const takes = (element) => !element.disabled && element.getAttribute("aria-disabled") !== "true";
const shown = (element) => role === "file" || element.checkVisibility({ visibilityProperty: true });
const places = [...document.querySelectorAll("dialog[open], [role=dialog], [role=alertdialog]")].filter(shown);
const found = (place) => [...place.querySelectorAll(kinds[role] ?? `[role=${role}]`)].filter(shown);
const fits = (element) => {
  const its = plain(named(element));
  return takes(element) && (at === "begins" ? its.startsWith(name) : its === name);
};
const it = [...places.reverse(), document].flatMap(found).find(fits) ?? null;
if (it && isPressed) {
  window.wasPressed = false;
  it.addEventListener("click", () => void (window.wasPressed = true), { capture: true, once: true });
}
return it;"""

#: Whether what was found was pressed; on a page that came by the press nothing says that it was not.
_WAS_PRESSED = """const it = () => window.wasPressed !== false;
return it() || new Promise((resolve) => setTimeout(() => resolve(it()), 1000));"""

#: What a person can read: the text that is shown, and what stands in fields.
_READ = """const fields = [...document.querySelectorAll("input, textarea")].filter((one) => one.checkVisibility());
return [document.body?.innerText ?? "", ...fields.map(({ value }) => value)].join("\\n").replace(/\\s+/g, " ");"""


class Screen:
    """The one page of an engine's browser."""

    def __init__(self, engine: Engine, url: str) -> None:
        self.engine, self.url = engine, url

    async def open(self, path: str) -> None:
        await self.engine.send("Navigate", url=f"{self.url}{path}")

    async def reload(self) -> None:
        await self.engine.send("Refresh")

    async def restart(self) -> None:
        """Kill the browser, and start it again with what is on its disk."""
        await self.engine.restart()
        await self.be_narrow()

    async def be_narrow(self) -> None:
        """Make the window as wide as a phone, or a little wider where the browser cannot."""
        await self.engine.send("SetWindowRect", width=500, height=900)

    async def open_tab(self) -> str:
        """Go on in another tab; returns the one of before, for ``go_to_tab``."""
        former = await self.engine.send("GetWindowHandle")
        await self.go_to_tab((await self.engine.send("NewWindow", type="tab"))["handle"])
        return former

    async def go_to_tab(self, handle: str) -> None:
        await self.engine.send("SwitchToWindow", handle=handle)

    async def address(self) -> str:
        """Return what the address bar shows after the server's own address."""
        return (await self.engine.send("GetCurrentURL")).removeprefix(self.url)

    async def run(self, script: str, *args: Any) -> Any:
        """Run the body of a function on the page; ``arguments`` has the arguments, a promise is waited for.

        Once: an engine may refuse it, so what may run again goes by way of ``until``.
        """
        return await self.engine.send("ExecuteScript", script=script, args=list(args))

    async def press(self, name: str, role: str = "button", *, begins: bool = False) -> None:
        """Press what has this name, or a name that begins so; again, when the page moved it away meanwhile."""

        async def try_it() -> bool:
            element = await self._find(role, name, begins, is_pressed=True)
            await self.engine.send("ElementClick", id=element)
            with suppress(Refused):  # the page is leaving
                return await self.run(_WAS_PRESSED)
            return True

        await self._until(try_it, f"to press {role} {name!r}")

    async def press_if_there(self, name: str, *, before: tuple[str, str]) -> None:
        """Press this button where there is one; an engine may show at once what comes ``before`` the others have it."""

        async def try_it() -> bool:
            with suppress(Refused):
                return bool(await self._find(*before))
            await self.engine.send("ElementClick", id=await self._find("button", name))
            return True

        await self._until(try_it, f"to press {name!r}, or {before}")

    async def type(self, label: str, words: str) -> None:
        """Type in the field with this label, after what is in it."""

        async def try_it() -> bool:
            await self.engine.send("ElementSendKeys", id=await self._find("textbox", label), text=words)
            return True

        await self._until(try_it, f"to type in {label!r}")

    async def choose_file(self, label: str, file: Path) -> None:
        async def try_it() -> bool:
            await self.engine.send("ElementSendKeys", id=await self._find("file", label), text=str(file))
            return True

        await self._until(try_it, f"to choose a file for {label!r}")

    async def _read(self) -> str:
        return await self.run(_READ) or ""  # nothing while one page makes way for the next

    async def sees(self, *words: str) -> str:
        """Wait until all of these words are shown, and return everything that is shown then."""

        async def look() -> str:
            shown = await self._read()
            return shown if all(each in shown for each in words) else ""

        return await self._until(look, f"to see {words}")

    async def sees_no(self, words: str) -> None:
        async def look() -> bool:
            return words not in await self._read()

        await self._until(look, f"{words!r} to go")

    async def finds(self, role: str, name: str, *, begins: bool = False) -> None:
        async def look() -> bool:
            return bool(await self._find(role, name, begins))

        await self._until(look, f"{role} {name!r}")

    async def until(self, script: str, *args: Any) -> Any:
        """Wait until the body of this function returns something on the page, and return it."""

        async def look() -> Any:
            return await self.run(script, *args)

        return await self._until(look, script)

    async def _find(self, role: str, name: str, begins: bool = False, *, is_pressed: bool = False) -> str:
        found = await self.run(_FIND, role, name, "begins" if begins else "is", is_pressed)
        if not found:
            raise Refused(f"no {role} {name!r}")
        return found[ELEMENT]

    async def _until(self, attempt: Callable[[], Awaitable[Any]], wanted: str) -> Any:
        last, end = "", time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if result := await attempt():
                    return result
            except Refused as problem:
                last = str(problem)
            await asyncio.sleep(0.05)  # a page tells nobody outside it that it has changed
        try:
            shown = await self._read()
        except Refused as problem:
            shown = str(problem)
        raise AssertionError(f"{self.engine.name}: waited for {wanted}; {last}\nshown: {shown[:3000]}")

    async def sign_in_as(self, cookie: dict[str, Any]) -> None:
        """Have a session that is open already; a cookie can only be given to a page of its server."""
        await self.open("/healthz")
        await self.engine.send("AddCookie", cookie=cookie)

    async def pasted(self) -> str:
        """Return what a paste gives on another page; our own may not read the clipboard (security.md S76)."""
        await self.engine.send("Navigate", url="data:text/html,<label>Plak<textarea></textarea></label>")
        await self.type("Plak", f"{CONTROL}v")
        return await self.until("return document.querySelector('textarea').value")

    async def picture(self, file: Path) -> None:
        picture = base64.b64decode(await self.engine.send("TakeScreenshot"))
        await asyncio.to_thread(file.write_bytes, picture)


#: Gives the page a microphone that plays this sound, by way of its own sound system: what a recorder gets is as long as
#: it listens, however busy the machine is. It plays over and over, or once when `speak()` is called. It is put on the
#: prototype: WebKit forgets what is put on `navigator.mediaDevices`.
_MICROPHONE = """const [sound, isOnce, rate] = arguments;
const bytes = Uint8Array.from(atob(sound), (letter) => letter.charCodeAt(0));
const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
MediaDevices.prototype.getUserMedia = async (wanted) => {
  const held = await real(wanted); // only who listens may play without having been touched
  const context = new AudioContext(rate ? { sampleRate: rate } : {});
  await context.resume();
  const source = context.createBufferSource();
  source.buffer = await context.decodeAudioData(bytes.slice().buffer);
  source.loop = !isOnce;
  const made = context.createMediaStreamDestination();
  const quiet = context.createConstantSource(); // a microphone gives sound, also when nobody speaks
  quiet.offset.value = 0;
  for (const each of [source, quiet]) each.connect(made);
  quiet.start();
  if (isOnce) {
    window.speak = () => new Promise((resolve) => {
      source.onended = () => resolve(true);
      source.start();
    });
  } else source.start();
  const [track] = made.stream.getAudioTracks();
  const stop = track.stop.bind(track);
  track.stop = () => {
    stop();
    context.close();
    for (const each of held.getTracks()) each.stop();
  };
  return made.stream;
};
return true;"""


async def give_microphone(screen: Screen, wav: bytes, *, once: bool = False, rate: int = 0) -> None:
    """``once``: what is said when the page's ``speak()`` is called. ``rate`` is the microphone's own, in Hz."""
    await screen.until(_MICROPHONE, base64.b64encode(wav).decode(), once, rate)
