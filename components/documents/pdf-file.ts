import { ApiFailure, type CallInput, failureOf, requestOf, type Where } from "@/lib/api-client";
import type { Printed } from "@/lib/contracts/print";
import type { OperationId } from "@/lib/operations";
import type { Paper } from "./paper";

/** A PDF with the name that the server gives it; `drawnAt`: when labels in it were drawn, to report with their print. */
export type PdfFile = { blob: Blob; filename: string; drawnAt?: string };

function filenameOf(response: Response): string {
  const disposition = response.headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : "document.pdf";
}

/** Fetches what an operation answers as a file, a PDF unless another type is asked for. @throws ApiFailure */
export async function fetchFile<Id extends OperationId>(
  id: Id,
  input: CallInput<Id>,
  where: Where,
  type = "application/pdf",
): Promise<PdfFile> {
  const [address, init] = requestOf(id, (input ?? {}) as Record<string, unknown>, where);
  init.headers = { ...init.headers, accept: type };
  let response: Response;
  let blob: Blob | null = null;
  try {
    response = await fetch(address, init);
    if (response.ok) blob = await response.blob();
  } catch (cause) {
    throw new ApiFailure({ kind: "network", status: 0, message: "The server could not be reached.", cause });
  }
  if (!blob) throw await failureOf(response);
  const drawnAt = response.headers.get("x-drawn-at");
  return { blob, filename: filenameOf(response), ...(drawnAt ? { drawnAt } : {}) };
}

/** Fetches one document of an order, or all of them in one file. @throws ApiFailure */
export function fetchDocument(orderId: string, document: Printed, paper: Paper, where: Where): Promise<PdfFile> {
  const input = { order_id: orderId, paper };
  if (document === "label") return fetchFile("readLabel", input, where);
  return fetchFile("readDocuments", document === "all_documents" ? input : { ...input, type: document }, where);
}

export { saveFile } from "@/components/save-file";
