import { createElement, Fragment } from "react";

import { blocks } from "./markdown.js";

/* A report as a sheet of paper. Only the dialect's markdown becomes elements; the rest, HTML included, stays text. */
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
      {sections(markdown || "").map((section, index) => (
        <Section key={index} {...section} />
      ))}
      {streaming && <Pending />}
    </article>
  );
}

/* Horizontal strokes: a placeholder for text that is still to come. */
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

const SILENT = /^niet besproken\.?$/i;

/* The blocks; consecutive items are grouped into one list. */
function sections(markdown) {
  const found = [];
  for (const block of blocks(markdown)) {
    if (block.kind !== "item") found.push(block);
    else if (found.at(-1)?.items) found.at(-1).items.push(block);
    else found.push({ items: [block] });
  }
  return found;
}

function Section({ kind, level, lines, items }) {
  if (items) return <Lists items={items} />;
  if (kind === "heading") {
    const Heading = level > 2 ? "h4" : "h3";
    return lines.length > 0 && <Heading><Lines lines={lines} /></Heading>;
  }
  const isSilent = lines.length === 1 && SILENT.test(lines[0].map(([text]) => text).join(""));
  return <p className={isSilent ? "silent" : undefined}><Lines lines={lines} /></p>;
}

/* Items at the depth of the first item, with their children; a change between numbers and bullets starts a new list. */
function Lists({ items }) {
  const lists = [];
  for (const item of items) {
    const list = lists.at(-1);
    if (list && item.depth > items[0].depth) list.items.at(-1).below.push(item);
    else if (list && (list.number === null) === (item.number === null)) list.items.push({ ...item, below: [] });
    else lists.push({ number: item.number, items: [{ ...item, below: [] }] });
  }
  return lists.map(({ number, items: own }, index) => {
    const List = number === null ? "ul" : "ol";
    return (
      <List key={index}>
        {own.map(({ number: value, lines, below }, at) => (
          <li key={at} value={value ?? undefined}>
            <Lines lines={lines} />
            {below.length > 0 && <Lists items={below} />}
          </li>
        ))}
      </List>
    );
  });
}

const STYLES = { b: "strong", i: "em" };

function Lines({ lines }) {
  return lines.map((runs, index) => (
    <Fragment key={index}>
      {index > 0 && "\n"}
      {runs.map(([text, style], at) => (
        <Fragment key={at}>
          {[...style].reduceRight((words, one) => createElement(STYLES[one], null, words), text)}
        </Fragment>
      ))}
    </Fragment>
  ));
}
