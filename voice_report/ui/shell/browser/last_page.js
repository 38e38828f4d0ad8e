/* The page that a signed-in user has open in this tab, and whose it is: a device may be shared. Signing out clears it, so
   whoever finds it on the sign-in page was signed out elsewhere, and its owner is led back. */
const KEY = "last-page";

const read = () => JSON.parse(sessionStorage.getItem(KEY) ?? "{}");

/** Remember this page for the person with this name; without one, for the person of the page before. */
export function rememberPage(name = read().name) {
  sessionStorage.setItem(KEY, JSON.stringify({ name, page: window.location.pathname + window.location.search }));
}

/** {page, name} of the last page; both are '' when no user was signed out elsewhere. */
export const lastPage = () => ({ page: "", name: "", ...read() });
