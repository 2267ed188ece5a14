"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Paper } from "@/components/documents/paper";
import type { Where } from "@/lib/api-client";
import type { Environment } from "@/lib/environment";
import type { OperationId } from "@/lib/operations";
import { pageHref } from "@/lib/pages/page-href";
import { mayCallNow, type VisitReason } from "@/lib/rights";
import type { Role } from "@/lib/roles";
import { RequestLogHref } from "./ui/request-log-link";
import { WhereContext } from "./where";

/** Environment and account of the page. */
export type Workspace = {
  environment: Environment;
  account: {
    id: string;
    name: string;
    pickPack: boolean;
    /** The account's usual paper for labels. */
    paper?: Paper | null;
  };
  person: { id: string; name: string; email: string; role: Role };
  /** Whether staff look at a merchant's account; every address and call then names it. */
  isStaff: boolean;
  /** The start of a public tracking page's address; only in the merchant's pages. */
  trackUrl?: string;
  /** Why support look at it in production, until when (ISO, Hong Kong), and whether they act (contract §8.22). */
  visit?: { reason: VisitReason; acting: boolean; expiresAt: string } | null;
};

export type WorkspaceWithRights = Workspace & {
  /** For `call` and `queryFor`. */
  where: Where;
  /** Whether the person may call the operation now; buttons that they may not use are not shown. */
  may: (operation: OperationId) => boolean;
  /** The address of a page of this environment: `href("/orders")` → `/testing/orders`. */
  href: (path: string, environment?: Environment) => string;
};

const WorkspaceContext = createContext<WorkspaceWithRights | null>(null);

/** Gives everything below it the environment and account of the page. */
export function WorkspaceProvider({ workspace, children }: { workspace: Workspace; children: ReactNode }) {
  const value = useMemo<WorkspaceWithRights>(() => {
    const accountId = workspace.isStaff ? workspace.account.id : null;
    return {
      ...workspace,
      where: { environment: workspace.environment, accountId },
      may: (id) =>
        mayCallNow({ ...workspace, role: workspace.person.role, isActing: workspace.visit?.acting === true }, id),
      href: (path, environment = workspace.environment) => pageHref(path, environment, accountId),
    };
  }, [workspace]);
  const { may, href, where } = value;
  const logHref = useMemo(
    () => (may("readRequest") ? (id: string) => href(`/developers/requests?q=${id}`) : null),
    [may, href],
  );
  return (
    <WorkspaceContext value={value}>
      <WhereContext value={where}>
        <RequestLogHref value={logHref}>{children}</RequestLogHref>
      </WhereContext>
    </WorkspaceContext>
  );
}

/** The environment and account of the page. Throws outside the dashboard. */
export function useWorkspace(): WorkspaceWithRights {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("useWorkspace was called outside WorkspaceProvider");
  return workspace;
}
