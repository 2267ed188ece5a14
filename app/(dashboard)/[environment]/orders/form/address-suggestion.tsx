"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { useAddressLine } from "@/components/addresses/address-picker";
import { useWorkspace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { useLater } from "@/components/ui/use-later";
import { isSameParty, partyOn } from "@/lib/addresses/party";
import { queryFor } from "@/lib/api-client";
import type { Address } from "@/lib/contracts/address";
import type { Loose } from "@/lib/loose";
import type { ShipType } from "@/lib/orders/form-values";

const PAUSE_MS = 300;
const SHOWN = "3";
/** The fields by which a recipient is recognised, and from how many characters on. */
const TYPED = { name: 2, mobile: 4, address: 4 } as const;
const FIELDS = Object.keys(TYPED) as (keyof typeof TYPED)[];
const NAMES = FIELDS.map((field) => `recipient.${field}`);

/** What was typed last, once it is long enough to search for; nothing after several fields changed at once. */
function useTyped(): string {
  const values = useWatch({ name: NAMES }) as unknown[];
  const before = useRef(values);
  const [typed, setTyped] = useState("");
  useEffect(() => {
    const changed = FIELDS.filter((_, index) => values[index] !== before.current[index]);
    before.current = values;
    const [field] = changed;
    if (!field) return;
    const value = String(values[FIELDS.indexOf(field)] ?? "").trim();
    const isLong = changed.length === 1 && value.length >= TYPED[field] && !value.includes("^");
    setTyped(isLong ? value : "");
  }, [values]);
  return typed;
}

/** Offers saved recipients that contain what is typed as name, phone or address. It overwrites nothing by itself. */
export function AddressSuggestion({
  shipType,
  onChosen,
}: {
  shipType: ShipType;
  onChosen: (address: Address) => void;
}) {
  const t = useTranslations("orderForm.book");
  const { where, may } = useWorkspace();
  const lineOf = useAddressLine();
  const typed = useTyped();
  const q = useLater(typed, PAUSE_MS);
  const current = useWatch({ name: "recipient" }) as Loose;
  const { data } = useQuery({
    ...queryFor("listAddresses", { kind: "recipient", ship_type: shipType, q, limit: SHOWN }, where),
    enabled: q !== "" && may("listAddresses"),
    staleTime: 30_000,
  });
  const found = (q === typed && q ? (data?.data ?? []) : []).filter(
    ({ party }) => !isSameParty(partyOn(shipType, "recipient", party), current),
  );
  return (
    <div role="status" className="flex flex-col gap-1 empty:hidden sm:col-span-2">
      {found.map((address, index) => (
        <div
          key={address.id}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-background px-3 py-1.5"
        >
          <span className="min-w-0 flex-1 basis-48">
            {t("known", { name: address.party.name ?? t("noName") })}
            <span className="block truncate text-xs text-muted">{lineOf(address)}</span>
          </span>
          <Button
            size="sm"
            {...(index === 0 && { "data-enter": "", "aria-keyshortcuts": "Enter" })}
            onClick={() => onChosen(address)}
          >
            {t("fill")}
            {index === 0 ? <Kbd aria-hidden="true">Enter</Kbd> : null}
          </Button>
        </div>
      ))}
    </div>
  );
}
