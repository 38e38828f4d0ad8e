import { useSyncExternalStore } from "react";

const HOUR = 3_600_000;
const never = () => () => {};

/* The Netherlands is an hour ahead of UTC when a year ends. `Intl` knows that too, but its first use takes a phone 40 ms. */
const inTheNetherlands = () => String(new Date(Date.now() + HOUR).getUTCFullYear());

/* The current year. Before the scripts have run it shows `built`, the year of the build. */
export function ThisYear({ built }) {
  return useSyncExternalStore(never, inTheNetherlands, () => built);
}
