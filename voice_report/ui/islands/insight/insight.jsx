import { useEffect, useId, useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { Nothing } from "$/public/external/voice_report/ui/kit/display/nothing.jsx";
import { PlotCard } from "./plot_card.jsx";
import { givenOf, number, shareOf, spoken, totalOf } from "./weeks.js";

const FAILED = "Kon de cijfers niet laden.";
const PERIODS = [[12, "12 weken"], [4, "4 weken"], [52, "Een jaar"]];
const WORK = { speech: "Spraak", text: "Tekst" };
const NONE = "–";
const inWords = (fewest) => (fewest === 5 ? "vijf" : fewest);

/** Counts of whole weeks from `path`; `ofAll`: of all organizations together. Nothing in it is about a person (S101). */
export function Insight({ path, ofAll }) {
  const [period, setPeriod] = useState(12);
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState({});
  useEffect(() => {
    let isGone = false;
    call("GET", `${path}?weeks=${period}`, { fallback: FAILED }).then(({ answer, error }) => {
      if (!isGone) setFound({ period, answer, error });
    });
    return () => {
      isGone = true;
    };
  }, [path, period, attempt]);
  const { answer, error } = found;
  return (
    <div className="insight">
      <div className="insight-head">
        <fieldset className="chips">
          <legend className="visually-hidden">Periode</legend>
          {PERIODS.map(([weeks, words]) => (
            <label key={weeks} className="chip">
              <input type="radio" name="insight-weeks" value={weeks} checked={weeks === period} onChange={() => setPeriod(weeks)} />
              {words}
            </label>
          ))}
        </fieldset>
        <File href={`${path}?weeks=${period}&format=csv`} words="Downloaden als CSV" />
      </div>
      {error && (
        <p className="error" role="alert">
          {`${error} `}
          <button type="button" className="button plain small" onClick={() => setAttempt(attempt + 1)}>Opnieuw proberen</button>
        </p>
      )}
      {!answer && !error && <p className="skeleton" role="status"><span className="visually-hidden">Wordt geladen</span></p>}
      {answer && <div className="insight" aria-busy={found.period !== period}><Counts {...answer} {...{ path, ofAll }} period={found.period} /></div>}
    </div>
  );
}

const File = ({ href, words }) => (
  <a className="button secondary small" href={href} download="">
    <Icon name="download" />
    {words}
  </a>
);

function Counts({ weeks, engines, credits, fewest, path, ofAll, period }) {
  const isEmpty = totalOf(weeks, "reports") === null && totalOf(weeks, "seconds") === null;
  const last = weeks.at(-1);
  return (
    <>
      {isEmpty ? <Nothing as="h2" title="Nog niets te zien">{`Cijfers staan hier van elke hele week waarin ${inWords(fewest)} of meer mensen iets deden.`}</Nothing> : <Stats {...{ weeks, engines, ofAll, last }} />}
      {credits && <Credits words={credits} />}
      {!isEmpty && (
        <div className={ofAll ? "insight-plots of-all" : "insight-plots"}>
          <PlotCard title="Rapportages per week" note={`Week ${weeks[0].number} tot en met ${last.number}`} of={({ reports }) => reports} {...{ weeks, fewest }} />
          <PlotCard title="Ingesproken per week" note="In minuten" tone="voice" of={({ seconds }) => (seconds === null ? null : Math.round(seconds / 60))} {...{ weeks, fewest }} />
          {ofAll && <PlotCard title="Organisaties die rapporteren" note="Per week" small of={({ organizations }) => organizations} {...{ weeks, fewest }} />}
          <PlotCard title="Collega's per week" note="Hoeveel er een rapportage maakten" small={ofAll} of={({ people }) => people} {...{ weeks, fewest }} />
          <PlotCard title="Nagekeken per week" note="Van 100 gearchiveerde rapportages" form="line" unit=" %" small={ofAll} of={shareOf} {...{ weeks, fewest }} />
        </div>
      )}
      {engines.length > 0 && <Engines {...{ engines, path, period }} />}
      <p className="quiet">
        {`Hele weken, van maandag tot en met zondag: deze week staat er maandag bij. Een getal over minder dan ${inWords(fewest)} ${ofAll ? "mensen" : "collega's"} staat nergens. Wie wat deed, staat alleen in het logboek.`}
      </p>
    </>
  );
}

function Stats({ weeks, engines, ofAll, last }) {
  const [reports, seconds, archived] = ["reports", "seconds", "archived"].map((name) => totalOf(weeks, name));
  const share = shareOf({ archived, checked: totalOf(weeks, "checked") });
  const [amount, unit] = seconds === null ? [NONE, ""] : spoken(seconds);
  const failed = engines.reduce((sum, one) => sum + one.failed, 0);
  const all = engines.reduce((sum, one) => sum + one.done + one.failed, 0);
  const shown = [
    ofAll && ["Organisaties", last.organizations, "", `met rapportages in week ${last.number}`],
    ["Rapportages", reports, "", givenOf(weeks, "reports")],
    ["Ingesproken", amount, unit, givenOf(weeks, "seconds")],
    ["Nagekeken", share, "%", "van wat gearchiveerd is"],
    ofAll ? ["Mislukt", all ? failed : null, "", `van ${number(all)} keer spraak of tekst`] : ["Collega's", last.people, "", `met rapportages in week ${last.number}`],
  ].filter(Boolean);
  return (
    <dl className="stats card num">
      {shown.map(([name, value, of, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null ? NONE : typeof value === "number" ? number(value) : value}{value !== null && of && <small>{` ${of}`}</small>}</dd>
          <dd className="note">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

function Credits({ words }) {
  const id = useId();
  return (
    <section className="card pad" aria-labelledby={id}>
      <h2 className="subheading" id={id}>Credits</h2>
      <p className="card-text num">{words}</p>
    </section>
  );
}

const within = (seconds, work) => (work === "speech" ? NONE : seconds === null ? "meer dan 60 s" : `${seconds} s`);

function Engines({ engines, path, period }) {
  const id = useId();
  const columns = [
    ["Gelukt", (one) => number(one.done)],
    ["Na opnieuw vragen", (one) => (one.work === "speech" ? NONE : number(one.again))],
    ["Mislukt", (one) => number(one.failed)],
    ["Niet verstuurd", (one) => number(one.refused)],
    ["Helft binnen", (one) => within(one.half, one.work)],
    ["95 van de 100 binnen", (one) => within(one.most, one.work)],
  ];
  return (
    <section className="card pad" aria-labelledby={id}>
      <div className="card-head">
        <div>
          <h2 className="subheading" id={id}>Verwerkers</h2>
          <p className="quiet">Spraak telt per opname, tekst per rapportage of kopje.</p>
        </div>
        <File href={`${path}?weeks=${period}&format=csv&table=engines`} words="CSV" />
      </div>
      <table className="plain-table engines num">
        <caption className="visually-hidden">Verwerkers: hoe vaak het lukte en hoe lang het duurde</caption>
        <thead><tr><th scope="col">Verwerker</th>{columns.map(([name]) => <th key={name} scope="col">{name}</th>)}</tr></thead>
        <tbody>
          {engines.map((one, at) => (
            <tr key={at}>
              <th scope="row">{one.name} <span className="quiet">{WORK[one.work]}</span></th>
              {columns.map(([name, of]) => <td key={name} data-label={name}>{of(one)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
