import { toast } from "./toast";

/** Copies a text; without a clipboard, which only https has, it is shown, so that it can be selected, and the answer is false. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toast.info(text);
    return false;
  }
}
