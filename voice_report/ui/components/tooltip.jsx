import { useEffect, useRef, useState } from "react";

/* What draws the bubble is larger than most pages: it comes once somebody moves a mouse or presses a key. */
export function Tooltip({ text, children }) {
  const around = useRef(null);
  const [Bubble, setBubble] = useState(null);
  useEffect(() => {
    const stop = new AbortController();
    const put = (part) => {
      const button = around.current;
      /* The bubble takes the button in, which would lose the focus it has. */
      if (button?.contains(document.activeElement))
        button.addEventListener("focusout", () => put(part), { once: true, signal: stop.signal });
      else setBubble(() => part.Bubble);
    };
    const bring = (event) => {
      if (event.pointerType === "touch" || stop.signal.aborted) return;
      ["pointermove", "keydown"].forEach((hint) => removeEventListener(hint, bring));
      import("$/public/external/voice_report/ui/components/bubble.jsx").then(put);
    };
    ["pointermove", "keydown"].forEach((hint) => addEventListener(hint, bring, { signal: stop.signal }));
    return () => stop.abort();
  }, []);
  return (
    <span ref={around} className="tooltip-around">
      {Bubble ? <Bubble text={text}>{children}</Bubble> : children}
    </span>
  );
}
