import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/components/ui/link-button";
import { readPasswordLink } from "@/server/accounts";
import { database } from "@/server/db/database";
import { SetPasswordForm } from "../set-password-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("setPassword"))("title"), referrer: "no-referrer" };
}

/** The page behind the link with which a person sets their password. */
export default async function SetPasswordPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const t = await getTranslations("setPassword");
  const { token } = await searchParams;
  const link = typeof token === "string" ? await readPasswordLink((await database()).db, token) : null;
  if (!link || typeof token !== "string") {
    return (
      <>
        <h1 className="text-lg font-semibold">{t("badTitle")}</h1>
        <p className="mt-2 text-muted">{t("badText")}</p>
        <div className="mt-6 flex flex-wrap gap-2">
          <LinkButton href="/forgot-password" variant="primary">
            {t("again")}
          </LinkButton>
          <LinkButton href="/sign-in">{t("toSignIn")}</LinkButton>
        </div>
      </>
    );
  }
  return (
    <>
      <h1 className="text-lg font-semibold">{t("title")}</h1>
      <p className="mt-1 text-muted">{t("for", { email: link.email })}</p>
      <SetPasswordForm token={token} email={link.email} />
    </>
  );
}
