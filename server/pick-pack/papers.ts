import type { DataOf } from "@/lib/contracts/contract";
import type { readWaveDocument as contract } from "@/lib/contracts/pickpack-queue";
import type { AccountContext, Context } from "@/server/context";
import { acceptsPdf, benchCardPdf, imprintOf, pickListPdf } from "@/server/documents";
import { Download } from "@/server/http/operation";
import { waveFor } from "./waves";

type Answer = DataOf<typeof contract> | Download;

const OPERATION: (typeof contract)["id"] = "readWaveDocument";

function answered({ accept }: Context, bytes: Uint8Array, name: string): Answer {
  if (acceptsPdf(accept)) return new Download(bytes, "application/pdf", `${name}.pdf`);
  return { format: "pdf", encoding: "base64", content: Buffer.from(bytes).toString("base64") };
}

/** A wave's pick list: in JSON, or the PDF itself when the request accepts it. @throws ApiError NOT_FOUND */
export async function readWaveDocument(ctx: AccountContext, input: { wave_id: string }): Promise<Answer> {
  const wave = await waveFor(ctx, input.wave_id, OPERATION);
  return answered(ctx, await pickListPdf(wave, await imprintOf(ctx)), `pick-list-${wave.wave_id}`);
}

/** The card of barcodes that steer the bench: in JSON, or the PDF itself when the request accepts it. */
export async function readBenchCard(ctx: Context): Promise<Answer> {
  return answered(ctx, await benchCardPdf(await imprintOf(ctx)), "bench-card");
}
