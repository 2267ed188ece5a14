/** Mails to a person are in the language in which that person last saw a page (contract §16.7). */
import { sql } from "kysely";
import { beforeEach, expect, it, vi } from "vitest";
import { COOKIES, cookieName } from "@/lib/cookies";
import type { Language } from "@/lib/i18n/languages";
import { createPasswordLink, notify } from "@/server/accounts";
import { openPage, signedIn } from "@/server/pages/context";
import { type Merchant, merchant, personOf, testDb } from "../factories";

const browser = { cookie: "", language: "" };
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ cookie: browser.cookie, "accept-language": browser.language }),
  cookies: async () => ({
    get: (name: string) => {
      const value = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(browser.cookie)?.[1];
      return value === undefined ? undefined : { name, value };
    },
  }),
}));

let shop: Merchant;
let owner: Awaited<ReturnType<typeof personOf>>;
beforeEach(async () => {
  shop = await merchant();
  owner = await personOf("owner", shop.accountId);
});

/** Opens a page as this person; `asked`: what the browser asks for, `chosen`: what the person chose in it. */
async function open(
  asked: string,
  chosen?: Language,
  page: () => Promise<unknown> = () =>
    openPage({ part: "dashboard", params: Promise.resolve({ environment: "testing" }) }),
  isHttps = false,
) {
  browser.cookie = [owner.cookie, chosen && `${cookieName(COOKIES.language, isHttps)}=${chosen}`]
    .filter(Boolean)
    .join("; ");
  browser.language = asked;
  await page();
}

/** The language of a mail to only the person, and of the account's mails to that person. */
async function mailed(): Promise<string[]> {
  const db = await testDb();
  await createPasswordLink(db, owner.id);
  const { rows } = await sql<{ recipient: string; subject: string }>`
    select m.recipient, m.subject from mails m join people p on p.email = m.recipient
    where p.id = ${owner.id} order by m.created_at desc limit 1`.execute(db);
  const own = rows[0]?.subject.startsWith("Set") ? "en" : "zh-Hant";
  return [own, (await noticed()).get(owner.id) ?? ""];
}

/** By person, the language of a notice of the account. */
async function noticed(): Promise<Map<string, string>> {
  const db = await testDb();
  await db.deleteFrom("notices").execute();
  const text = (language: Language) => ({ subject: language, paragraphs: [], label: "" });
  await notify(db, { accountId: shop.accountId, environment: null, kind: "account_changed", text });
  const rows = await db.selectFrom("notices").select(["person_id", "title"]).execute();
  return new Map(rows.map(({ person_id, title }) => [person_id, title]));
}

it("is the account's until the person has seen a page, then that of the last page, by choice or by the browser", async () => {
  await (await testDb()).updateTable("accounts").set({ locale: "zh-Hant" }).where("id", "=", shop.accountId).execute();
  expect(await mailed()).toEqual(["zh-Hant", "zh-Hant"]);
  await open("en-GB");
  expect(await mailed()).toEqual(["en", "en"]);
  await open("en-GB", "zh-Hant", () => signedIn());
  expect(await mailed()).toEqual(["zh-Hant", "zh-Hant"]);
  await open("zh-HK", "en");
  expect(await mailed()).toEqual(["en", "en"]);
  await open("en-GB", "zh-Hant", undefined, true);
  expect(await mailed()).toEqual(["zh-Hant", "zh-Hant"]);
});

it("is each person's own, and programs that call the API do not change it", async () => {
  const second = await personOf("owner", shop.accountId);
  await open("zh-HK");
  expect((await owner.api.get("/orders")).status).toBe(200);
  expect((await second.api.get("/orders")).status).toBe(200);
  const languages = [...(await noticed()).values()];
  expect(languages.sort()).toEqual([...languages.slice(1).map(() => "en"), "zh-Hant"]);
});
