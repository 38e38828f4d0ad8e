"""Chromium, as the other browser tests start it, behind the same commands."""

import base64
import tempfile
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, ElementHandle, Error, Page, async_playwright

from tests.support import browser as chromium
from tests.support.engines.webdriver import CONTROL, ELEMENT, Gone, Refused

_CALL = "([body, args]) => new Function(body).apply(window, args)"


class Chromium:
    name = "chromium"

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._profile = directory
        self._context: BrowserContext | None = None
        self._page: Page | None = None
        self._elements: dict[str, ElementHandle] = {}

    async def start(self) -> None:
        self._starting = async_playwright()
        self._playwright = await self._starting.start()

    async def begin(self) -> None:
        if self._context:
            await self._context.close()
        self._profile = Path(tempfile.mkdtemp(dir=self._directory))
        await self._launch()

    async def restart(self) -> None:
        assert self._context is not None
        async with self._context.expect_event("close", timeout=chromium.PATIENCE):
            chromium.kill(self._profile)
        await self._launch()

    async def _launch(self) -> None:
        self._elements.clear()
        self._context = await self._playwright.chromium.launch_persistent_context(
            self._profile,
            executable_path=chromium.executable(self._playwright),
            args=chromium.FLAGS,
            locale="nl-NL",
            timezone_id="Europe/Amsterdam",
            reduced_motion="reduce",
            permissions=["microphone", "clipboard-read", "clipboard-write"],
            no_viewport=True,
            timeout=chromium.PATIENCE,
        )
        self._context.set_default_timeout(10_000)  # what is not there yet is looked for again
        self._context.on("dialog", lambda dialog: dialog.accept())
        self._page = self._context.pages[0]

    async def send(self, command: str, **parameters: Any) -> Any:
        if self._page is None:
            raise Gone("Chromium has not been started")
        try:
            return await self._do(self._page, command, parameters)
        except Error as problem:
            raise Refused(problem.message) from problem

    async def _do(self, page: Page, command: str, given: dict[str, Any]) -> Any:
        match command:
            case "Navigate":
                await page.goto(given["url"], timeout=chromium.PATIENCE)
            case "Refresh":
                await page.reload(timeout=chromium.PATIENCE)
            case "GetCurrentURL":
                return page.url
            case "ExecuteScript":
                return await self._run(page, given["script"], given["args"])
            case "ElementClick":
                await self._elements[given["id"]].click()
            case "ElementSendKeys":
                await self._type(page, self._elements[given["id"]], given["text"])
            case "AddCookie":
                await chromium.use_session(page.context, page.url, given["cookie"]["value"])
            case "DeleteAllCookies":
                await page.context.clear_cookies()
            case "SetWindowRect":
                await page.set_viewport_size({"width": given["width"], "height": given["height"]})
            case "TakeScreenshot":
                return base64.b64encode(await page.screenshot()).decode()
            case _:
                return await self._of_tabs(page, command, given)

    async def _of_tabs(self, page: Page, command: str, given: dict[str, Any]) -> Any:
        """A tab's handle is its number among the pages, of which none is closed."""
        context = page.context
        match command:
            case "GetWindowHandle":
                return str(context.pages.index(page))
            case "NewWindow":
                await context.new_page()
                return {"handle": str(len(context.pages) - 1)}
            case "SwitchToWindow":
                self._page = context.pages[int(given["handle"])]
                await self._page.bring_to_front()

    async def _run(self, page: Page, script: str, args: list) -> Any:
        handle = await page.evaluate_handle(_CALL, [script, args])
        if element := handle.as_element():
            reference = str(len(self._elements))
            self._elements[reference] = element
            return {ELEMENT: reference}
        return await handle.json_value()

    async def _type(self, page: Page, element: ElementHandle, text: str) -> None:
        if await element.get_attribute("type") == "file":
            await element.set_input_files(text)
            return
        await element.focus()
        if text.startswith(CONTROL):
            await page.keyboard.press(f"Control+{text[1]}")
            return
        await page.keyboard.press("Control+End")
        await page.keyboard.type(text)

    async def stop(self) -> None:
        if self._context:
            await self._context.close()
        await self._starting.__aexit__()
