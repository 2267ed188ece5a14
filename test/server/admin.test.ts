import { describe, expect, it } from "vitest";
import type { Environment } from "@/lib/environment";
import { runCommand } from "@/server/admin-commands";
import { freshEmail, localOrder, testDb, tokenFor } from "../factories";
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
  it("prints what decisions §9 say, and both pairs of credentials work", async () => {
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
    const base = { account_id, name: "Tea", pick_pack: true, payment_plan: true, suspended: false };
    expect(await update()).toEqual(base);
    expect(await update("--no-pickpack", "--name", "Oolong")).toEqual({ ...base, name: "Oolong", pick_pack: false });
    const token = await tokenFor(credentials.testing, "testing");
    await update("--suspended");
    expect(await canList(token)).toBe(403);
    await update("--no-suspended", "--no-payment-plan");
    expect(await canList(token)).toBe(403);
    await update("--payment-plan", "--rate-minute", "3");
    const answer = await api("testing", { token }).get("/orders");
    expect([answer.status, answer.headers.get("x-ratelimit-limit")]).toEqual([200, "3"]);
  });

  it("refuses an account that does not exist, and an empty name", async () => {
    expect(await refusal("account", "update", "--account", "1")).toMatch(/no account 1/);
    expect(await refusal("account", "update", "--account", "1' or 1=1")).toMatch(/no account/);
    expect(await refusal("account", "update")).toBe("--account is required.");
    const { account_id } = await newAccount();
    expect(await refusal("account", "update", "--account", account_id, "--name", "")).toBe("--name is required.");
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
    const third = await run<Credentials>("client", "roll", "--client", first.client_id, "--overlap-hours", "0");
    await tokenFor(third, "testing");
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

describe("user create", () => {
  it("creates staff, each address once", async () => {
    const email = freshEmail();
    const words = ["user", "create", "--role", "support", "--email", email, "--password", PASSWORD];
    expect(await run(...words)).toEqual({ user_id: expect.stringMatching(/^\d+$/), email, role: "support" });
    expect(await refusal(...words)).toMatch(/has a sign-in already/);
  });

  it("refuses roles that are not staff's", async () => {
    const words = ["user", "create", "--email", freshEmail(), "--password", PASSWORD];
    expect(await refusal(...words, "--role", "owner")).toBe('--role must be one of support, warehouse, not "owner".');
    expect(await refusal(...words)).toBe("--role is required.");
  });
});

describe("user password-link", () => {
  it("makes a link for a person who can sign in, and for nobody else", async () => {
    const { email } = await newAccount();
    expect(await run("user", "password-link", "--email", email.toUpperCase())).toEqual({
      user_id: expect.stringMatching(/^\d+$/),
      email,
      link: expect.stringMatching(/^https?:\/\/\S+\/set-password\S+$/),
    });
    expect(await refusal("user", "password-link", "--email", freshEmail())).toMatch(/has no sign-in/);
    expect(await refusal("user", "password-link")).toBe("--email is required.");
  });
});

describe("the rest", () => {
  it("migrates, lists the commands, and knows no others", async () => {
    expect(await run("migrate", "--json")).toEqual({ migrated: [] });
    const { commands } = await run<{ commands: { name: string }[] }>("help");
    expect(commands.map(({ name }) => name)).toEqual([
      ...["account create", "account update", "client issue", "client roll", "client revoke", "user create"],
      ...["user password-link", "migrate", "help"],
    ]);
    expect(await run()).toEqual({ commands });
    expect(await run("client", "roll", "--help")).toEqual({ commands });
    for (const words of [["account"], ["account", "delete"], ["constructor"], ["--name", "x"]]) {
      expect(await refusal(...words)).toMatch(/^There is no command/);
    }
  });
});
