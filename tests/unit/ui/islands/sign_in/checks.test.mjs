/** The checks of the account forms, with rules like those that the page passes on. */
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  missing,
  nearestDomain,
  ownPage,
  unmet,
  wrongEmail,
  wrongNames,
  wrongNewPassword,
} from "../../../../../voice_report/ui/islands/sign_in/checks.js";

const RULES = [
  ["^.{8,}$", "Minstens 8 tekens"],
  ["\\p{Lu}", "Een hoofdletter"],
];

test("a password of spaces is one, an empty one is missing", () => {
  assert.equal(missing("Wachtwoord", ""), "Wachtwoord is verplicht");
  assert.equal(missing("Wachtwoord", " "), "");
});

test("a name of spaces is no name", () => {
  assert.deepEqual(wrongNames({ firstName: " ", lastName: "Linde" }), {
    firstName: "Voornaam is verplicht",
    lastName: "",
  });
});

test("an email address has a name, a domain and no spaces inside", () => {
  for (const email of ["nora@zorg.nl", " nora@zorg.nl ", "ñora@zorg.example"]) assert.equal(wrongEmail(email), "");
  for (const email of ["", "nora", "nora@zorg", "nora @zorg.nl", "@zorg.nl"]) {
    assert.equal(wrongEmail(email), "Ongeldig e-mailadres", email);
  }
});

test("the first rule that a password does not meet is named", () => {
  assert.equal(unmet(RULES, "kort"), "Minstens 8 tekens");
  assert.equal(unmet(RULES, "lang genoeg"), "Een hoofdletter");
  assert.equal(unmet(RULES, "Énig echt\nlang"), "");
  assert.equal(unmet(RULES, "😀😀😀😀A"), "Minstens 8 tekens", "a character is one sign, not two units");
});

test("a new password is typed twice, the same", () => {
  const check = (newPassword, confirmPassword) =>
    wrongNewPassword(RULES, { newPassword, confirmPassword }).confirmPassword;
  assert.equal(check("Lang genoeg", ""), "Bevestig nieuw wachtwoord");
  assert.equal(check("Lang genoeg", "Lang genoeg "), "Wachtwoorden komen niet overeen");
  assert.equal(check("Lang genoeg", "Lang genoeg"), "");
});

test("after signing in only a page for signed-in people follows", () => {
  const origin = "https://rapport.example";
  for (const own of ["/new-report?draft=1", "/dossier", "/account#x", "/platform-admin/", "/betalingen?organisatie=1"]) {
    assert.equal(ownPage(own, origin), own.replace("#x", ""));
  }
  for (const other of [
    null, "", "dossier", "https://elders.example/", "//elders.example", "/\\elders.example", "/\t/elders.example",
    "javascript:alert(1)", "/api/auth/logout", "/login?verder=/x", " /dossier", "/a\n/b", "/x\\y",
    "/", "/reset-password", "/payment-success", "/.//evil.example", "/dossier/..//evil.example", "/dossiers",
  ]) {
    assert.equal(ownPage(other, origin), "", String(other));
  }
});

test("a typing mistake in a well-known mail domain is found, and nothing else is one", () => {
  const known = ["gmail.com", "hotmail.com", "live.nl", "outlook.com"];
  for (const [domain, near] of [
    ["gmail.con", "gmail.com"], ["gmial.com", "gmail.com"], ["gmail.co", "gmail.com"], ["hotmaill.com", "hotmail.com"],
    ["OUTLOK.com", "outlook.com"], ["gmail.com", ""], ["line.nl", ""], ["zorg.example", ""], ["gmail.nl", ""],
  ]) assert.equal(nearestDomain(`mo@${domain}`, known), near, domain);
});
