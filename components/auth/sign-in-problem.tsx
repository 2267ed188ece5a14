import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { SignInProblem } from "./sign-in";

/** Says why signing in failed. */
export function ProblemNote({ problem }: { problem: SignInProblem | null }) {
  const t = useTranslations("signIn");
  if (!problem || problem === "factor" || problem === "declined") return null;
  return (
    <p role="alert" className="flex items-start gap-2 rounded-md bg-bad-tint px-3 py-2 text-bad">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {t(problem)}
    </p>
  );
}
