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
  /** Its handler records what it changes, whoever calls. */
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
  /** One's own sign-in. */
  self: { own: true, recorded: true, activity: "sign_in" },
  /** Signing in, before somebody is known. */
  "sign-in": { recorded: true, activity: "sign_in" },
  /** The account as the platform keeps it, with a reason of its own where one is needed. */
  account: { shared: true, free: true, recorded: true },
  /** The people of staff, and the demonstration (contract §27.6, §27.7). */
  staff: { shared: true, free: true, recorded: true },
  /** The services of carriers (contract §29.2). */
  services: { shared: true, free: true, recorded: true },
  /** Support's own work, which is about many merchants or none. */
  platform: { free: true, recorded: true },
  /** Why support looks at an account: the audit has it from the visit itself. */
  visit: { free: true },
} as const satisfies Record<string, Consequences>;

type Row = {
  /** Method and path from the base address, with `{name}` for parameters. */
  at: `${Method} /${string}`;
  /** Who may call; `anyone` needs no credentials. Other accounts than the caller's are beyond this (contract §7.1, §11.4). */
  who: "anyone" | Roles;
  /** What it is about; `merchant` unless it says otherwise. */
  about?: keyof typeof SUBJECTS;
  /** Support that names no account sees all of them, without a reason: a list that says nothing about a person. */
  overAll?: true;
  /** It only reads, although it has a body. */
  reads?: true;
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
  createToken: { at: "POST /auth/token", who: "anyone" },
  createOAuthToken: { at: "POST /oauth/token", who: "anyone" },
  readOpenApi: { at: "GET /openapi.json", who: "anyone" },

  // Rates
  getRates: { at: "POST /rates/get", who: MERCHANT_OR_SUPPORT, reads: true },
  listProviders: { at: "GET /providers", who: ORDER_READERS },
  listPickupPoints: { at: "GET /pickup-points", who: ORDER_READERS },

  // Orders
  createOrder: { at: "POST /order/create", who: MERCHANT_OR_SUPPORT },
  duplicateOrder: { at: "POST /order/duplicate", who: MERCHANT_OR_SUPPORT },
  createOverviewOrder: { at: "POST /orders", who: MERCHANT_OR_SUPPORT },
  confirmOrder: { at: "POST /order/confirm", who: MERCHANT_OR_SUPPORT },
  listOrders: { at: "GET /orders", who: ORDER_READERS },
  exportOrders: { at: "GET /orders/export", who: MERCHANT_OR_SUPPORT },
  readOrderByPath: { at: "GET /order/detail/{order_id}", who: ORDER_READERS },
  readOrder: { at: "GET /order/detail", who: ORDER_READERS },
  updateOrder: { at: "POST /order/update", who: MERCHANT_OR_SUPPORT },
  cancelOrder: { at: "POST /order/cancel", who: MERCHANT_OR_SUPPORT },
  correctOrder: { at: "POST /order/correct", who: SUPPORT },
  exportSelected: { at: "POST /orders/export", who: MERCHANT_OR_SUPPORT, reads: true },
  countOrders: { at: "GET /orders/counts", who: MERCHANT_OR_SUPPORT },
  readFigures: { at: "GET /orders/figures", who: MERCHANT_OR_SUPPORT },

  // Defaults
  readDefaults: { at: "GET /defaults", who: MERCHANT_OR_SUPPORT },
  saveDefaults: { at: "PUT /defaults", who: OWNERS_OR_SUPPORT, about: "team" },

  // Addresses
  listAddresses: { at: "GET /addresses", who: MERCHANT_OR_SUPPORT },
  createAddress: { at: "POST /addresses", who: MERCHANT },
  readAddress: { at: "GET /addresses/{id}", who: MERCHANT_OR_SUPPORT },
  updateAddress: { at: "PATCH /addresses/{id}", who: MERCHANT },
  deleteAddress: { at: "DELETE /addresses/{id}", who: MERCHANT },
  listAddressLabels: { at: "GET /addresses/labels", who: OWN_PEOPLE_OR_SUPPORT },
  listDuplicateAddresses: { at: "GET /addresses/duplicates", who: OWN_PEOPLE_OR_SUPPORT },
  mergeAddresses: { at: "POST /addresses/merge", who: OWN_PEOPLE },
  importAddresses: { at: "POST /addresses/import", who: OWN_PEOPLE },
  exportAddresses: { at: "GET /addresses/export", who: OWN_PEOPLE },
  parseAddress: { at: "POST /addresses/parse", who: MERCHANT_OR_SUPPORT, reads: true },

  // Documents
  readLabel: { at: "GET /order/label/{order_id}", who: ORDER_READERS, about: "warehouse" },
  readDocuments: { at: "GET /order/documents/{order_id}", who: ORDER_READERS, about: "warehouse" },
  printLabels: { at: "POST /order/labels", who: ORDER_READERS, reads: true },

  // Tracking
  readTracking: { at: "GET /order/tracking/{order_id}", who: CARRIER_OR_READERS },
  readTrackingByNumber: { at: "GET /tracking/{tracking_number}", who: CARRIER_OR_READERS },
  simulateScan: { at: "POST /simulate/tracking", who: MERCHANT_OR_SUPPORT },
  recordScan: { at: "POST /tracking/events", who: CARRIER_OR_STAFF },

  // Pick and pack
  readPickPackByPath: { at: "GET /pickpack/detail/{order_id}", who: ORDER_READERS, about: "warehouse" },
  readPickPack: { at: "GET /pickpack/detail", who: ORDER_READERS, about: "warehouse" },
  listPickPack: { at: "GET /pickpack/list", who: ORDER_READERS, about: "warehouse" },
  confirmPickPack: { at: "POST /pickpack/confirm", who: STAFF, about: "warehouse" },
  readyPickPack: { at: "POST /pickpack/ready", who: STAFF, about: "warehouse" },
  rejectPickPack: { at: "POST /pickpack/reject", who: STAFF, about: "warehouse" },
  cancelPickPack: { at: "POST /pickpack/cancel", who: STAFF, about: "warehouse" },
  countPickPack: { at: "GET /pickpack/counts", who: ORDER_READERS, about: "warehouse" },
  priceRepack: { at: "POST /pickpack/price", who: STAFF, about: "warehouse", reads: true },
  readBench: { at: "GET /pickpack/bench/{order_id}", who: STAFF, about: "warehouse" },
  startPacking: { at: "POST /pickpack/start", who: STAFF, about: "warehouse" },
  scanItem: { at: "POST /pickpack/scan", who: STAFF, about: "warehouse" },
  undoScan: { at: "POST /pickpack/undo", who: STAFF, about: "warehouse" },
  reopenParcel: { at: "POST /pickpack/reopen", who: STAFF, about: "warehouse" },
  scanLabel: { at: "POST /pickpack/label", who: STAFF, about: "warehouse" },
  noteShort: { at: "POST /pickpack/short", who: STAFF, about: "warehouse" },
  createWave: { at: "POST /pickpack/waves", who: STAFF, about: "warehouse" },
  listWaves: { at: "GET /pickpack/waves", who: STAFF, about: "warehouse" },
  readWave: { at: "GET /pickpack/waves/{wave_id}", who: STAFF, about: "warehouse" },
  pickWave: { at: "POST /pickpack/waves/{wave_id}/picked", who: STAFF, about: "warehouse" },
  updateWave: { at: "PATCH /pickpack/waves/{wave_id}", who: STAFF, about: "warehouse" },
  closeWave: { at: "POST /pickpack/waves/{wave_id}/close", who: STAFF, about: "warehouse" },
  cancelWave: { at: "POST /pickpack/waves/{wave_id}/cancel", who: STAFF, about: "warehouse" },
  listPackers: { at: "GET /pickpack/packers", who: STAFF, about: "warehouse" },
  readQueue: { at: "GET /pickpack/queue", who: STAFF, about: "warehouse" },
  findPickPack: { at: "GET /pickpack/find", who: STAFF, about: "warehouse" },
  readWaveDocument: { at: "GET /pickpack/waves/{wave_id}/document", who: STAFF, about: "warehouse" },
  readBenchCard: { at: "GET /pickpack/bench-card", who: STAFF, about: "warehouse" },
  declineCancel: { at: "POST /pickpack/decline-cancel", who: STAFF, about: "warehouse" },

  // Products
  listProducts: { at: "GET /products", who: ORDER_READERS, about: "warehouse" },
  createProduct: { at: "POST /products", who: MERCHANT_OR_SUPPORT },
  readProduct: { at: "GET /products/{product_id}", who: ORDER_READERS, about: "warehouse" },
  updateProduct: { at: "PATCH /products/{product_id}", who: ORDER_READERS, about: "warehouse" },
  deleteProduct: { at: "DELETE /products/{product_id}", who: MERCHANT_OR_SUPPORT },
  changeStock: { at: "POST /products/{product_id}/stock", who: STAFF, about: "warehouse" },
  listMovements: { at: "GET /products/{product_id}/movements", who: ORDER_READERS, about: "warehouse" },
  importProducts: { at: "POST /products/import", who: MERCHANT_OR_SUPPORT },
  exportProducts: { at: "GET /products/export", who: MERCHANT_OR_SUPPORT },

  // Items
  listItems: { at: "GET /items", who: MERCHANT_OR_SUPPORT },
  createItem: { at: "POST /items", who: MERCHANT_OR_SUPPORT },
  readItem: { at: "GET /items/{id}", who: MERCHANT_OR_SUPPORT },
  updateItem: { at: "PATCH /items/{id}", who: MERCHANT_OR_SUPPORT },
  deleteItem: { at: "DELETE /items/{id}", who: MERCHANT_OR_SUPPORT },
  listHsCodes: { at: "GET /hs-codes", who: ORDER_READERS, about: "platform" },

  // Webhooks
  listWebhooks: { at: "GET /webhooks", who: MERCHANT_OR_SUPPORT },
  createWebhook: { at: "POST /webhooks", who: OWNERS_OR_SUPPORT, about: "developers" },
  readWebhook: { at: "GET /webhooks/{id}", who: MERCHANT_OR_SUPPORT },
  updateWebhook: { at: "PATCH /webhooks/{id}", who: OWNERS_OR_SUPPORT, about: "developers" },
  deleteWebhook: { at: "DELETE /webhooks/{id}", who: OWNERS_OR_SUPPORT, about: "developers" },
  enableWebhook: { at: "POST /webhooks/{id}/enable", who: OWNERS_OR_SUPPORT, about: "developers" },
  disableWebhook: { at: "POST /webhooks/{id}/disable", who: OWNERS_OR_SUPPORT, about: "developers" },
  rollWebhookSecret: { at: "POST /webhooks/{id}/roll-secret", who: OWNERS_OR_SUPPORT, about: "developers" },
  testWebhook: { at: "POST /webhooks/{id}/test", who: OWNERS_OR_SUPPORT },
  listDeliveries: { at: "GET /webhooks/{id}/deliveries", who: MERCHANT_OR_SUPPORT },
  readDelivery: { at: "GET /webhooks/deliveries/{delivery_id}", who: MERCHANT_OR_SUPPORT },
  replayDelivery: { at: "POST /webhooks/deliveries/{delivery_id}/replay", who: OWNERS_OR_SUPPORT },
  replayMissed: { at: "POST /webhooks/{id}/replay-missed", who: OWNERS_OR_SUPPORT },
  listEvents: { at: "GET /events", who: MERCHANT_OR_SUPPORT },

  // Messages
  listMessages: { at: "GET /order/messages", who: OWN_PEOPLE_OR_SUPPORT },
  writeMessage: { at: "POST /order/messages", who: OWN_PEOPLE_OR_SUPPORT },
  instructOrder: { at: "POST /order/instructions", who: OWN_PEOPLE },
  markMessages: { at: "POST /order/messages/read", who: OWN_PEOPLE_OR_SUPPORT, reads: true },

  // Services
  listServices: { at: "GET /services", who: SUPPORT, about: "services" },
  setSuspension: { at: "PUT /providers/{code}/suspension", who: SUPPORT, about: "services" },
  endSuspension: { at: "DELETE /providers/{code}/suspension", who: SUPPORT, about: "services" },
  listPickupFeeds: { at: "GET /pickup-point-feeds", who: SUPPORT, about: "services" },
  previewPickupFeed: { at: "POST /pickup-point-feeds/preview", who: SUPPORT, about: "services", reads: true },
  createPickupFeed: { at: "POST /pickup-point-feeds", who: SUPPORT, about: "services" },
  readPickupFeed: { at: "GET /pickup-point-feeds/{id}", who: SUPPORT, about: "services" },
  withdrawPickupFeed: { at: "POST /pickup-point-feeds/{id}/withdraw", who: SUPPORT, about: "services" },

  // Printing
  readPrints: { at: "GET /order/prints/{order_id}", who: ORDER_READERS, about: "warehouse" },
  recordPrints: { at: "POST /order/prints", who: ORDER_READERS, about: "warehouse" },
  checkPrints: { at: "POST /order/prints/check", who: ORDER_READERS, about: "warehouse", reads: true },
  listPrintJobs: { at: "GET /print-jobs", who: ORDER_READERS },
  createPrintJob: { at: "POST /print-jobs", who: ORDER_READERS },
  readPrintJob: { at: "GET /print-jobs/{id}", who: ORDER_READERS },
  cancelPrintJob: { at: "POST /print-jobs/{id}/cancel", who: ORDER_READERS },
  recordPrintJob: { at: "POST /print-jobs/{id}/printed", who: ORDER_READERS },
  readPrintJobFile: { at: "GET /print-jobs/{id}/file", who: ORDER_READERS },

  // Dispatch
  readDispatch: { at: "GET /dispatch", who: MERCHANT_OR_SUPPORT },
  scanDispatch: { at: "POST /dispatch/scans", who: MERCHANT_OR_SUPPORT },
  undoDispatchScan: { at: "POST /dispatch/scans/undo", who: MERCHANT_OR_SUPPORT },
  listHandOvers: { at: "GET /hand-overs", who: MERCHANT_OR_SUPPORT },
  createHandOver: { at: "POST /hand-overs", who: MERCHANT_OR_SUPPORT },
  readHandOver: { at: "GET /hand-overs/{id}", who: MERCHANT_OR_SUPPORT },
  signHandOver: { at: "POST /hand-overs/{id}/sign", who: MERCHANT_OR_SUPPORT },
  deleteHandOver: { at: "DELETE /hand-overs/{id}", who: MERCHANT_OR_SUPPORT },

  // Drafts
  listDrafts: { at: "GET /drafts", who: MERCHANT_OR_SUPPORT },
  createDraft: { at: "POST /drafts", who: MERCHANT_OR_SUPPORT },
  readDraft: { at: "GET /drafts/{draft_id}", who: MERCHANT_OR_SUPPORT },
  saveDraft: { at: "PUT /drafts/{draft_id}", who: MERCHANT_OR_SUPPORT },
  deleteDraft: { at: "DELETE /drafts/{draft_id}", who: MERCHANT_OR_SUPPORT },

  // Views
  listViews: { at: "GET /views", who: MERCHANT_OR_SUPPORT },
  createView: { at: "POST /views", who: MERCHANT_OR_SUPPORT },
  saveView: { at: "PUT /views/{id}", who: MERCHANT_OR_SUPPORT },
  deleteView: { at: "DELETE /views/{id}", who: MERCHANT_OR_SUPPORT },

  // Accounts
  listAccounts: { at: "GET /accounts", who: STAFF, about: "platform" },
  createAccount: { at: "POST /accounts", who: SUPPORT, about: "account" },
  readAccount: { at: "GET /accounts/{account_id}", who: SUPPORT, about: "account" },
  updateAccount: { at: "PATCH /accounts/{account_id}", who: SUPPORT, about: "account" },

  // Staff
  listStaff: { at: "GET /staff", who: SUPPORT, about: "staff" },
  createStaff: { at: "POST /staff", who: SUPPORT, about: "staff" },
  updateStaff: { at: "PATCH /staff/{id}", who: SUPPORT, about: "staff" },
  deleteStaff: { at: "DELETE /staff/{id}", who: SUPPORT, about: "staff" },
  disableStaff: { at: "POST /staff/{id}/disable", who: SUPPORT, about: "staff" },
  enableStaff: { at: "POST /staff/{id}/enable", who: SUPPORT, about: "staff" },
  endStaffSessions: { at: "POST /staff/{id}/end-sessions", who: SUPPORT, about: "staff" },
  resetStaffFactors: { at: "POST /staff/{id}/reset-factors", who: SUPPORT, about: "staff" },
  sendStaffLink: { at: "POST /staff/{id}/send-link", who: SUPPORT, about: "staff" },
  readDemonstration: { at: "GET /demonstration", who: SUPPORT, about: "staff" },
  disableDemonstration: { at: "POST /demonstration/disable", who: SUPPORT, about: "staff" },

  // Records
  listAudit: { at: "GET /audit", who: SUPPORT, about: "platform" },
  exportAudit: { at: "GET /audit/export", who: SUPPORT, about: "platform" },
  listActivity: { at: "GET /activity", who: OWN_PEOPLE },

  // Support
  startVisit: { at: "POST /support/visit", who: SUPPORT, about: "visit" },
  changeVisit: { at: "PATCH /support/visit", who: SUPPORT, about: "visit" },
  searchEverything: { at: "GET /support/search", who: SUPPORT, about: "platform" },

  // Review queue
  listCases: { at: "GET /cases", who: SUPPORT, about: "platform" },
  countCases: { at: "GET /cases/counts", who: SUPPORT, about: "platform" },
  readCaseFigures: { at: "GET /cases/figures", who: SUPPORT, about: "platform" },
  readCase: { at: "GET /cases/{case_id}", who: SUPPORT, about: "platform" },
  claimCases: { at: "POST /cases/claim", who: SUPPORT, about: "platform" },
  releaseCases: { at: "POST /cases/release", who: SUPPORT, about: "platform" },
  closeCases: { at: "POST /cases/close", who: SUPPORT, about: "platform" },

  // Tariffs
  listTariffs: { at: "GET /tariffs", who: SUPPORT, about: "platform" },
  readTariff: { at: "GET /tariffs/{id}", who: SUPPORT, about: "platform" },
  previewTariff: { at: "POST /tariffs/preview", who: SUPPORT, about: "platform", reads: true },
  proposeTariff: { at: "POST /tariffs", who: SUPPORT, about: "platform" },
  approveTariff: { at: "POST /tariffs/{id}/approve", who: SUPPORT, about: "platform" },
  withdrawTariff: { at: "POST /tariffs/{id}/withdraw", who: SUPPORT, about: "platform" },

  // Sessions
  readMe: { at: "GET /me", who: PEOPLE, about: "self" },
  revokeSessions: { at: "POST /sessions/revoke-all", who: PEOPLE, about: "self" },
  setPassword: { at: "POST /set-password", who: "anyone", about: "sign-in" },
  readLink: { at: "POST /set-password/read", who: "anyone", about: "sign-in", reads: true },
  forgotPassword: { at: "POST /forgot-password", who: "anyone", about: "sign-in" },
  changePassword: { at: "POST /password", who: PEOPLE, about: "self" },
  listSessions: { at: "GET /sessions", who: PEOPLE, about: "self" },
  endSession: { at: "POST /sessions/{id}/end", who: PEOPLE, about: "self" },
  listFactors: { at: "GET /factors", who: PEOPLE, about: "self" },
  createTotp: { at: "POST /factors/totp", who: PEOPLE, about: "self" },
  confirmTotp: { at: "POST /factors/totp/confirm", who: PEOPLE, about: "self" },
  showFactor: { at: "POST /factors/show", who: PEOPLE, about: "self" },
  startPasskey: { at: "POST /factors/passkeys/options", who: PEOPLE, about: "self" },
  createPasskey: { at: "POST /factors/passkeys", who: PEOPLE, about: "self" },
  startPasskeySignIn: { at: "POST /passkey-options", who: "anyone", about: "sign-in" },
  deleteFactor: { at: "DELETE /factors/{id}", who: PEOPLE, about: "self" },
  createRecoveryCodes: { at: "POST /factors/recovery-codes", who: PEOPLE, about: "self" },

  // People
  listPeople: { at: "GET /people", who: OWN_PEOPLE_OR_SUPPORT, about: "team" },
  updatePerson: { at: "PATCH /people/{id}", who: OWNERS_AND_SUPPORT, about: "team" },
  deletePerson: { at: "DELETE /people/{id}", who: OWNERS_AND_SUPPORT, about: "team" },
  disablePerson: { at: "POST /people/{id}/disable", who: OWNERS_AND_SUPPORT, about: "team" },
  enablePerson: { at: "POST /people/{id}/enable", who: OWNERS_AND_SUPPORT, about: "team" },
  endPersonSessions: { at: "POST /people/{id}/end-sessions", who: OWNERS_AND_SUPPORT, about: "team" },
  resetPersonFactors: { at: "POST /people/{id}/reset-factors", who: OWNERS_AND_SUPPORT, about: "team" },
  hideFirstSteps: { at: "POST /first-steps/hide", who: OWNERS, about: "team" },
  listInvitations: { at: "GET /invitations", who: OWN_PEOPLE_OR_SUPPORT, about: "team" },
  createInvitation: { at: "POST /invitations", who: OWNERS_AND_SUPPORT, about: "team" },
  resendInvitation: { at: "POST /invitations/{id}/resend", who: OWNERS_AND_SUPPORT, about: "team" },
  deleteInvitation: { at: "DELETE /invitations/{id}", who: OWNERS_AND_SUPPORT, about: "team" },

  // API clients
  listClients: { at: "GET /clients", who: OWN_PEOPLE_OR_SUPPORT, about: "developers" },
  createClient: { at: "POST /clients", who: OWNERS_AND_SUPPORT, about: "developers" },
  updateClient: { at: "PATCH /clients/{client_id}", who: OWNERS_AND_SUPPORT, about: "developers" },
  rollClient: { at: "POST /clients/{client_id}/roll", who: OWNERS_AND_SUPPORT, about: "developers" },
  revokeClient: { at: "POST /clients/{client_id}/revoke", who: OWNERS_AND_SUPPORT, about: "developers" },

  // Request log
  listSentEvents: { at: "GET /events/sent", who: OWN_PEOPLE },
  replayEvent: { at: "POST /events/{event_id}/replay", who: OWNERS },
  listRequests: { at: "GET /requests", who: OWN_PEOPLE },
  listRequestErrors: { at: "GET /requests/errors", who: OWN_PEOPLE },
  readRequest: { at: "GET /requests/{request_id}", who: OWN_PEOPLE },

  // Statements
  listStatements: { at: "GET /statements", who: OWN_PEOPLE_OR_SUPPORT, overAll: true },
  readStatement: { at: "GET /statements/{month}", who: OWN_PEOPLE_OR_SUPPORT },
  listStatementLines: { at: "GET /statements/{month}/lines", who: OWN_PEOPLE_OR_SUPPORT },
  closeStatement: { at: "POST /statements/{month}/close", who: SUPPORT },
  closeStatements: { at: "POST /statements/close", who: SUPPORT, about: "platform" },
  importStatementLines: { at: "POST /statements/import", who: SUPPORT, about: "platform" },
  listStatementImports: { at: "GET /statements/imports", who: SUPPORT, about: "platform" },
  readStatementImport: { at: "GET /statements/imports/{import_id}", who: SUPPORT, about: "platform" },
  approveStatementImport: { at: "POST /statements/imports/{import_id}/approve", who: SUPPORT, about: "platform" },
  withdrawStatementImport: { at: "POST /statements/imports/{import_id}/withdraw", who: SUPPORT, about: "platform" },
  createAdjustment: { at: "POST /adjustments", who: SUPPORT },
  createPayout: { at: "POST /payouts", who: SUPPORT },
  deletePayout: { at: "DELETE /payouts/{id}", who: SUPPORT },
  reversePayout: { at: "POST /payouts/{id}/reverse", who: SUPPORT },

  // Adjustments
  listAdjustments: { at: "GET /adjustments", who: OWN_PEOPLE_OR_SUPPORT },
  disputeAdjustment: { at: "POST /adjustments/{adjustment_id}/dispute", who: OWNERS },
  addAdjustmentPicture: { at: "POST /adjustments/{adjustment_id}/pictures", who: SUPPORT },
  readOrderPicture: { at: "GET /order/pictures/{picture_id}", who: OWN_PEOPLE_OR_SUPPORT },

  // Notifications
  listNotices: { at: "GET /notifications", who: OWN_PEOPLE },
  readNotices: { at: "POST /notifications/read", who: OWN_PEOPLE },
  listNoticeSettings: { at: "GET /notifications/settings", who: OWN_PEOPLE },
  saveNoticeSettings: { at: "PUT /notifications/settings/{person_id}", who: OWN_PEOPLE },
} as const satisfies Record<string, Row>;

/** The name of an operation: its id in the OpenAPI document, and its scope for idempotency keys. */
export type OperationId = keyof typeof OPERATIONS;

export const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];

/** An operation's row, with its method and path apart and what follows from its subject. */
export type Operation = Omit<Row, "at" | "about"> &
  Consequences & { method: Method; path: string; about: keyof typeof SUBJECTS };

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
