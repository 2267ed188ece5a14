import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, inject, it, type OnTestFinishedHandler } from "vitest";
import { runCommand } from "@/server/admin-commands";
import { askAdminSocket, serveAdminSocket } from "@/server/admin-socket";
import { lockDataFolder } from "@/server/db/data-folder-lock";
import { freshEmail, testDb, tokenFor } from "../factories";

const ROOT = join(import.meta.dirname, "../..");
const PASSWORD = "correct horse battery";
type OnFinished = (handler: OnTestFinishedHandler) => void;

function folder(onTestFinished: OnFinished, long = 0): string {
  const parent = mkdtempSync(join(inject("testFolder"), "socket-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const dataDir = join(parent, "d".repeat(long || 1));
  mkdirSync(dataDir, { mode: 0o700 });
  return dataDir;
}

/** A server with the folder's lock, as `start.ts` makes it, on the test database. */
async function server(onTestFinished: OnFinished, dataDir: string) {
  const release = await lockDataFolder(join(dataDir, "database"));
  onTestFinished(release);
  const socket = await serveAdminSocket(dataDir, async (argv) => ({ result: await runCommand(await testDb(), argv) }));
  onTestFinished(() => socket.close());
  return socket;
}

/** The command line in a process of its own, where nothing but the data folder is set. */
function admin(dataDir: string, ...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return adminWith({ DATA_DIR: dataDir }, ...argv);
}

function adminWith(
  settings: Record<string, string>,
  ...argv: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, NODE_ENV: "test" as const, ...settings };
    const command = ["--import", "tsx", "server/admin.ts", ...argv];
    execFile(process.execPath, command, { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

// Long paths need another way to the socket, because a unix socket's address holds some 100 bytes.
describe.each([1, 150])("with a data folder whose name has %i characters", { timeout: 60_000 }, (length) => {
  it("has the running server carry the command out", async ({ onTestFinished }) => {
    const dataDir = folder(onTestFinished, length);
    await server(onTestFinished, dataDir);
    expect(statSync(join(dataDir, "admin.sock")).mode & 0o777).toBe(0o600);
    const words = ["account", "create", "--name", "Tea", "--email", freshEmail(), "--password", PASSWORD, "--json"];
    const first = await admin(dataDir, ...words);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(/^\{.*\}\n$/);
    const account = JSON.parse(first.stdout);
    await tokenFor(account.credentials.testing, "testing");

    const second = await admin(dataDir, ...words);
    expect(second).toMatchObject({ code: 1, stderr: "" });
    expect(JSON.parse(second.stdout)).toEqual({ error: { message: expect.stringMatching(/has a sign-in already/) } });
  });
});

// At once, because they mostly wait.
describe.concurrent("the command line", { timeout: 60_000 }, () => {
  it("writes words for people, on stderr when it fails", async ({ onTestFinished }) => {
    const dataDir = folder(onTestFinished);
    await server(onTestFinished, dataDir);
    expect(await admin(dataDir, "user", "create", "--role", "owner")).toEqual({
      code: 1,
      stdout: "",
      stderr: '--role must be one of support, warehouse, not "owner".\n',
    });
    const words = ["client", "issue", "--role", "carrier", "--environment", "testing"];
    const issued = await admin(dataDir, ...words);
    expect(issued.stdout).toMatch(/^client_id: ci_test_\w+\nclient_secret: \S+\nenvironment: testing\nrole: carrier\n/);
  });

  it("is told clearly when the folder's owner takes no commands", async ({ onTestFinished }) => {
    const dataDir = folder(onTestFinished);
    onTestFinished(await lockDataFolder(join(dataDir, "database")));
    // What a server that was killed leaves behind.
    writeFileSync(join(dataDir, "admin.sock"), "");
    const { code, stdout } = await admin(dataDir, "migrate", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      error: { message: expect.stringContaining(`in use by process ${process.pid}, which takes no commands`) },
    });
  });

  it("says in the same form what is wrong with a command, a setting or the database", async () => {
    const messageOf = async (settings: Record<string, string>, ...argv: string[]) => {
      const { code, stdout, stderr } = await adminWith(settings, ...argv, "--json");
      expect([code, stderr]).toEqual([1, ""]);
      return JSON.parse(stdout).error.message;
    };
    const away = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", APP_SECRET: "x".repeat(32) };
    expect(await messageOf({}, "account")).toMatch(/^There is no command "account"/);
    expect(await messageOf({ PORT: "many" }, "migrate")).toMatch(/PORT must be a whole number/);
    expect(await messageOf(away, "migrate")).toMatch(/^The database cannot be reached: .*ECONNREFUSED/);
  });

  it("opens a database that nobody has itself, and makes no demonstration data", async ({ onTestFinished }) => {
    const dataDir = folder(onTestFinished);
    const made = await admin(dataDir, "migrate", "--json");
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(made.stdout).migrated.length).toBeGreaterThan(0);
    const update = await admin(dataDir, "account", "update", "--account", "100001", "--json");
    expect(JSON.parse(update.stdout)).toEqual({ error: { message: expect.stringMatching(/no account/) } });
  });
});

describe("the socket", () => {
  it("takes the place of a dead server's and is gone after closing", async ({ onTestFinished }) => {
    const dataDir = folder(onTestFinished);
    expect(await askAdminSocket(dataDir, ["migrate"])).toBe(null);
    writeFileSync(join(dataDir, "admin.sock"), "");
    expect(await askAdminSocket(dataDir, ["migrate"])).toBe(null);
    const socket = await server(onTestFinished, dataDir);
    expect(await askAdminSocket(dataDir, ["migrate"])).toEqual({ result: { migrated: [] } });
    await socket.close();
    expect(() => statSync(join(dataDir, "admin.sock"))).toThrow("ENOENT");
    expect(await askAdminSocket(dataDir, ["migrate"])).toBe(null);
  });

  it("answers what is no command, and finishes a command whose caller went away", async ({ onTestFinished }) => {
    const dataDir = folder(onTestFinished);
    await server(onTestFinished, dataDir);
    const say = (line: string) =>
      new Promise<string>((resolve) => {
        const socket = createConnection(join(dataDir, "admin.sock"));
        let said = "";
        socket.on("data", (chunk) => {
          said += chunk;
        });
        // Who says too much is cut off.
        socket.on("error", () => {});
        socket.once("close", () => resolve(said));
        socket.write(line);
      });
    expect(JSON.parse(await say("hello\n"))).toEqual({ error: { message: expect.any(String) } });
    expect(JSON.parse(await say('{"argv":"migrate"}\n'))).toEqual({ error: { message: "This is no command." } });
    expect(JSON.parse(await say('{"argv":["migrate",{}]}\n'))).toEqual({ error: { message: "This is no command." } });
    expect(await say("x".repeat(2 << 20))).toBe("");
  });

  it("closes while somebody is connected who asks nothing, and waits for a command that runs", async ({
    onTestFinished,
  }) => {
    const dataDir = folder(onTestFinished);
    let finish = () => {};
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const socket = await serveAdminSocket(dataDir, async () => {
      begun();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return { result: "done" };
    });
    const silent = createConnection(join(dataDir, "admin.sock")).on("error", () => {});
    await new Promise((resolve) => silent.once("connect", resolve));
    const reply = askAdminSocket(dataDir, ["slow"]);
    await hasBegun;
    const closed = socket.close();
    finish();
    expect(await reply).toEqual({ result: "done" });
    await closed;
  });

  it("says that the server did not answer when the connection just ends", async ({ onTestFinished }) => {
    const dataDir = folder(onTestFinished);
    const rude = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => rude.listen(join(dataDir, "admin.sock"), resolve));
    onTestFinished(() => void rude.close());
    chmodSync(join(dataDir, "admin.sock"), 0o600);
    await expect(askAdminSocket(dataDir, ["migrate"])).rejects.toThrow("The running server did not answer");
  });
});
