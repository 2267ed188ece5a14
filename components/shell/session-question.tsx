"use client";

import { OtherPerson } from "./other-person";
import { SignInAgain } from "./sign-in-again";

/** The question that is asked once page and session no longer match. */
export default function SessionQuestion({
  trouble,
  ...props
}: {
  trouble: "ended" | "other";
  /** The e-mail of the person for whom the page was made. */
  email: string;
  onDone: () => void;
  onClose: () => void;
}) {
  return trouble === "other" ? <OtherPerson {...props} /> : <SignInAgain {...props} />;
}
