"use client";

import { useTranslations } from "next-intl";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { Dialog, DialogContent } from "./dialog";
import { lazyPart } from "./lazy-part";
import { focusedElement, OpenerContext } from "./return-focus";
import { Spinner } from "./spinner";

type Shown<Props> = (props: Props) => ReactNode;
/** A dialog that is loaded late. */
export type LatePart<Props> = {
  load: () => Promise<{ default: Shown<Props> }>;
  preload: () => Promise<void>;
  loaded: Shown<Props> | null;
};

/** A dialog for {@link LateDialog}: `lateDialog(() => import("./question"))`. */
export function lateDialog<Props>(load: LatePart<Props>["load"]): LatePart<Props> {
  const part: LatePart<Props> = {
    load,
    loaded: null,
    async preload() {
      // If it fails, opening it tries again, and says so.
      part.loaded = (await load().catch(() => null))?.default ?? null;
    },
  };
  return part;
}

/**
 * A dialog whose script is loaded when what opens it is first touched ({@link onTouch}). If it is opened before the script
 * is there, a dialog that says so takes the focus, so that nothing that is typed reaches the page behind it.
 */
export function LateDialog<Props extends { onClose: () => void }>({
  part: { load, loaded },
  props,
}: {
  part: LatePart<Props>;
  props: Props;
}) {
  const [opener] = useState(focusedElement);
  const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded);
  useEffect(() => {
    if (!Part) void lazyPart(load).then((part) => setPart(() => part.default));
  }, [Part, load]);
  return (
    <OpenerContext value={opener}>{Part ? <Part {...props} /> : <Loading onClose={props.onClose} />}</OpenerContext>
  );
}

function Loading({ onClose }: { onClose: () => void }) {
  const t = useTranslations("ui");
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={t("loading")}
        // Not its button: a space that is typed too early would press it.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
        }}
      >
        <Spinner className="mx-auto" />
      </DialogContent>
    </Dialog>
  );
}

/** Handlers for what opens these dialogs. */
export function onTouch(...parts: readonly { preload: () => Promise<void> }[]): {
  onPointerEnter: () => void;
  onFocus: () => void;
} {
  const touch = () => {
    for (const part of parts) void part.preload();
  };
  return { onPointerEnter: touch, onFocus: touch };
}
