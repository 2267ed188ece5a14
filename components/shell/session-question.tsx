"use client";

import { OtherPerson } from "./other-person";
import { SignInAgain } from "./sign-in-again";

/** What is asked once the page and the session do not belong together any more. */
export default function SessionQuestion({
  trouble,
  ...props
}: {
  trouble: "ended" | "other";
  /** Of the person whom the page was made for. */
  email: string;
  onDone: () => void;
  onClose: () => void;
}) {
  return trouble === "other" ? <OtherPerson {...props} /> : <SignInAgain {...props} />;
}
