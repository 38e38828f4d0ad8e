/** What the sheet says about what leaves: the parts of its text, and why something is replaced. */
const WORD = /(\p{L}[\p{L}\p{M}\p{Cf}'’-]*)/u;

const REASONS = {
  known: "Cliënt van jullie",
  colleague: "Collega van jullie",
  listed: "Staat in een lijst van jullie",
  addressed: "Na een aanspreekvorm",
  unusual: "Geen gewoon woord",
  repeated: "Staat elders in je tekst als naam",
};
const KINDS = {
  TELEFOON: "Telefoonnummer",
  EMAIL: "E-mailadres",
  WEB: "Webadres",
  REKENING: "Rekeningnummer",
  BSN: "BSN",
  POSTCODE: "Postcode",
  ADRES: "Adres",
  GEBOORTEDATUM: "Geboortedatum",
  DATUM: "Datum",
  NAAM: "Gespelde naam",
};

/** Why a part is replaced, in words. */
export const reasonOf = ({ reason, kind }) => REASONS[reason] ?? KINDS[kind] ?? "Nummer";

/** The parts of a text that can be pressed and what stands between: a placeholder, a word, or neither. */
export function unitsOf(pieces) {
  const units = pieces.flatMap((piece) =>
    piece.said
      ? [{ ...piece, isMask: true }]
      : piece.sent.split(WORD).map((sent, at) => ({ sent, isWord: at % 2 === 1 })),
  );
  return units.filter(({ sent }) => sent).map((unit, at) => ({ ...unit, at }));
}

/** What is said about how much is replaced, above the text. */
export function summaryOf({ form, counts }) {
  if (form === "plain") return "Alles gaat zoals het hier staat.";
  const number = Object.values(counts).reduce((sum, one) => sum + one, 0);
  if (!number) return "Er hoeft niets te worden vervangen.";
  return `${number === 1 ? "1 gegeven" : `${number} gegevens`} vervangen. De rest gaat zoals het hier staat.`;
}

/** The title of the sheet. */
export function titleOf(found) {
  if (!found?.party || found.refusal || found.form === "here") return "Wat er wordt verstuurd";
  if (!found.sameAsSent) return `Dit gaat naar ${found.party}`;
  const time = new Intl.DateTimeFormat("nl-NL", { hour: "2-digit", minute: "2-digit", timeZone: "Europe/Amsterdam" });
  return `Dit is verstuurd naar ${found.party}, ${time.format(new Date(found.sentAt)).replace(":", ".")} uur`;
}

/** What is said when what would leave now is not what left, or nobody can tell; "" when it is, or nothing left yet. */
export function changedSince({ sentAt, sameText, sameAsSent, refusal, form }) {
  if (!sentAt || sameAsSent) return "";
  const now = refusal || form === "here" ? "wat er is verstuurd, is niet meer te zien" : "zo zou het nu gaan";
  if (sameAsSent === null) return "Er is tekst verstuurd. Welke tekst dat was, is niet meer te zien.";
  const what = sameText ? "is de lijst met namen veranderd" : "is je tekst veranderd";
  return `Sindsdien ${what}: ${now}.`;
}

const without = (words, word) => words.filter((one) => one.toLowerCase() !== word.toLowerCase());
const has = (words, word) => words.some((one) => one.toLowerCase() === word.toLowerCase());

/** Whether a part that is replaced may stay, because it is no name as far as is known, or was chosen here. */
export const mayStay = ({ replace }, { mayKeep, said }) => mayKeep || has(replace, said);

/** The choices of a draft after a word is to stay. */
export const staying = ({ replace, keep }, word) =>
  has(replace, word) ? { replace: without(replace, word), keep } : { replace, keep: [...without(keep, word), word] };

/** The choices of a draft after a word is to be replaced. */
export const replacing = ({ replace, keep }, word) => ({
  replace: [...without(replace, word), word],
  keep: without(keep, word),
});
