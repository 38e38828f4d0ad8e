/** The recording step while a file is chosen, sent, and written out (logic in chosen.js). */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";

import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { letGo } from "../../../kit/blobs.js";
import { showToast } from "$/public/external/voice_report/ui/kit/overlay/toast.jsx";
import { beforeClosing } from "../../../shell/browser/tabs/signed_out.js";
import { ConfirmLeaving } from "../view/confirm_leaving.jsx";
import { useSeldom } from "../view/progress.jsx";
import { useSinglePress } from "../view/single_press.js";
import { clock } from "../view/texts.js";
import { Notice, Speech } from "../view/view.jsx";
import { KINDS } from "./choice.js";
import * as chosen from "./chosen.js";
import * as words from "./words.js";

/** Returns the state of the chosen recording; `page` is as in `chosen.setPage`, `recording` as in `chosen.follow`. */
export function useChosen(page, recording) {
  const state = useSyncExternalStore(chosen.subscribe, chosen.snapshot);
  useEffect(() => chosen.setPage(page));
  useEffect(() => chosen.attach(), []);
  useEffect(() => beforeClosing(async () => chosen.forget()), []);
  useEffect(() => {
    if (recording?.id) chosen.follow(recording);
  }, [recording?.id, recording?.state]);
  const isShown = state.phase !== "none";
  const wasShown = useRef(isShown);
  useEffect(() => {
    if (wasShown.current && !isShown && document.activeElement === document.body) document.querySelector(".file-button input")?.focus({ preventScroll: true });
    wasShown.current = isShown;
  }, [isShown]);
  useEffect(() => {
    if (state.remark) showToast("Let op", state.remark);
  }, [state.remark]);
  return state;
}

/** A button that opens the browser's choice of a file. The browser's own is in its own language, so it lies over ours. */
export function ChooseButton({ label = words.CHOOSE, className = "plain small", disabled = false }) {
  const choose = ({ target }) => {
    chosen.choose(target.files[0]);
    target.value = ""; // the same file may be chosen again
  };
  return (
    <label className={`button file-button ${className}`}>
      <span>{label}</span>
      <input type="file" accept={KINDS} aria-label={label} disabled={disabled} onChange={choose} />
    </label>
  );
}

/** Lets a file be dropped anywhere on the page; returns whether one is held over it. */
export function useDrop(isOn) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    if (!isOn) return undefined;
    const hasFile = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
    const over = (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const out = ({ relatedTarget }) => relatedTarget === null && setOver(false);
    const drop = (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      chosen.choose(event.dataTransfer.files[0]);
    };
    const listeners = { dragover: over, dragleave: out, drop };
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name, listener);
    };
  }, [isOn]);
  return isOver;
}

/** Why a file was not taken. */
export function Problem({ problem }) {
  const [what, text] = words.problemWords(problem);
  const place = useRef(null);
  useEffect(() => void place.current.scrollIntoView({ block: "nearest" }), [problem]);
  return (
    <div className="recorder-notices" ref={place}>
      <Notice tone="coral" role="alert" what={what} text={text} />
    </div>
  );
}

export function ChosenRecording({ state }) {
  const { press, isResting } = useSinglePress(); // one for all: the next button comes where the pressed one was
  const pressing = (act) => ({ type: "button", "aria-disabled": isResting || undefined, onClick: (event) => press(event, act) });
  return (
    <>
      {state.phase === "picked" ? <Picked state={state} pressing={pressing} /> : <Written state={state} pressing={pressing} />}
      <ConfirmLeaving isAsked={state.leaving !== null} words={words.LEAVING} onStay={chosen.stay} onLeave={chosen.leave} />
    </>
  );
}

/** Focus what comes in the place of what had it. */
function useArrival() {
  const heading = useRef(null);
  useEffect(() => void heading.current.focus({ preventScroll: true }), []);
  return heading;
}

function Picked({ state: { file, problem }, pressing }) {
  const heading = useArrival();
  return (
    <>
      <section className="recorder-text narrow-page picked" aria-labelledby="gekozen-opname">
        {problem && <Problem problem={problem} />}
        <h2 className="heading" id="gekozen-opname" ref={heading} tabIndex={-1}>
          Je gekozen opname
        </h2>
        <div className="card pad">
          <FileBox name={<bdi>{file.file.name}</bdi>} about={words.sizeWords({ seconds: file.seconds, size: file.file.size })} />
          <Player key={file.file.name} file={file.file} seconds={file.seconds} />
        </div>
        <ul className="ticks file-ticks">
          {[words.OWN, words.NOT_KEPT].map((sentence) => (
            <li key={sentence}>
              <Icon name="check" />
              <span>{sentence}</span>
            </li>
          ))}
        </ul>
      </section>
      <div className="dock narrow-page file-dock">
        <div className="file-actions">
          <button className="button primary big" {...pressing(chosen.send)}>
            Verwerken
          </button>
          <ChooseButton label="Andere opname kiezen" className="plain" />
          <button className="button plain" {...pressing(chosen.cancel)}>
            Annuleren
          </button>
        </div>
        <p className="quiet under">{words.LIMITS}</p>
      </div>
    </>
  );
}

