import type { DataOf } from "@/lib/contracts/contract";
import type { readWaveDocument as contract } from "@/lib/contracts/pickpack-queue";
import type { Context } from "@/server/context";
import { benchCardPdf, imprintOf, pickListPdf } from "@/server/documents";
import { Download } from "@/server/handler";
import { waveFor } from "./waves";

type Answer = DataOf<typeof contract> | Download;

const OPERATION: (typeof contract)["id"] = "readWaveDocument";

function answerOf(bytes: Uint8Array, name: string, asPdf: unknown): Answer {
  if (asPdf) return new Download(bytes, "application/pdf", `${name}.pdf`);
  return { format: "pdf", encoding: "base64", content: Buffer.from(bytes).toString("base64") };
}

/** A wave's pick list, in JSON or as a PDF. @throws ApiError NOT_FOUND */
export async function readWaveDocument(ctx: Context, input: { wave_id: string }, asPdf?: string): Promise<Answer> {
  const wave = await waveFor(ctx, input.wave_id, OPERATION);
  return answerOf(await pickListPdf(wave, await imprintOf(ctx)), `pick-list-${wave.wave_number}`, asPdf);
}

/** The card of barcodes for bench commands, in JSON or as a PDF. */
export async function readBenchCard(ctx: Context, _input: unknown, asPdf?: string): Promise<Answer> {
  return answerOf(await benchCardPdf(await imprintOf(ctx)), "bench-card", asPdf);
}
