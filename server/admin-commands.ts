/**
 * Owns what support does out of band (decisions §9): a table of commands, the same whether the command line has the
 * database itself or the running server carries the command out. Prints nothing.
 */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { ENVIRONMENTS, type Environment } from "@/lib/environment";
import {
  createAccount,
  createPasswordLink,
  createPerson,
  issueClient,
  revokeClient,
  rollClient,
  updateAccount,
} from "@/server/accounts";
import type { Db } from "@/server/context";
import { migrate } from "@/server/db/migrate";
import { env } from "@/server/env";

/** A command that cannot be understood; the message says what is wrong with it. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>["values"];
type Work = (db: Db, migrated: string[]) => Promise<object>;
type Command = { usage: string; does: string; read(argv: string[]): Work };

const CLIENT_ROLES = ["merchant", "carrier", "warehouse", "support"] as const;
const STAFF_ROLES = ["support", "warehouse"] as const;
const DEFAULT_OVERLAP_HOURS = "24";
const MAX_OVERLAP_HOURS = 720;
const MAX_RATE = 1_000_000_000;

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const RATES = { "rate-minute": text, "rate-hour": text };

/** Every command by its name. Values are judged before the database is asked for anything. */
const COMMANDS: Readonly<Record<string, Command>> = {
  "account create": command({
    usage:
      "--name NAME --email E-MAIL --password PASSWORD [--pickpack] [--no-payment-plan] [--rate-minute N] [--rate-hour N]",
    does: "creates a merchant's account with its owner and one API client an environment",
    options: { name: text, email: text, password: text, pickpack: flag, "payment-plan": flag, ...RATES },
    read(values) {
      const account = {
        name: required(values.name, "name"),
        email: required(values.email, "email"),
        password: required(values.password, "password"),
        pickPack: values.pickpack,
        paymentPlan: values["payment-plan"],
        ...rates(values),
      };
      return (db) => createAccount(db, account);
    },
  }),
  "account update": command({
    usage:
      "--account ID [--name NAME] [--[no-]pickpack] [--[no-]payment-plan] [--[no-]suspended] [--rate-minute N] [--rate-hour N]",
    does: "changes an account; limits are those of each of its API clients",
    options: { account: text, name: text, pickpack: flag, "payment-plan": flag, suspended: flag, ...RATES },
    read(values) {
      const id = required(values.account, "account");
      const change = {
        name: values.name === undefined ? undefined : required(values.name, "name").trim(),
        pickPack: values.pickpack,
        paymentPlan: values["payment-plan"],
        suspended: values.suspended,
        ...rates(values),
      };
      return (db) => updateAccount(db, id, change);
    },
  }),
  "client issue": command({
    usage: `[--account ID] --environment ${ENVIRONMENTS.join("|")} [--role ${CLIENT_ROLES.join("|")}] [--label LABEL] [--rate-minute N] [--rate-hour N]`,
    does: "issues an API client (role merchant unless named); without an account it serves the whole platform",
    options: { account: text, environment: text, role: text, label: text, ...RATES },
    read(values) {
      const accountId = values.account === undefined ? null : required(values.account, "account");
      const client = {
        accountId,
        environment: choice(required(values.environment, "environment"), "environment", ENVIRONMENTS),
        role: choice(values.role ?? "merchant", "role", CLIENT_ROLES),
        label: values.label,
        ...rates(values),
      };
      return async (db) => ({
        ...(await issueClient(db, client)),
        environment: client.environment,
        role: client.role,
        account_id: accountId,
      });
    },
  }),
  "client roll": command({
    usage: `--client CLIENT_ID [--overlap-hours N]`,
    does: `gives an API client a new secret; the one before works for ${DEFAULT_OVERLAP_HOURS} hours more, or those named`,
    options: { client: text, "overlap-hours": text },
    read(values) {
      const id = required(values.client, "client");
      const overlap = values["overlap-hours"] ?? DEFAULT_OVERLAP_HOURS;
      const hours = wholeNumber(overlap, "overlap-hours", MAX_OVERLAP_HOURS);
      return async (db) => ({ ...(await rollClient(db, id, hours)), ...(await describeClient(db, id)) });
    },
  }),
  "client revoke": command({
    usage: "--client CLIENT_ID",
    does: "ends an API client: its secrets and tokens stop working with the next request",
    options: { client: text },
    read(values) {
      const id = required(values.client, "client");
      return async (db) => {
        await revokeClient(db, id);
        return { client_id: id, ...(await describeClient(db, id)), revoked: true };
      };
    },
  }),
  "user create": command({
    usage: `--role ${STAFF_ROLES.join("|")} --email E-MAIL --password PASSWORD [--name NAME]`,
    does: "creates a member of staff who can sign in",
    options: { role: text, email: text, password: text, name: text },
    read(values) {
      const person = {
        accountId: null,
        role: choice(required(values.role, "role"), "role", STAFF_ROLES),
        email: required(values.email, "email"),
        password: required(values.password, "password"),
        name: values.name,
      };
      return async (db) => {
        const { id, email } = await createPerson(db, person);
        return { user_id: id, email, role: person.role };
      };
    },
  }),
  "user password-link": command({
    usage: "--email E-MAIL",
    does: "makes a link by which a person sets their password, and mails it to them; it works once and for 48 hours, earlier ones end",
    options: { email: text },
    read(values) {
      const email = required(values.email, "email").trim();
      return async (db) => {
        const person = await db
          .selectFrom("people")
          .select(["id", "email"])
          .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
          .where("disabled_at", "is", null)
          .executeTakeFirst();
        if (!person) throw new CommandError(`${email} has no sign-in.`);
        const path = await createPasswordLink(db, person.id);
        return { user_id: person.id, email: person.email, link: env().appUrl + path };
      };
    },
  }),
  migrate: command({
    usage: "",
    does: "brings the database to the schema of this version, as every command does first",
    options: {},
    read: () => async (_db, migrated) => ({ migrated }),
  }),
};

