/**
 * Owns who a page is rendered for: session, account and environment, once per request. It is to pages what
 * `server/http/operation.ts` is to operations; pages read data through the modules' verbs with its `ctx`.
 */
import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { hongKongIso } from "@/lib/calendar";
import { COOKIES } from "@/lib/cookies";
import { ENVIRONMENTS, type Environment } from "@/lib/environment";
import type { OperationId } from "@/lib/operations";
import { supportEnvironment } from "@/lib/page-href";
import { PATH_HEADER } from "@/lib/page-request";
import { mayOpen } from "@/lib/page-rights";
import { mayCallNow, needsFactor, visitNeeded } from "@/lib/rights";
import { isStaff as isStaffRole, type Role } from "@/lib/roles";
import { type Access, accessBySession, recordLook, rememberLanguage, sessionIdOf } from "@/server/accounts";
import type { AccountContext, Context, Visit } from "@/server/context";
import { database } from "@/server/db/database";
import { requestLanguage } from "@/server/language";
import { pageChoice } from "@/server/page-choice";
import { ADDRESS_HEADER } from "@/server/plain-address";

export type Person = { id: string; name: string; email: string; role: Role };

export type PageContext = {
  /** For the verbs of modules. */
  ctx: AccountContext;
  person: Person;
  account: AccountContext["account"];
  /** Where the page's calls go, from the server and from the browser. */
  where: { environment: Environment; accountId: string | null };
  /** Staff are acting on a merchant's account: links keep `?account=ID`. */
  isStaff: boolean;
  /** Why support look at it, until when (ISO, Hong Kong), and whether they act; null where that takes no reason. */
  visit: (Omit<Visit, "expiresAt"> & { expiresAt: string }) | null;
  /** Whether the person may call the operation now. */
  may: (id: OperationId) => boolean;
};

function isEnvironment(value: string): value is Environment {
  return (ENVIRONMENTS as readonly string[]).includes(value);
}

async function pagePath(): Promise<URL> {
  return new URL((await headers()).get(PATH_HEADER) ?? "/", "http://own.invalid");
}

async function access(environment: Environment, namedAccount: string | null): Promise<Access | null> {
  const sessionId = await sessionIdOf({ headers: await headers() });
  if (!sessionId) return null;
  const { db } = await database();
  const found = await accessBySession(db, sessionId, environment, namedAccount);
  const language = await requestLanguage();
  if (found && found.language !== language) await rememberLanguage(db, found.actor.id, language);
  return found;
}

/** The visitor of a public page: only the address is known. */
export async function visitor(): Promise<Pick<Context, "db" | "address">> {
  const { db } = await database();
  return { db, address: (await headers()).get(ADDRESS_HEADER) ?? "unknown" };
}

/** The signed-in person; null: nobody. For pages that need no account. */
export const signedIn = cache(async (): Promise<Person | null> => {
  const found = await access("production", null);
  if (found?.actor.kind !== "person") return null;
  const { id, name, email, role } = found.actor;
  return { id, name, email, role };
});

/** The environment that this browser used last. */
export async function lastEnvironment(): Promise<Environment> {
  const last = (await pageChoice(COOKIES.environment)) ?? "";
  return isEnvironment(last) ? last : "production";
}

/** Where a person goes after signing in: staff to their queue, merchants to the environment they used last. */
export async function homeOf(person: Pick<Person, "role">): Promise<string> {
  if (person.role === "warehouse") return "/warehouse";
  if (isStaffRole(person.role)) return "/support";
  return `/${await lastEnvironment()}`;
}

