"use client";

import { FileText } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { fetchFile } from "@/components/documents/pdf-file";
import { Preview } from "@/components/documents/preview";
import { useWorkspace } from "@/components/environment";
import { useContractForm } from "@/components/forms/contract-form";
import { FormDialog } from "@/components/forms/form-dialog";
import { TextField } from "@/components/forms/form-fields";
import { Button } from "@/components/ui/button";
import { useOperation } from "@/components/use-operation";
import { signHandOver } from "@/lib/contracts/dispatch";
import { formatNumber } from "@/lib/format";
import { judgeContract } from "@/lib/forms/judge-body";
import { SignatureField } from "./signature-field";

/** The courier signs a list on the screen; or the list is printed and signed on paper. */
export function SignDialog({ list, onClose }: { list: { id: string; parcel_count: number }; onClose: () => void }) {
  const t = useTranslations("dispatch.handOver");
  const language = useLocale();
  const operation = useOperation("signHandOver");
  const [isOnPaper, setIsOnPaper] = useState(false);
  const state = useContractForm({
    initial: { name: "", signature: "" },
    judge: (values) => judgeContract(signHandOver, values, language),
  });

  if (isOnPaper) return <ListPreview id={list.id} onClose={onClose} />;
  return (
    <FormDialog
      state={state}
      title={t("signTitle", { count: formatNumber(list.parcel_count), n: list.parcel_count })}
      description={t("signMeans")}
      size="md"
      submitLabel={t("sign")}
      beside={
        <Button disabled={state.isBusy} onClick={() => setIsOnPaper(true)}>
          <FileText aria-hidden="true" />
          {t("onPaper")}
        </Button>
      }
      onSend={async (values) => {
        await operation.send({ id: list.id, ...values }, { done: t("signed") });
        onClose();
      }}
      onClose={onClose}
    >
      <TextField name="name" title={t("courier")} required limit={100} />
      <SignatureField name="signature" title={t("signature")} />
    </FormDialog>
  );
}

/** The list as a paper, to look at, print and save. */
export function ListPreview({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations("dispatch.handOver");
  const { where } = useWorkspace();
  return (
    <Preview
      title={t("paper")}
      load={() => fetchFile("readHandOver", { id }, where)}
      onPrinted={async () => undefined}
      onClose={onClose}
    />
  );
}
