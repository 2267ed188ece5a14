import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { ApiError } from "@/lib/errors";
import { answerWith } from "@/server/http/page-status";
import { environmentOfNumber } from "@/server/orders";
import { visitor } from "@/server/pages/context";
import { publicTracking } from "@/server/tracking";
import { numberOfPath, shownNumber, trackPath } from "../tracking-number";
import { NotTracked } from "./not-tracked";
import { Parcel } from "./parcel";

type Props = PageProps<"/track/[trackingNumber]">;

/** Title and page both need it, but it is looked up once, because each miss is counted. */
const lookUp = cache(async (number: string) => {
  if (!environmentOfNumber(number)) return { why: "malformed" } as const;
  try {
    return { tracking: await publicTracking(await visitor(), number) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.reason === "NOT_FOUND") return { why: "unknown" } as const;
    if (error.reason === "RATE_LIMIT_EXCEEDED")
      return { why: "limited", seconds: Number(error.extra.retry_after) } as const;
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const number = shownNumber(numberOfPath((await params).trackingNumber));
  const t = await getTranslations("track");
  const found = await lookUp(number);
  return {
    title: found.tracking ? t("titleOf", { number }) : t(`${found.why}.title`),
    // Anyone who has a number may look, but search engines must not list numbers.
    robots: { index: false, follow: false },
  };
}

/** Where a parcel is, for anyone who has its number (contract §16.4). */
export default async function TrackedPage({ params }: Props) {
  const typed = numberOfPath((await params).trackingNumber);
  const number = shownNumber(typed);
  if (typed !== number && environmentOfNumber(number)) redirect(trackPath(number));
  const found = await lookUp(number);
  if (found.tracking) return <Parcel tracking={found.tracking} at={new Date().toISOString()} />;
  const { why, seconds = 0 } = found;
  if (why === "limited") answerWith(await headers(), 429, { "retry-after": String(seconds) });
  else answerWith(await headers(), 404);
  return <NotTracked number={number} why={why} seconds={seconds} />;
}
