/**
 * Owns who a page is rendered for: session, account and environment, once per request. It is to pages what
 * `server/http/admission.ts` is to operations; pages read data through the modules' handlers with its `ctx`.
 */
import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { hongKongIso } from "@/lib/calendar";
import { COOKIES } from "@/lib/cookies";
import { ENVIRONMENTS, type Environment } from "@/lib/environment";
import type { OperationId } from "@/lib/operations";
import { supportEnvironment } from "@/lib/pages/page-href";
import { PATH_HEADER } from "@/lib/pages/page-request";
import { type MAY_OPEN, mayOpen } from "@/lib/pages/page-rights";
import { mayCallNow, needsFactor, visitNeeded } from "@/lib/rights";
import { isStaff as isStaffRole, type Role } from "@/lib/roles";
import { type Access, accessBySession, recordRead, rememberLanguage, sessionIdOf } from "@/server/accounts";
import { systemClock } from "@/server/clock";
import type { AccountContext, Actor, Context, Visit } from "@/server/context";
import { database } from "@/server/db/database";
import { pageChoice } from "@/server/pages/choice";
import { requestLanguage } from "@/server/pages/language";
import { ADDRESS_HEADER } from "@/server/plain-address";

export type Person = { id: string; name: string; email: string; role: Role };

/** A page, and the person who opens it. */
export type Page = { ctx: Context; person: Person };

/** A page of the dashboard, which is about one merchant. */
export type MerchantPage = {
  /** For the handlers of modules. */
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

async function pageUrl(): Promise<URL> {
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

/** The signed-in person, or null. For pages that need no account. */
export const signedIn = cache(async (): Promise<Person | null> => {
  const found = await access("production", null);
  return found?.actor.kind === "person" ? personOf(found.actor) : null;
});

function personOf({ id, name, email, role }: Extract<Actor, { kind: "person" }>): Person {
  return { id, name, email, role };
}

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

/** What the signed-in person may see. Without a session: to sign-in and, after it, back to the page. */
async function personAccess(environment: Environment, namedAccount: string | null) {
  const found = await access(environment, namedAccount);
  if (found?.actor.kind === "person") return { ...found, actor: found.actor };
  const { pathname, search } = await pageUrl();
  return redirect(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

type StaffPart = "warehouse" | "support";
type MerchantPart = Exclude<keyof typeof MAY_OPEN, "public" | StaffPart>;
type Params = Promise<{ environment: string }>;

/**
 * Opens a page for who asks for it: `part` says who may (`MAY_OPEN`), `params` are the page's own. A page of support is in
 * the environment of its address and shows the answer of the operation `shows`.
 *
 * Without a session: to sign-in and back. Staff without their second factor: to where it is shown, and back. The warehouse
 * where it has no pages: to its own. Others, and an environment that does not exist: 404. On the dashboard, staff who name
 * no account: to their own pages; support without a reason: to where it is given; an account that may not use the service:
 * to the page that says so. Staff who name an account (`?account=ID`) are audited (contract §11.4).
 */
export function openPage(page: { part: MerchantPart; params: Params }): Promise<MerchantPage>;
export function openPage(
  page: { part: "warehouse"; params: Params } | { part: "support"; shows: OperationId },
): Promise<Page>;
export async function openPage(
  page: { part: MerchantPart | "warehouse"; params: Params } | { part: "support"; shows: OperationId },
): Promise<Page> {
  if (page.part === "support") return openStaffPage("support", null, page.shows);
  const { environment } = await page.params;
  if (page.part === "warehouse") return openStaffPage("warehouse", environment);
  const opened = await openMerchantPage(environment);
  if (!mayOpen(opened.person.role, page.part)) notFound();
  return opened;
}

const openMerchantPage = cache(async (given: string): Promise<MerchantPage> => {
  const { url, found, person, environment } = await enter("dashboard", given);
  const { account } = found;
  if (!account) redirect("/support");
  const { role } = person;
  requireFactor(found, environment, url);
  const isStaff = isStaffRole(role);
  if (!isStaff && found.suspended) redirect("/no-access?why=suspended");
  if (!isStaff && !found.paymentPlan) redirect("/no-access?why=plan");
  const needsVisit = visitNeeded(role, environment, account) !== null;
  const current = needsVisit ? (found.actor.visit ?? null) : null;
  if (needsVisit && !current) {
    const next = encodeURIComponent(url.pathname + url.search);
    redirect(`/support/visit?account=${account.id}&next=${next}`);
  }

  const isActing = found.actor.visit?.acting === true;
  // A form that cannot be sent is not shown.
  const [, form] = /^(.+)\/(?:new|edit|import)$/.exec(url.pathname) ?? [];
  if (form && needsVisit && !isActing) redirect(`${form}?account=${account.id}`);

  const ctx = { ...(await contextFor(found, environment)), account };
  if (isStaff) await recordPage(ctx, account.id, url);
  const visit = current && { ...current, expiresAt: hongKongIso(current.expiresAt) };
  const may = (operation: OperationId) => mayCallNow({ role, environment, account, isActing }, operation);
  const where = { environment, accountId: isStaff ? account.id : null };
  return { ctx, person, account, where, isStaff, visit, may };
});

const openStaffPage = cache(async (part: StaffPart, given: string | null, shows?: OperationId): Promise<Page> => {
  const { url, found, person, environment } = await enter(part, given);
  const isOneMerchants = part === "warehouse" && url.searchParams.has("account");
  if (isOneMerchants && !found.account) notFound();
  requireFactor(found, environment, url, shows);
  const ctx = await contextFor(found, environment);
  if (found.account) await recordPage(ctx, found.account.id, url);
  return { ctx, person };
});

/** Who opens a page of this part in which environment, which is the address's where none is given. */
async function enter(part: "dashboard" | StaffPart, given: string | null) {
  const url = await pageUrl();
  const environment = given ?? supportEnvironment(url.searchParams.get("environment"));
  if (!isEnvironment(environment)) notFound();
  const named = part === "support" ? null : url.searchParams.get("account");
  const found = await personAccess(environment, named !== null && /^\d{1,15}$/.test(named) ? named : null);
  const person = personOf(found.actor);
  if (!mayOpen(person.role, part)) return person.role === "warehouse" ? redirect("/warehouse") : notFound();
  return { url, found, person, environment };
}

/** Records that staff opened a page of the account's. A prefetched page is seen when its link, which asks again, is followed. */
async function recordPage(ctx: Context, accountId: string, url: URL): Promise<void> {
  const isPrefetch = (await headers()).has("next-router-prefetch");
  if (!isPrefetch) await recordRead(ctx, [accountId], "page", url.pathname);
}

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
 * up. Without a session: to sign-in; a person who has shown one: on to `goOn`, or home.
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
 * The context of the pages on which staff look after their own sign-in. Without a session: to sign-in and back;
 * merchants: to their settings; the warehouse on support's: to its own.
 */
export const securityContext = cache(async (part: "support" | "warehouse") => {
  const found = await personAccess("production", null);
  const person = personOf(found.actor);
  const { role } = person;
  if (!isStaffRole(role)) redirect(`/${await lastEnvironment()}/settings/security`);
  if (!mayOpen(role, part)) redirect(`/warehouse/security${(await pageUrl()).search}`);
  const ctx = await contextFor(found, "production");
  return { ctx, person, hasShownFactor: found.hasShownFactor };
});

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
    now: systemClock,
    db,
  };
}
