/**
 * Replaces the network connection of `pg` when the database is embedded: a stream whose other end is PGlite in this
 * process. PGlite's own adapter for `pg` sends every protocol message separately and only in microtasks: a loop of
 * inserts ran a third slower, and no timer or request of the process got a turn until it ended.
 */
import { Duplex } from "node:stream";
import type { PGlite } from "@electric-sql/pglite";

/** Where a new connection finds the database, and reports that the database broke (as opposed to refusing a query). */
export type EmbeddedServer = {
  pglite(): Promise<PGlite>;
  broke(pglite: PGlite): void;
};

const TERMINATE = 0x58;
const READY_FOR_QUERY = 0x5a;
const READY_FOR_QUERY_LENGTH = 6;

/**
 * A client's end of a connection to the embedded database. There is one session: keep one open at a time. Supports
 * whole queries only, neither COPY nor cursors, whose answers end before the database is ready for the next query.
 */
export class EmbeddedConnection extends Duplex {
  readonly #server: EmbeddedServer;
  #pglite: PGlite | undefined;

  constructor(server: EmbeddedServer) {
    super();
    this.#server = server;
  }

  /** Called by `pg` instead of `net.Socket.connect`. */
  connect(): this {
    this.#start().catch((error) => this.destroy(error));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this._writev([{ chunk }], done);
  }

  /** The messages of one query, which `pg` corks, become one call into the database. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#execute(Buffer.concat(chunks.map(({ chunk }) => chunk).filter((chunk) => chunk[0] !== TERMINATE)), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    done();
    this.destroy();
  }

  async #start(): Promise<void> {
    const [pglite, { protocol }] = await Promise.all([this.#server.pglite(), import("@electric-sql/pglite")]);
    if (this.destroyed) return;
    this.#pglite = pglite;
    // The session is that of the previous connection, which may have ended in the middle of a transaction.
    const { sync, query } = protocol.serialize;
    const reset = Buffer.concat([sync(), query("rollback"), query("discard all")]);
    this.#execute(reset, (error) => (error ? this.destroy(error) : this.emit("connect")), false);
  }

  #execute(bytes: Buffer, done: (error?: Error | null) => void, isAnswered = true): void {
    // A query blocks the event loop, so the rest of the process gets a turn between two queries.
    setImmediate(async () => {
      const pglite = this.#pglite;
      if (this.destroyed || !pglite || bytes.length === 0) return done();
      const answer: Buffer[] = [];
      try {
        await pglite.execProtocolRawStream(bytes, {
          onRawData: (data) => {
            // A copy, because the memory belongs to the database.
            if (isAnswered) answer.push(Buffer.from(data));
          },
        });
      } catch (error) {
        this.#server.broke(pglite);
        return done(error instanceof Error ? error : new Error(String(error)));
      }
      const whole = Buffer.concat(answer);
      if (whole.length > 0) this.push(whole);
      done();
      if (isAnswered && !isReady(whole)) {
        // A panic: PGlite swallows it, and the client would wait forever.
        this.#server.broke(pglite);
        setImmediate(() => this.destroy(new Error("The embedded database stopped")));
      }
    });
  }
}

/** Whether an answer has the ending of a complete one. Answers come in pieces that are cut anywhere. */
function isReady(answer: Buffer): boolean {
  return answer.at(-READY_FOR_QUERY_LENGTH) === READY_FOR_QUERY;
}
