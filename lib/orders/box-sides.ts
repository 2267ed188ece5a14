import { plain } from "../decimal";

/** The sides of a parcel, as people name them. */
export const SIDES = ["length", "width", "height"] as const;

/** The sides in words, without their unit. */
export const sidesOf = (box: Record<(typeof SIDES)[number], string>) =>
  SIDES.map((side) => plain(box[side])).join(" × ");
