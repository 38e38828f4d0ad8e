/** What leaves of a draft to an outside engine, with what stands for each placeholder, and what its author chooses. */
import { useEffect, useRef, useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { Dialog } from "$/public/external/voice_report/ui/kit/overlay/dialog.jsx";
import { changedSince, mayStay, reasonOf, replacing, staying, summaryOf, titleOf, unitsOf } from "./words.js";

const FAILED = "Kon dit niet laten zien. Er is niets verstuurd.";
const FAILED_SENT = "Kon dit niet laten zien.";
const PATIENCE_MS = 15_000; // for the page to save what was typed

export function Outgoing({ draftId = "", round = 0, template = "", sent, disabled, onLook, onAlways, children }) {
  const [open, setOpen] = useState(false);
  const [found, setFound] = useState(undefined); // undefined: being asked
  const asked = useRef(0);
  const failed = { error: sent ? FAILED_SENT : FAILED };

  const read = async () => {
    const turn = ++asked.current;
    const query = new URLSearchParams(sent ? { sent: "true" } : template ? { template } : {});
    const { answer, error } = await call("GET", `/api/drafts/${encodeURIComponent(draftId)}/outgoing?${query}`, {
      timeoutMs: PATIENCE_MS,
    });
    if (turn === asked.current) setFound(answer ?? { ...failed, why: error });
  };
  const look = () => {
    setOpen(true);
    setFound(undefined);
    const turn = ++asked.current;
    if (sent) return read();
    onLook?.();
    setTimeout(() => turn === asked.current && setFound(failed), PATIENCE_MS);
  };
  useEffect(() => {
    if (open && draftId && !sent) read();
  }, [round]);
  const close = () => {
    asked.current++;
    setOpen(false);
  };
  return (
    <>
      <button type="button" className="button plain small look-out" disabled={disabled} onClick={look}>
        {children}
      </button>
      <Dialog open={open} title={titleOf(found)} closable onClose={close}>
        {open && (
          <Sheet draftId={draftId} found={found} isOver={sent} onRead={read} onAgain={look} onAlways={onAlways} onClose={close} />
        )}
      </Dialog>
    </>
  );
}

function Sheet({ draftId, found, isOver, onRead, onAgain, onAlways, onClose }) {
  if (!found) {
    return (
      <p className="skeleton out-waiting" role="status">
        <span className="visually-hidden">Wordt geladen</span>
      </p>
    );
  }
  if (found.error) {
    return (
      <div className="out-failed" role="alert">
        <p>{found.error}</p>
        <button className="button secondary" type="button" onClick={onAgain}>
          Opnieuw proberen
        </button>
      </div>
    );
  }
  if (found.refusal || found.form === "here") return <Stays why={found.why} onClose={onClose} />;
  return <Leaves draftId={draftId} found={found} isOver={isOver} onRead={onRead} onAlways={onAlways} />;
}

function Stays({ why, onClose }) {
  return (
    <>
      <div className="stays">
        <span className="round petrol">
          <Icon name="server" />
        </span>
        <div>
          <p className="subheading">Deze tekst gaat niet naar buiten</p>
          <p className="soft">
            {why} Het verslag wordt op deze server gemaakt, met je eigen zinnen.
          </p>
        </div>
      </div>
      <div className="row">
        <button className="button secondary" type="button" onClick={onClose}>
          Tekst aanpassen
        </button>
      </div>
    </>
  );
}

function Leaves({ draftId, found, isOver, onRead, onAlways }) {
  const [at, setAt] = useState(-1);
  const [told, setTold] = useState("");
  const [busy, setBusy] = useState(false);
  const units = unitsOf(found.pieces);
  const chosen = units[at]?.isMask || units[at]?.isWord ? units[at] : null;
  const pick = (next) => {
    setTold("");
    setAt(next);
  };
  const act = async (method, path, json, done) => {
    setBusy(true);
    const { answer, error } = await call(method, path, { json });
    setBusy(false);
    if (!answer) return setTold(error ?? FAILED_SENT);
    done?.();
    setAt(-1);
    return onRead();
  };
  const choose = (choices) => act("PUT", `/api/drafts/${encodeURIComponent(draftId)}/outgoing/choices`, choices);
  const always = (word) => act("POST", "/api/masking-words", { word, rule: "replace" }, onAlways);
  return (
    <>
      <div className="out-head">
        <p className="soft num">{summaryOf(found)}</p>
        {changedSince(found) && <p className="out-changed">{changedSince(found)}</p>}
        <p className="quiet out-hint">Boven: wat je zei. Eronder: wat wordt verstuurd.</p>
      </div>
      <Text units={units} at={at} onPick={pick} />
      <div className="out-foot">
        {chosen && (
          <section className="why-masked" aria-label={`Over ${chosen.said || chosen.sent}`}>
            <div role="status">
              <b>{chosen.said || chosen.sent}</b>{" "}
              <span className="soft">{chosen.isMask ? reasonOf(chosen) : "Gaat nu mee zoals het er staat."}</span>
            </div>
            {!isOver && found.form === "pseudonymised" && (
              <div className="row">
                {chosen.isMask && mayStay(found, chosen) && (
                  <Act busy={busy} kind="secondary" onPress={() => choose(staying(found, chosen.said))}>
                    In dit verslag laten staan
                  </Act>
                )}
                {chosen.isWord && (
                  <>
                    <Act busy={busy} kind="secondary" onPress={() => choose(replacing(found, chosen.sent))}>
                      Vervangen in dit verslag
                    </Act>
                    <Act busy={busy} kind="plain" onPress={() => always(chosen.sent)}>
                      Voortaan vervangen
                    </Act>
                  </>
                )}
              </div>
            )}
            {told && <p role="alert">{told}</p>}
          </section>
        )}
        <p className="quiet">Ook zo blijft het een persoonsgegeven: wat er gebeurde, staat er.</p>
      </div>
    </>
  );
}

function Act({ busy, kind, onPress, children }) {
  return (
    <button className={`button ${kind} small`} type="button" disabled={busy} onClick={onPress}>
      {children}
    </button>
  );
}

/** The text: what can be pressed is walked with the arrow keys, and one of it is on the way of Tab. */
function Text({ units, at, onPick }) {
  const pressable = units.filter(({ isMask, isWord }) => isMask || isWord);
  const first = (pressable.find(({ isMask }) => isMask) ?? pressable[0])?.at;
  const tabbed = at >= 0 ? at : first;
  const walk = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const parts = [...event.currentTarget.querySelectorAll("button")];
    const next = step && parts[parts.indexOf(document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div className="out-text" role="group" aria-label="Wat er wordt verstuurd; loop met de pijltjes" onKeyDown={walk}>
      {units.map((unit) => {
        if (!unit.isMask && !unit.isWord) return unit.sent;
        const isOpen = unit.at === at;
        return (
          <button
            key={unit.at}
            type="button"
            tabIndex={unit.at === tabbed ? 0 : -1}
            aria-pressed={isOpen}
            className={`${unit.isMask ? "mask" : "plain-word"}${isOpen ? " open" : ""}`}
            aria-label={unit.isMask ? `${unit.said}, wordt verstuurd als ${unit.sent.slice(1, -1)}` : undefined}
            onClick={() => onPick(isOpen ? -1 : unit.at)}
          >
            {unit.isMask ? (
              <>
                <small>{unit.said}</small>
                <b>{unit.sent.slice(1, -1)}</b>
              </>
            ) : (
              unit.sent
            )}
          </button>
        );
      })}
    </div>
  );
}