/** What the commands are and how each is called. */
export function help(): { commands: { name: string; usage: string; does: string }[] } {
  const commands = Object.entries(COMMANDS).map(([name, { usage, does }]) => ({
    name,
    usage: `npm run admin -- ${name}${usage && ` ${usage}`} [--json]`,
    does,
  }));
  const own = { name: "help", usage: "npm run admin -- help [--json]", does: "lists the commands" };
  return { commands: [...commands, own] };
}

/** Whether the words ask for help, which needs no database. */
export function isHelp(argv: readonly string[]): boolean {
  const words = withoutJson(argv);
  return words.length === 0 || words[0] === "help" || words.includes("--help") || words.includes("-h");
}

/** Understands a command without carrying it out. Throws `CommandError`. */
export function readCommand(argv: readonly string[]): Work {
  const words = withoutJson(argv);
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(" ");
    if (words.length >= length && Object.hasOwn(COMMANDS, name)) {
      return (COMMANDS[name] as Command).read(words.slice(length));
    }
  }
  const given = words.slice(0, 2).filter((word) => !word.startsWith("-"));
  throw new CommandError(`There is no command "${given.join(" ")}"; "npm run admin -- help" lists them.`);
}

/**
 * Brings the schema up to date, carries the command out and gives what it answers.
 * Throws `CommandError`, and refusals whose message is meant for the caller.
 */
export async function runCommand(db: Db, argv: readonly string[]): Promise<object> {
  if (isHelp(argv)) return help();
  const work = readCommand(argv);
  return work(db, await migrate({ db }));
}

function command<const O extends Options>(definition: {
  usage: string;
  does: string;
  options: O;
  read(values: Values<O>): Work;
}): Command {
  const { usage, does, options, read } = definition;
  return {
    usage,
    does,
    read(argv) {
      try {
        return read(
          parseArgs({ args: argv, options, allowNegative: true, allowPositionals: false }).values as Values<O>,
        );
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        throw code?.startsWith("ERR_PARSE_ARGS") ? new CommandError(message) : error;
      }
    },
  };
}

function withoutJson(argv: readonly string[]): string[] {
  return argv.filter((word) => word !== "--json");
}

function required(value: string | undefined, name: string): string {
  if (!value?.trim()) throw new CommandError(`--${name} is required.`);
  return value;
}

function choice<const T extends string>(value: string, name: string, among: readonly T[]): T {
  const found = among.find((one) => one === value);
  if (!found) throw new CommandError(`--${name} must be one of ${among.join(", ")}, not "${value}".`);
  return found;
}

function wholeNumber(value: string, name: string, most: number): number {
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number <= most)) throw new CommandError(`--${name} must be a whole number from 0 to ${most}, not "${value}".`);
  return number;
}

function rates(values: { "rate-minute"?: string | undefined; "rate-hour"?: string | undefined }) {
  const rate = (name: keyof typeof RATES) =>
    values[name] === undefined ? undefined : wholeNumber(values[name], name, MAX_RATE);
  return { rateMinute: rate("rate-minute"), rateHour: rate("rate-hour") };
}

async function describeClient(
  db: Db,
  id: string,
): Promise<{ environment: Environment; role: string; account_id: string | null }> {
  return db
    .selectFrom("api_clients")
    .select(["environment", "role", "account_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
