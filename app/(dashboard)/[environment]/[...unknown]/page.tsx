import { notFound } from "next/navigation";
import { pageContext } from "@/server/page-context";

/** Addresses of the dashboard that are none: the 404 keeps the navigation. */
export default async function Unknown({ params }: { params: Promise<{ environment: string }> }) {
  await pageContext((await params).environment);
  notFound();
}
