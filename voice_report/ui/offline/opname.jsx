/** The page that records without a network: the recorder's own session, device and upload, without the framework. */
import { useEffect, useLayoutEffect, useReducer, useRef, useState, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";

import { forget } from "../islands/recorder/device/person.js";
import * as session from "../islands/recorder/session/session.js";
import { isOnlyHere, START } from "../islands/recorder/session/state.js";
import { useOffline } from "../kit/use_offline.js";
import { onArrival } from "../shell/browser/tabs/arrivals.js";
import { beforeClosing, closeWhenSignedOut } from "../shell/browser/tabs/signed_out.js";
import { watchConnection } from "./connection.js";
import { goOn, leadTo, onceFree, staysFor } from "./leaving.js";
import { bandOf, canLeave, listedFor, nextStep, toSend, wayOn } from "./next_step.js";
import { Page } from "./view.jsx";
import { findPerson } from "./whose.js";

const GONE = { offline: null, signedOut: "signedOut", otherAccount: "otherAccount" };

function Opname() {
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  const { person, isUnreadable, disown } = usePerson();
  const isOnline = !useOffline();
  const [reach, connection] = useReach();
  const [refusal, setRefusal] = useRefusal();
  const [hasLeft, go] = useWayOn(reach);
  const [sent, setSent] = useState([]);
  const known = useRef([]); // what waits, also while one of it is under way
  const hasLooked = state.unfinished !== START.unfinished;
  if (hasLooked) known.current = toSend(state.unfinished);

  const finished = (id, draftId) => {
    const { dictation, segments } = session.snapshot();
    const ms = segments.reduce((total, segment) => total + segment.ms, 0);
    if (draftId) leadTo(draftId);
    setSent((all) => [...all, { id, startedAt: dictation.startedAt, ms }]);
    Promise.resolve().then(() => session.adopt(id)); // the server has it all; the device is told first that it is finished
  };
  useLayoutEffect(() => {
    const user = person?.user ?? "";
    session.setPage({ user, draftId: "", baseText: "", visit: 0, isAlone: true, onStarted() {}, onResumed() {}, onFinished: finished });
  });
  useEffect(() => session.attach(), []);
  useOtherTabs(person, disown);

  const now = { reach, isOnline, person, isUnreadable, state, hasLooked, refusal, hasLeft, place: window.location };
  useEffect(() => {
    const { send, go: address } = nextStep({ ...now, state: session.snapshot() }); // a recording may just have begun
    if (send) session.processUnfinished(send);
    else if (address) go(address);
  }, [reach, person, state.phase, state.unfinished, state.nothingHeard, state.microphone, refusal, hasLeft]);

  const trouble = state.trouble?.kind;
  useEffect(() => {
    if (state.phase !== "processing" || !(trouble in GONE) || isOnlyHere(state)) return;
    if (GONE[trouble]) setRefusal(GONE[trouble]);
    else connection.current?.lost();
    if (trouble === "otherAccount") disown();
    session.leave();
  }, [state.phase, trouble]);

  const later = () => {
    setRefusal("later");
    return session.leave();
  };
  const goNow = async () => {
    if (state.phase === "processing") await later();
    if (session.snapshot().phase === "idle") go(wayOn(window.location)); // else the device lacks its last sound
  };
  return (
    <Page
      person={person} state={{ ...state, trouble: trouble in GONE ? null : state.trouble }} band={bandOf(now)}
      sent={listedFor(person, sent)} waiting={listedFor(person, known.current)} isSealed={refusal === "signedOut"}
      isThere={reach === "there" || reach === "slow"} onLater={later}
      onGo={canLeave(now) ? goNow : undefined}
    />
  );
}

/** Whether the page stays for now, because it went on a moment ago, and the function with which it goes on. */
function useWayOn(reach) {
  const [, draw] = useReducer((count) => count + 1, 0);
  const rest = staysFor();
  useEffect(() => onceFree(draw), [rest]);
  const go = (address) => {
    goOn(address, { isSlow: reach === "slow" });
    onceFree(draw); // still here by then: the way was given up
  };
  return [rest > 0, go];
}

/** {person, isUnreadable, disown()}: whose device this is, undefined while that is looked up, null for nobody, or as long as
 * the device does not say (`isUnreadable`); and what to call when another user is signed in here. */
function usePerson() {
  const [found, setFound] = useState({ person: undefined, isUnreadable: false });
  useEffect(() => findPerson((person, isUnreadable) => setFound({ person, isUnreadable })), []);
  const disown = () => {
    setFound({ person: null, isUnreadable: false });
    return forget(found.person?.user).catch(() => {});
  };
  return { ...found, disown };
}

function useReach() {
  const connection = useRef(null);
  const isFallback = !wayOn(window.location).endsWith("/new-report") || !navigator.onLine;
  const [reach, setReach] = useState(isFallback ? "none" : "asking");
  useEffect(() => {
    connection.current = watchConnection(setReach);
    return connection.current.stop;
  }, []);
  return [reach, connection];
}

/** Why nothing is sent, until there is a reason to think that it would be taken now. */
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
function useOtherTabs(person, disown) {
  const user = person?.user;
  useEffect(() => (user ? closeWhenSignedOut(user) : undefined), [user]);
  useEffect(() => (user ? beforeClosing(session.seal) : undefined), [user]);
  useEffect(() => {
    if (!user) return undefined;
    return onArrival(async (arrived) => {
      if (arrived === user) return;
      await session.seal();
      await disown();
      window.location.reload();
    });
  }, [user]);
}

createRoot(document.getElementById("opname")).render(<Opname />);
