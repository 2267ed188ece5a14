/**
 * Owns who a page is made for: session, account and environment, once for each request. It is to pages what
 * `server/http/operation.ts` is to operations; what a page reads, it reads through the modules' verbs with its `ctx`.
 */
import { randomUUID } from "node:crypto";
import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { Role } from "@/lib/contracts/contract";
import { ENVIRONMENTS, type Environment } from "@/lib/environment";
import { ENVIRONMENT_COOKIE, PATH_HEADER } from "@/lib/page-request";
import { type Access, accessBySession, recordAudit, sessionIdOf } from "@/server/accounts";
import type { AccountContext, Context } from "@/server/context";
import { database } from "@/server/db/database";
import { ADDRESS_HEADER } from "@/server/http/address";
import { requestLanguage } from "@/server/language";

export type Person = { id: string; name: string; email: string; role: Role };

export type PageContext = {
  /** For the verbs of modules. */
  ctx: AccountContext;
  person: Person;
  account: AccountContext["account"];
  /** Staff on a merchant's account: its addresses keep `?account=ID`. */
  isStaff: boolean;
};

function isEnvironment(value: string): value is Environment {
  return (ENVIRONMENTS as readonly string[]).includes(value);
}

function isStaffRole(role: Role): boolean {
  return role === "support" || role === "warehouse";
}

async function pagePath(): Promise<URL> {
  return new URL((await headers()).get(PATH_HEADER) ?? "/", "http://own.invalid");
}

async function access(namedAccount: string | null): Promise<Access | null> {
  const sessionId = await sessionIdOf({ headers: await headers() });
  if (!sessionId) return null;
  const { db } = await database();
  return accessBySession(db, sessionId, namedAccount);
}

/** Who opens a page that anybody may see: all that is known is the address. */
export async function visitor(): Promise<Pick<Context, "db" | "address">> {
  const { db } = await database();
  return { db, address: (await headers()).get(ADDRESS_HEADER) ?? "unknown" };
}

/** Who is signed in; null: nobody. For pages that need no account. */
export const signedIn = cache(async (): Promise<Person | null> => {
  const found = await access(null);
  if (found?.actor.kind !== "person") return null;
  const { id, name, email, role } = found.actor;
  return { id, name, email, role };
});

/** Where a person goes on to after signing in: staff to their queue, merchants to the environment they were in last. */
export async function homeOf(person: Person): Promise<string> {
  if (isStaffRole(person.role)) return "/support";
  const last = (await cookies()).get(ENVIRONMENT_COOKIE)?.value ?? "";
  return `/${isEnvironment(last) ? last : "production"}`;
}

/** Leads to sign-in and, after it, back to the page. */
async function toSignIn(): Promise<never> {
  const { pathname, search } = await pagePath();
  redirect(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

/**
 * The context of a page of the dashboard. Nobody signed in: to sign-in and back; no such environment: 404; staff who
 * name no account: to their own pages; an account that may not use the service: to the page that says so. Staff who
 * name one (`?account=ID`) are audited (decisions §1.7).
 */
export const pageContext = cache(async (environment: string): Promise<PageContext> => {
  if (!isEnvironment(environment)) notFound();
  const page = await pagePath();
  const named = page.searchParams.get("account");
  const found = await access(named !== null && /^\d{1,15}$/.test(named) ? named : null);
  if (found?.actor.kind !== "person") return toSignIn();
  const { actor, account } = found;
  if (!account) redirect("/support");
  if (found.suspended) redirect("/no-access?why=suspended");
  if (!found.paymentPlan) redirect("/no-access?why=plan");

  const { db } = await database();
  const given = await headers();
  const ctx: Context = {
    requestId: `page_${randomUUID().replaceAll("-", "")}`,
    environment,
    actor,
    account,
    catalogueVersion: found.catalogueVersion,
    idempotencyKey: null,
    language: await requestLanguage(),
    address: given.get(ADDRESS_HEADER) ?? "unknown",
    authorization: null,
    accept: null,
    db,
  };
  const isStaff = isStaffRole(actor.role);
  // A prefetched page is not looked at yet; following its link asks again.
  if (isStaff && !given.has("next-router-prefetch")) await recordAudit(ctx as AccountContext, "page", page.pathname);
  const { id, name, email, role } = actor;
  return { ctx: ctx as AccountContext, person: { id, name, email, role }, account, isStaff };
});
