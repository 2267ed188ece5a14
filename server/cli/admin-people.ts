/** Commands for people who sign in (contract §8.1). */
import {
  accountPeople,
  changedFacts,
  createPasswordLink,
  createPerson,
  findPerson,
  listPeople,
  MASKED,
  mailOwnersOfChange,
  PERSON_ROLES,
  PERSONAL_FACTS,
  personFacts,
  recordAudit,
  staffPeople,
  updatePerson,
} from "@/server/accounts";
import { type Command, CommandError, choice, command, optional, required, text } from "@/server/cli/admin-command";
import { onAccount } from "@/server/cli/admin-context";
import type { Context } from "@/server/context";
import { type Tx, withTransaction } from "@/server/db/transaction";
import { env } from "@/server/env";

const ROLES = PERSON_ROLES.join("|");
const EMAIL = { usage: "--email E-MAIL", options: { email: text } } as const;

type Reported = Parameters<typeof mailOwnersOfChange>[1];

/** What the audit log calls a change, and how the mail to the owners names it. */
const CHANGES = { createPerson: "created", updatePerson: "updated" } as const;

/**
 * Creates or changes a person as support's pages cannot, with a password or another account, records it and mails the
 * owners of their account, and of the one that they leave; all or nothing (contract §17.5, §20.1).
 */
function changeRecorded<T extends Reported & { id?: string }>(
  ctx: Context,
  operation: keyof typeof CHANGES,
  id: string | null,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withTransaction(ctx.db, async (tx) => {
    const before = id === null ? null : await personFacts(tx, id);
    const person = await change(tx);
    const personId = id ?? person.id ?? "";
    const facts = changedFacts(before ?? {}, await personFacts(tx, personId), PERSONAL_FACTS);
    const act = { operation, objectId: `person:${personId}`, ...facts };
    for (const accountId of new Set([person.account_id, ...(before ? [before.account_id] : [])])) {
      await recordAudit({ ...ctx, db: tx }, [accountId], act);
      const role = before?.role ?? person.role;
      await mailOwnersOfChange(tx, { ...person, account_id: accountId, role }, CHANGES[operation]);
    }
    return person;
  });
}

type Person = Awaited<ReturnType<typeof findPerson>>;

/** A command for the person with one e-mail. */
function aboutPerson(does: string, work: (ctx: Context, person: Person) => Promise<object>) {
  return command({
    ...EMAIL,
    does,
    read(values) {
      const email = required(values.email, "email");
      return async (ctx) => work(ctx, await findPerson(ctx.db, email));
    },
  });
}

type Group<Ctx> = {
  disable(ctx: Ctx, given: { id: string }): Promise<unknown>;
  enable(ctx: Ctx, given: { id: string }): Promise<unknown>;
  endSessions(ctx: Ctx, given: { id: string }): Promise<{ ended: number }>;
  resetFactors(ctx: Ctx, given: { id: string }): Promise<{ removed: number }>;
};

function bindGroup<Ctx>(group: Group<Ctx>, ctx: Ctx, id: string) {
  return {
    disable: () => group.disable(ctx, { id }),
    enable: () => group.enable(ctx, { id }),
    endSessions: () => group.endSessions(ctx, { id }),
    resetFactors: () => group.resetFactors(ctx, { id }),
  };
}

/** What support's pages do with this person, who is of an account or of staff. */
async function operationsOn(ctx: Context, { id, account_id }: Person) {
  return account_id === null
    ? bindGroup(staffPeople, ctx, id)
    : bindGroup(accountPeople, await onAccount(ctx, account_id), id);
}

/** The person as the commands print them. */
async function readPerson({ db }: Context, { email }: Person): Promise<object> {
  const { id: _id, ...row } = await findPerson(db, email);
  return row;
}

