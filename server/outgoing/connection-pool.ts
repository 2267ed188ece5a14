import type { Connection } from "./connection";

/** At most this many unused connections are kept open, to all receivers together. */
const MAX_IDLE = 512;

/** Unused open connections by origin. The one used last is taken first, so that the others can expire. */
export class ConnectionPool {
  private readonly idle = new Map<string, Connection[]>();
  private count = 0;
  private closed = false;

  take(origin: string): Connection | undefined {
    const kept = this.idle.get(origin) ?? [];
    for (let connection = kept.at(-1); connection; connection = kept.at(-1)) {
      this.remove(connection);
      if (connection.usable) return connection;
      connection.destroy();
    }
    return undefined;
  }

  /** Keeps a connection whose answer was read to its end; closes it if it has ended or there are too many. */
  give(connection: Connection): void {
    if (this.closed || this.count >= MAX_IDLE || !connection.usable) {
      connection.destroy();
      return;
    }
    const kept = this.idle.get(connection.origin);
    if (kept) kept.push(connection);
    else this.idle.set(connection.origin, [connection]);
    this.count += 1;
  }

  remove(connection: Connection): void {
    const kept = this.idle.get(connection.origin);
    const index = kept?.lastIndexOf(connection) ?? -1;
    if (!kept || index < 0) return;
    kept.splice(index, 1);
    if (kept.length === 0) this.idle.delete(connection.origin);
    this.count -= 1;
  }

  /** Closes idle connections now, and others when they come back. */
  close(): void {
    this.closed = true;
    for (const connection of [...this.idle.values()].flat()) connection.destroy();
    this.idle.clear();
    this.count = 0;
  }
}
