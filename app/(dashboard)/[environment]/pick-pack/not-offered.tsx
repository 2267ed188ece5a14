import { PackageSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";

/** For an account without pick-and-pack: what it is, and how to get it. */
export function NotOffered() {
  const t = useTranslations("pickPack.notOffered");
  return (
    <Section flush>
      <EmptyState
        icon={PackageSearch}
        title={t("title")}
        description={
          <>
            {t("what")}
            <span className="mt-2 block">{t("how")}</span>
          </>
        }
      />
    </Section>
  );
}