function FileBox({ name, about }) {
  return (
    <div className="file-box">
      <span className="round petrol">
        <Icon name="sound" />
      </span>
      <span className="text">
        <b>{name}</b>
        <span className="num">{about}</span>
      </span>
    </div>
  );
}

/** Plays the file, so that its owner hears which it is; nothing where the browser does not know its format. */
function Player({ file, seconds }) {
  const audio = useRef(null);
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    const player = audio.current;
    if (!player) return undefined;
    player.src = URL.createObjectURL(file);
    return () => letGo(player);
  }, [file]);
  if (!seconds) return null;
  const press = () => (isPlaying ? audio.current.pause() : audio.current.play().catch(() => setPlaying(false)));
  return (
    <div className="file-player">
      <audio
        ref={audio}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={({ target }) => setAt(target.currentTime)}
      />
      <button className="icon-button" type="button" aria-label={isPlaying ? "Pauzeren" : "Beluisteren"} onClick={press}>
        <Icon name={isPlaying ? "pause" : "play"} />
      </button>
      <progress className="share" value={at} max={seconds} aria-label="Beluisterd" />
      <span className="quiet num">{clock((at || Math.round(seconds)) * 1000)}</span>
    </div>
  );
}

/** The text as it grows, and how far it is. */
function Written({ state, pressing }) {
  const { phase, base, pieces, waits } = state;
  const isHalted = phase === "halted";
  const isPending = phase === "writing" && !waits;
  const hasText = base.trim() !== "" || pieces.some((text) => text.trim());
  const spoken = { segments: pieces.map((text, number) => ({ number, text })), phase: "processing" };
  return (
    <>
      <section className="recorder-text narrow-page" aria-label="Transcript">
        {waits && <Waits waits={waits} isSent={phase !== "sending"} />}
        {(hasText || isPending) && <Speech base={base} state={spoken} isPending={isPending} isQuiet />}
      </section>
      <div className="dock narrow-page file-dock">{isHalted ? <Halted state={state} pressing={pressing} /> : <Progress state={state} pressing={pressing} />}</div>
    </>
  );
}

function Waits({ waits, isSent }) {
  const [what, text] = words.waitsWords(waits, isSent);
  const actions = waits.kind === "signedOut" ? [{ label: "Inloggen", href: "/login" }] : [];
  return (
    <div className="recorder-notices">
      <Notice icon={waits.kind === "offline" ? "offline" : "alert"} what={what} text={text} actions={actions} />
    </div>
  );
}

function Progress({ state, pressing }) {
  const { phase, share, done, total, draftId } = state;
  const heading = useArrival();
  const isSending = phase === "sending";
  const told = phase === "finished" ? "Klaar" : isSending ? words.sentWords(share) : words.progressWords(state);
  const said = useSeldom(phase === "finished" ? "" : told);
  const shown = isSending ? { value: share, max: 1 } : { value: Math.min(done, total), max: total || 1 };
  return (
    <>
      <div className="file-busy" ref={heading} tabIndex={-1} role="group" aria-label="Je opname">
        <FileBox name="Je opname" about={told} />
        <progress className="share" {...shown} aria-label={told} />
        <p className="quiet" role="status">
          {phase === "writing" && draftId ? words.MAY_CLOSE : words.MAY_CLOSE_LATER}
        </p>
        <span className="visually-hidden" role="status">
          {said}
        </span>
      </div>
      {isSending && share < 1 && (
        <button className="button secondary" {...pressing(chosen.cancel)}>
          Annuleren
        </button>
      )}
      {phase === "writing" && (
        <button className="button secondary" {...pressing(chosen.stop)}>
          Stoppen en houden wat er is
        </button>
      )}
    </>
  );
}

/** The server has a part, and needs the file again. */
function Halted({ state, pressing }) {
  const heading = useArrival();
  const [what, text] = words.haltedWords(state.problem);
  return (
    <>
      <div className="file-busy" ref={heading} tabIndex={-1} role="group" aria-label="Je opname">
        <Notice tone="petrol" icon="sound" what={what} text={text} />
      </div>
      <div className="file-actions">
        <ChooseButton className="primary" />
        <button className="button secondary" {...pressing(chosen.stop)}>
          Verder met wat er is
        </button>
      </div>
      <p className="quiet under">{words.OWN}</p>
    </>
  );
}
