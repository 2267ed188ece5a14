"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { PICTURE_BYTES, PICTURE_SIDE } from "@/lib/pictures";
import { type CommonFieldProps, useFieldProps } from "../forms/form-fields";
import { Field, useControlProps } from "../ui/field";

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

/** A JPEG's longest side and quality, the best first; at the last one text on a label can still be read. */
const STEPS = [
  [PICTURE_SIDE, 0.85],
  [PICTURE_SIDE, 0.7],
  [PICTURE_SIDE, 0.5],
  [1600, 0.5],
  [1200, 0.5],
] as const;

/**
 * A picture as it is sent: one that is larger than the API takes, such as a telephone's, becomes an upright JPEG within the
 * API's limits. Of what the browser cannot decode, or not make small enough, so much is left that the contract refuses it
 * for its size.
 */
async function smallerPicture(file: File): Promise<Blob> {
  if (file.size <= PICTURE_BYTES) return file;
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
  if (!pen || !picture) return tooLarge(file);
  const longest = Math.max(picture.width, picture.height);
  try {
    for (const [side, quality] of STEPS) {
      const scale = Math.min(1, side / longest);
      canvas.width = Math.max(1, Math.round(picture.width * scale));
      canvas.height = Math.max(1, Math.round(picture.height * scale));
      // A JPEG would show as black what is transparent.
      pen.fillStyle = "white";
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.imageSmoothingQuality = "high";
      pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
      if (blob && blob.size <= PICTURE_BYTES) return blob;
    }
  } finally {
    picture.close();
  }
  return tooLarge(file);
}

/** No more of a file than it takes to be refused: it may be a film. */
const tooLarge = (file: File) => file.slice(0, PICTURE_BYTES + 1);
