"use client";

import { ClipboardPaste } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ClipboardEvent, Fragment, type ReactNode, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { fieldId } from "@/components/forms/form-checks";
import { Button } from "@/components/ui/button";
import { MAX_PASTE } from "@/lib/orders/choices";
import type { ShipType } from "@/lib/orders/form-values";
import { PasteBox } from "./paste-box";

/** Where a block is often pasted although the field takes only a part of it. */
const OFFERED_AT = ["recipient.name", "recipient.address"].map(fieldId);

function hasLines(text: string): boolean {
  return text.length <= MAX_PASTE && text.split(/[\r\n]+/).filter((line) => line.trim() !== "").length > 1;
}

/** The recipient's fields with a box for an address in one block, which fills them in. */
export function PasteFrame({
  shipType,
  pointProvider,
  children,
}: {
  shipType: ShipType;
  pointProvider: string | null;
  children: ReactNode;
}) {
  const t = useTranslations("orderForm.paste");
  const { may } = useWorkspace();
  const [isOpen, setIsOpen] = useState(false);
  /** A block that was pasted into a field. */
  const [offer, setOffer] = useState<string | null>(null);
  const [filled, setFilled] = useState(0);
  if (!may("parseAddress")) return children;

  function notice(event: ClipboardEvent<HTMLDivElement>) {
    const text = event.clipboardData.getData("text/plain");
    if (!isOpen && OFFERED_AT.includes((event.target as HTMLElement).id) && hasLines(text)) setOffer(text);
  }

  function close() {
    setIsOpen(false);
    setOffer(null);
  }

  return (
    <div className="flex flex-col gap-4" onPaste={notice}>
      {isOpen ? (
        <PasteBox
          shipType={shipType}
          pointProvider={pointProvider}
          given={offer}
          onFilled={() => setFilled(filled + 1)}
          onClose={close}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button size="sm" onClick={() => setIsOpen(true)}>
            <ClipboardPaste aria-hidden="true" />
            {offer === null ? t("open") : t("fillFromThis")}
          </Button>
          <p role="status" className="text-xs text-muted">
            {offer === null ? t("about") : t("offer")}
          </p>
        </div>
      )}
      {/* Whether it goes to a pickup point is read again from what was filled in. */}
      <Fragment key={filled}>{children}</Fragment>
    </div>
  );
}