/** `person …`, with the alias `user …`. */
export const PEOPLE: Readonly<Record<string, Command>> = {
  list: command({
    usage: `[--email E-MAIL] [--account ID] [--role ${ROLES}]`,
    does: "lists people, with the time of their last sign-in",
    options: { email: text, account: text, role: text },
    read(values) {
      const filter = {
        email: optional(values.email, "email"),
        accountId: optional(values.account, "account"),
        role: values.role === undefined ? undefined : choice(values.role, "role", PERSON_ROLES),
      };
      return async (ctx) => {
        const people = await listPeople(ctx.db, filter);
        await recordAudit(ctx, [filter.accountId ?? null], { operation: "listPeople" });
        return people;
      };
    },
  }),
  create: command({
    usage: `--role ${ROLES} --email E-MAIL [--account ID] [--name NAME] [--password PASSWORD|-]`,
    does: "creates a person who can sign in; owners and members need an account; - reads the password from standard input",
    options: { role: text, email: text, account: text, name: text, password: text },
    read(values) {
      const person = {
        accountId: optional(values.account, "account") ?? null,
        role: choice(required(values.role, "role"), "role", PERSON_ROLES),
        email: required(values.email, "email").trim(),
        password: optional(values.password, "password"),
        name: optional(values.name, "name")?.trim(),
      };
      if (person.accountId === null && (person.role === "owner" || person.role === "member"))
        throw new CommandError(`--account is required with --role ${person.role}.`);
      return async (ctx, { notes }) => {
        const { id, ...row } = await changeRecorded(ctx, "createPerson", null, (tx) => createPerson(tx, person));
        if (person.password === undefined)
          notes.push(`${row.email} has no password yet: npm run admin -- person link --email ${row.email}`);
        return { user_id: id, ...row };
      };
    },
  }),
  update: command({
    usage: `--email E-MAIL [--name NAME] [--role ${ROLES}] [--account ID] [--password PASSWORD|-]`,
    does: "changes a person; another role, account or password ends their sessions",
    options: { email: text, name: text, role: text, account: text, password: text },
    read(values) {
      const email = required(values.email, "email");
      const change = {
        name: optional(values.name, "name")?.trim(),
        role: values.role === undefined ? undefined : choice(values.role, "role", PERSON_ROLES),
        accountId: optional(values.account, "account"),
        password: optional(values.password, "password"),
      };
      const asked = change.password === undefined ? {} : { asked: { password: MASKED } };
      return async (ctx) => {
        const { id } = await findPerson(ctx.db, email);
        const update = (tx: Tx) => updatePerson(tx, id, change, "staff");
        return changeRecorded({ ...ctx, ...asked }, "updatePerson", id, update);
      };
    },
  }),
  disable: aboutPerson("disables a person: they are out with their next request", async (ctx, person) => {
    await (await operationsOn(ctx, person)).disable();
    return readPerson(ctx, person);
  }),
  enable: aboutPerson("lets a disabled person sign in again", async (ctx, person) => {
    await (await operationsOn(ctx, person)).enable();
    return readPerson(ctx, person);
  }),
  "end-sessions": aboutPerson("signs a person out everywhere", async (ctx, person) => {
    const { ended } = await (await operationsOn(ctx, person)).endSessions();
    return { email: person.email, ended };
  }),
  "reset-factor": aboutPerson(
    "removes the second factor of a person who lost it; they sign in with their password and get a mail",
    async (ctx, person) => {
      const { removed } = await (await operationsOn(ctx, person)).resetFactors();
      return { email: person.email, removed };
    },
  ),
  link: aboutPerson(
    "makes a link by which a person sets their password, and mails it to them; it works once and for an hour, or 7 days for the first password; earlier ones end",
    async ({ db }, person) => {
      const { email, disabled_at } = person;
      if (disabled_at) throw new CommandError(`${email} is disabled; enable them first.`);
      return withTransaction(db, async (tx) => {
        await mailOwnersOfChange(tx, person, "linked");
        return { user_id: person.id, email, link: env().appUrl + (await createPasswordLink(tx, person.id)) };
      });
    },
  ),
};
