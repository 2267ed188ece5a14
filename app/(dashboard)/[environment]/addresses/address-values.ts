import type { AddressParty } from "@/lib/addresses/party";
import { partyOn } from "@/lib/addresses/party";
import { type Address, type AddressKind, createAddress } from "@/lib/contracts/address";
import { normalised } from "@/lib/contracts/normalise";
import { judgeContract } from "@/lib/forms/judge-body";
import type { Language } from "@/lib/i18n/languages";
import type { Loose } from "@/lib/loose";
import type { ShipType } from "@/lib/orders/form-values";

/** The form's values: a party below `sender` or `recipient`, whose fields are those of both kinds of order. */
export function valuesOf(address: Address | undefined, kind: AddressKind): Loose {
  const shipType = address?.ship_type ?? "local";
  const blank = (side: AddressKind): Loose => ({ ...partyOn("intl", side, {}), ...partyOn("local", side, {}) });
  const own = address && partyOn(shipType, kind, address.party as AddressParty);
  return {
    kind,
    ship_type: shipType,
    label: address?.label ?? "",
    sender: { ...blank("sender"), country: "", ...(kind === "sender" && own) },
    recipient: { ...blank("recipient"), ...(kind === "recipient" && own) },
  };
}

// What the form began with says nothing about a person.
const BEGUN = ["mobile_prefix", "country"];

/** What is sent: the fields that the party has on an order of the chosen kind. */
export function bodyOf(values: Loose): Loose {
  const kind = values.kind as AddressKind;
  const shipType = values.ship_type as ShipType;
  const fields = Object.keys(partyOn(shipType, kind, {}));
  const typed = values[kind] as Loose;
  const given = fields.filter((field) => typed[field] !== "" && typed[field] !== undefined);
  const party = Object.fromEntries(given.map((field) => [field, typed[field]]));
  if (shipType === "intl" && typeof party.mobile_prefix === "string" && !party.mobile_prefix.startsWith("+"))
    party.mobile_prefix = `+${party.mobile_prefix}`;
  if (shipType === "local" && typeof party.mobile_prefix === "string")
    party.mobile_prefix = party.mobile_prefix.replace("+", "");
  const isGiven = given.some((field) => !BEGUN.includes(field));
  return normalised({ kind, label: values.label, party: isGiven ? party : {} });
}

/** What the API would refuse, at the form's fields. */
export function judgeAddress(values: Loose, language: Language) {
  return judgeContract(createAddress, bodyOf(values), language).map(({ field, message }) => ({
    field: ownField(field, values),
    message,
  }));
}

/** The form's field for one of the operation; a party without any field is wrong at its name. */
export function ownField(field: string, values: Loose): string {
  const kind = String(values.kind);
  return field === "party" ? `${kind}.name` : field.replace(/^party\./, `${kind}.`);
}
