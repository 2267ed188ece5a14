import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, inject, it } from "vitest";
import { ConfigurationError, type Env, env, overrideEnv, readEnv } from "@/server/env";

const SECRET = "0123456789abcdef0123456789abcdef";

function problemsOf(source: Record<string, string>): string {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return "";
}

describe("readEnv", () => {
  it("needs nothing, and empty variables count as absent", () => {
    const nothing = readEnv({});
    expect(nothing).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      databasePoolMax: 10,
      webConcurrency: 1,
      dataDir: join(process.cwd(), ".data"),
      smtpUrl: undefined,
      appUrl: "http://localhost:3000",
      trustedProxy: [],
      webhookAllowedPrivateHosts: [],
      webhookRetrySeconds: [60, 300, 900, 3600, 21600],
      securityContact: "mailto:security@localhost",
      retentionMonths: 24,
      seedDemo: true,
      logLevel: "info",
      nodeEnv: "development",
    });
    const empty = Object.fromEntries(
      ["PORT", "DATABASE_URL", "DATA_DIR", "SMTP_URL", "APP_SECRET", "APP_URL", "TRUSTED_PROXY", "SEED_DEMO"]
        .concat([
          "WEBHOOK_ALLOWED_PRIVATE_HOSTS",
          "WEBHOOK_RETRY_SCHEDULE",
          "LOG_LEVEL",
          "DATABASE_POOL_MAX",
          "WEB_CONCURRENCY",
          "APP_SECRET_PREVIOUS",
          "HOST",
        ])
        .map((name) => [name, name === "PORT" ? "  " : ""]),
    );
    const withoutSecrets = (read: Env) =>
      Object.fromEntries(
        Object.entries(Object.getOwnPropertyDescriptors(read)).filter(([name]) => !/AppSecret|appSecret/.test(name)),
      );
    const [values, expected] = [withoutSecrets(readEnv(empty)), withoutSecrets(nothing)];
    expect(values).toEqual(expected);
  });

  it("reads every variable", () => {
    const read = readEnv({
      PORT: "8080",
      HOST: "0.0.0.0",
      DATABASE_URL: "postgresql://user:word@db.example/sampan?sslmode=verify-full",
      DATABASE_POOL_MAX: "25",
      WEB_CONCURRENCY: "3",
      DATA_DIR: "/var/lib/sampan",
      SMTP_URL: "smtps://user:word@mail.example",
      APP_SECRET: SECRET,
      APP_SECRET_PREVIOUS: SECRET.replace("0", "1"),
      APP_URL: "https://Sampan.example/",
      TRUSTED_PROXY: "loopback, 10.0.0.0/8,192.0.2.7, fd00::/8",
      WEBHOOK_ALLOWED_PRIVATE_HOSTS: "LocalHost:8443, 127.0.0.1:80,[::1]:9000",
      WEBHOOK_RETRY_SCHEDULE: "1, 2,3",
      SECURITY_CONTACT: "https://sampan.example/security",
      RETENTION_MONTHS: "36",
      SEED_DEMO: "1",
      LOG_LEVEL: "debug",
      NODE_ENV: "production",
    });
    expect({ ...read }).toEqual({
      port: 8080,
      host: "0.0.0.0",
      databaseUrl: "postgresql://user:word@db.example/sampan?sslmode=verify-full",
      databasePoolMax: 25,
      webConcurrency: 3,
      dataDir: "/var/lib/sampan",
      smtpUrl: "smtps://user:word@mail.example",
      appSecret: SECRET,
      previousAppSecret: SECRET.replace("0", "1"),
      keepsSecret: false,
      appUrl: "https://sampan.example",
      trustedProxy: ["127.0.0.0/8", "::1/128", "10.0.0.0/8", "192.0.2.7", "fd00::/8"],
      webhookAllowedPrivateHosts: ["localhost:8443", "127.0.0.1:80", "[::1]:9000"],
      webhookRetrySeconds: [1, 2, 3],
      securityContact: "https://sampan.example/security",
      retentionMonths: 36,
      seedDemo: true,
      logLevel: "debug",
      nodeEnv: "production",
    });
  });

  it("runs several processes only in production on PostgreSQL, as many as the machine has cores, at most 4", () => {
    const postgresql = { DATABASE_URL: "postgres://db.example/sampan", APP_SECRET: SECRET, NODE_ENV: "production" };
    expect(readEnv(postgresql).webConcurrency).toBe(Math.min(4, availableParallelism()));
    expect(readEnv({ ...postgresql, WEB_CONCURRENCY: "9" }).webConcurrency).toBe(9);
    expect(readEnv({ ...postgresql, NODE_ENV: "development" }).webConcurrency).toBe(1);
    expect(readEnv({ NODE_ENV: "production", WEB_CONCURRENCY: "9" }).webConcurrency).toBe(1);
  });

  it("takes the port into the default address", () => {
    expect(readEnv({ PORT: "4000" }).appUrl).toBe("http://localhost:4000");
  });

  it.each([
    [{}, true],
    [{ APP_URL: "http://127.0.0.9:8080" }, true],
    [{ APP_URL: "http://[::1]:8080" }, true],
    [{ APP_URL: "https://sampan.localhost" }, true],
    [{ APP_URL: "https://ship.example.com" }, false],
    [{ APP_URL: "http://192.168.1.5:3000" }, false],
    [{ APP_URL: "http://localhost.example.com" }, false],
    [{ APP_URL: "http://127.0.0.1.example.com" }, false],
    [{ APP_URL: "https://ship.example.com", SEED_DEMO: "1" }, true],
    [{ SEED_DEMO: "0" }, false],
    [{ DATABASE_URL: "postgres://db.example/sampan", APP_SECRET: SECRET }, false],
    [{ DATABASE_URL: "postgres://db.example/sampan", APP_SECRET: SECRET, SEED_DEMO: "1" }, true],
  ] as [Record<string, string>, boolean][])("with %j makes demonstration data: %s", (source, expected) => {
    expect(readEnv(source).seedDemo).toBe(expected);
  });

  it.each([
    ["PORT", ["0", "65536", "3000.5", "3e3", "-1", "http", "0x10"]],
    ["DATABASE_POOL_MAX", ["0", "1001", "ten"]],
    ["WEB_CONCURRENCY", ["0", "65", "all"]],
    ["DATABASE_URL", ["db.example", "mysql://db.example/sampan", "postgres"]],
    ["SMTP_URL", ["mail.example:25", "http://mail.example"]],
    ["APP_SECRET", ["short", SECRET.slice(1)]],
    ["APP_SECRET_PREVIOUS", ["short", SECRET.slice(1)]],
    [
      "APP_URL",
      ["sampan.example", "ftp://a.example", "https://a.example/app", "https://a.example/?a=1", "https://u:p@a.example"],
    ],
    ["SECURITY_CONTACT", ["security@sampan.example", "http://sampan.example", "mailto:somebody", "mailto:a@b c"]],
    ["TRUSTED_PROXY", ["proxy.example", "10.0.0.0/33", "10.0.0.0/", "::/129", "1.2.3.4,", "10.0.0/8", "fe80::1%eth0"]],
    [
      "WEBHOOK_ALLOWED_PRIVATE_HOSTS",
      ["localhost", "localhost:0", "localhost:65536", "https://localhost:1", "::1:80", "a b:80", ":80", "user@a:80"],
    ],
    ["WEBHOOK_RETRY_SCHEDULE", ["0", "60,", "60;300", "1.5", "-1", "99999999", "soon"]],
    ["SEED_DEMO", ["yes", "true", "2"]],
    ["LOG_LEVEL", ["verbose", "INFO"]],
    ["NODE_ENV", ["staging"]],
  ])("refuses a wrong %s", (variable, values) => {
    for (const value of values) {
      const message = problemsOf({ APP_SECRET: SECRET, [variable]: value });
      expect(message, value).toMatch(new RegExp(`^A setting is wrong: ${variable} must be .+$`));
    }
  });

  it("names every wrong variable on a line of its own", () => {
    expect(problemsOf({ PORT: "x", LOG_LEVEL: "loud", DATABASE_URL: "postgres://db.example/a" }).split("\n")).toEqual([
      "3 settings are wrong:",
      '  PORT must be a whole number from 1 to 65535, not "x"',
      '  LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud"',
      expect.stringMatching(/^ {2}APP_SECRET is required with DATABASE_URL/),
    ]);
  });

  it("repeats no secret", () => {
    const source = { DATABASE_URL: "db://u:hunter2@h", SMTP_URL: "mail://u:hunter2@h", APP_SECRET: "hunter2" };
    expect(problemsOf(source)).toContain("3 settings are wrong");
    expect(problemsOf(source)).not.toContain("hunter2");
  });

  it("counts characters of a secret, not UTF-16 units", () => {
    expect(readEnv({ APP_SECRET: "🔑".repeat(32) }).appSecret).toBe("🔑".repeat(32));
    expect(problemsOf({ APP_SECRET: "🔑".repeat(31) })).toContain("APP_SECRET");
  });
});

