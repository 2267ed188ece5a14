"use client";

import { useQuery } from "@tanstack/react-query";
import { BookmarkPlus, Download, Ellipsis, RotateCcw, Trash2, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { useWorkspace } from "@/components/environment";
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
import { LateDialog, lateDialog, onTouch } from "@/components/ui/late-dialog";
import { MenuButton, type MenuProps } from "@/components/ui/menu-button";
import { queryFor } from "@/lib/api-client";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { OrderView } from "@/lib/contracts/view";
import { formatNumber } from "@/lib/format";
import { ORDER_COLUMNS, type OrderColumn, USUAL_COLUMNS } from "@/lib/orders/columns";
import { chooseColumns, columnsText } from "./choose-columns";
import type { ChangeList } from "./orders-url";
import { goToView, isOn, useDeleteView, useMayChange, useViews } from "./views";

// The list has no other use for their schemas and forms.
const SAVE_VIEW = lateDialog(() => import("./save-view-dialog"));
const EXPORT = lateDialog(() => import("../bulk/export-dialog"));

type ListMenuProps = { query: ListOrdersQuery; columns: readonly OrderColumn[]; onChange: ChangeList };

/** The list's own menu: saved views, columns, export. */
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
  const tColumns = useTranslations("orderList.columns");
  const { where, may } = useWorkspace();
  const [dialog, setDialog] = useState<"save" | "export" | null>(null);
  const [leaving, setLeaving] = useState<OrderView | null>(null);
  const remove = useDeleteView();
  const { total, total_is_at_least: isAtLeast } = useQuery(queryFor("listOrders", query, where)).data?.pagination ?? {};
  const count = total === undefined || isAtLeast ? null : t("export", { count: total, shown: formatNumber(total) });
  const views = useViews();
  const close = () => setDialog(null);
  const isUsual = columnsText(columns) === columnsText(USUAL_COLUMNS);

  return (
    <>
      {/* It opens only when its views are there: adding them later would move the rest under the pointer. */}
      <DropdownMenu open={open && !isFirstTry(views)} onOpenChange={onOpenChange}>
        <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
        <DropdownMenuContent className="w-64" {...onTouch(SAVE_VIEW, EXPORT)}>
          <DropdownMenuLabel>{t("views")}</DropdownMenuLabel>
          <Views
            all={views.data?.data}
            query={query}
            columns={columns}
            onChosen={(view) => goToView(view, onChange)}
            onDelete={(view) => (view.is_own === "Y" ? void remove(view) : setLeaving(view))}
          />
          {may("createView") ? (
            <DropdownMenuItem onSelect={() => setDialog("save")}>
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
              {tColumns(column === "weight" ? "chargeableWeight" : column)}
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
              <DropdownMenuItem disabled={!total} onSelect={() => setDialog("export")}>
                <Download aria-hidden="true" />
                {t("exportOf", { orders: count ?? t("exportAll") })}
              </DropdownMenuItem>
            </>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      {dialog === "save" ? <LateDialog part={SAVE_VIEW} props={{ query, columns, onClose: close }} /> : null}
      {dialog === "export" ? (
        <LateDialog
          part={EXPORT}
          props={{ what: { query, total: total ?? 0 }, count: count ?? t("allMatching"), onClose: close }}
        />
      ) : null}
      {leaving ? (
        <ConfirmOperation
          operation="deleteView"
          input={{ id: leaving.id }}
          tone="danger"
          title={t("deleteShared", { name: leaving.name })}
          description={t("deleteSharedMeans", { author: leaving.shared_by ?? t("nobody") })}
          confirmLabel={t("deleteView")}
          done={t("deleted", { name: leaving.name })}
          onClose={() => setLeaving(null)}
        />
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
  onDelete,
  ...shown
}: Omit<ListMenuProps, "onChange"> & {
  all: readonly OrderView[] | undefined;
  onChosen: (view: OrderView) => void;
  onDelete: (view: OrderView) => void;
}) {
  const t = useTranslations("orderList.options");
  const mayChange = useMayChange();
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
            {view.is_shared === "Y" ? (
              <span className="ml-auto flex shrink-0 items-center gap-1 pl-2 text-xs text-muted">
                <Users aria-hidden="true" className="size-3.5" />
                {view.is_own === "Y" ? t("sharedByYou") : (view.shared_by ?? t("shared"))}
              </span>
            ) : null}
          </DropdownMenuRadioItem>
          {mayChange(view) ? (
            <DropdownMenuItem
              aria-label={t("delete", { name: view.name })}
              className="text-muted"
              onSelect={(event) => {
                // A question takes the place of the menu.
                if (view.is_own === "N") return onDelete(view);
                event.preventDefault();
                // The item disappears; the menu keeps the focus, so that the arrow keys still work.
                (event.target as HTMLElement).closest<HTMLElement>("[role=menu]")?.focus();
                onDelete(view);
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
