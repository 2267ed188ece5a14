"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button, type ButtonLook } from "./button";
import { copyText } from "./copy-text";

/** Copies a text and says so. `what` names it for screen readers: "Copy tracking number". */
export function CopyButton({
  text,
  what,
  label,
  size,
  variant = "ghost",
  className,
}: ButtonLook & {
  text: string;
  what: string;
  /** Visible text; without it only the icon is shown. */
  label?: string;
  className?: string;
}) {
  const t = useTranslations("ui");
  const [isCopied, setIsCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    if (await copyText(text)) setIsCopied(true);
  }

  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      variant={variant}
      size={size ?? (label ? "md" : "icon")}
      onClick={copy}
      aria-label={label ? undefined : t("copyWhat", { what })}
      {...(className ? { className } : {})}
    >
      <Icon aria-hidden="true" className={isCopied ? "text-ok" : undefined} />
      {label}
      <span role="status" className="sr-only">
        {isCopied ? t("copied") : ""}
      </span>
    </Button>
  );
}
