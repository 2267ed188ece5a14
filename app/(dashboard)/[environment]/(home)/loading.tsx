import { useTranslations } from "next-intl";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { LoadingRegion, Skeleton, SkeletonRows } from "@/components/ui/skeleton";

const TILES = 4;

/** The home page while it loads, in its final size. */
export default function Loading() {
  const t = useTranslations("home");
  return (
    <>
      <PageHeader
        title={t("title")}
        description={<Skeleton className="w-40" />}
        actions={<Skeleton className="h-9 w-28" />}
      />
      <div className="flex flex-col gap-6">
        <Section title={t("todo")} flush className="overflow-hidden">
          <LoadingRegion className="grid gap-px bg-line sm:grid-cols-2 lg:grid-cols-4">
            {Array.from({ length: TILES }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
              <div key={index} className="flex h-16 items-center justify-between gap-3 bg-surface px-4">
                <div className="flex flex-col gap-2">
                  <Skeleton className="w-28" />
                  <Skeleton className="h-3 w-40" />
                </div>
                <Skeleton className="h-6 w-8" />
              </div>
            ))}
          </LoadingRegion>
        </Section>
        <Section title={t("recent")} flush>
          <SkeletonRows rows={8} />
        </Section>
      </div>
    </>
  );
}
