/** All texts of the recorder, and the formatting of times (nl-NL). */
export const STATE = {
  idle: "Klaar om op te nemen",
  starting: "De microfoon gaat aan...",
  asking: "Wachten op de microfoon...",
  recording: "Aan het opnemen...",
  paused: "Gepauzeerd",
  away: "Gepauzeerd. De microfoon was even weg.",
  unattended: "Gepauzeerd. Er is 15 minuten niet ingelogd.",
  long: "Gepauzeerd na een uur opnemen.",
  noVoice: "Gepauzeerd. Er was 10 minuten geen stem.",
  stalled: "Gepauzeerd",
  silent: "Aan het opnemen... zonder geluid",
  processing: "Audio wordt verwerkt...",
  waiting: "Opname gestopt",
  finished: "Klaar",
};

/** Fixed texts that the screen says in its own way (decisions/0001): read out with the state. */
export const SPOKEN = { recording: "Opname gestart", processing: "Verwerken..." };

export const UNDER = {
  idle: "Je kunt zo lang praten als je wilt.",
  starting: "Sta de microfoon toe als daarom gevraagd wordt.",
  asking: "Sta de microfoon toe, of annuleer en begin opnieuw.",
  recording: "Alles wordt bewaard, ook zonder internet.",
  offline: "Geen internet. Je opname gaat door.",
  silent: "Zolang ik niets hoor, komt er niets bij in je verslag.",
  paused: "Je opname is bewaard. Ga verder wanneer je wilt.",
  stalled: "Ga verder wanneer je wilt.",
  processing: "De laatste woorden worden uitgeschreven.",
  waiting: "De laatste woorden volgen vanzelf.",
  finished: "Je tekst staat klaar.",
};

/** The same, where the device could not store the recording. */
const UNDER_ONLY_HERE = {
  recording: "Laat deze pagina open tot alles is verwerkt.",
  paused: "Je opname staat alleen op deze pagina.",
  stalled: "Je opname staat alleen op deze pagina.",
};

export function under(shown, phase, unkept) {
  const said = (key) => (unkept && UNDER_ONLY_HERE[key]) || UNDER[key];
  return said(shown) ?? said(phase);
}

/** What the lock screen says (lock_screen.jsx) to a user who was signed out while recording, by phase where it differs. */
const SENT_LATER = "Wat je zei, wordt verwerkt zodra je bent ingelogd.";
export const LOCKED = {
  title: "Je bent uitgelogd",
  goOn: "Log in en ga verder waar je was.",
  state: { processing: "Opname gestopt" },
  under: {
    recording: "Wat je zegt, wordt verwerkt zodra je bent ingelogd.",
    paused: SENT_LATER,
    processing: SENT_LATER,
  },
};

/**
 * What the lock screen says of the recording: {kept, help, stops}: where it is, what becomes of it when signing in fails, and
 * what signing in elsewhere does to it. `unkept`: the device could not store it, so only the page has it.
 */
export function keptWords({ phase, unkept }) {
  const [kept, help, stops] = unkept ? ONLY_HERE : ON_DEVICE;
  return { kept: kept[phase] ?? kept.other, help: `Lukt het niet? Vraag het de beheerder van je organisatie. ${help}`, stops };
}

const ON_DEVICE = [
  { recording: "Je opname gaat door en staat op dit toestel.", other: "Je opname staat op dit toestel." },
  "Je opname blijft op dit toestel staan.",
  "Dan stopt je opname. Hij blijft op dit toestel staan en je kunt daarna verdergaan.",
];
const ONLY_HERE = [
  { recording: "Je opname gaat door, maar staat alleen op deze pagina.", other: "Je opname staat alleen op deze pagina." },
  "Laat deze pagina open: je opname staat alleen hier.",
  "Dan stopt je opname en ben je kwijt wat nog niet is verwerkt.",
];

/** Asked before the only copy of a recording goes with the page. */
export const LOSES = {
  title: "Opname kwijt",
  text: "Dit toestel kon je opname niet bewaren. Ga je weg, dan ben je kwijt wat nog niet is verwerkt.",
};

/** Why the microphone did not open: [problem, what to do]. */
export const MICROPHONE = {
  refused: [
    "Geen toegang tot de microfoon",
    "Sta de microfoon toe in de instellingen van deze site, naast het adres. Probeer het daarna opnieuw.",
  ],
  missing: ["Geen microfoon gevonden", "Sluit een microfoon aan of kies een ander toestel. Probeer het daarna opnieuw."],
  busy: [
    "De microfoon is in gebruik",
    "Een ander programma gebruikt de microfoon. Sluit dat af en probeer het daarna opnieuw.",
  ],
  insecure: [
    "De verbinding is niet beveiligd",
    "De microfoon werkt alleen op een adres dat met https begint. Open de pagina via dat adres.",
  ],
  muted: [
    "De microfoon staat uit",
    "Je toestel geeft geen geluid door. Hang op of zet de microfoon weer aan, en probeer het daarna opnieuw.",
  ],
  failed: ["Deze browser begint niet met opnemen", "Probeer het opnieuw. Lukt het niet, laad dan deze pagina opnieuw."],
  unsupported: ["Deze browser kan niet opnemen", "Werk je browser bij, of gebruik een andere browser."],
};

