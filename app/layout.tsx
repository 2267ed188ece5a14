import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { PageMessages } from "@/components/page-messages";
import { Providers } from "@/components/providers";
import { HTML_LANG } from "@/lib/i18n/language";
import { NONCE_HEADER } from "@/lib/pages/page-request";
import { relyingParty } from "@/server/accounts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Sampan 舢舨", template: "%s · Sampan" },
  description: "Shipping for Hong Kong merchants: orders, labels, pick-and-pack and webhooks.",
  // As an app on a telephone or in the browser's own window.
  manifest: "/manifest.webmanifest",
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f6f8f8" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1415" },
  ],
};

/** The frame of every page. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  // A page made at build time has no nonce, and its scripts would not run: every page is rendered on request.
  const nonce = (await headers()).get(NONCE_HEADER) ?? undefined;
  const language = await getLocale();
  return (
    // The theme's script writes its attribute before React hydrates.
    <html lang={HTML_LANG[language]} data-passkeys={relyingParty()?.origin} suppressHydrationWarning>
      <body>
        <PageMessages>
          <Providers nonce={nonce}>{children}</Providers>
        </PageMessages>
      </body>
    </html>
  );
}
