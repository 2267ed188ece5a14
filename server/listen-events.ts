/**
 * Owns the following of an account's events for `npm run listen`: each is given once, and none is left out that commits
 * within a minute of its time, as `listEvents` says. What is done with them is the caller's.
 */
import type { DataOf } from "@/lib/contracts/contract";
import { type listEvents, MAX_WAIT_SECONDS } from "@/lib/contracts/webhook";
import type { Pagination } from "@/lib/pagination";
import type { ListenClient } from "./listen-client";

export type ListedEvent = DataOf<typeof listEvents>;

/** How late an event may commit, and so stand before others that were listed already. */
const LATE_MS = 60_000;
/** How often late ones are looked for, while there may be any. */
const LOOK_BACK_MS = 15_000;
const PAGE = 100;

/** Follows events from the moment at which it begins. */
export class EventFeed {
  /** The ids, with their times, of events that a look back would list again. */
  private readonly seen = new Map<string, number>();
  private latest = 0;
  /** Of events before this time none is unknown. */
  private settled = 0;
  private changedAt = performance.now();
  private lookedBackAt = performance.now();

  constructor(private readonly client: Pick<ListenClient, "connect" | "get">) {}

  /** Begins: what is there already is not new. @throws Refusal or Unavailable */
  async begin(): Promise<void> {
    this.latest = (await this.client.connect()).getTime() - LATE_MS;
    this.settled = this.latest;
    for await (const _known of this.unseen(this.settled, 0));
  }

  /** The events as they come, without an end. @throws Refusal */
  async *events(): AsyncGenerator<ListedEvent> {
    for (;;) {
      // From behind the latest, because one that is there already would be answered at once.
      yield* this.unseen(this.latest + 1, MAX_WAIT_SECONDS);
      const now = performance.now();
      if (now - this.lookedBackAt > LOOK_BACK_MS && this.lookedBackAt < this.changedAt + LATE_MS) {
        this.lookedBackAt = now;
        yield* this.lookBack();
      }
    }
  }

  private async *lookBack(): AsyncGenerator<ListedEvent> {
    const settled = this.latest - LATE_MS;
    yield* this.unseen(this.settled, 0);
    this.settled = settled;
    for (const [id, at] of this.seen) if (at < settled) this.seen.delete(id);
  }

  private async *unseen(since: number, waitSeconds: number): AsyncGenerator<ListedEvent> {
    for (let offset = 0, total = 1; offset < total; ) {
      const query = { since: new Date(since).toISOString(), wait: waitSeconds, limit: PAGE, offset };
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      const page = await this.client.get<{ data: ListedEvent[]; pagination: Pagination }>(`/events?${search}`);
      offset += PAGE;
      total = page.pagination.total;
      for (const event of page.data) {
        if (this.seen.has(event.event_id)) continue;
        const at = Date.parse(event.created_at);
        this.seen.set(event.event_id, at);
        this.latest = Math.max(this.latest, at);
        this.changedAt = performance.now();
        yield event;
      }
    }
  }
}
