import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Sampan 舢舨", template: "%s · Sampan" },
  description: "Shipping for Hong Kong merchants: orders, labels, pick-and-pack and webhooks.",
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
  // A page made at build time has no nonce, and its scripts would not run: every page is made on request.
  await headers();
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
