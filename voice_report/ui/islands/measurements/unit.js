/** Whether this device copies a measured value with its unit. */
import { useSyncExternalStore } from "react";
import { createStore } from "../../kit/external_store.js";

const KEY = "copy-with-unit";
const unit = createStore(kept());

function kept() {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false; // on the server, and where storage is off
  }
}

export function keepUnit(isWith) {
  unit.set(isWith);
  try {
    localStorage.setItem(KEY, isWith ? "yes" : "no");
  } catch {
    // it is known for as long as the page is open
  }
}

export const useUnit = () => useSyncExternalStore(unit.subscribe, unit.snapshot, () => false);
