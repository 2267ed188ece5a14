"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Download, Eye, Printer } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { MenuButton, type MenuProps } from "@/components/ui/menu-button";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { queryFor } from "@/lib/api-client";
import type { Print, Printed } from "@/lib/contracts/print";
import { formatDateTime } from "@/lib/format";
import { type DocumentOrder, hasDocuments } from "./document-order";
import { PAPER_SIZES, type Paper, rememberedPaper, rememberPaper } from "./paper";
import { useDocuments } from "./use-documents";

type Entry = { type: Printed; last: Print | null };

type Shown = {
  order: DocumentOrder;
  /** Called when another paper is chosen for its label. */
  onPaper?: (paper: Paper) => void;
};

/** Each document of an order, to print, save or look at, and the paper of its label. */
export function DocumentMenu({ trigger, ...shown }: Shown & Pick<ComponentProps<typeof MenuButton>, "trigger">) {
  return <MenuButton menu={Documents} props={shown} trigger={trigger} />;
}

/** The same behind one small button, in every list of orders; nothing where an order has no documents. */
export function RowDocumentMenu({ order, id }: { order: DocumentOrder; id?: string }) {
  const t = useTranslations("documents");
  if (!hasDocuments(order)) return null;
  return (
    <DocumentMenu
      order={order}
      trigger={
        <Button
          id={id}
          variant="ghost"
          size="icon-sm"
          className="-my-1 text-muted"
          aria-label={t("menuOf", { order: order.order_id })}
        >
          <Printer aria-hidden="true" />
        </Button>
      }
    />
  );
}

function Documents({ trigger, open, onOpenChange, order, onPaper }: MenuProps & Shown) {
  const t = useTranslations("documents");
  const { where, account } = useWorkspace();
  const documents = useDocuments(order);
  const [paper, setPaper] = useState(() => rememberedPaper(order.ship_type, account.paper));
  // Asked each time it opens: a confirmation adds documents, and colleagues print too.
  const read = useQuery({
    ...queryFor("readPrints", { order_id: order.order_id }, where),
    enabled: open,
    staleTime: 0,
  });
  const entries: Entry[] = (read.data?.document_list ?? []).map(({ type, last_print }) => ({ type, last: last_print }));
  if (entries.length > 0) entries.push({ type: "all_documents", last: null });

  function choose(chosen: string) {
    const size = PAPER_SIZES.find((each) => each === chosen) ?? "100x150";
    setPaper(size);
    rememberPaper(order.ship_type, size);
    onPaper?.(size);
  }

  return (
    <>
      <DropdownMenu open={open} onOpenChange={onOpenChange}>
        <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
        <DropdownMenuContent className="w-72 max-w-[calc(100vw-1rem)]">
          <DropdownMenuLabel>{t("menu")}</DropdownMenuLabel>
          {entries.length === 0 && read.isFetching ? (
            <LoadingRegion className="flex flex-col gap-4 px-2 py-2">
              <Skeleton className="w-40" />
              <Skeleton className="w-32" />
              <Skeleton className="w-36" />
            </LoadingRegion>
          ) : null}
          {entries.length === 0 && read.isSuccess && !read.isFetching ? (
            <p className="px-2 py-1 text-muted">{t("none")}</p>
          ) : null}
          {entries.length === 0 && read.isError && !read.isFetching ? (
            <DropdownMenuItem
              onSelect={(event) => {
                event.preventDefault();
                void read.refetch();
              }}
            >
              {t("unread")}
            </DropdownMenuItem>
          ) : null}
          {entries.map((entry) => (
            <DocumentEntry
              key={entry.type}
              entry={entry}
              onPrint={() => documents.print(entry.type, paper)}
              onDownload={() => documents.download(entry.type, paper)}
              onPreview={() => documents.preview(entry.type, paper)}
            />
          ))}
          <DropdownMenuSeparator />
          <DropdownMenuLabel>{t("paperOfLabel")}</DropdownMenuLabel>
          <DropdownMenuRadioGroup value={paper} onValueChange={choose} className="flex">
            {PAPER_SIZES.map((size) => (
              <DropdownMenuRadioItem
                key={size}
                value={size}
                className="whitespace-nowrap"
                // The choice is for the next print from this menu, so the menu stays open.
                onSelect={(event) => event.preventDefault()}
              >
                {t(`papers.${size}`)}
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
        </DropdownMenuContent>
      </DropdownMenu>
      {documents.dialogs}
    </>
  );
}

function DocumentEntry({
  entry: { type, last },
  onPrint,
  onDownload,
  onPreview,
}: {
  entry: Entry;
  onPrint: () => void;
  onDownload: () => void;
  onPreview: () => void;
}) {
  const t = useTranslations("documents");
  const language = useLocale();
  const name = t(`types.${type}`);
  return (
    <div className="flex items-center">
      <DropdownMenuItem className="min-w-0 flex-1" onSelect={onPrint}>
        <Printer aria-hidden="true" />
        <span className="truncate">{name}</span>
        {last ? (
          <span
            className="ml-auto flex items-center gap-1 text-xs text-muted"
            title={formatDateTime(last.printed_at, language)}
          >
            <Check aria-hidden="true" className="size-3!" />
            {t("printed")}
          </span>
        ) : null}
      </DropdownMenuItem>
      <DropdownMenuItem
        className="justify-center px-2"
        aria-label={t("downloadOf", { document: name })}
        title={t("downloadOf", { document: name })}
        onSelect={onDownload}
      >
        <Download aria-hidden="true" />
      </DropdownMenuItem>
      <DropdownMenuItem
        className="justify-center px-2"
        title={t("previewOf", { document: name })}
        aria-label={t("previewOf", { document: name })}
        onSelect={onPreview}
      >
        <Eye aria-hidden="true" />
      </DropdownMenuItem>
    </div>
  );
}
