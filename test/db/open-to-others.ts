import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The entries of a folder, including itself, that others than its owner may open in some way. */
export function openToOthers(folder: string): string[] {
  return [".", ...readdirSync(folder, { recursive: true, encoding: "utf8" })].filter((name) => {
    const stat = lstatSync(join(folder, name));
    return !stat.isSymbolicLink() && (stat.mode & 0o777) !== (stat.isDirectory() ? 0o700 : 0o600);
  });
}
