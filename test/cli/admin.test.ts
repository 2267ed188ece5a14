import { describe, expect, it } from "vitest";
import type { Environment } from "@/lib/environment";
import { disablePerson, findPerson, updatePerson } from "@/server/accounts";
import { runCommand } from "@/server/cli/admin-commands";
import { cookieOf, freshEmail, localOrder, testDb, tokenFor, tokenIn } from "../factories";
import { api } from "../http";

const PASSWORD = "correct horse battery";

type Credentials = { client_id: string; client_secret: string };
type NewAccount = { account_id: string; email: string; credentials: Record<Environment, Credentials> };

async function run<T = Record<string, unknown>>(...argv: string[]): Promise<T> {
  return (await runCommand(await testDb(), argv)) as T;
}

async function refusal(...argv: string[]): Promise<string> {
  const error = await run(...argv).catch((error: unknown) => error);
  if (error instanceof Error) return error.message;
  throw new Error(`${argv.join(" ")} was not refused`);
}

function newAccount(...more: string[]): Promise<NewAccount> {
  return run("account", "create", "--name", "Tea", "--email", freshEmail(), "--password", PASSWORD, ...more);
}

async function canList(token: string, environment: Environment = "testing"): Promise<number> {
  return (await api(environment, { token }).get("/orders")).status;
}

describe("account create", () => {
  it("prints one JSON document (contract §16.3), and both pairs of credentials work", async () => {
    const email = freshEmail();
    const account = await run<NewAccount>(
      ...["account", "create", "--json", "--name", "Tea & Co", "--email", email, "--password", PASSWORD],
    );
    expect(account).toEqual({
      account_id: expect.stringMatching(/^\d+$/),
      email,
      credentials: {
        testing: { client_id: expect.any(String), client_secret: expect.any(String) },
        production: { client_id: expect.any(String), client_secret: expect.any(String) },
      },
    });
    for (const environment of ["testing", "production"] as const) {
      expect(await canList(await tokenFor(account.credentials[environment], environment), environment)).toBe(200);
    }
  });

  it("takes pick-and-pack, no payment plan and limits", async () => {
    const packed = await newAccount("--pickpack", "--rate-minute", "7", "--rate-hour", "8");
    const token = await tokenFor(packed.credentials.testing, "testing");
    const answer = await api("testing", { token }).post("/order/create", localOrder());
    expect(answer.entries[0]?.code_reason).toBe("PICKPACK_ITEM_SKU_BARCODE_REQUIRED");
    expect(answer.headers.get("x-ratelimit-limit")).toBe("7");

    const unpaid = await newAccount("--no-payment-plan");
    expect(await canList(await tokenFor(unpaid.credentials.testing, "testing"))).toBe(403);
  });

  it("refuses what is missing, unknown or taken, and then makes nothing", async () => {
    const email = freshEmail();
    const words = ["account", "create", "--name", "Tea", "--email", email, "--password", PASSWORD];
    const accounts = async () =>
      (
        await (
          await testDb()
        )
          .selectFrom("accounts")
          .select((eb) => eb.fn.countAll().as("n"))
          .executeTakeFirst()
      )?.n;
    const before = await accounts();
    expect(await refusal("account", "create", "--email", email, "--password", PASSWORD)).toBe("--name is required.");
    expect(await refusal("account", "create", "--name", " ", "--email", email)).toBe("--name is required.");
    expect(await refusal(...words, "--rate-minute", "-1")).toMatch(/rate-minute/);
    expect(await refusal(...words, "--rate-minute", "1e3")).toMatch(/^--rate-minute must be a whole number/);
    expect(await refusal(...words, "--colour", "red")).toMatch(/Unknown option '--colour'/);
    expect(await refusal(...words, "stray")).toMatch(/stray/);
    expect(await refusal(...words.slice(0, -1), "short")).toMatch(/at least 12 characters/);
    expect(await refusal(...words.slice(0, 4), "--email", "nobody", "--password", PASSWORD)).toMatch(/not an e-mail/);
    expect(await accounts()).toEqual(before);
    await run(...words);
    expect(await refusal(...words.slice(0, 4), "--email", email.toUpperCase(), "--password", PASSWORD)).toMatch(
      /has a sign-in already/,
    );
  });
});

