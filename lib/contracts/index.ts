import * as accounts from "./account";
import type { Contract } from "./contract";
import * as documents from "./document";
import * as drafts from "./draft";
import * as document from "./openapi";
import * as orders from "./order";
import * as orderCounts from "./order-counts";
import * as orderExport from "./order-export";
import * as pickPack from "./pickpack";
import * as bench from "./pickpack-bench";
import * as queue from "./pickpack-queue";
import * as prints from "./print";
import * as products from "./product";
import * as rates from "./rate";
import * as sessions from "./session";
import * as tokens from "./token";
import * as tracking from "./tracking";
import * as views from "./view";
import * as webhooks from "./webhook";

function isContract(value: unknown): value is Contract {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "response" in value;
}

/** Every operation of the product, in the order of the API reference. */
export const CONTRACTS: readonly Contract[] = [
  tokens,
  document,
  orders,
  orderExport,
  documents,
  rates,
  tracking,
  pickPack,
  bench,
  queue,
  products,
  prints,
  webhooks,
  drafts,
  views,
  orderCounts,
  accounts,
  sessions,
].flatMap((module) => Object.values(module as Record<string, unknown>).filter(isContract));
