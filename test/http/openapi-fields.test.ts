/** What the document says about each field of a request, and about limits on answers (contract §10). */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { CONTRACTS } from "@/lib/contracts";
import type { Contract } from "@/lib/contracts/contract";
import { created, merchant, testDb } from "../factories";
import { api } from "../http";

type Schema = { [key: string]: unknown } & {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
};
type Parameter = { name: string; in: string; description?: string; schema: Schema };
type Response = { headers?: Record<string, object>; content?: Record<string, { schema?: Schema }> };
type Operation = {
  operationId: string;
  parameters?: (Parameter & { $ref?: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Response & { $ref?: string }>;
};
type Read = {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
  };
};

let document: Read;
const contracts = CONTRACTS.filter(({ audience }) => audience === "public");
const operationOf = ({ path, method }: Contract) => document.paths[path]?.[method.toLowerCase()] as Operation;
const last = (ref: string) => ref.split("/").at(-1) ?? "";

beforeAll(async () => {
  document = (await api("testing").get("/openapi.json")).body;
});

type Field = { at: string; name: string; description: string; schema: Schema };

/** Every field of a schema, at any depth, with its description. */
function fieldsOf(schema: Schema, at: string, into: Map<string, Field>): void {
  const own = schema.$ref ? { ...document.components.schemas[last(schema.$ref)], ...schema } : schema;
  for (const [name, field] of Object.entries(own.properties ?? {})) {
    const whole = field.$ref ? { ...document.components.schemas[last(field.$ref)], ...field } : field;
    into.set(`${at}.${name}`, { at: `${at}.${name}`, name, description: whole.description ?? "", schema: whole });
    fieldsOf(field, `${at}.${name}`, into);
  }
  for (const member of [own.oneOf, own.anyOf, own.allOf].flat()) if (member) fieldsOf(member, at, into);
  if (own.items) fieldsOf(own.items, `${at}[]`, into);
}

function requestFields(): Field[] {
  const found = new Map<string, Field>();
  for (const contract of contracts) {
    const { parameters = [], requestBody } = operationOf(contract);
    for (const parameter of parameters) {
      const {
        name,
        description = "",
        schema,
      } = parameter.$ref ? (document.components.parameters[last(parameter.$ref)] as Parameter) : parameter;
      found.set(`${contract.id}.${name}`, { at: `${contract.id}.${name}`, name, description, schema });
    }
    for (const { schema } of Object.values(requestBody?.content ?? {})) fieldsOf(schema, contract.id, found);
  }
  return [...found.values()];
}

/** Every schema of the document that is a choice between others. */
function choicesOf(value: unknown, at: string, into: [string, Schema][] = []): [string, Schema][] {
  if (value === null || typeof value !== "object") return into;
  if (Array.isArray((value as Schema).oneOf)) into.push([at, value as Schema]);
  for (const [key, child] of Object.entries(value)) choicesOf(child, `${at}/${key}`, into);
  return into;
}

describe("every field of a request", () => {
  it("says its unit and its bounds", () => {
    const fields = requestFields();
    const measured = /(weight|length|width|height|_fee|_price|_value|amount)$/;
    const UNITS = /\b(kg|cm|HKD|currency)\b/;
    const bare = fields.filter(
      ({ name, description, schema }) =>
        (measured.test(name) && !UNITS.test(description)) ||
        (typeof schema.maxLength === "number" && !description.includes(String(schema.maxLength))) ||
        (typeof schema.maxItems === "number" && !description.includes(String(schema.maxItems))) ||
        (typeof schema.maximum === "number" && !description.includes(String(schema.maximum))),
    );
    expect(bare.map(({ at, description }) => `${at}: ${description}`)).toEqual([]);
  });

  it("has a description", () => {
    const bare = requestFields().filter(
      ({ description }) => !/\p{L}.*\s.*\p{L}/u.test(description) || /^(at |\d|a (whole|decimal))/.test(description),
    );
    expect(bare.map(({ at }) => at)).toEqual([]);
  });
});

describe("what may be null, and choices", () => {
  it("are written as OpenAPI 3.1 requires", () => {
    expect(JSON.stringify(document)).not.toContain('"nullable"');
    const lone = JSON.stringify(document).match(/"anyOf":\[\{"type":"\w+"[^{}]*\},\{"type":"null"\}\]/g);
    expect(lone).toBeNull();
  });

  it("name the member by a mapping", () => {
    const choices = choicesOf(document, "");
    expect(choices.length).toBeGreaterThan(2);
    for (const [at, { oneOf = [], discriminator }] of choices) {
      const { propertyName, mapping } = (discriminator ?? {}) as { propertyName?: string; mapping?: object };
      expect(propertyName, at).toBeTruthy();
      expect(new Set(Object.values(mapping ?? {})), at).toEqual(new Set(oneOf.map(({ $ref }) => $ref)));
    }
  });
});

const RATE_HEADERS = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];

