import { ApiError, type ErrorName, type Problem } from "@/lib/errors";

/** An error as a row keeps it, so that its messages can be in the language of whoever reads them later. */
export type StoredError = {
  reason: ErrorName;
  problems?: readonly Problem[];
  message?: string;
  extra?: Record<string, unknown>;
};

/** What PostgreSQL takes of a text in JSON: no NUL, and no half of a pair. */
function storable(_name: string, value: unknown): unknown {
  return typeof value === "string" ? value.replace(/\0|\p{Surrogate}/gu, "\ufffd") : value;
}

/** An error as a row keeps it. */
export function stored({ reason, problems, message, extra }: ApiError): StoredError {
  return JSON.parse(JSON.stringify({ reason, ...(problems ? { problems } : { message }), extra }, storable));
}

/** The error that a row keeps. */
export function thrownFrom({ reason, ...options }: StoredError): ApiError {
  return new ApiError(reason, options);
}
