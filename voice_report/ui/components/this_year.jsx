import { useSyncExternalStore } from "react";

const inTheNetherlands = new Intl.DateTimeFormat("nl-NL", { timeZone: "Europe/Amsterdam", year: "numeric" });
const never = () => () => {};

/* The year of the visit. `built`, the year of the page's making, is what is there before the scripts have run. */
export function ThisYear({ built }) {
  return useSyncExternalStore(never, () => inTheNetherlands.format(new Date()), () => built);
}
