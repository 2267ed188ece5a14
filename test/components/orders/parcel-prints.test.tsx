/** The print of one parcel's label: which pages it has, and how the log shows it. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { PrintWords } from "@/app/(dashboard)/[environment]/orders/[orderId]/print-entry";
import { useDocuments } from "@/components/documents/use-documents";
import { pagesOfParcel } from "@/components/warehouse/bench/use-label";
import type { Print } from "@/lib/contracts/print";
import { show } from "../pick-pack/pick-pack-frame";

const print = (parcel: number | null): Print => ({
  document: "label",
  parcel,
  paper: "A6",
  pages: parcel ? 1 : 3,
  via: "DASHBOARD",
  printed_at: "2026-11-21T10:32:00.000+08:00",
  printed_by: { kind: "person", name: "Mak Siu Ming" },
});

describe("the pages of one parcel", () => {
  it("are the same number for each, with continuations too, and all pages if the labels are for another number of parcels", () => {
    expect([1, 2, 3].map((parcel) => pagesOfParcel(3, 3, parcel))).toEqual([[1], [2], [3]]);
    expect([1, 3].map((parcel) => pagesOfParcel(6, 3, parcel))).toEqual([
      [1, 2],
      [5, 6],
    ]);
    expect(pagesOfParcel(2, 3, 3)).toEqual([1, 2]);
    expect(pagesOfParcel(2, 2, 3)).toEqual([1, 2]);
  });
});

describe("the words for a print", () => {
  it("name the parcel whose label was printed separately", () => {
    show(
      <>
        <PrintWords print={print(2)} />
        <PrintWords print={print(null)} />
      </>,
    );
    expect(screen.getByText("Label of parcel 2, A6, 1 page")).toBeVisible();
    expect(screen.getByText("Label, A6, 3 pages")).toBeVisible();
    expect(screen.getAllByText("· Mak Siu Ming")).toHaveLength(2);
  });
});

const ORDER = { order_id: "1", ship_type: "local", order_status: "READY_TO_SHIP", tracking_number: "ST1" } as const;

function Download() {
  const documents = useDocuments(ORDER);
  return (
    <button type="button" onClick={() => documents.download("label", "A6")}>
      Download
    </button>
  );
}

describe("a download", () => {
  it("is reported with the time at which its label was drawn", async () => {
    const reported: unknown[] = [];
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} }));
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      if (input.includes("/order/label/"))
        return new Response("%PDF-1.7", { headers: { "x-drawn-at": "2026-11-21T02:32:00.000Z" } });
      if (init.method === "POST") reported.push(JSON.parse(String(init.body)));
      return Response.json({ data: { document_list: [], print_list: [] } });
    });
    show(<Download />);
    fireEvent.click(screen.getByRole("button", { name: "Download" }));
    const print = { order_ids: ["1"], document: "label", paper: "A6", drawn_at: "2026-11-21T02:32:00.000Z" };
    await waitFor(() => expect(reported).toEqual([print]));
  });
});
