import { useTranslations } from "next-intl";
import { HomeLink } from "@/components/shell/home-link";
import { PageHeader } from "@/components/ui/page-header";

/** Something of the dashboard that is not there, or not this account's. */
export default function NotFound() {
  const t = useTranslations("notFound");
  return (
    <>
      <PageHeader title={t("title")} description={t("text")} />
      <HomeLink />
    </>
  );
}