describe("the headers of limits", () => {
  const rateHeaders = (headers: Headers) => RATE_HEADERS.filter((name) => headers.has(name));

  it("are documented on every status that an operation has them on, and on no other", () => {
    for (const contract of contracts) {
      for (const [status, response] of Object.entries(operationOf(contract).responses)) {
        const { headers = {} } = response.$ref ? (document.components.responses[last(response.$ref)] ?? {}) : response;
        const has = contract.who !== "anyone" && status !== "401";
        const documented = RATE_HEADERS.filter((name) => name in headers);
        expect(documented, `${contract.id} ${status}`).toEqual(has ? RATE_HEADERS : []);
      }
    }
  });

  it("are on every answer to a known caller, whatever its status, and on no other", async () => {
    const shop = await merchant();
    const suspended = await merchant();
    await sql`update accounts set suspended = true where id = ${suspended.accountId}`.execute(await testDb());
    const seen = new Set<string>();
    for (const contract of contracts) {
      if (contract.id === "listEvents") continue;
      const path = contract.path.replace(/\{\w+\}/g, "1");
      const body = contract.body && contract.bodyType !== "form" ? { body: contract.example ?? {} } : {};
      const isKnown = contract.who !== "anyone";
      for (const client of [shop.testing, suspended.testing]) {
        const answer = await client.call(contract.method, path, body);
        if (isKnown) seen.add(`${answer.status}`);
        expect([rateHeaders(answer.headers), contract.id, answer.status]).toEqual([
          isKnown ? RATE_HEADERS : [],
          contract.id,
          answer.status,
        ]);
      }
      const stranger = await api("testing").call(contract.method, path, body);
      expect(rateHeaders(stranger.headers), contract.id).toEqual([]);
    }
    expect([...seen].sort()).toEqual(expect.arrayContaining(["200", "400", "403", "404"]));
    const big = await shop.testing.call("POST", "/order/create", { body: { x: "x".repeat(1_100_000) } });
    expect([big.status, rateHeaders(big.headers)]).toEqual([413, RATE_HEADERS]);
    const { order_id } = await created(shop.testing);
    const file = await shop.testing.get(`/order/label/${order_id}`, { headers: { accept: "application/pdf" } });
    expect([file.headers.get("content-type"), rateHeaders(file.headers)]).toEqual(["application/pdf", RATE_HEADERS]);
    const head = await shop.testing.call("HEAD", "/orders");
    expect([head.status, rateHeaders(head.headers)]).toEqual([200, RATE_HEADERS]);
    for (const [method, path] of [
      ["GET", "/orders/unknown/address"],
      ["DELETE", "/orders"],
      ["OPTIONS", "/orders"],
    ] as const) {
      const answer = await shop.testing.call(method, path);
      expect([answer.status, rateHeaders(answer.headers)], `${method} ${path}`).toEqual([expect.any(Number), []]);
    }
    expect(rateHeaders((await shop.production.post("/simulate/tracking", {})).headers)).toEqual([]);
  });
});
