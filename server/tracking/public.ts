import type { Environment } from "@/lib/environment";
import { notFound } from "@/lib/errors";
import { type OrderStatus, SUB_STATUSES } from "@/lib/orders/status";
import { catalogue } from "@/server/carriers";
import type { Context } from "@/server/context";
import { environmentOfNumber } from "@/server/orders";
import { countedAddress } from "@/server/plain-address";
import { countOn, requireAllowed } from "@/server/rate-limits";
import { type Locality, publicLocality } from "./places";
import { findPublic, findScans } from "./queries";
import { viewOf } from "./view";

/** What anyone with a parcel's number can see: nothing about people, their places, goods or prices. */
export type PublicTracking = {
  number: string;
  environment: Environment;
  status: OrderStatus;
  /** Which of the order's parcels the number belongs to. */
  parcel: { position: number; count: number };
  provider: { en: string; "zh-Hant": string };
  estimatedDelivery: string | null;
  /** The newest first, without any text from the carrier (contract §9.2). */
  checkpoints: {
    time: string;
    event: string;
    status: string;
    sub_status: (typeof SUB_STATUSES)[number] | null;
    place: Locality | null;
  }[];
};

/**
 * Unknown numbers that one address may ask for per minute. A mistyped number fails by its check digit and is not
 * counted.
 */
const MISSES_PER_MINUTE = 60;

/**
 * The timeline of a parcel for its public page (contract §16.4). An address that has tried too many numbers gets no
 * answer for a minute, not even for an existing number.
 * @throws ApiError NOT_FOUND, RATE_LIMIT_EXCEEDED
 */
export async function publicTracking(
  { db, address }: Pick<Context, "db" | "address">,
  number: string,
): Promise<PublicTracking> {
  const environment = environmentOfNumber(number);
  if (!environment) throw notFound();
  const key = `pt:${countedAddress(address)}`;
  const before = await countOn(db, key, MISSES_PER_MINUTE, 0);
  requireAllowed({ ...before, allowed: before.remaining > 0 });
  const order = await findPublic(db, environment, number);
  if (!order) {
    requireAllowed(await countOn(db, key, MISSES_PER_MINUTE));
    throw notFound();
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
    checkpoints: checkpoint_list.map(({ time, event, status, sub_status, location }) => ({
      time,
      event,
      status,
      sub_status: SUB_STATUSES.find((word) => word === sub_status) ?? null,
      place: publicLocality(location),
    })),
  };
}
