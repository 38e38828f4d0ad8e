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

/** Return the sentence of the first rule, [pattern, sentence], that the password does not meet. */
export const unmet = (rules, password) => rules.find(([pattern]) => !meets(pattern, password))?.[1] ?? "";

export const meets = (pattern, password) => new RegExp(pattern, "su").test(password);
