// What a start says of connections without TLS, and which it refuses (contract §16.9).
import { afterEach, expect, it, vi } from "vitest";
import { createPool } from "@/server/db/database";
import { readEnv } from "@/server/env";
import { plainConnections } from "@/server/plain-connections";

afterEach(() => vi.unstubAllEnvs());

const said = async (smtpUrl?: string, databaseUrl?: string) =>
  (await plainConnections({ smtpUrl, databaseUrl })).map((line) => line.split(":")[0]);

it.each([
  "smtp://203.0.114.7:587",
  "smtp://u:p@[2606:4700::1111]",
  "smtp://203.0.114.7?ignoreTLS=true",
  "smtp://203.0.114.7?requireTLS=false",
])("names %s", async (url) => expect(await said(url)).toEqual(["SMTP_URL"]));

it.each([
  "smtps://203.0.114.7",
  "smtp://203.0.114.7?requireTLS=true",
  "smtp://127.0.0.1:25",
  "smtp://localhost:25",
  "smtp://10.1.2.3",
  "smtp://[::1]:25",
  "smtp://[fd00::7]:25",
  "smtp://no-such-host.invalid",
])("says nothing of %s", async (url) => expect(await said(url)).toEqual([]));

it.each([
  ["postgres://u:p@203.0.114.7/sampan", true],
  ["postgres://u:p@203.0.114.7/sampan?sslmode=disable", true],
  ["postgres://u:p@203.0.114.7/sampan?sslmode=verify-full", false],
  ["postgres://u:p@203.0.114.7/sampan?ssl=true", false],
  ["postgres://u:p@10.0.0.7/sampan", false],
  ["postgres://u:p@[::1]:5432/sampan", false],
  ["postgres:///sampan?host=/var/run/postgresql", false],
])("of %s: %s", async (url, isNamed) => expect(await said(undefined, url)).toEqual(isNamed ? ["DATABASE_URL"] : []));

it("names both at once, and nothing where neither is set", async () => {
  expect(await said("smtp://203.0.114.7", "postgres://203.0.114.7/sampan")).toEqual(["SMTP_URL", "DATABASE_URL"]);
  expect(await said()).toEqual([]);
});

it("refuses to talk to a database or a mail server whose certificate is not checked", () => {
  for (const query of ["sslmode=no-verify", "uselibpqcompat=true&sslmode=require"])
    expect(() => createPool(`postgres://u:p@db.example/sampan?${query}`, 1)).toThrow(/DATABASE_URL must let .*checked/);
  vi.stubEnv("PGSSLMODE", "no-verify");
  expect(() => createPool("postgres://u:p@db.example/sampan", 1)).toThrow(/DATABASE_URL/);
  for (const value of ["false", "0", "no"])
    expect(() => readEnv({ SMTP_URL: `smtps://mail.example?tls.rejectUnauthorized=${value}` })).toThrow(
      /SMTP_URL must/,
    );
  expect(() => readEnv({ NODE_TLS_REJECT_UNAUTHORIZED: "0" })).toThrow(/NODE_TLS_REJECT_UNAUTHORIZED must not be 0/);
  expect(readEnv({ SMTP_URL: "smtps://mail.example?tls.rejectUnauthorized=true" }).smtpUrl).toBeDefined();
});
