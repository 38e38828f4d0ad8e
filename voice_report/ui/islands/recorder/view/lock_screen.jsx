/** Hides the page of a user who was signed out while recording, and signs in again without stopping the microphone. */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";

import { Brand } from "$/public/external/voice_report/ui/kit/display/brand.jsx";
import { ThemeToggle } from "$/public/external/voice_report/ui/kit/display/theme_toggle.jsx";
import { SignInAgain } from "$/public/external/voice_report/ui/islands/sign_in/sign_in_again.jsx";
import { ConfirmLeaving } from "./confirm_leaving.jsx";
import { Dock } from "./dock.jsx";
import * as session from "../session/session.js";
import { LOCKED, keptWords, LOSES, MICROPHONE, shownWords, WARNING } from "./texts.js";
import { useLockScreen } from "../session/use_lock_screen.js";
import { Notice } from "./view.jsx";

const DASHES = [52, 66, 34, 90, 108, 44, 34, 34, 26, 90, 66, 26, 52, 78, 66, 44, 34, 66, 52, 26, 66, 66, 52, 44, 66];
const TIMES = 10;

export function LockScreen(props) {
  const { userKey = "", name = "", initials = "", email = "", clientId = "", heading = "", returned = "" } = props;
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  const page = { ...props, userKey, name, initials, email, clientId, heading, returned };
  const { person, ...signingIn } = useLockScreen(state, page);
  if (!state.isLocked) return null;
  return createPortal(<Sheet appName={props.appName} state={state} person={person} signingIn={signingIn} />, document.body);
}

function Sheet({ appName, state, person, signingIn }) {
  const dialog = useRef(null);
  const title = useRef(null);
  const open = () => {
    dialog.current.showModal();
    title.current.focus({ preventScroll: true });
  };
  // `body:has(> .cover) > *` would make the browser compute every element's style when any is added or removed.
  useLayoutEffect(() => {
    document.body.dataset.covered = "";
    return () => delete document.body.dataset.covered;
  }, []);
  useEffect(() => {
    open();
    window.scrollTo(0, 0);
  }, []);
  const [leaving, setLeaving] = useState(null); // the address, until the person is sure
  const { kept, ...words } = keptWords(state);
  const onLeave = (address) => (state.unkept ? setLeaving(address) : signingIn.onLeave(address));
  const isOwn = (event) => event.target === dialog.current; // not of the question in it
  return (
    <dialog
      ref={dialog}
      className="cover"
      role="alertdialog"
      aria-labelledby="cover-title"
      aria-describedby="cover-kept"
      onCancel={(event) => isOwn(event) && event.preventDefault()}
      onClose={(event) => isOwn(event) && open()}
    >
      <div className="header">
        <div className="page">
          <Brand name={appName} />
          <ThemeToggle className="icon-button wide" />
        </div>
      </div>
      <div className="recorder">
        <div className="wizard-head narrow-page no-way-back">
          <h1>Nieuwe rapportage</h1>
          <p className="step num">Stap 1 van 3</p>
          <ol className="progress" aria-hidden="true">
            <li className="now" />
            <li />
            <li />
          </ol>
        </div>
        <section className="narrow-page away" aria-labelledby="cover-title">
          <HiddenWords />
          <div className="signed-out">
            <h2 id="cover-title" ref={title} tabIndex={-1}>
              {LOCKED.title}
            </h2>
            <p className="kept" id="cover-kept" role="status">
              {kept}
            </p>
            <p className="soft">{LOCKED.goOn}</p>
            <Warnings state={state} />
            <Person {...person} />
            <SignInAgain email={person.email} words={words} {...signingIn} onLeave={onLeave} />
          </div>
        </section>
        <Dock state={state} isReady />
      </div>
      <ConfirmLeaving
        isAsked={leaving !== null}
        words={LOSES}
        leaving="danger"
        onStay={() => setLeaving(null)}
        onLeave={() => signingIn.onLeave(leaving)}
      />
    </dialog>
  );
}

/** The microphone and the device have the same problems as always. */
function Warnings({ state: { microphone, warning, unkept } }) {
  const words = [microphone && MICROPHONE[microphone], WARNING[warning], unkept && WARNING.unkept].filter(Boolean);
  return words.map((one) => shownWords(one, unkept)).map(([what, text]) => <Notice key={what} tone="coral" role="alert" what={what} text={text} />);
}

function Person({ name, initials, email }) {
  return (
    <div className="who-am-i">
      <span className="initials" aria-hidden="true">
        {initials}
      </span>
      <span>
        <b>{name}</b>
        <span>{email}</span>
      </span>
    </div>
  );
}

/** Dashes in place of the words: a drawing, the same for every user. */
function HiddenWords() {
  return (
    <div className="hidden-words" aria-hidden="true">
      {Array.from({ length: TIMES * DASHES.length }, (_, index) => (
        <i key={index} style={{ "--w": DASHES[index % DASHES.length] }} />
      ))}
    </div>
  );
}
