/** A dictation that is played, its words as they are said, and the report that grows from it. */
import { useEffect, useRef, useState } from "react";

import { Icon } from "$/public/external/voice_report/ui/components/icon.jsx";
import { wordsBy } from "./example_times.js";

export function Example({ sound, sentences, headings, silent }) {
  const { second, failed, ref, play, stop } = useSound(sound);
  const isPlaying = second !== null;
  return (
    <>
      <div ref={ref} className="example-words">
        <h2 className="heading" id="voorbeeld">Hoor hoe het gaat</h2>
        <p className="soft">Vijftien seconden, voorgelezen door een computerstem. Zo komt het onder de kopjes.</p>
        <button type="button" className="button secondary" onClick={isPlaying ? stop : play}>
          <Icon name={isPlaying ? "stop" : "play"} />
          {isPlaying ? "Stop" : "Luister mee"}
        </button>
        {failed && <p role="alert">Het voorbeeld kan nu niet worden afgespeeld. Lezen kan wel.</p>}
        <blockquote>
          {wordsBy(sentences).map(({ word, from }, at) => (
            <span key={at} className={isPlaying && second < from ? "unsaid" : undefined}>{word} </span>
          ))}
        </blockquote>
      </div>
      <article className="paper" aria-label="Het verslag van het voorbeeld">
        <h2>Rapportage</h2>
        {headings.map((heading) => (
          <Part key={heading} {...{ heading, silent }} shown={isPlaying ? second : Infinity}
            sentences={sentences.filter((one) => one.heading === heading)} />
        ))}
      </article>
    </>
  );
}

function Part({ heading, sentences, shown, silent }) {
  return (
    <>
      <h3>{heading}</h3>
      {sentences.length === 0 && <p className="silent">{silent}</p>}
      {sentences.length > 0 && (
        <p>
          {sentences.map(({ text, until }) => (
            <span key={text} className={shown < until ? "unsaid" : undefined}>{text} </span>
          ))}
        </p>
      )}
    </>
  );
}

/**
 * The sound: fetched when the example comes into view, and played from memory (Safari plays no address that cannot be
 * asked for in parts). `second` is null when nothing plays.
 */
function useSound(address) {
  const ref = useRef(null);
  const audio = useRef(null);
  const loading = useRef(null);
  const isGone = useRef(false);
  const [second, setSecond] = useState(null);
  const [failed, setFailed] = useState(false);

  const load = () => (loading.current ??= fetched());
  const fetched = async () => {
    try {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${answer.status}`);
      const sound = await answer.blob();
      if (!isGone.current) audio.current = new Audio(URL.createObjectURL(sound));
    } catch {
      loading.current = null; // the next press tries again
    }
  };
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => entry.isIntersecting && void load());
    seen.observe(ref.current);
    isGone.current = false;
    return () => {
      isGone.current = true;
      seen.disconnect();
      audio.current?.pause();
      if (audio.current) URL.revokeObjectURL(audio.current.src);
    };
  }, []);
  const isPlaying = second !== null;
  useEffect(() => {
    if (!isPlaying) return undefined;
    let frame = requestAnimationFrame(function show() {
      setSecond(audio.current.currentTime);
      frame = requestAnimationFrame(show);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);

  const stop = () => {
    audio.current.pause();
    setSecond(null);
  };
  const play = async () => {
    await load();
    if (isGone.current) return;
    try {
      audio.current.currentTime = 0;
      audio.current.onended = stop;
      await audio.current.play();
      setFailed(false);
      setSecond(0);
    } catch (error) {
      if (error.name !== "AbortError") setFailed(true); // 'Stop' was pressed before it began
    }
  };
  return { second, failed, ref, play, stop };
}
