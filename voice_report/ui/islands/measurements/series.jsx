import { useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { keepFocus } from "../editor/focus.js";
import { Refused } from "../copying/refused.jsx";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { copy } from "$/public/external/voice_report/ui/kit/clipboard.js";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { Nothing } from "$/public/external/voice_report/ui/kit/display/nothing.jsx";
import { useWide } from "$/public/external/voice_report/ui/kit/use_wide.js";
import { Lit } from "./lit.jsx";
import { plotOf } from "./plot.js";

const FAILED = "Kon de metingen niet laden.";
const REASON = "In dit bestand staan de metingen van één cliënt.";
const FIRST = 4; // rows before 'Nog … tonen'
const [PAGE, MOST_PAGES] = [1000, 20]; // as many as there can be in a file
const MOST_GAPS = 3; // that are told one by one
const CONFIRMED_MS = 2000; // decisions/0001
const PERIODS = [["30", "30 dagen"], ["91", "3 maanden"], ["365", "jaar"], ["", "alle tijd"]];
const DAY = new Intl.DateTimeFormat("nl-NL", { day: "numeric", month: "short", timeZone: "Europe/Amsterdam" });
const MONTH = new Intl.DateTimeFormat("nl-NL", { month: "short", year: "numeric", timeZone: "Europe/Amsterdam" });
const LONG_DAY = new Intl.DateTimeFormat("nl-NL", { day: "numeric", month: "long", year: "numeric", timeZone: "Europe/Amsterdam" });
const ISO_DAY = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Amsterdam" });
const DAY_MS = 86_400_000;
const HALF_A_YEAR = 180 * DAY_MS; // from then on the axis names months and years

/**
 * 'Metingen' of a client over time: a picture of one kind, and the same values as a table. `onReport(id)` shows the
 * report that a value was said in. Nothing is judged: no norm, colour by value or trend (S92).
 */
export function ClientMeasurements({ client, onReport }) {
  const [kind, setKind] = useState("");
  const [days, setDays] = useState("30");
  const { series, error, isFresh, again } = useSeries({ client, kind, days });
  const kinds = series?.kinds ?? [];
  const chosen = kinds.find((one) => one.kind === kind);
  useEffect(() => setKind(""), [client]);
  useEffect(() => {
    if (kinds.length && !chosen) setKind(kinds[0].kind);
  }, [series]);
  if (error) {
    return (
      <p className="error" role="alert">
        {`${error} `}
        <button type="button" className="button plain small" onClick={again}>Opnieuw proberen</button>
      </p>
    );
  }
  if (!series) return <Waiting />;
  if (!kinds.length) {
    return (
      <Nothing title="Nog geen metingen ingesproken">
        Zeg een waarde gewoon hardop, zoals &lsquo;bloeddruk honderdveertig over vijfentachtig&rsquo;. Na het archiveren staat hij hier.
      </Nothing>
    );
  }
  return (
    <div className="over-time">
      <fieldset className="chips glide">
        <legend className="visually-hidden">Meting</legend>
        {kinds.map((one) => (
          <label key={one.kind} className="chip">
            <input type="radio" name="measured-kind" value={one.kind} checked={one === chosen} onChange={() => setKind(one.kind)} />
            {one.label}
          </label>
        ))}
      </fieldset>
      {chosen && isFresh && (
        <OfKind key={`${client} ${kind} ${days}`} {...{ client, kind, days, onReport }} label={chosen.label} values={series.values} onDays={setDays} />
      )}
      {!isFresh && <Waiting />}
      <p className="quiet">Alleen wat is ingesproken, zonder normaalwaarden of oordeel.</p>
    </div>
  );
}

const Waiting = () => <p className="skeleton" role="status"><span className="visually-hidden">Wordt geladen</span></p>;

const sinceOf = (days) => (days ? ISO_DAY.format(Date.now() - (Number(days) - 1) * DAY_MS) : "");
const pathOf = (client) => `/api/dossier/clients/${encodeURIComponent(client)}/measurements`;

/* All values of a period, page after page. */
function useSeries({ client, kind, days }) {
  const [found, setFound] = useState({ series: null, error: "", of: "" });
  const [attempt, setAttempt] = useState(0);
  const of = `${client} ${kind} ${days}`;
  useEffect(() => {
    let isGone = false;
    async function read() {
      const values = [];
      let after = "";
      let kinds = [];
      for (let page = 0; page < MOST_PAGES && (page === 0 || after); page += 1) {
        const limit = kind ? PAGE : 1; // without a kind the kinds alone are asked for
        const asked = new URLSearchParams(Object.entries({ kind, since: sinceOf(days), after, limit }).filter(([, value]) => value));
        const { answer, error } = await call("GET", `${pathOf(client)}?${asked}`, { fallback: FAILED });
        if (isGone) return;
        if (!answer) return setFound({ series: null, error, of });
        values.push(...answer.values);
        ({ kinds } = answer);
        after = answer.next;
        if (!kind) break;
      }
      setFound({ series: { kinds, values }, error: "", of });
    }
    if (client) read();
    return () => {
      isGone = true;
    };
  }, [of, attempt]);
  const isOfClient = found.of.startsWith(`${client} `);
  const shown = isOfClient ? found : { series: null, error: "" };
  return { ...shown, isFresh: Boolean(kind) && found.of === of, again: () => setAttempt((one) => one + 1) };
}

function OfKind({ client, kind, days, label, values, onDays, onReport }) {
  const id = useId();
  const isWide = useWide();
  const [picked, setPicked] = useState(0);
  const [isWhole, setWhole] = useState(false);
  const unit = values[0]?.row.unit ?? "";
  const period = PERIODS.find(([key]) => key === days)[1];
  const now = Date.now();
  const range = { from: days ? now - Number(days) * DAY_MS : undefined, to: days ? now : undefined };
  const plot = plotOf(values, { width: isWide ? 760 : 310, height: isWide ? 300 : 250, ...range });
  const value = values[picked];
  const shown = isWhole ? values : values.slice(0, FIRST);
  useEffect(() => {
    const showAll = () => flushSync(() => setWhole(true)); // paper has no 'Nog … tonen'
    window.addEventListener("beforeprint", showAll);
    return () => window.removeEventListener("beforeprint", showAll);
  }, []);
  return (
    <>
      <section className="card pad plot-card" aria-labelledby={`${id}over`}>
        <div className="card-head">
          <h3 className="subheading" id={`${id}over`}>{label} {unit && <small className="quiet">{unit}</small>}</h3>
          <div className="select-box">
            <select className="select" aria-label="Periode" value={days} onChange={(event) => onDays(event.target.value)}>
              {PERIODS.map(([key, words]) => <option key={key} value={key}>{words}</option>)}
            </select>
            <Icon name="down" />
          </div>
        </div>
        {values.length > 0 && <Plot {...{ plot, isWide }} chosen={value} />}
        {values.length > 0 && <Marks {...{ values, plot }} />}
        {value && <Picked {...{ value, onReport }} />}
      </section>
      <section aria-labelledby={`${id}values`}>
        <div className="values-head">
          <h3 className="side-title num" id={`${id}values`}>{values.length === 1 ? "1 waarde" : `${values.length} waarden`} in {days === "365" ? "een jaar" : period}</h3>
          {values.length > 0 && <Actions {...{ client, kind, days, label, values }} />}
        </div>
        {values.length > 0 && (
          <table className="values">
            <thead className="visually-hidden"><tr><th scope="col">Wanneer en door wie</th><th scope="col">Waarde</th></tr></thead>
            <tbody>
              {shown.map((one, at) => (
                <tr key={one.row.key} className={at === picked ? "chosen" : undefined}>
                  <th scope="row">
                    <button type="button" className="kind" aria-pressed={at === picked} onClick={() => setPicked(at)}>
                      <b className="num">{one.when}</b>
                      <span>{asideOf(one)}</span>
                    </button>
                  </th>
                  <td className="value num">{[one.row.about, one.row.value].filter(Boolean).join(" ")} <small>{one.row.unit}</small></td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {values.length > shown.length && (
          <button type="button" className="button plain small" onClick={() => setWhole(true)}>{`Nog ${values.length - shown.length} tonen`}</button>
        )}
        {!values.length && <p className="soft" role="status">In deze periode is niets ingesproken.</p>}
      </section>
    </>
  );
}

const asideOf = ({ author, row }) => [author, row.time, row.details, row.isTyped ? "getypt" : ""].filter(Boolean).join(", ");

function Picked({ value, onReport }) {
  const { row, when } = value;
  const go = () => {
    onReport(value.reportId);
    keepFocus(() => {
      const entry = document.querySelector(`[aria-controls="report-${value.reportId}"]`);
      entry?.scrollIntoView({ block: "start" });
      return entry;
    });
  };
  return (
    <div className="picked-value">
      <p><b className="num">{[row.about, row.text].filter(Boolean).join(" ")}</b> <span className="quiet num">{[when, row.details].filter(Boolean).join(", ")}</span></p>
      <p className="said-then">{row.words ? <Lit text={row.words} spans={row.spans} /> : "Het transcript is gewist."}</p>
      <button type="button" className="link tap" onClick={go}>Naar de rapportage</button>
    </div>
  );
}

/* The same as the table, for who sees it. */
function Plot({ plot, isWide, chosen }) {
  const [width, height] = isWide ? [760, 300] : [310, 250];
  const on = plot.marks.find(({ value }) => value === chosen);
  const isLong = plot.ticks.at(-1).at - plot.ticks[0].at > HALF_A_YEAR;
  return (
    <svg className="plot" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {plot.grid.map(({ amount, y }) => (
        <g key={amount}>
          <path className="grid" d={`M${plot.left} ${y}H${plot.right}`} />
          <text className="tick" x={plot.left - 8} y={y + 4.5} textAnchor="end">{String(amount).replace(".", ",")}</text>
        </g>
      ))}
      {plot.ticks.map(({ at, x }) => <text key={at} className="tick" x={x} y={plot.floor + 22} textAnchor="middle">{(isLong ? MONTH : DAY).format(at)}</text>)}
      {on && <path className="sel" d={`M${on.x} 6V${plot.floor}`} />}
      {plot.lines.map((path) => <path key={path} className="hair" d={`M${path}`} />)}
      {plot.marks.map((mark, at) => <Mark key={at} {...mark} isOn={mark === on} />)}
    </svg>
  );
}

function Mark({ x, top, bottom, isSpread, isPair, form, isOn }) {
  return (
    <g>
      {isSpread && <path className={isOn ? "stem on" : "stem"} d={`M${x} ${top}V${bottom}`} />}
      <Dot {...{ x, form }} y={top} />
      {isSpread && <Dot {...{ x }} y={bottom} form={isPair && form === "said" ? "low" : form} />}
    </g>
  );
}

/* A dot; open for the lower pressure; a diamond for what was no exact value, a square for what was typed. */
function Dot({ x, y, form }) {
  if (form === "typed") return <rect className="pt typed" x={x - 4.5} y={y - 4.5} width="9" height="9" />;
  if (form === "about") return <path className="pt open" d={`M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z`} />;
  return <circle className={form === "low" ? "pt open" : "pt"} cx={x} cy={y} r="4.5" />;
}

/* What the marks are, and where nothing was said for long. */
function Marks({ values, plot }) {
  const has = (test) => values.some(({ row }) => test(row));
  const [about, typed] = [has(({ about: word }) => word), has(({ isTyped }) => isTyped)];
  const spread = has(({ parts }) => Object.values(parts).some(([low, high]) => low !== high));
  if (!about && !typed && !spread && !plot.gaps.length) return null;
  return (
    <p className="marks">
      <span><i className="m-dot" aria-hidden="true" />gezegd</span>
      {about && <span><i className="m-diamond" aria-hidden="true" />ongeveer</span>}
      {typed && <span><i className="m-square" aria-hidden="true" />getypt</span>}
      {spread && <span><i className="m-bar" aria-hidden="true" />van en tot</span>}
      {plot.gaps.length > MOST_GAPS && <span>{`${plot.gaps.length} keer is er langer dan 30 dagen niets gezegd.`}</span>}
      {plot.gaps.length <= MOST_GAPS &&
        plot.gaps.map(([from, to]) => <span key={from}>{`Tussen ${LONG_DAY.format(from)} en ${LONG_DAY.format(to)} is niets gezegd.`}</span>)}
    </p>
  );
}

function Actions({ client, kind, days, label, values }) {
  const [isCopied, setCopied] = useState(false);
  const [refused, setRefused] = useState(null);
  const timer = useRef();
  useEffect(() => () => clearTimeout(timer.current), []);
  const note = () => {
    setRefused(null);
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), CONFIRMED_MS);
    call("POST", `${pathOf(client)}/copied`, { keepalive: true });
  };
  const take = async () => {
    const lines = [["Wanneer", label, "Eenheid", "Toelichting"], ...values.map((one) => [one.when, [one.row.about, one.row.value].filter(Boolean).join(" "), one.row.unit, asideOf(one)])];
    const plain = lines.map((cells) => cells.map((cell) => cell.replace(/\s+/g, " ")).join("\t")).join("\n");
    try {
      await copy(plain);
    } catch {
      setRefused({ name: "Metingen", plain });
      return;
    }
    note();
  };
  const asked = new URLSearchParams(Object.entries({ kind, since: sinceOf(days), format: "csv" }).filter(([, value]) => value));
  return (
    <div className="row">
      <button type="button" className="button plain small" onClick={take}>
        <Icon name={isCopied ? "check" : "copy"} />
        <span aria-live="polite">{isCopied ? "Gekopieerd" : "Kopieer tabel"}</span>
      </button>
      <a className="button plain small" href={`${pathOf(client)}?${asked}`} download="" data-reason={REASON}>
        <Icon name="download" />
        CSV
      </a>
      <Refused refused={refused} onAgain={take} onCopied={note} onClose={() => setRefused(null)} />
    </div>
  );
}
