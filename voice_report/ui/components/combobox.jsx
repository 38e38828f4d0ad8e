import { useEffect, useId, useRef, useState } from "react";
import { Icon } from "$/public/external/voice_report/ui/components/icon.jsx";

const PATIENCE = 250; /* typing pause in ms before the server searches */

/* Choose from more options than a list can show: type part of the name, then pick. Text typed without a pick stays in
   the field and is submitted under `name`, so that the form can report that nothing was chosen. Escape restores the
   previous choice. */
export function Combobox({ label, name, options, chosenLabel, hint, error, onSearch, onChoose }) {
  const id = useId();
  const [text, setText] = useState(chosenLabel);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const timer = useRef(null);
  useEffect(() => setText(chosenLabel), [chosenLabel]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => setActive(-1), [options]);

  const search = (words, wait) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch?.(words), wait);
  };
  const show = () => {
    if (!open) search("", 0);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setText(chosenLabel);
  };
  const choose = (option) => {
    clearTimeout(timer.current);
    setOpen(false);
    setText(option.label);
    onChoose?.(option.value);
  };
  /* The options may still belong to an earlier text: accept only an option that was highlighted or that matches. */
  const pointed = () => {
    if (active >= 0) return options[active];
    const fits = options.filter((option) => option.label.toLowerCase().includes(text.trim().toLowerCase()));
    return fits.length === 1 && text.trim() ? fits[0] : undefined;
  };
  const keys = {
    ArrowDown: () => (open ? setActive((active + 1) % Math.max(options.length, 1)) : show()),
    ArrowUp: () => setActive((active <= 0 ? options.length : active) - 1),
    Enter: () => open && pointed() && choose(pointed()),
    Escape: close,
  };
  const onKeyDown = (event) => {
    if (!keys[event.key] || (event.key === "Escape" && !open)) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  };
  const described = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(" ");
  return (
    <div className={error ? "field wrong" : "field"}>
      <label htmlFor={`${id}input`}>{label}</label>
      <div className="combobox">
        <input
          id={`${id}input`}
          className="input"
          name={name}
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={`${id}list`}
          aria-activedescendant={open && active >= 0 ? `${id}${active}` : undefined}
          aria-invalid={error ? "true" : undefined}
          aria-describedby={described || undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
            search(event.target.value, PATIENCE);
          }}
          onClick={show}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        <Icon name="search" />
        <ul id={`${id}list`} role="listbox" aria-label={label} hidden={!open}>
          {options.map((option, index) => (
            <li
              key={option.value}
              id={`${id}${index}`}
              role="option"
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {option.label}
            </li>
          ))}
        </ul>
        {open && !options.length && (
          <p className="none" role="status">
            Niets gevonden
          </p>
        )}
      </div>
      {hint && (
        <span className="hint" id={`${id}hint`}>
          {hint}
        </span>
      )}
      {error && (
        <p className="error" role="alert" id={`${id}error`}>
          <Icon name="alert" />
          {error}
        </p>
      )}
    </div>
  );
}
