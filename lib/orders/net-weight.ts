import { DECIMAL, decimal } from "../decimal";
import type { Path } from "../errors";
import { type Loose, list, object, text } from "../loose";

/** Items that weigh so many times their parcel are refused, or warned of (contract §12.13). */
export const NET_REFUSED = "1.5";
export const NET_WARNED = "1.05";

/** The weight of a parcel's items as far as it is known, in kg. */
export function weightOfItems(items: unknown) {
  return list(items).reduce((sum, { qty, single_weight }) => {
    const [count, each] = [text(qty), text(single_weight)];
    return DECIMAL.test(count) && DECIMAL.test(each) ? sum.plus(decimal(each).times(count)) : sum;
  }, decimal(0));
}

/** The weight in kg of items in a box that weighs so much itself; null unless each of them has a weight. */
export function weightInBox(items: unknown, empty: string): string | null {
  const isKnown = list(items).every(
    ({ qty, single_weight }) => DECIMAL.test(text(qty)) && DECIMAL.test(text(single_weight)),
  );
  const net = weightOfItems(items);
  return isKnown && net.gt(0) ? net.plus(empty).toString() : null;
}

/** The parcels of an order or a rate request whose items weigh more than so many times the parcel. */
export function heavierThan(body: Loose, factor: string): { path: Path; params: { weight: string } }[] {
  const key = body.ship_type === "intl" ? "declaration_list" : "parcel_items";
  return list(object(body.shipment_detail).parcel_list).flatMap((parcel, index) => {
    const [gross, net] = [text(parcel.act_weight), weightOfItems(parcel[key])];
    if (!DECIMAL.test(gross) || !net.gt(decimal(gross).times(factor))) return [];
    return [{ path: ["shipment_detail", "parcel_list", index, "act_weight"], params: { weight: net.toString() } }];
  });
}
