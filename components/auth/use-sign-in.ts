import { useCallback, useState } from "react";
import { type SignInProblem, signIn, signInWithPasskey } from "./sign-in";

/** The state of a sign-in form: whether it asks for the code of the second factor, and why the last attempt failed. */
export function useSignIn() {
  const [isBusy, setIsBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [problem, setProblem] = useState<SignInProblem | null>(null);

  /** Whether the person is signed in now; the form then stays busy until it is left. */
  async function attempt(fields: FormData): Promise<boolean> {
    setIsBusy(true);
    setProblem(null);
    const text = (name: string) => String(fields.get(name) ?? "");
    const refused = await signIn(text("email"), text("password"), text("code"));
    if (refused === null) return true;
    if (refused === "factor" || refused === "wrong") setNeedsCode(refused === "factor");
    setProblem(refused === "factor" ? null : refused);
    setIsBusy(false);
    return false;
  }

  /** The same with a passkey; `byAutofill` waits for one in the background. */
  const attemptPasskey = useCallback(async (byAutofill = false): Promise<boolean> => {
    if (!byAutofill) {
      setIsBusy(true);
      setProblem(null);
    }
    const refused = await signInWithPasskey(byAutofill);
    if (refused === null) return true;
    if (refused !== "declined") setProblem(refused);
    if (!byAutofill) setIsBusy(false);
    return false;
  }, []);

  /** Back to e-mail and password. */
  function back(): void {
    setNeedsCode(false);
    setProblem(null);
  }

  return { isBusy, needsCode, problem, attempt, attemptPasskey, back };
}
