// Runs steps of checks and tests. A test that falls is run again, at most twice: what passes then is flaky, which the
// last lines say, and the run goes on. Whatever ends a run, its last lines say why. See docs/gate.md.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs";
import { freemem, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";

/** More fallen tests than this in one step are no accident: they are not tried again. */
const MOST_FALLEN = 10;
const TRIES_AGAIN = 2;
const LOGS_KEPT = 10;
const REASON_LINES = 56;
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

/** What fell: tests, or `file: null` for what belongs to no test. */
class Fallen extends Error {
  constructor(words, tests) {
    super(words);
    this.tests = tests;
  }
}

const nameOf = ({ file, name }) => (file ? `${file} > ${name}` : name);
const secondsSince = (began) => Math.round((Date.now() - began) / 1000);

/** One run: its commands, what was flaky in it, how long each step took, and its log. */
class Run {
  isEnding = false;
  #began = new Date();
  #work = mkdtempSync(join(tmpdir(), "sampan-gate-"));
  #log = openLog(this.#began);
  #flaky = new Set();
  #children = new Map();
  /** The steps that run now. */
  #open = new Set();
  #took;
  #serial = 0;
  #finish;

  constructor(took, finish) {
    this.#took = took;
    this.#finish = finish;
  }

  get seconds() {
    return secondsSince(this.#began);
  }

  say(text) {
    const line = `${text}\n`;
    process.stdout.write(line);
    if (this.#log.file) writeSync(this.#log.descriptor, stripVTControlCharacters(line));
  }

  sayWhere(diskNeededGb) {
    for (const line of surroundings(this.#began, diskNeededGb)) this.say(line);
    if (!this.#log.file) this.say(`the output is not kept: ${this.#log.problem}`);
  }

  /** Runs a step and returns how many seconds it took; null: the run has ended, by the first step that fell. */
  async step(name, work, isAlone) {
    const began = Date.now();
    this.#open.add(name);
    this.say(`\n== ${name} (${this.seconds}s)`);
    try {
      await work(new Step(this, isAlone ? "" : `${name} | `));
    } catch (error) {
      await this.#fail(name, error);
    }
    this.#open.delete(name);
    if (this.isEnding) return null;
    const seconds = secondsSince(began);
    this.#took.push([name, seconds]);
    return seconds;
  }

  /** Runs a command; `say` gets its words as they come. Returns its exit code and what it said. */
  async spawn([file, ...words], env, say) {
    const child = spawn(file, words, {
      env: { ...process.env, CI: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#children.set(child, [file, ...words].join(" "));
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      let rest = "";
      stream.setEncoding("utf8");
      stream.on("data", (chunk) => {
        said += chunk;
        const lines = (rest + chunk).split("\n");
        rest = lines.pop();
        for (const line of lines) say(line);
      });
      stream.on("end", () => rest && say(rest));
    }
    const closed = once(child, "close");
    const [code] = await Promise.race([
      once(child, "exit"),
      once(child, "error").then(([error]) => {
        said += error.message;
        return [127];
      }),
    ]);
    // A process that outlives the command may hold its output open for ever.
    await Promise.race([closed, wait(5000, null, { ref: false })]);
    kill(child, "SIGKILL");
    this.#children.delete(child);
    return { code, said };
  }

  /** A file for what a test run's reporter writes down. */
  reportFile() {
    return join(this.#work, `${++this.#serial}.jsonl`);
  }

  noteFlaky(test) {
    this.#flaky.add(nameOf(test));
  }

  #lastLines() {
    const flaky = [...this.#flaky];
    const width = Math.max(0, ...this.#took.map(([name]) => name.length));
    return [
      ...this.#took.map(([name, seconds]) => `${name.padEnd(width)} ${String(seconds).padStart(5)} s`),
      ...flaky.slice(0, 12).map((name) => `flaky: ${name}`),
      ...(flaky.length > 12 ? [`flaky: ${flaky.length - 12} more, named above`] : []),
      ...(this.#log.file ? [`the whole output: ${this.#log.file}`] : []),
    ];
  }

  /** Ends everything and exits; only the first call does. */
  async #end(code, reason) {
    if (this.isEnding) return;
    this.isEnding = true;
    for (const child of this.#children.keys()) kill(child, "SIGTERM");
    for (let n = 0; n < 50 && this.#children.size; n++) await wait(100);
    for (const child of this.#children.keys()) kill(child, "SIGKILL");
    for (const line of [...reason, ...this.#lastLines()]) this.say(line);
    await this.#finish(new Step(this, ""));
    rmSync(this.#work, { recursive: true, force: true });
    if (this.#log.file) closeSync(this.#log.descriptor);
    process.exit(code);
  }

  pass() {
    return this.#end(0, [`\n== done (${this.seconds}s)`]);
  }

  #fail(name, error) {
    const head = `\n== FAILED: ${name} (${this.seconds}s)${error.message ? `: ${error.message}` : ""}`;
    return this.#end(1, [head, ...reasonOf(error, REASON_LINES - this.#lastLines().length - 2)]);
  }

  stop(signal, number) {
    const words = [...this.#children.values()].map((command) => `  ${command.slice(0, 200)}`);
    const open = readdirSync(this.#work).flatMap((name) => unfinished(join(this.#work, name)));
    const begun = open.slice(-20).map((file) => `  not finished: ${file}`);
    const names = [...this.#open].join(", ");
    const head = `\n== stopped by ${signal} in the step "${names}" (${this.seconds}s), while these ran:`;
    return this.#end(128 + number, [head, ...words, ...begun]);
  }
}

/** What a step may do. Lines of steps that run side by side begin with the step's name. */
class Step {
  #run;
  #prefix;

  constructor(run, prefix) {
    this.#run = run;
    this.#prefix = prefix;
  }

  say(text) {
    this.#run.say(this.#prefix + text);
  }

  #execute(command, { env = {}, quiet = false } = {}) {
    return this.#run.spawn(command, env, (line) => quiet || this.say(line));
  }

  /** A test run, and what its reporter wrote down. */
  async #attempt(command, env) {
    const report = this.#run.reportFile();
    const { code, said } = await this.#execute(command, { env: { ...env, GATE_REPORT: report } });
    const lines = existsSync(report) ? readFileSync(report, "utf8").trim().split("\n").filter(Boolean) : [];
    const reported = lines.map((line) => JSON.parse(line));
    const passed = new Set(reported.filter(({ at }) => at === "passed").map(nameOf));
    const seen = reported.filter(({ at }) => at === "fell");
    for (const test of seen) if (passed.has(nameOf(test))) this.#run.noteFlaky(test);
    const fallen = [
      ...new Map(seen.filter((test) => !passed.has(nameOf(test))).map((test) => [nameOf(test), test])).values(),
    ];
    if (code !== 0 && !fallen.length) fallen.push({ file: null, name: "outside of tests", error: tail(said) });
    return { ok: code === 0, fallen };
  }

  /** Tries again what fell: `again` runs a file, or all for null. */
  async #retried(first, again) {
    if (first.ok) return;
    if (first.fallen.length > MOST_FALLEN)
      throw new Fallen(`more than ${MOST_FALLEN} fell: not tried again`, first.fallen);
    const files = first.fallen.every(({ file }) => file) ? new Set(first.fallen.map(({ file }) => file)) : [null];
    const lost = [];
    for (const file of files) {
      const seen = first.fallen.filter((test) => !file || test.file === file);
      let last = first;
      for (let n = 0; n < TRIES_AGAIN && !last.ok; n++) {
        this.say(`-- once more: ${file ?? "all"}`);
        last = await again(file);
        seen.push(...last.fallen);
      }
      if (last.ok) for (const test of seen) this.#run.noteFlaky(test);
      else lost.push(...last.fallen);
    }
    if (lost.length) throw new Fallen("each fell three times", lost);
  }

  /** A command that must succeed. Returns what it said. */
  async command(command, options) {
    const { code, said } = await this.#execute(command, options);
    if (code !== 0) throw new Fallen(`exit ${code}`, [{ file: null, name: command.join(" "), error: tail(said) }]);
    return { said };
  }

  /** A command that fetches from elsewhere, which may fail twice. */
  async download(command, env) {
    for (let n = 0; n < TRIES_AGAIN; n++) {
      if ((await this.#execute(command, { env })).code === 0) return;
      await wait(5000 * (n + 1));
    }
    await this.command(command, { env });
  }

  /**
   * Vitest, all files or `some` by parts of their names. Tests of a file share state, so a file is tried again: in a new
   * process, on a new database.
   */
  async vitest(command, env = {}, some = []) {
    const reported = [...command, "--reporter=default", `--reporter=${join(import.meta.dirname, "report-vitest.mjs")}`];
    const first = await this.#attempt([...reported, `--bail=${MOST_FALLEN + 1}`, ...some], env);
    await this.#retried(first, (file) => this.#attempt([...reported, ...(file ? [file] : some)], env));
  }

  /** Playwright, which tries again itself. */
  async journeys(command, env = {}) {
    const reporters = `--reporter=list,${join(import.meta.dirname, "report-playwright.mjs")}`;
    const reported = [...command, reporters, `--retries=${TRIES_AGAIN}`];
    const { ok, fallen } = await this.#attempt(reported, { ...env, GATE_MOST_FALLEN: String(MOST_FALLEN) });
    if (!ok) throw new Fallen("each was tried three times, unless more than ten fell", fallen);
  }
}

/** Ends the processes of a command, also those that it left behind. */
function kill(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // No process is left.
  }
}

/**
 * Runs stages one after the other, the steps of each side by side, and exits.
 *
 * @param stages what each step does, by its name; it throws where it fails
 * @param names those to run; none: all
 * @param always those that every other needs
 * @param took names and seconds of steps that passed in an earlier run
 * @param passed called with the name and the seconds of each step that passed
 * @param finish what is done at any end
 */
export async function runSteps(
  stages,
  { names, always = [], diskNeededGb, took = [], passed = () => {}, finish = () => {} },
) {
  const all = stages.flatMap(Object.keys);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length) {
    console.error(`No step is called ${unknown.join(", ")}. There are: ${all.join(", ")}.`);
    process.exit(2);
  }
  const run = new Run(took, finish);
  // The reader of the output may go away; the run goes on, for its log.
  process.stdout.on("error", () => {});
  for (const [signal, number] of Object.entries(SIGNAL_NUMBERS))
    process.on(signal, () => {
      if (!run.isEnding) void run.stop(signal, number);
    });
  run.sayWhere(diskNeededGb);
  for (const stage of stages) {
    const wanted = Object.entries(stage).filter(
      ([name]) => !names.length || names.includes(name) || always.includes(name),
    );
    await Promise.all(
      wanted.map(async ([name, step]) => {
        const seconds = await run.step(name, step, wanted.length === 1);
        if (seconds !== null) passed(name, seconds);
      }),
    );
    if (run.isEnding) return;
  }
  await run.pass();
}

/** What fell, first the names and then as many of their errors as there is room for. */
function reasonOf(error, room) {
  if (!(error instanceof Fallen))
    return String(error?.stack ?? error)
      .split("\n")
      .slice(0, room);
  const names = error.tests.slice(0, MOST_FALLEN + 5).map((test) => `  ${nameOf(test)}`);
  const errors = error.tests.flatMap((test) => [
    `- ${nameOf(test)}`,
    ...stripVTControlCharacters(test.error)
      .split("\n")
      .filter((line) => line.trim())
      .slice(0, test.file ? 10 : 30)
      .map((line) => `    ${line.slice(0, 200)}`),
    ...(test.page ?? []).map((line) => `    ${line.slice(0, 300)}`),
  ]);
  return error.tests.length === 1 ? errors.slice(0, room) : [...names, ...errors].slice(0, room);
}

/** The end of what a command said. */
function tail(said) {
  return said.trimEnd().split("\n").slice(-30).join("\n");
}

/** The files of a test run that began and did not end. */
function unfinished(report) {
  const open = new Set();
  for (const line of readFileSync(report, "utf8").split("\n").filter(Boolean)) {
    const { at, file } = JSON.parse(line);
    if (at === "begins") open.add(file);
    if (at === "ends") open.delete(file);
  }
  return [...open];
}

/** Opens the file that keeps the output, and forgets the oldest ones. */
function openLog(start) {
  const folder = join(process.env.TMPDIR || "/tmp", "sampan-ci");
  try {
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true });
      // Others who share the machine keep theirs there too.
      chmodSync(folder, 0o1777);
    }
    const file = join(folder, `${start.toISOString().replaceAll(":", "-")}-${process.pid}.log`);
    const descriptor = openSync(file, "wx");
    for (const old of readdirSync(folder).sort().slice(0, -LOGS_KEPT))
      try {
        rmSync(join(folder, old));
      } catch {
        // Another user's.
      }
    return { file, descriptor };
  } catch (error) {
    return { file: null, problem: error.message };
  }
}

/** What a run depends on, for the reader who asks why it failed. Of variables only the names: values may be secrets. */
function surroundings(start, diskNeededGb) {
  const gb = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`;
  const free = (folder) => {
    const { bavail, bsize } = statfsSync(folder);
    return gb(bavail * bsize);
  };
  const version = (script) => {
    try {
      const said = execFileSync("bash", ["-c", script], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
      return said.trim().split("\n").pop() || "not installed yet";
    } catch {
      return "not installed yet";
    }
  };
  const umask = process.umask().toString(8).padStart(3, "0");
  return [
    `date: ${start.toISOString()}, time zone ${Intl.DateTimeFormat().resolvedOptions().timeZone}`,
    `folder: ${process.cwd()}`,
    `user: ${version("id -un || id -u")}, umask ${umask}`,
    `free disk: ${free(".")} here, ${free(tmpdir())} in ${tmpdir()}; ${diskNeededGb} GB are needed`,
    `memory: ${gb(freemem())} of ${gb(totalmem())} free`,
    `node ${process.version}, npm ${version("npm --version")}`,
    `PostgreSQL: ${version("$(ls /usr/lib/postgresql/*/bin/postgres | sort -V | tail -n 1) --version")}`,
    `browser: ${version("/usr/bin/chromium-headless-shell --version || /usr/bin/chromium --version")}`,
    `variables: ${Object.keys(process.env).sort().join(" ")}`,
    `commit: ${version("git log -1 --format='%h %s'")}`,
  ];
}
