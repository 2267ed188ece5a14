/** Owns what a list of people says of each: second factors, open sessions, when and where they were seen. */
import { sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { Language } from "@/lib/i18n/languages";
import { idleLimit } from "../access";
import { countryOf } from "../sign-in/country";

const OPEN = sql`s.person_id = people.id and s.revoked_at is null and s.expires_at > now()
  and s.last_seen_at > now() - case when people.account_id is null
    then ${idleLimit("support")}::interval else ${idleLimit("owner")}::interval end`;
const latest = (column: "last_seen_at" | "address") => sql`(select s.${sql.ref(column)} from sessions s
  where s.person_id = people.id order by s.last_seen_at desc limit 1)`;

/** The columns of {@link Presence}, in a query of people. */
export const PRESENCE = [
  sql<("passkey" | "totp")[]>`coalesce((select array_agg(distinct kind order by kind) from factors
    where person_id = people.id and confirmed_at is not null), '{}')`.as("factors"),
  sql<number>`(select count(*)::int from sessions s where ${OPEN})`.as("sessions"),
  sql<Date | null>`${latest("last_seen_at")}`.as("last_seen_at"),
  sql<string | null>`${latest("address")}`.as("last_address"),
] as const;

type Row = { last_sign_in_at: Date | null; last_seen_at: Date | null; last_address: string | null };
/** Times are ISO 8601 in Hong Kong; `last_place` is a country's name, null where it is not known. */
type Presence = { last_sign_in_at: string | null; last_seen_at: string | null; last_place: string | null };

/** A row with what {@link PRESENCE} selects, as it is answered. Sessions are forgotten after a month, sign-ins are not. */
export function withPresence<R extends Row>(
  { last_sign_in_at, last_seen_at, last_address, ...row }: R,
  language: Language,
): Omit<R, keyof Row> & Presence {
  const seen = last_seen_at ?? last_sign_in_at;
  return {
    ...row,
    last_sign_in_at: last_sign_in_at && hongKongIso(last_sign_in_at),
    last_seen_at: seen && hongKongIso(seen),
    last_place: countryOf(last_address, language),
  };
}
