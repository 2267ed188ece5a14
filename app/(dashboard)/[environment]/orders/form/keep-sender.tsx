import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useMakeDefault } from "@/components/addresses/default-sender";
import { usePlace } from "@/components/environment";
import type { OrderForm } from "@/components/orders/use-snapshot";
import { Checkbox } from "@/components/ui/checkbox";
import { isSameParty } from "@/lib/addresses/party";
import type { Loose } from "@/lib/loose";
import type { ShipType } from "@/lib/orders/form-values";

/** Whether the order's sender becomes the default one, once the order is made. */
export type KeepSender = {
  isKept: boolean;
  choose: (isKept: boolean) => void;
  /** Makes it the default, if that was chosen. A failure is shown, and does not undo the order. */
  keep: (sender: unknown) => Promise<void>;
};

/** Offers to make the order's sender the default; ticked at first if there is none. */
export function useKeepSender(shipType: ShipType, usual: Loose | undefined): KeepSender {
  const { may } = usePlace();
  const makeDefault = useMakeDefault();
  const [isKept, choose] = useState(!usual);

  async function keep(sender: unknown) {
    if (!isKept || !may("saveDefaults") || isSameParty(sender as Loose, usual)) return;
    await makeDefault(shipType, sender as Loose);
  }
  return { isKept, choose, keep };
}

/** The box below the sender, for those who may change the defaults, while it differs from the default one. */
export function KeepSenderBox({
  form,
  usual,
  keeping,
}: {
  form: OrderForm;
  usual: Loose | undefined;
  keeping: KeepSender;
}) {
  const t = useTranslations("orderForm.address");
  const { may } = usePlace();
  const sender: unknown = useWatch({ control: form.control, name: "sender" });
  if (!may("saveDefaults") || isSameParty(sender as Loose, usual)) return null;
  return (
    <Checkbox
      label={t("keepSender")}
      hint={t("keepSenderHint")}
      checked={keeping.isKept}
      onCheckedChange={(checked) => keeping.choose(checked === true)}
    />
  );
}
