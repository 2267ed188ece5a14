import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** The language in which a person last saw a page, for mails to that person. */
export const personLanguage: Step = {
  async up(db: Kysely<unknown>) {
    await sql`alter table people add column language text check (language in ('en', 'zh-Hant'))`.execute(db);
  },
};
