import { z } from "zod";
import { NOTICE_NAMES } from "@/lib/notices";
import { choice, code, paging, yesNo } from "./common";
import { defineContract } from "./contract";
import { ACCOUNT_ROLES } from "./people";

const base = { audience: "people", tag: "Notifications" } as const;

const notice = z.object({
  id: z.string(),
  kind: choice(NOTICE_NAMES),
  /** Null: it is about both. */
  environment: z.enum(["testing", "production"]).nullable(),
  /** In the language in which the person saw pages when it was written. */
  title: z.string(),
  /** The page that it is about, from the root; null: none. */
  path: z.string().nullable(),
  created_at: z.string(),
  read_at: z.string().nullable(),
});
export type Notice = z.output<typeof notice>;

const ways = z.object({ mail: z.boolean(), in_app: z.boolean() });
const choices = z.object(Object.fromEntries(NOTICE_NAMES.map((kind) => [kind, ways]))) as z.ZodObject<
  Record<(typeof NOTICE_NAMES)[number], typeof ways>
>;

const settings = z.object({
  person_id: z.string(),
  name: z.string(),
  email: z.string(),
  role: choice(ACCOUNT_ROLES),
  choices,
});
export type NoticeSettings = z.output<typeof settings>;

export const listNotices = defineContract("listNotices", {
  ...base,
  summary: "List one's own notices of the account, of both environments, the newest first",
  query: z.object({ ...paging, unread: yesNo.optional() }),
  response: notice,
  list: true,
});
export type ListNoticesQuery = z.output<NonNullable<typeof listNotices.query>>;

export const readNotices = defineContract("readNotices", {
  ...base,
  summary: "Mark one's notices as read: those that are named, or all",
  body: z.object({ ids: z.array(code(40)).max(100).optional() }),
  response: z.object({ read: z.int() }),
});

export const listNoticeSettings = defineContract("listNoticeSettings", {
  ...base,
  summary: "List who is notified of what: an owner sees all people of the account, a member themselves",
  query: z.object(paging),
  response: settings,
  list: true,
});

export const saveNoticeSettings = defineContract("saveNoticeSettings", {
  ...base,
  summary: "Change how a person is notified; kinds that are left out stay as they are",
  params: z.object({ person_id: code(40) }),
  body: choices.partial(),
  response: settings,
  errors: ["NOT_FOUND"],
});
