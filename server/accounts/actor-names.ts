import type { Db } from "@/server/context";

/** Names of people among actors, by actor (`person:1004`), for those who work beside them; clients have none. */
export async function actorNames(db: Db, actors: readonly (string | null)[]): Promise<Map<string, string>> {
  const ids = new Set(actors.flatMap((actor) => /^person:(\d+)$/.exec(actor ?? "")?.[1] ?? []));
  if (!ids.size) return new Map();
  const rows = await db
    .selectFrom("people")
    .select(["id", "name"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.flatMap(({ id, name }) => (name ? [[`person:${id}`, name] as const] : [])));
}
