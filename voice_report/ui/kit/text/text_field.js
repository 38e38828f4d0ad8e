import { createContext } from "react";

/**
 * What the parts of a text editor may do with its text: {text, latest(), replace(place, words), setMarks(marks), onTap}.
 *
 * `latest()` is the text at this moment; `replace({start, end}, words)` changes it there and leaves the caret where it
 * stands; `setMarks([{start, end, className}])` shows marks in it, in order; `onTap.current(offset)` is called when
 * the user taps a place in the text.
 */
export const TextField = createContext(null);
