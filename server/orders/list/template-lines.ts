/** Owns orders as lines of a file that can be imported again (contract §39.2). */
import type { OrderInput } from "@/lib/contracts/order";
import { splitDeliveryCode } from "@/lib/orders/choices";
import { ORDER_COLUMNS, type OrderColumn } from "@/lib/tables/order-csv";
import type { Scope } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import { asGiven } from "../create/duplicate";
import { storedInput } from "../present";
import { loadOrders } from "../queries";

type Cells = Partial<Record<OrderColumn, string | undefined>>;

/** What an order has on its first line. */
function headOf(input: OrderInput): Cells {
  const { ship_type, shipping_provider, recipient, shipment_detail, client_remarks } = input;
  const [parcel] = shipment_detail.parcel_list;
  const measures = { weight_kg: parcel?.act_weight, length_cm: parcel?.length, width_cm: parcel?.width };
  const person = {
    recipient_name: recipient.name,
    recipient_mobile_prefix: recipient.mobile_prefix.replace("+", ""),
    recipient_mobile: recipient.mobile,
    recipient_email: recipient.email,
  };
  const shared = {
    ship_type,
    shipping_provider,
    ...person,
    ...measures,
    height_cm: parcel?.height,
    remarks: client_remarks,
  };
  if (input.ship_type === "local") {
    const { address, deliveryCode } = splitDeliveryCode(recipient.address);
    const cod_amount = input.cod === "Y" ? input.cod_amount : undefined;
    return { ...shared, recipient_address: address, recipient_delivery_code: deliveryCode ?? undefined, cod_amount };
  }
  const { company_name, address, address_line_2, address_line_3, country, state, city, post_code } = input.recipient;
  return {
    ...shared,
    recipient_company: company_name,
    // Lines within the cell, so that they stay where they are.
    recipient_address: [address, address_line_2, address_line_3].filter(Boolean).join("\n"),
    ...{ recipient_country: country, recipient_state: state, recipient_city: city, recipient_postal_code: post_code },
  };
}

function itemsOf(input: OrderInput): Cells[] {
  if (input.ship_type === "local")
    return (input.shipment_detail.parcel_list[0]?.parcel_items ?? []).map(
      ({ name, qty, single_value, currency, sku }) => ({
        ...{ item_name: name, item_qty: qty, item_value: single_value, item_currency: currency, item_sku: sku },
      }),
    );
  return (input.shipment_detail.parcel_list[0]?.declaration_list ?? []).map(
    ({ description, qty, single_price, hscode, origin, sku }) => ({
      ...{ item_name: description, item_qty: qty, item_value: single_price, item_hscode: hscode, item_origin: origin },
      ...{ item_currency: input.shipment_detail.currency, item_sku: sku },
    }),
  );
}

/** A template has no column for it, and a parcel must not go without its marks. */
const hasBattery = ({ items }: Awaited<ReturnType<typeof loadOrders>>[number]["parcels"][number]) =>
  items.some(({ battery_type }) => battery_type !== null);

/** Lines of orders, and how many have none: those of several parcels or with batteries, and those whose data is erased. */
type Lines = { lines: (string | null)[][]; leftOut: number };

/**
 * The lines of orders. Lines of one order need a reference that no other has; `used`: those of orders before these,
 * which grow.
 */
export async function templateLines(db: Db, scope: Scope, ids: readonly string[], used: Set<string>): Promise<Lines> {
  const orders = await loadOrders(db, scope, ids);
  const told = orders.filter(
    ({ parcels, erased_at }) => parcels.length === 1 && !parcels.some(hasBattery) && !erased_at,
  );
  const lines = told.flatMap((order) => {
    const input = storedInput(asGiven(order));
    const items = itemsOf(input);
    const own = order.reference !== null && !used.has(order.reference) ? order.reference : null;
    const reference = own ?? (items.length > 1 || order.reference !== null ? order.id : undefined);
    if (own !== null) used.add(own);
    return items.map((item, at): (string | null)[] => {
      const cells: Cells = { reference, ...(at === 0 ? headOf(input) : {}), ...item };
      return ORDER_COLUMNS.map((column) => cells[column] || null);
    });
  });
  return { lines, leftOut: orders.length - told.length };
}
