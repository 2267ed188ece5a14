"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";

type Overlap = "24" | "0";
type Word =
  | ("about" | "confirm" | "overlap" | "day" | "dayMeans" | "atOnce" | "atOnceMeans")
  /** What to do with the new secret. */
  | ("nextDay" | "nextAtOnce");

/**
 * Makes a new secret, with or without a day in which the old one works too, and shows it once. `roll` makes it, given
 * the hours, and returns what is shown; undefined if it failed.
 */
export function RollSecretDialog({
  title,
  kept,
  labelOf: t,
  roll,
  judge = () => true,
  onClose,
  children,
}: {
  title: string;
  /** On the button that closes the dialog once the secret is shown. */
  kept: string;
  labelOf: (word: Word) => string;
  roll: (overlapHours: number) => Promise<((next: string) => ReactNode) | undefined>;
  /** Whether what `children` ask for is right; called before `roll`. */
  judge?: () => boolean;
  onClose: () => void;
  /** Above the choice of the overlap. */
  children?: ReactNode;
}) {
  const tUi = useTranslations("ui");
  const [overlap, setOverlap] = useState<Overlap>("24");
  const [shown, setShown] = useState<ReactNode>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isMade = shown !== null;

  async function send() {
    if (!judge()) return;
    setIsBusy(true);
    const show = await roll(Number(overlap));
    if (show) setShown(show(overlap === "24" ? t("nextDay") : t("nextAtOnce")));
    setIsBusy(false);
  }

  // Once the secret is shown, a click outside the dialog must not lose it.
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && !isMade && onClose()}>
      <DialogContent
        title={title}
        description={isMade ? undefined : t("about")}
        closeHidden={isMade}
        footer={
          isMade ? (
            <Button variant="primary" onClick={onClose}>
              {kept}
            </Button>
          ) : (
            <>
              <Button disabled={isBusy} onClick={onClose}>
                {tUi("cancel")}
              </Button>
              <Button variant="primary" loading={isBusy} onClick={() => void send()}>
                {t("confirm")}
              </Button>
            </>
          )
        }
      >
        {shown ?? (
          <div className="flex flex-col gap-4">
            {children}
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
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}
