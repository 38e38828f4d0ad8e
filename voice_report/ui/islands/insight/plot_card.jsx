import { useId, useState } from "react";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { useWide } from "$/public/external/voice_report/ui/kit/use_wide.js";
import { number, weeksOf } from "./weeks.js";

const DAY = new Intl.DateTimeFormat("nl-NL", { day: "numeric", month: "long" });
const NARROW = { width: 310, height: 210 };
const WIDE = { width: 540, height: 260 };
const day = (begin) => DAY.format(new Date(`${begin}T12:00:00`));

/**
 * A card with a number per week as a picture, and as a table with the same numbers. A screen reader gets the table
 * alone; 'Tabel' shows it instead of the picture, the latest week first. `of(week)` is the number, null for none;
 * `form`: "bars" or "line"; `small`: one of three on a row.
 */
export function PlotCard({ title, note, weeks, of, form = "bars", tone = "", unit = "", small = false, fewest }) {
  const id = useId();
  const [isTable, setTable] = useState(false);
  const values = weeks.map(of);
  const scrolls = { role: "region", tabIndex: 0, "aria-label": `${title}, per week` };
  return (
    <section className="card pad insight-card" aria-labelledby={`${id}title`}>
      <div className="card-head">
        <div>
          <h2 className="subheading" id={`${id}title`}>{title}</h2>
          <p className="quiet">{note}</p>
        </div>
        <button type="button" className="button plain small" aria-pressed={isTable} aria-label={`Tabel: ${title}`} onClick={() => setTable(!isTable)}>
          <Icon name="table" />
          Tabel
        </button>
      </div>
      {!isTable && <Plot {...{ values, form, tone, small }} numbers={weeks.map((week) => week.number)} />}
      <div className={isTable ? "week-table" : "visually-hidden"} {...(isTable && scrolls)}>
        <table className="plain-table sums num">
          <caption className="visually-hidden">{`${title}, per week`}</caption>
          <thead><tr><th scope="col">Week</th><th scope="col">{title}</th></tr></thead>
          <tbody>
            {weeks.map((week, at) => (
              <tr key={week.begin}>
                <th scope="row">{week.number} <span className="quiet">vanaf {day(week.begin)}</span></th>
                <td>{values[at] === null ? <span className="quiet">{`minder dan ${fewest}`}</span> : `${number(values[at])}${unit}`}</td>
              </tr>
            )).reverse()}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/* The same as the table, for who sees it. */
function Plot({ values, numbers, form, tone, small }) {
  const size = useWide() && !small ? WIDE : NARROW;
  const plot = weeksOf(values, numbers, size);
  return (
    <svg className={`plot weeks ${tone}`} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
      {plot.grid.map(({ amount, y }) => (
        <g key={amount}>
          <path className="grid" d={`M${plot.left} ${y}H${plot.right}`} />
          <text className="tick" x={plot.left - 8} y={y + 4.5} textAnchor="end">{number(amount)}</text>
        </g>
      ))}
      {plot.ticks.map((tick) => <text key={tick.x} className="tick" x={tick.x} y={plot.floor + 22} textAnchor="middle">{tick.number}</text>)}
      {form === "bars" && plot.bars.map(({ at, ...bar }) => <rect key={at} className="bar" rx={Math.min(3, bar.width / 2)} {...bar} />)}
      {form === "line" && plot.lines.map((path) => <path key={path} className="hair" d={`M${path}`} />)}
      {form === "line" && plot.dots.map(({ at, x, y }) => <circle key={at} className="pt" cx={x} cy={y} r="4.5" />)}
    </svg>
  );
}
