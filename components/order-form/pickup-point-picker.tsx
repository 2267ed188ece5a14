"use client";

import { useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { queryFor } from "@/lib/api-client";
import { splitDeliveryCode } from "@/lib/orders/choices";
import { useWorkspace } from "../environment";
import { focusFieldSoon } from "../forms/form-checks";
import { FieldHint, useFieldLabel, useFormField } from "../forms/form-fields";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { PickupPointDialog } from "./pickup-point-dialog";
import type { PickupPoint } from "./pickup-points";

/** The address of a chosen point, from the point itself where it is known. */
function Chosen({ provider, value }: { provider: string; value: string }) {
  const t = useTranslations("orderForm.point");
  const language = useLocale();
  const { where } = useWorkspace();
  const { address, deliveryCode } = splitDeliveryCode(value);
  const { data } = useQuery({
    ...queryFor("listPickupPoints", { shipping_provider: provider, q: deliveryCode ?? "" }, where),
    enabled: deliveryCode !== null,
    staleTime: 300_000,
  });
  const point = data?.data.find(({ delivery_code }) => delivery_code === deliveryCode);
  const isEnglish = language === "en";
  return (
    <div className="flex min-w-0 items-start gap-2">
      <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
      <div className="min-w-0">
        <p className="font-semibold">{point ? (isEnglish ? point.name_en : point.name_zh) : address}</p>
        <p className="text-muted">
          {point ? `${isEnglish ? point.address_en : point.address_zh} · ` : ""}
          <span className="font-mono">{deliveryCode}</span>
        </p>
        {point ? <p className="text-xs text-muted">{t("hours", { hours: point.opening_hours })}</p> : null}
      </div>
    </div>
  );
}

/**
 * The recipient's pickup point: fills `address^code`. `provider` must have pickup points; `onChosen` lets the order's
 * service follow the choice.
 */
export function PickupPointPicker({
  name,
  provider,
  heaviest,
  onChosen,
}: {
  name: string;
  provider: string;
  /** kg of the heaviest parcel, if known: points that accept less are not offered. */
  heaviest: string | null;
  onChosen: (point: PickupPoint) => void;
}) {
  const t = useTranslations("orderForm.point");
  const field = useFormField(name);
  const label = useFieldLabel(name, "pickup_point");
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const isChosen = splitDeliveryCode(field.value).deliveryCode !== null;

  function choose(point: PickupPoint) {
    field.change(point.address_value);
    field.leave();
    setIsOpen(false);
    onChosen(point);
    focusFieldSoon(name);
  }

  return (
    <Field
      id={field.id}
      label={label}
      required
      error={field.error}
      hint={field.warning ? <FieldHint warning={field.warning} /> : undefined}
    >
      <div className="flex flex-wrap items-start justify-between gap-3 rounded-md border border-line p-3">
        {isChosen ? <Chosen provider={provider} value={field.value} /> : null}
        <Button
          ref={field.ref}
          id={field.id}
          // Naming only the label would hide the button's own text.
          aria-labelledby={`${field.id}-label ${field.id}`}
          aria-describedby={field.error ? `${field.id}-error` : undefined}
          onClick={() => {
            setWasOpened(true);
            setIsOpen(true);
          }}
        >
          {isChosen ? t("change") : t("choose")}
        </Button>
      </div>
      {wasOpened ? (
        <PickupPointDialog
          open={isOpen}
          onOpenChange={(open) => {
            setIsOpen(open);
            if (!open) field.leave();
          }}
          provider={provider}
          chosen={splitDeliveryCode(field.value).deliveryCode}
          heaviest={heaviest}
          onChoose={choose}
        />
      ) : null}
    </Field>
  );
}
