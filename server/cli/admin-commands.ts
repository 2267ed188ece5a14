/**
 * Owns the commands of support (contract §16.3): one table, used both by a command line with the database itself and by
 * the running server. Prints nothing.
 */
import { SUSPENSION_REASONS } from "@/lib/contracts/account";
import { ENVIRONMENTS, type Environment } from "@/lib/environment";
import { ApiError } from "@/lib/errors";
import {
  AdministrationError,
  changeAccount,
  createAccount,
  DEMO_ENDED,
  demoIsOpen,
  issueAnyClient,
  MASKED,
  readAudit,
  recordAudit,
  requireAccount,
  revokeOwnClient,
  rollOwnClient,
} from "@/server/accounts";
import { ACCOUNT_DATA } from "@/server/cli/admin-account-data";
import {
  type Around,
  type Command,
  CommandError,
  choice,
  command,
  flag,
  required,
  text,
  type Work,
  wholeNumber,
} from "@/server/cli/admin-command";
import { commandContext, onAccount } from "@/server/cli/admin-context";
import { DEMONSTRATION } from "@/server/cli/admin-demo";
import { PEOPLE } from "@/server/cli/admin-people";
import { SECRET } from "@/server/cli/admin-secret";
import type { Context } from "@/server/context";
import { migrate } from "@/server/db/migrate";
import { type Db, withTransaction } from "@/server/db/transaction";

const CLIENT_ROLES = ["merchant", "carrier", "warehouse", "support"] as const;
const DEFAULT_OVERLAP_HOURS = "24";
const MAX_OVERLAP_HOURS = 720;
const AUDIT_ROWS = "50";
const MAX_AUDIT_ROWS = 10_000;
const MAX_RATE = 1_000_000_000;

const RATES = { "rate-minute": text, "rate-hour": text };

/** Every command by name. Values are checked before the database is used. */
const COMMANDS: Readonly<Record<string, Command>> = {
  "account create": command({
    usage:
      "--name NAME --email E-MAIL --password PASSWORD|- [--pickpack] [--no-payment-plan] [--rate-minute N] [--rate-hour N]",
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
      return (ctx) =>
        withTransaction(ctx.db, async (tx) => {
          const made = await createAccount(tx, account);
          const act = { operation: "createAccount", objectId: made.account_id };
          await recordAudit({ ...ctx, db: tx }, [made.account_id], act);
          return made;
        });
    },
  }),
  "account update": command({
    usage: `--account ID [--name NAME] [--[no-]pickpack] [--remarks-to-packer Y|N] [--[no-]payment-plan] [--no-suspended | --suspended --reason ${SUSPENSION_REASONS.join("|")}] [--rate-minute N] [--rate-hour N]`,
    does: "changes an account; limits are those of each of its API clients",
    options: {
      account: text,
      name: text,
      pickpack: flag,
      "remarks-to-packer": text,
      "payment-plan": flag,
      suspended: flag,
      reason: text,
      ...RATES,
    },
    read(values) {
      const id = required(values.account, "account");
      if ((values.suspended === true) !== (values.reason !== undefined))
        throw new CommandError("--suspended needs --reason, and nothing else takes one.");
      const remarks = values["remarks-to-packer"];
      const { rateMinute, rateHour } = rates(values);
      const change = {
        name: values.name === undefined ? undefined : required(values.name, "name").trim(),
        pick_pack: values.pickpack,
        remarks_to_packer: remarks === undefined ? undefined : choice(remarks, "remarks-to-packer", ["Y", "N"]) === "Y",
        payment_plan: values["payment-plan"],
        suspended: values.suspended,
        suspended_reason: values.reason === undefined ? undefined : choice(values.reason, "reason", SUSPENSION_REASONS),
        rate_minute: rateMinute,
        rate_hour: rateHour,
      };
      return async (ctx) => {
        await requireAccount(ctx.db, id);
        const after = await changeAccount(ctx, { account_id: id, ...change });
        const { account_id, name, pick_pack, remarks_to_packer, payment_plan, suspended } = after;
        return { account_id, name, pick_pack, remarks_to_packer, payment_plan, suspended };
      };
    },
  }),
  ...withPrefix("account", ACCOUNT_DATA),
  "client issue": command({
    usage: `[--account ID] --environment ${ENVIRONMENTS.join("|")} [--role ${CLIENT_ROLES.join("|")}] [--label LABEL] [--rate-minute N] [--rate-hour N]`,
    does: "issues an API client (role merchant unless named); without an account it serves the whole platform",
    options: { account: text, environment: text, role: text, label: text, ...RATES },
    read(values) {
      const accountId = values.account === undefined ? null : required(values.account, "account");
      const of = {
        environment: choice(required(values.environment, "environment"), "environment", ENVIRONMENTS),
        role: choice(values.role ?? "merchant", "role", CLIENT_ROLES),
        account_id: accountId,
      };
      const client = { role: of.role, label: values.label, ...rates(values) };
      return async (ctx) => {
        const { client_id, client_secret } = await issueAnyClient(await contextOf(ctx, of), client);
        return { client_id, client_secret, ...of };
      };
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
      return async (ctx) => {
        const of = await findClient(ctx, id);
        const asking = { ...(await contextOf(ctx, of)), asked: { client_secret: MASKED, overlap_hours: hours } };
        const { client_secret } = await rollOwnClient(asking, { client_id: id, overlap_hours: hours });
        return { client_id: id, client_secret, ...of };
      };
    },
  }),
  "client revoke": command({
    usage: "--client CLIENT_ID",
    does: "ends an API client: its secrets and tokens stop working with the next request",
    options: { client: text },
    read(values) {
      const id = required(values.client, "client");
      return async (ctx) => {
        const of = await findClient(ctx, id);
        await revokeOwnClient(await contextOf(ctx, of), { client_id: id });
        return { client_id: id, revoked: true, ...of };
      };
    },
  }),
  ...withPrefix("person", PEOPLE),
  ...withPrefix("demo", DEMONSTRATION),
  ...withPrefix("secret", SECRET),
  "audit list": command({
    usage: "[--limit N]",
    does: `shows the audit log of both environments, newest first; the latest ${AUDIT_ROWS}, or as many as named`,
    options: { limit: text },
    read(values) {
      const limit = wholeNumber(values.limit ?? AUDIT_ROWS, "limit", MAX_AUDIT_ROWS);
      return async (ctx) => {
        const { rows } = await readAudit(ctx.db, null, {}, { limit: String(limit), offset: "0" });
        await recordAudit(ctx, [null], { operation: "listAudit" });
        return rows;
      };
    },
  }),
  migrate: command({
    usage: "",
    does: "brings the database to the schema of this version, as every command does first",
    options: {},
    read:
      () =>
      async (_ctx, { migrated }) => ({ migrated }),
  }),
};

