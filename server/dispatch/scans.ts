import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/dispatch";
import type { DispatchOrder } from "@/lib/contracts/dispatch";
import { invalid, notFound } from "@/lib/errors";
import { type AccountContext, scopeOf } from "@/server/context";
import { type Scope, scoped, within } from "@/server/db/scoped";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import { lockOrder } from "@/server/orders";
import { actorColumns, dispatchOrders } from "./rows";

type ParcelRef = { id: string; parcel: number | null };

/** The parcel that a code names; of an order's id the parcel is null. */
async function findParcel(db: Db, scope: Scope, code: string): Promise<ParcelRef | undefined> {
  const { rows } = await sql<ParcelRef>`
    select id, 1 as parcel from orders where ${within(scope)} and tracking_number = ${code}
    union all
    select order_id as id, position as parcel from order_parcels
    where ${within(scope)} and tracking_number = ${code} and position > 1
    union all
    select id, null as parcel from orders
    where ${within(scope)} and id = ${/^\d{1,15}$/.test(code) ? code : null}::bigint`.execute(db);
  return rows[0];
}

async function readShown(db: Db, scope: Scope, id: string): Promise<DispatchOrder> {
  const [order] = await dispatchOrders(db, scope, sql`array[${id}::bigint]`);
  if (!order) throw notFound();
  return order;
}

/** The parcel to be scanned out. @throws ApiError 400 at `code`: why it must not leave, or does not leave from here */
function judge(order: DispatchOrder, { parcel }: ParcelRef): number {
  const refuse = (key: Parameters<typeof invalid>[0]["key"]) =>
    invalid({ path: ["code"], key, params: { order: order.order_id, count: order.parcel_count } });
  if (order.order_status === "CANCELLED") throw refuse("parcelCancelled");
  if (order.order_status === "PENDING_CONFIRM") throw refuse("parcelUnconfirmed");
  if (order.in_warehouse) throw refuse("parcelInWarehouse");
  if (parcel === null && order.parcel_count > 1) throw refuse("parcelToChoose");
  return parcel ?? 1;
}

/**
 * Notes that a parcel left the house; scanned again, it is answered as it was (contract §35.2).
 * @throws ApiError 400 at `code`
 */
export async function scanDispatch(
  ctx: AccountContext,
  input: InputOf<typeof contracts.scanDispatch>,
): Promise<DataOf<typeof contracts.scanDispatch>> {
  const scope = scopeOf(ctx);
  const { code } = input;
  const { actor, name } = actorColumns(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const place = await findParcel(tx, scope, code);
    if (!place) throw invalid({ path: ["code"], key: "parcelNotFound", params: { code } });
    // It cannot be cancelled, or taken to the warehouse, meanwhile.
    await lockOrder(tx, scope, place.id);
    const order = await readShown(tx, scope, place.id);
    const parcel = judge(order, place);
    if (order.scan_list.some((scan) => scan.parcel === parcel)) return { order, parcel, is_repeated: true };
    if (order.order_status !== "READY_TO_SHIP" && order.order_status !== "PICKED_UP")
      throw invalid({ path: ["code"], key: "parcelUnderway", params: { order: order.order_id } });
    await scoped(tx, scope)
      .insertInto("dispatch_scans", { order_id: place.id, parcel, actor, actor_name: name })
      .execute();
    return { order: await readShown(tx, scope, place.id), parcel, is_repeated: false };
  });
}

/** Why a scan is not there to be taken back: none, or its parcel is on a list. */
async function whyKept(tx: Tx, scope: Scope, orderId: string, parcel: number) {
  const row = await scoped(tx, scope)
    .selectFrom("dispatch_scans")
    .select("hand_over_id")
    .where("order_id", "=", orderId)
    .where("parcel", "=", parcel)
    .executeTakeFirst();
  return row ? invalid({ path: ["parcel"], key: "parcelHandedOver", params: { order: orderId, parcel } }) : notFound();
}

/** Takes back a scan. @throws ApiError NOT_FOUND; 400 at `parcel` once it is on a list */
export async function undoDispatchScan(
  ctx: AccountContext,
  input: InputOf<typeof contracts.undoDispatchScan>,
): Promise<DispatchOrder> {
  const scope = scopeOf(ctx);
  const [id, parcel] = [input.order_id, Number(input.parcel)];
  return withTransaction(ctx.db, async (tx) => {
    if (!(await lockOrder(tx, scope, id))) throw notFound();
    const { numDeletedRows } = await scoped(tx, scope)
      .deleteFrom("dispatch_scans")
      .where("order_id", "=", id)
      .where("parcel", "=", parcel)
      .where("hand_over_id", "is", null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw await whyKept(tx, scope, id, parcel);
    return readShown(tx, scope, id);
  });
}
