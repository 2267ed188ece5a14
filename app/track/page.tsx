import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Frame } from "./frame";
import { SearchBox } from "./search-box";
import { trackPath } from "./tracking-number";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("track"))("title") };
}

/** Asks for a number; the form comes back here and redirects to the number's own page. */
export default async function TrackPage({ searchParams }: PageProps<"/track">) {
  const { number } = await searchParams;
  if (typeof number === "string" && number.trim() !== "") redirect(trackPath(number));
  const t = await getTranslations("track");
  return (
    <Frame>
      <div>
        <h1 className="text-lg font-semibold">{t("title")}</h1>
        <p className="mt-1 text-muted">{t("about")}</p>
      </div>
      <SearchBox />
    </Frame>
  );
}
