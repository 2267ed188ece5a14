"use client";

import { useQuery } from "@tanstack/react-query";
import { PackageOpen, Pencil, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { useWorkspace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { MenuAction } from "@/components/ui/dropdown-menu";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { LateDialog, lateDialog, onTouch } from "@/components/ui/late-dialog";
import { ListTable } from "@/components/ui/list-table";
import { RowMenu } from "@/components/ui/row-menu";
import { Section } from "@/components/ui/section";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { queryFor } from "@/lib/api-client";
import type { Box } from "@/lib/contracts/box";
import { plain } from "@/lib/decimal";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { sidesOf } from "@/lib/orders/box-sides";

const BoxDialog = lateDialog(() => import("./box-dialog"));

/** The boxes by name: owners add, change and delete them, members see them. */
export function BoxesView() {
  const t = useTranslations("boxes");
  const { where, may } = useWorkspace();
  const { data, error, refetch } = useQuery(queryFor("listBoxes", ALL_ROWS, where));
  const [edited, setEdited] = useState<Box | "new" | null>(null);
  const [deleted, setDeleted] = useState<Box | null>(null);
  const mayChange = may("createBox");
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingRegion>
        <Skeleton className="h-40 w-full" />
      </LoadingRegion>
    );
  const boxes = data.data;
  const add = mayChange ? (
    <Button variant="primary" onClick={() => setEdited("new")} {...onTouch(BoxDialog)}>
      <Plus aria-hidden="true" />
      {t("add")}
    </Button>
  ) : null;
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <p className="text-muted">{t("about")}</p>
      {mayChange ? null : <p className="text-muted">{t("ownersOnly")}</p>}
      <Section title={t("title")} actions={boxes.length > 0 ? add : null} flush>
        {boxes.length === 0 ? (
          <EmptyState icon={PackageOpen} title={t("none.title")} description={t("none.about")} actions={add} />
        ) : (
          <BoxTable boxes={boxes} onEdit={setEdited} onDelete={setDeleted} />
        )}
      </Section>
      {edited ? (
        <LateDialog
          part={BoxDialog}
          props={{ box: edited === "new" ? null : edited, onClose: () => setEdited(null) }}
        />
      ) : null}
      {deleted ? (
        <ConfirmOperation
          operation="deleteBox"
          input={{ box_id: deleted.box_id }}
          title={t("delete.title", { name: deleted.name })}
          description={t("delete.means")}
          confirmLabel={t("delete.button")}
          tone="danger"
          done={t("delete.done")}
          onClose={() => setDeleted(null)}
        />
      ) : null}
    </div>
  );
}

function BoxTable({
  boxes,
  onEdit,
  onDelete,
}: {
  boxes: readonly Box[];
  onEdit: (box: Box) => void;
  onDelete: (box: Box) => void;
}) {
  const t = useTranslations("boxes");
  const { may } = useWorkspace();
  return (
    <ListTable
      label={t("title")}
      rows={boxes}
      keyOf={({ box_id }) => box_id}
      opens="nothing"
      rowClass="row:h-11 card:grid-cols-[minmax(0,1fr)_auto_2rem]"
      columns={[
        {
          key: "name",
          head: t("name"),
          place: "card:col-span-2 card:row-start-1",
          cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span>,
        },
        {
          key: "sides",
          head: t("sides"),
          width: 13,
          isNamed: true,
          place: "card:col-start-1 card:row-start-2 tabular-nums",
          cell: (box) => t("cm", { sides: sidesOf(box) }),
        },
        {
          key: "weight",
          head: t("weight"),
          width: 8,
          align: "end",
          isNamed: true,
          place: "card:col-start-2 card:row-start-2 card:text-left tabular-nums",
          cell: ({ weight }) => t("kg", { weight: plain(weight) }),
        },
        ...(may("updateBox")
          ? [
              {
                key: "menu",
                head: t("change"),
                isHeadHidden: true,
                width: 3.5,
                place: "card:col-start-3 card:row-start-1",
                cell: (box: Box) => (
                  <RowMenu label={t("menu", { name: box.name })} className="text-muted">
                    <MenuAction icon={Pencil} onSelect={() => onEdit(box)}>
                      {t("edit")}
                    </MenuAction>
                    <MenuAction icon={Trash2} tone="danger" onSelect={() => onDelete(box)}>
                      {t("delete.button")}
                    </MenuAction>
                  </RowMenu>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
