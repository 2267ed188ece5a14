// The first steps of a new account (contract §23).
import { expect, it } from "vitest";
import { merchant, personOf, testDb } from "../factories";

it("POST /first-steps/hide hides them from the owner who asks for it, and from no other person", async () => {
  const shop = await merchant();
  const [owner, second] = [await personOf("owner", shop.accountId), await personOf("owner", shop.accountId)];
  const member = await personOf("member", shop.accountId);
  expect((await owner.api.post("/first-steps/hide")).body.data).toEqual({ hidden: true });
  expect((await member.api.post("/first-steps/hide")).status).toBe(403);
  const rows = await (await testDb())
    .selectFrom("people")
    .select(["id", "steps_hidden_at"])
    .where("account_id", "=", shop.accountId)
    .execute();
  const hidden = rows.filter(({ steps_hidden_at }) => steps_hidden_at !== null).map(({ id }) => id);
  expect(hidden).toEqual([owner.id]);
  expect(hidden).not.toContain(second.id);
});
