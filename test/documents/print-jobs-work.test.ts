// @module-tag engine
/** How the jobs of `/print-jobs` are worked on: taken, shared, given back, given up and cancelled. */
import { setImmediate as turn } from "node:timers/promises";
import { type CompiledQuery, sql } from "kysely";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { movePrintJobs } from "@/server/documents";
import { productDatabase } from "../database";
import { created, intlOrder, merchant, personOf } from "../factories";
import { allRows, fileOf, orders, owner, read, shop, start, withoutPrintJobs, work, workDuring } from "./print-jobs";
import { readPdf } from "./read-pdf";

withoutPrintJobs();

describe("the work on a job", () => {
  it("shows its progress, and other requests are answered meanwhile", async () => {
    const ids = await orders(120);
    const { id } = (await start(ids)).body.data;
    let answered = 0;
    const seen = await workDuring(async () => {
      if ((await shop.testing.get("/orders?limit=1")).status === 200) answered++;
    });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(answered).toBeGreaterThanOrEqual(6);
    expect(await read(id)).toMatchObject({ status: "DONE", done: 120, pages: 120 });
  });

  it("gives the same bytes as an undisturbed run, whatever is drawn between its steps", async () => {
    const ids = await orders(30);
    const { id } = (await start(ids)).body.data;
    const other = await created(shop.testing, intlOrder());
    await workDuring(async () => {
      await shop.testing.get(`/order/label/${other.order_id}`);
    });
    const again = (await start(ids)).body.data;
    await work();
    expect(Buffer.from((await fileOf(id)).bytes).equals(Buffer.from((await fileOf(again.id)).bytes))).toBe(true);
    const pages = readPdf((await fileOf(id)).bytes);
    expect(pages.map(({ text }) => /ORDER {2}(\d+)/.exec(text)?.[1])).toEqual(ids);
  });

  it("is done by one worker only", async () => {
    const jobs = [];
    for (let count = 0; count < 4; count++) jobs.push((await start(await orders(3))).body.data.id);
    await Promise.all([work(), work(), work()]);
    const rows = await (await allRows()).selectFrom("jobs").select(["id", "state", "attempts"]).execute();
    expect(rows.map(({ id }) => id).sort()).toEqual(jobs.sort());
    for (const row of rows) expect(row).toMatchObject({ state: "DONE", attempts: 1 });
  });

  it("starts with the job that has waited longest, whichever was written first", async () => {
    const db = await allRows();
    const ids = await orders(1);
    const jobs: string[] = [];
    for (const hours of [1, 3, 2]) {
      jobs[hours] = (await start(ids)).body.data.id;
      await sql`update jobs set run_at = now() - make_interval(hours => ${hours}) where id = ${jobs[hours]}`.execute(
        db,
      );
    }
    await work();
    const done = await db.selectFrom("jobs").select("id").orderBy("finished_at").execute();
    expect(done.map(({ id }) => id)).toEqual([jobs[3], jobs[2], jobs[1]]);
  });

  it("is continued by another worker when its own is gone, and the late one writes nothing", async () => {
    const db = await allRows();
    const ids = await orders(60);
    const { id } = (await start(ids)).body.data;
    let isLate = false;
    await workDuring(async ({ done }) => {
      if (done === 0 || isLate) return;
      // Taken over by a worker that is gone as well: if only the lease had ended, the first could renew it in time.
      const { rows: taken } = await sql`
        update jobs set attempts = attempts + 1, lease_until = now() - interval '1 second'
        where id = ${id} and state = 'RUNNING' returning id`.execute(db);
      isLate = taken.length > 0;
      if (!isLate) return;
      await work();
      const rows = await db.selectFrom("jobs").select(["state", "attempts"]).execute();
      expect(rows).toEqual([{ state: "DONE", attempts: 3 }]);
      await sql`delete from job_files where job_id = ${id}`.execute(db);
    });
    expect(isLate).toBe(true);
    expect(await db.selectFrom("jobs").select(["state", "attempts"]).executeTakeFirst()).toEqual({
      state: "DONE",
      attempts: 3,
    });
    expect(await db.selectFrom("job_files").select("job_id").execute()).toEqual([]);
  });

  it("is not finished by the first worker when another took it over at the last moment", async () => {
    const { db } = await productDatabase();
    const { id } = (await start(await orders(1))).body.data;
    const executor = db.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    onTestFinished(() => {
      executor.executeQuery = execute;
    });
    executor.executeQuery = async <R>(query: CompiledQuery) => {
      if (query.sql.includes("finished_at = now()"))
        await sql`update jobs set attempts = attempts + 1 where id = ${id}`.execute(await allRows());
      return execute<R>(query as CompiledQuery<R>);
    };
    await work();
    expect(await read(id)).toMatchObject({ status: "RUNNING", pages: null });
  });

  it("is put back at a stop, to start from the beginning, and that does not count as a failed attempt", async () => {
    const db = await allRows();
    const { id } = (await start(await orders(40))).body.data;
    const stopping = new AbortController();
    const running = work(stopping.signal);
    while ((await read(id)).status === "QUEUED") await turn();
    stopping.abort();
    await running;
    const row = await db.selectFrom("jobs").select(["state", "tries", "lease_until"]).executeTakeFirst();
    expect(row).toEqual({ state: "QUEUED", tries: 0, lease_until: null });
    await work();
    expect(await read(id)).toMatchObject({ status: "DONE", pages: 40 });
  });

  it("fails after three attempts", async () => {
    const db = await allRows();
    const { id } = (await start(await orders(1))).body.data;
    for (let count = 0; count < 3; count++) {
      await sql`update jobs set state = 'RUNNING', attempts = attempts + 1, tries = tries + 1,
        lease_until = now() - interval '1 second' where id = ${id}`.execute(db);
    }
    await work();
    expect((await read(id)).status).toBe("FAILED");
    expect((await fileOf(id)).response.status).toBe(404);
  });
});

