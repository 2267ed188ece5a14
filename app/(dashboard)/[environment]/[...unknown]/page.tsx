import { notFound } from "next/navigation";
import { openPage } from "@/server/pages/context";

/** Unknown addresses of the dashboard: the 404 keeps the navigation. */
export default async function Unknown({ params }: PageProps<"/[environment]/[...unknown]">) {
  await openPage({ part: "dashboard", params });
  notFound();
}
