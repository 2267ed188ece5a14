/** Owns the way of a request of the API, from its address to its answer (docs/architecture.md). */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { contractOf } from "@/lib/contracts";
import type { Contract, InputOf } from "@/lib/contracts/contract";
import { API_BASE, type Environment, environmentOfPath } from "@/lib/environment";
import { ApiError, invalid } from "@/lib/errors";
import type { Language } from "@/lib/i18n/validation";
import { type Method, operationOf } from "@/lib/operations";
import { type Access, MASKED } from "@/server/accounts";
import { systemClock } from "@/server/clock";
import { actorOf, type Context, type ContextOf, type OpenContext } from "@/server/context";
import { type Database, database, isConnectionError, isDiskFull } from "@/server/db/database";
import { Download, type Handler } from "@/server/handler";
import { usedKeyOf } from "@/server/idempotency";
import { log } from "@/server/log";
import { ADDRESS_HEADER } from "@/server/plain-address";
import { maskedPath, noteCall } from "@/server/request-log";
import { fileAsked } from "./accept";
import { admit, basicClient, recognise } from "./admission";
import { recordRefusal, runAudited } from "./audit";
import { readForm, readJson, readQuery, readUpload } from "./body";
import { envelope } from "./envelope";
import { diskNearlyFull, requireRoom } from "./full-disk";
import { HANDLERS } from "./handlers";
import { type Found, operationsAt } from "./match";
import { checkAnswer, checkRefusal, judgeInput, namesOf } from "./operate";
import { type ApiRequest, requestOf, requestOfNext } from "./request";

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** An answer, before it becomes a `Response`. */
type Answer = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
};

type State = {
  requestId: string;
  url: URL;
  environment: Environment;
  access?: Access;
  language: Language;
  /** The bodies as JSON; absent: none, or a file. */
  sent?: unknown;
  answered?: unknown;
};

const API_HEADERS: Record<string, string> = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

function headersOf(state: State): Record<string, string> {
  const headers: Record<string, string> = { ...API_HEADERS, "x-request-id": state.requestId };
  if (state.access) {
    const { rate } = state.access;
    headers["x-ratelimit-limit"] = String(rate.limit);
    headers["x-ratelimit-remaining"] = String(rate.remaining);
    headers["x-ratelimit-reset"] = String(rate.reset);
  }
  return headers;
}

function json(body: unknown, state: State, status = 200, headers: Record<string, string> = {}): Answer {
  state.answered = body;
  return { status, headers: { ...headersOf(state), ...headers }, body: JSON.stringify(body) };
}

