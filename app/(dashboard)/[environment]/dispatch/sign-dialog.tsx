"use client";

import { FileText } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ContractForm, useContractForm } from "@/components/contract-form";
import { fetchFile } from "@/components/documents/pdf-file";
import { Preview } from "@/components/documents/preview";
import { usePlace } from "@/components/environment";
import { TextField } from "@/components/form-fields";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api-client";
import { signHandOver } from "@/lib/contracts/dispatch";
import { formatNumber } from "@/lib/format";
import { judgeContract } from "@/lib/judge-body";
import { SignatureField } from "./signature-field";

const FORM = "sign-hand-over";

/** The courier signs a list on the screen; or the list is printed and signed on paper. */
export function SignDialog({ list, onClose }: { list: { id: string; parcel_count: number }; onClose: () => void }) {
  const t = useTranslations("dispatch.handOver");
  const language = useLocale();
  const { where } = usePlace();
  const [isOnPaper, setIsOnPaper] = useState(false);
  const state = useContractForm({
    initial: { name: "", signature: "" },
    judge: (values) => judgeContract(signHandOver, values, language),
  });
  const { isBusy } = state;

  if (isOnPaper) return <ListPreview id={list.id} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title={t("signTitle", { count: formatNumber(list.parcel_count), n: list.parcel_count })}
        description={t("signMeans")}
        footer={
          <>
            <Button disabled={isBusy} onClick={() => setIsOnPaper(true)}>
              <FileText aria-hidden="true" />
              {t("onPaper")}
            </Button>
            <Button variant="primary" type="submit" form={FORM} loading={isBusy}>
              {t("sign")}
            </Button>
          </>
        }
      >
        <ContractForm
          id={FORM}
          state={state}
          onSend={async (values) => {
            await call("signHandOver", { id: list.id, ...values }, where);
            toast.success(t("signed"));
            onClose();
          }}
        >
          <TextField name="name" title={t("courier")} required limit={100} />
          <SignatureField name="signature" title={t("signature")} />
        </ContractForm>
      </DialogContent>
    </Dialog>
  );
}

/** The list as a paper, to look at, print and save. */
export function ListPreview({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations("dispatch.handOver");
  const { where } = usePlace();
  return (
    <Preview
      title={t("paper")}
      load={() => fetchFile("readHandOver", { id }, where)}
      onPrinted={async () => undefined}
      onClose={onClose}
    />
  );
}
