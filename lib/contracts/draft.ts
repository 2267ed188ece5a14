import { z } from "zod";
import { code, paging } from "./common";
import { defineContract } from "./contract";

const PEOPLE = ["owner", "member", "support"] as const;
export const draftId = z.object({ draft_id: code(40) });

/** Incomplete work of the order form; nothing in it is judged until it is submitted (decisions §4.3). */
const draftBody = z.object({ body: z.looseObject({}) });

const draft = z.object({
  draft_id: z.string(),
  order_status: z.literal("DRAFT"),
  ship_type: z.string().nullable(),
  recipient_name: z.string().nullable(),
  body: z.looseObject({}),
  create_time: z.string(),
  update_time: z.string(),
});

const base = { who: PEOPLE, audience: "people", tag: "Drafts" } as const;

export const listDrafts = defineContract({
  ...base,
  id: "listDrafts",
  method: "GET",
  path: "/drafts",
  summary: "List saved drafts, the latest first",
  query: z.object(paging),
  response: draft.omit({ body: true }),
  list: true,
});

export const createDraft = defineContract({
  ...base,
  id: "createDraft",
  method: "POST",
  path: "/drafts",
  summary: "Save a draft",
  body: draftBody,
  response: draft,
  creates: true,
});

export const readDraft = defineContract({
  ...base,
  id: "readDraft",
  method: "GET",
  path: "/drafts/{draft_id}",
  summary: "Read a draft",
  params: draftId,
  response: draft,
  errors: ["NOT_FOUND"],
});

export const saveDraft = defineContract({
  ...base,
  id: "saveDraft",
  method: "PUT",
  path: "/drafts/{draft_id}",
  summary: "Save a draft again",
  params: draftId,
  body: draftBody,
  response: draft,
  errors: ["NOT_FOUND"],
});

export const deleteDraft = defineContract({
  ...base,
  id: "deleteDraft",
  method: "DELETE",
  path: "/drafts/{draft_id}",
  summary: "Throw a draft away",
  params: draftId,
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["NOT_FOUND"],
});
