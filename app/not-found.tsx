import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/components/ui/link-button";
import { Wordmark } from "@/components/wordmark";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("notFound"))("title") };
}

/** The page of an unknown address. */
export default function NotFound() {
  const t = useTranslations("notFound");
  return (
    <div className="mx-auto max-w-4xl px-4 sm:px-8">
      <header className="flex h-16 items-center border-b border-line">
        <Wordmark />
      </header>
      <main className="py-10 sm:py-16">
        <h1 className="text-lg font-semibold">{t("title")}</h1>
        <p className="mt-2 max-w-prose text-muted">{t("text")}</p>
        <LinkButton href="/" prefetch={false} className="mt-6">
          {t("toStart")}
        </LinkButton>
      </main>
    </div>
  );
}
