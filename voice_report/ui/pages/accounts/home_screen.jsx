import { useState, useSyncExternalStore } from "react";
import * as installing from "$/public/external/voice_report/ui/shell/browser/installing.js";

/* How the application gets on the home screen, until the user has chosen, where this device can do it. */
export function HomeScreen() {
  const question = useSyncExternalStore(installing.subscribe, installing.snapshot, () => null);
  const [isOver, setOver] = useState(false);
  const way = isOver ? null : installing.wayToInstall(question);
  if (!way) return null;
  const leave = () => {
    installing.leaveIt();
    setOver(true);
  };
  return (
    <section className="card pad" aria-labelledby="home-screen">
      <h2 className="subheading" id="home-screen">
        Op je beginscherm
      </h2>
      <p className="quiet home-screen-why">
        {way === "hand"
          ? "Tik in je browser op Deel en kies ‘Zet op beginscherm’. Log daar opnieuw in. Een opname die nog wacht, wordt dan niet na 7 dagen gewist."
          : "Dan begin je met één tik, en je toestel bewaart beter wat nog niet is verstuurd."}
      </p>
      <div className="row">
        {way === "asked" && (
          <button type="button" className="button secondary" onClick={() => installing.install().then(() => setOver(true))}>
            Zet op beginscherm
          </button>
        )}
        <button type="button" className="button plain" onClick={leave}>
          {way === "hand" ? "Begrepen" : "Niet nu"}
        </button>
      </div>
    </section>
  );
}
