import { isObject, type Loose } from "@/lib/loose";
import answers from "./answers.json";

const ANSWERS: Loose = answers;

/** An object with other values in some of its fields, at any depth. */
function withOther(base: Loose, other: Loose): Loose {
  const changed = Object.entries(other).map(([name, value]) => {
    const before = base[name];
    return [name, isObject(before) && isObject(value) ? withOther(before, value) : value];
  });
  return { ...base, ...Object.fromEntries(changed) };
}

/** An example as it is written: `$like` names the operation of whose answer it has only some fields differently. */
function whole(written: unknown): unknown {
  if (Array.isArray(written)) return written.map(whole);
  if (!isObject(written) || typeof written.$like !== "string") return written;
  const { $like, ...other } = written;
  return withOther(whole(ANSWERS[$like]) as Loose, other);
}

/** Example data of an operation's answer, undefined if there is none; for a list its rows. */
export function exampleAnswer(operation: string): unknown {
  return whole(ANSWERS[operation]);
}

export const EXAMPLE_ENDPOINT_ID = answers.readWebhook.id;
