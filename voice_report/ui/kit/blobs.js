/** Addresses of what is in the page's memory, each taken back once nothing reads it any more. */

const READ_WITHIN_MS = 10_000; // a browser that is busy begins to save late

/** Empty this player, and take back the address of its sound. It stops loading first: a browser reports an address that goes
 * while it is read. */
export function letGo(player) {
  const { src } = player;
  player.removeAttribute("src");
  player.load();
  if (src) URL.revokeObjectURL(src);
}

/** Let the browser save this text as a file. */
export function saveAs(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS);
}
