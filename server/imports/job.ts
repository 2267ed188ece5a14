import { z } from "zod";
import { defineJob } from "@/server/jobs";

const payload = z.object({ import_id: z.string(), step: z.enum(["check", "run"]) });

/** The two things that are done to an import in the background: judging its rows, and making what they say. */
export const IMPORT = defineJob("file", payload);
/** As servers before 0079 call it, who take every import for one of orders. */
export const PAST_IMPORT = defineJob("import", payload);
