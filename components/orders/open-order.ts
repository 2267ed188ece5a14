import { useRouter } from "next/navigation";
import { useWorkspace } from "@/components/environment";
import { leaveBy } from "@/components/forms/leave-by";
import { call } from "@/lib/api-client";
import { tidyNumber } from "@/lib/tidy-number";

// A complete tracking number or order id.
const WHOLE_NUMBER = /^([A-Z]{2}\d{11}|\d{15})$/;

/**
 * Opens the order of a complete tracking number or order id. Resolves to false if there is none; null if the text is
 * not a complete number. Throws ApiFailure.
 */
export function useOpenOrder(): (text: string) => Promise<boolean> | null {
  const { where, href } = useWorkspace();
  const router = useRouter();

  async function openOnly(number: string): Promise<boolean> {
    const { data, pagination } = await call("listOrders", { q: number, limit: "2" }, where);
    const [only] = data;
    if (!only || pagination.total !== 1) return false;
    leaveBy(() => router.push(href(`/orders/${only.order_id}`)));
    return true;
  }

  return (text) => {
    const number = tidyNumber(text);
    return WHOLE_NUMBER.test(number) ? openOnly(number) : null;
  };
}
