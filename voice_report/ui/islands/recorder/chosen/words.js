/** All texts about a chosen recording, and how its size and progress are said (nl-NL). */
import { about, howLong } from "../view/texts.js";

export const CHOOSE = "Opname kiezen";
export const OWN = "Alleen je eigen dictaat. Neem je een gesprek op, vraag dan eerst toestemming.";
export const NOT_KEPT = "De opname zelf wordt niet bewaard, en de naam van het bestand gaat niet mee.";
export const LIMITS = "Tot 60 minuten en 64 MB.";
export const MAY_CLOSE_LATER = "Je kunt deze pagina sluiten zodra de opname is verstuurd.";
export const MAY_CLOSE = "De opname is verstuurd. Je kunt deze pagina sluiten; het gaat door zolang je ingelogd blijft.";
export const LEAVING = {
  title: "Je opname wordt nog verstuurd",
  text: "Verlaat je deze pagina, dan stopt het versturen. Het bestand blijft waar het stond; je kunt het later opnieuw kiezen.",
};

const KINDS = "Kies een m4a, mp3, wav, ogg, webm of flac van hoogstens 60 minuten.";

const UNREADABLE = ["Dit bestand is niet meer te lezen.", "Misschien is het verplaatst of gewijzigd. Kies het opnieuw."];

/** Why a file is not written out, by the server's code: [problem, what to do]. */
const PROBLEM = {
  wrong_media: ["Dit bestand is geen geluidsopname.", KINDS],
  damaged_audio: ["Deze opname is beschadigd.", "Maak een nieuwe kopie van het bestand of kies een andere opname."],
  empty_audio: ["Dit bestand is leeg.", "Kies een andere opname."],
  too_large: ["Dit bestand is te groot.", "Kies een opname van hoogstens 64 MB en 60 minuten."],
  too_long: ["Deze opname is te lang.", "Kies een opname van hoogstens 60 minuten."],
  no_speech: ["Geen spraak herkend.", "In deze opname is niets verstaan. Kies een andere opname."],
  unreadable: UNREADABLE,
  invalid_recording: UNREADABLE,
  lost: ["Deze opname is niet meer te vinden.", "Kies het bestand opnieuw."],
};

/** Return [problem, what to do] of a refusal: our own words for its code, else the server's sentence. */
export const problemWords = ({ code, sentence }) => PROBLEM[code] ?? [sentence || "De server neemt dit bestand niet aan.", ""];

/** Why a recording waits, with what happens by itself: [problem, what to do]. */
const WAITS = {
  offline: ["Geen verbinding.", "Het versturen begint vanzelf opnieuw zodra er weer verbinding is."],
  busy: ["Het versturen is niet gelukt.", "Het begint vanzelf opnieuw."],
  crowded: ["Het is druk.", "Over {wait} proberen we het vanzelf opnieuw. Laat deze pagina open."],
  signedOut: ["Je bent uitgelogd.", "Log in een nieuw tabblad in; daarna gaat het hier vanzelf verder."],
};
const FOLLOWS = {
  ...WAITS,
  offline: ["Geen verbinding.", "Je opname wordt gewoon uitgeschreven; hier zie je dat straks weer."],
  busy: ["De server antwoordt even niet.", "We proberen het vanzelf opnieuw."],
  notStopped: ["Stoppen is niet gelukt.", "Probeer het opnieuw."],
};

/** Return [problem, what to do] while a recording waits; `isSent`: the server has it. */
export function waitsWords({ kind, sentence, seconds }, isSent) {
  const [what, text] = (isSent ? FOLLOWS : WAITS)[kind];
  return [sentence || what, text.replace("{wait}", () => about(seconds))];
}

/** Return [what, what to do] of a recording of which the server has a part, and says which. */
export const haltedWords = ({ code, sentence }) => (sentence ? ["Je opname", sentence] : problemWords({ code }));

/** '31 minuten, 14 MB'; without the first where the browser does not know it. */
export function sizeWords({ seconds, size }) {
  const bytes = size / 1024 / 1024;
  const told = bytes >= 10 ? Math.round(bytes) : Math.max(0.1, Math.round(bytes * 10) / 10);
  return [seconds && howLong(seconds * 1000), `${told.toLocaleString("nl-NL")} MB`].filter(Boolean).join(", ");
}

/** '12 van 31 minuten', or in seconds for a recording of less than two. */
function written(done, total) {
  if (total < 120) return `${Math.min(Math.floor(done), Math.round(total))} van ${Math.round(total)} seconden`;
  const minutes = Math.round(total / 60);
  return `${Math.min(Math.floor(done / 60), minutes)} van ${minutes} minuten`;
}

export const progressWords = ({ done, total }) =>
  total ? `${written(done, total)} uitgeschreven` : "De opname wordt gelezen...";

export const sentWords = (share) => (share < 1 ? `${Math.floor(share * 100)} procent verstuurd` : "De opname wordt gelezen...");
