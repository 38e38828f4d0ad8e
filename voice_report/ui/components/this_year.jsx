import { useSyncExternalStore } from "react";

const inTheNetherlands = new Intl.DateTimeFormat("nl-NL", { timeZone: "Europe/Amsterdam", year: "numeric" });
const never = () => () => {};

/* The current year. Before the scripts have run it shows `built`, the year of the build. */
export function ThisYear({ built }) {
  return useSyncExternalStore(never, () => inTheNetherlands.format(new Date()), () => built);
}