/** Redirects to sign-in and, after it, back to the page. */
async function toSignIn(): Promise<never> {
  const { pathname, search } = await pagePath();
  redirect(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

/**
 * The context of a dashboard page. Nobody signed in: to sign-in and back. No such environment: 404. Staff who name no
 * account, and the warehouse: to their own pages. An account that may not use the service: to the page that says so. Staff who name one
 * (`?account=ID`) are audited (contract §11.4).
 */
export const pageContext = cache(async (environment: string): Promise<PageContext> => {
  if (!isEnvironment(environment)) notFound();
  const page = await pagePath();
  const named = page.searchParams.get("account");
  const found = await access(environment, named !== null && /^\d{1,15}$/.test(named) ? named : null);
  if (found?.actor.kind !== "person") return toSignIn();
  const { actor, account } = found;
  if (!mayOpen(actor.role, "dashboard")) redirect("/warehouse");
  if (!account) redirect("/support");
  requireFactor(found, environment, page);
  const isStaff = isStaffRole(actor.role);
  if (!isStaff && found.suspended) redirect("/no-access?why=suspended");
  if (!isStaff && !found.paymentPlan) redirect("/no-access?why=plan");
  const needsVisit = visitNeeded(actor.role, environment, account) !== null;
  if (needsVisit && !actor.visit) {
    const next = encodeURIComponent(page.pathname + page.search);
    redirect(`/support/visit?account=${account.id}&next=${next}`);
  }

  const isActing = actor.visit?.acting === true;
  // A form that cannot be sent is not shown.
  const [, form] = /^(.+)\/(?:new|edit|import)$/.exec(page.pathname) ?? [];
  if (form && needsVisit && !isActing) redirect(`${form}?account=${account.id}`);

  const ctx = { ...(await contextFor(found, environment)), account };
  // Nobody has seen a prefetched page yet; following its link requests it again.
  if (isStaff && !(await isPrefetch())) await recordLook(ctx, [account.id], "page", page.pathname);
  const { id, name, email, role } = actor;
  const visit = needsVisit && actor.visit ? { ...actor.visit, expiresAt: hongKongIso(actor.visit.expiresAt) } : null;
  const may = (operation: OperationId) => mayCallNow({ role, environment, account, isActing }, operation);
  const where = { environment, accountId: isStaff ? account.id : null };
  return { ctx, person: { id, name, email, role }, account, where, isStaff, visit, may };
});

/**
 * Leads staff who have shown no second factor to where they do, and then back (contract §8.21); the demonstration's, while
 * there are other accounts, to the page that says so (contract §8.6).
 */
function requireFactor(found: Access, environment: Environment, page: URL, shows?: OperationId): void {
  if (found.isShutOut) redirect("/no-access?why=demonstration");
  if (!found.hasShownFactor && needsFactor(found.actor.role, environment, shows))
    redirect(`/second-factor?next=${encodeURIComponent(page.pathname + page.search)}`);
}

/**
 * The context of the page on which the second factor is shown before `goOn`, and where to go without one: staff set one
 * up. Nobody signed in: to sign-in; whoever has shown one: on to `goOn`, or home.
 */
export async function factorContext(goOn: string | null) {
  const next = goOn ? `?next=${encodeURIComponent(goOn)}` : "";
  const found = await access("production", null);
  if (found?.actor.kind !== "person") redirect(`/sign-in${next}`);
  const { role } = found.actor;
  const home = await homeOf(found.actor);
  if (found.hasShownFactor) redirect(goOn ?? home);
  const securityPath = `/${role === "warehouse" ? "warehouse" : "support"}/security${next}`;
  const without = needsFactor(role, "production") ? securityPath : (goOn ?? home);
  return { ctx: await contextFor(found, "production"), without, home };
}

/**
 * The context of the pages on which staff look after their own sign-in. Nobody signed in: to sign-in and back;
 * merchants: to their settings; the warehouse on support's: to its own.
 */
export const securityContext = cache(async (part: "support" | "warehouse") => {
  const found = await access("production", null);
  if (found?.actor.kind !== "person") return toSignIn();
  const { id, name, email, role } = found.actor;
  if (!isStaffRole(role)) redirect(`/${await lastEnvironment()}/settings/security`);
  if (!mayOpen(role, part)) redirect(`/warehouse/security${(await pagePath()).search}`);
  const ctx = await contextFor(found, "production");
  return { ctx, person: { id, name, email, role }, hasShownFactor: found.hasShownFactor };
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
    db,
  };
}

/**
 * The context of a warehouse page, for its staff and support: across all accounts, or for the one in the address
 * (`?account=ID`), which is audited (contract §11.4). Nobody signed in: to sign-in and back. Others, and an environment
 * or account that does not exist: 404.
 */
export const warehouseContext = cache(async (environment: string): Promise<{ ctx: Context; person: Person }> => {
  if (!isEnvironment(environment)) notFound();
  const page = await pagePath();
  const named = page.searchParams.get("account");
  if (named !== null && !/^\d{1,15}$/.test(named)) notFound();
  const found = await access(environment, named);
  if (found?.actor.kind !== "person") return toSignIn();
  const { actor, account } = found;
  if (!mayOpen(actor.role, "warehouse") || (named !== null && !account)) notFound();
  requireFactor(found, environment, page);
  const ctx = await contextFor(found, environment);
  if (account && !(await isPrefetch())) await recordLook(ctx, [account.id], "page", page.pathname);
  const { id, name, email, role } = actor;
  return { ctx, person: { id, name, email, role } };
});

/**
 * The context of a page of support that shows the answer of the operation `shows`, in the environment of the address.
 * Nobody signed in: to sign-in and back; the warehouse: to its own pages; merchants: 404.
 */
export const supportContext = cache(async (shows: OperationId): Promise<{ ctx: Context; person: Person }> => {
  const page = await pagePath();
  const environment = supportEnvironment(page.searchParams.get("environment"));
  const found = await access(environment, null);
  if (found?.actor.kind !== "person") return toSignIn();
  const { id, name, email, role } = found.actor;
  if (role === "warehouse") redirect("/warehouse");
  if (!mayOpen(role, "support")) notFound();
  requireFactor(found, environment, page, shows);
  return { ctx: await contextFor(found, environment), person: { id, name, email, role } };
});
