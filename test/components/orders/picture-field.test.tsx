// A picture that the person picks: what is sent of it.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import DisputeDialog from "@/components/adjustments/dispute-dialog";
import type { Adjustment } from "@/lib/contracts/adjustment";
import { inAccount } from "../form-frame";
import { render } from "../render";

const ROW: Adjustment = {
  id: "oe_1",
  order_id: "217357996100241",
  time: "2026-11-20T10:00:00+08:00",
  kind: "OTHER",
  amount: "12.00",
  charged_weight: null,
  reason: null,
  pictures: [],
  disputed_time: null,
};

let sent: { note: string; content?: string }[] = [];
/** What the browser decodes; null: nothing. */
let decoded: Promise<{ width: number; height: number } | null>;
/** How many bytes a JPEG of the canvas has for a pixel, at the best quality. */
let density: number;
let drawn: string[] = [];

const SEND = "Send the dispute";
const file = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type: "image/jpeg" });
const pick = (picked: File) => userEvent.upload(screen.getByLabelText(/^A picture/), picked);
const bytesSent = () => atob(sent[0]?.content ?? "").length;
async function send() {
  await waitFor(() => expect(screen.getByRole("button", { name: SEND })).toBeEnabled());
  await userEvent.click(screen.getByRole("button", { name: SEND }));
}

beforeEach(async () => {
  [sent, drawn, density] = [[], [], 0.2];
  decoded = Promise.resolve({ width: 4000, height: 3000 });
  // jsdom has no canvas and decodes no pictures.
  vi.stubGlobal("createImageBitmap", async () => {
    const sides = await decoded;
    if (!sides) throw new DOMException("undecodable", "InvalidStateError");
    return { ...sides, close() {} };
  });
  const canvas = HTMLCanvasElement.prototype;
  vi.spyOn(canvas, "getContext").mockReturnValue({ fillRect() {}, drawImage() {} } as never);
  vi.spyOn(canvas, "toBlob").mockImplementation(function (this: HTMLCanvasElement, done, type, quality = 1) {
    drawn.push(`${this.width}×${this.height} ${type} ${quality}`);
    done(new Blob([new Uint8Array(this.width * this.height * density * quality)]));
  });
  vi.stubGlobal("fetch", async (_input: string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return Response.json({ data: {} });
  });
  render(inAccount(<DisputeDialog row={ROW} onClose={() => {}} />));
  await userEvent.type(screen.getByLabelText(/^Why is it wrong/), "No");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("a picture of a dispute", () => {
  it("is sent as it is if the API takes it", async () => {
    await pick(file("scale.jpg", 700_000));
    await send();
    await waitFor(() => expect(bytesSent()).toBe(700_000));
    expect(drawn).toEqual([]);
  });

  it("is made smaller if it is larger, and worse and smaller until it fits", async () => {
    density = 0.5;
    await pick(file("scale.jpg", 800_000));
    await send();
    await waitFor(() => expect(sent).toHaveLength(1));
    const steps = ["2048×1536 image/jpeg 0.85", "2048×1536 image/jpeg 0.7", "2048×1536 image/jpeg 0.5"];
    expect(drawn).toEqual([...steps, "1600×1200 image/jpeg 0.5"]);
    expect(bytesSent()).toBe(1600 * 1200 * 0.5 * 0.5);
  });

  it.each([
    ["cannot be decoded", null, 0.2],
    ["cannot be made small enough", { width: 300, height: 20_000 }, 100],
  ])("is refused for its size if it %s", async (_, sides, thick) => {
    [decoded, density] = [Promise.resolve(sides), thick];
    await pick(file("film.jpg", 2_000_000));
    await send();
    expect(await screen.findByText("The picture is larger than 700 kB.")).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("is waited for, and the last one picked counts", async () => {
    let decode: (sides: { width: number; height: number }) => void = () => {};
    decoded = new Promise((resolve) => {
      decode = resolve;
    });
    await pick(file("large.jpg", 800_000));
    await waitFor(() => expect(screen.getByRole("button", { name: SEND })).toBeDisabled());
    await pick(file("small.jpg", 5));
    await waitFor(() => expect(screen.getByRole("button", { name: SEND })).toBeEnabled());
    decode({ width: 40, height: 30 });
    await waitFor(() => expect(drawn).toHaveLength(1));
    await send();
    await waitFor(() => expect(bytesSent()).toBe(5));
  });
});
