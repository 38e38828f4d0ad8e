/** All texts of the page that records without a network; those of the recorder itself are the recorder's. */
import { howLong } from "../islands/recorder/view/texts.js";

/** The installation's name, as the page has it; in tests without a page the usual one. */
const NAME = globalThis.document?.documentElement?.dataset?.name ?? "Spraakrapport";

export const TITLE = "Opnemen zonder verbinding";

/** Above the recorder: {tone, icon, what, text, action}, by kind (next_step.js, bandOf). */
export const BAND = {
  none: { tone: "amber", icon: "offline", what: "Geen verbinding.", text: "Je kunt gewoon opnemen.", action: "again" },
  away: { tone: "amber", icon: "offline", what: `${NAME} is even niet bereikbaar.`, text: "Opnemen kan wel." },
  slow: { tone: "amber", icon: "offline", what: "De verbinding is traag.", text: "", action: "again" },
  notYet: { tone: "amber", icon: "offline", what: `${NAME} laadt nog niet.`, text: "Opnemen kan wel.", action: "again" },
  back: { tone: "petrol", icon: "check", what: "Weer verbinding.", text: "Je opname wordt verstuurd.", action: "go" },
  there: { tone: "petrol", icon: "check", what: "Weer verbinding.", text: "", action: "go" },
  later: { tone: "petrol", icon: "check", what: "Je opname wacht op dit toestel.", text: "", action: "go" },
  nobody: { tone: "amber", icon: "key", what: "Log eerst in.", text: "Daarvoor is verbinding nodig.", action: "again" },
  unreadable: {
    tone: "amber",
    icon: "alert",
    what: "Dit toestel kan nu geen opname bewaren.",
    text: "Opnemen kan zodra dat lukt.",
    action: "again",
  },
  signedOut: { tone: "amber", icon: "key", what: "Log in om je opname te versturen.", text: "Hij wacht hier verzegeld.", action: "login" },
  goesOn: { tone: "amber", icon: "key", what: "Je bent uitgelogd.", text: "Je opname gaat door. Log daarna in om hem te versturen." },
  otherAccount: {
    tone: "amber",
    icon: "key",
    what: "Deze opname hoort bij een ander account.",
    text: "Log in met dat account om hem te versturen.",
    action: "login",
  },
};

/** The button in the band, by its action. */
export const WAYS_ON = { again: "Opnieuw proberen", go: `Naar ${NAME}` };

export const HEARS = { heard: "Ik hoor je.", rest: "De woorden komen zodra er verbinding is." };

export const LIST = {
  waiting: "Nog te versturen",
  sending: "Wordt verstuurd",
  keep: "Verstuur binnen 7 dagen. Daarna kan je browser opnames wissen.",
  sealed: "Alleen wie dit opnam, kan het versturen.",
  then: "Daarna ga je vanzelf verder met je rapportage. Je kunt intussen gewoon opnemen.",
};

const WAITS = { sealed: "verzegeld op dit toestel", next: "wordt zo verstuurd", network: "wacht op verbinding", later: "wacht op dit toestel" };
export const waits = (ms, why) => `${howLong(ms)}, ${WAITS[why]}`;

/** '3 van 4 minuten verstuurd', both in the unit of the whole. */
export function sentOf(sent, total) {
  const unit = Math.round(total / 1000) < 60 ? 1000 : 60_000;
  return `${Math.round(sent / unit)} van ${howLong(total)} verstuurd`;
}

/** 'Vandaag, 09.14 uur', 'Gisteren, 21.40 uur', '19-11-2026, 14.03 uur'. */
export function day(time, now = Date.now()) {
  const date = (value) => new Date(value).toLocaleDateString("nl-NL", { day: "2-digit", month: "2-digit", year: "numeric" });
  const before = new Date(now);
  before.setDate(before.getDate() - 1);
  const hour = new Date(time).toLocaleTimeString("nl-NL", { hour: "2-digit", minute: "2-digit" }).replace(":", ".");
  const which = date(time) === date(now) ? "Vandaag" : date(time) === date(before) ? "Gisteren" : date(time);
  return `${which}, ${hour} uur`;
}

const BYTES_PER_SECOND = 6000; // decisions/0027
const LITTLE = 50e6;
const NOTHING = 5e6;

/** Below the button: how much can be recorded in so many bytes; some browsers do not say. */
export function room(bytes) {
  if (!Number.isFinite(bytes)) return "Je opname wordt bewaard op dit toestel.";
  if (bytes < NOTHING) return "Dit toestel heeft geen ruimte. Laat deze pagina open tot alles is verstuurd.";
  const minutes = Math.floor(bytes / BYTES_PER_SECOND / 60);
  if (bytes < LITTLE) return `Weinig ruimte: nog ongeveer ${minutes} minuten`;
  const hours = Math.floor(minutes / 60);
  if (hours > 24) return "Ruimte voor meer dan een dag op dit toestel";
  return `Ruimte voor ongeveer ${hours < 1 ? `${minutes} minuten` : `${hours} uur`} op dit toestel`;
}

export const safe = (ms) => `Staat veilig op dit toestel: ${howLong(ms)}`;
export const whose = (initials) => `Voor het account ${initials}`;
export const removalOf = (time) => `Opname van ${day(time).replace(/^[VG]/, (letter) => letter.toLowerCase())} verwijderen`;
export const removed = ({ startedAt, ms }) =>
  `De opname van ${day(startedAt).replace(/^[VG]/, (letter) => letter.toLowerCase())}, ${howLong(ms)}, wordt definitief verwijderd.`;
