import { cookies } from "next/headers";
import { choiceOf } from "@/lib/cookies";

/** What the browser that asks for a page remembers of a person's choice. */
export async function pageChoice(name: Parameters<typeof choiceOf>[0]): Promise<string | undefined> {
  const sent = await cookies();
  return choiceOf(name, (each) => sent.get(each)?.value);
}
