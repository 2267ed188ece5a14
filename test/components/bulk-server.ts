import type { BulkOperation } from "@/lib/operations";

type Body = Record<string, unknown>;
type Asked = { operation: BulkOperation; ids: string[]; input?: Body; inputs?: { id: string; input: Body }[] };
type Failure = { code: string; code_reason: string; message: string };
/** What became of an order: what an answer of the operation has, or its error. */
type Became = { data: Body } | { error: Body };

/**
 * A server of bulk actions: it does the operation to one order after the other by `act`, until it is stopped.
 * `answer` gives the body of an answer at a path below the base; undefined: the path is not of bulk actions.
 */
export function bulkServer(act: (operation: BulkOperation, body: Body) => Became | Promise<Became>) {
  const bulks: { asked: Asked; became: Became[]; state: string; key: string | null }[] = [];

  async function work(bulk: (typeof bulks)[number]) {
    const { operation, ids, input, inputs } = bulk.asked;
    for (const order_id of ids) {
      if (bulk.state !== "RUNNING") return;
      bulk.became.push(
        await act(operation, { order_id, ...input, ...inputs?.find(({ id }) => id === order_id)?.input }),
      );
    }
    if (bulk.state === "RUNNING") bulk.state = "DONE";
  }

  function shown(index: number) {
    const bulk = bulks[index] as (typeof bulks)[number];
    const failed = bulk.became.filter((each) => "error" in each).length;
    const requested = bulk.became.filter((each) => "data" in each && each.data.cancel_status === "REQUESTED").length;
    const { operation, ids } = bulk.asked;
    const counts = { total: ids.length, done: bulk.became.length - failed, failed, requested };
    const times = { create_time: "2026-11-21T10:00:00.000+08:00", finish_time: null };
    const created_by = { kind: "person", name: "Ho" };
    return { bulk_id: `bulk_${index}`, operation, state: bulk.state, ...counts, created_by, ...times };
  }

  return {
    /** What was asked for. */
    bulks,
    answer(method: string, path: string, search: URLSearchParams, body: unknown, key: string | null = null) {
      const [, name, id, what] = path.split("/");
      if (name !== "bulk") return undefined;
      if (method === "POST" && !id) {
        const before = bulks.findIndex((bulk) => key !== null && bulk.key === key);
        if (before >= 0) return { status: 500, body: { error: { code: "500998", bulk_id: `bulk_${before}` } } };
        const bulk = { asked: body as Asked, became: [], state: "RUNNING", key };
        bulks.push(bulk);
        void work(bulk);
        return { body: { data: shown(bulks.length - 1) } };
      }
      const index = Number(id?.split("_")[1]);
      const bulk = bulks[index];
      if (!bulk) return { status: 404, body: { error: { code: "404000", message: "" } satisfies Partial<Failure> } };
      if (what === "stop" && bulk.state === "RUNNING") bulk.state = "STOPPED";
      if (what !== "results") return { body: { data: shown(index) } };
      const rows = bulk.became
        .map((each, at) => ({ index: at, id: bulk.asked.ids[at], ...("data" in each ? each.data : each) }))
        .filter((row) => search.get("failed") !== "Y" || "error" in row);
      const offset = Number(search.get("offset") ?? 0);
      return { body: { data: rows.slice(offset, offset + 100), pagination: { total: rows.length } } };
    },
  };
}
