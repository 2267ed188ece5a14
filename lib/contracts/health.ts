import { z } from "zod";
import { defineContract } from "./contract";

/** The process is alive (contract §16.6). */
export const readHealth = defineContract("readHealth", {
  account: "none",
  audience: "operators",
  tag: "Health",
  summary: "Whether the process is alive",
  bare: true,
  response: z.object({ status: z.literal("ok") }),
});

/** The database answers and has every migration; also tells of a proxy that is not trusted (contract §16.6, §8.12). */
export const readReadiness = defineContract("readReadiness", {
  account: "none",
  audience: "operators",
  tag: "Health",
  summary: "Whether the process can do its work",
  bare: true,
  response: z.object({
    status: z.literal("ready"),
    database: z.enum(["embedded", "postgresql"]),
    pending_migrations: z.array(z.string()),
    proxy: z.literal("untrusted").optional(),
    /** From how many addresses such headers came within the last hour, and when last. */
    proxy_peers: z.int().optional(),
    proxy_seen_at: z.string().optional(),
  }),
  errors: ["SERVICE_UNAVAILABLE"],
  errorBody: ({ extra }) => ({ status: "unavailable", ...extra }),
});
