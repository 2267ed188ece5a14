/** Rows that are one thing: of orders, lines that follow one another with the same reference. */
export type Group = {
  /** Places of the first row and of the one after the last. */
  from: number;
  to: number;
  /** The place of the first row of an earlier thing with the same key; null: there is none. */
  before: number | null;
};

/** Parts rows into things by their keys; a row without one is a thing of its own (contract §39.2). */
export function groupsOf(
  references: readonly (string | null)[],
  { isJoinedByKey }: { isJoinedByKey: boolean },
): Group[] {
  const groups: Group[] = [];
  const seen = new Map<string, number>();
  for (const [at, reference] of references.entries()) {
    const last = groups.at(-1);
    if (isJoinedByKey && last && reference !== null && references[last.from] === reference) {
      last.to = at + 1;
      continue;
    }
    const before = reference === null ? null : (seen.get(reference) ?? null);
    groups.push({ from: at, to: at + 1, before });
    if (reference !== null && before === null) seen.set(reference, at);
  }
  return groups;
}
