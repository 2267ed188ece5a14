/** Owns what business code takes the time from: a context's `now`, so that what is written can lie in the past. */
export type Clock = () => Date;

/** The machine's clock. */
export const systemClock: Clock = () => new Date();
