import { useTranslations } from "next-intl";
import { HomeLink } from "@/app/(dashboard)/[environment]/home-link";
import { PageHeader } from "@/components/ui/page-header";

/** Something that does not exist in the dashboard, or belongs to another account. */
export default function NotFound() {
  const t = useTranslations("notFound");
  return (
    <>
      <PageHeader title={t("title")} description={t("text")} />
      <HomeLink />
    </>
  );
}
