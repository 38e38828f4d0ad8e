import { useEffect, useRef, useState } from "react";

/* The tooltip module is larger than most pages: it is loaded on the first mouse move or key press. */
export function Tooltip({ text, children }) {
  const around = useRef(null);
  const [Bubble, setBubble] = useState(null);
  useEffect(() => {
    const stop = new AbortController();
    const put = (part) => {
      const button = around.current;
      /* Mounting the bubble re-parents the button, which would lose its focus. */
      if (button?.contains(document.activeElement))
        button.addEventListener("focusout", () => put(part), { once: true, signal: stop.signal });
      else setBubble(() => part.Bubble);
    };
    const bring = (event) => {
      if (event.pointerType === "touch" || stop.signal.aborted) return;
      ["pointermove", "keydown"].forEach((hint) => removeEventListener(hint, bring));
      import("$/public/external/voice_report/ui/kit/overlay/bubble.jsx").then(put);
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
