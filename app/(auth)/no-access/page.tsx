import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LeaveButton } from "./leave-button";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("noAccess"))("suspended") };
}

/** What people of an account find that may not use the service. */
export default async function NoAccessPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
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
