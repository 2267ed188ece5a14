"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { type CommonFieldProps, useFieldProps } from "../forms/form-fields";
import { Field, useControlProps } from "../ui/field";
import { smallerPicture } from "./smaller-picture";

/** A picture as the API takes it, in base64; of a file that cannot be read what the contract refuses. */
const contentOf = (file: File) =>
  smallerPicture(file)
    .then(base64Of)
    .catch(() => "?");

async function base64Of(file: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(",") + 1);
}

/**
 * A picture to send, made smaller if it is large; what is wrong with it, the contract says. `onReading`: whether one is
 * being read, without which nothing should be sent yet.
 */
export function PictureField({ onReading, ...props }: CommonFieldProps & { onReading: (isReading: boolean) => void }) {
  const t = useTranslations("adjustments.pictures");
  const { field, own } = useFieldProps({ hint: t("hint"), ...props });
  return (
    <Field {...own}>
      <FileInput
        ref={field.ref}
        onChange={async ({ target }) => {
          const file = target.files?.[0];
          onReading(true);
          const content = file ? await contentOf(file) : "";
          // Meanwhile another may have been picked.
          if (target.files?.[0] !== file) return;
          onReading(false);
          field.change(content);
          field.leave();
        }}
      />
    </Field>
  );
}

/** Within its `Field`, which labels it. */
function FileInput(props: ComponentProps<"input">) {
  const control = useControlProps();
  return (
    <input
      {...props}
      {...control}
      type="file"
      accept="image/jpeg,image/png,image/webp"
      className="w-full rounded-md border border-control bg-surface p-1 file:mr-3 file:h-7 file:rounded-sm file:border-0 file:bg-hover file:px-3 file:font-semibold file:text-text"
    />
  );
}
