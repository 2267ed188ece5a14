"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { fetchFile } from "@/components/documents/pdf-file";
import { Preview } from "@/components/documents/preview";
import { Button } from "@/components/ui/button";
import { useWarehouse } from "@/components/warehouse/place";

/** Shows the wave's pick list as it is printed, to print or save. */
export function PickListPdf({ waveId, number }: { waveId: string; number: string }) {
  const t = useTranslations("warehouse.waves");
  const { where } = useWarehouse();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button className="pointer-coarse:h-11" onClick={() => setIsOpen(true)}>
        <Printer aria-hidden="true" />
        {t("pdf")}
      </Button>
      {isOpen ? (
        <Preview
          title={t("pdfTitle", { wave: number })}
          load={() => fetchFile("readWaveDocument", { wave_id: waveId }, where)}
          onPrinted={async () => {}}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}
