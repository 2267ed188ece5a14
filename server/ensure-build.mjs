// Makes the build that `npm start` serves when there is none or a source is newer; else it is silent and quick.
// Several starts at once: one builds, the others wait. Plain JavaScript, so that a start without a build loads nothing.
import { spawn } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BUILD_ID = join(ROOT, ".next/BUILD_ID");
const CACHE = join(ROOT, "node_modules/.cache");
/** There while a build runs, and after one that did not end well: Next writes BUILD_ID before its last steps. */
const UNFINISHED = join(CACHE, "sampan-build.unfinished");
const SOURCES = [
  ...["app", "components", "lib", "server", "public"],
  ...["next.config.mjs", "package.json", "package-lock.json", "proxy.ts", "postcss.config.mjs"],
].map((name) => join(ROOT, name));
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

/** A folder counts with its own time too, which tells that a file in it went. */
function hasNewer(path, than) {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return false;
  if (stat.mtimeMs > than) return true;
  return stat.isDirectory() && readdirSync(path).some((name) => hasNewer(join(path, name), than));
}

function isCurrent() {
  const built = statSync(BUILD_ID, { throwIfNoEntry: false });
  return built !== undefined && !existsSync(UNFINISHED) && !SOURCES.some((path) => hasNewer(path, built.mtimeMs));
}

/** Runs `next build` and ends with it: when a signal comes, or when the shell that waits for this process is gone. */
async function build() {
  // What changes while the build runs is newer than the build.
  const begun = new Date();
  writeFileSync(UNFINISHED, "");
  const next = join(ROOT, "node_modules/next/dist/bin/next");
  const child = spawn(process.execPath, [next, "build", "--webpack"], {
    cwd: ROOT,
    stdio: ["inherit", "inherit", "pipe"],
  });
  // Where in a tool something failed helps nobody who starts the product.
  createInterface({ input: child.stderr }).on("line", (line) => /^\s+at .*[:)]/.test(line) || console.error(line));
  const parent = process.ppid;
  let isEnded = false;
  const end = () => {
    isEnded = true;
    child.kill("SIGTERM");
  };
  const watch = setInterval(() => process.ppid !== parent && end(), LOOK_MS);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, end);
  const [code, signal] = await new Promise((resolve) => child.once("close", (...how) => resolve(how)));
  clearInterval(watch);
  if (code === 0) {
    utimesSync(BUILD_ID, begun, begun);
    rmSync(UNFINISHED, { force: true });
  } else if (signal && !isEnded) {
    refuse(`The build was ended by ${signal}, perhaps for want of memory: give it more, and start again.`);
  } else if (!isEnded) {
    refuse(
      "The build failed, as said above. If a tool is missing or broken, run npm ci; if a source is wrong, correct it.",
    );
  }
  return code ?? 1;
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
