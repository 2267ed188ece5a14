import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import RuleDialog from "@/app/(dashboard)/[environment]/settings/rules/rule-dialog";
import type { Rule } from "@/lib/contracts/shipping-rule";
import { answer, show } from "../products-frame";

const providers = [
  { code: "LOCAL_DOOR", ship_type: "local", name: "Sampan Local Door-to-Door", shortName: "Local Door-to-Door" },
] as const;
const ruleOf = (change: Partial<Rule>): Rule => ({
  ...{
    rule_id: "ru_1",
    name: "Heavy",
    position: 1,
    enabled: false,
    revision: 3,
    conditions: [],
    set: { tag: "heavy" },
  },
  ...{ create_time: "2026-11-20T10:00:00.000+08:00", update_time: "2026-11-20T10:00:00.000+08:00" },
  ...change,
});
const field = (name: string) => screen.findByRole("textbox", { name });

it("sends a new rule as the API takes it: several values as a list, blank parts not at all", async () => {
  const sent: unknown[] = [];
  answer({
    "POST /rules": ({ body }) => {
      sent.push(body);
      return { data: ruleOf({}) };
    },
    "GET /rules": () => ({ data: [] }),
  });
  show(<RuleDialog rule={null} rules={[]} providers={providers} onClose={() => {}} />);
  await userEvent.type(await field("Name"), "Abroad");
  await userEvent.click(screen.getByRole("button", { name: "Add condition" }));
  const condition = within(screen.getByRole("group", { name: "Condition 1" }));
  await userEvent.selectOptions(condition.getByRole("combobox", { name: "What" }), "sku");
  await userEvent.selectOptions(condition.getByRole("combobox", { name: "Compared" }), "in");
  await userEvent.type(condition.getByRole("textbox", { name: "With" }), "TEA-1{enter}TEA-2{enter}");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Service" }), "fastest");
  await userEvent.click(screen.getByRole("button", { name: "Add rule" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    name: "Abroad",
    conditions: [{ field: "sku", operator: "in", value: ["TEA-1", "TEA-2"] }],
    set: { choose: "fastest" },
  });
});

it("has no amount left where cash on delivery is asked for with yes or no, nor the other way round", async () => {
  const sent: unknown[] = [];
  answer({
    "POST /rules": ({ body }) => {
      sent.push(body);
      return { data: ruleOf({}) };
    },
    "GET /rules": () => ({ data: [] }),
  });
  show(<RuleDialog rule={null} rules={[]} providers={providers} onClose={() => {}} />);
  await userEvent.type(await field("Name"), "Cash");
  await userEvent.click(screen.getByRole("button", { name: "Add condition" }));
  const condition = within(screen.getByRole("group", { name: "Condition 1" }));
  await userEvent.selectOptions(condition.getByRole("combobox", { name: "What" }), "cod");
  await userEvent.selectOptions(condition.getByRole("combobox", { name: "Compared" }), "at_least");
  const amount = condition.getByRole("textbox", { name: "With" });
  expect(amount).toHaveValue("");
  await userEvent.type(amount, "500");
  await userEvent.selectOptions(condition.getByRole("combobox", { name: "Compared" }), "is");
  expect(condition.getByRole("combobox", { name: "With" })).toHaveValue("Y");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Service" }), "fastest");
  await userEvent.click(screen.getByRole("button", { name: "Add rule" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ conditions: [{ field: "cod", operator: "is", value: "Y" }] });
});

it("is refused at its fields before it is sent", async () => {
  show(<RuleDialog rule={null} rules={[]} providers={providers} onClose={() => {}} />);
  await userEvent.type(await field("Name"), "Nothing");
  await userEvent.type(await field("Length"), "20");
  await userEvent.click(screen.getByRole("button", { name: "Add rule" }));
  await waitFor(() => expect(screen.getAllByText("This field is required.")).toHaveLength(2));
});

it("is tried out among the others, in its place and switched on", async () => {
  const sent: unknown[] = [];
  answer({
    "POST /rules/try": ({ body }) => {
      sent.push(body);
      const none = { matched: 0, changed: 0 };
      return {
        data: {
          ...{ orders: 12, matched: 5, changed: 4 },
          rules: [
            { index: 0, rule_id: null, name: "First", ...none },
            { index: 1, rule_id: null, name: "Heavy", matched: 2, changed: 1 },
          ],
          results: [
            {
              ...{ order_id: "217123456700001", reference: "A-1", recipient_name: "Amy", rules: [1] },
              changes: [{ field: "shipping_provider", from: null, to: "LOCAL_DOOR" }],
            },
            { order_id: "217123456700002", reference: "A-2", recipient_name: "Ben", rules: [0], changes: [] },
          ],
        },
      };
    },
  });
  const rules = [ruleOf({ rule_id: "ru_0", name: "First" }), ruleOf({})];
  show(<RuleDialog rule={rules[1] ?? null} rules={rules} providers={providers} onClose={() => {}} />);
  await userEvent.click(await screen.findByRole("button", { name: /^Try it out/ }));
  // Of this rule, not of all.
  expect(await screen.findByText("2 of the last 12 orders match; 1 would have been different.")).toBeVisible();
  expect(screen.getByText("Service: none → Sampan Local Door-to-Door")).toBeVisible();
  expect(screen.queryByText("A-2")).toBeNull();
  expect(sent[0]).toEqual({
    rules: [
      { name: "First", enabled: false, conditions: [], set: { tag: "heavy" } },
      { name: "Heavy", enabled: true, conditions: [], set: { tag: "heavy" } },
    ],
  });
});
