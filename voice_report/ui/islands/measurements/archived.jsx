import { MeasuredRows } from "./section.jsx";
import { useMeasurements } from "./use_measurements.js";

/* 'Metingen' of an archived report: to read and to copy. */
export function ArchivedMeasurements({ report, onCopied }) {
  const { found, trouble, again } = useMeasurements({ id: report, isArchived: true });
  return <MeasuredRows {...{ found, trouble, onCopied }} onAgain={again} />;
}
