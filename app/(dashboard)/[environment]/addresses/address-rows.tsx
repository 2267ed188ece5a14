"use client";

import { useQuery } from "@tanstack/react-query";
import { MapPin, Pencil, Star, Trash2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useMakeDefault } from "@/components/addresses/default-sender";
import { ConfirmOperation } from "@/components/confirm-operation";
import { useWorkspace } from "@/components/environment";
import { Badge } from "@/components/ui/badge";
import { DateTime } from "@/components/ui/date-time";
import { DropdownMenuSeparator, MenuAction, MenuLink } from "@/components/ui/dropdown-menu";
import { ListTable, RowLink } from "@/components/ui/list-table";
import { RowMenu } from "@/components/ui/row-menu";
import { stableCountryName } from "@/lib/addresses/country-names";
import { districtName } from "@/lib/addresses/districts";
import { addressLine, isSameParty, partyOn, phoneOf, pointOf } from "@/lib/addresses/party";
import { queryFor } from "@/lib/api-client";
import type { Address, AddressKind } from "@/lib/contracts/address";
import { formatNumber } from "@/lib/format";
import type { Loose } from "@/lib/loose";

const SHIP_TYPES = ["local", "intl"] as const;

/** One page of the address book. */
export function AddressRows({ rows, kind, isBusy }: { rows: readonly Address[]; kind: AddressKind; isBusy: boolean }) {
  const t = useTranslations("addresses");
  const { href } = useWorkspace();
  const [deleted, setDeleted] = useState<Address | null>(null);
  return (
    <>
      <ListTable
        label={t(`tabs.${kind}`)}
        rows={rows}
        keyOf={({ id }) => id}
        rowClass="h-12 card:grid-cols-[minmax(0,1fr)_auto_2rem]"
        columns={[
          {
            key: "name",
            head: t("columns.name"),
            width: 15,
            place: "card:col-span-2 card:row-start-1",
            cell: (address) => (
              <span className="flex min-w-0 items-center gap-2">
                <span className="min-w-0">
                  <RowLink href={href(`/addresses/${address.id}`)} className="block truncate leading-4.5 text-text">
                    {nameOf(address.party) ?? t("noName")}
                  </RowLink>
                  {address.party.name && "company_name" in address.party ? (
                    <span className="block truncate text-xs leading-3.5 text-muted">{address.party.company_name}</span>
                  ) : null}
                </span>
                {address.label ? <Badge className="h-5">{address.label}</Badge> : null}
                {kind === "sender" ? <DefaultBadges address={address} /> : null}
              </span>
            ),
          },
          {
            key: "phone",
            head: t("columns.phone"),
            width: 10,
            place: "truncate tabular-nums card:col-span-3 card:row-start-2 card:text-muted",
            cell: ({ party }) => phoneOf(party) || <None />,
          },
          {
            key: "address",
            head: t("columns.address"),
            place: "card:col-span-3 card:row-start-3",
            title: ({ party }) => addressLine(party) || undefined,
            cell: (address) => <Where address={address} />,
          },
          {
            key: "uses",
            head: t("columns.uses"),
            align: "end",
            width: 5,
            place: "card:row-start-4 card:text-left card:text-muted",
            isNamed: true,
            cell: ({ use_count }) =>
              use_count === 0 ? <span className="text-muted">0</span> : formatNumber(String(use_count)),
          },
          {
            key: "last",
            head: t("columns.last"),
            width: 8,
            place: "text-muted card:col-span-2 card:row-start-4",
            isNamed: true,
            cell: ({ last_used_at }) => (last_used_at ? <DateTime value={last_used_at} dateOnly /> : t("never")),
          },
          {
            key: "actions",
            head: t("columns.actions"),
            isHeadHidden: true,
            width: 3,
            place: "text-right card:at-1/3",
            cell: (address) => (
              <RowMenu label={t("menuOf", { name: nameOf(address.party) ?? t("noName") })}>
                <Actions address={address} onDelete={() => setDeleted(address)} />
              </RowMenu>
            ),
          },
        ]}
        isBusy={isBusy}
      />
      {deleted ? <DeleteDialog address={deleted} onClose={() => setDeleted(null)} /> : null}
    </>
  );
}

