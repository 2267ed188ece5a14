// The time of an answer must not tell whether a person has an e-mail. Tries of both kinds alternate, each with an
// e-mail and an address of its own, so that no limit and no drift of the machine makes the difference.
import { beforeAll, expect, it } from "vitest";
import { createPerson, signIn } from "@/server/accounts";
import { ADDRESS_HEADER } from "@/server/plain-address";
import { freshEmail, type Merchant, merchant, personOf, testDb } from "../factories";
import { api } from "../http";

const TRIES = 40;
/** Less than this cannot be distinguished from the noise of a network. */
const NOTICEABLE_MS = 5;
const NOTICEABLE_SHARE = 0.1;

let shop: Merchant;
let serial = 0;
const freshAddress = () => `10.${Math.floor(++serial / 250)}.7.${serial % 250}`;

beforeAll(async () => {
  shop = await merchant();
});

async function known(): Promise<string> {
  const email = freshEmail();
  await createPerson(await testDb(), {
    accountId: shop.accountId,
    role: "member",
    email,
    password: "correct horse battery",
  });
  return email;
}

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** The medians of what takes an e-mail that a person has, and one that no person has. */
async function medians(ask: (email: string) => Promise<unknown>): Promise<[known: number, unknown: number]> {
  const times: [number[], number[]] = [[], []];
  const emails: [string[], string[]] = [[], []];
  for (let i = 0; i < TRIES; i++) {
    emails[0].push(await known());
    emails[1].push(freshEmail());
  }
  for (let i = -2; i < TRIES; i++)
    for (const kind of i % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
      const began = performance.now();
      await ask(i < 0 ? freshEmail() : (emails[kind][i] ?? ""));
      if (i >= 0) times[kind].push(performance.now() - began);
    }
  return [median(times[0]), median(times[1])];
}

function expectSame([a, b]: [number, number]): void {
  expect(Math.abs(a - b), `${a.toFixed(1)} ms for somebody's e-mail, ${b.toFixed(1)} ms for nobody's`).toBeLessThan(
    Math.max(NOTICEABLE_MS, NOTICEABLE_SHARE * Math.max(a, b)),
  );
}

it("signing in takes the same time", async () => {
  const db = await testDb();
  expectSame(
    await medians((email) => signIn(db, { email, password: "wrong", address: freshAddress(), userAgent: null })),
  );
});

it("asking for a new password takes the same time", async () => {
  expectSame(
    await medians((email) =>
      api().post("/forgot-password", { email }, { headers: { [ADDRESS_HEADER]: freshAddress() } }),
    ),
  );
});

it("inviting takes the same time", async () => {
  const { accountId } = await merchant();
  const owner = await personOf("owner", accountId);
  const db = await testDb();
  expectSame(
    await medians(async (email) => {
      const answer = await owner.api.post("/invitations", { email, role: "member" });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      await db.deleteFrom("rate_counters").execute();
      await db.updateTable("invitations").set({ revoked_at: new Date() }).where("email", "=", email).execute();
    }),
  );
});
