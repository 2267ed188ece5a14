import {
  CARRIER_OR_READERS,
  CARRIER_OR_STAFF,
  MERCHANT,
  MERCHANT_OR_SUPPORT,
  ORDER_READERS,
  OWN_PEOPLE,
  OWN_PEOPLE_OR_SUPPORT,
  OWNERS,
  OWNERS_AND_SUPPORT,
  OWNERS_OR_SUPPORT,
  PEOPLE,
  type Roles,
  STAFF,
  SUPPORT,
} from "./roles";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What follows from the subject of an operation. */
type Consequences = {
  /** It is the same in both environments, so staff need in testing what they need in production. */
  shared?: true;
  /** People of support give no reason for it. */
  free?: true;
  /** It is about how one signs in oneself: staff need neither a second factor nor a reason. */
  own?: true;
  /** Its handler records what it changes, for every caller. */
  recorded?: true;
  /** Where the activity page has it. */
  activity?: "people" | "sign_in" | "developers";
};

/** What operations are about, which settles second factor, reason, acting and audit (`lib/rights.ts`). */
const SUBJECTS = {
  /** A merchant's orders, and all that belongs to them. */
  merchant: {},
  /** What the warehouse's pages show and do: for accounts with pick-and-pack, support gives no reason. */
  warehouse: {},
  /** An account's people, and what all of them share. */
  team: { shared: true, recorded: true, activity: "people" },
  /** An account's clients and endpoints. */
  developers: { recorded: true, activity: "developers" },
  /** What becomes of an account's new orders by itself. */
  rules: { recorded: true, activity: "people" },
  /** What an account packs in. */
  boxes: { recorded: true, activity: "people" },
  /** One's own sign-in. */
  self: { own: true, recorded: true, activity: "sign_in" },
  /** Signing in, before the person is known. */
  "sign-in": { recorded: true, activity: "sign_in" },
  /** The account as the platform keeps it, with a reason of its own where one is needed. */
  account: { shared: true, free: true, recorded: true },
  /** The people of staff, and the demonstration (contract §27.6, §27.7). */
  staff: { shared: true, free: true, recorded: true },
  /** The services of carriers (contract §29.2). */
  services: { shared: true, free: true, recorded: true },
  /** Support's own work, which is about many merchants or none. */
  platform: { free: true, recorded: true },
  /** Many calls in one: each is judged and audited by itself. */
  bulk: { free: true },
  /** Why support looks at an account: the audit has it from the visit itself. */
  visit: { free: true },
} as const satisfies Record<string, Consequences>;

/** What operations change, and pages that show it read again. */
type Resource =
  | ("orders" | "messages" | "prints" | "jobs" | "dispatch" | "waves" | "goods" | "addresses" | "services" | "drafts")
  | (
      | "defaults"
      | "rules"
      | "boxes"
      | "views"
      | "webhooks"
      | "clients"
      | "people"
      | "staff"
      | "accounts"
      | "sessions"
      | "factors"
      | "notices"
    )
  | ("cases" | "tariffs" | "statements");

type Resources = Resource | readonly Resource[];

/** `at`: method and path from the base address, with `{name}` for parameters; a `POST` that only reads says so. */
type Read = ({ at: `GET /${string}`; reads?: never } | { at: `POST /${string}`; reads: true }) & {
  shows?: Resources;
};
type Write = { at: `${Exclude<Method, "GET">} /${string}`; changes: Resources };

type Row = (Read | Write) & {
  /** Who may call; `anyone` needs no credentials. Other accounts than the caller's are beyond this (contract §7.1, §11.4). */
  who: "anyone" | Roles;
  /** What it is about; `merchant` unless it says otherwise. */
  about?: keyof typeof SUBJECTS;
  /** Support that names no account sees all of them, without a reason: a list that says nothing about a person. */
  overAll?: true;
  /** It can be done to many orders at once (contract §38.2), which are found by a list of these. */
  bulk?: "orders" | "warehouse";
  /** The path is the whole address; otherwise it is below the bases of both environments (contract §11.1). */
  base?: "none";
};

/**
 * Every operation of the product, in the order of the API reference: where it is, who may call it, and what it is about.
 * Calls, pages and buttons read it, so it has no schemas: those are in the contracts of the same names
 * (`lib/contracts/`), and the handlers in `server/http/handlers.ts`.
 */
