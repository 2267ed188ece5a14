import { type OperationId, ROUTES } from "./contracts/routes";
import type { Environment } from "./environment";
import {
  CARRIER_OR_READERS,
  CARRIER_OR_STAFF,
  isStaff,
  MERCHANT,
  MERCHANT_OR_SUPPORT,
  ORDER_READERS,
  OWN_PEOPLE,
  OWN_PEOPLE_OR_SUPPORT,
  OWNERS,
  OWNERS_AND_SUPPORT,
  OWNERS_OR_SUPPORT,
  PEOPLE,
  type Role,
  type Roles,
  STAFF,
  SUPPORT,
} from "./roles";

/**
 * Who may call each operation; `anyone` needs no credentials. Operations, pages and buttons read it here. Operations for
 * people alone (`audience`) refuse API clients whatever their role. An account that is out of the caller's reach is
 * refused beyond this table (contract §7.1, §11.4).
 */
export const MAY_CALL = {
  createToken: "anyone",
  createOAuthToken: "anyone",
  readOpenApi: "anyone",
  createOrder: MERCHANT_OR_SUPPORT,
  duplicateOrder: MERCHANT_OR_SUPPORT,
  readOrder: ORDER_READERS,
  readOrderByPath: ORDER_READERS,
  confirmOrder: MERCHANT_OR_SUPPORT,
  updateOrder: MERCHANT_OR_SUPPORT,
  cancelOrder: MERCHANT_OR_SUPPORT,
  correctOrder: SUPPORT,
  listMessages: OWN_PEOPLE_OR_SUPPORT,
  writeMessage: OWN_PEOPLE_OR_SUPPORT,
  instructOrder: OWN_PEOPLE,
  markMessages: OWN_PEOPLE_OR_SUPPORT,
  createOverviewOrder: MERCHANT_OR_SUPPORT,
  listOrders: ORDER_READERS,
  exportOrders: MERCHANT_OR_SUPPORT,
  exportSelected: MERCHANT_OR_SUPPORT,
  readLabel: ORDER_READERS,
  readDocuments: ORDER_READERS,
  printLabels: ORDER_READERS,
  getRates: MERCHANT_OR_SUPPORT,
  listProviders: ORDER_READERS,
  listPickupPoints: ORDER_READERS,
  listItems: MERCHANT_OR_SUPPORT,
  createItem: MERCHANT_OR_SUPPORT,
  readItem: MERCHANT_OR_SUPPORT,
  updateItem: MERCHANT_OR_SUPPORT,
  deleteItem: MERCHANT_OR_SUPPORT,
  listHsCodes: ORDER_READERS,
  listServices: SUPPORT,
  setSuspension: SUPPORT,
  endSuspension: SUPPORT,
  listPickupFeeds: SUPPORT,
  previewPickupFeed: SUPPORT,
  createPickupFeed: SUPPORT,
  readPickupFeed: SUPPORT,
  withdrawPickupFeed: SUPPORT,
  readTracking: CARRIER_OR_READERS,
  readTrackingByNumber: CARRIER_OR_READERS,
  recordScan: CARRIER_OR_STAFF,
  simulateScan: MERCHANT_OR_SUPPORT,
  readPickPack: ORDER_READERS,
  readPickPackByPath: ORDER_READERS,
  listPickPack: ORDER_READERS,
  countPickPack: ORDER_READERS,
  confirmPickPack: STAFF,
  readyPickPack: STAFF,
  priceRepack: STAFF,
  rejectPickPack: STAFF,
  cancelPickPack: STAFF,
  readBench: STAFF,
  startPacking: STAFF,
  scanItem: STAFF,
  undoScan: STAFF,
  reopenParcel: STAFF,
  scanLabel: STAFF,
  noteShort: STAFF,
  createWave: STAFF,
  listWaves: STAFF,
  readWave: STAFF,
  pickWave: STAFF,
  updateWave: STAFF,
  closeWave: STAFF,
  cancelWave: STAFF,
  listPackers: STAFF,
  readQueue: STAFF,
  findPickPack: STAFF,
  readWaveDocument: STAFF,
  readBenchCard: STAFF,
  declineCancel: STAFF,
  listProducts: ORDER_READERS,
  createProduct: MERCHANT_OR_SUPPORT,
  readProduct: ORDER_READERS,
  updateProduct: ORDER_READERS,
  deleteProduct: MERCHANT_OR_SUPPORT,
  changeStock: STAFF,
  listMovements: ORDER_READERS,
  importProducts: MERCHANT_OR_SUPPORT,
  exportProducts: MERCHANT_OR_SUPPORT,
  readPrints: ORDER_READERS,
  recordPrints: ORDER_READERS,
  checkPrints: ORDER_READERS,
  listPrintJobs: ORDER_READERS,
  createPrintJob: ORDER_READERS,
  readPrintJob: ORDER_READERS,
  cancelPrintJob: ORDER_READERS,
  recordPrintJob: ORDER_READERS,
  readPrintJobFile: ORDER_READERS,
  readDispatch: MERCHANT_OR_SUPPORT,
  scanDispatch: MERCHANT_OR_SUPPORT,
  undoDispatchScan: MERCHANT_OR_SUPPORT,
  listHandOvers: MERCHANT_OR_SUPPORT,
  createHandOver: MERCHANT_OR_SUPPORT,
  readHandOver: MERCHANT_OR_SUPPORT,
  signHandOver: MERCHANT_OR_SUPPORT,
  deleteHandOver: MERCHANT_OR_SUPPORT,
  listWebhooks: MERCHANT_OR_SUPPORT,
  createWebhook: OWNERS_OR_SUPPORT,
  readWebhook: MERCHANT_OR_SUPPORT,
  updateWebhook: OWNERS_OR_SUPPORT,
  deleteWebhook: OWNERS_OR_SUPPORT,
  enableWebhook: OWNERS_OR_SUPPORT,
  disableWebhook: OWNERS_OR_SUPPORT,
  rollWebhookSecret: OWNERS_OR_SUPPORT,
  testWebhook: OWNERS_OR_SUPPORT,
  listDeliveries: MERCHANT_OR_SUPPORT,
  readDelivery: MERCHANT_OR_SUPPORT,
  replayDelivery: OWNERS_OR_SUPPORT,
  replayMissed: OWNERS_OR_SUPPORT,
  listEvents: MERCHANT_OR_SUPPORT,
  listDrafts: MERCHANT_OR_SUPPORT,
  createDraft: MERCHANT_OR_SUPPORT,
  readDraft: MERCHANT_OR_SUPPORT,
  saveDraft: MERCHANT_OR_SUPPORT,
  deleteDraft: MERCHANT_OR_SUPPORT,
  readDefaults: MERCHANT_OR_SUPPORT,
  saveDefaults: OWNERS_OR_SUPPORT,
  // Support reads the book of a merchant whom it visits, and changes nothing in it.
  listAddresses: MERCHANT_OR_SUPPORT,
  createAddress: MERCHANT,
  readAddress: MERCHANT_OR_SUPPORT,
  updateAddress: MERCHANT,
  deleteAddress: MERCHANT,
  listAddressLabels: OWN_PEOPLE_OR_SUPPORT,
  listDuplicateAddresses: OWN_PEOPLE_OR_SUPPORT,
  mergeAddresses: OWN_PEOPLE,
  importAddresses: OWN_PEOPLE,
  exportAddresses: OWN_PEOPLE,
  parseAddress: MERCHANT_OR_SUPPORT,
  listViews: MERCHANT_OR_SUPPORT,
  createView: MERCHANT_OR_SUPPORT,
  saveView: MERCHANT_OR_SUPPORT,
  deleteView: MERCHANT_OR_SUPPORT,
  countOrders: MERCHANT_OR_SUPPORT,
  readFigures: MERCHANT_OR_SUPPORT,
  listAccounts: STAFF,
  createAccount: SUPPORT,
  readAccount: SUPPORT,
  updateAccount: SUPPORT,
  listStaff: SUPPORT,
  createStaff: SUPPORT,
  updateStaff: SUPPORT,
  deleteStaff: SUPPORT,
  disableStaff: SUPPORT,
  enableStaff: SUPPORT,
  endStaffSessions: SUPPORT,
  resetStaffFactors: SUPPORT,
  sendStaffLink: SUPPORT,
  readDemonstration: SUPPORT,
  disableDemonstration: SUPPORT,
  listAudit: SUPPORT,
  exportAudit: SUPPORT,
  startVisit: SUPPORT,
  changeVisit: SUPPORT,
  searchEverything: SUPPORT,
  listActivity: OWN_PEOPLE,
  listCases: SUPPORT,
  countCases: SUPPORT,
  readCaseFigures: SUPPORT,
  readCase: SUPPORT,
  claimCases: SUPPORT,
  releaseCases: SUPPORT,
  closeCases: SUPPORT,
  listTariffs: SUPPORT,
  readTariff: SUPPORT,
  previewTariff: SUPPORT,
  proposeTariff: SUPPORT,
  approveTariff: SUPPORT,
  withdrawTariff: SUPPORT,
  readMe: PEOPLE,
  revokeSessions: PEOPLE,
  changePassword: PEOPLE,
  listSessions: PEOPLE,
  endSession: PEOPLE,
  listFactors: PEOPLE,
  createTotp: PEOPLE,
  confirmTotp: PEOPLE,
  showFactor: PEOPLE,
  startPasskey: PEOPLE,
  createPasskey: PEOPLE,
  deleteFactor: PEOPLE,
  createRecoveryCodes: PEOPLE,
  listPeople: OWN_PEOPLE_OR_SUPPORT,
  updatePerson: OWNERS_AND_SUPPORT,
  deletePerson: OWNERS_AND_SUPPORT,
  disablePerson: OWNERS_AND_SUPPORT,
  enablePerson: OWNERS_AND_SUPPORT,
  endPersonSessions: OWNERS_AND_SUPPORT,
  resetPersonFactors: OWNERS_AND_SUPPORT,
  listClients: OWN_PEOPLE_OR_SUPPORT,
  createClient: OWNERS_AND_SUPPORT,
  updateClient: OWNERS_AND_SUPPORT,
  rollClient: OWNERS_AND_SUPPORT,
  revokeClient: OWNERS_AND_SUPPORT,
  listSentEvents: OWN_PEOPLE,
  replayEvent: OWNERS,
  listRequests: OWN_PEOPLE,
  listRequestErrors: OWN_PEOPLE,
  readRequest: OWN_PEOPLE,
  hideFirstSteps: OWNERS,
  listStatements: OWN_PEOPLE_OR_SUPPORT,
  readStatement: OWN_PEOPLE_OR_SUPPORT,
  listStatementLines: OWN_PEOPLE_OR_SUPPORT,
  closeStatement: SUPPORT,
  importStatementLines: SUPPORT,
  createAdjustment: SUPPORT,
  listAdjustments: OWN_PEOPLE_OR_SUPPORT,
  disputeAdjustment: OWNERS,
  addAdjustmentPicture: SUPPORT,
  readOrderPicture: OWN_PEOPLE_OR_SUPPORT,
  createPayout: SUPPORT,
  listNotices: OWN_PEOPLE,
  readNotices: OWN_PEOPLE,
  listNoticeSettings: OWN_PEOPLE,
  // Members change their own alone.
  saveNoticeSettings: OWN_PEOPLE,
  listInvitations: OWN_PEOPLE_OR_SUPPORT,
  createInvitation: OWNERS_AND_SUPPORT,
  resendInvitation: OWNERS_AND_SUPPORT,
  deleteInvitation: OWNERS_AND_SUPPORT,
  setPassword: "anyone",
  forgotPassword: "anyone",
  startPasskeySignIn: "anyone",
} as const satisfies Record<OperationId, "anyone" | Roles>;

