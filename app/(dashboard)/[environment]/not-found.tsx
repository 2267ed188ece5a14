import { Compass } from "lucide-react";
import { useTranslations } from "next-intl";
import { HomeLink } from "@/components/shell/home-link";
import { EmptyState } from "@/components/ui/empty-state";

/** Something of the dashboard that is not there, or not this account's. */
export default function NotFound() {
  const t = useTranslations("notFound");
  return <EmptyState icon={Compass} title={<h1>{t("title")}</h1>} description={t("text")} actions={<HomeLink />} />;
}
