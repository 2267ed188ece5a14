import { hongKongIso } from "@/lib/calendar";
import type { Db } from "@/server/db/transaction";

/** The name of an erased account, for those who look at its figures. */
export const ERASED_ACCOUNT = "Erased account";

/**
 * Names of people and API clients, by actor (`person:1004`, `client:ci_…`), for their colleagues to read: a person
 * without a name by e-mail, a client without a label by its id. Of who was erased or removed without a name there is none.
 */
export async function actorNames(db: Db, actors: readonly (string | null)[]): Promise<Map<string, string>> {
  const idsOf = (kind: "person" | "client") => [
    ...new Set(actors.flatMap((actor) => (actor?.startsWith(`${kind}:`) ? actor.slice(kind.length + 1) : []))),
  ];
  const [people, clients] = [idsOf("person"), idsOf("client")];
  const named: [actor: string, name: string][] = [];
  if (people.length) {
    const rows = await db.selectFrom("people").select(["id", "name", "email"]).where("id", "in", people).execute();
    const isGone = (email: string) => email.endsWith(".invalid");
    named.push(
      ...rows.flatMap(({ id, name, email }): [string, string][] =>
        name || !isGone(email) ? [[`person:${id}`, name || email]] : [],
      ),
    );
  }
  if (clients.length) {
    const rows = await db.selectFrom("api_clients").select(["id", "label"]).where("id", "in", clients).execute();
    named.push(...rows.map(({ id, label }): [string, string] => [`client:${id}`, label || id]));
  }
  return new Map(named);
}

type Decided = { proposed_by: string; proposed_at: Date; decided_by: string | null; decided_at: Date | null };
type Person = { id: string; name: string } | null;

/** Of rows that one person proposes and another decides: who did so, by name, and when. Erased people are not named. */
export async function withDeciders<T extends Decided>(db: Db, rows: readonly T[]) {
  const names = await actorNames(
    db,
    rows.flatMap(({ proposed_by, decided_by }) => [proposed_by, decided_by]),
  );
  const person = (actor: string | null): Person => {
    const name = actor === null ? undefined : names.get(actor);
    return actor !== null && name !== undefined ? { id: actor.replace(/^person:/, ""), name } : null;
  };
  return rows.map(({ proposed_at, decided_at, ...row }) => ({
    ...row,
    proposed_by: person(row.proposed_by),
    proposed_time: hongKongIso(proposed_at),
    decided_by: person(row.decided_by),
    decided_time: decided_at && hongKongIso(decided_at),
  }));
}
