"use client";

import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { LinkButton } from "@/components/ui/link-button";

/** The way back to the home page of the environment. */
export function HomeLink() {
  const t = useTranslations("notFound");
  return <LinkButton href={useWorkspace().href("/")}>{t("toHome")}</LinkButton>;
}
