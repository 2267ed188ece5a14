import type { Environment } from "@/lib/environment";
import { isObject, type Loose } from "@/lib/loose";

/** What was typed into the form of an order and is not saved as a draft yet. */
export type Unsaved = {
  draft_id: string | null;
  /** What makes its draft at most once, where it has none that is known. */
  key: string | null;
  ship_type: string;
  /** What it was made from. */
  base: Loose;
  body: Loose;
  at: string;
};

/** Whose it is, in this browser. */
type Owner = { person: string; account: string; environment: Environment };

const PREFIX = "sampan-unsaved/";
const below = ({ person, account, environment }: Owner) => `${PREFIX}${person}/${account}/${environment}/`;

/** The names in the browser's storage that begin with a text; none where storage is forbidden. */
function names(start: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(start));
  } catch {
    return [];
  }
}

/** Keeps what is typed into one form, whose name no other form of the browser has, until it is acknowledged. */
export function saveUnsaved(owner: Owner, form: string, unsaved: Unsaved): void {
  try {
    localStorage.setItem(below(owner) + form, JSON.stringify(unsaved));
  } catch {
    // Storage may be forbidden, or full.
  }
}

/** The server has it, or the person discarded it. */
export function dropUnsaved(owner: Owner, form: string): void {
  for (const name of names(below(owner) + form)) if (name === below(owner) + form) localStorage.removeItem(name);
}

/** What is kept, by the names of its forms, the latest first. */
export function allUnsaved(owner: Owner): { form: string; unsaved: Unsaved }[] {
  const found = names(below(owner)).flatMap((name) => {
    try {
      const unsaved: unknown = JSON.parse(localStorage.getItem(name) ?? "");
      return isObject(unsaved) && isObject(unsaved.base) && isObject(unsaved.body)
        ? [{ form: name.slice(below(owner).length), unsaved: unsaved as Unsaved }]
        : [];
    } catch {
      return [];
    }
  });
  return found.sort((one, other) => (one.unsaved.at < other.unsaved.at ? 1 : -1));
}

/** Forgets what was typed in this browser, by anyone: the browser may be shared. */
export function forgetUnsaved(): void {
  for (const name of names(PREFIX)) localStorage.removeItem(name);
}
