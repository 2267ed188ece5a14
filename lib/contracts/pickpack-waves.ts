import { z } from "zod";
import { CLEARABLE, clearable, clearedAndGiven } from "./clear";
import { code } from "./common";
import { defineContract } from "./contract";
import { pickList, waveFields } from "./pickpack-bench";

const base = { audience: "public", tag: "Pick and pack", account: "optional" } as const;
const params = z.object({ wave_id: code(64).describe("The id of the wave") });

export const updateWave = defineContract("updateWave", {
  ...base,
  summary: "Name a wave, or say who works on it",
  description: CLEARABLE,
  params,
  body: z.object(clearable(waveFields, 2)),
  rules: clearedAndGiven,
  response: pickList,
  errors: ["NOT_FOUND"],
  example: { name: "Morning, small goods", assigned_to: "1004" },
});

export const closeWave = defineContract("closeWave", {
  ...base,
  summary: "Close a wave",
  description:
    "Orders of it that are still to be packed leave it; another wave may take them. Closed before, it stays so.",
  params,
  response: pickList,
  errors: ["NOT_FOUND", "PICKPACK_TRANSITION_INVALID"],
});

export const cancelWave = defineContract("cancelWave", {
  ...base,
  onFullDisk: true,
  summary: "Cancel a wave of which nothing is packed",
  description:
    "Its orders leave it; another wave may take them. A wave of which an order is packed can only be closed.",
  params,
  response: pickList,
  errors: ["NOT_FOUND", "PICKPACK_TRANSITION_INVALID"],
});

export const listPackers = defineContract("listPackers", {
  ...base,
  audience: "people",
  summary: "List the people of the warehouse, by name",
  response: z.object({ person_list: z.array(z.object({ person_id: z.string(), name: z.string() })) }),
});
