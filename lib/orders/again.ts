import type { OrderInput } from "@/lib/contracts/order";
import { isObject, type Loose, object } from "@/lib/loose";
import { splitDeliveryCode } from "@/lib/orders/choices";
import { blanksForNull, orderOfDraft } from "@/lib/orders/form-values";

/** How a form begins with another order: the same once more, the way back, or the next one of the same sender. */
export type Again = "again" | "return" | "next";

/** The measures of parcels without what is in them. */
function withoutContents(parcels: unknown): Loose[] {
  return (Array.isArray(parcels) ? parcels : [])
    .filter(isObject)
    .map(({ act_weight, length, width, height }) => ({ act_weight, length, width, height }));
}

/**
 * The form's values of an order like another one (contract §30.2). The way back is only for local orders: no cash is
 * collected for it, the code of a pickup point falls away, and with it the service that delivers to one.
 */
export function orderAgain(how: Again, input: OrderInput): Loose {
  const {
    ship_type: shipType,
    shipping_provider,
    sender,
    recipient,
    shipment_detail,
    ...rest
  } = blanksForNull(input) as Loose & Pick<OrderInput, "ship_type">;
  const service = { shipping_provider, ...rest };
  if (how === "again") return orderOfDraft(shipType, { ...service, sender, recipient, shipment_detail });
  if (how === "next") {
    const { package_type, currency, parcel_list } = object(shipment_detail);
    const detail = { package_type, ...(currency ? { currency } : {}), parcel_list: withoutContents(parcel_list) };
    return orderOfDraft(shipType, { shipping_provider, sender, shipment_detail: detail });
  }
  const { address, ...from } = object(recipient);
  const place = splitDeliveryCode(String(address));
  return orderOfDraft(shipType, {
    ...service,
    ...(place.deliveryCode === null ? {} : { shipping_provider: "" }),
    ...{ cod: "N", cod_amount: "" },
    sender: { ...from, address: place.address },
    recipient: sender,
    shipment_detail,
  });
}
