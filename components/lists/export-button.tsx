"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { call } from "@/lib/api-client";
import { useWorkspace } from "../environment";
import { saveCsv } from "../save-file";
import { Button } from "../ui/button";
import { useFailureToast } from "../ui/failure-toast";

/** Saves everything that an operation exports as a CSV file, which is named after it and the environment. */
export function ExportButton({
  operation,
  name,
  label,
}: {
  operation: "exportProducts" | "exportAddresses";
  name: string;
  label: string;
}) {
  const { where, environment, may } = useWorkspace();
  const showFailure = useFailureToast();
  const [isBusy, setIsBusy] = useState(false);

  async function save() {
    setIsBusy(true);
    try {
      const { content } = await call(operation, {}, where);
      saveCsv(
        Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0)),
        `${name}-${environment}.csv`,
      );
    } catch (error) {
      showFailure(error);
    } finally {
      setIsBusy(false);
    }
  }

  if (!may(operation)) return null;
  return (
    <Button loading={isBusy} onClick={() => void save()}>
      <Download aria-hidden="true" />
      {label}
    </Button>
  );
}
