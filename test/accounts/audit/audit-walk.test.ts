// Every operation by which staff change something is in the audit log, once, with what it was about (contract §20.1).
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { CONTRACTS } from "@/lib/contracts";
import type { Contract } from "@/lib/contracts/contract";
import { writtenBody } from "@/lib/contracts/written";
import { operationOf } from "@/lib/operations";
import { isReadOnly, visitNeeded } from "@/lib/rights";
import { changeAuditLog, testDb } from "@/test/factories";
import { must, naming } from "@/test/pick-pack/warehouse";
import { accountOf, callerOf, KEPT, MARK, openShops, PHONE, type Step, support, WALK } from "./audit-walk";

type Json = Record<string, unknown>;

/** All of them but those about one's own sign-in. */
const WALKED = CONTRACTS.filter(
  ({ id, who }) =>
    who !== "anyone" &&
    who.some((role) => role === "support" || role === "warehouse") &&
    !isReadOnly(id) &&
    !operationOf(id).own,
);

/** Those that determine the account by the number of an order or wave: the warehouse calls them so, too. */
const BY_NUMBER = WALKED.filter(
  ({ id, account }) => account === "optional" && ["merchant", "warehouse"].includes(operationOf(id).about),
);

const rowsOf = async (requestId: string | null) =>
  (await testDb())
    .selectFrom("audit_log")
    .select(["actor", "role", "environment", "account_id", "operation", "object_id", "outcome", "before", "after"])
    .select(["reason", "acting"])
    .where("request_id", "=", requestId ?? "")
    .orderBy("id")
    .execute();

/** Codes and references: texts by their contracts, which name no person. */
const CODES = new Set([
  ...["reference", "tracking_number", "shipping_provider", "provider", "sku", "bar_code_eid", "hscode", "origin"],
  ...["scan_id", "id", "adjustment_id", "client_id", "delivery_id", "draft_id", "import_id", "product_id", "wave_id"],
]);
/** Money and measures, whatever a contract says of them. */
const FIGURE = /(^|_)(amount|price|value|weight|qty|length|width|height)$/;
/** Of a person, or a secret, although its contract allows only digits or signs. */
const HIDDEN = new Set(["mobile_prefix", "secret"]);

function isPlain(name: string, kinds: readonly Json[], value: unknown): boolean {
  if (HIDDEN.has(name)) return false;
  const isNarrow = ({ enum: choices, const: only, type, pattern, format }: Json) =>
    [choices, only, pattern].some((each) => each !== undefined) ||
    ["boolean", "number", "integer"].includes(String(type)) ||
    ["date", "date-time"].includes(String(format));
  return CODES.has(name) || FIGURE.test(name) || kinds.some(isNarrow) || /^S[PT]\d{11}$/.test(String(value));
}

/** The fields that an object may have, each with all kinds of it. */
function fieldsOf(kinds: readonly Json[], definitions: Json): Record<string, Json[]> {
  const fields: Record<string, Json[]> = {};
  const add = (schema: Json): void => {
    const { $ref, anyOf, oneOf, properties = {} } = schema as Record<string, never>;
    if ($ref) add(definitions[String($ref).replace("#/$defs/", "")] as Json);
    for (const each of (anyOf ?? oneOf ?? []) as Json[]) add(each);
    for (const [name, each] of Object.entries<Json>(properties)) fields[name] = [...(fields[name] ?? []), each];
  };
  for (const each of kinds) add(each);
  return fields;
}

/** Times are in whatever zone. */
function isSame(kept: unknown, sent: unknown): boolean {
  const [a, b] = [String(kept), String(sent)];
  return a === b || (/^\d{4}-.*T/.test(b) && Date.parse(a) === Date.parse(b));
}

type Shape = { kinds: readonly Json[]; definitions: Json; isWhole: boolean };

/**
 * What was sent that says nothing of a person, and is otherwise in the facts. Without `isWhole` they need not have
 * all of it.
 */
function lostOf(sent: Json, facts: Json, { kinds, definitions, isWhole }: Shape): string[] {
  const fields = fieldsOf(kinds, definitions);
  return Object.entries(sent).flatMap(([name, value]) => {
    const [own = [], kept] = [fields[name], facts[name]];
    if (value === undefined || (kept === undefined && !isWhole)) return [];
    // No contract knows what the fields of a draft are.
    if (name === "body" && Object.keys(fieldsOf(own, definitions)).length === 0) return kept === "***" ? [] : [name];
    const lost = [`${name}: ${kept} instead of ${JSON.stringify(value)}`];
    if (Array.isArray(value)) return !isWhole || kept === value.length ? [] : lost;
    if (typeof value === "object" && value !== null)
      return lostOf(value as Json, (kept ?? {}) as Json, { kinds: own, definitions, isWhole }).map(
        (each) => `${name}.${each}`,
      );
    return !isPlain(name, own, value) || isSame(kept, value) ? [] : lost;
  });
}

