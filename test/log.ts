/** For tests of what the process logs: its lines are kept instead of printed. */
import { makeLog } from "@/server/log";

const KEY = Symbol.for("sampan.log");
const store = globalThis as { [KEY]?: unknown };

/** From now on, until `restore`, the lines of the log, of every level. */
export function keepLog(): { lines: string[]; restore: () => void } {
  const before = store[KEY];
  const lines: string[] = [];
  store[KEY] = makeLog("trace", { write: (line: string) => void lines.push(line) });
  return {
    lines,
    restore() {
      store[KEY] = before;
    },
  };
}
