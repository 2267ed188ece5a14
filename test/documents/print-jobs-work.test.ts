// @module-tag engine
/** How the jobs of `/print-jobs` are worked on: taken, shared, given back, given up and cancelled. */
import { setImmediate as turn } from "node:timers/promises";
import { type CompiledQuery, sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { productDatabase } from "../database";
import { created, intlOrder } from "../factories";
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
    const rows = await (await allRows()).selectFrom("print_jobs").select(["id", "status", "attempts"]).execute();
    expect(rows.map(({ id }) => id).sort()).toEqual(jobs.sort());
    for (const row of rows) expect(row).toMatchObject({ status: "DONE", attempts: 1 });
  });

  it("starts with the job that has waited longest, whichever was written first", async () => {
    const db = await allRows();
    const ids = await orders(1);
    const jobs: string[] = [];
    for (const hours of [1, 3, 2]) {
      jobs[hours] = (await start(ids)).body.data.id;
      await sql`update print_jobs set created_at = now() - make_interval(hours => ${hours}) where id = ${jobs[hours]}`.execute(
        db,
      );
    }
    await work();
    const done = await db.selectFrom("print_jobs").select("id").orderBy("finished_at").execute();
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
        update print_jobs set attempts = attempts + 1, lease_until = now() - interval '1 second'
        where id = ${id} and status = 'RUNNING' returning id`.execute(db);
      isLate = taken.length > 0;
      if (!isLate) return;
      await work();
      const rows = await db.selectFrom("print_jobs").select(["status", "attempts"]).execute();
      expect(rows).toEqual([{ status: "DONE", attempts: 3 }]);
      await sql`update print_jobs set file = null where id = ${id}`.execute(db);
    });
    expect(isLate).toBe(true);
    const row = await db.selectFrom("print_jobs").select(["status", "attempts", "file"]).executeTakeFirst();
    expect(row).toEqual({ status: "DONE", attempts: 3, file: null });
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
        await sql`update print_jobs set attempts = attempts + 1 where id = ${id}`.execute(await allRows());
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
    const row = await db.selectFrom("print_jobs").select(["status", "attempts", "lease_token"]).executeTakeFirst();
    expect(row).toEqual({ status: "QUEUED", attempts: 0, lease_token: null });
    await work();
    expect(await read(id)).toMatchObject({ status: "DONE", pages: 40 });
  });

  it("fails after three attempts", async () => {
    const db = await allRows();
    const { id } = (await start(await orders(1))).body.data;
    for (let count = 0; count < 3; count++) {
      await sql`update print_jobs set status = 'RUNNING', attempts = attempts + 1,
        lease_token = gen_random_uuid(), lease_until = now() - interval '1 second' where id = ${id}`.execute(db);
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
    await (await allRows()).deleteFrom("print_jobs").execute();

    const running = (await start(ids)).body.data;
    await workDuring(async ({ status, done }) => {
      if (status === "RUNNING" && done > 0) await owner.api.post(`/print-jobs/${running.id}/cancel`);
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
