import type { Selectable } from "kysely";
import type { Tables } from "@/server/db/types";

type Provider = Selectable<Tables["providers"]>;
type Shared = Omit<Provider, "code" | "name_en" | "name_zh" | "max_weight" | "position">;

const MONDAY_TO_SATURDAY = [1, 2, 3, 4, 5, 6];

const LOCAL: Shared = {
  ship_type: "local",
  volumetric_divisor: 6000,
  pallet_max_weight: null,
  package_types: ["parcel", "document", "envelope"],
  supports_cod: true,
  supports_pickup_point: false,
  supports_pickup_arrange: true,
  pickup_weekdays: MONDAY_TO_SATURDAY,
  pickup_on_holidays: false,
  account_rule: null,
  active: true,
};

const INTL: Shared = {
  ship_type: "intl",
  volumetric_divisor: 5000,
  pallet_max_weight: "300",
  package_types: ["parcel", "document", "pallet"],
  supports_cod: false,
  supports_pickup_point: false,
  supports_pickup_arrange: false,
  pickup_weekdays: [],
  pickup_on_holidays: false,
  account_rule: null,
  active: true,
};

/** The sample services. */
export const PROVIDERS: readonly Provider[] = [
  {
    ...LOCAL,
    code: "LOCAL_DOOR",
    name_en: "Sampan Local Door-to-Door",
    name_zh: "舢舨本地上門派送",
    max_weight: "30",
    pickup_weekdays: [...MONDAY_TO_SATURDAY, 7],
    pickup_on_holidays: true,
    position: 10,
  },
  {
    ...LOCAL,
    code: "LOCAL_POINT",
    name_en: "Sampan Local Pickup Point",
    name_zh: "舢舨本地自取點",
    max_weight: "20",
    supports_pickup_point: true,
    position: 20,
  },
  {
    ...LOCAL,
    code: "LOCAL_SAMEDAY",
    name_en: "Sampan Local Same Day",
    name_zh: "舢舨本地即日達",
    max_weight: "10",
    position: 30,
  },
  {
    ...INTL,
    code: "INTL_ECON",
    name_en: "Sampan International Economy",
    name_zh: "舢舨國際經濟",
    volumetric_divisor: 6000,
    max_weight: "30",
    position: 40,
  },
  {
    ...INTL,
    code: "INTL_EXPR",
    name_en: "Sampan International Express",
    name_zh: "舢舨國際特快",
    max_weight: "30",
    position: 50,
  },
  {
    ...INTL,
    code: "EXPR_EXPORT",
    name_en: "Sampan Express Export",
    name_zh: "舢舨特快出口",
    account_rule: { country: "PR", tax_party: "recipient", pattern: "^[0-9]{9}$" },
    max_weight: "30",
    position: 60,
  },
];
