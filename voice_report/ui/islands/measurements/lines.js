/** The measured values as one line to copy. */
export const lineOf = (rows) => rows.filter(({ group }) => group === "measured").map(({ line }) => line).join(", ");

/** What is said of values that are not copied, because they still ask something. */
export const notIn = (number) => (number === 1 ? "1 meting is niet zeker en staat er niet bij." : `${number} metingen zijn niet zeker en staan er niet bij.`);
