import { z } from "zod";
import { code, overlapHours, paging, rule, text } from "./common";
import { defineContract } from "./contract";

/** The most clients that an account may have in an environment; revoked ones do not count. */
export const MAX_CLIENTS = 20;

const base = { audience: "people", tag: "API clients" } as const;

const client = z.object({
  client_id: z.string(),
  name: z.string(),
  created_at: z.string(),
  /** When it last got an access token, with a secret that it still has. */
  last_used_at: z.string().nullable(),
  /** Until when its previous secret works, too. */
  previous_secret_until: z.string().nullable(),
  revoked_at: z.string().nullable(),
  rate_minute: z.int(),
  rate_hour: z.int(),
  /** The only addresses from which it may be used; null: from anywhere. */
  allow_list: z.array(z.string()).nullable(),
});
export type ApiClient = z.output<typeof client>;

const withSecret = client.extend({ client_secret: z.string() });
const clientId = z.object({ client_id: code(60) });
const name = text({ max: 60 });

/** The most entries of a list of addresses. */
export const MAX_ALLOWED = 50;
const ADDRESSES = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const allowList = z
  .array(
    z
      .string()
      .superRefine(
        rule((entry) =>
          ADDRESSES.safeParse(entry).success ? undefined : ["addressRange", { entry: entry.slice(0, 60) }],
        ),
      ),
  )
  .max(MAX_ALLOWED);

export const listClients = defineContract("listClients", {
  ...base,
  summary: "List the account's API clients in the environment, the newest first, revoked ones last",
  query: z.object(paging),
  response: client,
  list: true,
});

export const createClient = defineContract("createClient", {
  ...base,
  summary:
    "Issue an API client, to be used from anywhere or from some addresses; its secret is answered here and never again",
  body: z.object({ name, allow_list: allowList.optional() }),
  response: withSecret,
});

export const updateClient = defineContract("updateClient", {
  ...base,
  summary:
    "Give an API client another name, or a list of the only addresses from which it may be used; [] ends the list",
  params: clientId,
  body: z.object({ name: name.optional(), allow_list: allowList.optional() }),
  response: client,
  errors: ["NOT_FOUND"],
});

export const rollClient = defineContract("rollClient", {
  ...base,
  summary: "Give an API client a new secret, which is answered here and never again",
  params: clientId,
  body: z.object({ overlap_hours: overlapHours }),
  response: withSecret,
  errors: ["NOT_FOUND"],
});

export const revokeClient = defineContract("revokeClient", {
  ...base,
  onFullDisk: true,
  summary: "End an API client, its secrets and its tokens at once, for good",
  params: clientId,
  response: client,
  errors: ["NOT_FOUND"],
});
