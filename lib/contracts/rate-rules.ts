import { countryCode } from "@/lib/addresses/country";
import { type Loose, list, object, string } from "@/lib/loose";
import { also } from "./judge";
import { orderProblems } from "./order-rules";

/** The fields that an order and a rate request share. */
function asOrder(body: Loose): Loose {
  const { ship_type, shipment_options, cod, cod_amount, is_local_insurance, delivery_proof } = body;
  const country = string(object(body.recipient).country);
  const parcels = list(object(body.shipment_detail).parcel_list);
  return {
    ...{ ship_type, shipment_options, cod, cod_amount, is_local_insurance, delivery_proof },
    recipient: { country: country && countryCode(country) },
    shipment_detail: { parcel_list: parcels.map(({ insurance_fee }) => ({ insurance_fee })) },
  };
}

/** The rules of a rate request across its fields: those of an order for the fields that a request has. */
export const rateRules = also((body) => orderProblems(asOrder(body)));
