import { Fragment } from "react";

/* A report as paper. The markdown we write and ask for (headings, lists, paragraphs, bold, italic) becomes elements;
   everything else, HTML included, stays the characters it is. */
export function Paper({ markdown, heading, date, author, streaming, label }) {
  return (
    <article className="paper" aria-label={label} aria-busy={streaming || undefined}>
      {heading && (
        <header>
          <h2>{heading}</h2>
          {(date || author) && (
            <p className="meta">
              {date && <span>{date}</span>} {author && <span>{author}</span>}
            </p>
          )}
        </header>
      )}
      {blocks(markdown || "").map((block, index) => (
        <Block key={index} {...block} />
      ))}
      {streaming && <Pending />}
    </article>
  );
}

/* Lying strokes: words that are still to come. */
export function Pending() {
  return (
    <p className="pending">
      <span className="dashes" role="img" aria-label="Er komt nog tekst">
        <i />
        <i />
        <i />
        <i />
      </span>
    </p>
  );
}

const HEADING = /^#{1,6}\s+(.*?)\s*#*$/;
const ITEM = /^\s*(?:[-*•]|(\d+)[.)])\s+(.*)$/;
const SILENT = /^niet besproken\.?$/i;

function blocks(markdown) {
  const found = [];
  let open = null;
  for (const line of markdown.split(/\r?\n/)) {
    const heading = line.match(HEADING);
    const item = heading ? null : line.match(ITEM);
    if (heading) {
      found.push({ kind: "heading", text: heading[1] });
      open = null;
    } else if (item) {
      const kind = item[1] ? "numbers" : "bullets";
      if (open?.kind !== kind) found.push((open = { kind, items: [] }));
      open.items.push({ number: item[1], text: item[2] });
    } else if (!line.trim()) {
      open = null;
    } else if (open?.items) {
      open.items[open.items.length - 1].text += ` ${line.trim()}`;
    } else if (open) {
      open.text += `\n${line}`;
    } else {
      found.push((open = { kind: "text", text: line }));
    }
  }
  return found;
}

function Block({ kind, text, items }) {
  if (kind === "heading") return <h3>{text}</h3>;
  if (kind === "text") return <p className={SILENT.test(text.trim()) ? "silent" : undefined}>{words(text)}</p>;
  const List = kind === "numbers" ? "ol" : "ul";
  return (
    <List>
      {items.map(({ number, text: item }, index) => (
        <li key={index} value={number && Number(number)}>
          {words(item)}
        </li>
      ))}
    </List>
  );
}

const MARKED = /\*\*([^*\n]+)\*\*|\*([^*\s][^*\n]*)\*|\\([\\`*_{}[\]()#+\-.!<>|~])/g;

function words(text) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(MARKED)) {
    parts.push(text.slice(from, match.index));
    if (match[1]) parts.push(<strong key={match.index}>{match[1]}</strong>);
    else if (match[2]) parts.push(<em key={match.index}>{match[2]}</em>);
    else parts.push(match[3]);
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);
}
