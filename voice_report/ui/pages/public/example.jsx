/** A dictation that is played, its words as they are said, and the report that grows from it. */
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { useSound } from "$/public/external/voice_report/ui/kit/use_sound.js";
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
