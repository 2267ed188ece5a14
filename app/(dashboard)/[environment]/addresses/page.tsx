import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ExportButton } from "@/components/lists/export-button";
import { Prefetched } from "@/components/prefetched";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { listAddresses, listAddressLabels, listDuplicateAddresses } from "@/lib/contracts/address";
import { readDefaults } from "@/lib/contracts/defaults";
import { readListQuery } from "@/lib/lists/list-query";
import { pageHref } from "@/lib/pages/page-href";
import * as addresses from "@/server/addresses";
import * as orders from "@/server/orders";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { AddressList, NewAddress } from "./address-list";
import { COUNTED, LABELS_SHOWN, type Query } from "./addresses-url";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("addresses"))("title") };
}

type Props = PageProps<"/[environment]/addresses">;

/** The address book: recipients and senders that the account has saved. */
export default async function AddressesPage({ params, searchParams }: Props) {
  const { ctx, account, where, may } = await openPage({ part: "dashboard", params });
  const t = await getTranslations("addresses");
  const asked = readListQuery(listAddresses, await searchParams);
  const query: Query = { ...asked.query, kind: asked.query.kind ?? "recipient" };
  const list = (input: Parameters<typeof prefetch<typeof listAddresses>>[2]) =>
    prefetch(listAddresses, addresses.listAddresses, input, ctx, where);
  const answers = await Promise.all([
    list(COUNTED.recipient),
    list(COUNTED.sender),
    list(query),
    prefetch(
      listAddressLabels,
      addresses.listAddressLabels,
      { kind: query.kind, limit: LABELS_SHOWN, offset: "0" },
      ctx,
      where,
    ),
    prefetch(
      listDuplicateAddresses,
      addresses.listDuplicateAddresses,
      { kind: query.kind, limit: "1", offset: "0" },
      ctx,
      where,
    ),
    prefetch(readDefaults, orders.readDefaults, {}, ctx, where),
  ]);
  const toPage = (path: string) => pageHref(`/addresses${path}`, ctx.environment, where.accountId ?? null);
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("about")}
        actions={
          <>
            {may("importAddresses") ? <LinkButton href={toPage("/import")}>{t("import.open")}</LinkButton> : null}
            {answers[0][1].pagination.total + answers[1][1].pagination.total > 0 ? (
              <ExportButton operation="exportAddresses" name="addresses" label={t("export")} />
            ) : null}
            {may("createAddress") ? <NewAddress /> : null}
          </>
        }
      />
      <Prefetched answers={answers}>
        <AddressList key={`${ctx.environment} ${account.id}`} view={{ ...asked, query }} />
      </Prefetched>
    </>
  );
}
