import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/components/ui/link-button";
import { readInvitation } from "@/server/accounts";
import { database } from "@/server/db/database";
import { SetPasswordForm } from "../set-password-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("setPassword.invitation"))("title"), referrer: "no-referrer" };
}

/** The page behind the link of an invitation, on which the invited person sets name and password. */
export default async function InvitationPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const t = await getTranslations("setPassword.invitation");
  const { token } = await searchParams;
  const invitation = typeof token === "string" ? await readInvitation((await database()).db, token) : null;
  if (!invitation || typeof token !== "string") {
    return (
      <>
        <h1 className="text-lg font-semibold">{t("badTitle")}</h1>
        <p className="mt-2 text-muted">{t("badText")}</p>
        <LinkButton href="/sign-in" className="mt-6 self-start">
          {t("toSignIn")}
        </LinkButton>
      </>
    );
  }
  const { email, account, name } = invitation;
  return (
    <>
      <h1 className="text-lg font-semibold">{t("welcome", { account })}</h1>
      <p className="mt-1 text-muted">{t("for", { email })}</p>
      <SetPasswordForm token={token} email={email} name={name ?? ""} />
    </>
  );
}
