"use client";

import { useRouter } from "next/navigation";
import { useWorkspace } from "@/components/environment";
import { ImportChoice } from "@/components/import/import-choice";

/** Takes a file of orders and leads to its page. */
export function OrderImport() {
  const router = useRouter();
  const { href } = useWorkspace();
  return <ImportChoice kind="orders" onTaken={(id) => router.push(href(`/orders/import/${id}`))} />;
}
