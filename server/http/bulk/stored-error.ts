import { ApiError, type ErrorName, type Problem } from "@/lib/errors";

/** An error as a row keeps it, so that its messages can be in the language of whoever reads them later. */
export type StoredError = {
  reason: ErrorName;
  problems?: readonly Problem[];
  message?: string;
  extra?: Record<string, unknown>;
};

/** An error as a row keeps it. */
export function stored({ reason, problems, message, extra }: ApiError): StoredError {
  return { reason, ...(problems ? { problems } : { message }), extra };
}

/** The error that a row keeps. */
export function thrownFrom({ reason, ...options }: StoredError): ApiError {
  return new ApiError(reason, options);
}
