import { z } from "zod";
import { countryCode } from "@/lib/addresses/country";
import { type AddressParty, isIntlParty } from "@/lib/addresses/party";
import { judgeMobileLength } from "@/lib/addresses/phone";
import type { Problem } from "@/lib/errors";
import type { Verdict } from "@/lib/i18n/validation";
import { isObject, type Loose, list, string, text } from "@/lib/loose";
import { splitDeliveryCode } from "@/lib/orders/choices";
import { ADDRESS_KINDS, type AddressKind } from "@/lib/tables/address-csv";
import { clearable, clearedAndGiven } from "./clear";
import { choice, code, optionalText, paging, revision, rule, sinceRevision, yesNo } from "./common";
import { defineContract } from "./contract";
import { also } from "./judge";
import { country, intlRecipient, localRecipient } from "./order-parts";

/** The most addresses that an account may have in an environment. */
export const MAX_ADDRESSES = 10_000;
/** The most rows in one import. */
export const MAX_ADDRESS_IMPORT = 500;
/** The most addresses that can become one at once. */
export const MAX_MERGED = 50;
const ADDRESS_LABEL_MAX = 40;

export type { AddressKind };

const SHAPES = ["local", "intl"] as const;
type Shape = (typeof SHAPES)[number];

// A country may stand in a local party too: Hong Kong, which needs no other form (contract §33.1).
const localFields = localRecipient.extend({ country });

/** The parties of both kinds of order, with nothing required: an address may be incomplete (contract §33.1). */
export const addressParties = {
  local: localFields.partial().meta({ id: "LocalAddressParty" }),
  intl: intlRecipient.partial().meta({ id: "IntlAddressParty" }),
};

const OF_INTL_ALONE = Object.keys(intlRecipient.shape).filter((field) => !(field in localFields.shape));

/** The kind of order whose party it is (contract §33.1). */
export function shapeOf(party: Loose): Shape {
  const country = string(party.country);
  const known = ["mobile_prefix", ...OF_INTL_ALONE].map((field) => [field, text(party[field])]);
  const coded = country && (countryCode(country) ?? country);
  return isIntlParty({ ...Object.fromEntries(known), country: coded }) ? "intl" : "local";
}

const notLocal = z
  .string()
  .trim()
  .superRefine(rule((value) => (value === "" ? undefined : "intlOnly")))
  .optional();
// Every field of either kind is judged: none that has a value is left out in silence.
const judged = {
  local: addressParties.local.extend(Object.fromEntries(OF_INTL_ALONE.map((field) => [field, notLocal]))),
  intl: addressParties.intl,
};

const party = z.looseObject({}).transform((given, ctx): AddressParty => {
  const parsed = judged[shapeOf(given)].safeParse(given, { reportInput: true });
  const refuse = (path: string[], verdict: Verdict) =>
    ctx.issues.push({ code: "custom", input: given, path, params: { key: verdict } });
  if (!parsed.success) for (const issue of parsed.error.issues) ctx.issues.push(issue as z.core.$ZodRawIssue);
  else {
    const { mobile, mobile_prefix: prefix } = parsed.data;
    const wrong = mobile && prefix && judgeMobileLength(mobile, prefix);
    if (wrong) refuse(["mobile"], wrong);
    if (Object.values(parsed.data).every((value) => !value)) refuse([], "addressEmpty");
  }
  return parsed.success ? parsed.data : {};
});

const kind = choice(ADDRESS_KINDS).describe("Whether it sends or receives");
const label = optionalText({ max: ADDRESS_LABEL_MAX, visible: true }).meta({
  description: "A word to find it by, such as `VIP` or `Wholesale`",
});
export const addressInput = z.object({
  kind,
  label,
  party,
});
export type AddressInput = z.output<typeof addressInput>;

/** What a sender must not have: what only recipients of orders have (contract §33.1). */
export function senderProblems(kind: unknown, party: Loose): Problem[] {
  if (kind !== "sender") return [];
  const fields: Problem[] = ["tax_code", "eori_number"]
    .filter((field) => string(party[field]))
    .map((field) => ({ path: ["party", field], key: "recipientOnly" }));
  const isAtPoint = splitDeliveryCode(text(party.address)).deliveryCode !== null;
  return isAtPoint ? [...fields, { path: ["party", "address"], key: "senderAtPoint" }] : fields;
}

const ofAddress = (body: Loose) => (isObject(body.party) ? senderProblems(body.kind, body.party) : []);
/** The rules of an address that is saved, across its fields. */
export const addressRules = also(ofAddress);

const nullable = z.string().nullable();

/** The fields of a stored party that it has. */
function partial<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, id: string) {
  const fields = Object.keys(schema.shape).map((field) => [field, z.string().optional()]);
  return z.object(Object.fromEntries(fields) as { [Field in keyof Shape]: z.ZodOptional<z.ZodString> }).meta({ id });
}

