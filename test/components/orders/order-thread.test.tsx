import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { WorkspaceProvider } from "@/components/environment";
import { Thread } from "@/components/threads/thread";
import type { Message } from "@/lib/contracts/thread";
import { render } from "../render";

const ID = "217357996100241";
let messages: Message[] = [];
let sent: unknown[] = [];
let marked: unknown[] = [];
let isLost: boolean;
let keys: string[];
let isDown = false;
let arrival: Promise<void>;

const message = (text: string, change: Partial<Message> = {}): Message => ({
  id: `om_${text}`,
  order_id: ID,
  kind: "message",
  side: "support",
  author: "Ho",
  is_own: false,
  text,
  time: "2026-11-20T10:00:00+08:00",
  read_time: null,
  read_by: null,
  disputed_amount: null,
  instruction: null,
  pictures: [],
  ...change,
});

beforeEach(() => {
  messages = [];
  sent = [];
  marked = [];
  isDown = false;
  isLost = false;
  keys = [];
  arrival = Promise.resolve();
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    if (init?.method !== "POST") return Response.json({ data: messages, pagination: { total: messages.length } });
    await arrival;
    if (isDown) return Response.json({ error: { code: "503000", code_reason: "X", message: "Down" } }, { status: 503 });
    const body = JSON.parse(String(init.body));
    if (input.endsWith("/read")) marked.push(body);
    else {
      const key = new Headers(init.headers).get("idempotency-key") ?? "";
      if (keys.includes(key))
        return Response.json(
          { error: { code: "500998", code_reason: "X", message: "Used", id: "1" } },
          { status: 500 },
        );
      keys.push(key);
      sent.push(body);
      messages = [message(body.text, { kind: body.kind, is_own: true }), ...messages];
      if (isLost) {
        isLost = false;
        throw new TypeError("Failed to fetch");
      }
    }
    return Response.json({ data: {} });
  });
});

function show(role: "owner" | "support") {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <WorkspaceProvider
        workspace={{
          environment: "testing",
          account: { id: "100001", name: "Harbour Tea House", pickPack: false },
          person: { id: "2", name: "Yeung", email: "tea@sampan.example", role },
          isStaff: role === "support",
        }}
      >
        <Thread orderId={ID} />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
}
const field = (name: string) => screen.findByRole("textbox", { name });

describe("the messages on an order's page", () => {
  it("are only a button for a merchant while there are none; it opens the field", async () => {
    show("owner");
    await userEvent.click(await screen.findByRole("button", { name: "Ask support" }));
    const text = await field("Message to Sampan support");
    expect(text).toHaveFocus();
    await userEvent.type(text, "Which block?{Control>}{Enter}{/Control}");
    expect(await screen.findByText("Which block?")).toBeVisible();
    expect(sent).toEqual([{ order_id: ID, kind: "message", text: "Which block?" }]);
    await waitFor(async () => expect(await field("Message to Sampan support")).toHaveValue(""));
  });

  it("keep what is typed when sending fails", async () => {
    messages = [message("Hello")];
    show("owner");
    isDown = true;
    await userEvent.type(await field("Message to Sampan support"), "It rang twice");
    await userEvent.click(screen.getByRole("button", { name: /^Send/ }));
    expect(await screen.findByRole("alert")).toBeVisible();
    expect(await field("Message to Sampan support")).toHaveValue("It rang twice");
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: /^Send/ }));
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it("keep what is typed while the last one is on its way, for the next", async () => {
    messages = [message("Hello")];
    let arrive: () => void = () => undefined;
    arrival = new Promise((resolve) => {
      arrive = resolve;
    });
    show("support");
    await userEvent.type(await field("Answer to the merchant"), "Block 2?");
    await userEvent.click(screen.getByRole("button", { name: "Send as a question" }));
    await userEvent.clear(await field("Answer to the merchant"));
    await userEvent.type(await field("Answer to the merchant"), "Or block 3?");
    arrive();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(await screen.findByText("Block 2?")).toBeVisible();
    expect(await field("Answer to the merchant")).toHaveValue("Or block 3?");
    await userEvent.click(screen.getByRole("button", { name: /^Send answer/ }));
    await waitFor(() => expect(sent).toMatchObject([{ text: "Block 2?" }, { text: "Or block 3?" }]));
    await waitFor(async () => expect(await field("Answer to the merchant")).toHaveValue(""));
  });

  it("begin with what is typed on after a message that is on its way, and the cursor stays behind it", async () => {
    messages = [message("Hello")];
    let arrive: () => void = () => undefined;
    arrival = new Promise((resolve) => {
      arrive = resolve;
    });
    show("owner");
    await userEvent.type(await field("Message to Sampan support"), "Block 2?{Control>}{Enter}{/Control} Or");
    arrive();
    await waitFor(async () => expect(await field("Message to Sampan support")).toHaveValue("Or"));
    await userEvent.keyboard(" block 3?");
    expect(await field("Message to Sampan support")).toHaveValue("Or block 3?");
  });

  it("keep what replaced a message whose answer was lost, for the next", async () => {
    messages = [message("Hello")];
    show("owner");
    isLost = true;
    await userEvent.type(await field("Message to Sampan support"), "Block 2?{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.getByRole("alert")).toHaveFocus());
    await userEvent.clear(await field("Message to Sampan support"));
    await userEvent.type(await field("Message to Sampan support"), "Block 3?{Control>}{Enter}{/Control}");
    expect(await screen.findByText("Block 2?")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    expect(await field("Message to Sampan support")).toHaveValue("Block 3?");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(sent).toMatchObject([{ text: "Block 2?" }, { text: "Block 3?" }]));
  });

  it("show a merchant who wrote, and are marked as read", async () => {
    messages = [
      message("Block 2 it is", { kind: "corrected", text: "Block 2" }),
      message("Shall we?", { kind: "question" }),
    ];
    show("owner");
    expect(await screen.findByText("Recipient corrected by support: Block 2")).toBeVisible();
    expect(screen.getByText("Ho")).toBeVisible();
    expect(screen.getByText("Question")).toBeVisible();
    await waitFor(() => expect(marked).toEqual([{ order_id: ID, ids: ["om_Block 2 it is", "om_Shall we?"] }]));
  });

  it("let support answer, ask, and write notes that are marked as such", async () => {
    messages = [message("Nobody rang", { side: "merchant", author: "Yip Tsz Kit" })];
    show("support");
    await userEvent.click(await screen.findByRole("button", { name: "Note, staff only" }));
    await userEvent.type(await field("Note that only staff see"), "Rang the depot");
    await userEvent.click(screen.getByRole("button", { name: /^Save note/ }));
    await waitFor(() => expect(screen.getAllByText("Note, staff only")).toHaveLength(2));
    await userEvent.click(screen.getByRole("button", { name: "Answer" }));
    await userEvent.type(await field("Answer to the merchant"), "Block 2?");
    await userEvent.click(screen.getByRole("button", { name: "Send as a question" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toMatchObject([{ kind: "note" }, { kind: "question", text: "Block 2?" }]);
  });
});
