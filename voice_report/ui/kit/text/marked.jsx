import { marked } from "./marks.js";

/* A text in which the words that were searched for are marked; it is never read as HTML. */
export function Marked({ text, words }) {
  return marked(text || "", words).map(([part, found], index) => (found ? <mark key={index}>{part}</mark> : <span key={index}>{part}</span>));
}
