"use client";

import { useQuery } from "@tanstack/react-query";
import { Columns3, Download, Ellipsis, RotateCcw, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { useWorkspace } from "@/components/environment";
import { isCovered, useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger, MenuAction } from "@/components/ui/dropdown-menu";
import { ErrorState } from "@/components/ui/error-state";
import { TextLink } from "@/components/ui/link-button";
import { MenuButton, type MenuProps } from "@/components/ui/menu-button";
import { Section } from "@/components/ui/section";
import { Spinner } from "@/components/ui/spinner";
import { useOperation, useReadAgain } from "@/components/use-operation";
import { queryFor } from "@/lib/api-client";
import type { Import } from "@/lib/contracts/import";
import { MADE_BY } from "@/lib/file-kinds";
import { formatMoney, formatNumber } from "@/lib/format";
import { ColumnChoice } from "./column-choice";
import { columnOf } from "./grid/faults";
import { ImportGrid, type RowsView } from "./grid/import-grid";
import { boughtOf } from "./import-costs";
import { useImportWords } from "./import-facts";
import { ImportHead, useSaveWrong } from "./import-head";
import { ImportOutcome } from "./import-outcome";
import { CostsPanel, DoubtsPanel, FaultPanel, FilledPanel, LeftPanel, type Services } from "./import-rail";
import { KINDS } from "./kinds";
import { StartDialog } from "./start-dialog";
import { useImport } from "./use-import";

type Props = Services & { id: string; view: RowsView };

/** One import from its columns to its orders. What is done stays with the server: it is the same after a reload, and on another device. */
export function ImportView({ id, ...rest }: Props) {
  const { data: imported, error, refetch } = useImport(id);
  useReadRowsAgain(imported);
  if (!imported) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null;
  const { status } = imported;
  if (status === "CHECKING") return <Checking imported={imported} />;
  // Other columns make other rows.
  if (status === "WRONG" || status === "READY")
    return <Open key={JSON.stringify(imported.mapping)} imported={imported} {...rest} />;
  return <ImportOutcome imported={imported} {...rest} />;
}

/** Rows are other ones once the server has worked on them. */
function useReadRowsAgain(imported: Import | undefined): void {
  const readAgain = useReadAgain();
  const status = imported?.status;
  const before = useRef(status);
  useEffect(() => {
    const isOther = before.current !== undefined && before.current !== status;
    const isEdited = [before.current, status].every((each) => each === "WRONG" || each === "READY");
    before.current = status;
    if (isOther && !isEdited) void readAgain("startImport");
  }, [status, readAgain]);
}

function Checking({ imported }: { imported: Import }) {
  const t = useTranslations("imports");
  const { count } = useImportWords();
  return (
    <>
      <ImportHead imported={imported} step="check" actions={<CancelButton imported={imported} />} />
      <Section>
        <div role="status" className="flex items-center gap-3">
          <Spinner />
          <div>
            <p className="font-semibold">{t("checking", count(imported.rows))}</p>
            <p className="text-muted">{t("checkingAbout")}</p>
          </div>
        </div>
      </Section>
    </>
  );
}

/** Ends an import of which nothing is made yet. */
function CancelButton({ imported }: { imported: Import }) {
  const t = useTranslations("imports");
  const { may } = useWorkspace();
  const [isAsked, setIsAsked] = useState(false);
  if (!(may("cancelImport") && may(MADE_BY[imported.kind]))) return null;
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>{t("cancel")}</Button>
      {isAsked ? <CancelQuestion imported={imported} onClose={() => setIsAsked(false)} /> : null}
    </>
  );
}

function CancelQuestion({ imported, onClose }: { imported: Import; onClose: () => void }) {
  const t = useTranslations("imports");
  const router = useRouter();
  const { href } = useWorkspace();
  return (
    <ConfirmOperation
      operation="cancelImport"
      input={{ import_id: imported.import_id }}
      title={t("cancelAsk")}
      description={t(`of.${imported.kind}.cancelMeans`)}
      confirmLabel={t("cancel")}
      cancelLabel={t("keep")}
      tone="danger"
      done={t("cancelled")}
      onDone={() => router.push(href(KINDS[imported.kind].path))}
      onClose={onClose}
    />
  );
}

