/**
 * Putting the application on the home screen. A browser that can do so says it once, soon after a page has loaded: its
 * question is kept for the button in 'Account' (pages/accounts/home_screen.jsx).
 */
import { createStore } from "../../kit/external_store.js";

const { snapshot, subscribe, set } = createStore(null);
export { snapshot, subscribe };

const ANSWERED = "home-screen"; // in the local storage: the user has chosen, and is not asked again

/** Keep the browser's question when it comes. Call it as early as can be. */
export function watchInstalling() {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // else the browser asks by itself, on any page
    set(event);
  });
  window.addEventListener("appinstalled", () => {
    set(null);
    navigator.storage?.persist?.().catch(() => {});
  });
}

/** Return how the application gets on the home screen here: "asked" by the browser, by "hand" as on an iPhone or iPad, or
 * null where it cannot, is there already, or the user has chosen. */
export function wayToInstall(question, { userAgent, maxTouchPoints, standalone } = navigator) {
  if (standalone || matchMedia("(display-mode: standalone)").matches || isAnswered()) return null;
  if (question) return "asked";
  const isTablet = userAgent.includes("Macintosh") && maxTouchPoints > 1; // an iPad says that it is a Mac
  return /iPhone|iPad/.test(userAgent) || isTablet ? "hand" : null;
}

/** Let the browser ask; it does so once. */
export async function install() {
  const question = snapshot();
  await question.prompt();
  await question.userChoice;
  leaveIt();
}

/** The user has chosen: this device is not asked again. */
export function leaveIt() {
  try {
    localStorage.setItem(ANSWERED, "answered");
  } catch {
    // Cookies are off: then it is known until the next page.
  }
  set(null);
}

function isAnswered() {
  try {
    return localStorage.getItem(ANSWERED) !== null;
  } catch {
    return false;
  }
}
