import type { Metadata } from "next";
import type { ReactNode } from "react";

/** Whoever has a number may look; nobody is to find numbers by searching. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

/** The public tracking pages. */
export default function TrackLayout({ children }: { children: ReactNode }) {
  return children;
}
