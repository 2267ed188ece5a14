/** Owns the clock of a context, which dates orders and packing: those of the demonstration lie in the past. */
export type Clock = () => Date;

/** The machine's clock. */
export const systemClock: Clock = () => new Date();
