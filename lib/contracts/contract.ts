import type { z } from "zod";
import type { ApiError, EntryErrorName, ErrorName } from "@/lib/errors";
import { type Method, type OperationId, operationOf } from "@/lib/operations";
import type { Roles } from "@/lib/roles";
import type { Rules } from "./judge";

type Fields = z.ZodObject;

/**
 * Whose data an operation is about. `required`: one account, which staff and clients of the platform must name.
 * `optional`: one account, or all within reach for those of them who name none. `none`: no account, for callers without
 * credentials.
 */
export type AccountNeed = "required" | "optional" | "none";

/**
 * The definition of one operation: it parses the request, types the form, checks the response and makes the OpenAPI
 * document.
 */
export type Contract<
  Params extends Fields | undefined = Fields | undefined,
  Query extends Fields | undefined = Fields | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType = z.ZodType,
  Account extends AccountNeed = AccountNeed,
> = {
  /** The operation's name in the OpenAPI document, and its scope for idempotency keys. */
  id: OperationId;
  method: Method;
  /** From the base address, with `{name}` for parameters. */
  path: string;
  /** Who may call; `anyone` needs no credentials, and has no account. */
  who: "anyone" | Roles;
  account: Account;
  /**
   * `people` operations serve the dashboard, and `operators` ones what watches the processes; both are left out of the
   * public document (contract §11.4).
   */
  audience: "public" | "people" | "operators";
  tag: string;
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** How the body is written; JSON when absent. */
  bodyType?: "json" | "form";
  /** The body is a file of one of these types; `content` of the body's schema is its bytes. */
  fileTypes?: readonly string[];
  /** The largest body in MiB, if it may be larger than others (contract §12.12). */
  mib?: number;
  /** What is under `data`. */
  response: Response;
  /**
   * Still runs while the disk is nearly full, although its method changes data (contract §9.5), because it signs in,
   * cancels or ends something, or only reads. GET and DELETE always run.
   */
  onFullDisk?: boolean;
  /** A list: `data` is an array, and `pagination` is next to it. */
  list?: boolean;
  /** Also answers files of these types, when the client asks for one by name. */
  files?: readonly { type: string; description: string }[];
  /** Honours Idempotency-Key (contract §14.1): the field in which a used key's answer names what it made. */
  creates?: "id" | "order_id" | "bulk_id" | "batch_id" | "import_id" | "export_id" | "rule_id" | "box_id";
  /** Not available in production. */
  testingOnly?: boolean;
  /** Also accepts the client by HTTP Basic, instead of `client_id` and `client_secret` (RFC 6749 §2.3.1). */
  basicClient?: boolean;
  /** The body is answered without `data` around it: for documents, and for clients with a format of their own. */
  bare?: boolean;
  /** Rules of the body that its schema cannot express. */
  rules?: Rules;
  /** Other rules of the body need the server; the handler has to bring them. */
  serverRules?: boolean;
  /** The body of an error in the operation's own form, instead of the envelope. */
  errorBody?: (error: ApiError) => unknown;
  /** Errors beyond those every operation of its kind has. */
  errors?: readonly (ErrorName | EntryErrorName)[];
  /** An example of the body for the document, and for a call that is repeated with samples. */
  example?: unknown;
  /** The same where the body has several kinds. */
  examples?: Readonly<Record<string, unknown>>;
  exampleResponse?: unknown;
};

/** Declares an operation; its row in `lib/operations.ts` says where it is and who may call it. Its account is required unless it says otherwise. */
export function defineContract<
  const Params extends Fields | undefined = undefined,
  const Query extends Fields | undefined = undefined,
  const Body extends z.ZodType | undefined = undefined,
  const Response extends z.ZodType = z.ZodType,
  const List extends boolean = false,
  const Account extends AccountNeed = "required",
  const ServerRules extends boolean = false,
>(
  id: OperationId,
  definition: Omit<Contract<Params, Query, Body, Response>, "id" | "method" | "path" | "account" | "who"> & {
    list?: List;
    account?: Account;
    serverRules?: ServerRules;
  },
): Contract<Params, Query, Body, Response, Account> & { list?: List; serverRules?: ServerRules } {
  const { method, path, who } = operationOf(id);
  return { ...definition, account: definition.account ?? ("required" as Account), id, method, path, who };
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : unknown;

/** What a handler receives: path parameters, query and body as one object. */
export type InputOf<C> =
  C extends Contract<infer P, infer Q, infer B, z.ZodType> ? Parsed<P> & Parsed<Q> & Parsed<B> : never;
/** What a handler returns, before the envelope. */
export type DataOf<C> = C extends { response: infer R extends z.ZodType } ? z.output<R> : never;
