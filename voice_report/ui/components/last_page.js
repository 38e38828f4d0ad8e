/* The page that a signed-in user has open in this tab. Signing out clears it, so whoever finds it on the sign-in page was
   signed out elsewhere, and is led back. */
const KEY = "last-page";

export const rememberPage = () => sessionStorage.setItem(KEY, window.location.pathname + window.location.search);

export const lastPage = () => sessionStorage.getItem(KEY) ?? "";
