import { redirect } from "next/navigation";
import { lastEnvironment } from "@/server/page-context";

/** Leads to the queue of the environment that this browser was in last. */
export default async function WarehousePage() {
  redirect(`/warehouse/${await lastEnvironment()}`);
}
