"use client";

import { useQuery } from "@tanstack/react-query";
import { BookmarkPlus, Download, Ellipsis, RotateCcw, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useFailureToast } from "@/components/ui/failure-toast";
import { LatePart } from "@/components/ui/late-part";
import { lazyPart } from "@/components/ui/lazy-part";
import { MenuButton, type MenuProps } from "@/components/ui/menu-button";
import { toast } from "@/components/ui/toast";
import { queryFor } from "@/lib/api-client";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { OrderView } from "@/lib/contracts/view";
import { formatNumber } from "@/lib/format";
import { ORDER_COLUMNS, type OrderColumn, USUAL_COLUMNS } from "@/lib/order-columns";
import { exportOrders } from "../bulk/export-orders";
import { chooseColumns, columnsText } from "./choose-columns";
import { NO_FILTERS } from "./list-filters";
import type { ChangeList } from "./orders-url";
import { isOn, useDeleteView, useViews } from "./views";

// Its schemas are large, and the list has no other use for them.
const SaveViewDialog = lazy(() => lazyPart(() => import("./save-view-dialog")));

type ListMenuProps = { query: ListOrdersQuery; columns: readonly OrderColumn[]; onChange: ChangeList };

/** The list's own menu: saved views, which are read when it opens, columns, export. */
export function ListMenu(props: ListMenuProps) {
  const t = useTranslations("orderList.options");
  return (
    <MenuButton
      menu={Items}
      props={props}
      trigger={
        <Button size="icon" className="ml-auto" aria-label={t("label")} title={t("label")}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    />
  );
}

function Items({ trigger, open, onOpenChange, query, columns, onChange }: MenuProps & ListMenuProps) {
  const t = useTranslations("orderList.options");
  const names = useTranslations("orderList.columns");
  const [isSaving, setIsSaving] = useState(false);
  const views = useViews();
  const { may } = usePlace();
  const isUsual = columnsText(columns) === columnsText(USUAL_COLUMNS);

  function goTo(view: OrderView) {
    chooseColumns(view.columns);
    onChange({ ...NO_FILTERS, status: null, ...view.query });
  }

  return (
    <>
      {/* It opens only when its views are there: adding them later would move the rest under the pointer. */}
      <DropdownMenu open={open && !isFirstTry(views)} onOpenChange={onOpenChange}>
        <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
        <DropdownMenuContent className="w-64">
          <DropdownMenuLabel>{t("views")}</DropdownMenuLabel>
          <Views all={views.data?.data} query={query} columns={columns} onChosen={goTo} />
          {may("createView") ? (
            <DropdownMenuItem onSelect={() => setIsSaving(true)}>
              <BookmarkPlus aria-hidden="true" />
              {t("save")}
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuSeparator />
          <DropdownMenuLabel>{t("columns")}</DropdownMenuLabel>
          {ORDER_COLUMNS.map((column) => (
            <DropdownMenuCheckboxItem
              key={column}
              checked={columns.includes(column)}
              onSelect={(event) => event.preventDefault()}
              onCheckedChange={(isShown) =>
                chooseColumns(isShown ? [...columns, column] : columns.filter((each) => each !== column))
              }
            >
              {names(column === "weight" ? "chargeableWeight" : column)}
            </DropdownMenuCheckboxItem>
          ))}
          <DropdownMenuItem
            disabled={isUsual}
            onSelect={(event) => {
              event.preventDefault();
              chooseColumns(null);
            }}
          >
            <RotateCcw aria-hidden="true" />
            {t("reset")}
          </DropdownMenuItem>
          {may("exportOrders") ? (
            <>
              <DropdownMenuSeparator />
              <ExportItem query={query} />
            </>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      {isSaving ? (
        <LatePart onClose={() => setIsSaving(false)}>
          <SaveViewDialog query={query} columns={columns} onClose={() => setIsSaving(false)} />
        </LatePart>
      ) : null}
    </>
  );
}

/** Whether the views are being read for the first time, without a failed attempt so far. */
function isFirstTry({ isPending, fetchStatus, failureCount }: ReturnType<typeof useViews>): boolean {
  return isPending && fetchStatus === "fetching" && failureCount === 0;
}

/** One line for each view: a link to it, and next to it a button that deletes it. */
function Views({
  all,
  onChosen,
  ...shown
}: Omit<ListMenuProps, "onChange"> & { all: readonly OrderView[] | undefined; onChosen: (view: OrderView) => void }) {
  const t = useTranslations("orderList.options");
  const remove = useDeleteView();
  const { may } = usePlace();
  if (!all)
    return (
      <DropdownMenuItem disabled className="whitespace-normal">
        {t("viewsFailed")}
      </DropdownMenuItem>
    );
  return (
    <DropdownMenuRadioGroup
      value={all.find((view) => isOn(view, shown))?.id ?? ""}
      onValueChange={(id) => {
        const chosen = all.find((view) => view.id === id);
        if (chosen) onChosen(chosen);
      }}
      className="max-h-56 overflow-y-auto"
    >
      {all.map((view) => (
        <div key={view.id} className="flex">
          <DropdownMenuRadioItem value={view.id} textValue={view.name} className="min-w-0 flex-1">
            <span dir="auto" className="truncate" title={view.name}>
              {view.name}
            </span>
          </DropdownMenuRadioItem>
          {may("deleteView") ? (
            <DropdownMenuItem
              aria-label={t("delete", { name: view.name })}
              className="text-muted"
              onSelect={(event) => {
                event.preventDefault();
                // The item disappears; the menu keeps the focus, so that the arrow keys still work.
                (event.target as HTMLElement).closest<HTMLElement>("[role=menu]")?.focus();
                void remove(view);
              }}
            >
              <Trash2 aria-hidden="true" />
            </DropdownMenuItem>
          ) : null}
        </div>
      ))}
    </DropdownMenuRadioGroup>
  );
}

/** Exports every order that the list matches, on all of its pages. */
function ExportItem({ query }: Pick<ListMenuProps, "query">) {
  const t = useTranslations("orderList.options");
  const { where } = usePlace();
  const showFailure = useFailureToast();
  const { total, total_is_at_least: isAtLeast } = useQuery(queryFor("listOrders", query, where)).data?.pagination ?? {};

  async function save() {
    toast.info(t("exporting"), { id: "export-orders" });
    try {
      await exportOrders({ query }, where);
      toast.success(t("exported"), { id: "export-orders" });
    } catch (error) {
      showFailure(error);
    }
  }

  return (
    <DropdownMenuItem disabled={!total} onSelect={() => void save()}>
      <Download aria-hidden="true" />
      {total === undefined || isAtLeast ? t("exportAll") : t("export", { count: total, shown: formatNumber(total) })}
    </DropdownMenuItem>
  );
}
