import type * as account from "./account";
import type * as address from "./address";
import type * as addressParse from "./address-parse";
import type * as adjustment from "./adjustment";
import type * as audit from "./audit";
import type * as cases from "./case";
import type * as client from "./client";
import type * as defaults from "./defaults";
import type * as dispatch from "./dispatch";
import type * as document from "./document";
import type * as draft from "./draft";
import type * as hsCode from "./hs-code";
import type * as instruction from "./instruction";
import type * as item from "./item";
import type * as notice from "./notice";
import type * as openapi from "./openapi";
import type * as order from "./order";
import type * as orderCorrect from "./order-correct";
import type * as orderCounts from "./order-counts";
import type * as orderDuplicate from "./order-duplicate";
import type * as orderExport from "./order-export";
import type * as orderFigures from "./order-figures";
import type * as orderOverview from "./order-overview";
import type * as people from "./people";
import type * as pickpack from "./pickpack";
import type * as pickpackBench from "./pickpack-bench";
import type * as pickpackQueue from "./pickpack-queue";
import type * as pickpackWaves from "./pickpack-waves";
import type * as print from "./print";
import type * as product from "./product";
import type * as rate from "./rate";
import type * as request from "./request";
import type { OperationId } from "./routes";
import type * as security from "./security";
import type * as services from "./services";
import type * as session from "./session";
import type * as staff from "./staff";
import type * as statement from "./statement";
import type * as statementImport from "./statement-import";
import type * as support from "./support";
import type * as tariff from "./tariff";
import type * as thread from "./thread";
import type * as token from "./token";
import type * as tracking from "./tracking";
import type * as view from "./view";
import type * as webhook from "./webhook";

type Modules = typeof account &
  typeof address &
  typeof addressParse &
  typeof audit &
  typeof cases &
  typeof client &
  typeof defaults &
  typeof dispatch &
  typeof document &
  typeof draft &
  typeof hsCode &
  typeof instruction &
  typeof item &
  typeof notice &
  typeof openapi &
  typeof order &
  typeof orderCorrect &
  typeof orderCounts &
  typeof orderDuplicate &
  typeof orderExport &
  typeof orderFigures &
  typeof orderOverview &
  typeof people &
  typeof pickpack &
  typeof pickpackBench &
  typeof pickpackQueue &
  typeof pickpackWaves &
  typeof print &
  typeof product &
  typeof rate &
  typeof request &
  typeof security &
  typeof services &
  typeof session &
  typeof staff &
  typeof support &
  typeof adjustment &
  typeof statement &
  typeof statementImport &
  typeof tariff &
  typeof thread &
  typeof token &
  typeof tracking &
  typeof view &
  typeof webhook;

/** The contract of an operation: types only, so no schema is loaded. */
export type ContractOf<Id extends OperationId> = Modules[Id];
