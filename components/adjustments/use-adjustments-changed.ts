import { useQueryClient } from "@tanstack/react-query";
import { keyOf } from "@/lib/api-client";
import { usePlace } from "../environment";
import { toast } from "../ui/toast";

/** Reads the order's price changes and its thread again, and says what was done. */
export function useAdjustmentsChanged() {
  const client = useQueryClient();
  const { where } = usePlace();
  return async (words: string) => {
    toast.success(words);
    await Promise.all(
      (["listAdjustments", "listMessages"] as const).map((id) =>
        client.invalidateQueries({ queryKey: keyOf(id, where) }),
      ),
    );
  };
}