/** Aliases of commands, for scripts that use them. */
const OTHER_NAMES: Readonly<Record<string, Command>> = {
  ...withPrefix("user", PEOPLE),
  ...withPrefix("user", { "password-link": PEOPLE.link as Command }),
};

function withPrefix(prefix: string, commands: Readonly<Record<string, Command>>): Record<string, Command> {
  return Object.fromEntries(Object.entries(commands).map(([name, one]) => [`${prefix} ${name}`, one]));
}

/** Describes the commands and how to call them. */
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

/** Parses a command without running it. Throws `CommandError`. */
export function readCommand(argv: readonly string[]): Work {
  const words = withoutJson(argv);
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(" ");
    for (const commands of [COMMANDS, OTHER_NAMES])
      if (words.length >= length && Object.hasOwn(commands, name))
        return (commands[name] as Command).read(words.slice(length));
  }
  throw new CommandError(`There is no command "${nameOf(argv)}"; "npm run admin -- help" lists them.`);
}

/**
 * Migrates the schema, runs the command and returns its result; lines for the person who gave it are added to `notes`.
 * Throws `CommandError`, and refusals whose message is meant for the caller.
 */
export async function runCommand(
  db: Db,
  argv: readonly string[],
  { notes = [], isExposed = false }: Partial<Pick<Around, "notes" | "isExposed">> = {},
): Promise<object> {
  if (isHelp(argv)) return help();
  const work = readCommand(argv);
  const migrated = await migrate({ db });
  const wasOpen = await demoIsOpen(db);
  const ctx = await commandContext(db);
  const result = await work(ctx, { migrated, notes, isExposed }).catch(async (error: unknown) => {
    const isByHandler = error instanceof ApiError && error.status < 500;
    if (!isByHandler && !(error instanceof CommandError || error instanceof AdministrationError)) throw error;
    await recordAudit(ctx, [null], { operation: "runCommand", objectId: nameOf(argv), outcome: "REFUSED" });
    throw isByHandler ? new CommandError(messageOf(error), { cause: error }) : error;
  });
  if (wasOpen && !(await demoIsOpen(db))) notes.push(DEMO_ENDED);
  return result;
}

/** The words that name a command, without its options, which contain passwords. */
export function nameOf(argv: readonly string[]): string {
  const words = withoutJson(argv).slice(0, 2);
  return words.filter((word) => !word.startsWith("-")).join(" ");
}

function withoutJson(argv: readonly string[]): string[] {
  return argv.filter((word) => word !== "--json");
}

function rates(values: { "rate-minute"?: string | undefined; "rate-hour"?: string | undefined }) {
  const rate = (name: keyof typeof RATES) =>
    values[name] === undefined ? undefined : wholeNumber(values[name], name, MAX_RATE);
  return { rateMinute: rate("rate-minute"), rateHour: rate("rate-hour") };
}

/** The options of fields that are named otherwise; null: the command names it without an option. */
const OPTION_OF: Readonly<Record<string, string | null>> = {
  id: null,
  client_id: null,
  account_id: null,
  pick_pack: "pickpack",
  suspended_reason: "reason",
};

/** The refusal of a handler as the operator reads it: each wrong option with its message. */
function messageOf(error: ApiError): string {
  const { message, error_trace: wrong = [] } = error.body();
  const lines = wrong.map((entry) => {
    const { [entry.field]: option = entry.field.replaceAll("_", "-") } = OPTION_OF;
    return option === null ? entry.message : `--${option}: ${entry.message}`;
  });
  return lines.join("\n") || message;
}

type ClientOf = { environment: Environment; role: string; account_id: string | null };

/** The context in which a client is issued or changed: its account's, or none of the platform's. */
function contextOf(ctx: Context, { account_id, environment }: ClientOf): Promise<Context> {
  return account_id === null ? Promise.resolve({ ...ctx, environment }) : onAccount(ctx, account_id, environment);
}

/** @throws CommandError there is no such client */
async function findClient({ db }: Context, id: string): Promise<ClientOf> {
  const client = await db
    .selectFrom("api_clients")
    .select(["environment", "role", "account_id"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!client) throw new CommandError(`there is no client ${id}`);
  return client;
}
