"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAddressesChanged } from "@/components/addresses/addresses-changed";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useFailureToast } from "@/components/ui/failure-toast";
import { LinkButton } from "@/components/ui/link-button";
import { ListBody } from "@/components/ui/list-body";
import { RadioGroup } from "@/components/ui/radio-group";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import { useListUrl } from "@/components/use-list-url";
import { addressLine, phoneOf } from "@/lib/address-party";
import { call, queryFor } from "@/lib/api-client";
import type { Address, listDuplicateAddresses } from "@/lib/contracts/address";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import { listUrl } from "@/lib/list-url";

type Query = InputOf<typeof listDuplicateAddresses>;
type Group = DataOf<typeof listDuplicateAddresses>;

const URL = listUrl<Query>({ kind: "recipient", limit: "20", offset: "0" });

/** Groups of addresses that are probably one; of each, one is kept. */
export function DuplicateList({ query }: { query: Query }) {
  const t = useTranslations("addresses.duplicates");
  const { where, href } = usePlace();
  const { shown, change } = useListUrl<Query>(query, href("/addresses/duplicates"), URL);
  const list = useQuery({ ...queryFor("listDuplicateAddresses", query, where), placeholderData: keepPreviousData });
  return (
    <Section flush>
      <ListBody
        list={list}
        page={shown}
        onTurn={change}
        empty={
          <EmptyState
            icon={CircleCheck}
            title={t("none")}
            actions={<LinkButton href={href(`/addresses?kind=${query.kind}`)}>{t("back")}</LinkButton>}
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
      </ListBody>
    </Section>
  );
}

function Alike({ group: { by, addresses } }: { group: Group }) {
  const t = useTranslations("addresses");
  const { where, may } = usePlace();
  const changed = useAddressesChanged();
  const showFailure = useFailureToast();
  const [keptId, setKept] = useState(addresses[0]?.id ?? "");
  const [isBusy, setIsBusy] = useState(false);

  async function merge() {
    setIsBusy(true);
    try {
      const merged_ids = addresses.map(({ id }) => id).filter((id) => id !== keptId);
      await call("mergeAddresses", { id: keptId, merged_ids }, where);
      toast.success(t("duplicates.done"));
      await changed();
    } catch (error) {
      showFailure(error);
    } finally {
      setIsBusy(false);
    }
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
