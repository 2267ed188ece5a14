"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Input, type InputProps } from "../ui/input";

/** A password field that can show what is typed. */
export function PasswordInput(props: Omit<InputProps, "type" | "suffix">) {
  const t = useTranslations("ui");
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input {...props} type={isShown ? "text" : "password"} spellCheck={false} className="pr-10" />
      <button
        type="button"
        aria-label={t(isShown ? "hidePassword" : "showPassword")}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0.5 right-0.5 flex w-8 items-center justify-center rounded-sm text-muted hover:text-text"
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </span>
  );
}
