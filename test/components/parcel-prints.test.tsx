/** The print of one parcel's label: which pages it has, and how it is told (experience, Printing). */
import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { pagesOfParcel } from "@/components/documents/parcel-pages";
import { PrintLog } from "@/components/documents/print-log";
import type { Print } from "@/lib/contracts/print";
import { show } from "./pick-pack-frame";

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
  it("are as many for each, with continuations too, and all where the labels are of another number of parcels", () => {
    expect([1, 2, 3].map((parcel) => pagesOfParcel(3, 3, parcel))).toEqual([[1], [2], [3]]);
    expect([1, 3].map((parcel) => pagesOfParcel(6, 3, parcel))).toEqual([
      [1, 2],
      [5, 6],
    ]);
    expect(pagesOfParcel(2, 3, 3)).toEqual([1, 2]);
    expect(pagesOfParcel(2, 2, 3)).toEqual([1, 2]);
  });
});

describe("the log of prints", () => {
  it("names the parcel whose label was printed alone", async () => {
    const answer = { order_id: "1", document_list: [], parcel_list: [], print_list: [print(2), print(null)] };
    vi.stubGlobal("fetch", async () => Response.json({ data: { ...answer, print_count: 2 } }));
    show(<PrintLog orderId="1" />);
    expect(await screen.findByText("Label of parcel 2, A6, 1 page")).toBeVisible();
    expect(screen.getByText("Label, A6, 3 pages")).toBeVisible();
  });
});
