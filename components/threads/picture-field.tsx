"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { type CommonFieldProps, useFieldProps } from "../form-fields";
import { Field, useControlProps } from "../ui/field";

/** The bytes of a file in base64, as the API takes a picture. */
async function base64Of(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(",") + 1);
}

/** A picture to send; what is wrong with it, the contract says. */
export function PictureField(props: CommonFieldProps) {
  const t = useTranslations("adjustments.pictures");
  const { field, own } = useFieldProps({ hint: t("hint"), ...props });
  return (
    <Field {...own}>
      <FileInput
        ref={field.ref}
        onChange={async ({ target: { files } }) => {
          const file = files?.[0];
          field.change(file ? await base64Of(file) : "");
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
