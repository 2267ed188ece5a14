"use client";

import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { ListPage } from "@/components/lists/list-page";
import { useList } from "@/components/lists/use-list";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { RadioGroup } from "@/components/ui/radio-group";
import { useOperation } from "@/components/use-operation";
import { addressLine, phoneOf } from "@/lib/addresses/party";
import type { Address, listDuplicateAddresses } from "@/lib/contracts/address";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import { type ListView, listUrl } from "@/lib/lists/list-url";

type Query = InputOf<typeof listDuplicateAddresses>;
type Group = DataOf<typeof listDuplicateAddresses>;

const URL = listUrl<Query>({ kind: "recipient", limit: "20", offset: "0" });

/** Groups of addresses that are probably one; of each, one is kept. */
export function DuplicateList({ view }: { view: ListView<Query> }) {
  const t = useTranslations("addresses.duplicates");
  const { href } = useWorkspace();
  const list = useList("listDuplicateAddresses", view, { base: href("/addresses/duplicates"), url: URL });
  return (
    <ListPage
      list={list}
      empty={
        <EmptyState
          icon={CircleCheck}
          title={t("none")}
          actions={<LinkButton href={href(`/addresses?kind=${list.query.kind}`)}>{t("back")}</LinkButton>}
        />
      }
    >
      {(groups) => (
        <ul className="divide-y divide-line">
          {groups.map((group) => (
            <li key={`${group.by} ${group.addresses.map(({ id }) => id).join(" ")}`} className="px-4 py-3">
              <Alike group={group} />
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}

function Alike({ group: { by, addresses } }: { group: Group }) {
  const t = useTranslations("addresses");
  const { may } = useWorkspace();
  const { attempt, isBusy } = useOperation("mergeAddresses");
  const [keptId, setKept] = useState(addresses[0]?.id ?? "");

  function merge() {
    const merged_ids = addresses.map(({ id }) => id).filter((id) => id !== keptId);
    return attempt({ id: keptId, merged_ids }, { done: t("duplicates.done") });
  }

  const about = (address: Address) =>
    [phoneOf(address.party), addressLine(address.party), t("usedBy", { count: address.use_count })]
      .filter(Boolean)
      .join(" · ");
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <fieldset className="min-w-0 flex-1 basis-80">
        <legend className="mb-2 font-semibold">{t(`duplicates.by.${by}`)}</legend>
        <RadioGroup
          aria-label={t("duplicates.keep")}
          value={keptId}
          onValueChange={setKept}
          className="grid gap-2"
          options={addresses.map((address) => ({
            value: address.id,
            label: [address.party.name ?? t("noName"), address.label].filter(Boolean).join(" · "),
            description: about(address),
          }))}
        />
      </fieldset>
      {may("mergeAddresses") ? (
        <Button loading={isBusy} onClick={() => void merge()}>
          {t("duplicates.merge", { count: addresses.length - 1 })}
        </Button>
      ) : null}
    </div>
  );
}
