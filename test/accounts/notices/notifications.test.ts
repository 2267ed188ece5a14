// Notices of an account to its people, and who gets which (contract §22).
import { beforeEach, describe, expect, it } from "vitest";
import type { NoticeKind } from "@/lib/notices";
import { notify } from "@/server/accounts";
import { type Merchant, merchant, personOf, testDb } from "@/test/factories";
import { api } from "@/test/http";

type Person = Awaited<ReturnType<typeof personOf>>;
let shop: Merchant;
let owner: Person;
let member: Person;
let foreign: Person;

beforeEach(async () => {
  shop = await merchant();
  owner = await personOf("owner", shop.accountId);
  member = await personOf("member", shop.accountId);
  foreign = await personOf("owner", (await merchant()).accountId);
});

async function happens(kind: NoticeKind = "endpoint_disabled", title = "It failed"): Promise<void> {
  await notify(await testDb(), {
    accountId: shop.accountId,
    environment: "testing",
    kind,
    path: "/testing/webhooks/we_1",
    text: () => ({ subject: title, paragraphs: [], label: "Open" }),
  });
}
const listed = async ({ api: by }: Person, query = "") => (await by.get(`/notifications${query}`)).body;
/** Who got mails, once for each. */
const mailed = async () => {
  const rows = await (await testDb())
    .selectFrom("mails")
    .innerJoin("people", "people.email", "mails.recipient")
    .select("people.id")
    .where("mails.account_id", "=", shop.accountId)
    .execute();
  return rows.map(({ id }) => id);
};
const settings = async (by: Person) => (await by.api.get("/notifications/settings")).body.data;
const choose = (by: Person, id: string, body: unknown) => by.api.call("PUT", `/notifications/settings/${id}`, { body });

describe("a notice", () => {
  it("is each person's own in the account, in both environments, until it is read; owners get the mail", async () => {
    await happens();
    await happens("order_short", "Sent short");
    const { data, pagination } = await listed(member);
    expect(data.map(({ title }: { title: string }) => title).sort()).toEqual(["It failed", "Sent short"]);
    expect(data[0]).toMatchObject({ environment: "testing", path: "/testing/webhooks/we_1", read_at: null });
    expect(pagination.total).toBe(2);
    expect(await mailed()).not.toContain(member.id);
    expect((await mailed()).filter((id) => id === owner.id)).toHaveLength(2);
    expect((await listed(foreign)).data).toEqual([]);

    const [first] = data;
    expect((await foreign.api.post("/notifications/read", { ids: [first.id] })).body.data).toEqual({ read: 0 });
    expect((await member.api.post("/notifications/read", { ids: [first.id, first.id, "nt_no"] })).body.data).toEqual({
      read: 1,
    });
    expect((await listed(member, "?unread=Y")).pagination.total).toBe(1);
    expect((await listed(member, "?unread=N")).data[0]).toMatchObject({ id: first.id, read_at: expect.any(String) });
    const live = api("production", { headers: { cookie: member.cookie, "sec-fetch-site": "same-origin" } });
    expect((await live.post("/notifications/read")).body.data).toEqual({ read: 1 });
    expect((await listed(member, "?unread=Y")).pagination.total).toBe(0);
    expect((await listed(owner, "?unread=Y")).pagination.total).toBe(2);
  });

  it("of changes by staff is only the owners'; a disabled one gets none", async () => {
    const second = await personOf("owner", shop.accountId);
    await owner.api.post(`/people/${second.id}/disable`);
    await happens("account_changed", "Changed");
    expect([(await listed(owner)).pagination.total, (await listed(member)).pagination.total]).toEqual([1, 0]);
    // Only the mail that says that they are disabled.
    expect((await mailed()).filter((id) => id === second.id)).toHaveLength(1);
  });

  it("is not answered without a session, a program's or of staff", async () => {
    const staff = await personOf("support", null);
    const acting = api("testing", {
      headers: { cookie: staff.cookie, "sec-fetch-site": "same-origin", "x-account-id": shop.accountId },
    });
    for (const path of ["/notifications", "/notifications/settings"])
      expect([
        (await api().get(path)).status,
        (await shop.testing.get(path)).status,
        (await acting.get(path)).status,
      ]).toEqual([401, 403, 403]);
  });
});

describe("who gets what", () => {
  it("is what the role gets, until it is chosen; what is left out stays", async () => {
    expect((await settings(member)).map(({ person_id }: { person_id: string }) => person_id)).toEqual([member.id]);
    const mine = { mail: false, in_app: true };
    expect((await settings(member))[0].choices).toMatchObject({ endpoint_disabled: mine, order_short: mine });
    const changed = await choose(member, member.id, { endpoint_disabled: { mail: true, in_app: false } });
    expect(changed.body.data.choices).toMatchObject({
      endpoint_disabled: { mail: true, in_app: false },
      order_short: mine,
    });
    await happens();
    expect(await mailed()).toContain(member.id);
    expect((await listed(member)).data).toEqual([]);
  });

  it("is changed by owners for all people of their account, by members for themselves", async () => {
    const off = { endpoint_disabled: { mail: false, in_app: false } };
    expect((await choose(owner, member.id, off)).status).toBe(200);
    expect((await choose(member, owner.id, off)).status).toBe(404);
    expect((await choose(foreign, member.id, off)).status).toBe(404);
    expect((await choose(owner, "x", off)).status).toBe(404);
    expect((await settings(owner)).map(({ person_id }: { person_id: string }) => person_id)).toContain(member.id);
    await happens();
    expect((await listed(member)).data).toEqual([]);
    expect((await listed(owner)).data).toHaveLength(1);
  });

  it("leaves owners the mail about changes that staff made", async () => {
    const answer = await choose(owner, owner.id, { account_changed: { mail: false, in_app: false } });
    expect(answer.body.data.choices.account_changed).toEqual({ mail: true, in_app: false });
    await happens("account_changed");
    expect(await mailed()).toContain(owner.id);
  });

  it("refuses what is no choice, and keeps both of two changes at once", async () => {
    const wrong = await choose(owner, owner.id, { order_short: { mail: "Y" }, endpoint_disabled: [] });
    expect([wrong.status, wrong.entries.map(({ field }) => field)]).toEqual([
      400,
      ["order_short.mail", "order_short.in_app", "endpoint_disabled"],
    ]);
    await Promise.all([
      choose(owner, owner.id, { order_short: { mail: false, in_app: true } }),
      choose(owner, owner.id, { endpoint_disabled: { mail: false, in_app: true } }),
    ]);
    const own = (await settings(owner)).find(({ person_id }: { person_id: string }) => person_id === owner.id);
    expect([own.choices.order_short.mail, own.choices.endpoint_disabled.mail]).toEqual([false, false]);
  });
});
