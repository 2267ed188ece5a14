/**
 * Follows an account's events for `npm run listen`: returns each event once, and misses none that commits within a
 * minute of its time, as `listEvents` describes. The caller decides what to do with them.
 */
import type { DataOf } from "@/lib/contracts/contract";
import { type listEvents, MAX_WAIT_SECONDS } from "@/lib/contracts/webhook";
import type { Pagination } from "@/lib/lists/pagination";
import type { EventName } from "@/lib/webhooks/event-names";
import type { ListenClient } from "./listen-client";

export type ListedEvent = DataOf<typeof listEvents>;

/** How late an event may commit, and so sort before events that were already listed. */
const LATE_MS = 60_000;
/** How often late events are looked for, while there may be any. */
const LOOK_BACK_MS = 15_000;
const PAGE = 100;

/** Follows the named events from the moment of `begin`. */
export class EventFeed {
  /** The ids and times of events that a look back would list again. */
  private readonly seen = new Map<string, number>();
  private latest = 0;
  /** All events before this time are known. */
  private settled = 0;
  private changedAt = performance.now();
  private lookedBackAt = performance.now();

  constructor(
    private readonly client: Pick<ListenClient, "connect" | "get">,
    private readonly names: readonly EventName[],
  ) {}

  /**
   * Starts: events that exist already do not count as new, unless they are from `since` on. @throws Refusal or
   * Unavailable
   */
  async begin(since?: Date): Promise<void> {
    const now = (await this.client.connect()).getTime();
    this.latest = since ? since.getTime() - 1 : now - LATE_MS;
    this.settled = since ? since.getTime() : this.latest;
    if (!since) for await (const _known of this.unseen(this.settled, 0));
  }

  /** The events as they arrive, endlessly. @throws Refusal */
  async *events(): AsyncGenerator<ListedEvent> {
    for (;;) {
      // Starts just after the latest event; with that event in range, the API would answer at once instead of waiting.
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
      const query = {
        since: new Date(since).toISOString(),
        events: this.names.join(),
        wait: waitSeconds,
        limit: PAGE,
        offset,
      };
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      const page = await this.client.get<{ data: ListedEvent[]; pagination: Pagination }>(`/events?${search}`);
      offset += PAGE;
      total = page.pagination.total;
      for (const event of page.data) {
        // An event that was sent again is listed once more, at that time.
        const id = `${event.event_id} ${event.replayed_at ?? ""}`;
        if (this.seen.has(id)) continue;
        const at = Date.parse(event.replayed_at ?? event.created_at);
        this.seen.set(id, at);
        this.latest = Math.max(this.latest, at);
        this.changedAt = performance.now();
        yield event;
      }
    }
  }
}
