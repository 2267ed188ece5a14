"use client";

import { createContext, type ReactNode, useContext } from "react";
import { useWorkspace } from "@/components/environment";

const WarehouseContext = createContext(false);

/** Marks the products below it as seen by the warehouse's staff, who change only stock. */
export function AtWarehouse({ children }: { children: ReactNode }) {
  return <WarehouseContext value={true}>{children}</WarehouseContext>;
}

/** Whose pages of products these are, and their addresses: the merchant's, or the warehouse's on the merchant's account. */
export function useProductPlace() {
  const isWarehouse = useContext(WarehouseContext);
  const { href, environment, account } = useWorkspace();
  const at = (path: string) =>
    isWarehouse ? `/warehouse/${environment}/stock${path}?account=${account.id}` : href(`/products${path}`);
  return { isWarehouse, list: at(""), product: (id: string) => at(`/${id}`) };
}
