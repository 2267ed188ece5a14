/**
 * Arbitrary and broken input at every operation: answers are 200 or an enveloped 4xx, whatever comes. A failure prints
 * its seed; FUZZ_SEED=… repeats it, FUZZ_SECONDS=… searches for longer than one batch each.
 */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { CONTRACTS } from "@/lib/contracts";
import type { Contract } from "@/lib/contracts/contract";
import {
  clientOf,
  cookieOf,
  created,
  intlOrder,
  localOrder,
  type Merchant,
  merchant,
  personOf,
  testDb,
} from "../factories";
import { type Answer, type Api, api } from "../http";
import { type Json, json, key, objectOf, step, text, wellFormed } from "./fuzz-values";

const SECONDS = Number(process.env.FUZZ_SECONDS ?? 0);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
/** Operations with more to break get more of the time. */
const WEIGHTS: Record<string, number> = {
  createOrder: 8,
  updateOrder: 4,
  getRates: 2,
  createOverviewOrder: 2,
  recordScan: 2,
};
const weightOf = ({ id, method }: Contract) => WEIGHTS[id] ?? (method === "GET" ? 0.5 : 1);
const ALL_WEIGHTS = CONTRACTS.reduce((sum, contract) => sum + weightOf(contract), 0);

let shop: Merchant;
const clients = new Map<string, Api>();
const people = new Map<string, string>();
/** A value for a parameter, or for an id in an example; ids are added below. */
const QUERY =
  "shipping_provider=LOCAL_POINT&status=PENDING_CONFIRM,READY_TO_SHIP&ship_type=intl&created_from=2026-01-01&" +
  "created_to=9999-12-31&sort=-quote_price&limit=5&offset=1200&paper=A6";
const known = Object.fromEntries([...new URLSearchParams(QUERY)].map(([name, value]) => [name, [value]]));

beforeAll(async () => {
  shop = await merchant();
  clients.set("anyone", api("testing")).set("merchant", shop.testing);
  clients.set("carrier", await clientOf("carrier", null)).set("warehouse", await clientOf("warehouse", shop.accountId));
  const owner = await personOf("owner", shop.accountId);
  people.set("owner", owner.id).set("support", (await personOf("support", null)).id);
  const draft = await owner.api.post("/drafts", { body: localOrder() });
  known.draft_id = [draft.body.data.draft_id];
});

/** Makes fresh orders, saved and bought, because operations use them up. */
async function restock(): Promise<void> {
  const saved = { confirm_shipment: "N" };
  const orders = [localOrder(saved), intlOrder(saved), localOrder(), intlOrder()];
  const made = await Promise.all(orders.map((order) => created(shop.testing, order)));
  known.order_id = made.map(({ order_id }) => order_id);
  known.tracking_number = made.flatMap(({ tracking_number }) => tracking_number ?? []);
}

/** A caller who may use the operation; a person gets a session of their own, which the operation may end. */
async function callerOf({ who, audience, id }: Contract): Promise<Api> {
  const roles: readonly string[] = who === "anyone" ? ["anyone"] : who;
  const client = [...clients.keys()].find(
    (role) => roles.includes(role) && (audience === "public" || role === "anyone"),
  );
  if (client) return clients.get(client) as Api;
  const person = [...people.keys()].find((role) => roles.includes(role));
  if (!person) throw new Error(`nobody to call ${id}`);
  const cookie = await cookieOf(people.get(person) ?? "");
  const account: Record<string, string> = person === "support" ? { "x-account-id": shop.accountId } : {};
  return api("testing", { headers: { cookie, "sec-fetch-site": "same-origin", ...account } });
}

// ── Mutations ──

/** The most characters that a repetition may make: more than a body may have. */
const MOST_REPEATED = 2_000_000;

