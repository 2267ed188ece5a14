"use client";

import { useTranslations } from "next-intl";
import { type ComponentType, type ReactNode, useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { useFailureMessage } from "@/components/ui/error-state";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import type { Product } from "@/lib/contracts/product";
import { formatNumber } from "@/lib/format";
import { StockDialog } from "./stock-dialog";

type ProductDialogProps = { product: Product; onClose: () => void; onGone?: () => void };

const DIALOGS = {
  remove: DeleteDialog,
  receive: ReceiveDialog,
  count: CountDialog,
  damaged: DamagedDialog,
} satisfies Record<string, ComponentType<ProductDialogProps>>;
type ProductAction = keyof typeof DIALOGS;

export type ProductActions = {
  ask: (action: ProductAction, product: Product) => void;
  /** Place these once, next to the list or on the page of the product. */
  dialogs: ReactNode;
};

/** What can be done to a product besides its form: the same in the list and on its page. */
export function useProductActions({ onGone }: { onGone?: () => void } = {}): ProductActions {
  const [asked, setAsked] = useState<{ action: ProductAction; product: Product } | null>(null);
  const Dialog: ComponentType<ProductDialogProps> | null = asked && DIALOGS[asked.action];
  return {
    ask: (action, product) => setAsked({ action, product }),
    dialogs:
      asked && Dialog ? (
        <Dialog product={asked.product} onClose={() => setAsked(null)} {...(onGone ? { onGone } : {})} />
      ) : null,
  };
}

const UNITS = /^[1-9]\d{0,11}$/;

/** Takes a delivery of a product into the stock. */
function ReceiveDialog({ product, onClose }: ProductDialogProps) {
  const t = useTranslations("products.stock");
  const now = Number(product.on_hand);
  return (
    <StockDialog
      product={product}
      title={t("receive")}
      unitsLabel={t("received")}
      unitsHint={(units) =>
        UNITS.test(units)
          ? t("becomes", { from: formatNumber(now), to: formatNumber(now + Number(units)) })
          : t("now", { units: formatNumber(now) })
      }
      reasonPlaceholder={t("reasonReceive")}
      submitLabel={t("receive")}
      changeOf={(units) => (UNITS.test(units) ? { kind: "RECEIVED", qty: units } : { problem: t("receivedWrong") })}
      onClose={onClose}
    />
  );
}

const COUNT = /^\d{1,12}$/;

/**
 * Sets the stock of a product to what was counted; the dialog shows the difference, and that nothing is missing any
 * more.
 */
function CountDialog({ product, onClose }: ProductDialogProps) {
  const t = useTranslations("products.stock");
  const now = Number(product.on_hand);
  const missing = product.missing === "0" ? "" : ` ${t("settles", { units: formatNumber(product.missing) })}`;
  const signed = (units: number) => (units < 0 ? `−${formatNumber(-units)}` : `+${formatNumber(units)}`);
  return (
    <StockDialog
      product={product}
      title={t("count")}
      unitsLabel={t("counted")}
      unitsHint={(units) =>
        COUNT.test(units) && (Number(units) !== now || product.missing !== "0")
          ? t("difference", { from: formatNumber(now), to: formatNumber(units), change: signed(Number(units) - now) }) +
            missing
          : t("now", { units: formatNumber(now) })
      }
      reasonPlaceholder={t("reasonCount")}
      submitLabel={t("count")}
      changeOf={(units) => {
        if (!COUNT.test(units)) return { problem: t("countedWrong") };
        return { kind: "COUNTED", qty: String(Number(units)) };
      }}
      onClose={onClose}
    />
  );
}

const FATES = ["WRITTEN_OFF", "RESTORED"] as const;
type Fate = (typeof FATES)[number];

/** Settles damaged units of a product: they are written off, or can be sold after all. */
function DamagedDialog({ product, onClose }: ProductDialogProps) {
  const t = useTranslations("products.stock");
  const [fate, setFate] = useState<Fate>("WRITTEN_OFF");
  const damaged = formatNumber(product.damaged);
  return (
    <StockDialog
      product={product}
      title={t("damaged")}
      unitsLabel={t("damagedUnits")}
      unitsHint={() => t("damagedNow", { units: damaged })}
      reasonPlaceholder={t("reasonCount")}
      submitLabel={t(`fates.${fate}`)}
      changeOf={(units) =>
        UNITS.test(units) && BigInt(units) <= BigInt(product.damaged)
          ? { kind: fate, qty: units }
          : { problem: t("damagedWrong", { units: damaged }) }
      }
      onClose={onClose}
    >
      <FieldGroup label={t("fate")}>
        <RadioGroup<Fate>
          look="cards"
          value={fate}
          onValueChange={setFate}
          options={FATES.map((value) => ({ value, label: t(`fates.${value}`) }))}
        />
      </FieldGroup>
    </StockDialog>
  );
}

/** Asks before a product is deleted; one with stock is refused, and the dialog shows the answer. */
function DeleteDialog({ product, onClose, onGone }: ProductDialogProps) {
  const t = useTranslations("products.remove");
  const failureMessage = useFailureMessage();
  const [failure, setFailure] = useState<unknown>(null);
  const message = failure ? failureMessage(failure) : null;

  return (
    <ConfirmOperation
      operation="deleteProduct"
      input={{ product_id: product.product_id }}
      tone="danger"
      title={t("ask", { sku: product.sku })}
      description={t("means")}
      confirmLabel={t("button")}
      done={t("done", { sku: product.sku })}
      onDone={() => onGone?.()}
      onFailure={setFailure}
      onClose={onClose}
    >
      <p className="break-words">{product.name}</p>
      {message ? (
        <div role="alert" className="mt-3 rounded-md bg-bad-tint px-3 py-2">
          <p className="font-semibold text-bad">{message.detail ?? message.title}</p>
          <p>{message.detail ? t("withStock") : `${message.lost} ${message.todo}`}</p>
        </div>
      ) : null}
    </ConfirmOperation>
  );
}
