import { notFound } from "next/navigation";
import { ApiError } from "@/lib/errors";

/** What a page reads. What is not there, or is another account's, is a 404: nobody learns that it exists elsewhere. */
export async function found<Read>(reading: Promise<Read>): Promise<Read> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.reason === "NOT_FOUND") notFound();
    throw error;
  }
}
