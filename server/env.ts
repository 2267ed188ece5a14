/**
 * Owns the settings: the only reader and writer of `process.env`. They are read on first use, never while a module
 * loads, so that a build needs none of them. Variables, defaults and rules: contract §16.1.
 */
import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";

export type Env = {
  port: number;
  /** The address to listen on; absent: `server/process/listen-address.ts` decides. */
  host: string | undefined;
  /** Absent: the embedded database in `dataDir` is used. */
  databaseUrl: string | undefined;
  databasePoolMax: number;
  /** How many server processes share the port; 1 on the embedded database, which one process may open. */
  webConcurrency: number;
  /** Absolute. */
  dataDir: string;
  /** Absent: mails are written as files under `dataDir`. */
  smtpUrl: string | undefined;
  /** Read or created on first use, because it may be a file in `dataDir`. */
  appSecret: string;
  /** Still decrypts what was encrypted under it; read on first use, too. */
  previousAppSecret: string | undefined;
  /** Whether the secret is a file in `dataDir`, which `changeKeptSecret` changes. */
  keepsSecret: boolean;
  /** Origin only, without a trailing slash. */
  appUrl: string;
  /** Addresses and CIDR ranges ("loopback" is spelled out); empty: forwarding headers are ignored. */
  trustedProxy: readonly string[];
  /** `host:port` in lower case, IPv6 in brackets, as `URL` writes them. */
  webhookAllowedPrivateHosts: readonly string[];
  webhookRetrySeconds: readonly number[];
  /** Where people report security problems, as a URI. */
  securityContact: string;
  /** So long after its end, the personal data of an order is erased. */
  retentionMonths: number;
  /** Whether to create demonstration data if no person can sign in yet (contract §8.4). */
  seedDemo: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
  nodeEnv: (typeof NODE_ENVS)[number];
};

/**
 * One or more settings are wrong; the message names each one, on separate lines if there are several, and contains no
 * secret.
 */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";

  constructor(readonly problems: readonly { variable: string; problem: string }[]) {
    const lines = problems.map(({ variable, problem }) => `${variable} ${problem}`);
    super(
      lines.length === 1
        ? `A setting is wrong: ${lines[0]}`
        : [`${lines.length} settings are wrong:`, ...lines].join("\n  "),
    );
  }
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
const NODE_ENVS = ["development", "production", "test"] as const;
const LOOPBACK = ["127.0.0.0/8", "::1/128"];
const MAX_RETRY_SECONDS = 30 * 86_400;
const APP_SECRET_LENGTH = 32;
/** Number of server processes, if WEB_CONCURRENCY is not set. */
const MOST_PROCESSES = 4;

const variables = z.object({
  PORT: setting("a whole number from 1 to 65535", wholeNumber(1, 65_535)).default(3000),
  HOST: setting("an IP address to listen on, such as 0.0.0.0, 127.0.0.1 or ::1", (text) =>
    isIP(text) ? text : undefined,
  ).optional(),
  DATABASE_URL: secret("a postgres:// or postgresql:// address", url("postgres:", "postgresql:")).optional(),
  DATABASE_POOL_MAX: setting("a whole number from 1 to 1000", wholeNumber(1, 1000)).default(10),
  WEB_CONCURRENCY: setting("a whole number from 1 to 64", wholeNumber(1, 64)).optional(),
  DATA_DIR: setting("a path", (text) => (text.includes("\0") ? undefined : text)).default(".data"),
  SMTP_URL: secret(
    "an smtp:// or smtps:// address that does not switch off the check of certificates",
    smtpUrl,
  ).optional(),
  APP_SECRET: secret(`a text of at least ${APP_SECRET_LENGTH} characters`, longEnough).optional(),
  APP_SECRET_PREVIOUS: secret(`a text of at least ${APP_SECRET_LENGTH} characters`, longEnough).optional(),
  APP_URL: setting("an http:// or https:// address without path, query or user", origin).optional(),
  TRUSTED_PROXY: setting(
    'addresses or CIDR ranges, comma separated, such as "10.0.0.0/8,::1", or "loopback"',
    list(proxyRange),
  ).default([]),
  WEBHOOK_ALLOWED_PRIVATE_HOSTS: setting(
    'host:port, comma separated, such as "localhost:8443,[::1]:9000"',
    list(hostAndPort),
  ).default([]),
  WEBHOOK_RETRY_SCHEDULE: setting(
    `whole seconds from 1 to ${MAX_RETRY_SECONDS}, comma separated`,
    list(wholeNumber(1, MAX_RETRY_SECONDS)),
  ).default([60, 300, 900, 3600, 21_600]),
  SECURITY_CONTACT: setting("an https:// or mailto: address", contact).optional(),
  RETENTION_MONTHS: setting("a whole number of months from 1 to 1200", wholeNumber(1, 1200)).default(24),
  SEED_DEMO: setting(`"1", "0" or absent`, oneOf(["1", "0"])).optional(),
  LOG_LEVEL: setting(`one of ${LOG_LEVELS.join(", ")}`, oneOf(LOG_LEVELS)).default("info"),
  NODE_ENV: setting(`one of ${NODE_ENVS.join(", ")}`, oneOf(NODE_ENVS)).default("development"),
});

