import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryFor } from "@/lib/api-client";
import type { OrderRow } from "@/lib/contracts/order";
import { usePlace } from "../environment";

const TYPING_MS = 150;
const NONE: readonly OrderRow[] = [];

type FoundOrders = { orders: readonly OrderRow[]; isLoading: boolean; hasFailed: boolean };

/** The latest five orders that a typed text finds, once typing pauses; none while they are not known. */
export function useFoundOrders(text: string): FoundOrders {
  const { where } = usePlace();
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isFetching, isError } = useQuery({
    ...queryFor("listOrders", { q: settled, limit: "5" }, where),
    enabled: settled !== "" && settled === text,
  });
  const isOf = settled === text;
  return { orders: (isOf && data?.data) || NONE, isLoading: isFetching, hasFailed: isOf && isError && !isFetching };
}
