import { addDays, hongKongDate, startOfHongKongDay } from "@/lib/calendar";
import type { OrderStatus } from "@/lib/orders/status";
import type { DemoOrder, Dice } from "./orders";

const HOUR = 3_600_000;

type Scan = {
  event: string;
  /** The day after the order's, and the hour in Hong Kong. */
  day: number;
  hour: number;
  description: string;
  city: string;
  country: string;
  subStatus?: string;
};

/** On which day after the order parcels arrive in their country, and at their recipients. */
const PACE: Record<string, { arrives: number; ends: number }> = {
  LOCAL_SAMEDAY: { arrives: 0, ends: 0 },
  LOCAL_DOOR: { arrives: 0, ends: 1 },
  LOCAL_POINT: { arrives: 0, ends: 1 },
  INTL_EXPR: { arrives: 1, ends: 2 },
  INTL_ECON: { arrives: 4, ends: 6 },
};

const paceOf = ({ body }: DemoOrder) => PACE[body.shipping_provider] ?? { arrives: 0, ends: 1 };

/** How many days ago an order was made that is in this state today. Only those with a problem may be late. */
export function daysSince(order: DemoOrder, status: OrderStatus, roll: Dice): number {
  const { ends } = paceOf(order);
  switch (status) {
    case "DELIVERED":
      return ends + 1 + roll.whole(40);
    case "EXCEPTION":
      return ends + 2 + roll.whole(2);
    case "FAILED_DELIVERY":
      return ends + 1;
    case "OUT_FOR_DELIVERY":
      return ends;
    case "IN_TRANSIT":
      return 1 + roll.whole(ends);
    case "PICKED_UP":
      return 1;
    default:
      return ends === 0 ? 0 : roll.whole(2);
  }
}

/** The instant of an hour in Hong Kong some days ago; where it is still to come today, an earlier one of today. */
export function hourOf(daysAgo: number, hour: number): Date {
  const now = Date.now();
  const day = startOfHongKongDay(addDays(hongKongDate(new Date(now)), -daysAgo)).getTime();
  const at = day + hour * HOUR;
  return new Date(at < now ? at : day + ((now - day) * hour) / 24);
}

/** The hour at which an order is made: in the morning for those of the same day. */
export function openingHour({ body }: DemoOrder, roll: Dice): number {
  return 9 + roll.next() * (body.shipping_provider === "LOCAL_SAMEDAY" ? 2 : 7);
}

/** Why an order could not be delivered, and where it is stuck. */
function problemOf(order: DemoOrder, status: OrderStatus): Pick<Scan, "description" | "subStatus"> {
  if (status === "EXCEPTION")
    return order.hub
      ? { subStatus: "customs_delay", description: "The invoice does not name the materials" }
      : { subStatus: "damaged", description: "The box was crushed in the sorting machine" };
  return order.toPoint
    ? { subStatus: "returning", description: "Not collected from the pickup point in time" }
    : { subStatus: "not_home", description: "The courier left a card" };
}

/** The scans that bring an order to a state; those of an order on its way end before today. */
export function scansTo(order: DemoOrder, status: OrderStatus, daysAgo: number, roll: Dice): Scan[] {
  const { arrives, ends } = paceOf(order);
  const isSameDay = ends === 0;
  const hongKong = { city: "Hong Kong", country: "HK" };
  const centre = { city: "Kwai Chung", country: "HK" };
  const end = { city: order.town, country: order.country };
  const picked: Scan = {
    event: "order.picked_up",
    day: 0,
    hour: isSameDay ? 11.5 + roll.next() : 17 + roll.next(),
    description: "Collected from the sender",
    ...hongKong,
  };
  const sorted: Scan = {
    event: "order.in_transit",
    day: 0,
    hour: isSameDay ? 13 : 20 + roll.next(),
    description: "Arrived at the sorting centre",
    ...centre,
  };
  const arrived: Scan[] = order.hub
    ? [
        {
          event: "order.in_transit",
          day: arrives,
          hour: 12 + roll.next() * 4,
          description: "Arrived in the destination country",
          city: order.hub,
          country: order.country,
        },
      ]
    : [];
  const moving = [picked, sorted, ...arrived];
  const out: Scan = {
    event: "order.out_for_delivery",
    day: ends,
    hour: isSameDay ? 14 : 9 + roll.next(),
    description: order.toPoint ? "On its way to the pickup point" : "Out for delivery",
    ...end,
  };
  const last = { day: ends, hour: isSameDay ? 16 + roll.next() * 4 : 11 + roll.next() * 7, ...end };
  switch (status) {
    case "PICKED_UP":
      return [picked];
    case "IN_TRANSIT":
      return moving.filter(({ day }) => day < daysAgo);
    case "OUT_FOR_DELIVERY":
      return [...moving, out];
    case "DELIVERED":
      return [
        ...moving,
        out,
        {
          event: "order.delivered",
          ...last,
          description: order.toPoint ? "Collected from the pickup point" : "Delivered",
        },
      ];
    case "FAILED_DELIVERY":
      return [...moving, out, { event: "order.failed_delivery", ...last, ...problemOf(order, status) }];
    case "EXCEPTION": {
      const where = order.hub ? { city: order.hub, country: order.country } : centre;
      const reported = { event: "order.exception", day: arrives, hour: 21.5 + roll.next(), ...where };
      return [...moving, { ...reported, ...problemOf(order, status) }];
    }
    default:
      return [];
  }
}
