import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import "../../islands/recorder/session/asked.js"; // every page with this menu has a link that begins a recording

const ID = "side-menu";

/* The menu on phones: a native modal dialog, so focus stays inside and Escape closes it. Its buttons say what they do in
   their attributes as well: the browser then opens it before the scripts have come (invoker commands). What is open
   already is not opened again. */
export function SideMenu({ heading, children }) {
  const menu = useRef(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const close = () => menu.current?.close();

  useEffect(() => {
    if (shown.current !== pathname) close();
    shown.current = pathname;
  }, [pathname]);
  useEffect(() => {
    const wide = window.matchMedia("(min-width: 960px)");
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, []);

  return (
    <>
      <button
        type="button"
        className="icon-button narrow"
        aria-label="Menu openen"
        aria-haspopup="dialog"
        command="show-modal"
        commandfor={ID}
        onClick={() => menu.current.showModal()}
      >
        <Icon name="menu" large />
      </button>
      <dialog
        ref={menu}
        id={ID}
        className="side-menu"
        aria-label="Menu"
        onClick={(event) => (event.target === menu.current || event.target.closest("a")) && close()}
      >
        <div className="top">
          <span>{heading}</span>
          <button
            type="button"
            className="icon-button"
            aria-label="Menu sluiten"
            command="close"
            commandfor={ID}
            onClick={close}
          >
            <Icon name="x" large />
          </button>
        </div>
        {children}
      </dialog>
    </>
  );
}
