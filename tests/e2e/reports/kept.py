"""What the browser keeps of transcribed sound (``recorder/device/playback_cache.js``): for browser tests."""

from typing import Any

import pytest
from playwright.async_api import Page

_OPEN = """
  const db = await new Promise((resolve, reject) => {
    const request = indexedDB.open("kept-sound", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("pieces", { keyPath: ["dictation", "number"] });
      request.result.createObjectStore("chunks", { keyPath: ["dictation", "number", "seq"] });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
"""

#: How much there is, and what of it can be read without the key.
KEPT = (
    "async () => {"
    + _OPEN
    + """
  const all = (name) => new Promise((resolve) => {
    const request = db.transaction(name).objectStore(name).getAll();
    request.onsuccess = () => resolve(request.result);
  });
  const [pieces, chunks] = [await all("pieces"), await all("chunks")];
  db.close();
  const sealed = [...pieces, ...chunks].map(({ sealed }) => new Uint8Array(sealed?.data ?? []));
  const text = sealed.map((bytes) => String.fromCharCode(...bytes)).join("") + JSON.stringify(pieces);
  return {
    pieces: pieces.length,
    chunks: chunks.length,
    numbers: pieces.map(({ number }) => number).sort((one, other) => one - other),
    bytes: sealed.reduce((total, bytes) => total + bytes.length, 0),
    readable: ["OpusHead", "webmB", "A_OPUS", "woord"].filter((word) => text.includes(word)),
  };
}"""
)

_SEED = (
    "async ([count, each]) => {"
    + _OPEN
    + """
  const tx = db.transaction("pieces", "readwrite");
  for (let turn = 0; turn < count; turn += 1) {
    tx.objectStore("pieces").put({
      dictation: "seeded", number: 1000 + turn, user: "seeded", draftId: "none", startedAt: 1,
      at: Date.now() - 60_000 + turn, ms: 1, type: "audio/webm", bytes: each, sealed: null,
    });
  }
  await new Promise((resolve) => { tx.oncomplete = resolve; });
  db.close();
}"""
)


async def seed(page: Page, *, pieces: int, each: int) -> None:
    """Store records of this size that are a minute old, numbered from 1000, the oldest first."""
    await page.evaluate(_SEED, [pieces, each])


async def expect_kept(page: Page, **counts: int | list[int]) -> dict[str, Any]:
    """Wait until this much is kept, and return all that is known of it."""
    now: dict[str, Any] = {}
    for _ in range(3000):
        now = await page.evaluate(KEPT)
        if counts.items() <= now.items():
            return now
        await page.wait_for_timeout(100)
    pytest.fail(f"kept {now}, expected {counts}")
