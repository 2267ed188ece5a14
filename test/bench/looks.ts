import { systemClock } from "@/server/clock";
import { type AccountContext, NO_RULES } from "@/server/context";
import type { Scope } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";

/** What one look may take, in ms, unless it says otherwise. */
const BOUND = 1000;
const ROUNDS = 5;

/** What an API client of the account calls handlers with, on testing. */
export function clientContext(db: Db, { accountId }: Scope): AccountContext {
  return {
    ...{
      db,
      requestId: "bench",
      environment: "testing",
      idempotencyKey: null,
      language: "en",
      address: "127.0.0.1",
      now: systemClock,
    },
    actor: { kind: "client", id: "bench", role: "merchant", accountId },
    account: {
      id: accountId,
      name: "Bench",
      pickPack: false,
      defaultLocalProvider: "LOCAL_DOOR",
      remarksToPacker: false,
      rules: NO_RULES,
    },
    catalogueVersion: "0",
  };
}

type Look = () => Promise<unknown>;

/** Says how long the slowest of a few looks of each kind took; one that takes too long fails the run. */
export async function measureLooks(
  title: string,
  looks: Readonly<Record<string, Look | { within: number; look: Look }>>,
): Promise<void> {
  console.log(`\n${title}, ms, the slowest of ${ROUNDS}, and what it may take`);
  for (const [name, each] of Object.entries(looks)) {
    const { look, within } = typeof each === "function" ? { look: each, within: BOUND } : each;
    // What a cache, a plan or a connection needs once says nothing about the next look.
    await look();
    let slowest = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      await look();
      slowest = Math.max(slowest, performance.now() - started);
    }
    console.log(`  ${name.padEnd(24)} ${slowest.toFixed(0).padStart(6)} ${String(within).padStart(6)}`);
    if (slowest > within) process.exitCode = 1;
  }
}
