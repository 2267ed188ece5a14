import { useTranslations } from "next-intl";

/** The first thing the keyboard reaches: past the navigation, to `<main id="content">`. */
export function SkipLink() {
  const t = useTranslations("ui");
  return (
    <a
      href="#content"
      className="sr-only rounded-md bg-accent px-3 py-2 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
    >
      {t("skipToContent")}
    </a>
  );
}
