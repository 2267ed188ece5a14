import { Boxes, PackageSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";

const ICONS = { pickPack: PackageSearch, products: Boxes };

/** For an account without pick-and-pack: what this part of it is for, and how to get it. */
export function NotOffered({ part }: { part: keyof typeof ICONS }) {
  const t = useTranslations(`${part}.notOffered`);
  return (
    <Section flush>
      <EmptyState
        icon={ICONS[part]}
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
