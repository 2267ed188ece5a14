"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { useOperation } from "@/components/use-operation";
import { useWhere } from "@/components/where";
import { queryFor } from "@/lib/api-client";
import type { Import } from "@/lib/contracts/import";
import { KINDS } from "./kinds";
import { useColumnLabel } from "./use-column-label";

/** Asks what each column of an import's file holds, and has the rows checked by that. */
export function ColumnChoice({
  imported: { import_id: id, kind },
  onDone,
  onBack,
}: {
  imported: Import;
  onDone: () => void;
  onBack: (() => void) | null;
}) {
  const t = useTranslations("imports");
  const label = useColumnLabel(kind);
  const where = useWhere();
  const map = useOperation("mapImport");
  const [hasHeaders, setHasHeaders] = useState<boolean | null>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<number, string | null>>(new Map());
  const head = useRef<HTMLHeadingElement>(null);
  const asked = hasHeaders === null ? {} : { has_headers: hasHeaders ? ("Y" as const) : ("N" as const) };
  const read = useQuery({
    ...queryFor("readImportColumns", { import_id: id, ...asked }, where),
    placeholderData: keepPreviousData,
  });
  useEffect(() => head.current?.focus(), []);

  if (read.error && !read.data) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />;
  const columns = (read.data?.columns ?? []).map(({ column, ...rest }, at) => ({
    ...rest,
    column: chosen.has(at) ? (chosen.get(at) ?? null) : column,
  }));
  const isFirstRow = hasHeaders ?? read.data?.has_headers ?? true;

  function choose(at: number, column: string | null) {
    const next = new Map(chosen);
    // Parts of a name or an address may be in several columns; all else is in the one that was chosen last.
    if (column && !(column in KINDS[kind].joined))
      for (const [other, each] of columns.entries()) if (each.column === column) next.set(other, null);
    setChosen(next.set(at, column));
  }

  async function goOn() {
    const mapping = Object.fromEntries(columns.map(({ header, column }) => [header, column]));
    const answer = await map.attempt({ import_id: id, mapping, has_headers: isFirstRow });
    if (answer) onDone();
  }

  const nameOf = (header: string) => {
    const place = /^#(\d+)$/.exec(header)?.[1];
    return place ? t("map.place", { n: place }) : header;
  };
  const choices = [
    { value: "", label: t("map.none") },
    ...KINDS[kind].columns.map((value) => ({ value, label: label(value) })),
  ];
  const isLacking = columns.length > 0 && KINDS[kind].isLacking(new Set(columns.map(({ column }) => column)));
  return (
    <Section flush>
      <form
        className="flex flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          void goOn();
        }}
      >
        <div className="flex flex-col gap-2 px-4 pt-4 pb-3">
          <h2 ref={head} tabIndex={-1} className="text-base font-semibold outline-none">
            {t("map.title")}
          </h2>
          <p className="max-w-prose text-muted">{t("map.about")}</p>
          <Checkbox
            label={t("map.hasHeaders")}
            checked={isFirstRow}
            onCheckedChange={(checked) => setHasHeaders(checked === true)}
          />
        </div>
        {read.data ? (
          <Table label={t("map.table")}>
            <THead>
              <TR>
                <TH>{t("map.inFile")}</TH>
                <TH>{t("map.holds")}</TH>
                <TH>{t("map.samples")}</TH>
              </TR>
            </THead>
            <TBody>
              {columns.map(({ header, column, samples }, at) => (
                <TR key={header}>
                  <TD className="max-w-56 font-semibold break-words">{nameOf(header)}</TD>
                  <TD className="min-w-40">
                    <Field label={t("map.holdsOf", { column: nameOf(header) })} labelHidden>
                      <NativeSelect
                        options={choices}
                        value={column ?? ""}
                        onValueChange={(next) => choose(at, next || null)}
                      />
                    </Field>
                  </TD>
                  <TD className="max-w-80 text-muted">
                    <span className="block truncate">{samples.join(" · ")}</span>
                  </TD>
                </TR>
              ))}
            </TBody>
          </Table>
        ) : (
          <SkeletonRows />
        )}
        <div className="flex flex-wrap items-center gap-2 px-4 py-3">
          <Button type="submit" variant="primary" loading={map.isBusy} disabled={!read.data || read.isPlaceholderData}>
            {t("map.goOn")}
          </Button>
          {onBack ? (
            <Button variant="ghost" onClick={onBack}>
              {t("map.back")}
            </Button>
          ) : null}
          <p role="status" className="text-warn">
            {isLacking ? t(`of.${kind}.needs`) : ""}
          </p>
        </div>
      </form>
    </Section>
  );
}
