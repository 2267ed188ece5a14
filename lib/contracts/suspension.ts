import { z } from "zod";

/** From when until when a service is not offered, and why (contract §29.1). */
export const suspension = z
  .object({
    from: z.string(),
    until: z.string().nullable().meta({ description: "Null: not known yet" }),
    notice_en: z.string(),
    notice_zh: z.string(),
  })
  .meta({ id: "Suspension" });
export type SuspensionView = z.output<typeof suspension>;
