"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/failure-toast";
import { useWarehouse } from "@/components/warehouse/place";
import { ApiFailure } from "@/lib/api-client";
import { lazily } from "@/lib/lazily";

/** Shows the wave's pick list as it is on paper, to print or save. What shows it is loaded when it is asked for. */
export function PickListPdf({ waveId }: { waveId: string }) {
  const t = useTranslations("warehouse.waves");
  const { where } = useWarehouse();
  const showFailure = useFailureToast();
  const [isBusy, setIsBusy] = useState(false);
  const [preview, setPreview] = useState<ReactNode>(null);

  async function open() {
    setIsBusy(true);
    try {
      const [{ default: PreviewDialog }, { fetchPdf }, { readWaveDocument }] = await Promise.all([
        lazily(() => import("@/components/documents/preview-dialog")),
        lazily(() => import("@/components/documents/pdf-file")),
        lazily(() => import("@/lib/contracts/pickpack-queue")),
      ]);
      setPreview(
        <PreviewDialog
          title={t("pdfTitle", { wave: waveId })}
          load={() => fetchPdf(readWaveDocument, { wave_id: waveId }, where)}
          onPrinted={async () => {}}
          onClose={() => setPreview(null)}
        />,
      );
    } catch (cause) {
      showFailure(new ApiFailure({ kind: "network", status: 0, message: "The preview could not be loaded.", cause }));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      <Button className="pointer-coarse:h-11" loading={isBusy} onClick={() => void open()}>
        <Printer aria-hidden="true" />
        {t("pdf")}
      </Button>
      {preview}
    </>
  );
}