/**
 * Reads and checks the settings; an empty variable counts as absent.
 * Throws `ConfigurationError` naming every wrong variable.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  const given: Record<string, string> = {};
  for (const name of Object.keys(variables.shape)) {
    const text = source[name]?.trim();
    if (text) given[name] = text;
  }
  const parsed = variables.safeParse(given);
  const problems = (parsed.error?.issues ?? []).map((issue) => ({
    variable: String(issue.path[0]),
    problem: issue.message,
  }));
  if (given.DATABASE_URL && !given.APP_SECRET) {
    problems.push({
      variable: "APP_SECRET",
      problem: `is required with DATABASE_URL: a text of at least ${APP_SECRET_LENGTH} characters, the same for every instance`,
    });
  }
  if (given.APP_SECRET_PREVIOUS && !given.APP_SECRET)
    problems.push({ variable: "APP_SECRET_PREVIOUS", problem: "is of use only with APP_SECRET" });
  if (source.NODE_TLS_REJECT_UNAUTHORIZED === "0")
    problems.push({
      variable: "NODE_TLS_REJECT_UNAUTHORIZED",
      problem: "must not be 0: certificates are always checked; name authorities of your own in NODE_EXTRA_CA_CERTS",
    });
  if (!parsed.success || problems.length > 0) throw new ConfigurationError(problems);

  const values = parsed.data;
  const dataDir = resolve(values.DATA_DIR);
  const appUrl = values.APP_URL ?? `http://localhost:${values.PORT}`;
  const isTrial = values.DATABASE_URL === undefined && isLoopback(new URL(appUrl).hostname);
  let appSecret = values.APP_SECRET;
  let previous: { secret: string | undefined } | undefined;
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    databasePoolMax: values.DATABASE_POOL_MAX,
    securityContact: values.SECURITY_CONTACT ?? `mailto:security@${new URL(appUrl).hostname}`,
    webConcurrency:
      values.DATABASE_URL && values.NODE_ENV === "production"
        ? (values.WEB_CONCURRENCY ?? Math.min(MOST_PROCESSES, availableParallelism()))
        : 1,
    dataDir,
    smtpUrl: values.SMTP_URL,
    get appSecret() {
      appSecret ??= storedSecret(dataDir);
      return appSecret;
    },
    get previousAppSecret() {
      previous ??= { secret: values.APP_SECRET ? values.APP_SECRET_PREVIOUS : readSecret(previousFile(dataDir)) };
      return previous.secret;
    },
    keepsSecret: values.APP_SECRET === undefined,
    appUrl,
    trustedProxy: values.TRUSTED_PROXY.flatMap((range) => (range === "loopback" ? LOOPBACK : range)),
    webhookAllowedPrivateHosts: values.WEBHOOK_ALLOWED_PRIVATE_HOSTS,
    webhookRetrySeconds: values.WEBHOOK_RETRY_SCHEDULE,
    retentionMonths: values.RETENTION_MONTHS,
    seedDemo: values.SEED_DEMO === undefined ? isTrial : values.SEED_DEMO === "1",
    logLevel: values.LOG_LEVEL,
    nodeEnv: values.NODE_ENV,
  };
}

/** The API credentials that `npm run listen` reads from its environment; an empty variable counts as absent. */
export function listenerCredentials(): { clientId: string | undefined; clientSecret: string | undefined } {
  const { SAMPAN_CLIENT_ID, SAMPAN_CLIENT_SECRET } = process.env;
  return { clientId: SAMPAN_CLIENT_ID?.trim() || undefined, clientSecret: SAMPAN_CLIENT_SECRET?.trim() || undefined };
}

const ENV = Symbol.for("sampan.env");
const globals = globalThis as typeof globalThis & Record<symbol, Env | undefined>;

/** The settings of this process, read and checked once. Throws `ConfigurationError`. Never call it while a module loads. */
export function env(): Env {
  globals[ENV] ??= readEnv();
  return globals[ENV];
}

/**
 * `npm run dev`: Node's watcher has every child report what it loads, also those of Next, which expect other messages.
 * They do not learn of it.
 */
export function forgetWatcher(): void {
  delete process.env.WATCH_REPORT_DEPENDENCIES;
}

/**
 * Puts next-auth's address and secret where it looks for them: in `process.env`. Creates the stored secret if needed.
 */
export function configureNextAuth(): void {
  process.env.NEXTAUTH_URL = env().appUrl;
  process.env.NEXTAUTH_SECRET = env().appSecret;
}

/**
 * Changes what `env()` returns, on top of earlier changes; tests begin with the defaults. Returns a function that undoes
 * this.
 */
export function overrideEnv(changes: Partial<Env>): () => void {
  const before = globals[ENV];
  // Descriptors, because a spread would read `appSecret` and so create its file.
  globals[ENV] = Object.defineProperties({} as Env, {
    ...Object.getOwnPropertyDescriptors(before ?? readEnv({})),
    ...Object.getOwnPropertyDescriptors(changes),
  });
  return () => {
    globals[ENV] = before;
  };
}

