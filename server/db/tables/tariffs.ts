import type { SHEET_STATES, SheetKind, SheetRow } from "@/lib/tariff-sheets";
import { day, instant, json, nullable, oneOf, text, withDefault } from "../columns";

/** Tariffs, fuel, surcharges, currencies and holidays, as sheets that hold from a day on. */
export const tariffTables = {
  tariff_versions: {
    id: text,
    kind: oneOf<SheetKind>(),
    provider: nullable(text),
    valid_from: day,
    rows: json<SheetRow[]>(),
    note: nullable(text),
    state: oneOf<(typeof SHEET_STATES)[number]>(),
    proposed_by: text,
    proposed_at: withDefault(instant),
    decided_by: nullable(text),
    decided_at: nullable(instant),
  },
};
