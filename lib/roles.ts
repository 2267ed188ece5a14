/**
 * Roles of API clients (merchant, carrier, warehouse, support) and of people (owner, member, warehouse, support)
 * (contract §11.9).
 */
export const ROLES = ["merchant", "carrier", "warehouse", "support", "owner", "member"] as const;
export type Role = (typeof ROLES)[number];
export type Roles = readonly Role[];

/** Merchants: their API clients and their people. */
export const MERCHANT = ["merchant", "owner", "member"] as const satisfies Roles;
/** Staff who work in the warehouse or for it. */
export const STAFF = ["warehouse", "support"] as const satisfies Roles;
export const SUPPORT = ["support"] as const satisfies Roles;
/** Every person who can sign in. */
export const PEOPLE = ["owner", "member", ...STAFF] as const satisfies Roles;
/** Merchants and the support staff who act for them. */
export const MERCHANT_OR_SUPPORT = [...MERCHANT, "support"] as const satisfies Roles;
/** What members see and owners change; API clients act for the account as its owners do. */
export const OWNERS_OR_SUPPORT = ["merchant", "owner", "support"] as const satisfies Roles;
/** All who may look at an order. */
export const ORDER_READERS = [...MERCHANT_OR_SUPPORT, "warehouse"] as const satisfies Roles;
/** The people of a merchant, and those of them who manage the others. */
export const OWN_PEOPLE = ["owner", "member"] as const satisfies Roles;
export const OWNERS = ["owner"] as const satisfies Roles;
/** Those who manage them, and the support staff who do it for them. */
export const OWNERS_AND_SUPPORT = ["owner", "support"] as const satisfies Roles;
/** The people of a merchant and the support staff who write with them and look after its accounts. */
export const OWN_PEOPLE_OR_SUPPORT = [...OWN_PEOPLE, "support"] as const satisfies Roles;
export const CARRIER_OR_READERS = [...ORDER_READERS, "carrier"] as const satisfies Roles;
export const CARRIER_OR_STAFF = [...STAFF, "carrier"] as const satisfies Roles;

/** Whether the role works for the platform and acts on merchants' accounts; merchants cancel by `/order/cancel`. */
export function isStaff(role: Role): boolean {
  return (STAFF as Roles).includes(role);
}
