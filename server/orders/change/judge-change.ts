import type { z } from "zod";
import { hongKongDate } from "@/lib/calendar";
import { clearedAndGivenProblems } from "@/lib/contracts/clear";
import { judge } from "@/lib/contracts/judge";
import { intlOrder, localOrder, type OrderInput } from "@/lib/contracts/order";
import { clearOf } from "@/lib/contracts/order-clear";
import { netWeightRules, orderRules, otherKindProblems } from "@/lib/contracts/order-rules";
import { inDocumentOrder } from "@/lib/contracts/problems";
import { ApiError, invalid, type Problem } from "@/lib/errors";
import type { MessageKey } from "@/lib/i18n/validation";
import type { Loose } from "@/lib/loose";
import { catalogue, consignmentOfOrder, priceConsignment, problemOf } from "@/server/carriers";
import type { AccountContext } from "@/server/context";
import { accountRules } from "../create/judge";
import { storedInput } from "../present";
import type { StoredOrder } from "../queries";

/** A change that passed its checks. */
export type Change = {
  /** The changed order as creation would accept it; fields that the change does not touch may break a newer rule. */
  input: OrderInput;
  /** The root fields that the change sets or empties. */
  names: readonly string[];
  /**
   * Whether the provider takes the order, so that it can be priced; false if a fault remains that the order had before.
   */
  isTaken: boolean;
};

function schemaOf(order: StoredOrder) {
  return order.ship_type === "intl" ? intlOrder : localOrder;
}

/** The fields that `clear` empties, and the problems with it, reported at `clear` (contract §4.3). */
function clearedBy(order: StoredOrder, body: Loose): { cleared: readonly string[]; problems: Problem[] } {
  if (body.clear === undefined) return { cleared: [], problems: [] };
  const { data: cleared, problems } = judge(clearOf(schemaOf(order)), body.clear);
  if (problems) return { cleared: [], problems: problems.map((problem) => ({ ...problem, path: ["clear"] })) };
  return { cleared, problems: clearedAndGivenProblems(body, cleared) };
}

/** Rules of a field that also read other fields: if one of those changes, the field is judged although it does not. */
const ALSO_BY: Partial<Record<MessageKey, readonly string[]>> = {
  insuranceValue: ["is_local_insurance"],
  courierAccount: ["shipping_provider", "recipient"],
  pickupClosed: ["shipping_provider"],
  pickupArrangeNotSupported: ["shipping_provider"],
  codNotSupported: ["shipping_provider"],
};
/** What decides whether a provider takes the order, and where to. */
const SERVICE = ["shipping_provider", "recipient", "shipment_detail", "quote_id"];

function isOfService({ reason, path }: Problem): boolean {
  const isReason = reason === "SERVICE_NOT_AVAILABLE" || reason === "PICKUP_POINT_UNAVAILABLE";
  return isReason && (path[0] === "shipping_provider" || path[0] === "recipient");
}

/** Whether the change caused a problem of the changed order (contract §4.1). */
function isOf(names: readonly string[], problem: Problem): boolean {
  const own = String(problem.path[0]);
  const also = isOfService(problem) ? SERVICE : own === "cod_amount" ? ["cod"] : (ALSO_BY[problem.key] ?? []);
  return [own, ...also].some((field) => names.includes(field));
}

/** Why the provider does not take the order in its present state, even if measures exceed the general bounds. */
async function faultOf(ctx: AccountContext, input: OrderInput): Promise<Problem | undefined> {
  const today = hongKongDate(new Date());
  const priced = priceConsignment(await catalogue(ctx), input.shipping_provider, consignmentOfOrder(input), today);
  return priced.ok ? undefined : problemOf(priced);
}

/**
 * Judges only what a change of an order changes; `open`: the fields that can still be changed, null for all.
 * @throws ApiError BAD_REQUEST: 400451 for locked fields, and then for nothing else (contract §4.1–§4.3)
 */
export async function judgeChange(
  ctx: AccountContext,
  order: StoredOrder,
  body: Loose,
  open: readonly string[] | null,
): Promise<Change> {
  const schema = schemaOf(order);
  const refuse = (problems: readonly Problem[]) =>
    new ApiError("BAD_REQUEST", {
      problems: inDocumentOrder(problems, schema),
    });
  const given = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== undefined && Object.hasOwn(schema.shape, name)),
  );
  const { cleared, problems } = clearedBy(order, body);
  const reasonOf = (field: string) =>
    open === null || open.includes(field) ? undefined : ("FIELD_LOCKED_AFTER_CONFIRM" as const);
  for (const field of Object.keys(given)) {
    const reason = reasonOf(field);
    const key = field === "confirm_shipment" ? "confirmElsewhere" : reason && "fieldLocked";
    if (key) problems.push({ path: [field], key, ...(reason ? { reason } : {}) });
  }
  const locked = cleared.map(reasonOf).find(Boolean);
  if (locked) problems.push({ path: ["clear"], key: "fieldLocked", reason: locked });
  if (problems.some(({ reason }) => reason)) throw refuse(problems);
  if (given.ship_type !== undefined && given.ship_type !== order.ship_type)
    throw invalid({ path: ["ship_type"], key: "shipTypeFixed" });

  const names = [...Object.keys(given), ...cleared].filter((field) => field !== "confirm_shipment");
  const asked = Object.fromEntries(names.map((field) => [field, given[field]]));
  const mask = Object.fromEntries(names.map((field) => [field, true])) as Record<string, true>;
  const stored = storedInput(order);
  const [ofOrder, ofAccount] = [orderRules(), await accountRules(ctx)];
  const judged = judge((schema as z.ZodObject).pick(mask), asked, (read, found) => {
    const whole = { ...stored, ...read };
    return ofAccount(whole, netWeightRules(whole, ofOrder(whole, found))).filter((problem) => isOf(names, problem));
  });
  problems.push(...otherKindProblems(body, order.ship_type), ...(judged.problems ?? []));
  if (problems.length) throw refuse(problems);
  const input = { ...stored, ...judged.data } as OrderInput;
  const fault = open === null ? await faultOf(ctx, input) : undefined;
  if (fault && isOf(names, fault)) throw refuse([fault]);
  return { input, names, isTaken: !fault };
}
