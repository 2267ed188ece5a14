"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useFailureToast } from "@/components/ui/failure-toast";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { callLazily } from "@/lib/lazy-contract";
import { ROLL_SECRET } from "../operations";
import { SecretOnce } from "../secret-once";
import { useWebhookChanged } from "../webhook-changed";
import type { EndpointDialogProps } from "./settings";

type Overlap = "24" | "0";

/** Makes a new secret, with or without a day in which both sign; shows it once. */
export default function RollSecretDialog({ endpoint, onClose }: EndpointDialogProps) {
  const t = useTranslations("webhooks.roll");
  const ui = useTranslations("ui");
  const { where } = usePlace();
  const changed = useWebhookChanged();
  const showFailure = useFailureToast();
  const [overlap, setOverlap] = useState<Overlap>("24");
  const [secret, setSecret] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function roll() {
    setIsBusy(true);
    try {
      const { secret: made, ...rolled } = await callLazily(
        ROLL_SECRET,
        { id: endpoint.id, overlap_hours: Number(overlap) },
        where,
      );
      setSecret(made);
      await changed(rolled);
    } catch (error) {
      showFailure(error);
    } finally {
      setIsBusy(false);
    }
  }

  // Once the secret is there, a press beside the dialog must not lose it.
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && secret === null && onClose()}>
      <DialogContent
        title={t("title")}
        description={secret === null ? t("about") : undefined}
        closeHidden={secret !== null}
        footer={
          secret === null ? (
            <>
              <Button disabled={isBusy} onClick={onClose}>
                {ui("cancel")}
              </Button>
              <Button variant="primary" loading={isBusy} onClick={() => void roll()}>
                {t("confirm")}
              </Button>
            </>
          ) : (
            <Button variant="primary" onClick={onClose}>
              {t("kept")}
            </Button>
          )
        }
      >
        {secret === null ? (
          <FieldGroup label={t("overlap")}>
            <RadioGroup<Overlap>
              look="cards"
              value={overlap}
              onValueChange={setOverlap}
              options={[
                { value: "24", label: t("day"), description: t("dayMeans") },
                { value: "0", label: t("atOnce"), description: t("atOnceMeans") },
              ]}
            />
          </FieldGroup>
        ) : (
          <SecretOnce secret={secret}>
            <p>{t(overlap === "24" ? "nextDay" : "nextAtOnce")}</p>
          </SecretOnce>
        )}
      </DialogContent>
    </Dialog>
  );
}
