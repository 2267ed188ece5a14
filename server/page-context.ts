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
import { PICKPACK_STAFF } from "@/lib/pickpack-status";
import { type Access, accessBySession, recordLook, sessionIdOf } from "@/server/accounts";
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

/** The environment that this browser was in last. */
export async function lastEnvironment(): Promise<Environment> {
  const last = (await cookies()).get(ENVIRONMENT_COOKIE)?.value ?? "";
  return isEnvironment(last) ? last : "production";
}

/** Where a person goes on to after signing in: staff to their queue, merchants to the environment they were in last. */
export async function homeOf(person: Person): Promise<string> {
  if (person.role === "warehouse") return "/warehouse";
  if (isStaffRole(person.role)) return "/support";
  return `/${await lastEnvironment()}`;
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
  if (!account) redirect(actor.role === "warehouse" ? "/warehouse" : "/support");
  if (found.suspended) redirect("/no-access?why=suspended");
  if (!found.paymentPlan) redirect("/no-access?why=plan");

  const ctx = (await contextFor(found, environment)) as AccountContext;
  const isStaff = isStaffRole(actor.role);
  // A prefetched page is not looked at yet; following its link asks again.
  if (isStaff && !(await isPrefetch())) await recordLook(ctx, "page", page.pathname);
  const { id, name, email, role } = actor;
  return { ctx, person: { id, name, email, role }, account, isStaff };
});

/** Whether the page is fetched before anybody follows its link. */
async function isPrefetch(): Promise<boolean> {
  return (await headers()).has("next-router-prefetch");
}

async function contextFor(found: Access, environment: Environment): Promise<Context> {
  const { db } = await database();
  return {
    requestId: `page_${randomUUID().replaceAll("-", "")}`,
    environment,
    actor: found.actor,
    account: found.account,
    catalogueVersion: found.catalogueVersion,
    idempotencyKey: null,
    language: await requestLanguage(),
    address: (await headers()).get(ADDRESS_HEADER) ?? "unknown",
    authorization: null,
    accept: null,
    db,
  };
}

/**
 * The context of a page of the warehouse, for its staff and support: over every account, or on the one that the address
 * names (`?account=ID`), which is audited (decisions §1.7). Nobody signed in: to sign-in and back; others, and an
 * environment or account that does not exist: 404.
 */
export const warehouseContext = cache(
  async (environment: string): Promise<Pick<PageContext, "ctx" | "person"> & { accountId: string | null }> => {
    if (!isEnvironment(environment)) notFound();
    const page = await pagePath();
    const named = page.searchParams.get("account");
    if (named !== null && !/^\d{1,15}$/.test(named)) notFound();
    const found = await access(named);
    if (found?.actor.kind !== "person") return toSignIn();
    const { actor, account } = found;
    if (!(PICKPACK_STAFF as readonly Role[]).includes(actor.role) || (named !== null && !account)) notFound();
    // Without an account it is null in truth, as for operations that take callers without one.
    const ctx = (await contextFor(found, environment)) as AccountContext;
    if (account && !(await isPrefetch())) await recordLook(ctx, "page", page.pathname);
    const { id, name, email, role } = actor;
    return { ctx, person: { id, name, email, role }, accountId: account?.id ?? null };
  },
);
