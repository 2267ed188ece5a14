import { redirect } from "next/navigation";
import { lastEnvironment } from "@/server/pages/context";

/** Redirects to the queue of the environment that this browser used last. */
export default async function WarehousePage() {
  redirect(`/warehouse/${await lastEnvironment()}`);
}
