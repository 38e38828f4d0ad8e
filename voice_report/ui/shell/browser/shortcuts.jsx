import { useEffect, useState } from "react";
import { Dialog } from "$/public/external/voice_report/ui/kit/overlay/dialog.jsx";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { SHORTCUTS, shortcutOf } from "./shortcut_keys.js";

const EVENT = "spraakrapport:shortcuts";
const STORED = "sneltoetsen"; // 'uit' on a device where they are turned off

/* A browser may refuse to store anything: then they are on, and stay as chosen until the page is gone. */
const isOnHere = () => {
  try {
    return localStorage.getItem(STORED) !== "uit";
  } catch {
    return true;
  }
};
const keep = (isOn) => {
  try {
    localStorage.setItem(STORED, isOn ? "aan" : "uit");
  } catch {
    // not stored
  }
};

/** Show the list of the shortcuts: also for users who have no keyboard at hand, from the menu. */
export const showShortcuts = () => window.dispatchEvent(new Event(EVENT));

/**
 * The shortcuts of the page and their list. A shortcut presses the button that every user sees; there is none behind a
 * dialog. They can be turned off (WCAG 2.1.4): '?' has no Ctrl, and speech control types letters.
 */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  const [isOn, setOn] = useState(true);
  useEffect(() => setOn(isOnHere()), []);
  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener(EVENT, open);
    return () => window.removeEventListener(EVENT, open);
  }, []);
  useEffect(() => {
    if (!isOn) return undefined;
    const press = (event) => {
      const found = shortcutOf(event);
      if (!found || document.querySelector("dialog[open]")) return;
      if (!found.target) {
        event.preventDefault();
        setOpen(true);
        return;
      }
      const all = [...document.querySelectorAll(`.${found.target}`)];
      const shown = all.find((one) => one.checkVisibility() && !one.closest("[inert]"));
      if (!shown) return;
      event.preventDefault(); // also when it is off: Ctrl+Shift+C opens a browser's own tools
      shown.click();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isOn]);
  const turn = (event) => {
    setOn(event.target.checked);
    keep(event.target.checked);
  };
  return (
    <Dialog open={isOpen} closable title="Sneltoetsen" onClose={() => setOpen(false)}>
      <dl className="shortcuts">
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">Op een Mac is Ctrl de Cmd-toets. In een tekstvak typen Spatie en ? gewoon.</p>
      <label className="switch-row">
        <b className="label">Sneltoetsen gebruiken</b>
        <span className="switch">
          <input type="checkbox" role="switch" aria-label="Sneltoetsen gebruiken" checked={isOn} onChange={turn} />
          <span />
        </span>
      </label>
    </Dialog>
  );
}

/** The way to the list in the side menu. */
export function ShortcutsItem() {
  const show = (event) => {
    event.currentTarget.closest("dialog").close(); // the menu
    showShortcuts();
  };
  return (
    <button type="button" className="item" onClick={show}>
      <Icon name="keyboard" />
      Sneltoetsen
    </button>
  );
}
