import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ShowFactor } from "@/components/security/show-factor";
import { Toaster } from "@/components/ui/toaster";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { ownPath } from "@/lib/pages/own-path";
import { isStaff } from "@/lib/roles";
import * as accounts from "@/server/accounts";
import { factorContext } from "@/server/pages/context";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("secondFactor"))("title") };
}

type Props = PageProps<"/second-factor">;

/**
 * Where staff show a second factor before they see production (contract §8.21), and where every person shows one before
 * changing their factors (§8.17). While a person signs in, the sign-in page has this address as long as it asks for the code.
 */
export default async function SecondFactorPage({ searchParams }: Props) {
  const { next } = await searchParams;
  const goOn = ownPath(typeof next === "string" ? next : null);
  const { ctx, without, home } = await factorContext(goOn);
  const t = await getTranslations("secondFactor");
  const kinds = (await accounts.listFactors(ctx, { ...ALL_ROWS, offset: "0" })).rows.map(({ kind }) => kind);
  if (kinds.length === 0) redirect(without);
  return (
    <>
      <h1 className="text-lg font-semibold">{t("title")}</h1>
      <p className="mt-1 text-muted">{t(isStaff(ctx.actor.role) ? "why" : "whyChange")}</p>
      <ShowFactor where={{ environment: ctx.environment }} next={goOn ?? home} hasPasskey={kinds.includes("passkey")} />
      <Toaster />
    </>
  );
}
