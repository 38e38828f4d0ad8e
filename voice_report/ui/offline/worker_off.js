/** The service worker of `OFFLINE_PAGE=off`: it takes the place of the former one, and leaves neither it nor its caches. */
self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(removeAll()));

async function removeAll() {
  await self.registration.unregister(); // first, so that nothing that fails below keeps it
  for (const name of await caches.keys()) {
    if (name.startsWith("shell-")) await caches.delete(name);
  }
  indexedDB.deleteDatabase("device");
}