const mutation = fc.record({
  at: fc.nat(),
  how: fc.constantFrom("delete", "replace", "text", "retype", "repeat", "copy", "nest", "list"),
  value: json,
  text,
  key,
  count: fc.constantFrom(1, 2, 60, 250),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

type Place = { parent: { [key: string]: Json }; name: string };
function placesIn(value: Json): Place[] {
  if (value === null || typeof value !== "object") return [];
  const parent = value as { [key: string]: Json };
  return Object.keys(parent).flatMap((name) => [{ parent, name }, ...placesIn(parent[name] as Json)]);
}

function set(parent: object, name: string, value: Json): void {
  Object.defineProperty(parent, name, { value, enumerable: true, configurable: true, writable: true });
}

function repeated(value: Json, count: number): Json {
  const written = JSON.stringify(value) ?? "";
  // A text may become longer than the engine allows.
  const times = Math.min(count, Math.ceil(MOST_REPEATED / (written.length + 1)));
  return Array.isArray(value) ? Array.from({ length: times }, () => value).flat() : written.repeat(times);
}

function mutate(body: Json, { at, how, value, text: words, key: name, count }: Mutation): void {
  const places = placesIn(body);
  const place = places[at % places.length];
  if (!place) return;
  const { parent } = place;
  const old = parent[place.name] as Json;
  if (how === "delete") delete parent[place.name];
  else if (how === "replace") set(parent, place.name, value);
  else if (how === "text") set(parent, place.name, words);
  else if (how === "retype") set(parent, place.name, typeof old === "string" ? Number(old) || 0 : JSON.stringify(old));
  else if (how === "repeat") set(parent, place.name, repeated(old, count));
  else if (how === "copy" && !Array.isArray(parent)) set(parent, name, structuredClone(old));
  else set(parent, place.name, how === "nest" ? objectOf([[name, old]]) : [old]);
}

/** Orders in which every field is given. */
function richOrders(): Json[] {
  const battery = { type: "chargeable", location: "inside" };
  const person = (role: string) => ({
    [`${role}_name`]: "A",
    [`${role}_address`]: "B",
    [`${role}_phone`]: "1",
    [`${role}_email`]: "a@b",
  });
  const intl: Json = JSON.parse(JSON.stringify(intlOrder()));
  const local: Json = JSON.parse(JSON.stringify(localOrder()));
  const [declared] = placesIn(intl).filter(({ name }) => name === "description");
  Object.assign(declared?.parent ?? {}, person("manufacturer"), person("records_keeper"), {
    battery,
    unit: "BOX",
    sku: "S",
    bar_code_eid: "B",
    manufacture_date: "2026-01-31",
  });
  Object.assign(intl as object, {
    shipment_options: { tax_party: "sender", recipient_signature: "A", ioss_number: "IM1" },
  });
  Object.assign(local as object, {
    cod: "Y",
    cod_amount: "10",
    delivery_proof: "W",
    is_local_insurance: "Y",
    pickup_arrange: { pickup_date: "2096-02-29", pickup_start_time: "10:00", pickup_end_time: "14:00" },
  });
  return [intl, local, JSON.parse(JSON.stringify(localOrder())), JSON.parse(JSON.stringify(intlOrder()))];
}

/** An order's fields one at a time and all together, as changes of a stored one. */
function changesWith(order: Json): Json[] {
  const { ship_type: _type, confirm_shipment: _confirm, ...fields } = order as { [key: string]: Json };
  const single = Object.entries(fields).map(([name, value]) => ({ [name]: value }));
  return [fields, ...single].map((change) => ({ order_id: "x", ...change }));
}

/** Valid bodies of an operation, as far as its contract describes them. */
function validBodies(contract: Contract): Json[] {
  if (contract.id === "createOrder") return richOrders();
  if (contract.id === "updateOrder") return richOrders().flatMap(changesWith);
  if (contract.id === "createDraft" || contract.id === "saveDraft") return richOrders().map((body) => ({ body }));
  if (contract.example) return [JSON.parse(JSON.stringify(contract.example))];
  const schema = z.toJSONSchema(contract.body as z.ZodType, { io: "input", unrepresentable: "any" });
  return [Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, "x"]))];
}

/** Replaces the ids of an example with ids that exist. */
function withKnownIds(body: Json, pick: number): Json {
  for (const { parent, name } of placesIn(body)) {
    const ids = /_(id|number)$/.test(name) ? known[name] : undefined;
    if (ids?.length && typeof parent[name] === "string") parent[name] = ids[pick % ids.length] ?? "";
    if (name === "order_ids") parent[name] = known.order_id ?? [];
  }
  return body;
}

