import { z } from "zod";
import { rule, text } from "./common";
import { defineContract } from "./contract";

/** The most codes in an answer. */
const MAX_CODES = 20;

const limit = z
  .string()
  .superRefine(
    rule((value) =>
      /^\d{1,2}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_CODES
        ? undefined
        : ["range", { min: 1, max: MAX_CODES }],
    ),
  )
  .default("5")
  .meta({ description: "How many codes.", type: "integer", minimum: 1, maximum: MAX_CODES, default: 5 });

export const listHsCodes = defineContract("listHsCodes", {
  audience: "public",
  tag: "Items",
  account: "optional",
  summary: "Find customs tariff codes by words",
  description:
    "The codes of six digits of the Harmonised System, edition 2022, that fit everyday words in English or Chinese, or that begin with digits: the best first, each once. It helps to find a code; customs decide which one is right.",
  query: z.object({
    q: text({ max: 200 }).meta({ description: "What it is, in English or Chinese, or the beginning of a code" }),
    limit,
  }),
  response: z.array(
    z.object({
      hscode: z.string().meta({ description: "Six digits" }),
      description: z.string().meta({ description: "In the words of the tariff" }),
      description_zh: z.string().nullable().meta({ description: "In everyday Chinese, for goods that are often sent" }),
      chapter: z.string().meta({ description: "Two digits" }),
      chapter_title: z.string(),
    }),
  ),
});
