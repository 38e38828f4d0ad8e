/** Presentational components of the recording step: spoken text, notices. No logic of their own. */
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { shownState } from "../session/state.js";

/** Suggestions of what to say, before the first words: the sections of the report, each with a question. */
export function Guide({ sections }) {
  return (
    <div className="guide-place">
      <div className="guide">
        <h2>Vertel het in je eigen woorden</h2>
        <dl>
          {sections.map(([what, question]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{question}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}

const DASHES = [26, 46, 20, 34];
const FIRST_DASHES = [18, 34, 22, 58, 30, 26, 46];

/**
 * The text so far, with the newest part dark and earlier parts faded; dashes where text is still pending. Before the
 * first words it says that the speaker is heard, when that is so. `isQuiet`: it is not read out as it comes.
 */
export function Speech({ base, state, isPending, isQuiet }) {
  const { segments } = state;
  const isHeard = state.isHeard && shownState(state) === "recording";
  const spoken = segments.filter(({ text }) => text?.trim());
  const last = spoken.at(-1)?.number;
  const dashes = isPending && <Dashes widths={DASHES} />;
  const isWaiting = isPending && spoken.length === 0;
  return (
    <div className="speech" aria-live={isQuiet ? "off" : "polite"}>
      {base.trim() && <p className="earlier base">{base}</p>}
      {spoken.map(({ number, text }) => (
        <p key={number} className={number === last ? undefined : "earlier"} data-segment={number}>
          <span>{`${text.trim()} `}</span>
          {number === last && dashes}
        </p>
      ))}
      {isWaiting && isHeard && (
        <p className="heard">
          Ik hoor je. <span>De eerste woorden komen zo.</span>
        </p>
      )}
      {isWaiting && <p>{isHeard ? <Dashes widths={FIRST_DASHES} /> : dashes}</p>}
    </div>
  );
}

function Dashes({ widths }) {
  return (
    <span className="dashes" role="img" aria-label="Er komt nog tekst">
      {widths.map((width) => (
        <i key={width} style={{ "--w": width }} />
      ))}
    </span>
  );
}

/** A notice with text and actions; `actions`: [{label, onClick, isRemoval, href}]. */
export function Notice({ tone = "", icon = "alert", what, text, actions = [], role = "status" }) {
  return (
    <div className={`notice ${tone}`} role={role}>
      <Icon name={icon} />
      <div>
        <b className="label">{what}</b>
        {text && <p>{text}</p>}
        {actions.length > 0 && (
          <div className="row notice-actions">
            {actions.map((action) => (
              <Action key={action.label} {...action} />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

function Action({ label, onClick, isRemoval, href }) {
  const className = `button small ${isRemoval ? "remove" : "plain"}`;
  if (href) {
    return (
      <a className={className} href={href} target="_blank" rel="noopener">
        {label}
      </a>
    );
  }
  return (
    <button className={className} type="button" onClick={onClick}>
      {label}
    </button>
  );
}
