// Nothing that a contract does not name is in the request log (contract §19.4).
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { CONTRACTS } from "@/lib/contracts";
import type { Contract } from "@/lib/contracts/contract";
import { writtenBody } from "@/lib/contracts/written";
import { flush } from "@/server/request-log";
import { type Merchant, merchant, personOf, testDb } from "../factories";
import type { Api } from "../http";

const MARK = "qzmark7";

type Json = Record<string, unknown>;

/** A value in the shape of a JSON schema, with `leaf` in each of its fields. */
function filled(schema: Json, definitions: Json, leaf: (schema: Json) => unknown, depth = 0): unknown {
  const { $ref, anyOf, oneOf, items, properties } = schema as Record<string, never>;
  const go = (each: Json) => filled(each, definitions, leaf, depth + 1);
  if (depth > 12) return leaf(schema);
  if ($ref) return go(definitions[String($ref).replace("#/$defs/", "")] as Json);
  const options = (anyOf ?? oneOf) as Json[] | undefined;
  if (options) {
    const all = options.map(go);
    const isObjects = all.every((each) => typeof each === "object" && each !== null && !Array.isArray(each));
    return isObjects ? Object.assign({}, ...all) : all[0];
  }
  if (items) return [go(items as Json)];
  if (!properties) return leaf(schema);
  return Object.fromEntries(Object.entries(properties as Json).map(([name, each]) => [name, go(each as Json)]));
}

function jsonOf(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }) as Json;
}

/** Bodies with the mark in every field, at every depth, each in another wrong shape. */
function bodiesOf(contract: Contract): unknown[] {
  const written = writtenBody(contract);
  if (!written) return [undefined];
  const schema = jsonOf(written);
  const definitions = (schema.$defs ?? {}) as Json;
  const inAll = (leaf: (schema: Json) => unknown) => filled(schema, definitions, leaf);
  const whole = inAll(() => "1");
  const above = (value: unknown, shape: (value: unknown) => unknown): unknown =>
    Object.fromEntries(Object.entries(value as Json).map(([name, each]) => [name, shape(each)]));
  return [
    inAll(() => [MARK]),
    inAll(() => ({ [MARK]: MARK, name: MARK, address: MARK, reference: MARK, id: MARK })),
    inAll(() => [{ name: MARK, q: MARK }]),
    // Objects and lists as text, and texts with more than their choices, numbers and dates.
    above(whole, (each) => (typeof each === "object" ? JSON.stringify({ name: MARK, each }) : [MARK])),
    above(whole, (each) => (Array.isArray(each) ? { [MARK]: MARK } : [[MARK]])),
    inAll(({ enum: words, pattern, format }) => (words || pattern || format ? `${MARK} 2026-01-01` : 1)),
    { ...(whole as Json), [MARK]: MARK, more: { reference: MARK, order_id: MARK } },
    [MARK],
    MARK,
  ];
}

let shop: Merchant;
let owner: Api;

beforeAll(async () => {
  shop = await merchant();
  owner = (await personOf("owner", shop.accountId)).api;
});

beforeEach(async () => {
  await flush();
  await sql`delete from request_log`.execute(await testDb());
});

/** Who calls; a person of their own where the call may end the session. */
async function callerOf({ audience, who, method, body }: Contract): Promise<Api> {
  if (audience === "public" && who.includes("merchant")) return shop.testing;
  return method === "GET" || body ? owner : (await personOf("owner", shop.accountId)).api;
}

async function dump(): Promise<string> {
  await flush();
  const { rows } = await sql`select * from request_log`.execute(await testDb());
  return JSON.stringify(rows);
}

describe("the request log", () => {
  const called = CONTRACTS.filter(
    ({ who }) => who !== "anyone" && who.some((role) => /merchant|owner|member/.test(role)),
  );

  it.each(called.map((contract) => [contract.id, contract] as const))(
    "keeps no mark that was sent to %s",
    async (_id, contract) => {
      const api = await callerOf(contract);
      // A reference is kept as it is.
      const names = Object.keys(contract.query?.shape ?? {}).filter((name) => name !== "reference");
      const query = new URLSearchParams([...names.map((name) => [name, `${MARK} ^${MARK}`]), [MARK, MARK]]);
      const path = contract.path.replace(/\{\w+\}/g, `${MARK}_12345678`);
      let refused = 0;
      const isLogged = api === shop.testing;
      for (const body of bodiesOf(contract)) {
        const answer = await api.call(
          contract.method,
          `${path}?${query}`,
          body === undefined ? {} : { body: JSON.stringify(body) },
        );
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) refused++;
      }
      const kept = await dump();
      expect(kept).not.toContain(MARK);
      expect(kept.includes(contract.id)).toBe(isLogged || refused > 0);
    },
  );
});
