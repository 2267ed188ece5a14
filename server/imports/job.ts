import { z } from "zod";
import { defineJob } from "@/server/jobs";

/** The two things that are done to an import in the background: judging its rows, and making its orders. */
export const IMPORT = defineJob("import", z.object({ import_id: z.string(), step: z.enum(["check", "run"]) }));
