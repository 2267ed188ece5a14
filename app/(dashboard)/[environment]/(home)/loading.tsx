import { useTranslations } from "next-intl";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { LoadingRegion, Skeleton, SkeletonRows } from "@/components/ui/skeleton";

/** The home page while it loads, in its final size. */
export default function Loading() {
  const t = useTranslations("home");
  return (
    <>
      <PageHeader title={t("title")} actions={<Skeleton className="h-9 w-28" />} />
      <Section title={t("todo")} flush>
        <LoadingRegion className="h-52 sm:h-44 lg:h-24">{null}</LoadingRegion>
      </Section>
      <Section title={t("recent")} flush className="mt-6">
        <SkeletonRows rows={8} />
      </Section>
    </>
  );
}
