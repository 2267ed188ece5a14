"use client";

import { Image } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Picture } from "@/lib/contracts/thread";
import { fetchFile, saveFile } from "../documents/pdf-file";
import { useWorkspace } from "../environment";
import { Button } from "../ui/button";
import { useFailureToast } from "../ui/failure-toast";

/** Pictures, each saved as a file by its button. */
export function Pictures({ pictures }: { pictures: readonly Picture[] }) {
  const t = useTranslations("adjustments.pictures");
  const { where } = useWorkspace();
  const showFailure = useFailureToast({ reading: true });
  const [busy, setBusy] = useState<string | null>(null);
  if (pictures.length === 0) return null;
  const save = async ({ id, type }: Picture) => {
    setBusy(id);
    await fetchFile("readOrderPicture", { picture_id: id }, where, type).then(saveFile, showFailure);
    setBusy(null);
  };
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {pictures.map((picture, index) => (
        <li key={picture.id}>
          <Button size="sm" loading={busy === picture.id} onClick={() => void save(picture)}>
            <Image aria-hidden="true" />
            {t("save", { number: index + 1, size: Math.ceil(picture.bytes / 1000) })}
          </Button>
        </li>
      ))}
    </ul>
  );
}
