import type { ErrorKind } from "@/lib/contracts/webhook-delivery";

/** Why there was no status. The message is shown to the account, so it reveals nothing about the server's network. */
export class Failure extends Error {
  override readonly name = "Failure";

  constructor(
    readonly kind: ErrorKind,
    message: string,
    /** The connection ended before a single byte of an answer. */
    readonly unanswered = false,
  ) {
    super(message);
  }
}

/** How long each part of an attempt took; null: not reached, or the connection was already open. */
export type Phases = {
  dns_ms: number | null;
  connect_ms: number | null;
  tls_ms: number | null;
  wait_ms: number | null;
  read_ms: number | null;
};

/** Milliseconds since a `performance.now()`, to one decimal. */
export function since(start: number): number {
  return Math.round((performance.now() - start) * 10) / 10;
}
