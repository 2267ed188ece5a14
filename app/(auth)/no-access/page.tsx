import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LeaveButton } from "./leave-button";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const t = await getTranslations("noAccess");
  return { title: t((await searchParams).why === "plan" ? "plan" : "suspended") };
}

/** Shown to people whose account may not use the service. */
export default async function NoAccessPage({ searchParams }: Props) {
  const t = await getTranslations("noAccess");
  const isPlan = (await searchParams).why === "plan";
  return (
    <>
      <h1 className="text-lg font-semibold">{t(isPlan ? "plan" : "suspended")}</h1>
      <p className="mt-2 text-muted">{t(isPlan ? "planText" : "text")}</p>
      <LeaveButton />
    </>
  );
}
