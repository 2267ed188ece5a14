import { z } from "zod";
import { BULK_OPERATIONS, type BulkOperation } from "@/lib/operations";
import { defineJob } from "@/server/jobs";

/** The same operation for many orders. */
export const BULK = defineJob(
  "bulk",
  z.object({
    operation: z.enum(BULK_OPERATIONS as [BulkOperation, ...BulkOperation[]]),
    ids: z.array(z.string()),
    input: z.record(z.string(), z.unknown()),
    /** Values of single orders, by their ids. */
    inputs: z.record(z.string(), z.record(z.string(), z.unknown())),
  }),
);

/** What those who see a bulk action read of it. */
export type BulkFacts = { operation: BulkOperation; requested: number };