/** Whether a signed-in person, or a client, of this role may call the operation. */
export function mayCall(role: Role, id: OperationId): boolean {
  const who: "anyone" | Roles = MAY_CALL[id];
  return who === "anyone" || who.includes(role);
}

/** What staff may call in production before they have shown a second factor: what is about their own sign-in (contract §8.21). */
const WITHOUT_FACTOR: ReadonlySet<OperationId> = new Set<OperationId>([
  ...(["readMe", "revokeSessions", "changePassword", "listSessions", "endSession", "listFactors"] as const),
  ...(["createTotp", "confirmTotp", "showFactor", "startPasskey", "createPasskey", "deleteFactor"] as const),
  ...(["createRecoveryCodes"] as const),
]);

/** What support does with the people of staff and the demonstration (contract §27.6, §27.7). */
const OF_STAFF = [
  ...([
    "listStaff",
    "createStaff",
    "updateStaff",
    "deleteStaff",
    "disableStaff",
    "enableStaff",
    "endStaffSessions",
  ] as const),
  ...(["resetStaffFactors", "sendStaffLink", "readDemonstration", "disableDemonstration"] as const),
] as const;

/** What support does with the services of carriers, without a reason (contract §29.2). */
const OF_SERVICES = [
  ...(["listServices", "setSuspension", "endSuspension", "listPickupFeeds", "previewPickupFeed"] as const),
  ...(["createPickupFeed", "readPickupFeed", "withdrawPickupFeed"] as const),
] as const;

