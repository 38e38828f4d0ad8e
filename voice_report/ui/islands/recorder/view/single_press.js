/** A double click is one press, whatever the button means by then. */
import { useEffect, useRef, useState } from "react";

import { sinceAsked } from "../session/asked.js";

const DOUBLE_CLICK_MS = 600;

/**
 * Return {press(event, act), isResting}. `press` ignores the second press of a double click, when this button means something
 * else, also when the first led to this page. The moment is that of the press: a busy device hears of the second one late.
 * While `isResting` a press would be ignored: the button says so (aria-disabled).
 */
export function useSinglePress() {
  const pressed = useRef(-Infinity);
  const rest = (now) => DOUBLE_CLICK_MS - Math.min(now - pressed.current, sinceAsked(now));
  const [isResting, setResting] = useState(() => rest(performance.now()) > 0);
  useEffect(() => {
    if (!isResting) return undefined;
    const timer = setTimeout(() => setResting(false), Math.min(rest(performance.now()), DOUBLE_CLICK_MS));
    return () => clearTimeout(timer);
  }, [isResting]);
  const press = ({ timeStamp }, act) => {
    if (rest(timeStamp) > 0) return;
    pressed.current = timeStamp;
    setResting(true);
    act();
  };
  return { press, isResting };
}
