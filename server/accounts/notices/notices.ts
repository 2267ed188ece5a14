import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/notice";
import type { Environment } from "@/lib/environment";
import { notFound } from "@/lib/errors";
import type { Language } from "@/lib/i18n/languages";
import { type Choice, NOTICE_NAMES, type NoticeKind, noticeChoice } from "@/lib/notices";
import type { AccountContext } from "@/server/context";
import { type Db, withTransaction } from "@/server/db/transaction";
import { env } from "@/server/env";
import { queueMail } from "@/server/mail";
import { recordAudit } from "../audit/audit";
import { MAIL_LANGUAGE } from "../people/owners";

/** What a notice says; `label`: of its link, empty if it has none. */
export type NoticeText = { subject: string; paragraphs: string[]; label: string };

/**
 * Notifies the people of an account who want to know, by mail and in the dashboard, in the transaction that it reports
 * on (contract §22.1). `text`: what it says in a language; `path`: where its link leads.
 */
export async function notify(
  db: Db,
  {
    accountId,
    environment,
    kind,
    except,
    asOwner,
    path,
    text,
  }: {
    accountId: string;
    environment: Environment | null;
    kind: NoticeKind;
    /** The e-mail of a person who is not notified. */
    except?: string | undefined;
    /** The e-mail of a person who was an owner until now. */
    asOwner?: string | undefined;
    path?: string | undefined;
    text: (language: Language) => NoticeText;
  },
): Promise<void> {
  for (const person of await peopleOf(db, accountId)) {
    if (person.email === except || person.disabled_at) continue;
    const wanted = noticeChoice(person.email === asOwner ? "owner" : person.role, kind, person.chosen[kind]);
    if (!wanted.mail && !wanted.in_app) continue;
    const { subject, paragraphs, label } = text(person.language);
    if (wanted.mail)
      await queueMail(db, {
        accountId,
        recipient: person.email,
        language: person.language,
        subject,
        paragraphs,
        ...(path && { link: { label, url: env().appUrl + path } }),
      });
    if (wanted.in_app)
      await db
        .insertInto("notices")
        .values({
          id: `nt_${randomBytes(12).toString("hex")}`,
          account_id: accountId,
          person_id: person.id,
          environment,
          kind,
          title: subject,
          path: path ?? null,
        })
        .execute();
  }
}

/** The people of an account, the oldest first, with what was chosen for them. */
async function peopleOf(db: Db, accountId: string) {
  const rows = await db
    .selectFrom("people")
    .innerJoin("accounts", "accounts.id", "people.account_id")
    .leftJoin("notice_settings", "notice_settings.person_id", "people.id")
    .select([
      "people.id",
      "people.name",
      "people.email",
      "people.role",
      "people.disabled_at",
      MAIL_LANGUAGE.as("language"),
      "notice_settings.choices",
    ])
    .where("people.account_id", "=", accountId)
    .orderBy("people.created_at")
    .orderBy("people.id")
    .execute();
  return rows.map(({ role, choices, ...row }) => ({
    ...row,
    // Staff have no account, so these are owners and members.
    role: role === "owner" ? ("owner" as const) : ("member" as const),
    chosen: (choices ?? {}) as Partial<Record<NoticeKind, Choice>>,
  }));
}

function present(person: Awaited<ReturnType<typeof peopleOf>>[number]): contracts.NoticeSettings {
  const choices = NOTICE_NAMES.map((kind) => [kind, noticeChoice(person.role, kind, person.chosen[kind])]);
  return {
    person_id: person.id,
    name: person.name,
    email: person.email,
    role: person.role,
    choices: Object.fromEntries(choices),
  };
}

/** Who is notified of what; members see only themselves (contract §22.2). */
export async function listNoticeSettings(
  { db, account, actor }: AccountContext,
  input: InputOf<typeof contracts.listNoticeSettings>,
) {
  const people = await peopleOf(db, account.id);
  const rows = people.filter(({ id, disabled_at }) => !disabled_at && (actor.role === "owner" || id === actor.id));
  const from = Number(input.offset);
  return { rows: rows.slice(from, from + Number(input.limit)).map(present), total: rows.length };
}

/**
 * Changes how a person is notified: owners for all people of the account, members for themselves (contract §22.2).
 * @throws ApiError NOT_FOUND for another account's person, and to members for others
 */
export function saveNoticeSettings(
  ctx: AccountContext,
  { person_id: id, ...given }: InputOf<typeof contracts.saveNoticeSettings>,
): Promise<contracts.NoticeSettings> {
  if (ctx.actor.role !== "owner" && id !== ctx.actor.id) throw notFound();
  return withTransaction(ctx.db, async (tx) => {
    // The lock makes the second of two simultaneous changes keep what the first changed.
    await sql`select 1 from accounts where id = ${ctx.account.id} for no key update`.execute(tx);
    const found = (await peopleOf(tx, ctx.account.id)).find((person) => person.id === id);
    if (!found) throw notFound();
    const changed = Object.fromEntries(NOTICE_NAMES.flatMap((kind) => (given[kind] ? [[kind, given[kind]]] : [])));
    const person = { ...found, chosen: { ...found.chosen, ...changed } };
    await sql`
      insert into notice_settings (person_id, choices) values (${id}, ${JSON.stringify(person.chosen)}::jsonb)
      on conflict (person_id) do update set choices = excluded.choices`.execute(tx);
    const saved = present(person);
    await recordAudit({ ...ctx, db: tx }, [ctx.account.id], {
      operation: contracts.saveNoticeSettings.id,
      objectId: id,
      before: present(found).choices,
      after: saved.choices,
    });
    return saved;
  });
}

/** One's own notices of the account, the newest first (contract §22.3). */
export async function listNotices(
  { db, account, actor }: AccountContext,
  { unread, limit, offset }: InputOf<typeof contracts.listNotices>,
) {
  const own = db
    .selectFrom("notices")
    .where("person_id", "=", actor.id)
    .where("account_id", "=", account.id)
    .$if(unread === "Y", (query) => query.where("read_at", "is", null))
    .$if(unread === "N", (query) => query.where("read_at", "is not", null));
  const { total } = await own.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const rows = await own
    .select(["id", "kind", "environment", "title", "path", "created_at", "read_at"])
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(Number(limit))
    .offset(Number(offset))
    .execute();
  return {
    rows: rows.map(({ created_at, read_at, ...row }) => ({
      ...row,
      created_at: hongKongIso(created_at),
      read_at: read_at && hongKongIso(read_at),
    })),
    total: Number(total),
  };
}

/** Marks one's own notices as read; those of others, and those read before, are passed over (contract §22.3). */
export async function readNotices(
  { db, account, actor }: AccountContext,
  { ids }: InputOf<typeof contracts.readNotices>,
): Promise<{ read: number }> {
  const { numUpdatedRows } = await db
    .updateTable("notices")
    .set({ read_at: sql<Date>`now()` })
    .where("person_id", "=", actor.id)
    .where("account_id", "=", account.id)
    .where("read_at", "is", null)
    .$if(ids !== undefined, (query) => query.where("id", "in", ids?.length ? ids : [""]))
    .executeTakeFirst();
  return { read: Number(numUpdatedRows) };
}
