/** When the lock screen comes and goes (lock_screen.jsx), and what happens to the recording of a user who was signed out. */
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";

import { DispatchContext, app } from "$/utils/context-registry";
import { call } from "../../../kit/api.js";
import { onArrival } from "../../../shell/browser/tabs/arrivals.js";
import { beforeClosing } from "../../../shell/browser/tabs/signed_out.js";
import { followHeading } from "../../../shell/browser/page_focus.jsx";
import { openChosen, sealChosen } from "./sealed_choice.js";
import { setLocked } from "./is_locked.js";
import * as session from "./session.js";
import { isUnderWay } from "./state.js";
import { vibrate } from "../capture/watchdog.js";

const LOGIN = "/login";
const START = "/dashboard";
const AGAIN_MS = 500;
const MOST_TRIES = 3;
const NOT_KEPT = "Inloggen mislukt. Sta cookies toe voor deze site en probeer het opnieuw.";

/**
 * `page` has the props of the lock screen: who is signed in on this page now ('' userKey: no user, or not known yet), and what
 * they chose. Returns {person, isBusy, problem, onDone, onLeave}: whose recording it is, and what SignInAgain takes.
 */
export function useLockScreen(state, page) {
  const person = useRef({});
  const { isLocked } = state;
  useEffect(() => {
    if (!isLocked && page.userKey && page.fresh) person.current = page;
  });
  const leave = useLeave(state, page);
  const { isBusy, problem, tryAgain, signedIn } = useReconnect(isLocked, page);
  useSignedOut(state, tryAgain);
  useOthers(state, page, { leave, signedIn });
  useHiding(state, person);
  useReturn(state, page);
  return { person: person.current, isBusy, problem, onDone: signedIn, onLeave: leave };
}

/** Returns `leave(address)`: stop, seal, and load another page. Also does so when the page itself is taken away. */
function useLeave(state, { userKey }) {
  const isLeaving = useRef(false);
  const wasLocked = useRef(false);
  const leave = async (address) => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    await session.seal();
    window.location.assign(address);
  };
  useEffect(() => {
    if (wasLocked.current && !state.isLocked && !userKey) leave(LOGIN); // nothing to record any more
    wasLocked.current = state.isLocked;
  }, [state.isLocked, userKey]);
  useEffect(() => () => void (session.snapshot().isLocked && session.seal()), []);
  return leave;
}

/** Notices that the session has ended: the server sends this page to sign in, or refuses a segment. */
function useSignedOut({ trouble }, tryAgain) {
  const blocker = useBlocker(({ nextLocation }) => {
    const now = session.snapshot();
    return now.isLocked || (isUnderWay(now) && nextLocation.pathname.replace(/\/$/, "") === LOGIN);
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const isKnown = session.snapshot().isLocked;
    session.lockPage();
    if (!session.snapshot().isLocked) return blocker.proceed(); // it was just finished
    blocker.reset();
    if (isKnown) tryAgain();
  }, [blocker.state]);
  useEffect(() => {
    if (trouble?.kind !== "signedOut") return;
    call("GET", "/api/auth/me").then(({ status }) => status === 401 && session.lockPage());
  }, [trouble]);
}

/**
 * After signing in: connects the page again, with the new cookie. Returns {isBusy, problem, signedIn, tryAgain}; a
 * connection that was on its way without the cookie is tried again.
 */
function useReconnect(isLocked, { userKey, onRefresh }) {
  const [tries, setTries] = useState(0);
  const [problem, setProblem] = useState("");
  const timer = useRef();
  const connect = () => {
    window.dispatchEvent(new Event("beforeunload")); // the framework hangs up, and connects again at the next event
    onRefresh();
  };
  const signedIn = () => {
    setProblem("");
    setTries(1);
    connect();
  };
  const tryAgain = () => {
    if (!tries) return;
    const isLast = tries === MOST_TRIES;
    setTries(isLast ? 0 : tries + 1);
    if (isLast) setProblem(NOT_KEPT);
    else timer.current = setTimeout(connect, AGAIN_MS);
  };
  useEffect(() => {
    if (isLocked && !userKey) return undefined;
    setTries(0);
    return () => clearTimeout(timer.current);
  }, [isLocked, userKey]);
  return { isBusy: tries > 0, problem, signedIn, tryAgain };
}

/** A user signed in or out, here or in another tab: the owner continues, any other user sees nothing of the recording. */
function useOthers(state, { userKey }, { leave, signedIn }) {
  const owner = isUnderWay(state) ? state.dictation.user : "";
  useEffect(() => {
    if (owner && userKey && userKey !== owner) leave(START);
  }, [owner, userKey]);
  useEffect(() => {
    if (!owner) return undefined;
    return onArrival((arrived) => {
      if (arrived !== owner) leave(START);
      else if (state.isLocked) signedIn();
    });
  });
  // Signing out in another tab is a choice, also for this one: the recording stops, and waits for its owner (S47).
  useEffect(() => (owner ? beforeClosing(session.seal) : undefined), [owner]);
}

/** While locked nothing of the user's work is in the page: not on the screen, and not in what the page remembers. */
function useHiding({ isLocked, dictation }, person) {
  const dispatch = useContext(DispatchContext);
  useLayoutEffect(() => setLocked(isLocked), [isLocked]);
  useEffect(() => {
    if (!isLocked) return undefined;
    vibrate();
    const { clientId, heading } = person.current;
    sealChosen(dictation, { clientId, heading });
    person.current = { ...person.current, clientId: "", heading: "" };
    for (const [name, empty] of Object.entries(app.initialState)) dispatch[name]?.(empty);
    const detach = session.attach();
    return () => {
      detach(); // the recorder is back within a moment
      followHeading();
    };
  }, [isLocked]);
}

/**
 * The owner is back, and the page has loaded: return to the dictation, and lift the lock screen once that is done. What the
 * page knew when it was locked is no news: no user must have been signed in since.
 */
function useReturn(state, { userKey, fresh, returned, onReturn }) {
  const progress = useRef("left"); // -> "away" -> "asked"
  const { isLocked, dictation } = state;
  useEffect(() => {
    if (!isLocked) progress.current = "left";
    else if (!userKey) progress.current = "away";
    else if (!fresh || userKey !== dictation.user || progress.current === "left") return;
    else if (progress.current === "away") {
      progress.current = "asked";
      openChosen(dictation).then(({ clientId = "", heading = "" }) => onReturn(dictation.id, clientId, heading));
    } else if (returned === dictation.id) session.unlockPage();
  }, [isLocked, userKey, fresh, returned]);
}