/** Texts of JSON bodies: mutated valid ones, arbitrary ones, and texts that are not JSON. */
function bodiesFor(contract: Contract): fc.Arbitrary<string> {
  const mutated = fc.tuple(fc.nat(), fc.nat(), fc.array(mutation, { maxLength: 4 })).map(([which, pick, mutations]) => {
    const valid = validBodies(contract);
    const body = withKnownIds(valid[which % valid.length] as Json, pick);
    for (const each of mutations) mutate(body, each);
    return JSON.stringify(body);
  });
  return fc.oneof(
    { weight: 8, arbitrary: mutated },
    { weight: 1, arbitrary: json.map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(mutated, fc.nat(), text)
        .map(([valid, at, odd]) => wellFormed(valid.slice(0, at % (valid.length + 1)) + odd)),
    },
  );
}

/** Texts of form bodies, well encoded or not. */
function formsFor(contract: Contract): fc.Arbitrary<string> {
  const names = fc.constantFrom(...Object.keys(contract.example as object));
  const values = fc.oneof(fc.constant("client_credentials"), text);
  const pairs = fc.array(fc.tuple(fc.oneof(names, names, key), values), { maxLength: 5 });
  return fc.oneof(
    pairs.map((all) => new URLSearchParams(all).toString()),
    pairs.map((all) => wellFormed(all.map((pair) => pair.join("=")).join("&"))),
  );
}

/** An address of the operation: ids that exist or any text, and any query. */
function addressesFor(contract: Contract): fc.Arbitrary<string> {
  const valueFor = (name: string) =>
    fc.tuple(fc.constantFrom(true, true, false), fc.nat(), text).map(([isKnown, pick, other]) => {
      const values = known[name] ?? [];
      return isKnown && values.length ? (values[pick % values.length] ?? "") : other;
    });
  const parts = contract.path.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? valueFor(part) : fc.constant(part)));
  const path = fc.tuple(...parts).map((all) => all.map((part, index) => (index % 2 ? step(part) : part)).join(""));
  if (!contract.query) return path;
  const given = Object.keys(contract.query.shape).map((name) =>
    fc.option(valueFor(name), { freq: 3 }).map((value) => (value === null ? [] : [[name, value]])),
  );
  const query = fc.tuple(fc.tuple(...given), fc.array(fc.tuple(key, text), { maxLength: 2 }));
  return fc
    .tuple(path, query)
    .map(([base, [named, odd]]) => `${base}?${new URLSearchParams([...named.flat(), ...odd] as [string, string][])}`);
}

// ── Judgement ──

const NO_PLACE = ["json_parse", "content_type", "Idempotency-Key", "X-Account-Id"];

/** Whether a pointer leads to something in the body, or names what is missing in something that is there. */
function leadsSomewhere(body: unknown, entry: { pointer: string; field: string }): boolean {
  const steps = entry.pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (entry.pointer === "" || steps.length === 0) return false;
  let here = body;
  let field = "";
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    // The names for the whole body or a header have no place in it.
    if (index === 0 && isLast && NO_PLACE.includes(step)) return entry.field === step;
    if (Array.isArray(here)) {
      if (!(Number(step) < here.length)) return false;
      field += "[]";
    } else {
      if (here === null || typeof here !== "object") return false;
      field += field ? `.${step}` : step;
    }
    const next =
      here !== null && typeof here === "object" && Object.hasOwn(here, step)
        ? (here as Record<string, unknown>)[step]
        : undefined;
    if (!isLast && (next === null || typeof next !== "object")) return false;
    here = next;
  }
  return field === entry.field;
}

