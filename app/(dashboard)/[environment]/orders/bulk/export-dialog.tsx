"use client";

// Loaded late: its schemas, which a list has no other use for.

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { withLateMessages } from "@/components/late-messages";
import { saveFile } from "@/components/save-file";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { useTask } from "@/components/use-operation";
import { call, type Where } from "@/lib/api-client";
import { hongKongDate } from "@/lib/calendar";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import { EXPORT_COLUMNS, EXPORT_FORMATS, type ExportColumn, type ExportFormat } from "@/lib/orders/export-columns";
import { XLSX } from "@/lib/tables/file-types";

/** Where this browser keeps the last choice. */
const STORE = "sampan-export";

type Choice = { format: ExportFormat; columns: readonly ExportColumn[] };

/** The last choice, or a workbook with all columns. */
function lastChoice(): Choice {
  const { format = "xlsx", columns = "" } = Object.fromEntries(new URLSearchParams(localStorage.getItem(STORE) ?? ""));
  const named = columns.split(",");
  const known = EXPORT_COLUMNS.filter((column) => named.includes(column));
  return {
    format: EXPORT_FORMATS.find((each) => each === format) ?? "xlsx",
    columns: known.length > 0 ? known : EXPORT_COLUMNS,
  };
}

/** Saves orders as a workbook or as CSV, with the columns that are ticked. */
export default withLateMessages(ExportDialog, ["orderExport"]);

function ExportDialog({
  what,
  count,
  onClose,
}: {
  what: Exported;
  /** How many orders, in words. */
  count: string;
  onClose: () => void;
}) {
  const t = useTranslations("orderExport");
  const { where } = useWorkspace();
  const [{ format, columns }, choose] = useState(lastChoice);
  const { isBusy, run } = useTask({ reading: true });
  const isAll = columns.length === EXPORT_COLUMNS.length;

  function tick(column: ExportColumn, isOn: boolean) {
    choose({ format, columns: EXPORT_COLUMNS.filter((each) => (each === column ? isOn : columns.includes(each))) });
  }

  async function save() {
    await exportOrders(what, { format, columns }, where);
    // All of them are not named: columns that come later are among them.
    localStorage.setItem(STORE, String(new URLSearchParams({ format, columns: isAll ? "" : columns.join(",") })));
    toast.success(t("done"));
    onClose();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title={t("title")}
        description={count}
        footer={
          <>
            <Button onClick={onClose} disabled={isBusy}>
              {t("cancel")}
            </Button>
            <Button variant="primary" loading={isBusy} disabled={columns.length === 0} onClick={() => run(save)}>
              {t("save")}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <FieldGroup label={t("format")}>
            <RadioGroup<ExportFormat>
              value={format}
              onValueChange={(chosen) => choose({ format: chosen, columns })}
              options={EXPORT_FORMATS.map((value) => ({ value, label: t(`formats.${value}`) })).reverse()}
            />
          </FieldGroup>
          <FieldGroup label={t("columnsTitle")}>
            <Checkbox
              label={t("all")}
              checked={isAll || (columns.length > 0 && "indeterminate")}
              onCheckedChange={() => choose({ format, columns: isAll ? [] : EXPORT_COLUMNS })}
            />
            <div className="mt-2 grid gap-x-4 gap-y-2 border-t border-line pt-3 sm:grid-cols-2">
              {EXPORT_COLUMNS.map((column) => (
                <Checkbox
                  key={column}
                  label={t(`columns.${column}`)}
                  checked={columns.includes(column)}
                  onCheckedChange={(isOn) => tick(column, isOn === true)}
                />
              ))}
            </div>
          </FieldGroup>
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** Selected orders, or all that match a list's query. */
type Exported = { ids: readonly string[] } | { query: ListOrdersQuery };

const TYPES: Record<ExportFormat, string> = { csv: "text/csv;charset=utf-8", xlsx: XLSX };

/** The filters of a list's query, without its page and sorting. */
function filtersOf({ limit: _limit, offset: _offset, sort: _sort, ...filters }: ListOrdersQuery) {
  return filters;
}

/**
 * Saves orders as a file: the selected ones in the order of selection, or all that match a list's query, newest first.
 * @throws ApiFailure
 */
async function exportOrders(
  what: Exported,
  { format, columns }: { format: ExportFormat; columns: readonly ExportColumn[] },
  where: Where,
): Promise<void> {
  const answer =
    "ids" in what
      ? await call("exportSelected", { order_ids: [...what.ids], format, columns: [...columns] }, where)
      : await call("exportOrders", { ...filtersOf(what.query), format, columns: columns.join(",") }, where);
  const bytes = Uint8Array.from(atob(answer.content), (character) => character.charCodeAt(0));
  const name = where.environment === "testing" ? "sampan-test-orders" : "sampan-orders";
  saveFile({
    blob: new Blob([bytes], { type: TYPES[format] }),
    filename: `${name}-${hongKongDate(new Date())}.${format}`,
  });
}
