import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { ImportChoice } from "@/components/import/import-choice";
import { CSV, XLSX } from "@/lib/tables/file-types";
import { refusal, show } from "../products-frame";

type Sent = { url: URL; headers: Record<string, string>; body: Uint8Array };
let sent: Sent[];
let answer: () => Response;
const taken = vi.fn();

beforeEach(() => {
  sent = [];
  taken.mockClear();
  answer = () => Response.json({ data: { import_id: "im_1" } });
  vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
    const url = new URL(input, "http://localhost");
    sent.push({ url, headers: init.headers as Record<string, string>, body: init.body as Uint8Array });
    return answer();
  });
  show(<ImportChoice kind="orders" onTaken={taken} />);
});

const give = (name: string, content: BlobPart, type = "") =>
  userEvent.upload(
    document.querySelector("input[type=file]") as HTMLInputElement,
    new File([content], name, { type }),
    {
      applyAccept: false,
    },
  );

it("sends a file as it is, and says of it what it is and how it is called", async () => {
  const archive = new Uint8Array([0x50, 0x4b, 3, 4, 0xff]);
  // Windows calls CSV files and workbooks by many types.
  await give("monday orders.xlsx", archive, "application/zip");
  await waitFor(() => expect(taken).toHaveBeenCalledWith("im_1"));
  expect(sent[0]?.url.pathname).toBe("/testing/v1/imports");
  expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({ kind: "orders", name: "monday orders.xlsx" });
  expect(sent[0]?.headers["content-type"]).toBe(XLSX);
  expect([...(sent[0]?.body ?? [])]).toEqual([...archive]);
});

it("calls everything else CSV, which the server reads whatever its separators", async () => {
  await give("a.tsv", "reference\trecipient_name\nA\tB", "application/vnd.ms-excel");
  await waitFor(() => expect(taken).toHaveBeenCalledOnce());
  expect(sent[0]?.headers["content-type"]).toBe(CSV);
});

it("says why a file was not taken, and sends it again as the same", async () => {
  answer = () => refusal({ "/file": "The file has no rows below its headers." });
  const file = ["a.csv", "reference\n", CSV] as const;
  await give(...file);
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("a.csv was not taken");
  expect(alert).toHaveTextContent("The file has no rows below its headers.");
  expect(taken).not.toHaveBeenCalled();

  // Its first answer was lost: the key says what it made.
  answer = () => Response.json({ error: { code: "500998", message: "Used.", import_id: "im_2" } }, { status: 500 });
  await give("b.csv", "reference\nA", CSV);
  await waitFor(() => expect(taken).toHaveBeenCalledWith("im_2"));
  const [one, other] = sent.map(({ headers }) => headers["idempotency-key"]);
  expect(one).toBeTruthy();
  expect(other).not.toBe(one);
});

it("does not send what is too large", async () => {
  const large = new File(["x"], "large.csv");
  Object.defineProperty(large, "size", { value: 21 * 1024 * 1024 });
  await userEvent.upload(document.querySelector("input[type=file]") as HTMLInputElement, large);
  expect(await screen.findByRole("alert")).toHaveTextContent("It is larger than 20 MiB.");
  expect(sent).toEqual([]);
});
