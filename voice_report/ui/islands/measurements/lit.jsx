/** A spoken sentence with the words of its value, cue and context lit; `spans` are {start, end, role}. */
export function Lit({ text, spans }) {
  const pieces = [];
  let at = 0;
  for (const { start, end, role } of [...spans].sort((one, other) => one.start - other.start)) {
    if (start < at) continue; // inside another
    pieces.push(<span key={at}>{text.slice(at, start)}</span>);
    const words = text.slice(start, end);
    pieces.push(<span key={`${start} lit`} className="heard">{role === "value" ? <b>{words}</b> : words}</span>);
    at = end;
  }
  pieces.push(<span key="rest">{text.slice(at)}</span>);
  return <span className="lit-words">{pieces}</span>;
}