/** [problem, what to do] of a WARNING or a TROUBLE; without a promise where the device could not store the recording. */
export const shownWords = ([what, text, onlyHere = text], unkept) => [what, unkept ? onlyHere : text];

const CHECK = "Controleer de microfoon en kies Hervatten.";

/** Warnings of the watchdog while recording: [problem, what to do, and without a promise]. */
export const WARNING = {
  lost: ["De microfoon is weggevallen", `Wat je zei is bewaard. ${CHECK}`, CHECK],
  stalled: [
    "De opname hapert",
    "Misschien zijn je laatste woorden niet opgenomen. Kies Hervatten en zeg ze nog een keer.",
  ],
  resumed: ["De microfoon is gewisseld", "Je opname gaat door. Zeg je laatste woorden voor de zekerheid nog een keer."],
  late: ["Je tekst laat op zich wachten", "Praat gerust door: je opname loopt. De tekst volgt als je stopt."],
  silent: ["Ik hoor niets", "Er komt al 10 seconden geen geluid binnen. Controleer de microfoon."],
  unkept: ["Dit toestel kan de opname niet bewaren", "Laat deze pagina open tot alles is verwerkt."],
};

/**
 * Why audio is not sent yet: [problem, what to do, and without a promise]. The server's own message, if any, comes before
 * the second.
 */
export const TROUBLE = {
  offline: [
    "Geen verbinding",
    "Praat gerust door. Je opname wordt bewaard en straks verzonden.",
    "Praat gerust door. Je opname wordt straks verzonden.",
  ],
  loading: [
    "Spraakmodel wordt geladen",
    "Praat gerust door. Je opname wordt bewaard en de tekst volgt vanzelf.",
    "Praat gerust door. De tekst volgt vanzelf.",
  ],
  missing: ["De spraakherkenning doet het niet", "Praat gerust door. De tekst volgt vanzelf zodra die het weer doet."],
  busy: [
    "Kon audio niet verwerken",
    "Je opname is bewaard. We proberen het vanzelf opnieuw.",
    "We proberen het vanzelf opnieuw.",
  ],
  crowded: [
    "Het is druk",
    "Praat gerust door. Je opname is bewaard. Over {wait} proberen we het vanzelf opnieuw.",
    "Praat gerust door. Over {wait} proberen we het vanzelf opnieuw.",
  ],
  otherAccount: [
    "Deze opname hoort bij een ander account",
    "Je opname staat veilig op dit toestel. Log in met dat account om hem te verwerken.",
    "Log in met dat account om hem te verwerken.",
  ],
  signedOut: [
    "Je bent uitgelogd",
    "Je opname staat veilig op dit toestel. Log opnieuw in om hem te verwerken.",
    "Log opnieuw in om hem te verwerken.",
  ],
};

/** Asked before a link is followed while recording. */
export function leavingWords(unkept) {
  const then = unkept
    ? "Dit toestel kon hem niet bewaren: sluit dit venster niet voordat alles is verwerkt."
    : "Wat je zei blijft bewaard, en je kunt later verdergaan.";
  return { title: "Je opname loopt nog", text: `Verlaat je deze pagina, dan stopt de opname. ${then}` };
}

/** Where a recording is that this page, or an earlier one, has not sent yet. */
export const waitsWhere = (unkept) =>
  unkept ? "Hij staat alleen in dit venster. Laat dat open." : "Hij staat nog veilig op dit toestel. Verstuur hem binnen 7 dagen.";
/** The same of several. Some browsers delete what a site stored after seven days without a visit. */
export const wait = "Ze staan nog veilig op dit toestel. Verstuur ze binnen 7 dagen.";

/** 'Nog 4 stukken, ongeveer een halve minuut.' of what is still to be written out; `seconds` may be null. */
export function left({ pieces, seconds }, phase) {
  const what = pieces === 1 ? "1 stuk" : `${pieces} stukken`;
  return `Nog ${what}${phase === "recording" ? " te gaan" : ""}${seconds === null ? "" : `, ${about(seconds)}`}.`;
}

/** A number of seconds, as coarse as an estimate is. */
export function about(seconds) {
  if (seconds < 10) return "een paar seconden";
  if (seconds < 45) return "ongeveer een halve minuut";
  if (seconds < 90) return "ongeveer een minuut";
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `ongeveer ${minutes > 10 ? 5 * Math.round(minutes / 5) : minutes} minuten` : "meer dan een uur";
}

/** '00:47', '12:05', '1:02:05'. */
export function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours ? `${hours}:` : ""}${two(minutes)}:${two(seconds % 60)}`;
}

/** '40 seconden', '1 minuut', '2 minuten'. */
export function howLong(ms) {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return seconds === 1 ? "1 seconde" : `${seconds} seconden`;
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? "1 minuut" : `${minutes} minuten`;
}

/** '14.03 uur' today, '19-11-2026, 14.03 uur' on another day. */
export function moment(time, now = Date.now()) {
  const day = (value) =>
    new Date(value).toLocaleDateString("nl-NL", { day: "2-digit", month: "2-digit", year: "numeric" });
  const hour = new Date(time).toLocaleTimeString("nl-NL", { hour: "2-digit", minute: "2-digit" }).replace(":", ".");
  return day(time) === day(now) ? `${hour} uur` : `${day(time)}, ${hour} uur`;
}