/**
 * What is the same in both environments, so that staff need in testing what they need in production: the account itself,
 * its people and defaults, those of staff (contract §27.4), and the services (§29.2).
 */
const OF_BOTH: ReadonlySet<OperationId> = new Set<OperationId>([
  ...OF_STAFF,
  ...(["createAccount", "readAccount", "updateAccount"] as const),
  ...(["listPeople", "updatePerson", "deletePerson", "disablePerson", "enablePerson"] as const),
  ...(["endPersonSessions", "resetPersonFactors"] as const),
  ...(["listInvitations", "createInvitation", "resendInvitation", "deleteInvitation", "saveDefaults"] as const),
  ...OF_SERVICES,
]);

/** Whether a call, or a page where none is named, is about what merchants have in production. */
function isOfProduction(environment: Environment, id?: OperationId): boolean {
  return environment === "production" || (id !== undefined && OF_BOTH.has(id));
}

/** Whether a person of this role must have shown a second factor; without an operation: for the pages. */
export function needsFactor(role: Role, environment: Environment, id?: OperationId): boolean {
  return isStaff(role) && isOfProduction(environment, id) && !(id && WITHOUT_FACTOR.has(id));
}

/** Operations that only read, although they have a body. */
const READING: ReadonlySet<OperationId> = new Set<OperationId>([
  "printLabels",
  "getRates",
  "parseAddress",
  "priceRepack",
  "previewTariff",
  "checkPrints",
  "exportSelected",
  "markMessages",
  "previewPickupFeed",
]);

