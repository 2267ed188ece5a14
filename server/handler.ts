import type { Contract, DataOf, InputOf } from "@/lib/contracts/contract";
import type { Rules } from "@/lib/contracts/judge";
import type { ContextOf } from "@/server/context";

/** A file instead of JSON; inline or not, it has a file name for saving (RFC 5987). */
export class Download {
  constructor(
    /** Whole, or piece by piece as they are read: a file that breaks off then ends its connection. */
    readonly bytes: Uint8Array | AsyncIterable<Uint8Array>,
    readonly type: string,
    readonly filename: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** A page of a list; `isAtLeast`: there are `total` or more. */
export type Rows<T> = { rows: T[]; total: number; isAtLeast?: boolean };
type Answer<C extends Contract> = true extends C["list"] ? Rows<DataOf<C>> : DataOf<C>;

/**
 * A handler implements one operation: context and parsed input in, data out. `asFile`: the type of file that the caller
 * wants, of those that the contract offers besides JSON; `ready`: what its `prepare` has made. If the contract says that
 * rules of the body need the server, a handler without them does not compile, and otherwise one that has them does not.
 */
export type Handler<C extends Contract> = ((
  ctx: ContextOf<C>,
  input: InputOf<C>,
  asFile?: string,
  ready?: unknown,
) => Promise<Answer<C> | Download>) & {
  /** Runs before the handler and every transaction; what it throws is the answer. */
  prepare?: (input: InputOf<C>) => Promise<unknown>;
  /** A body with blank fields filled in, which is judged instead unless it would be refused; else the same one. */
  fill?: (ctx: ContextOf<C>, body: unknown) => Promise<unknown>;
} & (true extends C["serverRules"] ? Judging<ContextOf<C>> : { rules?: undefined });

type Judging<Ctx> = { rules: (ctx: Ctx) => Rules | Promise<Rules> };

/** A handler with its rules. */
export function withRules<Ctx, Input, Data>(
  rules: (ctx: Ctx) => Rules | Promise<Rules>,
  handler: (ctx: Ctx, input: Input) => Promise<Data>,
) {
  return Object.assign(handler, { rules });
}

/**
 * A handler after what takes long and needs no database, which must not hold a transaction: the changes of staff are in one
 * from the start.
 */
export function withPreparation<Ctx, Input, Ready, Data>(
  prepare: (input: Input) => Promise<Ready>,
  handler: (ctx: Ctx, input: Input, ready: Ready) => Promise<Data>,
) {
  const prepared = (ctx: Ctx, input: Input, _asFile?: string, ready?: unknown) => handler(ctx, input, ready as Ready);
  return Object.assign(prepared, { prepare });
}
