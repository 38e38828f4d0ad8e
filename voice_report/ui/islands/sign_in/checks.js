/** Checks of the account forms: each returns a sentence per field, '' when the field is right. */

export const missing = (label, value) => (value ? "" : `${label} is verplicht`);

export const wrongNames = ({ firstName, lastName }) => ({
  firstName: missing("Voornaam", firstName.trim()),
  lastName: missing("Achternaam", lastName.trim()),
});

export const wrongEmail = (email) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? "" : "Ongeldig e-mailadres");

/** Return the well-known mail domain that this address's domain is a typing mistake away from, or ''. */
export function nearestDomain(email, domains) {
  const domain = email.trim().toLowerCase().split("@").at(-1);
  if (domain.length < LONG_ENOUGH || domains.includes(domain)) return "";
  return domains.find((one) => one.length >= LONG_ENOUGH && isNear(domain, one)) ?? "";
}

const LONG_ENOUGH = 8; // characters; a short one is like many others

/** A letter too many, too few, another one, or two swapped. */
function isNear(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [left, right] = [one.slice(at), other.slice(at)];
  const swapped = left.length > 1 && left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
  return swapped || left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1);
}

export const wrongNewPassword = (rules, { newPassword, confirmPassword }) => ({
  newPassword: unmet(rules, newPassword),
  confirmPassword: !confirmPassword
    ? "Bevestig nieuw wachtwoord"
    : newPassword === confirmPassword
      ? ""
      : "Wachtwoorden komen niet overeen",
});

/** The pages of people who are signed in (ui/shell/routes.py). */
const PAGES =
  /^\/(dashboard|new-report|voorbeeld|drafts|klaar|dossier|account|admin|inloggen-beheer|sjablonen|veldprofielen|woordenlijst|platform-admin|uitgaand|inzicht|privacy-beheer|privacydossier|wisbewijzen|inzage|steekproef|logboek|betalingen)\/?$/;

/** Return the page for signed-in people that `path` leads to, or '' (a public page, another site, or a script). */
export function ownPage(path, origin) {
  if (!/^\/(?![/\\])/.test(path ?? "") || /[\s\\\x00-\x1f]/.test(path)) return "";
  const url = new URL(path, origin);
  return url.origin === origin && PAGES.test(url.pathname) ? url.pathname + url.search : "";
}

/** Return the sentence of the first rule, [pattern, sentence], that the password does not meet. */
export const unmet = (rules, password) => rules.find(([pattern]) => !meets(pattern, password))?.[1] ?? "";

export const meets = (pattern, password) => new RegExp(pattern, "su").test(password);
