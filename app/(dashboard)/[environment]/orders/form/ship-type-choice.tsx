import { Building2, Plane } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";

const CHOICES = [
  { type: "local", icon: Building2 },
  { type: "intl", icon: Plane },
] as const;

/** Local or international: it changes everything below, so it is asked first. */
export function ShipTypeChoice({ hrefs }: { hrefs: Record<"local" | "intl", string> }) {
  const t = useTranslations("orderForm.type");
  return (
    <section aria-labelledby="ship-type">
      <h2 id="ship-type" className="mb-3 text-base font-semibold">
        {t("question")}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        {CHOICES.map(({ type, icon: Icon }) => (
          <li key={type}>
            <Link
              href={hrefs[type]}
              className="flex h-full items-start gap-4 rounded-lg border border-control bg-surface p-4 text-text no-underline hover:border-accent hover:bg-hover sm:p-6"
            >
              <Icon aria-hidden="true" className="size-6 shrink-0 text-accent" />
              <span className="min-w-0">
                <span className="block text-base font-semibold">{t(`${type}.title`)}</span>
                <span className="mt-1 block text-muted">{t(`${type}.about`)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
