import { createHash, randomBytes } from "node:crypto";
import type { Environment } from "@/lib/environment";

const MARK: Record<Environment, string> = { testing: "test", production: "live" };

function random(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}

/** A new client id; it is not secret. */
export function newClientId(environment: Environment): string {
  return `ci_${MARK[environment]}_${randomBytes(12).toString("hex")}`;
}

/** A new client secret of 256 random bits, its environment in the prefix. */
export function newClientSecret(environment: Environment): string {
  return `cs_${MARK[environment]}_${random(32)}`;
}

/** A new access token of 256 random bits, its environment in the prefix. */
export function newAccessToken(environment: Environment): string {
  return `at_${MARK[environment]}_${random(32)}`;
}

/** What is stored for a secret of 256 random bits. It cannot be guessed, so a fast hash is enough. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** The path of a mailed link: its secret is the fragment, which browsers send to no server. */
export function linkPath(page: "/set-password" | "/invitation", token: string): string {
  return `${page}#token=${token}`;
}
