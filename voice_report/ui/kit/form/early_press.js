import { useEffect } from "react";

/* A press on a button that waits for the scripts (`data-waiting`), or Enter in its form: a script in the head (head.py,
   _EARLY_PRESSES) notes it as `window.earlyPress`, and it is carried out once the button works. */
export function usePressBefore(button, isOff) {
  useEffect(() => {
    if (isOff || !button.current || window.earlyPress !== button.current) return;
    window.earlyPress = null;
    button.current.removeAttribute("aria-busy");
    button.current.click();
  }, [isOff]);
}

/* The same for every other button: the last one that was pressed before anything listened. Mounted once, around every page.
   A press by which React begins to listen is on its way when this runs: it is waited for, because React carries it out. */
export function useEarlyToggle() {
  useEffect(() => {
    setTimeout(() => {
      window.earlyToggle?.click();
      window.earlyToggle = null;
    });
  }, []);
}
