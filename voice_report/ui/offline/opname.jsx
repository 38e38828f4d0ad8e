/** The page that records without a network: the recorder's own session, device and upload, without the framework. */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";

import { presentKeyOf, keyOf } from "../islands/recorder/device/device.js";
import { noted } from "../islands/recorder/device/person.js";
import * as session from "../islands/recorder/session/session.js";
import { isOnlyHere, START } from "../islands/recorder/session/state.js";
import { onArrival } from "../shell/browser/tabs/arrivals.js";
import { beforeClosing, closeWhenSignedOut } from "../shell/browser/tabs/signed_out.js";
import { watchConnection } from "./connection.js";
import { bandOf, nextStep, toSend, wayOn } from "./next_step.js";
import { Page } from "./view.jsx";

const LEFT = "left-offline-page"; // in the session storage: when the page went on by itself
const LEFT_FOR_MS = 60_000;
const GONE = { offline: null, signedOut: "signedOut", otherAccount: "otherAccount" };

function Opname() {
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  const person = usePerson();
  const [reach, connection] = useReach();
  const [refusal, setRefusal] = useRefusal();
  const [sent, setSent] = useState([]);
  const draft = useRef(""); // that of the last one sent
  const known = useRef([]); // what waits, also while one of it is under way
  const [isLeaving, setLeaving] = useState(false);
  const hasLooked = state.unfinished !== START.unfinished;
  if (hasLooked) known.current = toSend(state.unfinished);

  const go = (address) => {
    if (isLeaving) return;
    setLeaving(true);
    noteLeaving();
    window.location.replace(address);
  };
  const finished = (id, draftId) => {
    const { dictation, segments } = session.snapshot();
    const ms = segments.reduce((total, segment) => total + segment.ms, 0);
    draft.current = draftId;
    setSent((all) => [...all, { id, startedAt: dictation.startedAt, ms }]);
    Promise.resolve().then(() => session.adopt(id)); // the server has it all; the device is told first that it is finished
  };

  useLayoutEffect(() => {
    const user = person?.user ?? "";
    session.setPage({ user, draftId: "", baseText: "", visit: 0, isAlone: true, onStarted() {}, onResumed() {}, onFinished: finished });
  });
  useEffect(() => session.attach(), []);
  useOtherTabs(person);

  const now = { reach, person, state, hasLooked, refusal, hasLeft: hasLeft(), place: window.location, draft: draft.current };
  useEffect(() => {
    const { send, go: address } = nextStep(now);
    if (send) session.processUnfinished(send);
    else if (address) go(address);
  }, [reach, person, state.phase, state.unfinished, state.nothingHeard, state.microphone, refusal]);

  const trouble = state.trouble?.kind;
  useEffect(() => {
    if (state.phase !== "processing" || !(trouble in GONE) || isOnlyHere(state)) return;
    if (GONE[trouble]) setRefusal(GONE[trouble]);
    else connection.current?.lost();
    session.leave();
  }, [state.phase, trouble]);

  // Not before: some browsers ask the person, who is about to talk when a recording begins.
  useEffect(() => {
    if (state.phase === "processing") navigator.storage?.persist?.().catch(() => {});
  }, [state.phase]);

  return (
    <Page
      person={person} state={state} band={bandOf(now)} sent={sent} waiting={known.current} isSealed={refusal !== null}
      isThere={reach === "there" || reach === "slow"} onAgain={() => window.location.reload()}
    />
  );
}

/** Whose device this is: undefined while that is looked up, null for nobody. Without the key nothing can be kept. */
function usePerson() {
  const [person, setPerson] = useState(undefined);
  useEffect(() => {
    const look = async () => {
      const found = await noted();
      if (!found || !(await presentKeyOf(found.user))) return null;
      await keyOf(found.user); // from now on a missing key means a sign-out
      return found;
    };
    look().catch(() => null).then(setPerson);
  }, []);
  return person;
}

function useReach() {
  const connection = useRef(null);
  const isFallback = wayOn("", window.location) !== "/new-report" || !navigator.onLine;
  const [reach, setReach] = useState(isFallback ? "none" : "asking");
  useEffect(() => {
    connection.current = watchConnection(setReach);
    return connection.current.stop;
  }, []);
  return [reach, connection];
}

/** Why the server took no recording, until there is a reason to think that it would now. */
function useRefusal() {
  const [refusal, setRefusal] = useState(null);
  useEffect(() => {
    const again = () => setRefusal(null);
    const events = ["online", "focus", "pageshow"];
    for (const name of events) window.addEventListener(name, again);
    return () => events.forEach((name) => window.removeEventListener(name, again));
  }, []);
  return [refusal, setRefusal];
}

/** Signing out in another tab ends this page (security.md S47); another person who signs in there ends the recording. */
function useOtherTabs(person) {
  const user = person?.user;
  useEffect(() => (user ? closeWhenSignedOut(user) : undefined), [user]);
  useEffect(() => (user ? beforeClosing(session.seal) : undefined), [user]);
  useEffect(() => {
    if (!user) return undefined;
    return onArrival(async (arrived) => {
      if (arrived === user) return;
      await session.seal();
      window.location.reload();
    });
  }, [user]);
}

function noteLeaving() {
  try {
    sessionStorage.setItem(LEFT, String(Date.now()));
  } catch {
    // Cookies are off: then it goes on each time.
  }
}

function hasLeft() {
  try {
    return Math.abs(Date.now() - Number(sessionStorage.getItem(LEFT) ?? -LEFT_FOR_MS)) < LEFT_FOR_MS;
  } catch {
    return false;
  }
}

createRoot(document.getElementById("opname")).render(<Opname />);
