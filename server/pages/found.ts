import { notFound } from "next/navigation";
import { ApiError } from "@/lib/errors";

/** Turns "not found" into a 404 page, also for data of another account, so that its existence is not revealed. */
export async function orNotFound<Read>(reading: Promise<Read>): Promise<Read> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.reason === "NOT_FOUND") notFound();
    throw error;
  }
}
