import { useTranslations } from "next-intl";
import { Frame } from "../frame";
import { SearchBox } from "../search-box";

/** What to do when a number leads nowhere. */
export function NotTracked({
  number,
  why,
  seconds,
}: {
  number: string;
  why: "malformed" | "unknown" | "limited";
  seconds: number;
}) {
  const t = useTranslations("track");
  return (
    <Frame>
      <div>
        <h1 className="text-lg font-semibold">{t(`${why}.title`)}</h1>
        <p className="mt-1 text-muted">{why === "limited" ? t("limited.text", { seconds }) : t(`${why}.text`)}</p>
      </div>
      <SearchBox number={number} />
    </Frame>
  );
}