const secretFile = (dataDir: string) => join(dataDir, "app-secret");
const previousFile = (dataDir: string) => join(dataDir, "app-secret-previous");

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a secret next to where it belongs, for it to appear there complete or not at all. Returns the draft's path. */
function draftSecret(file: string, text: string): string {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${text}\n`, { mode: 0o600, flag: "wx", flush: true });
  return draft;
}

const newAppSecret = () => randomBytes(32).toString("base64url");

/** The secret of an embedded database: created once, by whichever process comes first. */
function storedSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  let text = readSecret(file);
  if (text === undefined) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const draft = draftSecret(file, newAppSecret());
    try {
      // A link fails where another process was first, so that its secret is not replaced.
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    text = readSecret(file) ?? "";
  }
  if (!longEnough(text)) {
    const problem = `in ${file} must be ${APP_SECRET_LENGTH} characters or more: restore the file, or set APP_SECRET`;
    throw new ConfigurationError([{ variable: "APP_SECRET", problem }]);
  }
  return text;
}

/**
 * Changes the secret that is a file in `dataDir`, in this process from now on, too. The one before is kept beside it
 * until `forgetPreviousSecret`, because sealed values and sessions still need it.
 */
export function changeKeptSecret(): void {
  const { dataDir, appSecret } = env();
  const next = newAppSecret();
  // First the old one: if the process ends in between, both files have it.
  for (const [file, text] of [
    [previousFile(dataDir), appSecret],
    [secretFile(dataDir), next],
  ] as const)
    renameSync(draftSecret(file, text), file);
  overrideEnv({ appSecret: next, previousAppSecret: appSecret });
  configureNextAuth();
}

/** Deletes the kept secret before, if it was changed so many milliseconds ago. Returns whether it did. */
export function forgetPreviousSecret(afterMs: number): boolean {
  const { dataDir, keepsSecret, previousAppSecret } = env();
  if (!keepsSecret || previousAppSecret === undefined) return false;
  const file = previousFile(dataDir);
  const changed = statSync(file, { throwIfNoEntry: false });
  if (changed && Date.now() - changed.mtimeMs < afterMs) return false;
  rmSync(file, { force: true });
  overrideEnv({ previousAppSecret: undefined });
  return true;
}

function setting<T>(expected: string, parse: (text: string) => T | undefined) {
  return checkedBy(parse, (text) => {
    const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    return `must be ${expected}, not ${JSON.stringify(shown)}`;
  });
}

function secret<T>(expected: string, parse: (text: string) => T | undefined) {
  return checkedBy(parse, () => `must be ${expected} (what was given is not shown)`);
}

function checkedBy<T>(parse: (text: string) => T | undefined, problem: (text: string) => string) {
  return z.string().transform((text, context): T => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue({ code: "custom", message: problem(text) });
    return z.NEVER;
  });
}

function wholeNumber(least: number, most: number) {
  return (text: string) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  };
}

function oneOf<const T extends string>(values: readonly T[]) {
  return (text: string) => values.find((value) => value === text);
}

function longEnough(text: string) {
  return [...text].length >= APP_SECRET_LENGTH ? text : undefined;
}

function list<T>(parse: (item: string) => T | undefined) {
  return (text: string): T[] | undefined => {
    const values = text.split(",").map((item) => parse(item.trim()));
    return values.includes(undefined) ? undefined : (values as T[]);
  };
}

function url(...protocols: string[]) {
  return (text: string) => (URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined);
}

function smtpUrl(text: string) {
  const given = url("smtp:", "smtps:")(text);
  const checks = given && new URL(given).searchParams.get("tls.rejectUnauthorized");
  return checks === null || checks === "true" ? given : undefined;
}

function origin(text: string) {
  if (!URL.canParse(text)) return undefined;
  const address = new URL(text);
  const isWeb = address.protocol === "http:" || address.protocol === "https:";
  return isWeb && address.href === `${address.origin}/` ? address.origin : undefined;
}

function contact(text: string) {
  const isAddress = /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text) && URL.canParse(text);
  return isAddress ? text : undefined;
}

/** Whether a name or address, as `URL` writes it, belongs only to this machine. */
export function isLoopback(host: string): boolean {
  return /^(127(\.\d+){3}|\[?::1\]?|(.+\.)?localhost)$/.test(host);
}

function proxyRange(item: string) {
  if (item === "loopback") return item;
  const [address = "", prefix, ...rest] = item.split("/");
  const family = address.includes("%") ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) return undefined;
  const isPrefix = prefix === undefined || wholeNumber(0, family === 4 ? 32 : 128)(prefix) !== undefined;
  return isPrefix ? item : undefined;
}

function hostAndPort(item: string) {
  const [, host = "", port = ""] = /^(\[[^\]]+\]|[^:/?#@\\\s[\]]+):(\d+)$/.exec(item) ?? [];
  const number = wholeNumber(1, 65_535)(port);
  if (number === undefined || !URL.canParse(`https://${host}`)) return undefined;
  return `${new URL(`https://${host}`).hostname}:${number}`;
}
