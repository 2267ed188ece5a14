/** Owns how an operation is judged and carried out for a caller, whether a request or a job asks for it. */
import type { z } from "zod";
import type { Contract, InputOf } from "@/lib/contracts/contract";
import { judge } from "@/lib/contracts/judge";
import { ApiError, type ErrorName } from "@/lib/errors";
import type { Context, ContextOf } from "@/server/context";
import { env } from "@/server/env";
import type { Handler, Rows } from "@/server/handler";
import { runAudited } from "./audit";

/** The names of a schema's fields. */
export function namesOf(schema: z.ZodType | undefined): string[] {
  return Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});
}

/** The parts of a call, as they were sent. */
type Sent = { params?: unknown; query?: unknown; body?: unknown };

/** Judges the parts of a call by the operation's schemas and rules. @throws ApiError BAD_REQUEST with every problem */
export async function judgeInput(
  contract: Contract,
  handler: Handler<Contract>,
  { params, query, body }: Sent,
  ctx: ContextOf<Contract>,
): Promise<InputOf<Contract>> {
  const rules = [contract.rules, contract.body && (await handler.rules?.(ctx))].filter((each) => each !== undefined);
  const schema = contract.body;
  const filled = schema && handler.fill ? await handler.fill(ctx, body) : body;
  const first = schema && judge(schema, filled, ...rules);
  const judged = [
    contract.params && judge(contract.params, params),
    contract.query && judge(contract.query, query),
    // Of what the caller did not send nothing is said.
    schema && first?.problems && filled !== body ? judge(schema, body, ...rules) : first,
  ];
  const problems = judged.flatMap((each) => each?.problems ?? []);
  if (problems.length) throw new ApiError("BAD_REQUEST", { problems });
  return Object.assign({}, ...judged.map((each) => each?.data));
}

/**
 * Carries out an operation with a body that nobody has judged yet, as a request would, and gives its data.
 * @throws ApiError what a request would be answered
 */
export async function operate(
  caller: Context,
  contract: Contract,
  handler: Handler<Contract>,
  body: unknown,
): Promise<unknown> {
  try {
    const input = await judgeInput(contract, handler, { body }, caller as ContextOf<Contract>);
    const answer = await runAudited(caller, contract, input, (acting) => handler(acting as ContextOf<Contract>, input));
    checkAnswer(contract, answer);
    return answer;
  } catch (error) {
    checkRefusal(contract, error);
    throw error;
  }
}

/** Errors whose answers the document has only where a contract names them. */
const NAMED: readonly string[] = ["NOT_FOUND", "CHANGED_MEANWHILE"] satisfies ErrorName[];

/** Outside production every answer is checked against its contract, so that tests find differences. */
export function checkAnswer(contract: Contract, answer: unknown): void {
  if (env().nodeEnv === "production") return;
  const rows = contract.list ? (answer as Rows<unknown>).rows : [answer];
  for (const row of rows) contract.response.parse(row);
}

/** Outside production a refusal that the contract should name, and does not, fails. */
export function checkRefusal({ id, errors = [] }: Contract, error: unknown): void {
  if (env().nodeEnv === "production" || !(error instanceof ApiError)) return;
  const named = [
    ...(NAMED.includes(error.reason) ? [error.reason] : []),
    ...(error.problems ?? []).map(({ reason }) => reason),
  ];
  const missing = named.filter((reason) => reason && !errors.some((each) => each === reason));
  if (missing.length > 0)
    throw new Error(`the contract of ${id} lacks errors: ${missing.join(", ")}`, { cause: error });
}
