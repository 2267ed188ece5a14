"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { fetchFile, saveFile } from "@/components/documents/pdf-file";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/failure-toast";
import type { CallInput, Where } from "@/lib/api-client";

/** Saves the rows that the page's filters let through as a CSV file. */
export function ExportButton({ filter, where }: { filter: CallInput<"exportAudit">; where: Where }) {
  const t = useTranslations("support.audit");
  const showFailure = useFailureToast({ reading: true });
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    await fetchFile("exportAudit", filter, where, "text/csv").then(saveFile, showFailure);
    setIsBusy(false);
  };
  return (
    <Button loading={isBusy} onClick={() => void save()}>
      <Download aria-hidden="true" />
      {t("export")}
    </Button>
  );
}