describe("the secret of an embedded database", () => {
  const folders: string[] = [];
  const newFolder = () => {
    const folder = mkdtempSync(join(inject("testFolder"), "env-"));
    folders.push(folder);
    return folder;
  };
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  it("is made once, when asked for, readable by its owner only", () => {
    const folder = join(newFolder(), "not/yet");
    const first = readEnv({ DATA_DIR: folder });
    expect(statSync(folder, { throwIfNoEntry: false })).toBeUndefined();
    expect(first.appSecret.length).toBeGreaterThanOrEqual(32);
    expect(first.appSecret).toBe(first.appSecret);
    expect(readEnv({ DATA_DIR: folder }).appSecret).toBe(first.appSecret);
    expect(readdirSync(folder)).toEqual(["app-secret"]);
    expect(statSync(join(folder, "app-secret")).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("gives way to APP_SECRET", () => {
    const folder = newFolder();
    expect(readEnv({ DATA_DIR: folder, APP_SECRET: SECRET }).appSecret).toBe(SECRET);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is refused when its file was damaged", () => {
    const folder = newFolder();
    const file = join(folder, "app-secret");
    writeFileSync(file, "cut off");
    expect(() => readEnv({ DATA_DIR: folder }).appSecret).toThrow(/APP_SECRET in .*app-secret must be 32 characters/);
    expect(readFileSync(file, "utf8")).toBe("cut off");
  });
});

describe("env", () => {
  it("gives what tests set, without asking for the secret, and what was there before", () => {
    const before = env();
    const undo = overrideEnv({ port: 4321 });
    expect(env().port).toBe(4321);
    expect(env().appSecret).toBe(before.appSecret);
    const lazy = readEnv({ DATA_DIR: join(inject("testFolder"), "never") });
    const undoLazy = overrideEnv(lazy);
    overrideEnv({ port: 1 })();
    expect(statSync(lazy.dataDir, { throwIfNoEntry: false })).toBeUndefined();
    undoLazy();
    undo();
    expect(env()).toBe(before);
  });
});
