import {
  ApiFailure,
  type CallInput,
  type CallOptions,
  type CallResult,
  call,
  keyOf,
  type Where,
} from "@/lib/api-client";
import type { Contract } from "@/lib/contracts/contract";

/**
 * An operation by its name, with the way to its contract. A contract brings the schemas of its whole part of the API
 * (50 kB gzip with zod); what the server has read already need not wait for them.
 */
export type LazyContract<C extends Contract> = { id: string; load: () => Promise<C> };

/** Names an operation whose contract is loaded at its first call: `lazyContract("listOrders", () => import("…/order"))`. */
export function lazyContract<const Name extends string, Module extends { [Key in Name]: Contract }>(
  id: Name,
  load: () => Promise<Module>,
): LazyContract<Module[Name]> {
  return { id, load: async () => (await load())[id] };
}

/** Loads a part of the program. Throws `ApiFailure` where it does not come, as for an operation without an answer. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw new ApiFailure({ kind: "network", status: 0, message: "A part of the page could not be loaded.", cause });
  }
}

/** `call`, after loading the contract. */
export async function callLazily<C extends Contract>(
  lazy: LazyContract<C>,
  input: CallInput<C>,
  options: CallOptions,
): Promise<CallResult<C>> {
  return call(await loadPart(lazy.load), input, options);
}

/** `keyOf`, without loading the contract. */
export function lazyKeyOf({ id }: LazyContract<Contract>, where: Where) {
  return keyOf({ id } as Contract, where);
}

/** `queryFor`, loading the contract only when something is asked: the key is the same. */
export function lazyQueryFor<C extends Contract>(lazy: LazyContract<C>, input: CallInput<C>, where: Where) {
  return {
    queryKey: [...keyOf({ id: lazy.id } as Contract, where), input] as const,
    queryFn: ({ signal }: { signal?: AbortSignal }): Promise<CallResult<C>> =>
      callLazily(lazy, input, { ...where, signal }),
  };
}
