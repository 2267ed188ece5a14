import type { Consignment } from "@/server/carriers";

/** A parcel on which sheets are tried; `options` are the codes of the fees that it has. */
export type Sample = { consignment: Consignment; options: readonly string[] };

const COUNTRIES = ["CN", "TW", "JP", "SG", "TH", "US", "AU", "GB", "DE", "BR"];
const WEIGHTS = { intl: ["0.5", "2", "5", "10", "25"], local: ["1", "3", "5", "10", "20"] };

function of(
  shipType: "intl" | "local",
  country: string,
  weight: string,
  change: Partial<Consignment> = {},
): Consignment {
  const parcel = { weight, length: null, width: null, height: null, insuredValue: "0", declaredValue: "0" };
  return {
    shipType,
    packageType: "parcel",
    country,
    address: null,
    deliveryCode: null,
    parcels: [parcel],
    currency: "HKD",
    codAmount: null,
    insured: false,
    deliveryProof: "N",
    taxParty: null,
    signature: "N",
    hasBattery: false,
    ...change,
  };
}

const worth = (weight: string, values: { insuredValue?: string; declaredValue?: string }) => ({
  parcels: [{ weight, length: null, width: null, height: null, insuredValue: "0", declaredValue: "0", ...values }],
});

/** International parcels with each of the fees, and in other currencies. */
const INTL: readonly Sample[] = [
  ...COUNTRIES.flatMap((country) =>
    WEIGHTS.intl.map((weight) => ({ consignment: of("intl", country, weight), options: [] })),
  ),
  { consignment: of("intl", "US", "2", { signature: "O" }), options: ["SIGNATURE_O"] },
  { consignment: of("intl", "US", "2", { signature: "A" }), options: ["SIGNATURE_A"] },
  { consignment: of("intl", "US", "2", { hasBattery: true }), options: ["BATTERY"] },
  ...["HKD", "USD", "EUR", "GBP", "JPY", "CNY"].flatMap((currency): Sample[] => [
    {
      consignment: of("intl", "US", "2", { currency, ...worth("2", { insuredValue: "5000" }) }),
      options: ["INSURANCE", currency],
    },
    {
      consignment: of("intl", "US", "2", {
        currency,
        taxParty: "sender",
        ...worth("2", { declaredValue: "10000" }),
      }),
      options: ["DUTIES_PAID", currency],
    },
  ]),
];

/** Local parcels with each of the fees. The address is in a remote area. */
const LOCAL: readonly Sample[] = [
  ...WEIGHTS.local.map((weight) => ({ consignment: of("local", "HK", weight), options: [] })),
  { consignment: of("local", "HK", "3", { address: "西貢" }), options: ["REMOTE_AREA"] },
  { consignment: of("local", "HK", "3", { codAmount: "1000" }), options: ["COD"] },
  {
    consignment: of("local", "HK", "3", { insured: true, ...worth("3", { insuredValue: "5000" }) }),
    options: ["INSURANCE"],
  },
  { consignment: of("local", "HK", "3", { deliveryProof: "W" }), options: ["PAPER_PROOF"] },
];

/** The parcels on which the sheets of a provider of this kind are tried, always the same. */
export function samplesOf(shipType: "intl" | "local"): readonly Sample[] {
  return shipType === "intl" ? INTL : LOCAL;
}
