import { lazily } from "@/lib/lazily";
/** Why somebody is not signed in. */
export type SignInProblem = "wrong" | "throttled" | "unreachable";

/** Signs in by e-mail and password; null: it is done. */
export async function signIn(email: string, password: string): Promise<SignInProblem | null> {
  try {
    const auth = await lazily(() => import("next-auth/react"));
    // Without a network `signIn` would leave the page for an error page of its own.
    if (!(await auth.getCsrfToken())) return "unreachable";
    const answer = await auth.signIn("credentials", { redirect: false, email, password });
    if (!answer) return "unreachable";
    if (answer.ok && !answer.error) return null;
    return answer.error === "throttled" ? "throttled" : "wrong";
  } catch {
    return "unreachable";
  }
}
