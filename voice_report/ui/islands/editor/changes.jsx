import { useState } from "react";
import { Dialog } from "$/public/external/voice_report/ui/kit/overlay/dialog.jsx";

const GROUPS = [
  ["fillers", "Stopwoorden"],
  ["restarts", "Dubbele woorden"],
  ["figures", "Getallen"],
  ["spoken_punctuation", "Uitgesproken leestekens"],
  ["self_corrections", "Jezelf verbeterd"],
  ["topic_label", "Over wie het gaat"],
  ["aside", "Weggelaten zinnen"],
  ["heading_echo", "Kopjes die je noemde"],
  ["sentence_form", "Hoofdletters en punten"],
];
const groupOf = ({ rule, stands }) => (stands ? rule : "aside");

/**
 * Under the title: how much of the dictation was tidied, with a list of it; each change is undone by itself, or all of
 * them. `changes` are those of POST /api/drafts/{id}/review; `onOff(keys, all)` says which are undone from now on.
 */
export function Changes({ changes, onOff }) {
  const [isOpen, setOpen] = useState(false);
  const count = changes.filter(({ isOff }) => !isOff).length;
  if (!changes.length) return null;
  return (
    <div className="changes">
      {count > 0 ? (
        <>
          <button type="button" className="change-date" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {count === 1 ? "1 kleine verbetering" : `${count} kleine verbeteringen`}
          </button>
          <span aria-hidden="true">·</span>
          <button type="button" className="change-date" onClick={() => onOff([], true)}>Zoals gezegd</button>
        </>
      ) : (
        <>
          <span>Precies zoals je het zei</span>
          <span aria-hidden="true">·</span>
          <button type="button" className="change-date" onClick={() => onOff([], false)}>Toch netjes</button>
        </>
      )}
      <Dialog
        open={isOpen} closable fromBelow title="Kleine verbeteringen" onClose={() => setOpen(false)}
        text="Links wat je zei, rechts wat er staat. Er is geen woord bij gekomen."
      >
        {GROUPS.map(([group, title]) => {
          const own = changes.filter((one) => groupOf(one) === group);
          return own.length > 0 && (
            <section key={group} className="change-group" aria-label={title}>
              <h3>{`${title} (${own.length})`}</h3>
              <ul>{own.map((one) => <Change key={one.key} one={one} {...{ changes, onOff }} />)}</ul>
            </section>
          );
        })}
        <button type="button" className="button secondary full" onClick={() => { setOpen(false); onOff([], count > 0); }}>
          {count > 0 ? "Alles zoals gezegd" : "Alles netjes"}
        </button>
      </Dialog>
    </div>
  );
}

/** One change: what was said, what stands there, and the way from the one to the other. */
export function Change({ one, changes, onOff }) {
  const toggle = () => {
    const off = changes.filter(({ key, isOff }) => (key === one.key ? !isOff : isOff)).map(({ key }) => key);
    onOff([...new Set(off)], false);
  };
  return (
    <li className={one.isOff ? "change off" : "change"}>
      <span>
        <span className="visually-hidden">Gezegd: </span><del>{one.said}</del>{" "}
        <span className="visually-hidden">; er staat: </span>
        {one.stands ? <ins>{one.stands}</ins> : <small>weggelaten</small>}
      </span>
      <button type="button" className="button plain small" aria-description={one.said} onClick={toggle}>
        {one.isOff ? (one.stands ? "Toch netjes" : "Toch weglaten") : one.stands ? "Zoals gezegd" : "Toch opnemen"}
      </button>
    </li>
  );
}
