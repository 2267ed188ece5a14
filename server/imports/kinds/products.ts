/** Products: a row is one, told apart by its sku, which changes the product that has it (contract §39.6). */
import { createHash } from "node:crypto";
import { judge } from "@/lib/contracts/judge";
import { normalise } from "@/lib/contracts/normalise";
import { type ProductInput, productInput } from "@/lib/contracts/product";
import type { ApiError } from "@/lib/errors";
import { fieldName } from "@/lib/forms/form-paths";
import { productDoubts } from "@/lib/goods/product-doubts";
import {
  columnOfField,
  guessProductColumns,
  namesProductColumns,
  PRODUCT_CODES,
  PRODUCT_COLUMNS,
  productOfCells,
  readProductCell,
} from "@/lib/tables/product-csv";
import { scopeOf } from "@/server/context";
import { barcodeOwners, lockProducts, writeProducts } from "@/server/goods";
import type { Draft, ImportKind, KindProblem } from "./kind";
import { writeEach } from "./write-each";

const columnOf = (path: readonly (string | number)[]) => columnOfField(fieldName(path)) ?? "sku";

function blame(refusal: ApiError): KindProblem[] {
  if (!refusal.problems) return [{ row: 0, column: "sku", message: refusal.message }];
  return refusal.problems.map(({ path, ...said }) => ({ row: 0, column: columnOf(path), ...said }));
}

export const PRODUCTS: ImportKind<ProductInput> = {
  columns: PRODUCT_COLUMNS,
  joined: {},
  key: "sku",
  isJoinedByKey: false,
  unique: ["bar_code_eid"],
  exact: PRODUCT_CODES,
  guess: guessProductColumns,
  namesColumns: namesProductColumns,
  read: readProductCell,
  open: async (ctx) => async (db, rows) => {
    const barcodes = rows.flatMap(({ bar_code_eid }) => bar_code_eid ?? []);
    const owners = await barcodeOwners(db, scopeOf(ctx), barcodes);
    return async (things) =>
      things.map(([cells = {}]): Draft<ProductInput> => {
        const judged = judge(productInput, normalise(productOfCells(cells)));
        const owner = owners.get(cells.bar_code_eid ?? "");
        const problems: KindProblem[] = (judged.problems ?? []).map(({ path, ...said }) => ({
          row: 0,
          column: columnOf(path),
          ...said,
        }));
        if (owner !== undefined && owner !== cells.sku)
          problems.push({ row: 0, column: "bar_code_eid", key: "productBarcodeTaken" });
        const thing = problems.length === 0 && judged.data ? judged.data : null;
        const fingerprint = thing && createHash("sha256").update(JSON.stringify(thing)).digest("base64url");
        return { problems, thing, price: null, service: null, fingerprint };
      });
  },
  blame,
  doubts: productDoubts,
  async make(ctx, things) {
    // In one order, before they may be written one by one.
    await lockProducts(ctx.db, scopeOf(ctx), { skus: things.map(({ sku }) => sku) });
    return writeEach(ctx.db, things, (some) => writeProducts(ctx, some));
  },
};
