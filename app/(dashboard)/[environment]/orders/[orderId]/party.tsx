"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWorkspace } from "@/components/environment";
import { CopyButton } from "@/components/ui/copy-button";
import { Facts, Section } from "@/components/ui/section";
import { shownPhone } from "@/lib/addresses/phone";
import { queryFor } from "@/lib/api-client";
import type { OrderRecord } from "@/lib/contracts/order";

type PartyRecord = OrderRecord["sender"] | OrderRecord["recipient"];

function givenField(party: PartyRecord, field: string): string | null {
  return (party as Record<string, string | null>)[field] ?? null;
}

/** The lines of an address as they are written on an envelope. */
function addressLines(party: PartyRecord, country: string | null): string[] {
  const town = ["city", "state", "post_code"].map((field) => givenField(party, field)).filter(Boolean);
  // The point's code ends the address, and is shown separately below it.
  const point = givenField(party, "delivery_code");
  const address = point
    ? givenField(party, "address")?.replace(`^${point}`, "").trimEnd()
    : givenField(party, "address");
  const lines = [
    address,
    givenField(party, "address_line_2"),
    givenField(party, "address_line_3"),
    town.join(", "),
    country,
  ];
  return lines.filter((line, index): line is string => Boolean(line) && lines.indexOf(line) === index);
}

/** The sender or the recipient: name, address, contact details, numbers for customs. */
export function Party({
  side,
  party,
  country,
  provider,
  children,
}: {
  side: "sender" | "recipient";
  party: PartyRecord;
  country: string | null;
  /** The service that delivers, for the recipient's pickup point. */
  provider?: string;
  /** Below all of it. */
  children?: ReactNode;
}) {
  const t = useTranslations("orderPage.parties");
  const lines = addressLines(party, country);
  const company = givenField(party, "company_name");
  const email = givenField(party, "email");
  const phone = shownPhone(party);
  const point = givenField(party, "delivery_code");
  const taxes = [
    { name: t("taxCode"), value: givenField(party, "tax_code") },
    { name: t("eori"), value: givenField(party, "eori_number") },
  ].filter(({ value }) => value);
  return (
    <Section
      title={t(side)}
      actions={
        <CopyButton
          text={[party.name, company, ...lines, phone].filter(Boolean).join("\n")}
          what={t(`copyAddress.${side}`)}
          size="icon-sm"
          className="-mr-2 text-muted"
        />
      }
    >
      <p className="font-semibold">{party.name}</p>
      {company ? <p>{company}</p> : null}
      <address className="not-italic">
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      {point && provider ? <PickupPlace provider={provider} code={point} /> : null}
      <p className="mt-2 text-muted">{phone}</p>
      {email ? <p className="break-all text-muted">{email}</p> : null}
      {taxes.length > 0 ? <Facts items={taxes} className="mt-2" /> : null}
      {children}
    </Section>
  );
}

/** Where the recipient collects an order: the point's name, address and hours, as far as its code is still known. */
function PickupPlace({ provider, code }: { provider: string; code: string }) {
  const t = useTranslations("orderPage.parties");
  const language = useLocale();
  const { where } = useWorkspace();
  const { data } = useQuery({
    ...queryFor("listPickupPoints", { shipping_provider: provider, q: code }, where),
    staleTime: 300_000,
  });
  const point = data?.data.find((each) => each.delivery_code === code);
  return (
    <div className="mt-1">
      <p className="font-semibold">{t("point", { code })}</p>
      {point ? (
        <>
          <p>{language === "en" ? point.name_en : point.name_zh}</p>
          <p className="text-muted">{language === "en" ? point.address_en : point.address_zh}</p>
          <p className="text-xs text-muted">{t("hours", { hours: point.opening_hours })}</p>
        </>
      ) : null}
    </div>
  );
}
