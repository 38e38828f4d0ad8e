/**
 * The numbers of the changes on this page: each is greater than the one before, whatever is done to the device's clock.
 * Every page counts from a random number of its own, so a number of another page is none of this one's.
 */
const MOST = 2 ** 20; // changes of a page
const first = Math.floor(Math.random() * 2 ** 31) * MOST;
let last = first;

export const nextChange = () => (last += 1);

/** Whether a change of this page has this number. */
export const isOwn = (number) => number > first && number <= last;
