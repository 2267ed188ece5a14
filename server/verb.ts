import type { Contract, DataOf, InputOf } from "@/lib/contracts/contract";
import type { Rules } from "@/lib/contracts/judge";
import type { ContextOf } from "@/server/context";

/** A file instead of JSON; inline or not, it has a file name for saving (RFC 5987). */
export class Download {
  constructor(
    readonly bytes: Uint8Array,
    readonly type: string,
    readonly filename: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** A page of a list; `isAtLeast`: there are `total` or more. */
export type Rows<T> = { rows: T[]; total: number; isAtLeast?: boolean };
type Answer<C extends Contract> = true extends C["list"] ? Rows<DataOf<C>> : DataOf<C>;

/**
 * A verb implements one operation: context and parsed input in, data out. `asFile`: the type of file that the caller
 * wants, of those that the contract offers besides JSON; `ready`: what its `prepare` has made. If the contract says that
 * rules of the body need the server, a verb without them does not compile, and otherwise one that has them does not.
 */
export type Verb<C extends Contract> = ((
  ctx: ContextOf<C>,
  input: InputOf<C>,
  asFile?: string,
  ready?: unknown,
) => Promise<Answer<C> | Download>) & {
  /** Runs before the verb and every transaction; what it throws is the answer. */
  prepare?: (input: InputOf<C>) => Promise<unknown>;
} & (true extends C["serverRules"] ? Judging<ContextOf<C>> : { rules?: undefined });

type Judging<Ctx> = { rules: (ctx: Ctx) => Rules | Promise<Rules> };

/** A verb with its rules. */
export function judgedBy<Ctx, Input, Data>(
  rules: (ctx: Ctx) => Rules | Promise<Rules>,
  verb: (ctx: Ctx, input: Input) => Promise<Data>,
) {
  return Object.assign(verb, { rules });
}

/**
 * A verb after what takes long and needs no database, which must not hold a transaction: the changes of staff are in one
 * from the start.
 */
export function preparedBy<Ctx, Input, Ready, Data>(
  prepare: (input: Input) => Promise<Ready>,
  verb: (ctx: Ctx, input: Input, ready: Ready) => Promise<Data>,
) {
  const prepared = (ctx: Ctx, input: Input, _asFile?: string, ready?: unknown) => verb(ctx, input, ready as Ready);
  return Object.assign(prepared, { prepare });
}
