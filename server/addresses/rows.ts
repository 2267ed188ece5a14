import { createHash, randomBytes } from "node:crypto";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { countryNames } from "@/lib/addresses/country-names";
import { DISTRICTS } from "@/lib/addresses/districts";
import type { AddressParty } from "@/lib/addresses/party";
import { digitsOf } from "@/lib/addresses/phone";
import { hongKongIso } from "@/lib/calendar";
import { type Address, type AddressInput, MAX_ADDRESSES, shapeOf } from "@/lib/contracts/address";
import { invalid } from "@/lib/errors";
import { LANGUAGES } from "@/lib/i18n/validation";
import { splitDeliveryCode } from "@/lib/orders/choices";
import { districtIn } from "@/server/address-parser";
import { type Catalogue, catalogue } from "@/server/carriers";
import { type AccountContext, scopeOf } from "@/server/context";
import { recordOf } from "@/server/db/columns";
import { type Scope, within } from "@/server/db/scoped";
import { addressTables } from "@/server/db/tables/addresses";
import type { Tx } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { mobilesOf, searchable } from "@/server/orders";

export type AddressRow = Selectable<Tables["addresses"]>;

export function newAddressId(): string {
  return `ad_${randomBytes(9).toString("hex")}`;
}

/** A saved address as it is answered. */
export function presentAddress(row: AddressRow): Address {
  return {
    id: row.id,
    kind: row.kind,
    label: row.label,
    party: row.party,
    ship_type: row.ship_type,
    country: row.country,
    district: row.district,
    use_count: Number(row.use_count),
    last_used_at: row.last_used_at && hongKongIso(row.last_used_at),
    revision: row.revision,
    create_time: hongKongIso(row.created_at),
    update_time: hongKongIso(row.updated_at),
  };
}

function pointOf(carriers: Catalogue, deliveryCode: string | null) {
  for (const points of carriers.pickupPoints.values()) {
    const point = deliveryCode === null ? undefined : points.get(deliveryCode);
    if (point) return point;
  }
  return undefined;
}

const plain = (text: string) => searchable(text).replace(/[^\p{L}\p{N}]+/gu, "");

/** Name and address without spaces and signs, as a fingerprint; null: one of them is missing. */
function placeKey(party: AddressParty): string | null {
  const lines = [party.address, party.address_line_2, party.address_line_3].map((line) => plain(line ?? "")).join("");
  if (!party.name || lines === "") return null;
  return createHash("md5")
    .update(`${plain(party.name)}\n${lines}`)
    .digest("hex");
}

/** The digits of prefix and mobile; a number without a prefix is of Hong Kong. */
function mobileKey({ mobile, mobile_prefix: prefix }: AddressParty): string | null {
  return mobile ? digitsOf(prefix ?? "852") + digitsOf(mobile) : null;
}

type Given = Pick<AddressInput, "kind" | "party"> & { label?: string | null | undefined };

function columnsOf(carriers: Catalogue, id: string, { kind, label, party }: Given) {
  const given = Object.fromEntries(Object.entries(party).filter(([, value]) => value)) as AddressParty;
  const shipType = shapeOf(given);
  const { address, deliveryCode } = splitDeliveryCode(given.address ?? "");
  const point = pointOf(carriers, deliveryCode);
  const isOfHongKong = given.country === "HK" || digitsOf(given.mobile_prefix ?? "") === "852";
  const mayBeHongKong = given.country ? given.country === "HK" : isOfHongKong || shipType === "local";
  const district = mayBeHongKong ? (point?.districtEn ?? districtIn(address)) : null;
  const country = given.country ?? (shipType === "local" || isOfHongKong || district ? "HK" : null);
  const searched = [
    ...[label, ...Object.values(given), ...mobilesOf({ mobile_prefix: "852", ...given })],
    ...(country ? LANGUAGES.map((language) => countryNames(language)[country]) : []),
    ...[district, DISTRICTS.find(([en]) => en === district)?.[1]],
  ];
  return {
    id,
    kind,
    label: label || null,
    party: given,
    ship_type: shipType,
    country,
    district,
    delivery_code: deliveryCode,
    mobile_key: mobileKey(given),
    place_key: placeKey(given),
    search_text: searched.flatMap((text) => (text ? [searchable(text)] : [])).join("\n"),
  };
}

/** The columns that come from what was given. */
export const GIVEN = [
  ...(["id", "kind", "label", "party", "ship_type", "country", "district"] as const),
  ...(["delivery_code", "mobile_key", "place_key", "search_text"] as const),
];
const RECORD = `n int, ${recordOf(addressTables.addresses, GIVEN)}`;

/**
 * Addresses as the rows `x` of a statement, with all that is computed of them. Their use is known once `holdCounts` has
 * been called in the transaction.
 */
export async function rowsOf(
  ctx: AccountContext,
  list: readonly (Given & { id: string })[],
): Promise<RawBuilder<unknown>> {
  const carriers = await catalogue(ctx);
  const rows = list.map((each, n) => ({ n, ...columnsOf(carriers, each.id, each) }));
  return sql`(
    select x.*, u.uses, u.last_used_at from (
      select ${sql.raw(GIVEN.join(", "))}, n, party_key(party) as party_key
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (${sql.raw(RECORD)})) x
    left join address_uses u on ${within(scopeOf(ctx), "u")} and u.kind = x.kind and u.party_key = x.party_key) x`;
}

/** The worker's lock: every writer of addresses shares it, so that none is written between counts. */
export const COUNTING = sql`hashtext('uses of addresses')`;

/** Waits for a count that is under way, and holds the next one until the transaction ends. */
export async function holdCounts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${COUNTING})`.execute(tx);
}

/**
 * Makes sure that so many more addresses may be saved; the lock makes the second of two simultaneous calls count what
 * the first saved. @throws ApiError 400000
 */
export async function requireRoom(tx: Tx, scope: Scope, more: number): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext(${`addresses ${scope.accountId} ${scope.environment}`}))`.execute(tx);
  const { rows } = await sql<{ n: string }>`select count(*) as n from addresses where ${within(scope)}`.execute(tx);
  if (Number(rows[0]?.n ?? 0) + more > MAX_ADDRESSES)
    throw invalid({ path: ["addresses"], key: "addressLimit", params: { max: MAX_ADDRESSES } });
}
