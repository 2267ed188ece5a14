import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ownPath } from "@/lib/pages/own-path";
import { relyingParty } from "@/server/accounts";
import { homeOf, signedIn } from "@/server/pages/context";
import { SignInForm } from "./sign-in-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signIn"))("title") };
}

/** The sign-in page; a person who is already signed in is sent on (contract §16.4). */
export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const t = await getTranslations("signIn");
  const { next } = await searchParams;
  const goOn = ownPath(typeof next === "string" ? next : null);
  const person = await signedIn();
  if (person) redirect(goOn ?? (await homeOf(person)));
  const place = relyingParty();
  const isHere = place !== null && new URL(place.origin).host === (await headers()).get("host");
  return (
    <>
      <h1 className="text-lg font-semibold">{t("title")}</h1>
      {goOn ? <p className="mt-1 text-muted">{t("goOn")}</p> : null}
      <SignInForm next={goOn} offersPasskeys={isHere} />
    </>
  );
}