function nameOf(party: Address["party"]): string | undefined {
  return party.name ?? ("company_name" in party ? party.company_name : undefined);
}

function None() {
  const t = useTranslations("addresses");
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t("notGiven")}</span>
    </span>
  );
}

/** The address, and below it the district or country, or the pickup point. */
function Where({ address: { party, country, district } }: { address: Address }) {
  const t = useTranslations("addresses");
  const language = useLocale();
  const point = pointOf(party);
  const place = district ? districtName(district, language) : country && stableCountryName(country, language);
  return (
    <>
      <span className="block truncate leading-4.5">{addressLine(party) || <None />}</span>
      <span className="flex items-center gap-1 truncate text-xs leading-3.5 text-muted">
        {point ? (
          <>
            <MapPin aria-hidden="true" className="size-3 shrink-0" />
            {t("pointCode", { code: point })}
            {place ? ` · ${place}` : null}
          </>
        ) : (
          place
        )}
      </span>
    </>
  );
}

function useDefaultOf({ ship_type, party }: Address) {
  const { where } = useWorkspace();
  const { data } = useQuery(queryFor("readDefaults", {}, where));
  return SHIP_TYPES.filter((shipType) => {
    const sender = data?.[shipType].sender;
    return (
      sender &&
      isSameParty(partyOn(shipType, "sender", sender), partyOn(shipType, "sender", party)) &&
      ship_type !== null
    );
  });
}

/** For which kinds of order a sender is the default. */
function DefaultBadges({ address }: { address: Address }) {
  const t = useTranslations("addresses.default");
  const kinds = useDefaultOf(address);
  if (kinds.length === 0) return null;
  return <Badge className="h-5">{t(kinds.length === 2 ? "both" : (kinds[0] ?? "local"))}</Badge>;
}

function Actions({ address, onDelete }: { address: Address; onDelete: () => void }) {
  const t = useTranslations("addresses");
  const { href, may } = useWorkspace();
  const makeDefault = useMakeDefault();
  const already = useDefaultOf(address);
  const offered = SHIP_TYPES.filter((shipType) => !already.includes(shipType));

  const choose = (shipType: "local" | "intl") =>
    makeDefault(shipType, given(partyOn(shipType, "sender", address.party)), t("default.done"));

  return (
    <>
      <MenuLink icon={Pencil} href={href(`/addresses/${address.id}`)}>
        {t(may("updateAddress") ? "edit" : "open")}
      </MenuLink>
      {address.kind === "sender" && may("saveDefaults")
        ? offered.map((shipType) => (
            <MenuAction key={shipType} icon={Star} onSelect={() => void choose(shipType)}>
              {t(`default.make.${shipType}`)}
            </MenuAction>
          ))
        : null}
      {may("deleteAddress") ? (
        <>
          <DropdownMenuSeparator />
          <MenuAction icon={Trash2} tone="danger" onSelect={onDelete}>
            {t("delete.action")}
          </MenuAction>
        </>
      ) : null}
    </>
  );
}

const given = (party: Loose): Loose => Object.fromEntries(Object.entries(party).filter(([, value]) => value !== ""));

/** Asks before a saved address is deleted. */
function DeleteDialog({ address, onClose }: { address: Address; onClose: () => void }) {
  const t = useTranslations("addresses");
  const name = address.party.name ?? t("noName");
  return (
    <ConfirmOperation
      operation="deleteAddress"
      input={{ id: address.id }}
      tone="danger"
      title={t("delete.ask", { name })}
      description={t("delete.means")}
      confirmLabel={t("delete.action")}
      done={t("delete.done", { name })}
      onClose={onClose}
    >
      <p className="break-words">{addressLine(address.party)}</p>
    </ConfirmOperation>
  );
}
