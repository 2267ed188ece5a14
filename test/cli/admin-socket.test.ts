import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createConnection, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, inject, it, type OnTestFinishedHandler, onTestFinished } from "vitest";
import { type createAccount, signIn } from "@/server/accounts";
import { runCommand } from "@/server/cli/admin-commands";
import { askAdminSocket, serveAdminSocket } from "@/server/cli/admin-socket";
import { carryOut } from "@/server/cli/run-admin";
import { lockDataFolder } from "@/server/db/data-folder-lock";
import { overrideEnv } from "@/server/env";
import { openToOthers } from "../db/open-to-others";
import { freshEmail, testDb, tokenFor } from "../factories";
import { programOf } from "../programs";

const ROOT = join(import.meta.dirname, "../..");
const PROGRAM = await programOf("server/cli/admin.ts");
const PASSWORD = "correct horse battery";
type OnFinished = (handler: OnTestFinishedHandler) => void;

function folder(onTestFinished: OnFinished, long = 0): string {
  const parent = mkdtempSync(join(inject("testFolder"), "socket-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const dataDir = join(parent, "d".repeat(long || 1));
  mkdirSync(dataDir, { mode: 0o700 });
  return dataDir;
}

/** A server with the folder's lock, as `main.ts` makes it, on the test database. */
async function server(onTestFinished: OnFinished, dataDir: string) {
  const release = await lockDataFolder(join(dataDir, "database"));
  onTestFinished(release);
  const socket = await serveAdminSocket(dataDir, async (argv) => {
    const notes: string[] = [];
    const result = await runCommand(await testDb(), argv, { notes });
    return { result, ...(notes.length ? { notes } : {}) };
  });
  onTestFinished(() => socket.close());
  return socket;
}

/** The command line in its own process, with only the data folder set. */
function admin(dataDir: string, ...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return adminWith({ DATA_DIR: dataDir }, "", ...argv);
}

function adminWith(
  settings: Record<string, string>,
  input: string,
  ...argv: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, NODE_ENV: "test" as const, ...settings };
    const command = [PROGRAM, ...argv];
    const child = execFile(process.execPath, command, { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
    child.stdin?.end(input);
  });
}

describe("the command line", () => {
  it("writes words for people", async ({ onTestFinished }) => {
    const dataDir = folder(onTestFinished);
    await server(onTestFinished, dataDir);
    const words = ["client", "issue", "--role", "carrier", "--environment", "testing"];
    const issued = await admin(dataDir, ...words);
    expect(issued).toMatchObject({ code: 0, stderr: "" });
    expect(issued.stdout).toMatch(/^client_id: ci_test_\w+\nclient_secret: \S+\nenvironment: testing\nrole: carrier\n/);
  });

  it("reads a password from its own standard input, one that begins with a dash too", async ({ onTestFinished }) => {
    const dataDir = folder(onTestFinished);
    await server(onTestFinished, dataDir);
    const email = freshEmail();
    const words = ["person", "create", "--role", "support", "--email", email, "--password", "-", "--json"];
    const made = await adminWith({ DATA_DIR: dataDir }, "-- a sentence of mine\r\n", ...words);
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toMatch(/^\{.*\}\n$/);
    const attempt = { email, password: "-- a sentence of mine", address: freshEmail(), userAgent: null };
    expect(await signIn(await testDb(), attempt)).toMatchObject({ personId: JSON.parse(made.stdout).user_id });
  });

  it("says in the same form what is wrong with a setting", async () => {
    const { code, stdout, stderr } = await adminWith({ PORT: "many" }, "", "migrate", "--json");
    expect([code, stderr]).toEqual([1, ""]);
    expect(JSON.parse(stdout).error.message).toMatch(/PORT must be a whole number/);
  });

  it("opens a database that no server has open itself, only for the folder's owner, and makes no demonstration data", async ({
    onTestFinished,
  }) => {
    // In memory where possible: a busy disk takes long to create a database's first files.
    const parent = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : inject("testFolder"), "sampan-open-"));
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
    const [dataDir, outside] = [join(parent, "data"), join(parent, "outside")];
    mkdirSync(join(dataDir, "mail"), { recursive: true });
    // Creating one from nothing takes long, and database.test.ts tests it.
    const templates = inject("templates");
    if (templates.engine === "embedded") {
      mkdirSync(join(dataDir, "database"));
      execFileSync("tar", ["-xf", templates.empty, "-C", join(dataDir, "database")], { stdio: "ignore" });
    }
    for (const file of [outside, join(dataDir, "mail/1.eml"), join(dataDir, "app-secret")])
      writeFileSync(file, "x".repeat(32));
    symlinkSync(outside, join(dataDir, "link"));
    for (const path of [outside, dataDir, ...["mail", "mail/1.eml", "app-secret"].map((name) => join(dataDir, name))])
      chmodSync(path, 0o777);
    const made = await admin(dataDir, "migrate", "--json");
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(made.stdout).migrated.length).toBeGreaterThan(0);
    expect(openToOthers(dataDir)).toEqual([]);
    expect(statSync(outside).mode & 0o777).toBe(0o777);

    for (const name of readdirSync(dataDir, { recursive: true, encoding: "utf8" })) {
      if (name !== "link") chmodSync(join(dataDir, name), 0o755);
    }
    onTestFinished(overrideEnv({ databaseUrl: undefined, dataDir }));
    await expect(carryOut(["account", "update", "--account", "100001"], () => {})).rejects.toThrow(/no account/);
    expect(openToOthers(dataDir)).toEqual([]);
  });

  it("ends with a line where a data folder cannot be kept from others", async () => {
    // No user, not even root, can change permissions in /proc.
    expect(await admin("/proc/self/task", "migrate")).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^The data folder \/proc\/self\/task cannot be kept for the user [^\n]*chown[^\n]*\n$/,
      ),
    });
  });
});