describe("account update", () => {
  it("changes what it names and leaves the rest", async () => {
    const { account_id, credentials } = await newAccount("--pickpack");
    const update = (...words: string[]) => run("account", "update", "--account", account_id, ...words);
    const base = {
      account_id,
      name: "Tea",
      pick_pack: true,
      remarks_to_packer: false,
      payment_plan: true,
      suspended: false,
    };
    expect(await update()).toEqual(base);
    expect(await update("--remarks-to-packer", "Y")).toEqual({ ...base, remarks_to_packer: true });
    expect(await update("--remarks-to-packer", "N")).toEqual(base);
    expect(await update("--no-pickpack", "--name", "Oolong")).toEqual({ ...base, name: "Oolong", pick_pack: false });
    const token = await tokenFor(credentials.testing, "testing");
    await update("--suspended", "--reason", "TERMS");
    expect(await canList(token)).toBe(403);
    await update("--no-suspended", "--no-payment-plan");
    expect(await canList(token)).toBe(403);
    await update("--payment-plan", "--rate-minute", "3");
    const answer = await api("testing", { token }).get("/orders");
    expect([answer.status, answer.headers.get("x-ratelimit-limit")]).toEqual([200, "3"]);
    const lastUpdate = async () =>
      (await testDb())
        .selectFrom("audit_log")
        .select("after")
        .where("account_id", "=", base.account_id)
        .where("operation", "=", "updateAccount")
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow();
    const { after } = await lastUpdate();
    expect(after).toEqual({ payment_plan: true, rate_minute: 3 });
    await update("--rate-minute", "3");
    expect((await lastUpdate()).after).toEqual({ rate_minute: 3 });
  });

  it("refuses an account that does not exist, an empty name, and a suspension without a reason", async () => {
    expect(await refusal("account", "update", "--account", "1")).toMatch(/no account 1/);
    expect(await refusal("account", "update", "--account", "1' or 1=1")).toMatch(/no account/);
    expect(await refusal("account", "update")).toBe("--account is required.");
    const { account_id } = await newAccount();
    expect(await refusal("account", "update", "--account", account_id, "--name", "")).toBe("--name is required.");
    const needed = "--suspended needs --reason, and nothing else takes one.";
    expect(await refusal("account", "update", "--account", account_id, "--suspended")).toBe(needed);
    expect(await refusal("account", "update", "--account", account_id, "--reason", "TERMS")).toBe(needed);
    expect(await refusal("account", "update", "--account", account_id, "--suspended", "--reason", "X")).toMatch(
      /--reason must be one of PAYMENT_OVERDUE, /,
    );
  });
});

describe("client issue", () => {
  it("issues a client of an account or of the platform", async () => {
    const { account_id } = await newAccount();
    const issue = (...words: string[]) => run<Credentials>("client", "issue", ...words);
    const own = await issue("--account", account_id, "--environment", "testing", "--label", "till");
    expect(own).toEqual({
      client_id: expect.any(String),
      client_secret: expect.any(String),
      environment: "testing",
      role: "merchant",
      account_id,
    });
    expect(await canList(await tokenFor(own, "testing"))).toBe(200);
    const carrier = await issue("--environment", "production", "--role", "carrier", "--rate-minute", "5");
    expect(carrier).toMatchObject({ environment: "production", role: "carrier", account_id: null });
    await tokenFor(carrier, "production");
  });

  it("refuses a merchant's client without an account, unknown roles, environments and accounts", async () => {
    expect(await refusal("client", "issue", "--environment", "testing")).toMatch(/needs an account/);
    expect(await refusal("client", "issue", "--account", "1")).toBe("--environment is required.");
    expect(await refusal("client", "issue", "--account", "1", "--environment", "staging")).toBe(
      '--environment must be one of testing, production, not "staging".',
    );
    expect(await refusal("client", "issue", "--environment", "testing", "--role", "owner")).toMatch(/^--role must be/);
    expect(await refusal("client", "issue", "--account", "1", "--environment", "testing")).toMatch(/no account 1/);
  });
});

