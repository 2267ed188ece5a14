import type { JobKind } from "@/lib/jobs";
import type { Scope } from "@/server/db/scoped";
import { onJobs, wakeJobs } from "@/server/jobs";
import { isProxyNews, noteUntrusted } from "@/server/untrusted-proxies";
import { onEvent, wakeListeners } from "@/server/webhooks";

/** What a process tells its siblings: a job of this kind waits. */
type JobNews = { jobs: JobKind };

function isJobNews(news: unknown): news is JobNews {
  return typeof news === "object" && news !== null && "jobs" in news;
}

/**
 * Tells the supervisor that this process is ready, and the address that it listens on. From then on, tells the sibling
 * processes which accounts have new events, for clients that wait for them there, and which jobs wait, for one of them
 * that has nothing to do; and hears of proxies that are not trusted. Deliveries are left to the process that created
 * them. Does nothing in a single process.
 */
export function joinSiblings(address: string | undefined): void {
  if (!process.send) return;
  const unsaid = new Map<string, Scope>();
  let isHeard = false;
  const say = () => {
    process.send?.([...unsaid.values()]);
    unsaid.clear();
  };
  onEvent((scope) => {
    if (isHeard) return;
    // Many events of one tick become one message.
    if (unsaid.size === 0) setImmediate(say);
    unsaid.set(`${scope.environment} ${scope.accountId}`, scope);
  });
  onJobs((kind) => {
    if (!isHeard) process.send?.({ jobs: kind } satisfies JobNews);
  });
  process.on("message", (news: unknown) => {
    if (isProxyNews(news)) noteUntrusted(news.untrustedProxy);
    isHeard = true;
    if (Array.isArray(news)) for (const scope of news as Scope[]) wakeListeners(scope, []);
    else if (isJobNews(news)) wakeJobs(news.jobs);
    isHeard = false;
  });
  process.send({ address });
}