function idempotencyKeyOf(request: ApiRequest): string | null {
  const key = request.headers.get("idempotency-key");
  if (key !== null && !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid({ path: ["Idempotency-Key"], key: "idempotencyKey" });
  return key;
}

async function readInput(
  contract: Contract,
  handler: Handler<Contract>,
  request: ApiRequest,
  state: State,
  params: Found["params"],
  ctx: ContextOf<Contract>,
): Promise<InputOf<Contract>> {
  const { bodyType, fileTypes, mib } = contract;
  const read = () => (bodyType === "form" ? readForm(request, namesOf(contract.body)) : readJson(request, mib));
  // A file is nothing for the request log.
  if (contract.body && !fileTypes) state.sent = await read();
  const body = fileTypes ? await readUpload(request, fileTypes, mib) : state.sent;
  const query = contract.query && readQuery(state.url.searchParams, namesOf(contract.query));
  const input = await judgeInput(contract, handler, { params, query, body }, ctx);
  const authorization = request.headers.get("authorization");
  const client = contract.basicClient && authorization !== null ? basicClient(authorization) : {};
  return { ...(input as object), ...client } as InputOf<Contract>;
}

function fileAnswer(file: Download, state: State): Answer {
  const ascii = file.filename.replace(/[^\x20-\x7e]|["\\]/g, "_");
  return {
    status: 200,
    headers: {
      ...headersOf(state),
      ...file.headers,
      "content-type": file.type,
      "content-disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.filename)}`,
    },
    body: file.bytes,
  };
}

/** Runs an operation. @throws what its answer has to say */
async function run(contract: Contract, request: ApiRequest, params: Found["params"], state: State): Promise<Answer> {
  if (contract.testingOnly && state.environment !== "testing") throw new ApiError("NOT_FOUND");
  const opened = await database();
  const open: OpenContext = {
    requestId: state.requestId,
    environment: state.environment,
    db: opened.db,
    idempotencyKey: null,
    language: state.language,
    address: request.headers.get(ADDRESS_HEADER) ?? "unknown",
    now: systemClock,
  };
  return runIn(open, contract, request, params, state, opened).catch(async (error: unknown) => {
    if (state.access) await recordRefusal(open, state.access, contract, params, error);
    throw error;
  });
}

/** In a fixed order: caller, permission, rate limit, room, body, contract, what the handler prepares, handler, contract, envelope. */
async function runIn(
  open: OpenContext,
  contract: Contract,
  request: ApiRequest,
  params: Found["params"],
  state: State,
  opened: Database,
): Promise<Answer> {
  // The compiler has compared each with its own contract.
  const handler = HANDLERS[contract.id] as unknown as Handler<Contract>;
  const caller = contract.account === "none" ? null : await callerOf(contract, request, open, state);
  await requireRoom(contract, opened);
  // The checks above guarantee the context that the contract's type requires.
  const ctx = (caller ?? open) as ContextOf<Contract>;
  if (contract.creates) ctx.idempotencyKey = idempotencyKeyOf(request);
  const refuse = async (error: unknown): Promise<never> => {
    checkRefusal(contract, error);
    // A used key is reported before anything else that is wrong with the request (contract §14.2).
    const isRefusal = error instanceof ApiError && ["BAD_REQUEST", "NOT_FOUND"].includes(error.reason);
    throw (isRefusal && caller && (await usedKeyOf(caller, contract))) || error;
  };
  const input = await readInput(contract, handler, request, state, params, ctx).catch(refuse);
  const accept = request.headers.get("accept");
  const asFile = fileAsked(contract.files?.map(({ type }) => type) ?? [], accept);
  const ready = await handler.prepare?.(input).catch(refuse);
  const work = (acting: OpenContext) => handler(acting as ContextOf<Contract>, input, asFile, ready);
  const answer = await (caller ? runAudited(caller, contract, input, work) : work(ctx)).catch(refuse);
  if (answer instanceof Download) return fileAnswer(answer, state);
  checkAnswer(contract, answer);
  return json(envelope(contract, input as Record<string, unknown>, answer), state);
}

async function callerOf(contract: Contract, request: ApiRequest, open: OpenContext, state: State): Promise<Context> {
  const access = await recognise(request, open);
  state.access = access;
  return admit(contract, request, access, open);
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDiskFull(error)) return diskNearlyFull();
  if (isConnectionError(error)) return new ApiError("SERVICE_UNAVAILABLE", { headers: { "retry-after": "5" } });
  return new ApiError("API_ERROR");
}

function languageOf(request: ApiRequest): Language {
  // Messages are in the reader's language in the dashboard; programs get English, whatever Accept-Language their HTTP
  // library sends.
  return request.headers.get("x-sampan-language") === "zh-Hant" ? "zh-Hant" : "en";
}

const NO_OPERATION = `No operation is at this address. The bases are ${API_BASE.production} (production) and ${API_BASE.testing} (testing).`;

/** Runs the operation, or says why there is none (contract §1.3, §11.3). */
async function workOf(
  request: ApiRequest,
  contract: Contract | undefined,
  found: Found | null,
  state: State,
): Promise<Answer> {
  if (!found) throw new ApiError("NOT_FOUND", { message: NO_OPERATION });
  if (contract) return run(contract, request, found.params, state);
  const known = METHODS.filter((each) => found.operations[each]);
  const allow = [...known, ...(found.operations.GET ? ["HEAD"] : []), "OPTIONS"].join(", ");
  if (request.method !== "OPTIONS") throw new ApiError("METHOD_NOT_ALLOWED", { headers: { allow } });
  const { "content-type": _none, ...headers } = headersOf(state);
  return { status: 204, headers: { ...headers, allow }, body: null };
}

/** Answers a request of the API, whatever is wrong with it, and is the only place that catches errors. */
async function answer(request: ApiRequest): Promise<Answer> {
  const started = performance.now();
  const { method } = request;
  const url = new URL(request.target, "http://localhost");
  const state: State = {
    requestId: `req_${randomUUID().replaceAll("-", "")}`,
    url,
    environment: environmentOfPath(url.pathname),
    language: languageOf(request),
  };
  const found = operationsAt(url.pathname);
  const id = found?.operations[(method === "HEAD" ? "GET" : method) as Method];
  const contract = id && contractOf(id);
  let answered: Answer;
  let error: ApiError | undefined;
  try {
    answered = await workOf(request, contract, found, state);
  } catch (thrown) {
    error = asApiError(thrown);
    answered = json(
      contract?.errorBody?.(error) ?? { error: error.body(state.language) },
      state,
      error.status,
      error.headers,
    );
    if (error !== thrown) log().error({ requestId: state.requestId, err: thrown }, "request failed");
    log().warn(
      {
        requestId: state.requestId,
        code: error.body().code,
        reason: error.reason,
        fields: error.problems?.map(({ path }) => path.join(".")),
      },
      "request refused",
    );
  }
  const { requestId, access } = state;
  const { status } = answered;
  const ms = Math.round((performance.now() - started) * 10) / 10;
  // Monitoring asks every few seconds.
  log()[id && operationOf(id).base === "none" ? "debug" : "info"](
    {
      ...{
        requestId,
        method,
        path: contract ? maskedPath(contract, state.environment, url.pathname) : MASKED,
        status,
        ms,
      },
      actor: access && actorOf(access),
      account: access?.account?.id,
    },
    "request",
  );
  if (contract && access) noteCall({ ...state, contract, access, method, status, ms, error });
  return method === "HEAD" ? { ...answered, body: null } : answered;
}

function isInPieces(body: Answer["body"]): body is AsyncIterable<Uint8Array> {
  return body !== null && typeof body === "object" && Symbol.asyncIterator in body;
}

/** What breaks off ends the connection: half a file must not look like a whole one. */
async function sendPieces(pieces: AsyncIterable<Uint8Array>, response: ServerResponse): Promise<void> {
  try {
    await pipeline(Readable.from(pieces, { objectMode: false }), response);
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";
    if (!isGone) log().error({ err: error, requestId: response.getHeader("x-request-id") }, "a file broke off");
  }
}

/** The same for Next's one route. */
export async function respond(request: Request): Promise<Response> {
  const { status, headers, body } = await answer(requestOfNext(request));
  const sent = isInPieces(body) ? Readable.toWeb(Readable.from(body, { objectMode: false })) : body;
  return new Response(sent as BodyInit | null, { status, headers });
}

/** The same for Node's http server, without the way through Next. */
export async function serveApi(request: IncomingMessage, response: ServerResponse, target: string): Promise<void> {
  const { status, headers, body } = await answer(requestOf(request, target));
  response.statusCode = status;
  for (const name in headers) response.setHeader(name, headers[name] as string);
  if (isInPieces(body)) await sendPieces(body, response);
  else {
    if (body !== null) response.setHeader("content-length", Buffer.byteLength(body));
    response.end(body ?? undefined);
  }
  // What is left of a body that is too large: a connection that ends before it is read would be reset.
  if (!request.complete) request.resume();
}
