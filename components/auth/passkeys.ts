// Loaded late: what the browser does with passkeys, at their first use.

import { call } from "@/lib/api-client";
import type { Proof } from "@/lib/contracts/security";
import { loadPart } from "@/lib/load-part";

// What the browser does with passkeys is loaded at their first use.
const webauthn = () => loadPart(() => import("@simplewebauthn/browser"));
/** Passkeys belong to a person, not to an environment. */
const WHERE = { environment: "production" } as const;

/** Whether the person said no to the browser, or took too long: nothing to report. */
export function isDeclined(error: unknown): boolean {
  return error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");
}

/**
 * Has the browser sign in with a passkey; returns what it signed, as JSON. `byAutofill` waits until the person chooses
 * one among the e-mails that the browser fills in. Null: this browser cannot, or the person declined.
 */
export async function signWithPasskey(byAutofill = false): Promise<string | null> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await webauthn();
  if (byAutofill && !(await browserSupportsWebAuthnAutofill())) return null;
  const optionsJSON = await call("startPasskeySignIn", {}, WHERE);
  try {
    return JSON.stringify(await startAuthentication({ optionsJSON, useBrowserAutofill: byAutofill }));
  } catch (error) {
    if (isDeclined(error)) return null;
    throw error;
  }
}

/** Stops waiting for a passkey. */
export async function stopWaiting(): Promise<void> {
  (await webauthn()).WebAuthnAbortService.cancelCeremony();
}

/** Has the browser make a passkey and adds it to the person. Returns the recovery codes, if it is the first factor. */
export async function addPasskey(name: string, proof: Proof): Promise<string[]> {
  const { startRegistration } = await webauthn();
  const optionsJSON = await call("startPasskey", proof, WHERE);
  const credential = await startRegistration({ optionsJSON });
  return (await call("createPasskey", { name, credential }, WHERE)).recovery_codes;
}