describe("client roll and revoke", () => {
  it("keeps both secrets valid during the overlap, and the old one not beyond it", async () => {
    const { account_id, credentials } = await newAccount();
    const first = credentials.testing;
    const second = await run<Credentials>("client", "roll", "--client", first.client_id);
    expect(second).toEqual({
      client_id: first.client_id,
      client_secret: expect.any(String),
      environment: "testing",
      role: "merchant",
      account_id,
    });
    expect(second.client_secret).not.toBe(first.client_secret);
    await tokenFor(first, "testing");
    await tokenFor(second, "testing");
    const stolen = await tokenFor(second, "testing");
    expect(await canList(stolen)).toBe(200);
    const third = await run<Credentials>("client", "roll", "--client", first.client_id, "--overlap-hours", "0");
    expect(await canList(stolen)).toBe(401);
    expect(await canList(await tokenFor(third, "testing"))).toBe(200);
    for (const ended of [first, second]) await expect(tokenFor(ended, "testing")).rejects.toThrow("INVALID_CLIENT");
  });

  it("ends a client, its tokens too", async () => {
    const { account_id, credentials } = await newAccount();
    const token = await tokenFor(credentials.testing, "testing");
    expect(await canList(token)).toBe(200);
    const { client_id } = credentials.testing;
    expect(await run("client", "revoke", "--client", client_id)).toEqual({
      client_id,
      environment: "testing",
      role: "merchant",
      account_id,
      revoked: true,
    });
    expect(await canList(token)).toBe(401);
    await expect(tokenFor(credentials.testing, "testing")).rejects.toThrow("INVALID_CLIENT");
    expect(await refusal("client", "roll", "--client", client_id)).toMatch(/is revoked/);
    expect(await refusal("client", "revoke", "--client", client_id)).toMatch(/is revoked/);
    // The other environment's client lives on.
    await tokenFor(credentials.production, "production");
  });

  it("refuses clients that do not exist and overlaps that are none", async () => {
    expect(await refusal("client", "roll", "--client", "ci_test_none")).toMatch(/no client ci_test_none/);
    expect(await refusal("client", "revoke", "--client", "ci_test_none")).toMatch(/no client ci_test_none/);
    expect(await refusal("client", "roll")).toBe("--client is required.");
    for (const hours of ["1.5", "721", "soon"]) {
      expect(await refusal("client", "roll", "--client", "x", "--overlap-hours", hours)).toMatch(
        /^--overlap-hours must/,
      );
    }
  });
});

