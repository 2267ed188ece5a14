/** Over how many days figures are, today included. */
export const FIGURE_DAYS = ["14", "30", "90"] as const;

/** The delivery times are those of parcels delivered in so many days (contract §36.2). */
export const DELIVERY_DAYS = 30;
