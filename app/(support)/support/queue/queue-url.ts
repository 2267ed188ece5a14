import type { ListCasesQuery } from "@/lib/contracts/case";

/** The address of the queue with a filter, and of a case in it. */
export function queuePath(query: Partial<ListCasesQuery>, chosen: string | null = null): string {
  const { kind, state, claimed, account_id, offset } = query;
  const given: Record<string, string | null | undefined> = {
    kind,
    state: state === "closed" ? state : null,
    claimed,
    account_id,
    offset: offset === "0" ? null : offset,
    case: chosen,
  };
  const search = new URLSearchParams(Object.entries(given).filter((each): each is [string, string] => !!each[1]));
  return search.size > 0 ? `/queue?${search}` : "/queue";
}
