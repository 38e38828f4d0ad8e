/** What the page that records without a network shows: never words, clients or names. No logic of its own. */
import { useEffect, useState } from "react";

import { Brand } from "../kit/display/brand.jsx";
import { Icon } from "../kit/display/icon.jsx";
import { Dock } from "../islands/recorder/view/dock.jsx";
import { ConfirmRemoval, Notices } from "../islands/recorder/view/notices.jsx";
import { howLong } from "../islands/recorder/view/texts.js";
import * as session from "../islands/recorder/session/session.js";
import { isOnlyHere, isOpen, recordedMs, shownState, START } from "../islands/recorder/session/state.js";
import { stay } from "./leaving.js";
import { BAND, day, HEARS, LIST, removalOf, removed, room, safe, sentOf, TITLE, waits, WAYS_ON, whose } from "./texts.js";

const DASHES = [36, 68, 44, 96, 60, 30, 72, 52, 88, 40, 64];

/** `onGo` goes on to the application, where that can be done now; `onLater` lets what is being sent wait. */
export function Page({ person, state, band, sent, waiting, isSealed, isThere, onLater, onGo }) {
  const isUnderWay = state.dictation !== null && isOpen(state);
  const current = state.phase === "processing" || state.phase === "finished" ? state : null;
  const isListed = !isUnderWay && (waiting.length > 0 || sent.length > 0 || current !== null);
  const isFree = state.phase === "processing" && !isOnlyHere(state);
  const silent = { ...state, engine: null, unfinished: [] }; // the band and the list say it
  return (
    <>
      <Header person={person} />
      <main className={isListed ? "recorder alone listing" : "recorder alone"}>
        <h1 className="visually-hidden">{TITLE}</h1>
        <Band kind={band} onGo={onGo} />
        <section className="recorder-text narrow-page" aria-label="Wat er gebeurt">
          <Notices state={silent} onLater={onLater} />
          {isUnderWay && <Hears state={state} isThere={isThere} />}
          {isListed && <List current={current} sent={sent} waiting={waiting} isSealed={isSealed} isThere={isThere} />}
        </section>
        <Dock
          state={isFree ? START : state} isReady={Boolean(person)} under={<Below state={state} person={person} />}
          onStart={isFree ? startAnother : start}
        />
      </main>
    </>
  );
}

function start() {
  stay();
  return session.start();
}

/** What is being sent waits on the device meanwhile, and is sent after it. */
async function startAnother() {
  await session.leave();
  await start();
}

function Header({ person }) {
  return (
    <header className="header bare">
      <div className="page">
        <Brand name={document.documentElement.dataset.name} />
        {person && (
          <p className="whose">
            <span className="initials" aria-hidden="true">
              {person.initials}
            </span>
            <span>{whose(person.initials)}</span>
          </p>
        )}
      </div>
    </header>
  );
}

function Band({ kind, onGo }) {
  const { tone, icon, what, text, action } = BAND[kind] ?? {};
  return (
    <div role="status">
      {kind && (
        <div className={`net ${tone}`}>
          <div className="narrow-page">
            <Icon name={icon} />
            <p>
              <b>{what}</b> <span>{text}</span>
            </p>
            {action === "login" && (
              <a className="button primary small" href="/login">
                Inloggen
              </a>
            )}
            {WAYS_ON[action] && onGo && (
              <button className="button primary small" type="button" onClick={onGo}>
                {WAYS_ON[action]}
              </button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

function Hears({ state, isThere }) {
  const isHeard = state.isHeard && shownState(state) === "recording";
  return (
    <div className="hears">
      <p className="line">
        {isHeard && <span>{`${HEARS.heard} `}</span>}
        {!isThere && <span>{HEARS.rest}</span>}
      </p>
      {state.segments.length > 0 && (
        <span className="dashes" aria-hidden="true">
          {DASHES.map((width, at) => (
            <i key={at} style={{ "--w": width }} />
          ))}
        </span>
      )}
    </div>
  );
}

function List({ current, sent, waiting, isSealed, isThere }) {
  const [removing, setRemoving] = useState(null);
  const others = waiting.filter(({ id }) => id !== current?.dictation.id);
  const why = isSealed ? "sealed" : !isThere ? "network" : current ? "next" : "later";
  const note = isSealed ? LIST.sealed : isThere && current ? LIST.then : LIST.keep;
  return (
    <div className="card pad to-send">
      <div className="card-head">
        <h2 className="subheading">{current ? LIST.sending : LIST.waiting}</h2>
      </div>
      <ul className="list">
        {current && <Sending state={current} />}
        {others.map((one) => (
          <Thing key={one.id} time={one.startedAt} text={waits(one.ms, why)}>
            {!isSealed && (
              <button className="icon-button" type="button" aria-label={removalOf(one.startedAt)} onClick={() => setRemoving(one)}>
                <Icon name="trash" />
              </button>
            )}
          </Thing>
        ))}
        {sent.map(({ id, startedAt, ms }) => (
          <Thing key={id} tone="green" icon="check" time={startedAt} text={`${howLong(ms)}, verstuurd`} />
        ))}
      </ul>
      <p className="quiet keep-note">{note}</p>
      <ConfirmRemoval
        text={removing && removed(removing)} onClose={() => setRemoving(null)}
        onRemove={() => session.removeUnfinished(removing)}
      />
    </div>
  );
}

function Sending({ state }) {
  const total = state.segments.reduce((all, { ms }) => all + (ms ?? 0), 0);
  const sent = state.segments.reduce((all, { ms, text }) => all + (text === null ? 0 : (ms ?? 0)), 0);
  return (
    <Thing tone="petrol" time={state.dictation.startedAt} text={sentOf(sent, total)}>
      <progress className="share" value={sent} max={total || 1} aria-label={sentOf(sent, total)} />
    </Thing>
  );
}

function Thing({ tone = "", icon = "sound", time, text, children }) {
  return (
    <li className="thing">
      <span className={`round ${tone}`}>
        <Icon name={icon} />
      </span>
      <span className="text">
        <b className="num">{day(time)}</b>
        <span className="quiet num">{text}</span>
      </span>
      {children}
    </li>
  );
}

/** The line below the button: what is safe already, or how much there is room for. */
function Below({ state, person }) {
  const bytes = useRoom(state.phase);
  const isLive = state.phase === "recording";
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isLive) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [isLive]);
  if (!person) return null;
  if (state.dictation !== null && isOpen(state) && !state.unkept) return safe(recordedMs(state));
  return state.unkept ? "Laat deze pagina open tot alles is verwerkt." : room(bytes);
}

/** The bytes that this device has left for us, null while that is not known; looked at before each recording. */
function useRoom(phase) {
  const [bytes, setBytes] = useState(null);
  useEffect(() => {
    if (phase !== "idle") return;
    const asked = navigator.storage?.estimate?.() ?? Promise.reject(new Error("not known here"));
    asked.then(({ quota, usage }) => setBytes(quota - usage), () => setBytes(null));
  }, [phase]);
  return bytes;
}
