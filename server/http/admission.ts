import type { Contract } from "@/lib/contracts/contract";
import { ApiError, invalid, notFound } from "@/lib/errors";
import { operationOf } from "@/lib/operations";
import { mayCall, needsFactor, visitNeeded } from "@/lib/rights";
import { isStaff } from "@/lib/roles";
import {
  type Access,
  accessBySession,
  accessByToken,
  type Rights,
  requireListedAddress,
  requireUsableAccount,
  SHUT_OUT,
  sessionIdOf,
} from "@/server/accounts";
import type { Context, OpenContext } from "@/server/context";
import { env, isLoopback } from "@/server/env";
import { requireAllowed } from "@/server/rate-limits";
import type { ApiRequest } from "./request";

/** Whether pages of this origin are ours: APP_URL's; where that is this machine, under any of its names. */
function isOwn(origin: string, appUrl: string): boolean {
  if (origin === appUrl) return true;
  if (!URL.canParse(origin)) return false;
  const [given, own] = [new URL(origin), new URL(appUrl)];
  const isHere = isLoopback(given.hostname) && isLoopback(own.hostname);
  return isHere && given.port === own.port && given.protocol === own.protocol;
}

/**
 * A cookie request that changes state must come from our own pages (contract §11.2): by `Origin`, which browsers send
 * with it, or, without it, by `Sec-Fetch-Site`. @throws ApiError FORBIDDEN that names APP_URL
 */
function requireOwnOrigin(request: ApiRequest): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const { appUrl } = env();
  if (origin === null ? site === "same-origin" : isOwn(origin, appUrl) && (site ?? "same-origin") === "same-origin")
    return;
  throw new ApiError("FORBIDDEN", {
    message: `The request does not come from a page of this service. Open it at ${appUrl} (APP_URL).`,
  });
}

function namedAccount(request: ApiRequest): string | null {
  const named = request.headers.get("x-account-id");
  return named !== null && /^\d{1,15}$/.test(named) ? named : null;
}

/**
 * Staff may name only an account that exists; warehouse staff only one with pick-and-pack (contract §7.1). For
 * every other caller the header is ignored (contract §11.4).
 */
function judgeNamedAccount(request: ApiRequest, { actor, account, isOutOfReach }: Access): void {
  if (isOutOfReach) throw notFound();
  if (!isStaff(actor.role) || !request.headers.has("x-account-id")) return;
  if (namedAccount(request) === null) throw invalid({ path: ["X-Account-Id"], key: "integer" });
  if (!account) throw invalid({ path: ["X-Account-Id"], key: "accountRequired" });
}

/**
 * People of support say why before they look at a merchant's production data, and switch on acting before they change
 * it (contract §8.22).
 */
function requireVisit({ id }: Contract, { actor, account }: Rights, { environment }: OpenContext): void {
  const needed = actor.kind === "person" ? visitNeeded(actor.role, environment, account, id) : null;
  if (actor.kind !== "person" || !needed) return;
  if (!account) throw invalid({ path: ["X-Account-Id"], key: "accountRequired" });
  if (!actor.visit) throw new ApiError("REASON_REQUIRED");
  if (needed === "act" && !actor.visit.acting) throw new ApiError("ACT_REQUIRED");
}

/** Finds who calls, by token or session, and counts the request. @throws ApiError UNAUTHORIZED */
export async function recognise(request: ApiRequest, { db, environment }: OpenContext): Promise<Access> {
  const named = namedAccount(request);
  const authorization = request.headers.get("authorization");
  let access: Access | null;
  if (authorization !== null) {
    const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    access = token ? await accessByToken(db, token, environment, named) : null;
  } else {
    const sessionId = await sessionIdOf(request);
    access = sessionId ? await accessBySession(db, sessionId, environment, named) : null;
  }
  if (!access) throw new ApiError("UNAUTHORIZED", { headers: { "www-authenticate": "Bearer" } });
  return access;
}

/** Checks that the account may be used, and that the caller's role may call the operation. @throws ApiError */
function requireRole(contract: Contract, access: Rights): void {
  const { actor } = access;
  requireUsableAccount(access, contract.method === "GET");
  if (!mayCall(actor.role, contract.id)) throw new ApiError("FORBIDDEN");
  if (contract.audience === "people" && actor.kind !== "person") throw new ApiError("FORBIDDEN");
}

/** Checks that the demonstration's staff are not shut out, and that staff have shown their factor. @throws ApiError */
function requireProof({ id }: Contract, { actor, isShutOut, hasShownFactor }: Rights, open: OpenContext): void {
  if (isShutOut && !operationOf(id).own) throw new ApiError("FORBIDDEN", { message: SHUT_OUT });
  if (!hasShownFactor && needsFactor(actor.role, open.environment, id)) throw new ApiError("SECOND_FACTOR_REQUIRED");
}

/** Checks whether a caller may call the operation, on the account that they name. @throws ApiError */
export function admit(contract: Contract, request: ApiRequest, access: Access, open: OpenContext): Context {
  const { actor, account, rate, catalogueVersion } = access;
  if (actor.kind === "person") requireOwnOrigin(request);
  requireListedAddress(access, open.address);
  requireRole(contract, access);
  requireAllowed(rate);
  requireProof(contract, access, open);
  judgeNamedAccount(request, access);
  if (!account && contract.account === "required") throw invalid({ path: ["X-Account-Id"], key: "accountRequired" });
  requireVisit(contract, access, open);
  return { ...open, actor, account, catalogueVersion };
}

/** The same for what a person asked for earlier, with the rights that they have now. @throws ApiError */
export function admitAgain(contract: Contract, rights: Rights, open: OpenContext): Context {
  const { actor, account, catalogueVersion, isOutOfReach } = rights;
  requireRole(contract, rights);
  requireProof(contract, rights, open);
  if (isOutOfReach) throw notFound();
  if (!account && contract.account === "required") throw invalid({ path: ["X-Account-Id"], key: "accountRequired" });
  requireVisit(contract, rights, open);
  return { ...open, actor, account, catalogueVersion };
}

/**
 * The client named by HTTP Basic in an Authorization header, whose parts are form-encoded (RFC 6749 §2.3.1); none for
 * another scheme.
 */
export function basicClient(authorization: string): { client_id?: string; client_secret?: string } {
  const none = { client_id: undefined, client_secret: undefined };
  const encoded = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization)?.[1];
  if (!encoded) return none;
  const pair = Buffer.from(encoded, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  if (colon < 0) return none;
  const part = (text: string) => new URLSearchParams(`x=${text}`).get("x") ?? "";
  return { client_id: part(pair.slice(0, colon)), client_secret: part(pair.slice(colon + 1)) };
}
