/** The spoken example in place of the recording step: it is played, while the speech engine hears it. */
import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { useSound } from "$/public/external/voice_report/ui/kit/use_sound.js";
import { Wave } from "$/public/external/voice_report/ui/islands/recorder/view/wave.jsx";
import { levelsOf, LEVEL_MS } from "./levels.js";

const STATE = { idle: "Klaar om af te spelen", playing: "Het voorbeeld klinkt", hearing: "Audio wordt verwerkt..." };

export function SpokenExample({ address, next, problem, onHear }) {
  const { second, failed, ref, audio, sound, play, stop } = useSound(address);
  const [phase, setPhase] = useState("idle"); // then 'begun', and 'played' as soon as it can have ended
  const isPlaying = second !== null;
  const isOver = phase === "played" && !isPlaying;
  const subscribeLevel = useLevels(audio, sound);
  const navigate = useNavigate();
  useEffect(() => {
    if (isOver && next) navigate(next);
  }, [isOver, next]);

  const begin = async () => {
    setPhase("begun");
    onHear();
    await play();
    setPhase("played");
  };
  const shown = isPlaying ? "playing" : phase === "idle" || problem ? "idle" : "hearing";
  const act = { idle: begin, playing: stop };
  const label = isPlaying ? "Overslaan" : "Speel het voorbeeld af";
  return (
    <>
      <section ref={ref} className="recorder-text narrow-page" aria-label="Het voorbeeld">
        <Words {...{ shown, problem }} cannotPlay={failed} />
      </section>
      <div className="dock narrow-page">
        <p className={isPlaying ? "state live" : "state"} role="status">
          {isPlaying && <span className="dot" aria-hidden="true" />}
          <span>{STATE[shown]}</span>
        </p>
        <div className="record-line">
          <Wave side="left" isLive={isPlaying} subscribeLevel={subscribeLevel} />
          <button type="button" className={isPlaying ? "record live" : "record"} aria-label={label}
            aria-disabled={shown === "hearing"} onClick={act[shown]}>
            <Icon name={isPlaying ? "stop" : "play"} />
          </button>
          <Wave side="right" isLive={isPlaying} subscribeLevel={subscribeLevel} />
        </div>
        <p className="record-label" aria-hidden="true">{shown === "hearing" ? "\u00a0" : label}</p>
        <p className="quiet under">Het voorbeeld kost geen credit.</p>
      </div>
    </>
  );
}

function Words({ shown, problem, cannotPlay }) {
  if (problem) {
    return (
      <div className="notice" role="alert">
        <Icon name="alert" />
        <div>
          <b className="label">{problem}</b>
          <p>Probeer het zo nog eens, of neem zelf iets op.</p>
        </div>
      </div>
    );
  }
  if (shown === "idle") {
    return (
      <div className="guide example-guide">
        <h2>Luister mee naar een bezoek</h2>
        <p>
          Een computerstem vertelt vijftien seconden over wondzorg. De spraakherkenning luistert echt mee, net als straks
          bij jou. Daarna maak je er zelf een rapportage van.
        </p>
      </div>
    );
  }
  return (
    <div className="speech" aria-live="polite">
      <p className="heard">
        {cannotPlay ? "Het geluid kan hier niet klinken. De spraakherkenning luistert. " : "De spraakherkenning luistert. "}
        <span>De tekst komt zo.</span>
      </p>
    </div>
  );
}

/** Return `subscribe(tell)` for the wave: `tell(level)` with how loud the sound is now, 0 to 1. */
function useLevels(audio, sound) {
  const levels = useRef([]);
  return useCallback((tell) => {
    if (!levels.current.length) levelsOf(sound.current).then((found) => (levels.current = found), () => {});
    const timer = setInterval(() => {
      const at = Math.floor((audio.current.currentTime * 1000) / LEVEL_MS);
      tell(levels.current[at] ?? 0);
    }, LEVEL_MS);
    return () => clearInterval(timer);
  }, []);
}
