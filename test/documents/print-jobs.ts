import { setImmediate as turn } from "node:timers/promises";
import { beforeAll, beforeEach } from "vitest";
import { everyAccount } from "@/server/db/scoped";
import { printing } from "@/server/documents";
import { runJobs } from "@/server/jobs";
import { productDatabase } from "../database";
import { created, type Merchant, merchant, personOf, testDb } from "../factories";
import { respond } from "../http";

export type Person = Awaited<ReturnType<typeof personOf>>;

/** The merchant and its owner of the file that runs now. */
export let shop: Merchant;
export let owner: Person;

/** Makes a merchant for the file, and removes all print jobs before each test. */
export function withoutPrintJobs(): void {
  beforeAll(async () => {
    shop = await merchant();
    owner = await personOf("owner", shop.accountId);
  });
  beforeEach(async () => {
    await (await allRows()).deleteFrom("jobs").execute();
  });
}

export const allRows = async () => everyAccount(await testDb());

export const start = (order_ids: unknown, change: Record<string, unknown> = {}) =>
  owner.api.post("/print-jobs", { order_ids, ...change });
export const read = async (id: string) => (await owner.api.get(`/print-jobs/${id}`)).body.data;
export const work = async (signal = new AbortController().signal) =>
  runJobs((await productDatabase()).db, printing, signal);

export async function fileOf(id: string, person: Person = owner): Promise<{ response: Response; bytes: Uint8Array }> {
  const url = `http://localhost:3000/testing/v1/print-jobs/${id}/file`;
  const response = await respond(new Request(url, { headers: { cookie: person.cookie } }));
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** The ids of that many new orders. */
export async function orders(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let each = 0; each < count; each++) ids.push((await created(shop.testing)).order_id);
  return ids;
}

/** Runs the jobs and calls `besides` in every turn of the event loop meanwhile; gives the progress that was seen. */
export async function workDuring(
  besides: (job: { state: string; done: number }) => Promise<void> | void,
): Promise<number[]> {
  const db = await allRows();
  const seen: number[] = [];
  let isDone = false;
  const running = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const job = await db.selectFrom("jobs").select(["state", "done"]).executeTakeFirstOrThrow();
    if (job.done !== seen.at(-1)) seen.push(job.done);
    await besides(job);
    await turn();
  }
  await running;
  return seen;
}
