import type { Connection } from "./connection";

/** So many connections are kept open unused, to all receivers together. */
const MAX_IDLE = 512;

/** Open connections that nobody uses, by origin; the one used last is taken first, so that the others may end. */
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

  /** Keeps a connection whose answer was read to its end; one that is over, or one too many, is closed. */
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

  /** Closes what is idle, and from now on whatever comes back. */
  close(): void {
    this.closed = true;
    for (const connection of [...this.idle.values()].flat()) connection.destroy();
    this.idle.clear();
    this.count = 0;
  }
}