/** Whether the operation only reads. */
export function isLook(id: OperationId): boolean {
  return ROUTES[id].startsWith("GET ") || READING.has(id);
}

/**
 * Whether a call is let in while the account it acts on has no payment plan or is suspended: for the account's own
 * callers nothing is, people of support are, other staff and clients of the platform read.
 */
export function mayUseUnusable(caller: { role: Role; isPerson: boolean; isOwn: boolean; isRead: boolean }): boolean {
  return !caller.isOwn && (caller.isRead || (caller.isPerson && caller.role === "support"));
}

/** Why support looks at a merchant's production data. */
export const VISIT_REASONS = ["MERCHANT_ASKED", "EXCEPTION", "BILLING", "CHECK"] as const;
export type VisitReason = (typeof VISIT_REASONS)[number];

/** What people of support may call in production without a reason, besides what they may without a second factor. */
const WITHOUT_REASON: ReadonlySet<OperationId> = new Set<OperationId>([
  ...(["listAudit", "exportAudit", "startVisit", "changeVisit", "searchEverything"] as const),
  ...OF_STAFF,
  // The account as the platform keeps it, with a reason of its own where one is needed.
  ...(["listAccounts", "createAccount", "readAccount", "updateAccount"] as const),
  // Support's own work, which leads to the merchants'.
  ...(["listCases", "countCases", "readCaseFigures", "readCase", "claimCases", "releaseCases", "closeCases"] as const),
  ...(["listTariffs", "readTariff", "previewTariff", "proposeTariff", "approveTariff", "withdrawTariff"] as const),
  // A file of the carrier's or the bank's, about many merchants.
  "importStatementLines",
  // Of the platform, not of a merchant.
  "listHsCodes",
  ...OF_SERVICES,
]);

/** What the warehouse's pages call besides what only staff may: for accounts with pick-and-pack it takes no reason. */
const AT_THE_WAREHOUSE: ReadonlySet<OperationId> = new Set<OperationId>([
  ...(["listPickPack", "countPickPack", "readPickPack", "readPickPackByPath"] as const),
  ...(["readLabel", "readDocuments", "readPrints", "recordPrints", "checkPrints"] as const),
  ...(["listProducts", "readProduct", "updateProduct", "listMovements"] as const),
]);

/**
 * What a call needs beyond {@link MAY_CALL} where people of support act on a merchant's account in production: a reason
 * that they have given within the hour, to change something also that they have switched on acting (contract §8.22).
 * `account` null: none is named. Without an operation: for the merchant's pages.
 */
export function visitNeeded(
  role: Role,
  environment: Environment,
  account: { pickPack: boolean } | null,
  id?: OperationId,
): "reason" | "act" | null {
  if (role !== "support" || !isOfProduction(environment, id)) return null;
  if (id === undefined) return "reason";
  if (WITHOUT_FACTOR.has(id) || WITHOUT_REASON.has(id)) return null;
  const isOfWarehouse = MAY_CALL[id] === STAFF || AT_THE_WAREHOUSE.has(id);
  if (isOfWarehouse && (account === null || account.pickPack)) return null;
  return isLook(id) ? "reason" : "act";
}

/** On whose account, and how, somebody calls now. */
type Place = {
  role: Role;
  environment: Environment;
  account: { pickPack: boolean };
  /** Support has switched on acting. */
  isActing: boolean;
};

/** Whether the call is let in now, for support's visit; buttons read it. */
export function mayCallNow({ role, environment, account, isActing }: Place, id: OperationId): boolean {
  return mayCall(role, id) && (isActing || visitNeeded(role, environment, account, id) !== "act");
}
