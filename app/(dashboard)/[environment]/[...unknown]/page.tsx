import { notFound } from "next/navigation";
import { pageContext } from "@/server/page-context";

/** Unknown addresses of the dashboard: the 404 keeps the navigation. */
export default async function Unknown({ params }: PageProps<"/[environment]/[...unknown]">) {
  await pageContext((await params).environment);
  notFound();
}
