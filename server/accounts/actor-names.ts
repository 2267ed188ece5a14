import type { Db } from "@/server/context";

/**
 * Names of people and API clients, by actor (`person:1004`, `client:ci_…`), for their colleagues to read: a person
 * without a name by e-mail, a client without a label by its id.
 */
export async function actorNames(db: Db, actors: readonly (string | null)[]): Promise<Map<string, string>> {
  const idsOf = (kind: "person" | "client") => [
    ...new Set(actors.flatMap((actor) => (actor?.startsWith(`${kind}:`) ? actor.slice(kind.length + 1) : []))),
  ];
  const [people, clients] = [idsOf("person"), idsOf("client")];
  const named: [actor: string, name: string][] = [];
  if (people.length) {
    const rows = await db.selectFrom("people").select(["id", "name", "email"]).where("id", "in", people).execute();
    named.push(...rows.map(({ id, name, email }): [string, string] => [`person:${id}`, name || email]));
  }
  if (clients.length) {
    const rows = await db.selectFrom("api_clients").select(["id", "label"]).where("id", "in", clients).execute();
    named.push(...rows.map(({ id, label }): [string, string] => [`client:${id}`, label || id]));
  }
  return new Map(named);
}