describe("a command", () => {
  // Long paths need another way to the socket, because a unix socket's address holds only about 100 bytes.
  it.each([1, 150])("is the running server's in a data folder whose name has %i characters", async (length) => {
    const dataDir = folder(onTestFinished, length);
    await server(onTestFinished, dataDir);
    expect(statSync(join(dataDir, "admin.sock")).mode & 0o777).toBe(0o600);
    onTestFinished(overrideEnv({ databaseUrl: undefined, dataDir }));
    const words = ["account", "create", "--name", "Tea", "--email", freshEmail(), "--password", PASSWORD];
    const account = (await carryOut(words, () => {})) as Awaited<ReturnType<typeof createAccount>>;
    await tokenFor(account.credentials.testing, "testing");
    await expect(carryOut(words, () => {})).rejects.toThrow(/has a sign-in already/);
  });

  it("gets a clear answer when the folder's owner takes no commands", async ({ onTestFinished }) => {
    const dataDir = folder(onTestFinished);
    onTestFinished(await lockDataFolder(join(dataDir, "database")));
    // What a killed server leaves behind.
    writeFileSync(join(dataDir, "admin.sock"), "");
    onTestFinished(overrideEnv({ databaseUrl: undefined, dataDir }));
    await expect(carryOut(["migrate"], () => {}, 0)).rejects.toThrow(
      `in use by process ${process.pid}, which takes no commands`,
    );
  });

  it("is refused when there is no such command, no such choice, or no database", async ({ onTestFinished }) => {
    await expect(carryOut(["account"], () => {})).rejects.toThrow(/^There is no command "account"/);
    await expect(carryOut(["user", "create", "--role", "chief"], () => {})).rejects.toThrow(
      '--role must be one of owner, member, support, warehouse, not "chief".',
    );
    onTestFinished(overrideEnv({ databaseUrl: "postgres://nobody@127.0.0.1:1/none" }));
    await expect(carryOut(["migrate"], () => {})).rejects.toThrow(/^The database cannot be reached: .*ECONNREFUSED/);
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
        // Clients that send too much are disconnected.
        socket.on("error", () => {});
        socket.once("close", () => resolve(said));
        socket.write(line);
      });
    expect(JSON.parse(await say("hello\n"))).toEqual({ error: { message: expect.any(String) } });
    expect(JSON.parse(await say('{"argv":"migrate"}\n'))).toEqual({ error: { message: "This is no command." } });
    expect(JSON.parse(await say('{"argv":["migrate",{}]}\n'))).toEqual({ error: { message: "This is no command." } });
    expect(await say("x".repeat(2 << 20))).toBe("");
  });

  it("closes while a connection is open that asks nothing, and waits for a command that runs", async ({
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