export const address = z
  .object({
    id: z.string(),
    kind: z.enum(ADDRESS_KINDS),
    label: nullable,
    party: z.union([partial(localFields, "LocalSavedParty"), partial(intlRecipient, "IntlSavedParty")]),
    ship_type: z.enum(SHAPES).meta({ description: "The kind of order whose sender or recipient it has the fields of" }),
    country: nullable.meta({ description: "ISO 3166-1 alpha-2; null: not known" }),
    district: nullable.meta({ description: "In Hong Kong, one of the 18 districts; null: not known" }),
    use_count: z.int().meta({
      description: "Orders with the same name, mobile and address, as they are now; right within a minute",
    }),
    last_used_at: nullable.meta({ description: "When the latest of them was created" }),
    revision,
    create_time: z.string(),
    update_time: z.string(),
  })
  .meta({ id: "Address" });
export type Address = z.output<typeof address>;

const base = { audience: "public", tag: "Addresses" } as const;
const ofPeople = { audience: "people", tag: "Addresses" } as const;
const byId = z.object({ id: code(64).describe("The id of the address") });
const example = {
  kind: "recipient",
  label: "VIP",
  party: {
    name: "陳大文",
    mobile_prefix: "852",
    mobile: "91234567",
    address: "九龍旺角彌敦道 700 號 5 樓 A 室",
  },
};

export const listAddresses = defineContract("listAddresses", {
  ...base,
  summary: "List and search saved addresses, the latest used first",
  query: z.object({
    kind: kind.optional().describe("Only senders or only recipients"),
    q: optionalText({ max: 200 }).meta({
      description:
        "Words that all occur, in any order, in any field, also in either language; a telephone number with or without prefix",
    }),
    label: optionalText({ max: ADDRESS_LABEL_MAX }).meta({ description: "A label in full" }),
    ship_type: choice(SHAPES).optional().describe("Those that have the fields of this kind of order"),
    point: yesNo.optional().meta({ description: "Y: those at a pickup point; N: all others" }),
    ...paging,
  }),
  response: address,
  list: true,
});
export type ListAddressesQuery = z.output<NonNullable<typeof listAddresses.query>>;

export const createAddress = defineContract("createAddress", {
  ...base,
  summary: "Save an address",
  description: `At most ${MAX_ADDRESSES} an account and environment. The party may be incomplete; what is given is judged as in an order. Creating an order saves no address.`,
  body: addressInput,
  rules: addressRules,
  response: address,
  creates: "id",
  errors: ["idempotency_key_exists"],
  example,
});

export const readAddress = defineContract("readAddress", {
  ...base,
  summary: "Read a saved address",
  params: byId,
  response: address,
  errors: ["NOT_FOUND"],
});

export const updateAddress = defineContract("updateAddress", {
  ...base,
  summary: "Change a saved address",
  description:
    "Each field given replaces the stored one, the party whole; those named in `clear` are taken away and must not be given too.",
  params: byId,
  body: z.object({
    kind: kind.optional().describe("Whether it sends or receives"),
    party: party
      .optional()
      .describe("Who it is: the fields of an order's sender or recipient, as far as they are known"),
    ...clearable({ label }, 1),
    revision: sinceRevision,
  }),
  rules: clearedAndGiven,
  response: address,
  errors: ["NOT_FOUND", "CHANGED_MEANWHILE"],
  example: { label: "Wholesale" },
});

export const deleteAddress = defineContract("deleteAddress", {
  ...base,
  summary: "Delete a saved address",
  params: byId,
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["NOT_FOUND"],
});

export const listAddressLabels = defineContract("listAddressLabels", {
  ...ofPeople,
  summary: "List the labels of saved addresses with how many have each, the commonest first",
  query: z.object({ kind: kind.optional(), ...paging }),
  response: z.object({ label: z.string(), count: z.int() }),
  list: true,
});

export const listDuplicateAddresses = defineContract("listDuplicateAddresses", {
  ...ofPeople,
  summary: "List saved addresses that are probably one, the most used of each first",
  query: z.object({ kind: kind.optional(), ...paging }),
  response: z.object({
    by: z.enum(["mobile", "address"]).meta({ description: "What they share: the mobile, or name and address" }),
    addresses: z.array(address),
  }),
  list: true,
});

export const mergeAddresses = defineContract("mergeAddresses", {
  ...ofPeople,
  summary: "Keep one of several saved addresses and delete the others; it takes a label if it has none",
  body: z.object({ id: code(64), merged_ids: z.array(code(64)).min(1).max(MAX_MERGED) }),
  response: address,
  errors: ["NOT_FOUND"],
});

export const importAddresses = defineContract("importAddresses", {
  ...ofPeople,
  summary: "Save addresses, all or none; one with the same kind, name, mobile and address is changed",
  body: z.object({ address_list: z.array(addressInput).min(1).max(MAX_ADDRESS_IMPORT) }),
  rules: also((body) =>
    list(body.address_list).flatMap((row, index) =>
      ofAddress(row).map((problem) => ({ ...problem, path: ["address_list", index, ...problem.path] })),
    ),
  ),
  response: z.object({ created: z.int(), updated: z.int(), unchanged: z.int() }),
  creates: "id",
});

export const exportAddresses = defineContract("exportAddresses", {
  ...ofPeople,
  summary: "Export all saved addresses as CSV, which can be imported again",
  response: z.object({ format: z.literal("csv"), encoding: z.literal("base64"), content: z.string() }),
  files: [{ type: "text/csv", description: "The addresses as CSV" }],
});
