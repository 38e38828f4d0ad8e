/** The way in which this device copied last: 'whole', or 'heading' by heading. It is the filled button. */
import { useSyncExternalStore } from "react";
import { createStore } from "../../kit/external_store.js";

const KEY = "copied-last";
const way = createStore(kept());

function kept() {
  try {
    return localStorage.getItem(KEY) === "heading" ? "heading" : "whole";
  } catch {
    return "whole"; // on the server, and where storage is off
  }
}

export function noteWay(last) {
  way.set(last);
  try {
    localStorage.setItem(KEY, last);
  } catch {
    // it is known for as long as the page is open
  }
}

export const useWay = () => useSyncExternalStore(way.subscribe, way.snapshot, () => "whole");
