/** Owns what support does with the people of staff, and with the demonstration's sign-ins (contract §27.6, §27.7). */
import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/staff";
import { ApiError, invalid, notFound } from "@/lib/errors";
import type { Context } from "@/server/context";
import { type Tx, withTransaction } from "@/server/db/transaction";
import { EmailTakenError } from "../administration-error";
import { changedFacts, recordAudit } from "../audit/audit";
import { demoIsOpen, demoLogins, endDemo, requireRealStaff } from "./demo";
import { mailPasswordLink } from "./people";
import { type Act, PERSON_COLUMNS, peopleOf } from "./people-of";
import { createPerson, PERSONAL_FACTS, personFacts } from "./person-records";

/** People do not end their own access: another person in support does. */
const NOT_TO_ONESELF: readonly Act[] = ["disable", "remove", "resetFactors"];

/**
 * Locks the caller and the person: of two who disable each other at the same time, the second is not of support any
 * more, so that a person in support always remains.
 * @throws ApiError FORBIDDEN to a caller who is not in real support any more; NOT_FOUND; 400 at `id` for oneself and for a
 * demonstration person
 */
async function lock(tx: Tx, ctx: Context, act: Act, { id, role }: { id: string; role?: unknown }): Promise<void> {
  const { kind } = ctx.actor;
  const isOneself = id === ctx.actor.id && (role !== undefined || NOT_TO_ONESELF.includes(act));
  if (isOneself) throw invalid({ path: ["id"], key: "staffSelf" });
  await requireRealStaff({ ...ctx, db: tx });
  if (!/^\d{1,15}$/.test(id)) throw notFound();
  const locked = await tx
    .selectFrom("people")
    .select(["id", "role", "is_demo", "disabled_at"])
    .where("id", "in", [id, ctx.actor.id])
    .where("account_id", "is", null)
    .where("removed_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  const caller = locked.find((each) => each.id === ctx.actor.id);
  const person = locked.find((each) => each.id === id);
  if (kind !== "command" && (caller?.role !== "support" || caller.disabled_at)) throw new ApiError("FORBIDDEN");
  if (!person) throw notFound();
  if (person.is_demo && (kind !== "command" || act === "enable")) throw invalid({ path: ["id"], key: "demoStaff" });
}

/** The people of staff. */
export const staffPeople = peopleOf({
  rows: (db, _ctx: Context) =>
    db
      .selectFrom("people")
      .select(PERSON_COLUMNS)
      .select([
        "is_demo",
        sql<contracts.StaffRole>`role`.as("role"),
        sql<boolean>`password_hash is not null`.as("has_password"),
      ])
      .where("account_id", "is", null),
  by: () => "staff",
  lock,
  audit: (_ctx, id) => ({ accountId: null, objectId: `person:${id}` }),
  operations: {
    update: "updateStaff",
    disable: "disableStaff",
    remove: "deleteStaff",
    enable: "enableStaff",
    endSessions: "endStaffSessions",
    resetFactors: "resetStaffFactors",
  },
});

const { read, change, ...handlers } = staffPeople;

/** The operations on {@link staffPeople} (contract §27.6). */
export const staff = {
  ...handlers,
  async endSessions(ctx: Context, given: { id: string }) {
    return (await handlers.endSessions(ctx, given)).person;
  },
  async resetFactors(ctx: Context, given: { id: string }) {
    return (await handlers.resetFactors(ctx, given)).person;
  },
  /**
   * Makes a person of staff, who sets a password by the link that they are mailed.
   * @throws ApiError FORBIDDEN to the demonstration's staff; 400 at `email` when it is taken
   */
  async create(ctx: Context, { email, role, name }: InputOf<typeof contracts.createStaff>) {
    await requireRealStaff(ctx);
    return withTransaction(ctx.db, async (tx) => {
      const person = { accountId: null, role, email, ...(name === undefined ? {} : { name }) };
      const { id } = await createPerson(tx, person).catch((error: unknown) => {
        throw error instanceof EmailTakenError ? invalid({ path: ["email"], key: "emailTaken" }) : error;
      });
      await mailPasswordLink(tx, id);
      const facts = changedFacts({}, await personFacts(tx, id), PERSONAL_FACTS);
      await recordAudit({ ...ctx, db: tx }, [null], { operation: "createStaff", objectId: `person:${id}`, ...facts });
      return read(tx, ctx, id);
    });
  },
  /** Mails a new link that sets a password. @throws ApiError as {@link lock}; 400 at `id` for a disabled person */
  async sendLink(ctx: Context, given: InputOf<typeof contracts.sendStaffLink>) {
    const send = async (tx: Tx) => {
      const { disabled_at } = await read(tx, ctx, given.id);
      if (disabled_at) throw invalid({ path: ["id"], key: "staffDisabled" });
      await mailPasswordLink(tx, given.id);
    };
    return (await change(ctx, "update", given, send, { operation: "sendStaffLink" })).person;
  },
};

type Demonstration = DataOf<typeof contracts.readDemonstration>;

/** Whether the demonstration's sign-ins work, and which there are (contract §27.7). */
export async function readDemonstration({ db }: Pick<Context, "db">): Promise<Demonstration> {
  const made = await demoLogins(db);
  const isOpen = await demoIsOpen(db);
  return { state: isOpen ? "ENABLED" : made.people.length > 0 ? "DISABLED" : "NONE", ...made };
}

/** Ends the demonstration (contract §27.7). @throws ApiError FORBIDDEN to its own staff, who would be out */
export async function disableDemonstration(ctx: Context): Promise<Demonstration> {
  await requireRealStaff(ctx);
  return withTransaction(ctx.db, async (tx) => {
    await endDemo(tx);
    await recordAudit({ ...ctx, db: tx }, [null], { operation: "endDemonstration" });
    return readDemonstration({ db: tx });
  });
}
