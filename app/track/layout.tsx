import type { Metadata } from "next";
import type { ReactNode } from "react";

/** Anyone who has a number may look, but search engines must not list numbers. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

/** The public tracking pages. */
export default function TrackLayout({ children }: { children: ReactNode }) {
  return children;
}