const INSIDE =
  /\bat (async )?[\w.<> ]+ \(|node_modules|\.[tj]s:\d+|\bkysely\b|pglite|syntax error at|violates|relation "/i;

function expectSound(contract: Contract, answer: Answer, sent?: string): void {
  expect(answer.headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{32}$/);
  const { status, body } = answer;
  const error = body?.error;
  if (status !== 200 && !(status >= 400 && status < 500) && !(status === 500 && error?.code === "500998"))
    throw new Error(`${contract.id} answered ${status}: ${JSON.stringify(body).slice(0, 500)}`);
  if (status === 200) {
    if (!contract.bare && !answer.headers.get("content-type")?.includes("pdf")) expect(body).toHaveProperty("data");
    return;
  }
  expect(JSON.stringify(error)).not.toMatch(INSIDE);
  if (contract.bare) {
    expect(body).toEqual({ error: expect.stringMatching(/^\w+$/), error_description: expect.stringMatching(/./) });
    return;
  }
  expect(error).toMatchObject({
    code: expect.stringMatching(/^(\d{6}|rate_limit_exceeded)$/),
    code_reason: expect.stringMatching(/./),
    message: expect.stringMatching(/./),
  });
  if (status !== 400) return;
  expect(error.error_trace.length).toBeGreaterThan(0);
  expect(error.error_trace.length).toBeLessThanOrEqual(100);
  for (const entry of error.error_trace) {
    expect(entry).toMatchObject({
      field: expect.stringMatching(/^./su),
      message: expect.stringMatching(/./),
      pointer: expect.stringMatching(/^\/./su),
    });
    const [hole = ""] = /\{\w+\}|undefined|\[object/.exec(entry.message) ?? [];
    // A message may repeat what was sent.
    if (hole && !sent?.includes(hole)) throw new Error(`${contract.id} says ${entry.message}`);
  }
  const pointers = error.error_trace.map(({ pointer }: { pointer: string }) => pointer);
  expect(new Set(pointers).size).toBe(pointers.length);
  // A change is judged together with the stored order, so an entry may point there.
  if (sent === undefined || contract.id === "updateOrder") return;
  if (contract.bodyType === "form" || contract.fileTypes) return;
  let parsed: unknown;
  try {
    // An absent body counts as one without fields.
    parsed = JSON.parse(sent || "{}");
  } catch {
    expect(pointers).toEqual(["/json_parse"]);
    return;
  }
  for (const entry of error.error_trace)
    if (!leadsSomewhere(parsed, entry)) throw new Error(`${entry.pointer} (${entry.field}) leads nowhere`);
}

/** Sends inputs until the operation's share of the time is over; a failure names the seed of its batch. */
async function search<T>(
  contract: Contract,
  inputs: fc.Arbitrary<T>,
  send: (caller: Api, input: T) => Promise<Answer>,
): Promise<void> {
  const caller = await callerOf(contract);
  const statuses = new Set<number>();
  const property = fc.asyncProperty(inputs, async (input) => {
    statuses.add((await send(caller, input)).status);
  });
  const until = performance.now() + (SECONDS * 1000 * weightOf(contract)) / ALL_WEIGHTS;
  for (let seed = SEED; seed === SEED || performance.now() < until; seed++) {
    if (contract.method !== "GET" || !known.order_id) await restock();
    await (await testDb()).deleteFrom("rate_counters").execute();
    await fc.assert(property, { seed, numRuns: 8 });
  }
  // Some inputs must get past the checks of the caller.
  expect([...statuses].filter((status) => ![401, 403, 429].includes(status))).not.toEqual([]);
}

const named = (isMeant: (contract: Contract) => boolean) =>
  CONTRACTS.filter(isMeant).map((contract) => [`${contract.method} ${contract.path}`, contract] as const);

describe("any input", () => {
  it.each(named(({ body }) => body !== undefined))(
    "%s",
    async (_name, contract) => {
      const isForm = contract.bodyType === "form";
      const inputs = fc.tuple(addressesFor(contract), isForm ? formsFor(contract) : bodiesFor(contract));
      const type = isForm ? "application/x-www-form-urlencoded" : (contract.fileTypes?.[0] ?? "application/json");
      const headers = { "content-type": type };
      await search(contract, inputs, async (caller, [path, body]) => {
        const answer = await caller.call(contract.method, path, { body, headers });
        expectSound(contract, answer, body);
        // What was accepted can be read again.
        const id =
          answer.status === 200 && contract.id.endsWith("Order")
            ? (answer.body.data.order_id ?? answer.body.data.id)
            : undefined;
        if (id) expect((await shop.testing.get(`/order/detail/${id}`)).status).toBe(200);
        return answer;
      });
    },
    60_000,
  );

  it.each(named(({ body }) => body === undefined))(
    "%s",
    async (_name, contract) => {
      await search(contract, addressesFor(contract), async (caller, path) => {
        const answer = await caller.call(contract.method, path);
        // A path such as `/..` is another address.
        const isOurs = new URL(`http://x${path}`).pathname.split("/").length === contract.path.split("/").length;
        expectSound(isOurs ? contract : { ...contract, bare: false }, answer);
        return answer;
      });
    },
    60_000,
  );
});
