import type { AddressParty } from "@/lib/addresses/party";
import type { AddressKind } from "@/lib/contracts/address";
import type { Environment } from "@/lib/environment";
import { bigint, instant, json, nullable, oneOf, REVISED, scopedTable, text, texts, withDefault } from "../columns";

/** The address book, and how often orders have had each party. */
export const addressTables = {
  addresses: scopedTable({
    id: text,
    kind: oneOf<AddressKind>(),
    label: nullable(text),
    party: json<AddressParty>(),
    ship_type: oneOf<"local" | "intl">(),
    country: nullable(text),
    district: nullable(text),
    delivery_code: nullable(text),
    /** Name, mobile and address in the form in which orders are compared with it; null: one of them is missing. */
    party_key: nullable(text),
    mobile_key: nullable(text),
    /** Name and address in the form in which duplicates are found. */
    place_key: nullable(text),
    search_text: text,
    // Written only by builds before 0072.
    search: withDefault(texts),
    /** Of `search_text`, as searches compare it; null: it changed since the last one. */
    folded: nullable(text),
    use_count: withDefault(bigint),
    last_used_at: nullable(instant),
    created_at: withDefault(instant),
    ...REVISED,
    updated_at: withDefault(instant),
  }),
  /** How many orders have a party, whether or not it is in the book. */
  address_uses: scopedTable({
    kind: oneOf<AddressKind>(),
    party_key: text,
    uses: bigint,
    last_used_at: nullable(instant),
  }),
  /** Parties of orders that changed after their creation; a trigger writes them. */
  address_changes: scopedTable({
    order_id: bigint,
    kind: oneOf<AddressKind>(),
    before_key: nullable(text),
    after_key: nullable(text),
    used_at: instant,
  }),
  /** The last order of an environment whose parties are counted. */
  address_counting: {
    environment: oneOf<Environment>(),
    counted_to: bigint,
  },
};
