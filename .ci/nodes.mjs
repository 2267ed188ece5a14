// The README's two commands on the versions of Node that the gate does not run on: `npm run test:nodes [VERSION …]`.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const versions = process.argv.slice(2).length ? process.argv.slice(2) : ["22", "24", "26"];
const READY_MS = 900_000;

async function freePort() {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Runs words of a shell with the version's Node in front. Never a dependency: that would hide a person's own Node. */
function shell(version, folder, words, env = {}) {
  return spawn("npx", ["--yes", "-p", `node@${version}`, "--", "bash", "-c", words], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
}

async function passes(version, folder, words) {
  const [code] = await once(shell(version, folder, words), "exit");
  return code === 0;
}

/** Whether the product comes up, shows its sign-in page and stops when it is asked to. */
async function starts(version, folder) {
  const port = String(await freePort());
  const child = shell(version, folder, "npm install && exec npm start", { PORT: port, DATA_DIR: join(folder, "data") });
  const exited = once(child, "exit").then(() => true);
  const isUp = async () => {
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => null);
    return answer?.ok ?? false;
  };
  let up = false;
  const until = Date.now() + READY_MS;
  while (!up && child.exitCode === null && Date.now() < until) {
    await wait(500);
    up = await isUp();
  }
  const page = up ? await fetch(`http://localhost:${port}/sign-in`) : null;
  const kill = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // No process is left.
    }
  };
  kill("SIGTERM");
  const stopped = await Promise.race([exited, wait(60_000, false, { ref: false })]);
  kill("SIGKILL");
  return up && page?.status === 200 && stopped;
}

const results = [];
for (const version of versions) {
  const folder = mkdtempSync(join(tmpdir(), `sampan-node-${version}-`));
  const clone = spawnSync("git", ["clone", "--quiet", ".", folder], { stdio: "inherit" });
  if (clone.status !== 0) process.exit(1);
  results.push({ version, "npm start": await starts(version, folder), "npm test": null });
  results.at(-1)["npm test"] = await passes(version, folder, "node --version && npm install && npm test");
  rmSync(folder, { recursive: true, force: true });
}
console.table(results);
process.exit(results.every((result) => result["npm start"] && result["npm test"]) ? 0 : 1);
