"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { useLater } from "@/components/ui/use-later";
import { districtName } from "@/lib/addresses/districts";
import { addressLine, phoneOf } from "@/lib/addresses/party";
import { queryFor } from "@/lib/api-client";
import type { Address, AddressKind } from "@/lib/contracts/address";
import type { ShipType } from "@/lib/orders/form-values";

const PAUSE_MS = 200;
const SHOWN = "8";

/** Where an address is and how often it was used, in one line. */
export function useAddressLine(): (address: Address) => string {
  const t = useTranslations("orderForm.book");
  const language = useLocale();
  return ({ party, district, use_count }) =>
    [
      phoneOf(party),
      addressLine(party),
      district && districtName(district, language),
      use_count > 0 && t("orders", { count: use_count }),
    ]
      .filter(Boolean)
      .join(" · ");
}

/** Finds a saved sender or recipient by name, phone or address, those used last first. */
export function AddressPicker({
  kind,
  shipType,
  onChosen,
}: {
  kind: AddressKind;
  shipType: ShipType;
  onChosen: (address: Address) => void;
}) {
  const t = useTranslations("orderForm.book");
  const { where, may } = useWorkspace();
  const lineOf = useAddressLine();
  const [typed, setTyped] = useState<string | null>(null);
  const q = useLater(typed?.trim() ?? "", PAUSE_MS);
  const { data, isFetching } = useQuery({
    // A shop in Hong Kong sends both kinds of orders; a recipient gets one.
    ...queryFor(
      "listAddresses",
      { kind, ...(kind === "recipient" && { ship_type: shipType }), ...(q && { q }), limit: SHOWN },
      where,
    ),
    enabled: typed !== null,
    placeholderData: keepPreviousData,
  });
  if (!may("listAddresses")) return null;
  const found = data?.data ?? [];
  return (
    <Field label={t(`find.${kind}`)}>
      <Combobox
        options={found.map((address) => ({
          value: address.id,
          label: [address.party.name ?? t("noName"), address.label].filter(Boolean).join(" · "),
          description: lineOf(address),
        }))}
        value=""
        onValueChange={(id) => {
          const chosen = found.find((address) => address.id === id);
          if (chosen) onChosen(chosen);
        }}
        onSearch={setTyped}
        loading={isFetching || q !== (typed ?? "").trim()}
        placeholder={t("placeholder")}
        searchPlaceholder={t("placeholder")}
        empty={q ? t("noMatch") : t(`none.${kind}`)}
      />
    </Field>
  );
}
