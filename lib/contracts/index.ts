import * as accounts from "./account";
import * as addresses from "./address";
import * as addressParse from "./address-parse";
import * as adjustments from "./adjustment";
import * as audit from "./audit";
import * as cases from "./case";
import * as clients from "./client";
import type { Contract } from "./contract";
import * as defaults from "./defaults";
import * as dispatch from "./dispatch";
import * as documents from "./document";
import * as drafts from "./draft";
import * as hsCodes from "./hs-code";
import * as instructions from "./instruction";
import * as items from "./item";
import * as notices from "./notice";
import * as document from "./openapi";
import * as orders from "./order";
import * as corrections from "./order-correct";
import * as orderCounts from "./order-counts";
import * as duplicates from "./order-duplicate";
import * as orderExport from "./order-export";
import * as orderFigures from "./order-figures";
import * as overview from "./order-overview";
import * as people from "./people";
import * as pickPack from "./pickpack";
import * as bench from "./pickpack-bench";
import * as queue from "./pickpack-queue";
import * as waves from "./pickpack-waves";
import * as prints from "./print";
import * as products from "./product";
import * as rates from "./rate";
import * as requests from "./request";
import * as security from "./security";
import * as services from "./services";
import * as sessions from "./session";
import * as staff from "./staff";
import * as statements from "./statement";
import * as statementImport from "./statement-import";
import * as support from "./support";
import * as tariffs from "./tariff";
import * as threads from "./thread";
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
  overview,
  corrections,
  duplicates,
  orderExport,
  orderFigures,
  documents,
  rates,
  services,
  tracking,
  pickPack,
  bench,
  queue,
  waves,
  products,
  items,
  hsCodes,
  prints,
  dispatch,
  webhooks,
  drafts,
  defaults,
  addresses,
  addressParse,
  views,
  orderCounts,
  threads,
  instructions,
  accounts,
  staff,
  audit,
  support,
  cases,
  people,
  notices,
  statements,
  statementImport,
  tariffs,
  adjustments,
  clients,
  requests,
  sessions,
  security,
].flatMap((module) => Object.values(module as Record<string, unknown>).filter(isContract));
