import { z } from "zod";
import { code, paging, revision, side, sinceRevision, text, weight } from "./common";
import { defineContract } from "./contract";

/** The most boxes of an account and environment (contract §41.1). */
export const MAX_BOXES = 100;
/** The most characters of a box's name. */
export const BOX_NAME_MAX = 40;

const boxInput = z
  .object({
    name: text({ max: BOX_NAME_MAX, visible: true }).describe("What people call it; letter case does not distinguish"),
    length: side({ above: "0" }).describe("Length"),
    width: side({ above: "0" }).describe("Width"),
    height: side({ above: "0" }).describe("Height"),
    weight: weight().describe("Weight of the empty box"),
  })
  .meta({ id: "BoxInput" });

const box = z
  .object({
    box_id: z.string(),
    name: z.string(),
    length: z.string().meta({ description: "In cm" }),
    width: z.string().meta({ description: "In cm" }),
    height: z.string().meta({ description: "In cm" }),
    weight: z.string().meta({ description: "Of the empty box, in kg" }),
    revision,
    create_time: z.string(),
    update_time: z.string(),
  })
  .meta({ id: "Box" });
export type Box = z.output<typeof box>;

const base = { audience: "public", tag: "Boxes" } as const;
const byId = z.object({ box_id: code(64).describe("The box's id") });

export const listBoxes = defineContract("listBoxes", {
  ...base,
  summary: "Boxes that parcels are packed in, by name",
  query: z.object(paging),
  response: box,
  list: true,
});

export const createBox = defineContract("createBox", {
  ...base,
  summary: "Add a box",
  body: boxInput,
  response: box,
  creates: "box_id",
  errors: ["idempotency_key_exists"],
  example: { name: "Carton M", length: "30", width: "20", height: "10", weight: "0.18" },
});

export const updateBox = defineContract("updateBox", {
  ...base,
  summary: "Change a box; orders keep their measures",
  params: byId,
  body: boxInput.partial().extend({ revision: sinceRevision }),
  response: box,
  errors: ["NOT_FOUND", "CHANGED_MEANWHILE"],
  example: { weight: "0.2" },
});

export const deleteBox = defineContract("deleteBox", {
  ...base,
  summary: "Delete a box; orders keep their measures",
  params: byId,
  response: z.object({ box_id: z.string(), deleted: z.literal(true) }),
  errors: ["NOT_FOUND"],
});
