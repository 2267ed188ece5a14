import { DECIMAL, decimal } from "../decimal";
import { type Loose, list, object, text } from "../loose";

/** The parcels of a form's `shipment_detail`. */
export function parcelsOf(detail: unknown): Loose[] {
  return list(object(detail).parcel_list);
}

/** The items of a form's parcel, declared to customs or not. */
export function itemsOf({ parcel_items, declaration_list }: Loose): Loose[] {
  return list(parcel_items ?? declaration_list);
}

/** The weight of all parcels in kg, as far as it is filled in. */
export function weightOf(detail: unknown): string {
  return parcelsOf(detail)
    .map(({ act_weight }) => text(act_weight))
    .filter((weight) => DECIMAL.test(weight))
    .reduce((sum, weight) => sum.plus(weight), decimal(0))
    .toString();
}