describe("cancelling", () => {
  it("keeps a waiting job from starting, and stops one that runs", async () => {
    // So many that the job cannot end before the request that cancels it arrives.
    const ids = await orders(150);
    const waiting = (await start(ids)).body.data;
    const { body } = await owner.api.post(`/print-jobs/${waiting.id}/cancel`);
    expect(body.data.status).toBe("CANCELLED");
    await work();
    expect(await read(waiting.id)).toMatchObject({ status: "CANCELLED", done: 0 });
    await (await allRows()).deleteFrom("jobs").execute();

    const running = (await start(ids)).body.data;
    await workDuring(async ({ state, done }) => {
      if (state === "RUNNING" && done > 0) await owner.api.post(`/print-jobs/${running.id}/cancel`);
    });
    const job = await read(running.id);
    expect(job.status).toBe("CANCELLED");
    expect(job.done).toBeLessThan(150);
    expect((await fileOf(running.id)).response.status).toBe(404);
  });

  it("leaves a finished job as it is", async () => {
    const { id } = (await start(await orders(1))).body.data;
    await work();
    expect((await owner.api.post(`/print-jobs/${id}/cancel`)).body.data.status).toBe("DONE");
  });
});

describe("print jobs of the version before", () => {
  type Before = { status: string; lease?: string; age?: string; file?: Buffer };
  const put = async (id: string, order_ids: string[], { status, lease, age = "1 minute", file }: Before) => {
    const isDone = status === "DONE";
    await sql`
      insert into print_jobs (id, account_id, environment, created_by, printer_kind, printer_name, order_ids, paper,
        per_page, start, status, lease_token, lease_until, created_at, pages, finished_at, file)
      values (${id}, ${shop.accountId}, 'testing', 'person:1', 'person', 'Ho', ${order_ids}::bigint[], 'A4', 4, 2,
        ${status}, ${status === "RUNNING" ? "00000000-0000-4000-8000-000000000000" : null}::uuid,
        now() + ${lease ?? null}::interval, now() - ${age}::interval, ${isDone ? 1 : null}::int,
        ${isDone ? sql`now()` : null}, ${file ?? null})`.execute(await allRows());
  };
  const moved = async () => movePrintJobs((await productDatabase()).db);
  const inJobs = async () =>
    (await (await allRows()).selectFrom("jobs").select("id").orderBy("id").execute()).map(({ id }) => id);
  beforeEach(async () => {
    await (await allRows()).deleteFrom("print_jobs").execute();
  });

  it("move with their files, and those whose worker is gone are done here", async () => {
    const ids = await orders(2);
    await put("pj_done", ids, { status: "DONE", file: Buffer.from("%PDF") });
    await put("pj_lost", ids, { status: "RUNNING", lease: "-1 second" });
    await put("pj_waits", ids, { status: "QUEUED" });
    await moved();
    expect(await inJobs()).toEqual(["pj_done", "pj_lost", "pj_waits"]);
    expect(Buffer.from((await fileOf("pj_done")).bytes).toString()).toBe("%PDF");
    expect(await read("pj_done")).toMatchObject({ status: "DONE", created_by: { kind: "person", name: "Ho" } });
    await work();
    for (const id of ["pj_lost", "pj_waits"])
      expect(await read(id)).toMatchObject({ status: "DONE", total: 2, done: 2, pages: 1, paper: "A4" });
    // A second look moves nothing, and no worker of the version before takes them.
    await moved();
    const { rows } = await sql`
      select id from print_jobs where status in ('QUEUED', 'RUNNING') and (lease_until is null or lease_until <= now())`.execute(
      await allRows(),
    );
    expect([rows, (await inJobs()).length]).toEqual([[], 3]);
  });

  it("that were stopped there after they had moved are stopped here, and hold up no other", async () => {
    const db = await allRows();
    const ids = await orders(1);
    await put("pj_first", ids, { status: "QUEUED", age: "2 minutes" });
    await moved();
    // As an instance of the version before does it.
    await sql`update print_jobs set status = 'CANCELLED', lease_token = null, lease_until = null where id = 'pj_first'`.execute(
      db,
    );
    await put("pj_next", ids, { status: "QUEUED" });
    await moved();
    expect(await inJobs()).toEqual(["pj_first", "pj_next"]);
    expect(await read("pj_first")).toMatchObject({ status: "CANCELLED" });
  });

  it("are left to its workers as long as they are at it, and can be looked at meanwhile", async () => {
    const ids = await orders(1);
    await put("pj_held", ids, { status: "RUNNING", lease: "30 seconds" });
    await put("pj_fresh", ids, { status: "QUEUED", age: "1 second" });
    await moved();
    expect(await inJobs()).toEqual([]);
    for (const id of ["pj_held", "pj_fresh"]) expect(await read(id)).toMatchObject({ status: "QUEUED", total: 1 });
    await put("pj_ready", ids, { status: "DONE", file: Buffer.from("%PDF") });
    // Its file is not here yet.
    expect(await read("pj_ready")).toMatchObject({ status: "RUNNING" });
    const stranger = await personOf("owner", (await merchant()).accountId);
    expect((await stranger.api.get("/print-jobs/pj_held")).status).toBe(404);
  });
});
