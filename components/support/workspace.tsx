"use client";

import { useSearchParams } from "next/navigation";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Where } from "@/lib/api-client";
import type { Environment } from "@/lib/environment";
import { supportEnvironment, supportHref } from "@/lib/pages/page-href";
import type { Workspace } from "../environment";
import { WhereContext } from "../where";

type Person = Workspace["person"];

export type SupportWorkspace = {
  environment: Environment;
  person: Person;
  /** For `call` and `queryFor`: all accounts. */
  where: Where;
  /** The address of a page of support in this environment: `href("/audit")` → `/support/audit`. */
  href: (path: string, environment?: Environment) => string;
};

const PersonContext = createContext<Person | null>(null);

/** Gives every page of support below it the person who is signed in. */
export function SupportProvider({ person, children }: { person: Person; children: ReactNode }) {
  const environment = useSupportEnvironment();
  const where = useMemo<Where>(() => ({ environment, accountId: null }), [environment]);
  return (
    <PersonContext value={person}>
      <WhereContext value={where}>{children}</WhereContext>
    </PersonContext>
  );
}

const useSupportEnvironment = () => supportEnvironment(useSearchParams().get("environment"));

/** The environment of the page's address, and the addresses of support's pages. Throws outside support. */
export function useSupport(): SupportWorkspace {
  const person = useContext(PersonContext);
  const environment = useSupportEnvironment();
  if (!person) throw new Error("useSupport was called outside SupportProvider");
  return useMemo(
    () => ({
      environment,
      person,
      where: { environment, accountId: null },
      href: (path, of = environment) => supportHref(path, of),
    }),
    [environment, person],
  );
}
