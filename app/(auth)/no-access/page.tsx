import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LeaveButton } from "./leave-button";

type Props = PageProps<"/no-access">;

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const t = await getTranslations("noAccess");
  return { title: t(whyOf(await searchParams)) };
}

function whyOf({ why }: Awaited<Props["searchParams"]>): "plan" | "demonstration" | "suspended" {
  return why === "plan" || why === "demonstration" ? why : "suspended";
}

/** Shown to people whose account may not use the service, and to demonstration staff where there are other accounts. */
export default async function NoAccessPage({ searchParams }: Props) {
  const t = await getTranslations("noAccess");
  const why = whyOf(await searchParams);
  return (
    <>
      <h1 className="text-lg font-semibold">{t(why)}</h1>
      <p className="mt-2 text-muted">{t(why === "suspended" ? "text" : `${why}Text`)}</p>
      <LeaveButton />
    </>
  );
}
