import { ApiFailure, call, partsOf, type Where } from "@/lib/api-client";
import { readLabel } from "@/lib/contracts/document";
import { API_BASE } from "@/lib/environment";
import type { Paper } from "./order-actions";

function filenameOf(response: Response): string {
  const disposition = response.headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/.exec(disposition)?.[1] ?? "label.pdf");
}

function save(blob: Blob, filename: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = filename;
  link.click();
  // The browser takes the bytes a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Fetches an order's label as PDF and saves it under the name that the server gives it. Returns that name. */
export async function downloadLabel(orderId: string, paper: Paper, where: Where): Promise<string> {
  const input = { order_id: orderId, paper };
  const { path, search } = partsOf(readLabel, input);
  let response: Response;
  let blob: Blob;
  try {
    response = await fetch(`${API_BASE[where.environment]}${path}?${search}`, {
      headers: { accept: "application/pdf", ...(where.accountId ? { "x-account-id": where.accountId } : {}) },
      credentials: "same-origin",
      cache: "no-store",
    });
    blob = await response.blob();
  } catch (cause) {
    throw new ApiFailure({ kind: "network", status: 0, message: "The server could not be reached.", cause });
  }
  if (!response.ok) {
    // Asked for in JSON the same refusal comes in the form that every page can show.
    await call(readLabel, input, where);
    throw new ApiFailure({ status: response.status, message: "There is no label." });
  }
  const filename = filenameOf(response);
  save(blob, filename);
  return filename;
}