export const OPERATIONS = {
  // Whether it runs
  readHealth: { at: "GET /healthz", who: "anyone", base: "none" },
  readReadiness: { at: "GET /readyz", who: "anyone", base: "none" },

  // Access
  createToken: { at: "POST /auth/token", who: "anyone", changes: [] },
  createOAuthToken: { at: "POST /oauth/token", who: "anyone", changes: [] },
  readOpenApi: { at: "GET /openapi.json", who: "anyone" },

  // Rates
  getRates: { at: "POST /rates/get", who: MERCHANT_OR_SUPPORT, reads: true },
  listProviders: { at: "GET /providers", who: ORDER_READERS, shows: "services" },
  listPickupPoints: { at: "GET /pickup-points", who: ORDER_READERS, shows: "services" },

  // Orders
  createOrder: { at: "POST /order/create", who: MERCHANT_OR_SUPPORT, changes: ["orders", "goods"] },
  duplicateOrder: { at: "POST /order/duplicate", who: MERCHANT_OR_SUPPORT, changes: ["orders", "goods"] },
  createOverviewOrder: { at: "POST /orders", who: MERCHANT_OR_SUPPORT, changes: ["orders", "goods"] },
  confirmOrder: { at: "POST /order/confirm", who: MERCHANT_OR_SUPPORT, changes: ["orders", "goods"], bulk: "orders" },
  createBatch: { at: "POST /orders/batch", who: MERCHANT, changes: ["orders", "goods"] },
  confirmBatch: { at: "POST /orders/batch/confirm", who: MERCHANT, changes: ["orders", "goods"] },
  cancelBatch: { at: "POST /orders/batch/cancel", who: MERCHANT, changes: ["orders", "goods"] },
  listOrders: { at: "GET /orders", who: ORDER_READERS, shows: ["orders", "prints", "dispatch"] },
  exportOrders: { at: "GET /orders/export", who: MERCHANT_OR_SUPPORT },
  readOrderByPath: { at: "GET /order/detail/{order_id}", who: ORDER_READERS, shows: "orders" },
  readOrder: { at: "GET /order/detail", who: ORDER_READERS, shows: "orders" },
  updateOrder: { at: "POST /order/update", who: MERCHANT_OR_SUPPORT, changes: ["orders", "goods"], bulk: "orders" },
  tagOrder: { at: "POST /order/tags", who: MERCHANT_OR_SUPPORT, changes: "orders", bulk: "orders" },
  listTags: { at: "GET /orders/tags", who: ORDER_READERS, shows: "orders" },
  cancelOrder: { at: "POST /order/cancel", who: MERCHANT_OR_SUPPORT, changes: ["orders", "goods"], bulk: "orders" },
  correctOrder: { at: "POST /order/correct", who: SUPPORT, changes: ["orders", "goods"] },
  exportSelected: { at: "POST /orders/export", who: MERCHANT_OR_SUPPORT, reads: true },
  createExport: { at: "POST /exports", who: OWN_PEOPLE_OR_SUPPORT, changes: "jobs" },
  listExports: { at: "GET /exports", who: OWN_PEOPLE_OR_SUPPORT, shows: "jobs" },
  readExport: { at: "GET /exports/{id}", who: OWN_PEOPLE_OR_SUPPORT, shows: "jobs" },
  stopExport: { at: "POST /exports/{id}/stop", who: OWN_PEOPLE_OR_SUPPORT, changes: "jobs" },
  readExportFile: { at: "GET /exports/{id}/file", who: OWN_PEOPLE_OR_SUPPORT },
  countOrders: { at: "GET /orders/counts", who: MERCHANT_OR_SUPPORT, shows: ["orders", "prints"] },
  readFigures: { at: "GET /orders/figures", who: MERCHANT_OR_SUPPORT, shows: "orders" },

  // Defaults
  readDefaults: { at: "GET /defaults", who: MERCHANT_OR_SUPPORT, shows: "defaults" },
  saveDefaults: { at: "PUT /defaults", who: OWNERS_OR_SUPPORT, about: "team", changes: "defaults" },

  // Rules
  listRules: { at: "GET /rules", who: MERCHANT_OR_SUPPORT, shows: "rules" },
  createRule: { at: "POST /rules", who: OWNERS_OR_SUPPORT, about: "rules", changes: "rules" },
  updateRule: { at: "PATCH /rules/{rule_id}", who: OWNERS_OR_SUPPORT, about: "rules", changes: "rules" },
  deleteRule: { at: "DELETE /rules/{rule_id}", who: OWNERS_OR_SUPPORT, about: "rules", changes: "rules" },
  tryRules: { at: "POST /rules/try", who: MERCHANT_OR_SUPPORT, reads: true },

  // Boxes
  listBoxes: { at: "GET /boxes", who: MERCHANT_OR_SUPPORT, shows: "boxes" },
  createBox: { at: "POST /boxes", who: OWNERS_OR_SUPPORT, about: "boxes", changes: "boxes" },
  updateBox: { at: "PATCH /boxes/{box_id}", who: OWNERS_OR_SUPPORT, about: "boxes", changes: "boxes" },
  deleteBox: { at: "DELETE /boxes/{box_id}", who: OWNERS_OR_SUPPORT, about: "boxes", changes: "boxes" },

  // Addresses
  listAddresses: { at: "GET /addresses", who: MERCHANT_OR_SUPPORT, shows: "addresses" },
  createAddress: { at: "POST /addresses", who: MERCHANT, changes: "addresses" },
  readAddress: { at: "GET /addresses/{id}", who: MERCHANT_OR_SUPPORT, shows: "addresses" },
  updateAddress: { at: "PATCH /addresses/{id}", who: MERCHANT, changes: "addresses" },
  deleteAddress: { at: "DELETE /addresses/{id}", who: MERCHANT, changes: "addresses" },
  listAddressLabels: { at: "GET /addresses/labels", who: OWN_PEOPLE_OR_SUPPORT, shows: "addresses" },
  listDuplicateAddresses: { at: "GET /addresses/duplicates", who: OWN_PEOPLE_OR_SUPPORT, shows: "addresses" },
  mergeAddresses: { at: "POST /addresses/merge", who: OWN_PEOPLE, changes: "addresses" },
  importAddresses: { at: "POST /addresses/import", who: OWN_PEOPLE, changes: "addresses" },
  exportAddresses: { at: "GET /addresses/export", who: OWN_PEOPLE },
  parseAddress: { at: "POST /addresses/parse", who: MERCHANT_OR_SUPPORT, reads: true },

  // Documents
  readLabel: { at: "GET /order/label/{order_id}", who: ORDER_READERS, about: "warehouse" },
  readDocuments: { at: "GET /order/documents/{order_id}", who: ORDER_READERS, about: "warehouse" },
  printLabels: { at: "POST /order/labels", who: ORDER_READERS, reads: true },

  // Tracking
  readTracking: { at: "GET /order/tracking/{order_id}", who: CARRIER_OR_READERS, shows: "orders" },
  readTrackingByNumber: { at: "GET /tracking/{tracking_number}", who: CARRIER_OR_READERS, shows: "orders" },
  simulateScan: { at: "POST /simulate/tracking", who: MERCHANT_OR_SUPPORT, changes: "orders" },
  recordScan: { at: "POST /tracking/events", who: CARRIER_OR_STAFF, changes: "orders" },

  // Pick and pack
  readPickPackByPath: {
    at: "GET /pickpack/detail/{order_id}",
    who: ORDER_READERS,
    about: "warehouse",
    shows: "orders",
  },
  readPickPack: { at: "GET /pickpack/detail", who: ORDER_READERS, about: "warehouse", shows: "orders" },
  listPickPack: { at: "GET /pickpack/list", who: ORDER_READERS, about: "warehouse", shows: "orders" },
  confirmPickPack: {
    at: "POST /pickpack/confirm",
    who: STAFF,
    about: "warehouse",
    changes: ["orders", "goods"],
    bulk: "warehouse",
  },
  readyPickPack: { at: "POST /pickpack/ready", who: STAFF, about: "warehouse", changes: ["orders", "goods"] },
  rejectPickPack: {
    at: "POST /pickpack/reject",
    who: STAFF,
    about: "warehouse",
    changes: ["orders", "goods"],
    bulk: "warehouse",
  },
  cancelPickPack: {
    at: "POST /pickpack/cancel",
    who: STAFF,
    about: "warehouse",
    changes: ["orders", "goods"],
    bulk: "warehouse",
  },
  countPickPack: { at: "GET /pickpack/counts", who: ORDER_READERS, about: "warehouse", shows: "orders" },
  priceRepack: { at: "POST /pickpack/price", who: STAFF, about: "warehouse", reads: true },
  readBench: { at: "GET /pickpack/bench/{order_id}", who: STAFF, about: "warehouse", shows: "orders" },
  startPacking: { at: "POST /pickpack/start", who: STAFF, about: "warehouse", changes: "orders" },
  scanItem: { at: "POST /pickpack/scan", who: STAFF, about: "warehouse", changes: "orders" },
  undoScan: { at: "POST /pickpack/undo", who: STAFF, about: "warehouse", changes: "orders" },
  reopenParcel: { at: "POST /pickpack/reopen", who: STAFF, about: "warehouse", changes: ["orders", "goods"] },
  scanLabel: { at: "POST /pickpack/label", who: STAFF, about: "warehouse", changes: "orders" },
  noteShort: { at: "POST /pickpack/short", who: STAFF, about: "warehouse", changes: "orders" },
  createWave: { at: "POST /pickpack/waves", who: STAFF, about: "warehouse", changes: ["waves", "orders"] },
  listWaves: { at: "GET /pickpack/waves", who: STAFF, about: "warehouse", shows: ["orders", "waves"] },
  readWave: { at: "GET /pickpack/waves/{wave_id}", who: STAFF, about: "warehouse", shows: ["orders", "waves"] },
  pickWave: {
    at: "POST /pickpack/waves/{wave_id}/picked",
    who: STAFF,
    about: "warehouse",
    changes: ["waves", "orders"],
  },
  updateWave: { at: "PATCH /pickpack/waves/{wave_id}", who: STAFF, about: "warehouse", changes: ["waves", "orders"] },
  closeWave: {
    at: "POST /pickpack/waves/{wave_id}/close",
    who: STAFF,
    about: "warehouse",
    changes: ["waves", "orders"],
  },
  cancelWave: {
    at: "POST /pickpack/waves/{wave_id}/cancel",
    who: STAFF,
    about: "warehouse",
    changes: ["waves", "orders"],
  },
  listPackers: { at: "GET /pickpack/packers", who: STAFF, about: "warehouse" },
  readQueue: { at: "GET /pickpack/queue", who: STAFF, about: "warehouse", shows: ["orders", "waves"] },
  findPickPack: { at: "GET /pickpack/find", who: STAFF, about: "warehouse", shows: "orders" },
  readWaveDocument: { at: "GET /pickpack/waves/{wave_id}/document", who: STAFF, about: "warehouse" },
  readBenchCard: { at: "GET /pickpack/bench-card", who: STAFF, about: "warehouse" },
  declineCancel: {
    at: "POST /pickpack/decline-cancel",
    who: STAFF,
    about: "warehouse",
    changes: ["orders", "goods"],
    bulk: "warehouse",
  },

  // Products
  listProducts: { at: "GET /products", who: ORDER_READERS, about: "warehouse", shows: "goods" },
  createProduct: { at: "POST /products", who: MERCHANT_OR_SUPPORT, changes: "goods" },
  readProduct: { at: "GET /products/{product_id}", who: ORDER_READERS, about: "warehouse", shows: "goods" },
  updateProduct: { at: "PATCH /products/{product_id}", who: ORDER_READERS, about: "warehouse", changes: "goods" },
  deleteProduct: { at: "DELETE /products/{product_id}", who: MERCHANT_OR_SUPPORT, changes: "goods" },
  changeStock: { at: "POST /products/{product_id}/stock", who: STAFF, about: "warehouse", changes: "goods" },
  listMovements: { at: "GET /products/{product_id}/movements", who: ORDER_READERS, about: "warehouse", shows: "goods" },
  importProducts: { at: "POST /products/import", who: MERCHANT_OR_SUPPORT, changes: "goods" },
  exportProducts: { at: "GET /products/export", who: MERCHANT_OR_SUPPORT },

  // Items
  listItems: { at: "GET /items", who: MERCHANT_OR_SUPPORT, shows: "goods" },
  createItem: { at: "POST /items", who: MERCHANT_OR_SUPPORT, changes: "goods" },
  readItem: { at: "GET /items/{id}", who: MERCHANT_OR_SUPPORT, shows: "goods" },
  updateItem: { at: "PATCH /items/{id}", who: MERCHANT_OR_SUPPORT, changes: "goods" },
  deleteItem: { at: "DELETE /items/{id}", who: MERCHANT_OR_SUPPORT, changes: "goods" },
  listHsCodes: { at: "GET /hs-codes", who: ORDER_READERS, about: "platform" },

  // Webhooks
  listWebhooks: { at: "GET /webhooks", who: MERCHANT_OR_SUPPORT, shows: "webhooks" },
  createWebhook: { at: "POST /webhooks", who: OWNERS_OR_SUPPORT, about: "developers", changes: "webhooks" },
  readWebhook: { at: "GET /webhooks/{id}", who: MERCHANT_OR_SUPPORT, shows: "webhooks" },
  updateWebhook: { at: "PATCH /webhooks/{id}", who: OWNERS_OR_SUPPORT, about: "developers", changes: "webhooks" },
  deleteWebhook: { at: "DELETE /webhooks/{id}", who: OWNERS_OR_SUPPORT, about: "developers", changes: "webhooks" },
  enableWebhook: { at: "POST /webhooks/{id}/enable", who: OWNERS_OR_SUPPORT, about: "developers", changes: "webhooks" },
  disableWebhook: {
    at: "POST /webhooks/{id}/disable",
    who: OWNERS_OR_SUPPORT,
    about: "developers",
    changes: "webhooks",
  },
  rollWebhookSecret: {
    at: "POST /webhooks/{id}/roll-secret",
    who: OWNERS_OR_SUPPORT,
    about: "developers",
    changes: "webhooks",
  },
  testWebhook: { at: "POST /webhooks/{id}/test", who: OWNERS_OR_SUPPORT, changes: "webhooks" },
  listDeliveries: { at: "GET /webhooks/{id}/deliveries", who: MERCHANT_OR_SUPPORT, shows: "webhooks" },
  readDelivery: { at: "GET /webhooks/deliveries/{delivery_id}", who: MERCHANT_OR_SUPPORT, shows: "webhooks" },
  replayDelivery: { at: "POST /webhooks/deliveries/{delivery_id}/replay", who: OWNERS_OR_SUPPORT, changes: "webhooks" },
  replayMissed: { at: "POST /webhooks/{id}/replay-missed", who: OWNERS_OR_SUPPORT, changes: "webhooks" },
  listEvents: { at: "GET /events", who: MERCHANT_OR_SUPPORT, shows: "webhooks" },

  // Messages
  listMessages: { at: "GET /order/messages", who: OWN_PEOPLE_OR_SUPPORT, shows: ["orders", "messages"] },
  writeMessage: { at: "POST /order/messages", who: OWN_PEOPLE_OR_SUPPORT, changes: "messages" },
  instructOrder: { at: "POST /order/instructions", who: OWN_PEOPLE, changes: "messages" },
  markMessages: { at: "POST /order/messages/read", who: OWN_PEOPLE_OR_SUPPORT, reads: true },

  // Services
  listServices: { at: "GET /services", who: SUPPORT, about: "services", shows: "services" },
  setSuspension: { at: "PUT /providers/{code}/suspension", who: SUPPORT, about: "services", changes: "services" },
  endSuspension: { at: "DELETE /providers/{code}/suspension", who: SUPPORT, about: "services", changes: "services" },
  listPickupFeeds: { at: "GET /pickup-point-feeds", who: SUPPORT, about: "services", shows: "services" },
  previewPickupFeed: { at: "POST /pickup-point-feeds/preview", who: SUPPORT, about: "services", reads: true },
  createPickupFeed: { at: "POST /pickup-point-feeds", who: SUPPORT, about: "services", changes: "services" },
  readPickupFeed: { at: "GET /pickup-point-feeds/{id}", who: SUPPORT, about: "services", shows: "services" },
  withdrawPickupFeed: {
    at: "POST /pickup-point-feeds/{id}/withdraw",
    who: SUPPORT,
    about: "services",
    changes: "services",
  },

  // Printing
  readPrints: { at: "GET /order/prints/{order_id}", who: ORDER_READERS, about: "warehouse", shows: "prints" },
  recordPrints: { at: "POST /order/prints", who: ORDER_READERS, about: "warehouse", changes: "prints" },
  checkPrints: { at: "POST /order/prints/check", who: ORDER_READERS, about: "warehouse", reads: true, shows: "prints" },
  listPrintJobs: { at: "GET /print-jobs", who: ORDER_READERS, shows: "jobs" },
  createPrintJob: { at: "POST /print-jobs", who: ORDER_READERS, changes: "jobs" },
  readPrintJob: { at: "GET /print-jobs/{id}", who: ORDER_READERS, shows: "jobs" },
  cancelPrintJob: { at: "POST /print-jobs/{id}/cancel", who: ORDER_READERS, changes: "jobs" },
  recordPrintJob: { at: "POST /print-jobs/{id}/printed", who: ORDER_READERS, changes: ["jobs", "prints"] },
  readPrintJobFile: { at: "GET /print-jobs/{id}/file", who: ORDER_READERS },

  // Imports
  readImportTemplate: { at: "GET /imports/template", who: MERCHANT_OR_SUPPORT },
  createImport: { at: "POST /imports", who: MERCHANT_OR_SUPPORT, changes: "jobs" },
  listImports: { at: "GET /imports", who: MERCHANT_OR_SUPPORT, shows: "jobs" },
  readImport: { at: "GET /imports/{import_id}", who: MERCHANT_OR_SUPPORT, shows: "jobs" },
  listImportRows: { at: "GET /imports/{import_id}/rows", who: MERCHANT_OR_SUPPORT, shows: "jobs" },
  readImportColumns: { at: "GET /imports/{import_id}/columns", who: OWN_PEOPLE_OR_SUPPORT, shows: "jobs" },
  readImportSummary: { at: "GET /imports/{import_id}/summary", who: OWN_PEOPLE_OR_SUPPORT, shows: "jobs" },
  changeImportRows: { at: "POST /imports/{import_id}/rows", who: OWN_PEOPLE_OR_SUPPORT, changes: "jobs" },
  changeImportRow: { at: "PATCH /imports/{import_id}/rows/{n}", who: MERCHANT_OR_SUPPORT, changes: "jobs" },
  mapImport: { at: "PUT /imports/{import_id}/mapping", who: MERCHANT_OR_SUPPORT, changes: "jobs" },
  startImport: {
    at: "POST /imports/{import_id}/start",
    who: MERCHANT_OR_SUPPORT,
    changes: ["jobs", "orders", "goods", "addresses"],
  },
  cancelImport: { at: "POST /imports/{import_id}/cancel", who: MERCHANT_OR_SUPPORT, changes: "jobs" },
  readFailedRows: { at: "GET /imports/{import_id}/failed", who: MERCHANT_OR_SUPPORT },

  // Bulk actions
  createBulk: { at: "POST /bulk", who: PEOPLE, about: "bulk", changes: "jobs" },
  listBulks: { at: "GET /bulk", who: PEOPLE, overAll: true, shows: "jobs" },
  readBulk: { at: "GET /bulk/{id}", who: PEOPLE, overAll: true, shows: "jobs" },
  listBulkResults: { at: "GET /bulk/{id}/results", who: PEOPLE, overAll: true, shows: "jobs" },
  stopBulk: { at: "POST /bulk/{id}/stop", who: PEOPLE, overAll: true, changes: "jobs" },

  // Dispatch
  readDispatch: { at: "GET /dispatch", who: MERCHANT_OR_SUPPORT, shows: ["orders", "prints", "dispatch"] },
  scanDispatch: { at: "POST /dispatch/scans", who: MERCHANT_OR_SUPPORT, changes: "dispatch" },
  undoDispatchScan: { at: "POST /dispatch/scans/undo", who: MERCHANT_OR_SUPPORT, changes: "dispatch" },
  listHandOvers: { at: "GET /hand-overs", who: MERCHANT_OR_SUPPORT, shows: "dispatch" },
  createHandOver: { at: "POST /hand-overs", who: MERCHANT_OR_SUPPORT, changes: "dispatch" },
  readHandOver: { at: "GET /hand-overs/{id}", who: MERCHANT_OR_SUPPORT, shows: "dispatch" },
  signHandOver: { at: "POST /hand-overs/{id}/sign", who: MERCHANT_OR_SUPPORT, changes: "dispatch" },
  deleteHandOver: { at: "DELETE /hand-overs/{id}", who: MERCHANT_OR_SUPPORT, changes: "dispatch" },

  // Drafts
  listDrafts: { at: "GET /drafts", who: MERCHANT_OR_SUPPORT, shows: "drafts" },
  createDraft: { at: "POST /drafts", who: MERCHANT_OR_SUPPORT, changes: "drafts" },
  readDraft: { at: "GET /drafts/{draft_id}", who: MERCHANT_OR_SUPPORT, shows: "drafts" },
  saveDraft: { at: "PUT /drafts/{draft_id}", who: MERCHANT_OR_SUPPORT, changes: "drafts" },
  deleteDraft: { at: "DELETE /drafts/{draft_id}", who: MERCHANT_OR_SUPPORT, changes: "drafts" },

  // Views
  listViews: { at: "GET /views", who: MERCHANT_OR_SUPPORT, shows: "views" },
  createView: { at: "POST /views", who: MERCHANT_OR_SUPPORT, changes: "views" },
  saveView: { at: "PUT /views/{id}", who: MERCHANT_OR_SUPPORT, changes: "views" },
  deleteView: { at: "DELETE /views/{id}", who: MERCHANT_OR_SUPPORT, changes: "views" },

  // Accounts
  listAccounts: { at: "GET /accounts", who: STAFF, about: "platform", shows: "accounts" },
  createAccount: { at: "POST /accounts", who: SUPPORT, about: "account", changes: "accounts" },
  readAccount: { at: "GET /accounts/{account_id}", who: SUPPORT, about: "account", shows: "accounts" },
  updateAccount: { at: "PATCH /accounts/{account_id}", who: SUPPORT, about: "account", changes: "accounts" },

  // Staff
  listStaff: { at: "GET /staff", who: SUPPORT, about: "staff", shows: "staff" },
  createStaff: { at: "POST /staff", who: SUPPORT, about: "staff", changes: "staff" },
  updateStaff: { at: "PATCH /staff/{id}", who: SUPPORT, about: "staff", changes: "staff" },
  deleteStaff: { at: "DELETE /staff/{id}", who: SUPPORT, about: "staff", changes: "staff" },
  disableStaff: { at: "POST /staff/{id}/disable", who: SUPPORT, about: "staff", changes: "staff" },
  enableStaff: { at: "POST /staff/{id}/enable", who: SUPPORT, about: "staff", changes: "staff" },
  endStaffSessions: { at: "POST /staff/{id}/end-sessions", who: SUPPORT, about: "staff", changes: "staff" },
  resetStaffFactors: { at: "POST /staff/{id}/reset-factors", who: SUPPORT, about: "staff", changes: "staff" },
  sendStaffLink: { at: "POST /staff/{id}/send-link", who: SUPPORT, about: "staff", changes: "staff" },
  readDemonstration: { at: "GET /demonstration", who: SUPPORT, about: "staff", shows: "staff" },
  disableDemonstration: { at: "POST /demonstration/disable", who: SUPPORT, about: "staff", changes: "staff" },

  // Records
  listAudit: { at: "GET /audit", who: SUPPORT, about: "platform" },
  exportAudit: { at: "GET /audit/export", who: SUPPORT, about: "platform" },
  listActivity: { at: "GET /activity", who: OWN_PEOPLE },

  // Support
  startVisit: { at: "POST /support/visit", who: SUPPORT, about: "visit", changes: ["accounts", "cases"] },
  changeVisit: { at: "PATCH /support/visit", who: SUPPORT, about: "visit", changes: ["accounts", "cases"] },
  searchEverything: { at: "GET /support/search", who: SUPPORT, about: "platform" },

  // Review queue
  listCases: { at: "GET /cases", who: SUPPORT, about: "platform", shows: "cases" },
  countCases: { at: "GET /cases/counts", who: SUPPORT, about: "platform", shows: "cases" },
  readCaseFigures: { at: "GET /cases/figures", who: SUPPORT, about: "platform", shows: "cases" },
  readCase: { at: "GET /cases/{case_id}", who: SUPPORT, about: "platform", shows: "cases" },
  claimCases: { at: "POST /cases/claim", who: SUPPORT, about: "platform", changes: "cases" },
  releaseCases: { at: "POST /cases/release", who: SUPPORT, about: "platform", changes: "cases" },
  closeCases: { at: "POST /cases/close", who: SUPPORT, about: "platform", changes: "cases" },

  // Tariffs
  listTariffs: { at: "GET /tariffs", who: SUPPORT, about: "platform", shows: "tariffs" },
  readTariff: { at: "GET /tariffs/{id}", who: SUPPORT, about: "platform", shows: "tariffs" },
  previewTariff: { at: "POST /tariffs/preview", who: SUPPORT, about: "platform", reads: true },
  proposeTariff: { at: "POST /tariffs", who: SUPPORT, about: "platform", changes: "tariffs" },
  approveTariff: { at: "POST /tariffs/{id}/approve", who: SUPPORT, about: "platform", changes: "tariffs" },
  withdrawTariff: { at: "POST /tariffs/{id}/withdraw", who: SUPPORT, about: "platform", changes: "tariffs" },

  // Sessions
  readMe: { at: "GET /me", who: PEOPLE, about: "self" },
  revokeSessions: { at: "POST /sessions/revoke-all", who: PEOPLE, about: "self", changes: "sessions" },
  setPassword: { at: "POST /set-password", who: "anyone", about: "sign-in", changes: [] },
  readLink: { at: "POST /set-password/read", who: "anyone", about: "sign-in", reads: true },
  forgotPassword: { at: "POST /forgot-password", who: "anyone", about: "sign-in", changes: [] },
  changePassword: { at: "POST /password", who: PEOPLE, about: "self", changes: "sessions" },
  listSessions: { at: "GET /sessions", who: PEOPLE, about: "self", shows: "sessions" },
  endSession: { at: "POST /sessions/{id}/end", who: PEOPLE, about: "self", changes: "sessions" },
  listFactors: { at: "GET /factors", who: PEOPLE, about: "self", shows: "factors" },
  createTotp: { at: "POST /factors/totp", who: PEOPLE, about: "self", changes: [] },
  confirmTotp: { at: "POST /factors/totp/confirm", who: PEOPLE, about: "self", changes: "factors" },
  showFactor: { at: "POST /factors/show", who: PEOPLE, about: "self", changes: [] },
  startPasskey: { at: "POST /factors/passkeys/options", who: PEOPLE, about: "self", changes: [] },
  createPasskey: { at: "POST /factors/passkeys", who: PEOPLE, about: "self", changes: "factors" },
  startPasskeySignIn: { at: "POST /passkey-options", who: "anyone", about: "sign-in", changes: [] },
  deleteFactor: { at: "DELETE /factors/{id}", who: PEOPLE, about: "self", changes: "factors" },
  createRecoveryCodes: { at: "POST /factors/recovery-codes", who: PEOPLE, about: "self", changes: "factors" },

  // People
  listPeople: { at: "GET /people", who: OWN_PEOPLE_OR_SUPPORT, about: "team", shows: "people" },
  updatePerson: { at: "PATCH /people/{id}", who: OWNERS_AND_SUPPORT, about: "team", changes: "people" },
  deletePerson: { at: "DELETE /people/{id}", who: OWNERS_AND_SUPPORT, about: "team", changes: "people" },
  disablePerson: { at: "POST /people/{id}/disable", who: OWNERS_AND_SUPPORT, about: "team", changes: "people" },
  enablePerson: { at: "POST /people/{id}/enable", who: OWNERS_AND_SUPPORT, about: "team", changes: "people" },
  endPersonSessions: {
    at: "POST /people/{id}/end-sessions",
    who: OWNERS_AND_SUPPORT,
    about: "team",
    changes: "people",
  },
  resetPersonFactors: {
    at: "POST /people/{id}/reset-factors",
    who: OWNERS_AND_SUPPORT,
    about: "team",
    changes: "people",
  },
  hideFirstSteps: { at: "POST /first-steps/hide", who: OWNERS, about: "team", changes: [] },
  listInvitations: { at: "GET /invitations", who: OWN_PEOPLE_OR_SUPPORT, about: "team", shows: "people" },
  createInvitation: { at: "POST /invitations", who: OWNERS_AND_SUPPORT, about: "team", changes: "people" },
  resendInvitation: { at: "POST /invitations/{id}/resend", who: OWNERS_AND_SUPPORT, about: "team", changes: "people" },
  deleteInvitation: { at: "DELETE /invitations/{id}", who: OWNERS_AND_SUPPORT, about: "team", changes: "people" },

  // API clients
  listClients: { at: "GET /clients", who: OWN_PEOPLE_OR_SUPPORT, about: "developers", shows: "clients" },
  createClient: { at: "POST /clients", who: OWNERS_AND_SUPPORT, about: "developers", changes: "clients" },
  updateClient: { at: "PATCH /clients/{client_id}", who: OWNERS_AND_SUPPORT, about: "developers", changes: "clients" },
  rollClient: {
    at: "POST /clients/{client_id}/roll",
    who: OWNERS_AND_SUPPORT,
    about: "developers",
    changes: "clients",
  },
  revokeClient: {
    at: "POST /clients/{client_id}/revoke",
    who: OWNERS_AND_SUPPORT,
    about: "developers",
    changes: "clients",
  },

  // Request log
  listSentEvents: { at: "GET /events/sent", who: OWN_PEOPLE, shows: ["orders", "webhooks"] },
  replayEvent: { at: "POST /events/{event_id}/replay", who: OWNERS, changes: "webhooks" },
  listRequests: { at: "GET /requests", who: OWN_PEOPLE },
  listRequestErrors: { at: "GET /requests/errors", who: OWN_PEOPLE },
  readRequest: { at: "GET /requests/{request_id}", who: OWN_PEOPLE },

  // Statements
  listStatements: { at: "GET /statements", who: OWN_PEOPLE_OR_SUPPORT, overAll: true, shows: "statements" },
  readStatement: { at: "GET /statements/{month}", who: OWN_PEOPLE_OR_SUPPORT, shows: "statements" },
  listStatementLines: { at: "GET /statements/{month}/lines", who: OWN_PEOPLE_OR_SUPPORT, shows: "statements" },
  closeStatement: { at: "POST /statements/{month}/close", who: SUPPORT, changes: "statements" },
  closeStatements: { at: "POST /statements/close", who: SUPPORT, about: "platform", changes: "statements" },
  importStatementLines: { at: "POST /statements/import", who: SUPPORT, about: "platform", changes: "statements" },
  listStatementImports: { at: "GET /statements/imports", who: SUPPORT, about: "platform", shows: "statements" },
  readStatementImport: {
    at: "GET /statements/imports/{import_id}",
    who: SUPPORT,
    about: "platform",
    shows: "statements",
  },
  approveStatementImport: {
    at: "POST /statements/imports/{import_id}/approve",
    who: SUPPORT,
    about: "platform",
    changes: "statements",
  },
  withdrawStatementImport: {
    at: "POST /statements/imports/{import_id}/withdraw",
    who: SUPPORT,
    about: "platform",
    changes: "statements",
  },
  createAdjustment: { at: "POST /adjustments", who: SUPPORT, changes: ["statements", "messages"] },
  createPayout: { at: "POST /payouts", who: SUPPORT, changes: "statements" },
  deletePayout: { at: "DELETE /payouts/{id}", who: SUPPORT, changes: "statements" },
  reversePayout: { at: "POST /payouts/{id}/reverse", who: SUPPORT, changes: "statements" },

  // Adjustments
  listAdjustments: { at: "GET /adjustments", who: OWN_PEOPLE_OR_SUPPORT, shows: "statements" },
  disputeAdjustment: {
    at: "POST /adjustments/{adjustment_id}/dispute",
    who: OWNERS,
    changes: ["statements", "messages"],
  },
  addAdjustmentPicture: {
    at: "POST /adjustments/{adjustment_id}/pictures",
    who: SUPPORT,
    changes: ["statements", "messages"],
  },
  readOrderPicture: { at: "GET /order/pictures/{picture_id}", who: OWN_PEOPLE_OR_SUPPORT },

  // Notifications
  listNotices: { at: "GET /notifications", who: OWN_PEOPLE, shows: "notices" },
  readNotices: { at: "POST /notifications/read", who: OWN_PEOPLE, changes: "notices" },
  listNoticeSettings: { at: "GET /notifications/settings", who: OWN_PEOPLE, shows: "notices" },
  saveNoticeSettings: { at: "PUT /notifications/settings/{person_id}", who: OWN_PEOPLE, changes: "notices" },
} as const satisfies Record<string, Row>;

