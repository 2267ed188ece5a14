import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SetPasswordByLink } from "../set-password-by-link";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("setPassword.invitation"))("title"), referrer: "no-referrer" };
}

/** The page behind the link of an invitation, on which the invited person sets name and password. */
export default function InvitationPage() {
  return <SetPasswordByLink kind="invitation" />;
}
