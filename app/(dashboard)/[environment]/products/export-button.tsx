"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { EXPORT_PRODUCTS } from "@/components/products/operations";
import { saveCsv } from "@/components/save-file";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/failure-toast";
import { callLazily } from "@/lib/lazy-contract";

/** Saves every product with its stock as a CSV file. */
export function ExportButton() {
  const t = useTranslations("products.actions");
  const { where, environment } = usePlace();
  const showFailure = useFailureToast();
  const [isBusy, setIsBusy] = useState(false);

  async function save() {
    setIsBusy(true);
    try {
      const { content } = await callLazily(EXPORT_PRODUCTS, {}, where);
      const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
      saveCsv(bytes, `products-${environment}.csv`);
    } catch (error) {
      showFailure(error);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Button loading={isBusy} onClick={() => void save()}>
      <Download aria-hidden="true" />
      {t("export")}
    </Button>
  );
}
