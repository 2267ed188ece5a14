import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseBlock } from "@/server/address-parser/parse";

type Paste = { text: string; country?: string; found: Record<string, unknown> };
/** Fields that a paste must name to have. */
const STRICT = ["name", "company", "mobile_prefix", "mobile", "email", "country", "city", "state", "postal_code"];

describe.each(["hong-kong", "abroad"])("pastes of %s", (kind) => {
  const pastes = JSON.parse(readFileSync(join(import.meta.dirname, `pastes-${kind}.json`), "utf8")) as Paste[];
  it.each(pastes.map((paste) => [paste.text.replaceAll("\n", "⏎"), paste] as const))("%s", (_, paste) => {
    const nothing = Object.fromEntries([...STRICT, "district", "delivery_code"].map((field) => [field, null]));
    expect(parseBlock(paste.text, paste.country ?? null)).toMatchObject({ ...nothing, ...paste.found });
  });
});
