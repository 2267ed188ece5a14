import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OPERATION_IDS, operationOf } from "@/lib/operations";

/** The file of a run in which its processes note what they have compared. */
export const COMPARED = "both-ways.txt";

/** What of all operations no process has compared. */
export function missingIn(folder: string): string[] {
  const compared = join(folder, COMPARED);
  const lines = new Set(existsSync(compared) ? readFileSync(compared, "utf8").split("\n") : []);
  return OPERATION_IDS.flatMap((id) => {
    // What needs no credentials and has no fields cannot be refused.
    const kinds = operationOf(id).base === "none" || id === "readOpenApi" ? ["success"] : ["success", "refusal"];
    return kinds.map((kind) => `${id} ${kind}`).filter((line) => !lines.has(line));
  });
}
