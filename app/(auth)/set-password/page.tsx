import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SetPasswordByLink } from "../set-password-by-link";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("setPassword"))("title"), referrer: "no-referrer" };
}

/** The page behind the link with which a person sets their password. */
export default function SetPasswordPage() {
  return <SetPasswordByLink kind="password" />;
}
