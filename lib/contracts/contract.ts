import type { z } from "zod";
import type { EntryErrorName, ErrorName, Problem } from "@/lib/errors";

/** Whoever may call: roles of API clients and of people (decisions §7, Authorisation). */
export const ROLES = ["merchant", "carrier", "warehouse", "support", "owner", "member"] as const;
export type Role = (typeof ROLES)[number];

/** Merchants: their API clients and their people. */
export const MERCHANT = ["merchant", "owner", "member"] as const satisfies readonly Role[];
/** Merchants and the support staff who act for them. */
export const MERCHANT_OR_SUPPORT = [...MERCHANT, "support"] as const satisfies readonly Role[];
/** All who may look at an order. */
export const ORDER_READERS = [...MERCHANT_OR_SUPPORT, "warehouse"] as const satisfies readonly Role[];

type Fields = z.ZodObject;

/** The definition of one operation: it parses the request, types the form, checks the response, makes the OpenAPI document. */
export type Contract<
  Params extends Fields | undefined = Fields | undefined,
  Query extends Fields | undefined = Fields | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType = z.ZodType,
> = {
  /** The operation's name in the OpenAPI document, and its scope for idempotency keys. */
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** From the base address, with `{name}` for parameters. */
  path: string;
  /** Who may call; `anyone` needs no credentials. */
  who: readonly Role[] | "anyone";
  /** `people` operations serve the dashboard and are left out of the public document (decisions §1.7). */
  audience: "public" | "people";
  tag: string;
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** How the body is written; JSON when absent. */
  bodyType?: "json" | "form";
  /** What stands under `data`. */
  response: Response;
  /** A list: `data` is an array and `pagination` stands beside it. */
  list?: boolean;
  /** Also answers a file when the client accepts its type. */
  file?: { type: string; description: string };
  /** Honours Idempotency-Key (decisions §5). */
  creates?: boolean;
  /** The body is answered as it is, without `data`: for documents and clients with a format of their own. */
  bare?: boolean;
  /** Gives problems codes of their own, by the body they were found in. */
  recode?: (problems: readonly Problem[], body: unknown) => Problem[];
  /** Errors beyond those every operation of its kind has. */
  errors?: readonly (ErrorName | EntryErrorName)[];
  /** An example of the body for the document. */
  example?: unknown;
  exampleResponse?: unknown;
};

/** Declares an operation. */
export function defineContract<
  const Params extends Fields | undefined = undefined,
  const Query extends Fields | undefined = undefined,
  const Body extends z.ZodType | undefined = undefined,
  const Response extends z.ZodType = z.ZodType,
  const List extends boolean = false,
>(
  contract: Contract<Params, Query, Body, Response> & { list?: List },
): Contract<Params, Query, Body, Response> & { list?: List } {
  return contract;
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : unknown;

/** What a verb is given: path parameters, query and body as one object. */
export type InputOf<C> =
  C extends Contract<infer P, infer Q, infer B, z.ZodType> ? Parsed<P> & Parsed<Q> & Parsed<B> : never;
/** What a verb answers, before the envelope. */
export type DataOf<C> = C extends { response: infer R extends z.ZodType } ? z.output<R> : never;
