import type { TrackingView } from "@/lib/contracts/tracking-parts";
import type { Environment } from "@/lib/environment";
import { ApiError, notFound } from "@/lib/errors";
import type { OrderStatus } from "@/lib/order-status";
import { catalogue } from "@/server/carriers";
import type { Context } from "@/server/context";
import { countOn } from "@/server/http/limits";
import { environmentOfNumber } from "@/server/orders";
import { findPublic, findScans } from "./queries";
import { viewOf } from "./view";

/** What anybody who has a parcel's number learns of it: nothing of people, places of theirs, goods or prices. */
export type PublicTracking = {
  number: string;
  environment: Environment;
  status: OrderStatus;
  /** Which of the order's parcels has the number. */
  parcel: { position: number; count: number };
  provider: { en: string; "zh-Hant": string };
  estimatedDelivery: string | null;
  /** The newest first. */
  checkpoints: TrackingView["checkpoint_list"];
};

/** Numbers that one address may ask for in a minute that nobody has: a mistyped one fails by its check digit, uncounted. */
const MISSES_PER_MINUTE = 60;

function limited(retryAfter: number): ApiError {
  return new ApiError("RATE_LIMIT_EXCEEDED", { extra: { retry_after: retryAfter } });
}

/**
 * The timeline of a parcel for its public page (decisions §10). Whoever has tried too many numbers gets no answer
 * for a minute, not even for one that exists.
 * @throws ApiError NOT_FOUND, RATE_LIMIT_EXCEEDED
 */
export async function publicTracking(
  { db, address }: Pick<Context, "db" | "address">,
  number: string,
): Promise<PublicTracking> {
  const environment = environmentOfNumber(number);
  if (!environment) throw notFound();
  const key = `pt:${address}`;
  const before = await countOn(db, key, MISSES_PER_MINUTE, 0);
  if (before.remaining === 0) throw limited(before.retryAfter);
  const order = await findPublic(db, environment, number);
  if (!order) {
    const { allowed, retryAfter } = await countOn(db, key, MISSES_PER_MINUTE);
    throw allowed ? notFound() : limited(retryAfter);
  }
  const scans = await findScans(db, { accountId: order.account_id, environment }, order.id);
  const carriers = await catalogue({ db, catalogueVersion: order.catalogue_version });
  const provider = carriers.providers.get(order.shipping_provider);
  const { estimated_delivery, checkpoint_list } = viewOf(order, scans);
  return {
    number,
    environment,
    status: order.status,
    parcel: { position: order.position, count: order.parcels },
    provider: {
      en: provider?.nameEn ?? order.shipping_provider,
      "zh-Hant": provider?.nameZh ?? order.shipping_provider,
    },
    estimatedDelivery: estimated_delivery,
    checkpoints: checkpoint_list,
  };
}
