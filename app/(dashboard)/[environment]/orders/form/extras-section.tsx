"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { useWorkspace } from "@/components/environment";
import { AreaField, ChoiceField, FieldHint, TextField, TickField } from "@/components/forms/form-fields";
import { queryFor } from "@/lib/api-client";
import { type Loose, text } from "@/lib/loose";
import type { ShipType } from "@/lib/orders/form-values";
import { Foldable } from "./foldable";
import type { Part } from "./form-steps";
import { useExtraLabels } from "./part-lines";

function CashAndProof() {
  const t = useTranslations("orderForm");
  const cod: unknown = useWatch({ name: "cod" });
  return (
    <>
      <div className="flex flex-col gap-2">
        <TickField name="cod" label={t("options.cod")} />
        {cod === "Y" ? <TextField name="cod_amount" kind="decimal" required prefix="HK$" /> : null}
      </div>
      <ChoiceField
        name="delivery_proof"
        options={(["N", "E", "W"] as const).map((value) => ({ value, label: t(`proofs.${value}`) }))}
      />
    </>
  );
}

function Signature() {
  const t = useTranslations("orderForm");
  return (
    <ChoiceField
      name="shipment_options.recipient_signature"
      options={(["N", "O", "A"] as const).map((value) => ({ value, label: t(`signatures.${value}`) }))}
    />
  );
}

/** What few orders need: cash on delivery, proof or signature, the shop's own number, remarks. */
export function ExtrasPart({
  shipType,
  values,
  orderId,
  ...part
}: {
  shipType: ShipType;
  values: Loose;
  /** The order that is being changed. */
  orderId: string | undefined;
  part: Part;
  isFolded: boolean;
  onOpen: () => void;
  className: string;
}) {
  const t = useTranslations("orderForm");
  const used = useExtraLabels()(values);
  const warning = useReferenceWarning(text(values.reference), orderId);
  return (
    <Foldable
      {...part}
      description={t("extras.about")}
      line={used.length > 0 ? used.join(" · ") : t(`extras.none.${shipType}`)}
      isUnused={used.length === 0}
      isDoubtful={warning !== undefined}
      first={shipType === "local" ? "cod" : "shipment_options.recipient_signature"}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {shipType === "local" ? <CashAndProof /> : <Signature />}
        <ReferenceField warning={warning} />
        <AreaField
          name="shipment_detail.consignment_remarks"
          label="consignment_remarks"
          limit={200}
          hint={t("hints.printed")}
        />
        <AreaField name="client_remarks" limit={500} hint={t("hints.internal")} />
      </div>
    </Foldable>
  );
}

const LIMIT = 64;
const TYPING_MS = 400;

/** Says that another order has the shop's number, which blocks nothing (contract §5.1). */
export function useReferenceWarning(value: string, orderId: string | undefined): string | undefined {
  const t = useTranslations("orderForm.warnings");
  const { where } = useWorkspace();
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const found = useQuery({
    ...queryFor("listOrders", { reference: asked, limit: "2" }, where),
    enabled: asked !== "" && [...asked].length <= LIMIT,
  });
  const other = asked === value && asked !== "" && found.data?.data.find(({ order_id }) => order_id !== orderId);
  return other ? t("referenceRepeats", { order: other.order_id }) : undefined;
}

/** The shop's own order number. */
export function ReferenceField({ warning }: { warning: string | undefined }) {
  const t = useTranslations("orderForm");
  return (
    <TextField name="reference" limit={LIMIT} hint={<FieldHint hint={t("hints.reference")} warning={warning} />} />
  );
}
