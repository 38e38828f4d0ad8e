/** Checks of the account forms: each returns a sentence per field, '' when the field is right. */

export const missing = (label, value) => (value ? "" : `${label} is verplicht`);

export const wrongNames = ({ firstName, lastName }) => ({
  firstName: missing("Voornaam", firstName.trim()),
  lastName: missing("Achternaam", lastName.trim()),
});

export const wrongEmail = (email) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? "" : "Ongeldig e-mailadres");

export const wrongNewPassword = (rules, { newPassword, confirmPassword }) => ({
  newPassword: unmet(rules, newPassword),
  confirmPassword: !confirmPassword
    ? "Bevestig nieuw wachtwoord"
    : newPassword === confirmPassword
      ? ""
      : "Wachtwoorden komen niet overeen",
});

/** Return the page of ours that `path` leads to, or '' (another site, a script, or the sign-in page itself). */
export function ownPage(path, origin) {
  if (!/^\/(?![/\\])/.test(path ?? "") || /[\s\\\x00-\x1f]/.test(path)) return "";
  const url = new URL(path, origin);
  const isPage = url.origin === origin && !/^\/(api|login)(\/|$)/.test(url.pathname);
  return isPage ? url.pathname + url.search : "";
}

/** Return the sentence of the first rule, [pattern, sentence], that the password does not meet. */
export const unmet = (rules, password) => rules.find(([pattern]) => !meets(pattern, password))?.[1] ?? "";

export const meets = (pattern, password) => new RegExp(pattern, "su").test(password);
