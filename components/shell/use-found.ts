import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryFor } from "@/lib/api-client";
import type { Address } from "@/lib/contracts/address";
import type { OrderRow } from "@/lib/contracts/order";
import { useWorkspace } from "../environment";

const TYPING_MS = 150;

type Found = {
  orders: readonly OrderRow[];
  customers: readonly Address[];
  isLoading: boolean;
  /** The orders could not be searched. */
  hasFailed: boolean;
};

/** The latest five orders and three saved recipients that a typed text finds, once typing pauses; none while they are not known. */
export function useFound(text: string): Found {
  const { where, may } = useWorkspace();
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const enabled = settled !== "" && settled === text;
  const orders = useQuery({ ...queryFor("listOrders", { q: settled, limit: "5" }, where), enabled });
  const customers = useQuery({
    ...queryFor("listAddresses", { q: settled, kind: "recipient", limit: "3" }, where),
    enabled: enabled && may("listAddresses"),
  });
  const isOf = settled === text;
  return {
    orders: (isOf && orders.data?.data) || [],
    customers: (isOf && customers.data?.data) || [],
    isLoading: orders.isFetching || customers.isFetching,
    hasFailed: isOf && orders.isError && !orders.isFetching,
  };
}
