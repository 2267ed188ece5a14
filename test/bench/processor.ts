import { readdirSync, readFileSync } from "node:fs";

/** The processor's time in µs: of a server with its processes, and of PostgreSQL. */
export type Spent = { server: number; postgres: number };

const TICK_US = 10_000;

type Process = { name: string; parent: string; spent: number };

/** What /proc says, so only on Linux. */
function processes(): Map<string, Process> {
  const found = new Map<string, Process>();
  for (const id of readdirSync("/proc")) {
    if (!/^\d+$/.test(id)) continue;
    try {
      // The name, in brackets, may have spaces in it.
      const [, name = "", rest = ""] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${id}/stat`, "utf8")) ?? [];
      const fields = rest.split(" ");
      found.set(id, { name, parent: fields[1] ?? "", spent: (Number(fields[11]) + Number(fields[12])) * TICK_US });
    } catch {
      // It has ended.
    }
  }
  return found;
}

/** What a server and PostgreSQL have spent since they began. */
export function spent(pid: number): Spent {
  const sum: Spent = { server: 0, postgres: 0 };
  for (const [id, { name, parent, spent }] of processes()) {
    if (id === String(pid) || parent === String(pid)) sum.server += spent;
    if (name === "postgres") sum.postgres += spent;
  }
  return sum;
}

/** What some work has spent for each of its calls; `work` answers how many they were. */
export async function spentPerCall(pid: number, work: () => Promise<number>): Promise<Spent> {
  const before = spent(pid);
  const calls = await work();
  const after = spent(pid);
  return { server: (after.server - before.server) / calls, postgres: (after.postgres - before.postgres) / calls };
}
