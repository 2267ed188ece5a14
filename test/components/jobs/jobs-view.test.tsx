import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { JobsView } from "@/app/(dashboard)/[environment]/jobs/jobs-view";
import type { Export } from "@/lib/contracts/order-export";
import { answer, show } from "../products-frame";

const exported = (change: Partial<Export>): Export => ({
  ...{ export_id: "ex_1", state: "DONE", format: "csv", total: 1234, done: 1234 },
  created_by: { kind: "person", name: "Chan Tai Man" },
  ...{ create_time: "2026-11-30T10:00:00.000+08:00", expires_at: "2026-12-01T10:00:00.000+08:00" },
  ...change,
});

it("shows exports by everybody of the account, with their files, and stops one that is being written", async () => {
  let open = exported({ export_id: "ex_2", state: "RUNNING", format: "xlsx", total: 5000, done: 2000 });
  const stopped: string[] = [];
  const page = (data: unknown[]) => ({
    ...{ data, pagination: { total: data.length, page: 1, per_page: 100, total_pages: 1 } },
  });
  answer({
    "GET /bulk": () => page([]),
    "GET /imports": () => page([]),
    "GET /print-jobs": () => ({ data: { job_list: [] } }),
    "GET /exports": () => page([open, exported({})]),
    "POST /exports/ex_2/stop": () => {
      stopped.push(open.export_id);
      open = { ...open, state: "STOPPED" };
      return { data: open };
    },
  });
  show(<JobsView />);
  const done = within(await screen.findByRole("region", { name: "Export of 1,234 orders · CSV" }));
  expect(done.getByText(/by Chan Tai Man$/)).toBeVisible();
  expect(done.getByText(/^Kept until 1 Dec 2026/)).toBeVisible();
  expect(done.getByRole("button", { name: "Save the file" })).toBeEnabled();
  const running = within(screen.getByRole("region", { name: "Export of 5,000 orders · Excel" }));
  expect(running.getByRole("progressbar")).toHaveAttribute("value", "2000");
  expect(running.queryByRole("button", { name: "Save the file" })).toBeNull();
  await userEvent.click(running.getByRole("button", { name: "Stop" }));
  await waitFor(() => expect(running.getByRole("status")).toHaveTextContent("Stopped"));
  expect(stopped).toEqual(["ex_2"]);
});
