"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { ApiFailure } from "@/lib/api-client";
import type { Product } from "@/lib/contracts/product";
import { callLazily } from "@/lib/lazy-contract";
import { UPDATE_PRODUCT } from "./operations";
import { useProductsChanged } from "./products-changed";

/** Where in the warehouse a product stands, for staff to change on the spot. */
export function PlaceEditor({ product }: { product: Product }) {
  const t = useTranslations("products.place");
  const { where } = usePlace();
  const changed = useProductsChanged();
  const showFailure = useFailureToast();
  const stored = product.warehouse_location ?? "";
  const [text, setText] = useState(stored);
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isBusy || text.trim() === stored) return;
    setIsBusy(true);
    setError(undefined);
    try {
      const change = text.trim() ? { warehouse_location: text } : { clear: ["warehouse_location" as const] };
      const after = await callLazily(UPDATE_PRODUCT, { product_id: product.product_id, ...change }, where);
      setText(after.warehouse_location ?? "");
      await changed(after);
      toast.success(t("saved"));
    } catch (failure) {
      const refused = failure instanceof ApiFailure && failure.entries[0]?.message;
      if (refused) setError(refused);
      else showFailure(failure);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void save(event)} className="flex items-start gap-2">
      <Field label={t("label")} error={error} className="min-w-0 flex-1">
        <Input
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          limit={50}
        />
      </Field>
      <Button type="submit" className="mt-6" loading={isBusy} disabled={text.trim() === stored}>
        {t("save")}
      </Button>
    </form>
  );
}
