import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LinkButton, TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import type { Environment } from "@/lib/environment";

/** The first steps of an account without orders. */
export function FirstSteps({
  environment,
  href,
  testingHref,
  mayCreate,
}: {
  environment: Environment;
  href: (path: string) => string;
  /** The home page of testing. */
  testingHref: string;
  mayCreate: boolean;
}) {
  const t = useTranslations("home.first");
  const steps: { id: "create" | "label" | "connect"; actions?: ReactNode }[] = [
    {
      id: "create",
      actions: mayCreate ? (
        <>
          <LinkButton variant="primary" href={href("/orders/new?type=local")}>
            {t("local")}
          </LinkButton>
          <LinkButton href={href("/orders/new?type=intl")}>{t("intl")}</LinkButton>
        </>
      ) : null,
    },
    { id: "label" },
    {
      id: "connect",
      actions: (
        <LinkButton href="/reference" prefetch={false}>
          {t("reference")}
        </LinkButton>
      ),
    },
  ];
  return (
    <Section
      title={t("title")}
      description={t(environment)}
      actions={environment === "production" ? <TextLink href={testingHref}>{t("tryFirst")}</TextLink> : null}
      flush
      className="max-w-3xl"
    >
      <ol className="divide-y divide-line">
        {steps.map(({ id, actions }, index) => (
          <li key={id} className="flex gap-4 px-4 py-4">
            <span
              aria-hidden="true"
              className="flex size-6 shrink-0 items-center justify-center rounded-full bg-hover text-xs font-semibold text-muted"
            >
              {index + 1}
            </span>
            <div className="min-w-0">
              <h3 className="font-semibold">{t(id)}</h3>
              <p className="text-muted">{t(`${id}Hint`)}</p>
              {actions ? <div className="mt-3 flex flex-wrap gap-2">{actions}</div> : null}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
