import { useEffect, useId, useRef, useState } from "react";
import { Icon } from "$/public/external/voice_report/ui/components/icon.jsx";

const ASK_AFTER_MS = 150; // typing pause before the server searches
const ARCHIVE = "archief";

/**
 * Choose a client by typing part of the name: an editable combobox with a list (ARIA 1.2). The server searches; its
 * `options` are the results for the text in `answered`. `value` is the id of the chosen client and `words` its name as
 * the field shows it. Further typing clears the choice, so that the saved client is always the one named in the field.
 */
export function ClientPicker({ label, value, words, options, answered, more, error, onSearch, onChoose }) {
  const id = useId();
  const [text, setText] = useState(words);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef(null);
  const asked = useRef(null);
  const timer = useRef();
  const told = useRef(value); // the choice we last sent; the server may not have processed it yet
  const before = useRef(value);

  const current = answered === text.trim();
  const shown = open ? options : [];
  const nobody = current && text.trim() && !value && !options.length;

  useEffect(() => () => clearTimeout(timer.current), []);

  // Follow the server's choice, also when the server has cleared it.
  useEffect(() => {
    if (value && value === told.current) {
      setText(words);
    } else if (!value && told.current && told.current === before.current) {
      told.current = "";
      setText("");
    }
    before.current = value;
  }, [value, words]);

  useEffect(() => {
    if (error) input.current.focus();
  }, [error]);

  useEffect(() => {
    setActive(current && text.trim() && !value && options.length ? 0 : -1);
  }, [options, current]);

  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const search = (query, pause) => {
    clearTimeout(timer.current);
    if (asked.current === query && current) return;
    timer.current = setTimeout(() => {
      asked.current = query;
      onSearch(query);
    }, pause);
  };

  const show = () => {
    if (open) return;
    setOpen(true);
    search(value ? "" : text.trim(), 0);
    if (window.innerWidth < 960) input.current.scrollIntoView({ block: "start" }); // room for list and keyboard
  };

  const tell = (client) => {
    told.current = client;
    onChoose(client);
  };

  const type = (event) => {
    setText(event.target.value);
    setOpen(true);
    if (told.current) tell("");
    search(event.target.value.trim(), ASK_AFTER_MS);
  };

  const choose = (option) => {
    setText(option.label);
    setOpen(false);
    tell(option.id);
  };

  const keys = {
    ArrowDown: () => (open ? setActive(Math.min(active + 1, shown.length - 1)) : show()),
    ArrowUp: () => (open ? setActive(Math.max(active - 1, 0)) : show()),
    Enter: () => shown[active] && choose(shown[active]),
    Escape: () => (open ? setOpen(false) : (setText(""), tell(""))),
  };
  const press = (event) => {
    if (!keys[event.key] || event.isComposing) return;
    event.preventDefault();
    keys[event.key]();
  };

  return (
    <div className={error ? "field picker wrong" : "field picker"}>
      <label htmlFor={`${id}field`}>{label}</label>
      <div className="picker-box">
        <input
          ref={input} id={`${id}field`} className="input" type="text" role="combobox" autoComplete="off" spellCheck="false"
          placeholder="Typ een naam" value={text} maxLength={100} name="client"
          aria-expanded={shown.length > 0} aria-controls={`${id}list`} aria-autocomplete="list"
          aria-activedescendant={shown[active] ? `${id}-${active}` : undefined}
          aria-invalid={Boolean(error)} aria-describedby={error ? `${id}error` : undefined}
          onChange={type} onKeyDown={press} onClick={show}
          onBlur={() => setOpen(false)} onFocus={(event) => event.target.select()}
        />
        <Icon name="down" />
        <div className="picker-list" hidden={!shown.length} onMouseDown={(event) => event.preventDefault()}>
          <ul id={`${id}list`} role="listbox" aria-label={label}>
            {shown.map((option, index) => (
              <li
                key={option.id} id={`${id}-${index}`} role="option" aria-selected={index === active}
                onClick={() => choose(option)}
              >
                <b>{option.label}</b>
                <span>{option.detail}</span>
              </li>
            ))}
          </ul>
          {more && <p className="quiet">Er zijn er meer. Typ verder om te verfijnen.</p>}
        </div>
        <span className="visually-hidden" role="status">
          {shown.length && current ? counted(shown.length, more) : ""}
        </span>
      </div>
      {/* In the page flow, not an overlay: the content below must not move when the list closes. */}
      <p className="hint" role="status">
        {nobody ? "Geen cliënt gevonden" : ""}
      </p>
      {error && (
        <p className="error" id={`${id}error`} role="alert">
          <Icon name="alert" />
          {error}
        </p>
      )}
    </div>
  );
}

const counted = (number, more) =>
  `${number} ${number === 1 ? "cliënt" : "cliënten"} gevonden${more ? ", er zijn er meer" : ""}`;

/** On phones the archive section is below the report: this button scrolls to it. */
export function ToArchive({ className, children, label }) {
  const go = () => {
    const place = document.getElementById(ARCHIVE);
    place?.scrollIntoView({ block: "start" });
    place?.querySelector("input, a")?.focus({ preventScroll: true });
    place?.querySelector("input")?.click(); // opens the list
  };
  return (
    <button type="button" className={className} aria-label={label} onClick={go}>
      {children}
    </button>
  );
}
