import { z } from "zod";
import { code, paging, revision, sinceRevision } from "./common";
import { defineContract } from "./contract";

/** Drafts of a person in an environment, and the size of one as JSON in UTF-8 (contract §9.4). */
export const MAX_DRAFTS = 200;
export const MAX_DRAFT_KIB = 200;

export const draftId = z.object({ draft_id: code(40) });

/** Incomplete work of the order form; nothing in it is judged until it is submitted (contract §13.3). */
const draftBody = z.object({ body: z.looseObject({}) });

const draft = z.object({
  draft_id: z.string(),
  order_status: z.literal("DRAFT"),
  ship_type: z.string().nullable(),
  recipient_name: z.string().nullable(),
  shipping_provider: z.string().nullable(),
  /** What is sent: the contents on the label, else the names of the items. */
  content: z.string().nullable(),
  body: z.looseObject({}),
  revision,
  create_time: z.string(),
  update_time: z.string(),
});

const base = { audience: "people", tag: "Drafts" } as const;

export const listDrafts = defineContract("listDrafts", {
  ...base,
  summary: "List saved drafts, the latest first",
  query: z.object(paging),
  response: draft.omit({ body: true }),
  list: true,
});

export const createDraft = defineContract("createDraft", {
  ...base,
  summary: `Save a draft; at most ${MAX_DRAFTS} a person and environment, ${MAX_DRAFT_KIB} KiB each`,
  body: draftBody,
  response: draft,
  creates: "id",
});

export const readDraft = defineContract("readDraft", {
  ...base,
  summary: "Read a draft",
  params: draftId,
  response: draft,
  errors: ["NOT_FOUND"],
});

export const saveDraft = defineContract("saveDraft", {
  ...base,
  summary: "Save a draft again, whole",
  params: draftId,
  body: draftBody.extend({ revision: sinceRevision }),
  response: draft,
  errors: ["NOT_FOUND", "CHANGED_MEANWHILE"],
});

export const deleteDraft = defineContract("deleteDraft", {
  ...base,
  summary: "Throw a draft away",
  params: draftId,
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["NOT_FOUND"],
});
