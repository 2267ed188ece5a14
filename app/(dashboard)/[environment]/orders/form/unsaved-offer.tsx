import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { allUnsaved, dropUnsaved } from "@/components/orders/unsaved";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/link-button";
import { call } from "@/lib/api-client";
import { formatDateTime } from "@/lib/format";
import { hasAll } from "@/lib/forms/rebase";
import type { Loose } from "@/lib/loose";
import type { ShipType } from "@/lib/orders/form-values";
import type { Draft } from "./use-draft";

type Found = ReturnType<typeof allUnsaved>[number];

/** Offers what was typed into this form before and did not reach the server: the latest of its draft, or of its kind. */
export function UnsavedOffer({
  draft,
  shipType,
  latest,
}: {
  draft: Draft;
  shipType: ShipType;
  /** The draft that was saved last, where the form is of none. */
  latest: string | null;
}) {
  const t = useTranslations("orderForm.unsaved");
  const language = useLocale();
  const { where, href } = useWorkspace();
  const { id, typed, here } = draft;
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isShown = true;
    const own = allUnsaved(here.owner).filter(
      ({ form, unsaved }) => form !== here.name && unsaved.ship_type === shipType,
    );
    const one = own.find(({ unsaved }) => unsaved.draft_id === id.current) ?? (id.current ? null : (own[0] ?? null));
    if (!one) return;
    const offer = (stored: Loose | undefined) => {
      if (!isShown) return;
      // It did reach the server: the page was left before it was told.
      if (stored && hasAll(one.unsaved.base, one.unsaved.body, stored)) dropUnsaved(here.owner, one.form);
      else setFound(one);
    };
    const stored = one.unsaved.draft_id ?? latest;
    if (id.current) offer(typed());
    else if (!stored) offer(undefined);
    else
      call("readDraft", { draft_id: stored }, where).then(
        ({ body }) => offer(body),
        () => offer(undefined),
      );
    return () => {
      isShown = false;
    };
  }, [here, id, typed, shipType, latest, where]);
  if (!found) return null;
  const { unsaved } = found;
  const forget = () => {
    dropUnsaved(here.owner, found.form);
    setFound(null);
  };
  const isHere = unsaved.draft_id === null || unsaved.draft_id === id.current;
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-warn-tint px-4 py-2 text-warn">
      <span className="min-w-0">{t("found", { time: formatDateTime(unsaved.at, language) })}</span>
      {isHere ? (
        <Button
          size="sm"
          onClick={() => {
            here.restore(unsaved);
            forget();
          }}
        >
          {t("restore")}
        </Button>
      ) : (
        <TextLink href={href(`/orders/new?type=${shipType}&draft=${unsaved.draft_id}`)}>{t("open")}</TextLink>
      )}
      <Button size="sm" variant="ghost" onClick={forget}>
        {t("forget")}
      </Button>
    </p>
  );
}
