import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/services";
import { invalid, notFound } from "@/lib/errors";
import { changedFacts, type Facts, recordAudit } from "@/server/accounts";
import {
  catalogue,
  isSuspendedAt,
  lockService,
  presentSuspension,
  readSuspension,
  type Suspension,
  writeSuspension,
} from "@/server/carriers";
import type { Context } from "@/server/context";
import { withTransaction } from "@/server/db/transaction";

type State = DataOf<typeof contracts.setSuspension>;

function stateOf(code: string, suspension: Suspension | undefined, now: Date): State {
  return {
    code,
    suspended: isSuspendedAt(suspension, now),
    suspension: presentSuspension(suspension, now),
  };
}

/** The services that are offered, with their state (contract §29.1). */
export async function listServices(ctx: Context): Promise<DataOf<typeof contracts.listServices>> {
  const carriers = await catalogue(ctx);
  const now = new Date();
  return [...carriers.providers.values()]
    .filter(({ active }) => active)
    .map(({ code, shipType, nameEn, nameZh, supportsPickupPoint }) => {
      const points = [...(carriers.pickupPoints.get(code)?.values() ?? [])];
      const count = (status: string) => points.filter((point) => point.status === status).length;
      return {
        ...stateOf(code, carriers.suspensions.get(code), now),
        ship_type: shipType,
        name_en: nameEn,
        name_zh: nameZh,
        supports_pickup_point: supportsPickupPoint,
        points_active: count("ACTIVE"),
        points_suspended: count("SUSPENDED"),
      };
    });
}

/** What the audit log compares; the notices are free text. */
function factsOf(suspension: Suspension | undefined): Facts {
  return {
    from: suspension ? hongKongIso(suspension.startsAt) : null,
    until: suspension?.endsAt ? hongKongIso(suspension.endsAt) : null,
    notice_en: suspension?.noticeEn ?? null,
    notice_zh: suspension?.noticeZh ?? null,
  };
}

/** Replaces the suspension of a service in one transaction with its row of the audit log. @throws ApiError NOT_FOUND */
function change(
  ctx: Context,
  operation: "setSuspension" | "endSuspension",
  code: string,
  after: Suspension | undefined,
): Promise<State> {
  return withTransaction(ctx.db, async (tx) => {
    if (!(await lockService(tx, code))) throw notFound();
    const before = await readSuspension(tx, code);
    await writeSuspension(tx, code, after);
    const facts = changedFacts(factsOf(before), factsOf(after), ["notice_en", "notice_zh"]);
    await recordAudit({ ...ctx, db: tx }, [null], { operation, objectId: code, ...facts });
    return stateOf(code, after, new Date());
  });
}

/**
 * Suspends a service from a time on, or changes its suspension (contract §29.1).
 * @throws ApiError NOT_FOUND; 400 at `until` for an end that is past or not after the beginning
 */
export function setSuspension(
  ctx: Context,
  { code, from, until, notice_en, notice_zh }: InputOf<typeof contracts.setSuspension>,
): Promise<State> {
  const startsAt = from === undefined ? new Date() : new Date(from);
  const endsAt = until === undefined ? null : new Date(until);
  if (endsAt && endsAt.getTime() <= Date.now()) throw invalid({ path: ["until"], key: "timePast" });
  if (endsAt && endsAt <= startsAt) throw invalid({ path: ["until"], key: "timeAfter", params: { field: "from" } });
  return change(ctx, "setSuspension", code, { startsAt, endsAt, noticeEn: notice_en, noticeZh: notice_zh });
}

/** Ends a service's suspension, also one that has not begun; without one nothing changes. @throws ApiError NOT_FOUND */
export function endSuspension(ctx: Context, { code }: InputOf<typeof contracts.endSuspension>): Promise<State> {
  return change(ctx, "endSuspension", code, undefined);
}
