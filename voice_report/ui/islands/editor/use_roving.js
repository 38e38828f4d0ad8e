import { useEffect, useRef, useState } from "react";
import { stopAfter } from "./model/stops.js";

/**
 * One tab stop for many things to press, with the arrows between them: {stop, around}. `stops` are their numbers in
 * order; each wears its number as `data-stop`, and only `stop` is reached by Tab. `around` is set on their container.
 */
export function useRoving(stops) {
  const [last, setLast] = useState(null);
  const place = useRef(null);
  const goes = useRef(false);
  const stop = stops.includes(last) ? last : stops[0];
  useEffect(() => {
    if (goes.current) place.current.querySelector(`[data-stop="${last}"]`)?.focus();
    goes.current = false;
  }, [last]);
  const numberOf = ({ target }) => (target.dataset.stop === undefined ? null : Number(target.dataset.stop));
  const onKeyDown = (event) => {
    const next = stopAfter(stops, numberOf(event), event);
    if (next === undefined) return;
    event.preventDefault();
    goes.current = next !== last;
    setLast(next);
  };
  const onFocus = (event) => numberOf(event) !== null && setLast(numberOf(event));
  return { stop, around: { ref: place, onKeyDown, onFocus } };
}
