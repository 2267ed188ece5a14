// Makes the build that `npm start` serves when there is none or a source is newer; else it is silent and quick.
// Several starts at once: one builds, the others wait. Plain JavaScript, so that a start without a build loads nothing.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { BUILD_ID, CACHE, isCurrent, ROOT, UNFINISHED } from "./build-state.mjs";

const LOOK_MS = 500;

/** The start ends with a line that says what to do (contract §2.1). */
function refuse(words) {
  console.error(`Sampan cannot start. ${words}`);
  process.exitCode = 1;
}

/** The packages that are not there: without them a build or a start fails in words of its own. */
function missingPackages() {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return Object.keys(dependencies).filter((name) => !existsSync(join(ROOT, "node_modules", name, "package.json")));
}

/** The two steps of a build: pages, then programs. */
const STEPS = [
  [join(ROOT, "node_modules/next/dist/bin/next"), "build", "--webpack"],
  [join(ROOT, "server/bundle.mjs")],
];

/** Builds, and ends with it: when a signal comes, or when the shell that waits for this process is gone. */
async function build() {
  // What changes while the build runs is newer than the build.
  const begun = new Date();
  writeFileSync(UNFINISHED, "");
  let child;
  let isEnded = false;
  const end = () => {
    isEnded = true;
    child.kill("SIGTERM");
  };
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && end(), LOOK_MS);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, end);
  let [code, signal] = [0, null];
  for (const step of STEPS) {
    if (code !== 0 || isEnded) break;
    child = spawn(process.execPath, step, { cwd: ROOT, stdio: ["inherit", "inherit", "pipe"] });
    // Where in a tool something failed does not help the person who starts the product.
    createInterface({ input: child.stderr }).on("line", (line) => /^\s+at .*[:)]/.test(line) || console.error(line));
    [code, signal] = await new Promise((resolve) => child.once("close", (...how) => resolve(how)));
  }
  clearInterval(watch);
  if (code === 0 && !isEnded) {
    utimesSync(BUILD_ID, begun, begun);
    rmSync(UNFINISHED, { force: true });
  } else if (signal && !isEnded) {
    refuse(`The build was ended by ${signal}, perhaps for want of memory: give it more, and start again.`);
  } else if (!isEnded) {
    refuse(
      "The build failed, as said above. If a tool is missing or broken, run npm ci; if a source is wrong, correct it.",
    );
  }
  return isEnded ? 1 : (code ?? 1);
}

async function buildAlone() {
  mkdirSync(CACHE, { recursive: true });
  const { tsImport } = await import("tsx/esm/api");
  const { lockDataFolder } = await tsImport("./db/data-folder-lock.ts", import.meta.url);
  for (let isTold = false; !isCurrent(); ) {
    let release;
    try {
      release = await lockDataFolder(join(CACHE, "sampan-build"));
    } catch (error) {
      if (error.name !== "DataFolderInUseError") throw error;
      if (!isTold) console.error(`Process ${error.pid} is building; waiting for it.`);
      isTold = true;
      continue;
    }
    try {
      return isCurrent() ? 0 : await build();
    } finally {
      release();
    }
  }
  return 0;
}

try {
  const missing = missingPackages();
  if (missing.length) refuse(`Packages are missing (${missing.slice(0, 3).join(", ")}): run npm install.`);
  else if (!isCurrent()) process.exitCode = await buildAlone();
} catch (error) {
  refuse(`The build cannot be made: ${error.message}. Let this user write to ${ROOT}, or build as one who can.`);
}
