import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { CAP, forgetDevice, open, press, refusal, scan, server, settled, TORCH } from "./warehouse-bench-frame";

const figure = (text: string) => screen.getByText(text);

beforeEach(forgetDevice);

it("sends a scan again with the same id after the network failed, and counts it once", async () => {
  open();
  server.network = "lost";
  scan(CAP);
  scan(CAP);
  expect(await screen.findByText(/No connection: 2 scans are kept/)).toBeInTheDocument();
  expect(figure("2 of 3 scanned")).toBeInTheDocument();
  server.network = "up";
  fireEvent(window, new Event("online"));
  await settled();
  const [first, again, second] = server.to("/pickpack/scan").map(({ scan_id }) => scan_id);
  expect(again).toBe(first);
  expect(second).not.toBe(first);
  expect(server.bench.parcel_list[0]?.item_list[0]?.scanned).toBe("2");
  expect(figure("2 of 3 scanned")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(/No connection/)).toBeNull());
});

it("tries again after 1, 2, 4, 8 and then every 15 seconds", async () => {
  vi.useFakeTimers();
  try {
    open();
    server.network = "down";
    scan(CAP);
    const tries: number[] = [];
    for (const wait of [1, 2, 4, 8, 15, 15]) {
      await act(() => vi.advanceTimersByTimeAsync(wait * 1000 - 1));
      tries.push(server.to("/pickpack/scan").length);
      await act(() => vi.advanceTimersByTimeAsync(1));
    }
    expect(tries).toEqual([1, 2, 3, 4, 5, 6]);
    expect(server.to("/pickpack/scan")).toHaveLength(7);
    expect(new Set(server.to("/pickpack/scan").map(({ scan_id }) => scan_id)).size).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

it("keeps unsent scans over a reload, and sends them once", async () => {
  const { unmount } = open();
  server.network = "down";
  scan(CAP);
  scan(TORCH);
  await screen.findByText(/2 scans are kept/);
  const ids = server.to("/pickpack/scan").map(({ scan_id }) => scan_id);
  unmount();
  open();
  expect(await screen.findByText("1 of 3 scanned")).toBeInTheDocument();
  await settled();
  expect(server.to("/pickpack/scan").map(({ code }) => code)).toEqual([CAP, TORCH]);
  expect(server.to("/pickpack/scan")[0]?.scan_id).toBe(ids[0]);
  expect(server.bench.scan_list).toHaveLength(2);
});

it("takes back a count that the server refuses", async () => {
  open();
  server.answers.set(
    "/pickpack/scan",
    Response.json(
      {
        error: {
          code: "400000",
          code_reason: "BAD_REQUEST",
          message: "",
          error_trace: [{ field: "code", pointer: "/code", message: "Somebody scanned it.", scan_result: "TOO_MANY" }],
        },
      },
      { status: 400 },
    ),
  );
  scan(TORCH);
  expect(figure("1 of 1 scanned")).toBeInTheDocument();
  await waitFor(() => expect(refusal()).toHaveTextContent("The last count was taken back"));
  expect(refusal()).toHaveTextContent("Somebody scanned it.");
  expect(figure("0 of 1 scanned")).toBeInTheDocument();
  await settled();
});

it("sends neither a scan that is undone before it left nor its undoing", async () => {
  open();
  server.network = "down";
  scan(CAP);
  await screen.findByText(/1 scan is kept/);
  scan(TORCH);
  press("F2");
  server.network = "up";
  fireEvent(window, new Event("online"));
  await settled();
  expect(server.to("/pickpack/scan").map(({ code }) => code)).not.toContain(TORCH);
  expect(server.bench.scan_list).toHaveLength(1);
  expect(server.to("/pickpack/undo")).toEqual([]);
});
