import { type ChildProcess, spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, inject, it } from "vitest";
import { DataFolderInUseError, lockDataFolder } from "@/server/db/data-folder-lock";
import { programOf } from "../programs";

const ROOT = join(import.meta.dirname, "../..");
const COMMAND = [process.execPath, await programOf("test/db/hold-data-folder.ts")] as const;

/** A separate folder and processes that claim it; both are removed after the test. */
function place() {
  const dataDir = mkdtempSync(join(inject("testFolder"), "lock-"));
  const folder = join(dataDir, "database");
  const children: ChildProcess[] = [];
  const start = (command: readonly string[] = [...COMMAND, folder, "100"]) => {
    const child = spawn(command[0] ?? "", command.slice(1), { cwd: ROOT, stdio: ["pipe", "pipe", "inherit"] });
    children.push(child);
    /** The first line that the process writes. */
    const said = new Promise<string>((resolve) => {
      createInterface({ input: child.stdout }).once("line", resolve);
      child.once("exit", () => resolve("(exited)"));
    });
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    return { child, said, ended };
  };
  const clear = () => {
    for (const child of children) child.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { dataDir, folder, start, clear, claims: () => readdirSync(`${folder}.lock`) };
}

// At once, because they mostly wait. Who polls needs the `expect` of its own test then.
describe.concurrent("the lock of the data folder", () => {
  it("refuses a second process with the first one's pid and what to do, until it is released", async ({
    onTestFinished,
  }) => {
    const { clear, claims, dataDir, folder, start } = place();
    onTestFinished(clear);
    const owner = start();
    expect(await owner.said).toBe("held");
    const error = await lockDataFolder(folder, 100).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(DataFolderInUseError);
    expect(error).toMatchObject({ pid: owner.child.pid, folder: dataDir });
    expect((error as Error).message).toBe(
      `The data folder ${dataDir} is in use by process ${owner.child.pid}. Only one process at a time may open the ` +
        "embedded database: stop that process, or give this one another DATA_DIR or a DATABASE_URL.",
    );
    owner.child.stdin.end();
    await owner.ended;
    expect(claims()).toEqual([]);
    const release = await lockDataFolder(folder);
    expect(await start().said).toMatch(new RegExp(`^DataFolderInUseError: .* in use by process ${process.pid}\\.`));
    release();
    expect(claims()).toEqual([]);
  });

  it("refuses the same process a second time", async ({ onTestFinished }) => {
    const { clear, folder } = place();
    onTestFinished(clear);
    const release = await lockDataFolder(folder);
    await expect(lockDataFolder(folder)).rejects.toThrow(`process ${process.pid} (this very process)`);
    release();
    (await lockDataFolder(folder))();
  });

  it("waits for an owner that is about to exit", async ({ onTestFinished }) => {
    const { clear, folder, start } = place();
    onTestFinished(clear);
    const owner = start();
    expect(await owner.said).toBe("held");
    setTimeout(() => owner.child.stdin.end(), 300);
    (await lockDataFolder(folder))();
  });

  it("is taken over after kill -9, and from a process that only exited", async ({ onTestFinished }) => {
    const { clear, claims, folder, start } = place();
    onTestFinished(clear);
    const owner = start();
    expect(await owner.said).toBe("held");
    owner.child.kill("SIGKILL");
    await owner.ended;
    expect(claims()).toHaveLength(1);
    (await lockDataFolder(folder))();
    expect(claims()).toEqual([]);
  });

  it("is taken over from a zombie", async ({ expect, onTestFinished }) => {
    const { clear, claims, folder, start } = place();
    onTestFinished(clear);
    // `sleep` replaces the shell and never waits for the child that it thereby has.
    const shell = start(["sh", "-c", '"$@" <"$0" & exec sleep 60', "/dev/zero", ...COMMAND, folder, "100"]);
    expect(await shell.said).toBe("held");
    const pid = Number(claims()[0]?.split("-")[0]);
    process.kill(pid, "SIGKILL");
    const state = () => readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) (.).*$/s, "$1");
    await expect.poll(state).toBe("Z");
    (await lockDataFolder(folder))();
  });

  it("is taken over when the pid has become another process", async ({ onTestFinished }) => {
    const { clear, claims, folder } = place();
    onTestFinished(clear);
    const release = await lockDataFolder(folder);
    const [mine = ""] = claims();
    release();
    const [, startTime, namespace] = mine.split("-");
    writeFileSync(join(`${folder}.lock`, `${process.ppid}-${Number(startTime) - 1}-${namespace}`), "");
    (await lockDataFolder(folder))();
    expect(claims()).toEqual([]);
  });

  it("is not taken from a process that lives, even one that cannot be signalled", async ({ onTestFinished }) => {
    const { clear, claims, folder } = place();
    onTestFinished(clear);
    const release = await lockDataFolder(folder);
    const namespace = claims()[0]?.split("-")[2];
    release();
    const init = readFileSync("/proc/1/stat", "utf8").split(") ").at(-1)?.split(" ")[19];
    const claim = join(`${folder}.lock`, `1-${init}-${namespace}`);
    writeFileSync(claim, "");
    await expect(lockDataFolder(folder, 100)).rejects.toThrow("in use by process 1.");
    expect(claims()).toHaveLength(1);
  });

  it("names the owner, not another who tries at the same time", async ({ onTestFinished }) => {
    const { clear, claims, folder, start } = place();
    onTestFinished(clear);
    const owner = start();
    expect(await owner.said).toBe("held");
    const init = readFileSync("/proc/1/stat", "utf8").split(") ").at(-1)?.split(" ")[19];
    writeFileSync(join(`${folder}.lock`, `1-${init}-${claims()[0]?.split("-")[2]}`), "");
    await expect(lockDataFolder(folder, 100)).rejects.toThrow(`in use by process ${owner.child.pid}.`);
  });

  it("counts a process of another container as alive while it touches its claim", async ({
    expect,
    onTestFinished,
  }) => {
    const { clear, claims, folder } = place();
    onTestFinished(clear);
    mkdirSync(`${folder}.lock`);
    const claim = join(`${folder}.lock`, "7-123-999");
    writeFileSync(claim, "");
    const taken = lockDataFolder(folder);
    await wait(500);
    expect(claims()).toContain("7-123-999");
    const longAgo = new Date(Date.now() - 11_000);
    utimesSync(claim, longAgo, longAgo);
    const release = await taken;
    expect(claims()).toEqual([expect.stringContaining(`${process.pid}-`)]);
    const mine = join(`${folder}.lock`, claims()[0] ?? "");
    utimesSync(mine, longAgo, longAgo);
    await expect.poll(() => statSync(mine).mtimeMs).toBeGreaterThan(longAgo.getTime() + 1000);
    release();
  });

  it("goes to exactly one of many that start at once on the claim of a dead process", async ({ onTestFinished }) => {
    const { clear, claims, folder, start } = place();
    onTestFinished(clear);
    const dead = start();
    expect(await dead.said).toBe("held");
    dead.child.kill("SIGKILL");
    await dead.ended;
    const starters = Array.from({ length: 5 }, () => start([...COMMAND, folder, "1000"]));
    const said = await Promise.all(starters.map((starter) => starter.said));
    expect(said.filter((line) => line === "held")).toHaveLength(1);
    const owner = starters[said.indexOf("held")]?.child.pid;
    const refusals = said.filter((line) => line !== "held");
    for (const line of refusals) expect(line).toContain(`in use by process ${owner}.`);
    expect(claims()).toHaveLength(1);
  });
});