/** An import that waits to be started: columns, rows, and the last question. */
function Open({ imported, view, ...services }: Omit<Props, "id"> & { imported: Import }) {
  const t = useTranslations("imports");
  const { where, href, may } = useWorkspace();
  const { count } = useImportWords();
  const { import_id: id, kind, ready, wrong, mapping, same_as } = imported;
  const isReadOnly = !(may("changeImportRows") && may(MADE_BY[kind]));
  const look = KINDS[kind];
  const isLacking = !isReadOnly && look.isLacking(new Set(Object.values(mapping)));
  const [isMapping, setIsMapping] = useState(isLacking);
  const [isStarting, setIsStarting] = useState(false);
  const wrongFile = useSaveWrong();
  const summary = useQuery(queryFor("readImportSummary", { import_id: id }, where));
  const bought = boughtOf(imported, summary.data);
  const base = href(`${look.path}/${id}`);

  /** What is typed belongs to what is bought; the question waits until it is stored. */
  const start = (state: { take: () => void }) => () => {
    state.take();
    setIsStarting(true);
  };

  if (isMapping)
    return (
      <>
        <ImportHead
          imported={imported}
          step="columns"
          ways={isLacking ? {} : { check: () => setIsMapping(false) }}
          actions={<CancelButton imported={imported} />}
        />
        <ColumnChoice
          imported={imported}
          onDone={() => setIsMapping(false)}
          onBack={isLacking ? null : () => setIsMapping(false)}
        />
      </>
    );
  return (
    <ImportGrid
      imported={imported}
      summary={summary.data}
      view={view}
      base={base}
      isReadOnly={isReadOnly}
      orderHref={(order) => href(`/orders/${order}`)}
    >
      {(grid, state) => (
        <>
          <ImportHead
            imported={imported}
            step="check"
            ways={isReadOnly ? {} : { columns: () => setIsMapping(true) }}
            actions={
              isReadOnly ? null : (
                <>
                  <MoreMenu imported={imported} onColumns={() => setIsMapping(true)} />
                  {wrong > 0 ? (
                    <Button loading={wrongFile.isBusy} onClick={() => wrongFile.save(id)}>
                      <Download aria-hidden="true" />
                      {t("wrongFile", count(wrong))}
                    </Button>
                  ) : null}
                  <Button
                    variant="primary"
                    disabled={ready === 0}
                    aria-keyshortcuts="Control+Enter"
                    onClick={start(state)}
                  >
                    {ready === 0
                      ? t(`of.${kind}.nothing`)
                      : look.isPriced
                        ? t("confirm", { ...count(bought.orders), price: formatMoney(bought.price) })
                        : t(`of.${kind}.start`, count(ready))}
                  </Button>
                </>
              )
            }
          />
          {isReadOnly || ready === 0 ? null : <StartKey onStart={start(state)} />}
          {same_as ? (
            <p className="mb-4 rounded-md bg-warn-tint px-3 py-2">
              {t("same")} <TextLink href={href(`${look.path}/${same_as}`)}>{t("sameLink")}</TextLink>
            </p>
          ) : null}
          <LeftOut mapping={mapping} />
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_18rem]">
            {grid}
            {/* What is wrong stays in view: beside the grid, or below it on a narrow screen. */}
            <div className="max-xl:contents xl:sticky xl:top-[calc(var(--bands)+1rem)] xl:flex xl:max-h-[calc(100dvh-var(--bands)-2rem)] xl:flex-col xl:gap-4 xl:overflow-y-auto">
              <div className="max-xl:sticky max-xl:bottom-2 max-xl:z-20 max-xl:max-h-56 max-xl:overflow-y-auto max-xl:rounded-lg max-xl:shadow-panel">
                <FaultPanel
                  {...services}
                  kind={kind}
                  place={state.place}
                  row={state.row}
                  alike={state.alike}
                  hasFaults={wrong > 0}
                  isReadOnly={isReadOnly}
                  onChange={state.changeHere}
                  onAlike={state.takeAlike}
                  onGo={state.go}
                />
              </div>
              <LeftPanel
                kinds={summary.data?.kinds ?? []}
                imported={imported}
                fixed={summary.data?.states.fixed ?? 0}
                message={
                  state.row?.errors.find(({ column }) => columnOf(look.columns, column) === state.place?.column)
                    ?.message
                }
                place={state.place}
                onGo={state.go}
              />
              <DoubtsPanel kind={kind} doubts={summary.data?.doubts ?? []} onGo={state.go} />
              {look.isPriced ? (
                <>
                  <CostsPanel imported={imported} summary={summary.data} providers={services.providers} />
                  {summary.data ? <FilledPanel summary={summary.data} /> : null}
                </>
              ) : null}
            </div>
          </div>
          {isStarting ? (
            <StartDialog
              imported={imported}
              summary={summary.data}
              providers={services.providers}
              isSaving={state.isSaving}
              onClose={() => setIsStarting(false)}
            />
          ) : null}
        </>
      )}
    </ImportGrid>
  );
}

const NAMED_COLUMNS = 8;

/** The columns of the file that are not read. */
function LeftOut({ mapping }: Pick<Import, "mapping">) {
  const t = useTranslations("imports");
  const headers = Object.keys(mapping).filter((header) => mapping[header] === null);
  if (headers.length === 0) return null;
  const more = Math.max(0, headers.length - NAMED_COLUMNS);
  return (
    <p className="mb-3 text-muted">
      {t("leftOut", { columns: headers.slice(0, NAMED_COLUMNS).join(" · "), n: more, more: formatNumber(more) })}
    </p>
  );
}

/** Ctrl Enter leads to the last question, unless something lies over the page. */
function StartKey({ onStart }: { onStart: () => void }) {
  const t = useTranslations("imports.steps");
  useShortcuts([{ keys: ["mod+Enter"], label: t("confirm"), run: () => !isCovered() && onStart() }]);
  return null;
}

type MoreProps = { imported: Import; onColumns: () => void };

function MoreMenu(props: MoreProps) {
  const t = useTranslations("ui");
  return (
    <MenuButton
      menu={MoreItems}
      props={props}
      trigger={
        <Button size="icon" aria-label={t("actions")}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    />
  );
}

function MoreItems({ trigger, open, onOpenChange, imported, onColumns }: MenuProps & MoreProps) {
  const t = useTranslations("imports");
  const map = useOperation("mapImport");
  const [isAsked, setIsAsked] = useState(false);
  const { import_id, mapping, has_headers } = imported;
  return (
    <>
      <DropdownMenu open={open} onOpenChange={onOpenChange}>
        <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
        <DropdownMenuContent>
          <MenuAction icon={Columns3} onSelect={onColumns}>
            {t("changeColumns")}
          </MenuAction>
          <MenuAction icon={RotateCcw} onSelect={() => void map.attempt({ import_id, mapping, has_headers })}>
            {t("again")}
          </MenuAction>
          <MenuAction icon={X} onSelect={() => setIsAsked(true)}>
            {t("cancel")}
          </MenuAction>
        </DropdownMenuContent>
      </DropdownMenu>
      {isAsked ? <CancelQuestion imported={imported} onClose={() => setIsAsked(false)} /> : null}
    </>
  );
}
