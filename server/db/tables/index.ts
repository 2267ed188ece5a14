import { accountTables } from "./accounts";
import { addressTables } from "./addresses";
import { carrierTables } from "./carriers";
import { caseTables } from "./cases";
import { dispatchTables } from "./dispatch";
import { documentTables } from "./documents";
import { goodsTables } from "./goods";
import { importTables } from "./imports";
import { jobTables } from "./jobs";
import { orderTables } from "./orders";
import { pickPackTables } from "./pick-pack";
import { requestLogTables } from "./request-log";
import { serviceTables } from "./services";
import { keyTables, mailTables, rateTables } from "./shared";
import { statementTables } from "./statements";
import { tariffTables } from "./tariffs";
import { trackingTables } from "./tracking";
import { webhookTables } from "./webhooks";

/** The tables, grouped by their only writer: a module below `server/`, or a file. */
export const TABLES = {
  accounts: accountTables,
  addresses: addressTables,
  carriers: carrierTables,
  cases: caseTables,
  dispatch: dispatchTables,
  documents: documentTables,
  goods: goodsTables,
  "idempotency.ts": keyTables,
  imports: importTables,
  jobs: jobTables,
  mail: mailTables,
  orders: orderTables,
  "pick-pack": pickPackTables,
  "rate-limits.ts": rateTables,
  "request-log": requestLogTables,
  services: serviceTables,
  statements: statementTables,
  tariffs: tariffTables,
  tracking: trackingTables,
  webhooks: webhookTables,
};
