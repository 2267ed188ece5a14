import { useTranslations } from "next-intl";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { Skeleton, SkeletonRows } from "@/components/ui/skeleton";

/** The queue while it loads, in its final size. */
export default function Loading() {
  const t = useTranslations("warehouse.queue");
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} actions={<Skeleton className="h-9 w-36" />} />
      <Section title={t("lanes.title")} flush className="mb-4">
        <SkeletonRows rows={4} />
      </Section>
      <Section flush>
        <div className="h-28 border-b border-line" />
        <SkeletonRows />
      </Section>
    </>
  );
}