/** The name of an operation: its id in the OpenAPI document, and its scope for idempotency keys. */
export type OperationId = keyof typeof OPERATIONS;

/** The operations that change something. */
export type WriteId = {
  [Id in OperationId]: (typeof OPERATIONS)[Id] extends { changes: Resources } ? Id : never;
}[OperationId];

/** The operations that can be done to many orders at once. */
export type BulkOperation = {
  [Id in OperationId]: (typeof OPERATIONS)[Id] extends { bulk: string } ? Id : never;
}[OperationId];

export const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];

export const BULK_OPERATIONS = OPERATION_IDS.filter((id): id is BulkOperation => "bulk" in OPERATIONS[id]);

/** An operation's row, with its method and path apart and what follows from its subject. */
export type Operation = Omit<Row, "at" | "about"> &
  Consequences & {
    method: Method;
    path: string;
    about: keyof typeof SUBJECTS;
    reads?: true;
    shows?: Resources;
    changes?: Resources;
  };

function read({ at, about = "merchant", ...row }: Row): Operation {
  const [method, path] = at.split(" ") as [Method, string];
  return { ...row, ...SUBJECTS[about], about, method, path };
}

const ROWS = Object.fromEntries(OPERATION_IDS.map((id) => [id, read(OPERATIONS[id])])) as Record<
  OperationId,
  Operation
>;

/** What the table says about an operation. */
export function operationOf(id: OperationId): Operation {
  return ROWS[id];
}

/** The reads that show something else once the operation is done; what it deletes is not read again. */
export function readsChangedBy(id: WriteId): OperationId[] {
  const { method, path, changes = [] } = ROWS[id];
  const changed = new Set<Resource>([changes].flat());
  return OPERATION_IDS.filter((each) => {
    const { shows = [], path: read } = ROWS[each];
    const isGone = method === "DELETE" && read.startsWith(path);
    return !isGone && [shows].flat().some((resource) => changed.has(resource));
  });
}
