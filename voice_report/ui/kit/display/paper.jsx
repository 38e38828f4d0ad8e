import { createElement, Fragment } from "react";

import { blocks, isSilent, listsOf } from "../text/markdown.js";
import { Marked } from "../text/marked.jsx";

/* A report as a sheet of paper. Only the dialect's markdown becomes elements; the rest, HTML included, stays text. */
export function Paper({ markdown, heading, date, author, streaming, label = "Rapportage", words, children }) {
  const render = words ? ({ lines }) => <Lines lines={lines} words={words} /> : undefined;
  return (
    <article className="paper" aria-label={label} aria-busy={streaming || undefined}>
      {heading && (
        <header>
          <h2>{heading}</h2>
          {(date || author) && (
            <p className="meta">
              {date && <span>{`${date} `}</span>}
              {author && <span>{author}</span>}
            </p>
          )}
        </header>
      )}
      <Blocks blocks={blocks(markdown || "")} render={render} />
      {streaming && <Pending />}
      {children}
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

/* The blocks of a report as elements; `render(block)` gives what is in one, its lines as a rule. */
export function Blocks({ blocks: found, render = ({ lines }) => <Lines lines={lines} /> }) {
  return grouped(found).map(({ items, block }, index) =>
    items ? <Lists key={index} items={items} render={render} /> : <Block key={index} block={block} render={render} />,
  );
}

/* Consecutive items are grouped into one list. */
function grouped(found) {
  const groups = [];
  for (const block of found) {
    if (block.kind !== "item") groups.push({ block });
    else if (groups.at(-1)?.items) groups.at(-1).items.push(block);
    else groups.push({ items: [block] });
  }
  return groups;
}

function Block({ block, render }) {
  const { kind, level, lines } = block;
  if (kind === "heading") {
    const Heading = level > 2 ? "h4" : "h3";
    return lines.length > 0 && <Heading>{render(block)}</Heading>;
  }
  return <p className={isSilent(block) ? "silent" : undefined}>{render(block)}</p>;
}

function Lists({ items, render }) {
  return listsOf(items).map(({ number, items: own }, index) => {
    const List = number === null ? "ul" : "ol";
    return (
      <List key={index}>
        {own.map(({ item, below }, at) => (
          <li key={at} value={item.number ?? undefined}>
            {render(item)}
            {below.length > 0 && <Lists items={below} render={render} />}
          </li>
        ))}
      </List>
    );
  });
}

const STYLES = { b: "strong", i: "em" };

/* Words in a style: '', 'b' (bold), 'i' (italic) or 'bi'. */
export const styled = (text, style) => [...style].reduceRight((words, one) => createElement(STYLES[one], null, words), text);

function Lines({ lines, words }) {
  return lines.map((runs, index) => (
    <Fragment key={index}>
      {index > 0 && <span>{"\n"}</span>}
      {runs.map(([text, style], at) => (
        <span key={at}>{styled(words ? <Marked text={text} words={words} /> : text, style)}</span>
      ))}
    </Fragment>
  ));
}