function jsonOf(schema: z.ZodType | undefined): Json {
  return schema ? (z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }) as Json) : {};
}

function lost(contract: Contract, { params = {}, body = {} }: Step, facts: Json): string[] {
  // What records itself has what changed, and not all that was asked for.
  const isWhole = operationOf(contract.id).recorded !== true;
  const shape = (schema: z.ZodType | undefined): Shape => {
    const json = jsonOf(schema);
    return { kinds: [json], definitions: (json.$defs ?? {}) as Json, isWhole };
  };
  return [...lostOf(params, facts, shape(contract.params)), ...lostOf(body, facts, shape(writtenBody(contract)))];
}

/** Calls it once, and looks at all that is wrong with its rows. */
async function walk(contract: Contract, step: Step): Promise<void> {
  const { id, method } = contract;
  const { by = support.testing, params = {}, body, file, object = null, recorded = id, before, after } = step;
  const account = accountOf(step);
  const path = contract.path.replace(/\{(\w+)\}/g, (_all, name) => params[name] ?? "");
  const named = account ? naming(account) : { headers: {} };
  const sent = file
    ? { body: file.text, headers: { ...named.headers, "content-type": "text/csv" } }
    : { ...(body && { body }), ...named };
  const answer = must(await by.call(method, file ? `${path}?${file.query}` : path, sent));
  const { data } = answer.body;
  const seen = await rowsOf(answer.headers.get("x-request-id"));
  const expected = step.rows?.(data) ?? [
    [account?.accountId ?? null, typeof object === "function" ? object(data) : object],
  ];
  const of = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row.join(" ")).sort();
  expect
    .soft(of(seen.map((row) => [row.operation, row.outcome, row.account_id, row.object_id])))
    .toEqual(of(expected.map((row) => [recorded, "ok", ...row])));
  for (const row of seen.filter(({ operation }) => operation === recorded)) {
    const caller = callerOf(by);
    expect.soft([row.actor, row.role]).toEqual([`person:${caller.id}`, caller.role]);
    expect.soft(lost(contract, step, (row.after ?? {}) as Json)).toEqual([]);
    if (before) expect.soft(row.before).toEqual(before);
    if (after) expect.soft(row.after).toEqual(after);
    const isActing = account && visitNeeded("support", row.environment as "testing", { pickPack: false }, id) === "act";
    if (isActing && row.role === "support") expect.soft([row.reason, row.acting]).toEqual(["BILLING", true]);
  }
}

describe("what staff change", () => {
  beforeAll(async () => {
    await openShops();
    await changeAuditLog();
  });

  it("is walked whole", () => {
    expect(Object.keys(WALK).sort()).toEqual(WALKED.map(({ id }) => id).sort());
  });

  it.each(WALKED.map((contract) => [contract.id, contract] as const))(
    "is in the audit log once, with what it was about: %s",
    async (id, contract) => {
      const step = WALK[id];
      if (step) await walk(contract, await step(true));
    },
  );

  it.each(BY_NUMBER.map((contract) => [contract.id, contract] as const))(
    "has the same row where its number determines the account: %s",
    async (id, contract) => {
      const step = await WALK[id]?.(false);
      if (!step) return;
      const accountId = accountOf(step)?.accountId ?? null;
      const { object = null } = step;
      const rows = (data: unknown): [string | null, string | null][] => [
        [accountId, typeof object === "function" ? object(data) : object],
      ];
      await walk(contract, { rows, ...step, of: null });
    },
  );

  it("names no person, and has no other text than what it keeps on purpose", async () => {
    const all = await (await testDb()).selectFrom("audit_log").selectAll().where("outcome", "=", "ok").execute();
    expect(all.length).toBeGreaterThan(WALKED.length);
    const telling = all.filter((row) => new RegExp(`${MARK}|${PHONE}`, "i").test(JSON.stringify(row)));
    expect(telling.map(({ operation, before, after }) => [operation, before, after])).toEqual([]);
    const kept = all.filter((row) => JSON.stringify(row).includes(KEPT)).map(({ operation }) => operation);
    expect([...new Set(kept)].sort()).toEqual([
      "createWebhook",
      "deletePayout",
      "reversePayout",
      "startVisit",
      "updateWebhook",
    ]);
  });
});
