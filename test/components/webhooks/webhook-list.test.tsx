import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { EndpointList } from "@/app/(dashboard)/[environment]/webhooks/endpoint-list";
import { MAX_ENDPOINTS, type Webhook } from "@/lib/contracts/webhook";
import { endpoint, show } from "./webhooks-frame";

function answer(rows: readonly Webhook[]) {
  vi.stubGlobal("fetch", async () => Response.json({ data: rows, pagination: { total: rows.length } }));
}
const { health } = endpoint();
const untried = {
  ...health,
  last_attempt_at: null,
  last_success_at: null,
  succeeded_7d: 0,
  failed_7d: 0,
};

it("shows how well each endpoint works, with a dash where nothing was sent", async () => {
  answer([endpoint(), endpoint({ id: "we_2", url: "https://other.example/", health: untried })]);
  show(<EndpointList most={MAX_ENDPOINTS} />);
  const first = (await screen.findByRole("link", { name: "shop.example/hooks/sampan" })).closest("tr") as HTMLElement;
  expect(within(first).getByText("Working")).toBeInTheDocument();
  expect(within(first).getByText("98%")).toBeInTheDocument();
  expect(within(first).getByText("539 of 550 attempts")).toBeInTheDocument();
  expect(within(first).getByText("20 Nov 2026, 10:00")).toBeInTheDocument();
  const second = screen.getByRole("link", { name: "other.example/" }).closest("tr") as HTMLElement;
  expect(within(second).getByText("—")).toBeInTheDocument();
  expect(within(second).getByText("No attempts in 7 days")).toBeInTheDocument();
  expect(within(second).getByText("Never")).toBeInTheDocument();
  expect(screen.getByText(`2 of ${MAX_ENDPOINTS} endpoints`)).toBeInTheDocument();
});

it("says that all endpoints are in use before the button is pressed", async () => {
  answer(Array.from({ length: MAX_ENDPOINTS }, (_, index) => endpoint({ id: `we_${index}` })));
  show(<EndpointList most={MAX_ENDPOINTS} />);
  const add = await screen.findByRole("button", { name: "Add endpoint" });
  expect(add).toBeDisabled();
  expect(add).toHaveAccessibleDescription(/All 20 endpoints are in use/);
});

it.each(["en", "zh-Hant"] as const)(
  "explains itself and offers the first step while there is none, in %s",
  async (language) => {
    answer([]);
    show(<EndpointList most={MAX_ENDPOINTS} />, { language });
    const first = await screen.findByRole("link", {
      name: language === "en" ? "Add your first endpoint" : "新增第一個端點",
    });
    expect(first).toHaveAttribute("href", "/testing/webhooks/new");
  },
);

it("reports a failure with its request id, and how to try again", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ error: { code: "500999" } }, { status: 500, headers: { "x-request-id": "req_of_the_test" } }),
  );
  show(<EndpointList most={MAX_ENDPOINTS} />);
  expect(await screen.findByText("req_of_the_test")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
});
