import { useCombobox } from "downshift";
import { useEffect, useId, useRef, useState } from "react";
import { FieldError } from "$/public/external/voice_report/ui/kit/form/field_box.jsx";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";

const SEARCH_AFTER_MS = 150; // typing pause before the server searches

const TYPE = useCombobox.stateChangeTypes;
const BY_MOUSE = [TYPE.ItemMouseMove, TYPE.MenuMouseLeave];
const OPENING = [TYPE.InputClick, TYPE.InputKeyDownArrowDown, TYPE.InputKeyDownArrowUp];

/* Where we differ from the library; `first` is the option to highlight when the list opens. */
function reducer(first) {
  return (state, { type, changes }) => {
    if (BY_MOUSE.includes(type)) return state; // hovering shows only; Enter takes what the keys highlighted
    if (type === TYPE.InputBlur) return { ...state, isOpen: false, highlightedIndex: -1 }; // and chooses nothing
    if (type === TYPE.InputKeyDownEnter && state.highlightedIndex < 0) return state;
    if (!OPENING.includes(type)) return changes;
    if (!state.isOpen) return { ...changes, highlightedIndex: first };
    return type === TYPE.InputClick ? state : changes;
  };
}

/**
 * Choose from more options than a list can show: type part of the name, then pick. downshift does the keys and the ARIA
 * roles. The server searches; its `options` are the results for the text in `answered`. `value` is the chosen option
 * and `words` its label. With `clears`, further typing takes the choice back, so that the choice is always the one named
 * in the field, and the first option found is highlighted. Without, Escape brings the label of the choice back; other
 * text stays and is submitted under `name`, so that the form can report that nothing was chosen.
 */
export function Combobox(props) {
  const { label, name, placeholder, icon, value, words, options, answered, more, clears, opened } = props;
  const { found, nothing, hint, error, onSearch, onChoose } = props;
  const id = useId();
  const [text, setText] = useState(words);
  const input = useRef(null);
  const searchedFor = useRef(null);
  const timer = useRef();
  const unanswered = useRef([]); // our choices that the server has yet to answer, in order
  const before = useRef(value);
  const typed = useRef(false); // since the last choice: the server's answer to that choice leaves it as it is

  const current = answered === text.trim();
  const chosen = Boolean(value) && text === words;
  const searched = current && text.trim() !== "" && !chosen;
  const first = searched && (clears ? options.length > 0 : options.length === 1) ? 0 : -1;

  const search = (query, pause) => {
    clearTimeout(timer.current);
    if (searchedFor.current === query && current) return;
    timer.current = setTimeout(() => {
      searchedFor.current = query;
      onSearch(query);
    }, pause);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const latest = () => unanswered.current.at(-1) ?? value;
  const send = (choice) => {
    if (choice !== latest()) unanswered.current.push(choice);
    onChoose(choice);
  };

  const onOpen = () => {
    search(chosen ? "" : text.trim(), 0);
    const field = input.current;
    const low = window.innerWidth < 960 && !field.closest("dialog");
    if (low) field.scrollIntoView({ block: "start" }); // room for list and keyboard
  };

  const onEscape = (wasOpen) => {
    if (clears && wasOpen) return;
    typed.current = false;
    setText(clears ? "" : words);
    if (clears) send("");
  };

  const { isOpen, setHighlightedIndex, getLabelProps, getInputProps, getMenuProps, getItemProps } = useCombobox({
    items: options,
    itemToString: (option) => option?.label ?? "",
    inputValue: text,
    initialIsOpen: opened,
    selectedItem: null, // the server has it
    stateReducer: reducer(first),
    onStateChange: ({ type, isOpen, selectedItem }) => {
      if (selectedItem) {
        clearTimeout(timer.current);
        typed.current = false;
        setText(selectedItem.label);
        send(selectedItem.value);
      } else if (type === TYPE.InputKeyDownEscape) onEscape(isOpen === false);
      else if (OPENING.includes(type) && isOpen) onOpen();
    },
  });

  // Follow the server's choice, also when it was made or cleared in another field.
  useEffect(() => {
    if (value !== before.current) {
      const at = unanswered.current.indexOf(value);
      unanswered.current.splice(0, at < 0 ? Infinity : at + 1);
      if (at < 0) typed.current = false;
      before.current = value;
    }
    if (!unanswered.current.length && !typed.current) setText(words);
  }, [value, words]);

  useEffect(() => {
    if (error) input.current.focus();
  }, [error]);

  useEffect(() => {
    setHighlightedIndex(first);
  }, [options, current]);

  const change = (event) => {
    typed.current = true;
    setText(event.target.value);
    if (clears && latest()) send("");
    search(event.target.value.trim(), SEARCH_AFTER_MS);
  };

  const press = (event) => {
    const { key, nativeEvent } = event;
    const leaves = key === "Escape" && !clears && !isOpen; // the dialog around the field closes
    if (leaves || nativeEvent.isComposing || key === "Home" || key === "End") nativeEvent.preventDownshiftDefault = true;
    else if (key === "Enter" || key === "Escape") event.preventDefault(); // no form is sent, no dialog closed
  };

  const shown = isOpen && options.length > 0;
  const { ref: list, ...menu } = getMenuProps();
  const described = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(" ");
  return (
    <div className={error ? "field combobox wrong" : "field combobox"}>
      <label {...getLabelProps()}>{label}</label>
      <div className="combobox-box">
        <input
          {...getInputProps({ ref: input, onChange: change, onKeyDown: press, "aria-expanded": shown })}
          name={name} className="input" type="text" spellCheck="false" placeholder={placeholder} maxLength={100}
          aria-invalid={Boolean(error)} aria-describedby={described || undefined}
          onFocus={(event) => event.target.select()}
        />
        <Icon name={icon} />
        <div className="combobox-list" ref={list} hidden={!shown} onMouseDown={(event) => event.preventDefault()}>
          <ul {...menu}>
            {isOpen &&
              options.map((option, index) => (
                <li key={option.value} {...getItemProps({ item: option, index })}>
                  <b>{option.label}</b>
                  {option.detail && <span>{option.detail}</span>}
                </li>
              ))}
          </ul>
          {more && <p className="quiet">Er zijn er meer. Typ verder om te verfijnen.</p>}
        </div>
        <span className="visually-hidden" role="status">
          {shown && current ? counted(found, options.length, more) : ""}
        </span>
      </div>
      {/* In the page flow, not an overlay: the content below must not move when the list closes. */}
      <p className="hint" id={`${id}hint`} role="status">
        {searched && !options.length ? nothing : hint}
      </p>
      <FieldError id={`${id}error`} error={error} />
    </div>
  );
}

const counted = ([one, many], number, more) =>
  `${number} ${number === 1 ? one : many} gevonden${more ? ", er zijn er meer" : ""}`;
