import type { Migration } from "kysely";
import { foundation } from "./0001-foundation";
import { carriers } from "./0002-carriers";
import { people } from "./0003-people";

/** Every step of the schema by its name, in whose order they run. A step that has been released never changes. */
export const migrations: Record<string, Migration> = {
  "0001-foundation": foundation,
  "0002-carriers": carriers,
  "0003-people": people,
};
