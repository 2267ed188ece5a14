"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Money } from "@/components/ui/money";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { decimal, money } from "@/lib/decimal";

export type TableItem = {
  name: string;
  note?: string | null;
  /** SKU and barcode. */
  codes?: readonly [string, string];
  hscode: string | null;
  /** The country in words. */
  origin: string | null;
  qty: string;
  /** In words; none for pieces. */
  unit?: string | null;
  unitValue: string;
  currency: string;
  /** What else was given about it, folded below it. */
  facts?: readonly { name: string; value: string }[];
};

type Shown = {
  isForCustoms: boolean;
  /** For packing: the codes of each item, instead of the value of all its pieces. */
  withCodes?: boolean;
};

/** The items of a parcel. */
export function ItemTable({ number, items, ...shown }: Shown & { number: number; items: readonly TableItem[] }) {
  const t = useTranslations("pickPack.parcels");
  const { isForCustoms, withCodes } = shown;
  const customs = withCodes ? "max-xl:hidden" : "max-sm:hidden";
  return (
    <Table label={t("items", { number })}>
      <THead>
        <TR>
          <TH>{t("item")}</TH>
          {withCodes ? <TH className="max-sm:hidden">{t("codes")}</TH> : null}
          {isForCustoms ? <TH className={customs}>{t("hs")}</TH> : null}
          {isForCustoms ? <TH className={customs}>{t("origin")}</TH> : null}
          <TH align="end" className={withCodes ? undefined : "max-sm:hidden"}>
            {t("quantity")}
          </TH>
          <TH align="end" className="max-sm:hidden">
            {t("unitValue")}
          </TH>
          {withCodes ? null : <TH align="end">{t("value")}</TH>}
        </TR>
      </THead>
      <TBody>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items are known by their place
          <ItemRows key={index} item={item} customs={customs} {...shown} />
        ))}
      </TBody>
    </Table>
  );
}

function ItemRows({ item, customs, isForCustoms, withCodes }: Shown & { item: TableItem; customs: string }) {
  const t = useTranslations("pickPack.parcels");
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { name, note, codes: [sku, barcode] = ["", ""], hscode, origin, qty, unit, unitValue, currency } = item;
  const { facts = [] } = item;
  return (
    <>
      <TR className="hover:bg-transparent">
        <TD className="min-w-32 wrap-anywhere">
          {facts.length > 0 ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setIsOpen(!isOpen)}
              className="flex items-start gap-1 rounded-xs text-left hover:underline"
            >
              <ChevronRight
                aria-hidden="true"
                className={cn("mt-0.5 -ml-1 size-4 shrink-0 text-muted transition-transform", isOpen && "rotate-90")}
              />
              <span className="min-w-0">{name}</span>
            </button>
          ) : (
            name
          )}
          {note ? <span className="block text-xs text-muted">{note}</span> : null}
          {/* Where there is no room for separate columns. */}
          <span className="block text-xs text-muted sm:hidden">
            {withCodes ? (
              [sku, barcode].filter(Boolean).join(" · ")
            ) : (
              <>
                {qty} × <Money amount={unitValue} currency={currency} />
                {hscode ? ` · HS ${hscode}` : null}
                {origin ? ` · ${origin}` : null}
              </>
            )}
          </span>
        </TD>
        {withCodes ? (
          <TD className="font-mono text-xs max-sm:hidden">
            {sku || "–"}
            <span className="block text-muted">{barcode}</span>
          </TD>
        ) : null}
        {isForCustoms ? <TD className={cn("tabular-nums", customs)}>{hscode || "–"}</TD> : null}
        {isForCustoms ? <TD className={customs}>{origin || "–"}</TD> : null}
        <TD align="end" className={withCodes ? undefined : "max-sm:hidden"}>
          {qty}
          {unit ? <span className="text-muted"> {unit}</span> : null}
        </TD>
        <TD align="end" className="max-sm:hidden">
          <Money amount={unitValue} currency={currency} />
        </TD>
        {withCodes ? null : (
          <TD align="end">
            <Money amount={money(decimal(unitValue).times(qty))} currency={currency} />
          </TD>
        )}
      </TR>
      {isOpen ? (
        <TR id={id} className="hover:bg-transparent">
          <TD colSpan={isForCustoms ? 6 : 4} className="bg-background py-3">
            <dl
              aria-label={t("more", { item: name })}
              className="grid grid-cols-2 gap-x-6 gap-y-2 text-xs sm:grid-cols-3"
            >
              {facts.map((fact) => (
                <div key={fact.name} className="min-w-0">
                  <dt className="text-muted">{fact.name}</dt>
                  <dd>{fact.value}</dd>
                </div>
              ))}
            </dl>
          </TD>
        </TR>
      ) : null}
    </>
  );
}
