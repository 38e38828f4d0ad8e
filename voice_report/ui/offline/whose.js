/** Whose device this is, for the page that records without a network. */
import { keyOf, presentKeyOf } from "../islands/recorder/device/device.js";
import { noted } from "../islands/recorder/device/person.js";

const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * Call `onFound(person, isUnreadable)` with {user, initials, at}, or null for nobody: without the key nothing can be kept. A
 * database that fails, or does not answer in time, as on a busy device, gives null too, `isUnreadable`, and is asked again.
 * Returns the function that stops this.
 */
export function findPerson(onFound) {
  let wait = FIRST_MS;
  let timer;
  let isOver = false;

  const tell = (person) => isOver || onFound(person, false);

  function failed() {
    if (isOver) return;
    timer = setTimeout(look, wait);
    wait = Math.min(2 * wait, LONGEST_MS);
    onFound(null, true);
  }

  const look = () => find().then(tell, failed);
  look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

async function find() {
  const found = await noted();
  if (!found || !(await presentKeyOf(found.user))) return null;
  await keyOf(found.user); // from now on a missing key means a sign-out
  return found;
}
