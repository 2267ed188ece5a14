"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Where } from "@/lib/api-client";
import type { Environment } from "@/lib/environment";
import { type Workspace, WorkspaceProvider } from "../environment";
import { WhereContext } from "../where";

type Person = Workspace["person"];

export type WarehouseWorkspace = {
  environment: Environment;
  person: Person;
  /** For `call` and `queryFor`: all accounts. */
  where: Where;
  /** The address of a page of the warehouse: `href("/waves")` → `/warehouse/testing/waves`. */
  href: (path: string, environment?: Environment) => string;
};

const WarehouseContext = createContext<WarehouseWorkspace | null>(null);

/** Gives every warehouse page below it its environment. */
export function WarehouseProvider({
  environment,
  person,
  children,
}: Pick<WarehouseWorkspace, "environment" | "person"> & { children: ReactNode }) {
  const workspace = useMemo<WarehouseWorkspace>(
    () => ({
      environment,
      person,
      where: { environment, accountId: null },
      href: (path, of = environment) => `/warehouse/${of}${path === "/" ? "" : path}`,
    }),
    [environment, person],
  );
  return (
    <WarehouseContext value={workspace}>
      <WhereContext value={workspace.where}>{children}</WhereContext>
    </WarehouseContext>
  );
}

/** The warehouse's environment and addresses. Throws outside the warehouse. */
export function useWarehouse(): WarehouseWorkspace {
  const workspace = useContext(WarehouseContext);
  if (!workspace) throw new Error("useWarehouse was called outside WarehouseProvider");
  return workspace;
}

/** Lets what is below it work on one merchant's account, as the dashboard's parts expect it. */
export function OnAccount({ account, children }: { account: { id: string; name: string }; children: ReactNode }) {
  const { environment, person } = useWarehouse();
  const { id, name } = account;
  const workspace = useMemo<Workspace>(
    () => ({ environment, person, isStaff: true, account: { id, name, pickPack: true } }),
    [environment, person, id, name],
  );
  return <WorkspaceProvider workspace={workspace}>{children}</WorkspaceProvider>;
}
