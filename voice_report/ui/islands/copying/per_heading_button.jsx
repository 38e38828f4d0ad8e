import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { useWay } from "./way.js";

/** 'Kopieer per kop', which opens the fields. It is the filled button where copying by heading was done last, unless it
    is `done`. With `onlyLast` it is shown in that case alone: the bar of a phone has room for one way. */
export function PerHeadingButton({ done, onlyLast, disabled, className, onOpen }) {
  const isFilled = useWay() === "heading" && !done;
  if (onlyLast && !isFilled) return null;
  return (
    <button type="button" className={`button ${isFilled ? "primary" : "secondary"} ${className}`} disabled={disabled} onClick={onOpen}>
      <Icon name="copy" />
      Kopieer per kop
    </button>
  );
}
