import { ApiFailure, type CallInput, failureOf, partsOf, type Where } from "@/lib/api-client";
import type { Contract } from "@/lib/contracts/contract";
import { readDocuments, readLabel } from "@/lib/contracts/document";
import type { Printed } from "@/lib/contracts/print";
import { API_BASE } from "@/lib/environment";
import type { Paper } from "./paper";

/** A PDF with the name that the server gives it. */
export type PdfFile = { blob: Blob; filename: string };

function filenameOf(response: Response): string {
  const disposition = response.headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : "document.pdf";
}

/** Fetches what an operation answers as PDF. @throws ApiFailure */
export async function fetchPdf<C extends Contract>(
  contract: C,
  input: CallInput<C>,
  { environment, accountId }: Where,
): Promise<PdfFile> {
  const { path, search, body } = partsOf(contract, (input ?? {}) as Record<string, unknown>);
  const headers: Record<string, string> = { accept: "application/pdf" };
  if (accountId) headers["x-account-id"] = accountId;
  const init: RequestInit = { method: contract.method, headers, credentials: "same-origin", cache: "no-store" };
  if (contract.body) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  let response: Response;
  let blob: Blob | null = null;
  try {
    response = await fetch(`${API_BASE[environment]}${path}${search.size > 0 ? `?${search}` : ""}`, init);
    if (response.ok) blob = await response.blob();
  } catch (cause) {
    throw new ApiFailure({ kind: "network", status: 0, message: "The server could not be reached.", cause });
  }
  if (!blob) throw await failureOf(response);
  return { blob, filename: filenameOf(response) };
}

/** Fetches one document of an order, or all of them in one file. @throws ApiFailure */
export function fetchDocument(orderId: string, document: Printed, paper: Paper, where: Where): Promise<PdfFile> {
  const input = { order_id: orderId, paper };
  if (document === "label") return fetchPdf(readLabel, input, where);
  return fetchPdf(readDocuments, document === "all_documents" ? input : { ...input, type: document }, where);
}

/** Saves a file on the device, as a link to it would. */
export function savePdf({ blob, filename }: PdfFile): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = filename;
  link.click();
  // The browser takes the bytes a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
