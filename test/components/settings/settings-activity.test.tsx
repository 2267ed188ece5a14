import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ActivityView } from "@/app/(dashboard)/[environment]/settings/activity/activity-view";
import { ACTIVITY_KINDS, recordedAs } from "@/lib/audit-kinds";
import { type ActivityRow, listActivity } from "@/lib/contracts/audit";
import { AtAddress, viewOf } from "../address-frame";
import { show } from "../webhooks/webhooks-frame";

let serial = 0;
const row = (operation: string, change: Partial<ActivityRow> = {}): ActivityRow => ({
  id: String(++serial),
  at: "2026-11-20T10:00:00.000+08:00",
  environment: "testing",
  by: { kind: "person", id: "1", name: "Mak Chi Wai" },
  operation,
  outcome: "ok",
  count: 1,
  object: null,
  fields: [],
  reason: null,
  before: null,
  after: null,
  ...change,
});
const support = { kind: "support", id: null, name: null } as const;
const order = { kind: "order", id: "217123456700001", name: "T-4092" };

const ROWS: [ActivityRow, string][] = [
  [
    row("createInvitation", { object: { kind: "invitation", id: "in_1", name: "pakyin@shop.example" } }),
    "Mak Chi Wai invited pakyin@shop.example",
  ],
  [row("readOrder", { by: support, object: order }), "Sampan support looked at order T-4092"],
  [
    row("updateOrder", { by: support, object: order, environment: "production" }),
    "Sampan support worked on order T-4092Production",
  ],
  [
    row("page", { by: support, object: { kind: "page", id: "/testing/orders", name: null }, reason: "EXCEPTION" }),
    "Sampan support looked at the page “Orders” · because of an exception on an order",
  ],
  [
    row("page", { by: support, object: { kind: "page", id: "/production/settings/people/x", name: null } }),
    "Sampan support looked at the page “People”",
  ],
  [
    row("page", {
      ...{ by: support, reason: "MERCHANT_ASKED" },
      object: { kind: "page", id: "/testing/orders/217123456700001/edit", name: null },
    }),
    "Sampan support looked at order 217123456700001 · because you asked",
  ],
  [
    row("page", { by: support, object: { kind: "page", id: "/testing/unheard-of", name: null } }),
    "Sampan support looked at this account",
  ],
  [row("previewTariff", { by: support }), "Sampan support tried new prices on your newest orders; nothing changed"],
  [
    row("rollClient", { object: { kind: "client", id: "ci_1", name: "Shop" } }),
    "Mak Chi Wai gave the API client Shop a new secret",
  ],
  [
    row("signIn", { outcome: "wrong", count: 3, by: { kind: "anyone", id: null, name: null } }),
    "Somebody could not sign in: 3 attempts failed",
  ],
  [row("createClient", { outcome: "FORBIDDEN", object: null }), "Mak Chi Wai tried to change somethingRefused"],
  [row("toCome", { by: support }), "Sampan support changed something in this account"],
];

/** Operations of staff about an account that are neither a look nor a change of one thing. */
const OF_STAFF = [
  "startVisit",
  "changeVisit",
  "importStatementLines",
  "approveStatementImport",
  "claimCases",
  "releaseCases",
  "closeCases",
];

/** Of these the log has only refusals, which need no sentence of their own. */
const UNRECORDED = ["startPasskey", "startPasskeySignIn", "forgotPassword", "hideFirstSteps"];

const asked: string[] = [];
let shown: ActivityRow[];
beforeEach(() => {
  asked.length = 0;
  shown = ROWS.map(([each]) => each);
  vi.stubGlobal("fetch", async (input: string) => {
    const url = new URL(input, "http://localhost");
    asked.push(url.pathname + url.search);
    const people = [{ id: "7", name: "Lo Wing Yan", email: "lo@shop.example" }];
    const rows = url.pathname.endsWith("/people") ? people : shown;
    return Response.json({ data: rows, pagination: { total: 60, page: 1, per_page: 20, total_pages: 3 } });
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("the activity of an account", () => {
  it("is sentences: who did what with which thing, what was refused, and in which other environment", async () => {
    show(
      <AtAddress>
        <ActivityView view={viewOf(listActivity, "")} />
      </AtAddress>,
    );
    const table = await screen.findByRole("table", { name: "Activity" });
    const cells = within(table)
      .getAllByRole("row")
      .slice(1)
      .map((each) => within(each).getAllByRole("cell")[0]?.textContent);
    expect(cells).toEqual(ROWS.map(([, words]) => words));
  });

  it("has a sentence of its own for all that people do about people, sign-ins and keys, and for staff's work", async () => {
    shown = ACTIVITY_KINDS.flatMap((kind) => (kind === "staff" ? OF_STAFF : recordedAs(kind)))
      .filter((operation) => !UNRECORDED.includes(operation))
      .map((operation) => row(operation));
    show(
      <AtAddress>
        <ActivityView view={viewOf(listActivity, "")} />
      </AtAddress>,
    );
    const table = await screen.findByRole("table", { name: "Activity" });
    expect(within(table).getAllByRole("row").length).toBe(shown.length + 1);
    expect(within(table).queryAllByText(/changed something|looked at/)).toEqual([]);
  });

  it("is filtered by kind and person, from the first page on", async () => {
    show(
      <AtAddress>
        <ActivityView view={viewOf(listActivity, "")} />
      </AtAddress>,
    );
    await screen.findByRole("table", { name: "Activity" });
    await userEvent.click(screen.getByRole("button", { name: "Next page" }));
    await waitFor(() => expect(asked.at(-1)).toContain("offset=20"));
    await userEvent.selectOptions(screen.getByLabelText("Show"), "Sampan staff");
    await waitFor(() => expect(asked.at(-1)).toMatch(/offset=0&kind=staff$/));
    await userEvent.selectOptions(screen.getByLabelText("Person"), "Lo Wing Yan");
    await waitFor(() => expect(asked.at(-1)).toMatch(/offset=0&kind=staff&person_id=7$/));
  });
});
