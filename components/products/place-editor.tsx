"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useWatch } from "react-hook-form";
import { useWorkspace } from "@/components/environment";
import { ContractForm, useContractForm } from "@/components/forms/contract-form";
import { TextField } from "@/components/forms/form-fields";
import { Button } from "@/components/ui/button";
import { useOperation, useReadAgain } from "@/components/use-operation";
import { call } from "@/lib/api-client";
import type { Product } from "@/lib/contracts/product";

/** Where in the warehouse a product is, which staff can change in place. */
export function PlaceEditor({ product }: { product: Product }) {
  const t = useTranslations("products.place");
  const { where } = useWorkspace();
  const { send } = useOperation("updateProduct");
  const readAgain = useReadAgain();
  const stored = product.warehouse_location ?? "";
  const valuesOf = ({ warehouse_location }: Product) => ({ warehouse_location: warehouse_location ?? "" });
  /** The product as it was read last. */
  const read = useRef(product);
  const state = useContractForm({ initial: valuesOf(product), judge: () => [] });
  const text = String(useWatch({ control: state.form.control, name: "warehouse_location" }));

  async function save({ warehouse_location }: { warehouse_location: string }) {
    const { product_id, revision } = read.current;
    if (warehouse_location.trim() === valuesOf(read.current).warehouse_location) return;
    const change = warehouse_location.trim() ? { warehouse_location } : { clear: ["warehouse_location" as const] };
    await send(
      { product_id, ...change, revision },
      {
        done: t("saved"),
        // After a refusal the product stays as it was read: another place would begin the form again without what is typed.
        isReadLater: true,
        onDone: (saved) => {
          read.current = saved;
          state.begin(valuesOf(saved));
          void readAgain("updateProduct");
        },
      },
    );
  }

  async function reread() {
    read.current = await call("readProduct", { product_id: product.product_id }, where);
    return valuesOf(read.current);
  }

  return (
    <ContractForm state={state} onSend={save} reread={reread}>
      <div className="flex items-start gap-2">
        <TextField name="warehouse_location" title={t("label")} kind="place" limit={50} className="min-w-0 flex-1" />
        <Button type="submit" className="mt-6" loading={state.isBusy} disabled={text.trim() === stored}>
          {t("save")}
        </Button>
      </div>
    </ContractForm>
  );
}
