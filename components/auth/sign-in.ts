/** Why signing in failed. `factor` is no failure yet: the password is right, and a code is needed. */
export type SignInProblem = "wrong" | "throttled" | "unreachable" | "busy" | "factor" | "code" | "passkey" | "declined";

const ANSWERED: readonly string[] = ["throttled", "busy", "factor", "code", "passkey"] satisfies SignInProblem[];

function isAnswered(error: string | null | undefined): error is SignInProblem {
  return ANSWERED.includes(error ?? "");
}

/**
 * Signs in by e-mail, password and, where it was asked for, a code; null on success. Its forms are not contract forms:
 * next-auth has an address and answers of its own, which are the same for every field.
 */
export function signIn(email: string, password: string, code = ""): Promise<SignInProblem | null> {
  return send("credentials", { email, password, code });
}

/**
 * Signs in with only a passkey; null on success. `byAutofill` waits until the person chooses one; forms show nothing
 * when the person declines.
 */
export async function signInWithPasskey(byAutofill = false): Promise<SignInProblem | null> {
  try {
    const { signWithPasskey } = await import("./passkeys");
    const credential = await signWithPasskey(byAutofill);
    return credential === null ? "declined" : await send("passkey", { credential });
  } catch {
    return "unreachable";
  }
}

/** Ends the waiting of `byAutofill`. */
export async function stopWaitingForPasskey(): Promise<void> {
  await (await import("./passkeys")).stopWaiting();
}

async function send(provider: string, fields: Record<string, string>): Promise<SignInProblem | null> {
  try {
    const { getCsrfToken, signIn: signInByForm } = await import("next-auth/react");
    // Without a network `signIn` would leave the page for an error page of its own.
    if (!(await getCsrfToken())) return "unreachable";
    const answer = await signInByForm(provider, { redirect: false, ...fields });
    if (!answer) return "unreachable";
    if (answer.ok && !answer.error) return null;
    return isAnswered(answer.error) ? answer.error : "wrong";
  } catch {
    return "unreachable";
  }
}
