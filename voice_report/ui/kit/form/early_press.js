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

/* The same for every other button: the last one that was pressed before the page worked. Mounted once, around every page. */
export function useEarlyToggle() {
  useEffect(() => {
    window.isAlive = true;
    window.earlyToggle?.click();
    window.earlyToggle = null;
  }, []);
}
