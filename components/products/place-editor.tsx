"use client";

import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { ContractForm, useContractForm } from "@/components/contract-form";
import { usePlace } from "@/components/environment";
import { TextField } from "@/components/form-fields";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api-client";
import type { Product } from "@/lib/contracts/product";
import { useProductsChanged } from "./products-changed";

/** Where in the warehouse a product is, which staff can change in place. */
export function PlaceEditor({ product }: { product: Product }) {
  const t = useTranslations("products.place");
  const { where } = usePlace();
  const changed = useProductsChanged();
  const stored = product.warehouse_location ?? "";
  const state = useContractForm({ initial: { warehouse_location: stored }, judge: () => [] });
  const text = String(useWatch({ control: state.form.control, name: "warehouse_location" }));

  async function save({ warehouse_location }: { warehouse_location: string }) {
    if (warehouse_location.trim() === stored) return;
    const change = warehouse_location.trim() ? { warehouse_location } : { clear: ["warehouse_location" as const] };
    const after = await call("updateProduct", { product_id: product.product_id, ...change }, where);
    state.form.reset({ warehouse_location: after.warehouse_location ?? "" });
    await changed(after);
    toast.success(t("saved"));
  }

  return (
    <ContractForm state={state} onSend={save}>
      <div className="flex items-start gap-2">
        <TextField name="warehouse_location" title={t("label")} kind="place" limit={50} className="min-w-0 flex-1" />
        <Button type="submit" className="mt-6" loading={state.isBusy} disabled={text.trim() === stored}>
          {t("save")}
        </Button>
      </div>
    </ContractForm>
  );
}
