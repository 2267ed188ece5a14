import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { usePrintFile } from "./use-print-file";

/** The button that prints a PDF; it shows the page that is being drawn. */
export function PrintButton({
  printing,
  isBusy = printing !== null,
  disabled,
  children,
  ...rest
}: Pick<ReturnType<typeof usePrintFile>, "printing"> & { isBusy?: boolean } & Omit<ButtonProps, "loading">) {
  const t = useTranslations("documents.preview");
  return (
    <Button variant="primary" disabled={disabled || isBusy} aria-busy={isBusy || undefined} {...rest}>
      {isBusy ? <Spinner /> : <Printer aria-hidden="true" />}
      {printing ? t("printing", printing) : children}
    </Button>
  );
}
