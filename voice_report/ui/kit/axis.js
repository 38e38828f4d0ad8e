/** What plots have in common: round numbers along their axis, and places without a long fraction. */
const STEPS = [1, 2, 5];

export const rounded = (place) => Math.round(place * 10) / 10;

/** Return round numbers from `low` to `high`, four to eight of them. */
export function amounts(low, high) {
  if (low === high) return [low];
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((one) => one * power >= rough) ?? 10);
  const found = [];
  for (let amount = Math.ceil(low / step) * step; amount <= high + step / 1000; amount += step) found.push(Number(amount.toFixed(6)));
  return found;
}
