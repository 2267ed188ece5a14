/**
 * Owns the commands of support (contract §16.3): one table, used both by a command line with the database itself and by
 * the running server. Prints nothing.
 */
import { SUSPENSION_REASONS } from "@/lib/contracts/account";
import { ENVIRONMENTS, type Environment } from "@/lib/environment";
import {
  AdministrationError,
  changed,
  createAccount,
  DEMONSTRATION_ENDED,
  demonstrationIsOpen,
  type Facts,
  issueClient,
  MASKED,
  mailOwnersOfKey,
  mailOwnersOfState,
  readAudit,
  recordCommand,
  revokeClient,
  rollClient,
  updateAccount,
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
import { DEMONSTRATION } from "@/server/cli/admin-demonstration";
import { PEOPLE } from "@/server/cli/admin-people";
import { SECRET } from "@/server/cli/admin-secret";
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
      return (db) =>
        withTransaction(db, async (tx) => {
          const made = await createAccount(tx, account);
          const operation = "createAccount";
          await recordCommand(tx, { operation, accountId: made.account_id, objectId: made.account_id });
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
      const limits = { rate_minute: rateMinute, rate_hour: rateHour };
      const change = {
        name: values.name === undefined ? undefined : required(values.name, "name").trim(),
        pick_pack: values.pickpack,
        remarks_to_packer: remarks === undefined ? undefined : choice(remarks, "remarks-to-packer", ["Y", "N"]) === "Y",
        payment_plan: values["payment-plan"],
        suspended: values.suspended,
        suspended_reason: values.reason === undefined ? undefined : choice(values.reason, "reason", SUSPENSION_REASONS),
        ...limits,
      };
      return (db) =>
        withTransaction(db, async (tx) => {
          const before = await updateAccount(tx, id, {});
          const after = await updateAccount(tx, id, change);
          const facts = changed(before, { ...after, ...limits }, ["name"]);
          await mailOwnersOfState(tx, before, after);
          await recordCommand(tx, { operation: "updateAccount", accountId: id, objectId: id, ...facts });
          return after;
        });
    },
  }),
  ...prefixed("account", ACCOUNT_DATA),
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
      return (db) =>
        changingClient(db, "createClient", async (tx) => {
          const { client_id, client_secret } = await issueClient(tx, client);
          return { id: client_id, result: { client_id, client_secret }, after: { client_secret: MASKED } };
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
      return (db) =>
        changingClient(db, "rollClient", async (tx) => ({
          id,
          result: await rollClient(tx, id, hours),
          after: { client_secret: MASKED, overlap_hours: hours },
        }));
    },
  }),
  "client revoke": command({
    usage: "--client CLIENT_ID",
    does: "ends an API client: its secrets and tokens stop working with the next request",
    options: { client: text },
    read(values) {
      const id = required(values.client, "client");
      return (db) =>
        changingClient(db, "revokeClient", async (tx) => {
          await revokeClient(tx, id);
          return { id, result: { client_id: id, revoked: true }, after: { revoked: true } };
        });
    },
  }),
  ...prefixed("person", PEOPLE),
  ...prefixed("demo", DEMONSTRATION),
  ...prefixed("secret", SECRET),
  "audit list": command({
    usage: "[--limit N]",
    does: `shows the audit log of both environments, newest first; the latest ${AUDIT_ROWS}, or as many as named`,
    options: { limit: text },
    read(values) {
      const limit = wholeNumber(values.limit ?? AUDIT_ROWS, "limit", MAX_AUDIT_ROWS);
      return async (db) => {
        const { rows } = await readAudit(db, null, {}, { limit: String(limit), offset: "0" });
        await recordCommand(db, { accountId: null, operation: "listAudit" });
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
      async (_db, { migrated }) => ({ migrated }),
  }),
};

/** Aliases of commands, for scripts that use them. */
const OTHER_NAMES: Readonly<Record<string, Command>> = {
  ...prefixed("user", PEOPLE),
  ...prefixed("user", { "password-link": PEOPLE.link as Command }),
};

function prefixed(prefix: string, commands: Readonly<Record<string, Command>>): Record<string, Command> {
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
  const wasOpen = await demonstrationIsOpen(db);
  const result = await work(db, { migrated, notes, isExposed }).catch(async (error: unknown) => {
    const isRefusal = error instanceof CommandError || error instanceof AdministrationError;
    if (isRefusal)
      await recordCommand(db, { accountId: null, operation: "runCommand", objectId: nameOf(argv), outcome: "REFUSED" });
    throw error;
  });
  if (wasOpen && !(await demonstrationIsOpen(db))) notes.push(DEMONSTRATION_ENDED);
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

/** Changes an API client, records it and mails the owners, all or nothing (contract §20.1, §20.3). */
function changingClient(
  db: Db,
  operation: "createClient" | "rollClient" | "revokeClient",
  change: (tx: Db) => Promise<{ id: string; result: object; after: Facts }>,
): Promise<object> {
  return withTransaction(db, async (tx) => {
    const { id, result, after } = await change(tx);
    const client = await describeClient(tx, id);
    const { environment, account_id: accountId } = client;
    await recordCommand(tx, { operation, environment, accountId, objectId: id, after });
    if (accountId) await mailOwnersOfKey(tx, { accountId, environment, operation, which: id });
    return { ...result, ...client };
  });
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
