import { type Defaults, saveDefaults } from "@/lib/contracts/defaults";
import { normalise } from "@/lib/contracts/normalise";
import { judgeContract } from "@/lib/forms/judge-body";
import type { Language } from "@/lib/i18n/languages";
import type { Loose } from "@/lib/loose";
import { emptySender, type ShipType } from "@/lib/orders/form-values";

const MEASURES = { act_weight: "", length: "", width: "", height: "" };
const OWN = {
  local: {
    package_type: "",
    consignment_declaration: "",
    pickup_arrange: { pickup_start_time: "", pickup_end_time: "" },
  },
  intl: { package_type: "", reason_of_export: "", currency: "", tax_party: "" },
};

/** The form's values: the members of the kind's defaults, and the paper. */
export function valuesOf(shipType: ShipType, { paper, ...all }: Defaults): Loose {
  const given: Loose = all[shipType];
  const laid = (empty: Loose, over: unknown): Loose => ({ ...empty, ...(over as Loose | undefined) });
  return {
    ...laid({ shipping_provider: "", ...OWN[shipType] }, given),
    sender: laid(emptySender(shipType), given.sender),
    parcel: laid(MEASURES, given.parcel),
    ...(shipType === "local" && { pickup_arrange: laid(OWN.local.pickup_arrange, given.pickup_arrange) }),
    paper: paper ?? "",
  };
}

/** What is sent: the other kind's defaults stay as they are. A part of which nothing is given is left out. */
export function bodyOf(shipType: ShipType, { paper, ...values }: Loose, current: Defaults): Loose {
  const given = normalise(values);
  const { sender, ...rest } = given;
  const filled = (part: unknown) => Object.values((part ?? {}) as Loose).some((value) => value !== undefined);
  // With only a prefix or country, the sender is as the form began.
  const isSender = Object.entries((sender ?? {}) as Loose).some(
    ([field, value]) => value !== undefined && field !== "mobile_prefix" && field !== "country",
  );
  const parts = Object.fromEntries(
    Object.entries(rest).filter(([, value]) =>
      typeof value === "object" && value !== null ? filled(value) : value !== undefined,
    ),
  );
  const other = shipType === "local" ? "intl" : "local";
  return {
    [other]: current[other],
    [shipType]: { ...parts, ...(isSender && { sender }) },
    ...(paper ? { paper } : {}),
  };
}

/** What an order would refuse, at the form's fields, which are those of the kind. */
export function judgeDefaults(shipType: ShipType, values: Loose, language: Language) {
  const given = bodyOf(shipType, values, { local: {}, intl: {}, paper: null });
  return judgeContract(saveDefaults, given, language).map(({ field, message }) => ({
    field: ownField(field),
    message,
  }));
}

/** The form's field for one of the operation. */
export function ownField(field: string): string {
  return field.replace(/^(local|intl)\./, "");
}
