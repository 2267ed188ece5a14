/** Addresses: a row is one, and changes the saved one with its kind, name, mobile and address (contract §39.7). */
import { createHash } from "node:crypto";
import { type AddressInput, addressInput, addressRules } from "@/lib/contracts/address";
import { judge } from "@/lib/contracts/judge";
import { normalise } from "@/lib/contracts/normalise";
import type { ApiError, Problem } from "@/lib/errors";
import { ADDRESS_COLUMNS, guessAddressColumns, namesAddressColumns } from "@/lib/tables/address-csv";
import { addressOfCells } from "@/lib/tables/address-of-cells";
import { readCell } from "@/lib/tables/csv-cells";
import { writeAddresses } from "@/server/addresses";
import type { Draft, ImportKind, KindProblem } from "./kind";
import { writeEach } from "./write-each";

/** The column of `party.name`, `label` or the party as a whole. */
function columnOf(path: Problem["path"]): string {
  const field = String(path[0] === "party" ? path[1] : path[0]);
  return (ADDRESS_COLUMNS as readonly string[]).includes(field) ? field : "name";
}

const asProblems = (problems: readonly Problem[]): KindProblem[] =>
  problems.map(({ path, ...said }) => ({ row: 0, column: columnOf(path), ...said }));

function blame(refusal: ApiError): KindProblem[] {
  return refusal.problems ? asProblems(refusal.problems) : [{ row: 0, column: "name", message: refusal.message }];
}

export const ADDRESSES: ImportKind<AddressInput> = {
  columns: ADDRESS_COLUMNS,
  joined: {},
  key: null,
  isJoinedByKey: false,
  unique: [],
  exact: [],
  guess: guessAddressColumns,
  namesColumns: namesAddressColumns,
  read: (_column, field) => readCell(field.trim()),
  open: async () => async () => async (things) =>
    things.map(([cells = {}]): Draft<AddressInput> => {
      const { data, problems } = judge(addressInput, normalise(addressOfCells(cells)), addressRules);
      const fingerprint = data ? createHash("sha256").update(JSON.stringify(data)).digest("base64url") : null;
      return { problems: asProblems(problems ?? []), thing: data ?? null, price: null, service: null, fingerprint };
    }),
  blame,
  make: (ctx, things) => writeEach(ctx.db, things, (some) => writeAddresses(ctx, some)),
};
