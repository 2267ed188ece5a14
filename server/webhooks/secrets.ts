import { randomBytes } from "node:crypto";
import { sealer } from "@/server/seal";

/** A new secret: `whsec_` and base64 of 32 random bytes (contract §15.1). */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** Encrypt and decrypt what an endpoint's row keeps secret. */
export const { seal, unseal } = sealer("sampan webhook secrets 1");
