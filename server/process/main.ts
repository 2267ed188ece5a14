/** `npm start` and `npm run dev`: the server, or on PostgreSQL `WEB_CONCURRENCY` of them. */
import cluster from "node:cluster";
import { env, forgetWatcher } from "@/server/env";
import { cannotStart } from "@/server/process/start-failure";
import { supervise } from "@/server/process/supervisor";

async function main(): Promise<void> {
  forgetWatcher();
  if (cluster.isPrimary && env().webConcurrency > 1) return supervise(env().webConcurrency);
  // Imported late, because the supervisor needs none of it.
  const { serve } = await import("@/server/process/serve");
  await serve();
}

main().catch(cannotStart);
