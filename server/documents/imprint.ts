import { catalogue } from "@/server/carriers";
import type { Context } from "@/server/context";
import { env } from "@/server/env";

/** What documents say apart from the order itself. */
export type Imprint = {
  /** The testing environment: every paper says so in large letters. */
  isTest: boolean;
  /** Origin of the public tracking page, without a trailing slash. */
  appUrl: string;
  /** The display name of a provider. */
  providerName: (code: string) => string;
};

/** The public page that follows a parcel (contract §16.4). */
export function trackingUrl({ appUrl }: Imprint, trackingNumber: string): string {
  return `${appUrl}/track/${encodeURIComponent(trackingNumber)}`;
}

/** What papers of an environment say apart from the order itself. */
export async function imprintOf(ctx: Pick<Context, "environment" | "db" | "catalogueVersion">): Promise<Imprint> {
  const carriers = await catalogue(ctx);
  return {
    isTest: ctx.environment === "testing",
    appUrl: env().appUrl,
    providerName: (code) => carriers.nameOf(code),
  };
}