describe("person", () => {
  type Row = { email: string; name: string; role: string; account_id: string | null; disabled_at: string | null };
  const person = <T = Row & { user_id: string }>(...words: string[]) => run<T>("person", ...words);
  const create = (...words: string[]) =>
    person("create", "--role", "support", "--email", freshEmail(), "--password", PASSWORD, ...words);
  const row = { disabled_at: null, last_sign_in_at: null };
  const cookieFor = async (email: string) => {
    const { id } = await (await testDb())
      .selectFrom("people")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    return cookieOf(id);
  };
  const meOf = async (cookie: string) => (await api("testing", { headers: { cookie } }).get("/me")).status;

  it("creates staff and merchants' people, each address once, under its other name too", async () => {
    const email = freshEmail();
    const words = ["create", "--role", "support", "--email", email, "--password", PASSWORD, "--name", "Ho"];
    expect(await person(...words)).toEqual({
      user_id: expect.stringMatching(/^\d+$/),
      ...row,
      email,
      name: "Ho",
      role: "support",
      account_id: null,
    });
    expect(await refusal("person", ...words)).toMatch(/has a sign-in already/);
    const { account_id } = await newAccount();
    const member = await run("user", "create", "--role", "member", "--email", freshEmail(), "--account", account_id);
    expect(member).toMatchObject({ role: "member", account_id });
  });

  it("refuses roles that are none, and roles that do not fit the account", async () => {
    const { account_id } = await newAccount();
    const words = ["person", "create", "--email", freshEmail(), "--password", PASSWORD];
    expect(await refusal(...words)).toBe("--role is required.");
    expect(await refusal(...words, "--role", "chief")).toMatch(
      /^--role must be one of owner, member, support, warehouse/,
    );
    expect(await refusal(...words, "--role", "owner")).toBe("--account is required with --role owner.");
    expect(await refusal(...words, "--role", "member", "--account", "1")).toBe("there is no account 1");
    expect(await refusal(...words, "--role", "support", "--account", account_id)).toBe(
      "support staff belong to no account",
    );
    expect(await refusal(...words, "--role", "support", "--password", "short")).toMatch(/at least 12 characters/);
    expect(await refusal(...words, "--role", "support", "--password", "")).toBe("--password is required.");
  });

  it("lists people with their last sign-in, filtered", async () => {
    const { account_id, email: owner } = await newAccount();
    const { email } = await create();
    await cookieFor(owner);
    expect(await person("list", "--account", account_id)).toEqual([
      {
        ...row,
        email: owner,
        name: expect.any(String),
        role: "owner",
        account_id,
        last_sign_in_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    expect(await run("user", "list", "--email", email.toUpperCase())).toMatchObject([{ ...row, email }]);
    const staff = await person<Row[]>("list", "--role", "support");
    expect(staff.map((one) => one.email)).toContain(email);
    expect(new Set(staff.map(({ role }) => role))).toEqual(new Set(["support"]));
    expect(await refusal("person", "list", "--account", "1")).toBe("there is no account 1");
    expect(await refusal("person", "list", "--role", "chief")).toMatch(/^--role must be/);
  });

  it("disables a person, whose next request is refused, and enables them without their old sessions and links", async () => {
    const { email } = await create();
    const cookie = await cookieFor(email);
    const { link } = await person<{ link: string }>("link", "--email", email);
    expect(await meOf(cookie)).toBe(200);
    const disabled = await person("disable", "--email", email.toUpperCase());
    expect(disabled).toMatchObject({ email, disabled_at: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(await meOf(cookie)).toBe(401);
    expect((await person("disable", "--email", email)).disabled_at).toBe(disabled.disabled_at);
    expect(await refusal("person", "link", "--email", email)).toMatch(/is disabled/);
    expect(await person("enable", "--email", email)).toMatchObject({ disabled_at: null });
    expect(await meOf(cookie)).toBe(401);
    const token = tokenIn(link);
    expect((await api().post("/set-password", { token, password: "a sentence of my own" })).status).toBe(400);
    expect(await meOf(await cookieFor(email))).toBe(200);
  });

  it("ends sessions", async () => {
    const { email } = await create();
    const cookies = [await cookieFor(email), await cookieFor(email)];
    expect(await person("end-sessions", "--email", email)).toEqual({ email, ended: 2 });
    for (const cookie of cookies) expect(await meOf(cookie)).toBe(401);
  });

  it("changes name, role, account and password; all but a new name end sessions", async () => {
    const { account_id } = await newAccount();
    const { email } = await create();
    const update = (...words: string[]) => person("update", "--email", email, ...words);
    const cookie = await cookieFor(email);
    expect(await update("--name", "Lee")).toMatchObject({ email, name: "Lee", role: "support" });
    expect(await meOf(cookie)).toBe(200);
    expect(await refusal("person", "update", "--email", email, "--role", "member")).toMatch(/needs an account/);
    expect(await update("--role", "member", "--account", account_id)).toMatchObject({ role: "member", account_id });
    expect(await meOf(cookie)).toBe(401);
    const again = await cookieFor(email);
    await update("--password", "another sentence");
    expect(await meOf(again)).toBe(401);
    expect(await update("--role", "warehouse")).toMatchObject({ role: "warehouse", account_id: null });
    expect(await refusal("person", "update", "--email", email, "--password", "short")).toMatch(/at least 12/);
  });

  it("makes a link for a person who can sign in, and for no other", async () => {
    const { email } = await newAccount();
    for (const words of [
      ["person", "link"],
      ["user", "link"],
      ["user", "password-link"],
    ])
      expect(await run(...words, "--email", email.toUpperCase())).toEqual({
        user_id: expect.stringMatching(/^\d+$/),
        email,
        link: expect.stringMatching(/^https?:\/\/\S+\/set-password\S+$/),
      });
    for (const name of ["link", "disable", "enable", "end-sessions", "update"]) {
      expect(await refusal("person", name, "--email", freshEmail())).toMatch(/has no sign-in/);
      expect(await refusal("person", name)).toBe("--email is required.");
    }
  });

  it("leaves the last owner to staff: people of the account cannot disable or demote them, not two at once either", async () => {
    const db = await testDb();
    const { account_id, email } = await newAccount();
    const first = await findPerson(db, email);
    const refused = "the last owner of an account can be disabled by support only";
    await expect(disablePerson(db, first.id, "account")).rejects.toThrow(refused);
    await expect(updatePerson(db, first.id, { role: "member" }, "account")).rejects.toThrow(refused);
    const second = await findPerson(db, (await create("--role", "owner", "--account", account_id)).email);
    const outcomes = await Promise.allSettled([first, second].map(({ id }) => disablePerson(db, id, "account")));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const left = (await person<Row[]>("list", "--account", account_id)).filter(
      ({ disabled_at }) => disabled_at === null,
    );
    expect(left).toHaveLength(1);
    expect(await person("disable", "--email", left[0]?.email ?? "")).toMatchObject({
      disabled_at: expect.any(String),
    });
  });
});

describe("the rest", () => {
  it("migrates, lists the commands, and knows no others", async () => {
    expect(await run("migrate", "--json")).toEqual({ migrated: [] });
    const { commands } = await run<{ commands: { name: string }[] }>("help");
    expect(commands.map(({ name }) => name)).toEqual([
      ...[
        "account create",
        "account update",
        "account close",
        "account export",
        "account erase",
        "client issue",
        "client roll",
        "client revoke",
        "person list",
      ],
      ...["person create", "person update", "person disable", "person enable", "person end-sessions"],
      ...["person reset-factor", "person link"],
      ...["demo enable", "demo disable", "secret rotate", "audit list"],
      ...["migrate", "help"],
    ]);
    expect(await run()).toEqual({ commands });
    expect(await run("client", "roll", "--help")).toEqual({ commands });
    for (const words of [["account"], ["account", "delete"], ["constructor"], ["--name", "x"]]) {
      expect(await refusal(...words)).toMatch(/^There is no command/);
    }
  });
});
