/** Owns what is done with people who sign in: an account's own (`colleagues.ts`) and staff (`staff.ts`). */
import type { SelectQueryBuilder } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import { invalid, type Path } from "@/lib/errors";
import type { OperationId } from "@/lib/operations";
import type { Context } from "@/server/context";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import type { OpenTables } from "@/server/db/types";
import { LastOwnerError } from "../administration-error";
import { changedFacts, recordAudit } from "../audit/audit";
import { removeLostFactors } from "../sign-in/factors";
import {
  type ChangedBy,
  disablePerson,
  enablePerson,
  endSessions,
  PERSONAL_FACTS,
  type PersonRole,
  personFacts,
  removePerson,
  updatePerson,
} from "./person-records";
import { PRESENCE, withPresence } from "./presence";

/** What is done with a person. */
export type Act = "update" | "disable" | "remove" | "enable" | "endSessions" | "resetFactors";

/** The columns of every list of people. */
export const PERSON_COLUMNS = ["id", "email", "name", "disabled_at", "last_sign_in_at", ...PRESENCE] as const;

type Given = { id: string; name?: string | undefined; role?: PersonRole | undefined };
type Page = { limit: string; offset: string };

/** Some of the people: who they are, who may change them, and what follows. */
type Group<Ctx extends Context, Row, Locked> = {
  /** Those that the caller sees, removed ones too, with {@link PERSON_COLUMNS}. */
  rows: (db: Db, ctx: Ctx) => SelectQueryBuilder<OpenTables, "people", Row>;
  by: (ctx: Ctx) => ChangedBy;
  /** Locks the person, and judges whether the caller may do it. @throws ApiError NOT_FOUND, FORBIDDEN, 400 at `id` */
  lock: (tx: Tx, ctx: Ctx, act: Act, given: Given) => Promise<Locked>;
  /** Where the audit log has it: the account (null: none), and what it calls the person. */
  audit: (ctx: Ctx, id: string) => { accountId: string | null; objectId: string };
  operations: Readonly<Record<Act, OperationId>>;
  /** In the transaction of the change; `locked`: the person before it. */
  after?: (tx: Tx, ctx: Ctx, act: Act, locked: Locked) => Promise<void>;
};

type Listed = { disabled_at: Date | null } & Parameters<typeof withPresence>[0];

/**
 * The operations on the people of a group. Each changes a person and records it, both or neither.
 * @throws ApiError as the group's `lock`; 400 for the last owner, at `role` or `id` (contract §8.2)
 */
export function peopleOf<Ctx extends Context, Row extends Listed, Locked>(group: Group<Ctx, Row, Locked>) {
  const present = (row: Row, { language }: Pick<Ctx, "language">) => ({
    ...withPresence(row, language),
    disabled_at: row.disabled_at && hongKongIso(row.disabled_at),
  });

  async function read(db: Db, ctx: Ctx, id: string) {
    const row = await group.rows(db, ctx).where("id", "=", id).executeTakeFirstOrThrow();
    return present(row as Row, ctx);
  }

  async function change<T>(
    ctx: Ctx,
    act: Act,
    given: Given,
    work: (tx: Tx) => Promise<T>,
    { operation = group.operations[act], path = ["id"] }: { operation?: OperationId; path?: Path } = {},
  ) {
    const { id } = given;
    return withTransaction(ctx.db, async (tx) => {
      const locked = await group.lock(tx, ctx, act, given);
      const before = await personFacts(tx, id);
      const result = await work(tx).catch((error: unknown) => {
        throw error instanceof LastOwnerError ? invalid({ path, key: "lastOwner" }) : error;
      });
      const { accountId, objectId } = group.audit(ctx, id);
      const facts = changedFacts(before, await personFacts(tx, id), PERSONAL_FACTS);
      await recordAudit({ ...ctx, db: tx }, [accountId], { operation, objectId, ...facts });
      await group.after?.(tx, ctx, act, locked);
      return { person: await read(tx, ctx, id), result };
    });
  }

  return {
    read,
    change,
    /** The people, the oldest first. */
    async list(ctx: Ctx, { limit, offset }: Page) {
      const all = await group
        .rows(ctx.db, ctx)
        .where("removed_at", "is", null)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      const from = Number(offset);
      return { rows: all.slice(from, from + Number(limit)).map((row) => present(row as Row, ctx)), total: all.length };
    },
    /** Changes name or role; another role ends their sessions. */
    async update(ctx: Ctx, given: Given) {
      const { id, name, role } = given;
      const values = { ...(name === undefined ? {} : { name }), ...(role === undefined ? {} : { role }) };
      const work = (tx: Tx) => updatePerson(tx, id, values, group.by(ctx));
      return (await change(ctx, "update", given, work, { path: ["role"] })).person;
    },
    /** They are out with their next request. */
    async disable(ctx: Ctx, given: { id: string }) {
      return (await change(ctx, "disable", given, (tx) => disablePerson(tx, given.id, group.by(ctx)))).person;
    },
    /** Removes a person for good (contract §17.2). */
    async remove(ctx: Ctx, given: { id: string }): Promise<{ id: string; deleted: true }> {
      await change(ctx, "remove", given, (tx) => removePerson(tx, given.id, group.by(ctx)));
      return { id: given.id, deleted: true };
    },
    /** Lets a disabled person sign in again. */
    async enable(ctx: Ctx, given: { id: string }) {
      return (await change(ctx, "enable", given, (tx) => enablePerson(tx, given.id))).person;
    },
    /** Signs a person out everywhere and forgets their browsers; `ended`: how many sessions. */
    async endSessions(ctx: Ctx, given: { id: string }) {
      const { person, result } = await change(ctx, "endSessions", given, (tx) => endSessions(tx, given.id));
      return { person, ended: result };
    },
    /** Removes the lost second factors of a person, and mails them (contract §8.17); `removed`: how many. */
    async resetFactors(ctx: Ctx, given: { id: string }) {
      const { person, result } = await change(ctx, "resetFactors", given, (tx) => removeLostFactors(tx, given.id));
      return { person, removed: result };
    },
  };
}
