import { Boxes } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";

/** For an account without pick-and-pack: what a stock list is for, and how to get it. */
export function NotOffered() {
  const t = useTranslations("products.notOffered");
  return (
    <Section flush>
      <EmptyState
        icon={Boxes}
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
