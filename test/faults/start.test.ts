import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as faults from "./server";

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "sampan-start-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("a server that cannot start says so in one line (contract §2.1)", () => {
  const refusal = async (env: Record<string, string> = {}, port?: number) => {
    const dataDir = join(root, "refused");
    const { exited, stderr } = faults.launch({ dataDir, port: port ?? (await faults.freePort()), env });
    expect(await exited).toMatchObject({ code: 1 });
    return stderr();
  };

  it("where the port is taken", async () => {
    const other = createServer().listen(0);
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const words = `Port ${port} is taken by another program: stop it, or set PORT to another.`;
    expect(await refusal({}, port)).toBe(`Sampan cannot start. ${words}\n`);
    other.close();
  });

  it("where HOST is no address, or none of this machine (contract §2.2)", async () => {
    const [wrong, strange] = [await refusal({ HOST: "localhost" }), await refusal({ HOST: "192.0.2.77" })];
    expect(wrong).toMatch(/^Sampan cannot start\. A setting is wrong: HOST must be an IP address [^\n]*\n$/);
    expect(strange).toBe("Sampan cannot start. HOST 192.0.2.77 is no address of this machine.\n");
  });

  it("where the data folder cannot be written", async () => {
    const file = join(root, "a-file");
    writeFileSync(file, "");
    expect(await refusal({ DATA_DIR: join(file, "data") })).toMatch(
      /^Sampan cannot start\. The data folder [^\n]* set another DATA_DIR\.\n$/,
    );
  });
});

describe("a server with HOST", () => {
  it("listens only there (contract §2.2), and names mails that leave the network in clear (§16.9)", async () => {
    await faults.ensureBuild();
    const env = { HOST: "127.0.0.1", SMTP_URL: "smtp://203.0.114.7:587" };
    const served = await faults.serve({ dataDir: join(root, "host"), env });
    expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
    const elsewhere = connect(served.port, "127.0.0.2");
    const [error] = await once(elsewhere, "error");
    expect(error).toMatchObject({ code: "ECONNREFUSED" });
    await expect.poll(() => served.stdout().match(/"level":40,[^\n]*"msg":"SMTP_URL: mails/g)?.length).toBe(1);
    served.child.kill("SIGTERM");
    expect(await served.exited).toMatchObject({ code: 143 });
  });
});

describe("a server whose PostgreSQL is away", () => {
  it("starts, says that it is not ready, and ends when it is told to", async () => {
    await faults.ensureBuild();
    const port = await faults.freePort();
    const { child, exited, stderr } = faults.launch({
      dataDir: join(root, "away"),
      port,
      env: { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", APP_SECRET: "x".repeat(32) },
    });
    const status = async (path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: "close" } }).catch(() => null))?.status;
    let ready = await status("/readyz");
    while (ready === undefined) {
      await wait(50);
      ready = await status("/readyz");
    }
    expect(ready).toBe(503);
    expect(await status("/healthz")).toBe(200);
    child.kill("SIGTERM");
    expect(await exited).toEqual({ code: 143, signal: null });
    expect(stderr()).toBe("");
  });
});

describe.skipIf(!process.env.TEST_DATABASE_URL)("a server whose PostgreSQL comes later", () => {
  it("listens on this machine only until it knows that there is no demonstration, then everywhere", async () => {
    await faults.ensureBuild();
    const admin = new URL(process.env.TEST_DATABASE_URL ?? "");
    const name = `sampan_later_${process.pid}`;
    const run = async (statement: string) => {
      const client = new pg.Client({ connectionString: admin.href });
      await client.connect();
      await client.query(statement).finally(() => client.end());
    };
    await run(`create database ${name}`);
    const way = createServer((socket) => {
      const there = connect(Number(admin.port || 5432), admin.hostname);
      socket.pipe(there).pipe(socket);
      for (const end of [socket, there]) end.on("error", () => end.destroy());
    });
    const [port, wayPort] = [await faults.freePort(), await faults.freePort()];
    const url = Object.assign(new URL(admin), { hostname: "127.0.0.1", port: String(wayPort), pathname: `/${name}` });
    const { child, exited, stderr } = faults.launch({
      dataDir: join(root, "later"),
      port,
      env: { DATABASE_URL: url.href, APP_SECRET: "x".repeat(32) },
    });
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === "IPv4" && !one.internal)?.address;
    const status = async (host?: string) =>
      (await fetch(`http://${host}:${port}/readyz`, { headers: { connection: "close" } }).catch(() => null))?.status;
    const until = async (host: string | undefined, wanted: number) => {
      while ((await status(host)) !== wanted && child.exitCode === null) await wait(50);
    };
    try {
      await until("127.0.0.1", 503);
      expect(await status(outside)).toBe(undefined);
      way.listen(wayPort, "127.0.0.1");
      await until(outside, 200);
      expect([await status(outside), await status("127.0.0.1")]).toEqual([200, 200]);
    } finally {
      child.kill("SIGTERM");
      expect(await exited).toEqual({ code: 143, signal: null });
      way.close();
      await run(`drop database if exists ${name} with (force)`);
    }
    expect(stderr()).toBe("");
  });
});
