"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { usePlace } from "@/components/environment";
import { FieldHint, TextField } from "@/components/forms/form-fields";
import { queryFor } from "@/lib/api-client";

const LIMIT = 64;
const TYPING_MS = 400;

/** Says that another order has the shop's number, which blocks nothing (contract §5.1). */
export function useReferenceWarning(value: string, orderId: string | undefined): string | undefined {
  const t = useTranslations("orderForm.warnings");
  const { where } = usePlace();
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
