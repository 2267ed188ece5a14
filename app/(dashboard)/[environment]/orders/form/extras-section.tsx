"use client";

import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { AreaField, ChoiceField, TextField, TickField } from "@/components/forms/form-fields";
import { type Loose, text } from "@/lib/loose";
import type { ShipType } from "@/lib/orders/form-values";
import type { Part } from "./field-words";
import { Foldable } from "./foldable";
import { useExtraWords } from "./part-lines";
import { ReferenceField, useReferenceWarning } from "./reference-field";

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
  const used = useExtraWords()(values);
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
