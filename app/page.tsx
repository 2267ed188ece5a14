import { getTranslations } from "next-intl/server";
import { LanguageSwitch } from "@/components/shell/language-switch";
import { ThemeSwitch } from "@/components/shell/theme-switch";
import { LinkButton } from "@/components/ui/link-button";
import { Wordmark } from "@/components/wordmark";
import { API_BASE, ENVIRONMENTS } from "@/lib/environment";
import { env } from "@/server/env";
import { homeOf, signedIn } from "@/server/pages/context";

const PLACES = [
  { id: "reference", href: "/reference" },
  { id: "document", href: "/v1/openapi.json" },
  { id: "readiness", href: "/readyz" },
] as const;

/** What runs here, for anyone who opens the server's address; people who are signed in go on to the dashboard. */
export default async function StartPage() {
  const t = await getTranslations("start");
  const environments = await getTranslations("shell.environments");
  const { appUrl } = env();
  // The start page must work while the database is down.
  const person = await signedIn().catch(() => null);
  return (
    <div className="mx-auto flex min-h-dvh max-w-4xl flex-col px-4 sm:px-8">
      <header className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2">
        <Wordmark />
        <div className="flex items-center gap-1">
          <LanguageSwitch />
          <ThemeSwitch className="mr-1 max-sm:hidden" />
          <LinkButton variant="primary" prefetch={false} href={person ? await homeOf(person) : "/sign-in"}>
            {t(person ? "dashboard" : "signIn")}
          </LinkButton>
        </div>
      </header>
      <main className="flex-1 py-10 sm:py-16">
        <h1 className="text-lg font-semibold">{t("title")}</h1>
        <p className="mt-2 max-w-prose text-base text-muted">{t("about")}</p>

        <section aria-labelledby="bases" className="mt-12">
          <h2 id="bases" className="font-semibold">
            {t("bases")}
          </h2>
          <dl className="mt-3 divide-y divide-line rounded-lg border border-line bg-surface">
            {ENVIRONMENTS.map((environment) => (
              <div
                key={environment}
                className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[9rem_1fr_auto] sm:items-center"
              >
                <dt className="flex items-center gap-2 font-semibold">
                  <span
                    aria-hidden="true"
                    className={`size-2 rounded-full ${environment === "testing" ? "bg-testing" : "bg-control"}`}
                  />
                  {environments(environment)}
                </dt>
                <dd className="min-w-0 font-mono break-all select-all">{appUrl + API_BASE[environment]}</dd>
                <dd className="text-xs text-muted">{t(`${environment}About`)}</dd>
              </div>
            ))}
          </dl>
        </section>

        <nav aria-labelledby="places" className="mt-10">
          <h2 id="places" className="font-semibold">
            {t("places")}
          </h2>
          <ul className="mt-3 divide-y divide-line rounded-lg border border-line bg-surface">
            {PLACES.map(({ id, href }) => (
              <li key={href} className="relative grid gap-x-6 gap-y-1 px-4 py-3 hover:bg-hover sm:grid-cols-[1fr_auto]">
                <a
                  href={href}
                  className="font-semibold text-accent underline-offset-4 after:absolute after:inset-0 hover:underline"
                >
                  {t(id)}
                </a>
                <span className="font-mono text-xs text-muted sm:text-right">{href}</span>
                <span className="text-muted sm:col-span-2">{t(`${id}About`)}</span>
              </li>
            ))}
          </ul>
        </nav>
      </main>
    </div>
  );
}
