/** A double click is one press, whatever the button means by then. */
import { useRef } from "react";

import { sinceAsked } from "../session/asked.js";

const DOUBLE_CLICK_MS = 600;

/** Return `press(event, act)`: it ignores the second press of a double click, when this button means something else, also
 * when the first led to this page. The moment is that of the press: a busy device hears of the second one late. */
export function useSinglePress() {
  const pressed = useRef(-DOUBLE_CLICK_MS);
  return ({ timeStamp }, act) => {
    if (timeStamp - pressed.current < DOUBLE_CLICK_MS || sinceAsked(timeStamp) < DOUBLE_CLICK_MS) return;
    pressed.current = timeStamp;
    act();
  };
}
