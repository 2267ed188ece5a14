// Cash that carriers have collected for a merchant, which payouts are about.
import { clientOf, created, localOrder, type Merchant } from "../factories";
import { must } from "../pick-pack/warehouse";
import { scan } from "../tracking/tracking";

/** A delivered order of production, whose recipient has paid so much. */
export async function collected(of: Merchant, cod_amount: string) {
  const order = await created(of.production, localOrder({ cod: "Y", cod_amount }));
  const carrier = await clientOf("carrier", null, "production");
  for (const event of ["in_transit", "delivered"])
    must(await scan(order, event, new Date().toISOString(), {}, carrier));
  return order;
}
