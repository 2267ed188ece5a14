import { z } from "zod";
import { defineContract } from "./contract";

/** The OpenAPI document of the API, made from the contracts. */
export const readOpenApi = defineContract("readOpenApi", {
  account: "none",
  audience: "public",
  tag: "Access",
  summary: "Read this document",
  description: "OpenAPI 3.1, the same on both bases: client generators and test tools can read it here.",
  response: z.looseObject({ openapi: z.string() }),
  bare: true,
});
