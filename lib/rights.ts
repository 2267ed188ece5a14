import type { Environment } from "./environment";
import { type OperationId, operationOf } from "./operations";
import { isStaff, type Role } from "./roles";

/** Whether a signed-in person, or a client, of this role may call the operation. */
export function mayCall(role: Role, id: OperationId): boolean {
  const { who } = operationOf(id);
  return who === "anyone" || who.includes(role);
}

/** Whether a call, or a page where none is named, is about what merchants have in production. */
function isOfProduction(environment: Environment, id?: OperationId): boolean {
  return environment === "production" || (id !== undefined && operationOf(id).shared === true);
}

/** Whether a person of this role must have shown a second factor; without an operation: for the pages. */
export function needsFactor(role: Role, environment: Environment, id?: OperationId): boolean {
  return isStaff(role) && isOfProduction(environment, id) && !(id && operationOf(id).own);
}

/** Whether the operation only reads. */
export function isReadOnly(id: OperationId): boolean {
  const { method, reads } = operationOf(id);
  return method === "GET" || reads === true;
}

/**
 * Whether a call is let in while the account it acts on has no payment plan or is suspended: for the account's own
 * callers nothing is, people of support are, other staff and clients of the platform read.
 */
export function mayUseUnusable(caller: { role: Role; isPerson: boolean; isOwn: boolean; isRead: boolean }): boolean {
  return !caller.isOwn && (caller.isRead || (caller.isPerson && caller.role === "support"));
}

/** Why support looks at a merchant's production data. */
export const VISIT_REASONS = ["MERCHANT_ASKED", "EXCEPTION", "BILLING", "CHECK"] as const;
export type VisitReason = (typeof VISIT_REASONS)[number];

/**
 * What a call needs beyond {@link mayCall} where people of support act on a merchant's account in production: a reason
 * that they have given within the hour, to change something also that they have switched on acting (contract §8.22).
 * `account` null: none is named. Without an operation: for the merchant's pages.
 */
export function visitNeeded(
  role: Role,
  environment: Environment,
  account: { pickPack: boolean } | null,
  id?: OperationId,
): "reason" | "act" | null {
  if (role !== "support" || !isOfProduction(environment, id)) return null;
  if (id === undefined) return "reason";
  const { own, free, about, overAll } = operationOf(id);
  if (own || free || (overAll && account === null)) return null;
  if (about === "warehouse" && (account === null || account.pickPack)) return null;
  return isReadOnly(id) ? "reason" : "act";
}

/** On whose account, and how, the person calls now. */
type Standing = {
  role: Role;
  environment: Environment;
  account: { pickPack: boolean };
  /** Support has switched on acting. */
  isActing: boolean;
};

/** Whether the call is let in now, for support's visit; buttons read it. */
export function mayCallNow({ role, environment, account, isActing }: Standing, id: OperationId): boolean {
  return mayCall(role, id) && (isActing || visitNeeded(role, environment, account, id) !== "act");
}
