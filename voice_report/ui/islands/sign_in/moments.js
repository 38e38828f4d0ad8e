/** Moments and devices as the page about security shows them. */

const ZONE = { timeZone: "Europe/Amsterdam" };
const DAY = new Intl.DateTimeFormat("nl-NL", { ...ZONE, day: "2-digit", month: "2-digit", year: "numeric" });
const LONG_DAY = new Intl.DateTimeFormat("nl-NL", { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" });
const TIME = new Intl.DateTimeFormat("nl-NL", { ...ZONE, hour: "2-digit", minute: "2-digit" });

/** A name of a device that is a phone or a tablet. */
export const PHONES = /iPhone|iPad|Android|telefoon|tablet/i;

export const day = (moment) => DAY.format(new Date(moment));

/** '1 december 2026', of a date without a time. */
export const longDay = (date) => LONG_DAY.format(new Date(date));

const time = (moment) => `${TIME.format(new Date(moment)).replace(":", ".")} uur`;

export const when = (moment) => `${day(moment)}, ${time(moment)}`;

/** 'vandaag om 07.48 uur', or 'op 12-10-2026'. */
export const lately = (moment, now = new Date()) =>
  day(moment) === day(now) ? `vandaag om ${time(moment)}` : `op ${day(moment)}`;
