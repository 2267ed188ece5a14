/** Owns which function answers which operation; the compiler proves that each has one that fits its contract. */
import type { ContractOf } from "@/lib/contracts";
import type { OperationId } from "@/lib/operations";
import * as accounts from "@/server/accounts";
import * as parser from "@/server/address-parser";
import * as addresses from "@/server/addresses";
import * as carriers from "@/server/carriers";
import * as cases from "@/server/cases";
import * as customs from "@/server/customs";
import * as dispatch from "@/server/dispatch";
import * as documents from "@/server/documents";
import * as goods from "@/server/goods";
import type { Handler } from "@/server/handler";
import * as imports from "@/server/imports";
import * as orders from "@/server/orders";
import * as pickPack from "@/server/pick-pack";
import * as requestLog from "@/server/request-log";
import * as services from "@/server/services";
import * as statements from "@/server/statements";
import * as support from "@/server/support";
import * as tariffs from "@/server/tariffs";
import * as tracking from "@/server/tracking";
import * as webhooks from "@/server/webhooks";
import * as bulk from "./bulk/bulk";
import * as health from "./health";
import { openApiDocument } from "./openapi";

export const HANDLERS = {
  // Whether it runs
  readHealth: health.readHealth,
  readReadiness: health.readReadiness,

  // Access
  createToken: (ctx, input) =>
    accounts.issueToken(ctx, { id: input.client_id, secret: input.client_secret, address: ctx.address }),
  createOAuthToken: accounts.issueOAuthToken,
  readOpenApi: async () => openApiDocument(),

  // Rates
  getRates: carriers.getRates,
  listProviders: carriers.listProviders,
  listPickupPoints: carriers.listPickupPoints,

  // Orders
  createOrder: orders.createOrder,
  duplicateOrder: orders.duplicateOrder,
  createOverviewOrder: orders.createOverviewOrder,
  confirmOrder: orders.confirmOrder,
  createBatch: orders.createBatch,
  confirmBatch: orders.confirmBatch,
  cancelBatch: orders.cancelBatch,
  listOrders: orders.listOrders,
  exportOrders: orders.exportOrders,
  createExport: orders.createExport,
  listExports: orders.listExports,
  readExport: orders.readExport,
  stopExport: orders.stopExport,
  readExportFile: orders.readExportFile,
  readOrderByPath: async (ctx, input) => tracking.presentOrder(ctx, await orders.readOrder(ctx, input.order_id)),
  readOrder: async (ctx, input) => tracking.presentOrder(ctx, await orders.readOrder(ctx, input.order_id)),
  updateOrder: async (ctx, input) => tracking.presentOrder(ctx, await orders.updateOrder(ctx, input)),
  tagOrder: orders.tagOrder,
  listTags: orders.listTags,
  cancelOrder: orders.cancelOrder,
  correctOrder: async (ctx, input) => tracking.presentOrder(ctx, await orders.correctOrder(ctx, input)),
  exportSelected: orders.exportSelected,
  countOrders: orders.countOrders,
  readFigures: orders.readFigures,

  // Defaults
  readDefaults: orders.readDefaults,
  saveDefaults: orders.saveDefaults,

  // Rules
  listRules: orders.listRules,
  createRule: orders.createRule,
  updateRule: orders.updateRule,
  deleteRule: orders.deleteRule,
  tryRules: orders.tryRules,

  // Boxes
  listBoxes: orders.listBoxes,
  createBox: orders.createBox,
  updateBox: orders.updateBox,
  deleteBox: orders.deleteBox,

  // Addresses
  listAddresses: addresses.listAddresses,
  createAddress: addresses.createAddress,
  readAddress: addresses.readAddress,
  updateAddress: addresses.updateAddress,
  deleteAddress: addresses.deleteAddress,
  listAddressLabels: addresses.listAddressLabels,
  listDuplicateAddresses: addresses.listDuplicateAddresses,
  mergeAddresses: addresses.mergeAddresses,
  importAddresses: addresses.importAddresses,
  exportAddresses: addresses.exportAddresses,
  parseAddress: parser.parseAddress,

  // Documents
  readLabel: documents.readLabel,
  readDocuments: documents.readDocuments,
  printLabels: documents.printLabels,

  // Tracking
  readTracking: tracking.readTracking,
  readTrackingByNumber: tracking.readTrackingByNumber,
  simulateScan: tracking.simulateScan,
  recordScan: tracking.recordScan,

  // Pick and pack
  readPickPackByPath: pickPack.readPickPackByPath,
  readPickPack: pickPack.readPickPack,
  listPickPack: pickPack.listPickPack,
  confirmPickPack: pickPack.confirmPickPack,
  readyPickPack: pickPack.readyPickPack,
  rejectPickPack: pickPack.rejectPickPack,
  cancelPickPack: pickPack.cancelPickPack,
  countPickPack: pickPack.countPickPack,
  priceRepack: pickPack.priceRepack,
  readBench: pickPack.readBench,
  startPacking: pickPack.startPacking,
  scanItem: pickPack.scanItem,
  undoScan: pickPack.undoScan,
  reopenParcel: pickPack.reopenParcel,
  scanLabel: pickPack.scanLabel,
  noteShort: pickPack.noteShort,
  createWave: pickPack.createWave,
  listWaves: pickPack.listWaves,
  readWave: pickPack.readWave,
  pickWave: pickPack.pickWave,
  updateWave: pickPack.updateWave,
  closeWave: pickPack.closeWave,
  cancelWave: pickPack.cancelWave,
  listPackers: pickPack.listPackers,
  readQueue: pickPack.readQueue,
  findPickPack: pickPack.findPickPack,
  readWaveDocument: pickPack.readWaveDocument,
  readBenchCard: pickPack.readBenchCard,
  declineCancel: pickPack.declineCancel,

  // Products
  listProducts: goods.listProducts,
  createProduct: goods.createProduct,
  readProduct: goods.readProduct,
  updateProduct: goods.updateProduct,
  deleteProduct: goods.deleteProduct,
  changeStock: goods.changeStock,
  listMovements: goods.listMovements,
  importProducts: goods.importProducts,
  exportProducts: goods.exportProducts,

  // Items
  listItems: goods.listItems,
  createItem: goods.createItem,
  readItem: goods.readItem,
  updateItem: goods.updateItem,
  deleteItem: goods.deleteItem,
  listHsCodes: customs.listHsCodes,

  // Webhooks
  listWebhooks: webhooks.listWebhooks,
  createWebhook: webhooks.createWebhook,
  readWebhook: webhooks.readWebhook,
  updateWebhook: webhooks.updateWebhook,
  deleteWebhook: webhooks.deleteWebhook,
  enableWebhook: webhooks.enableWebhook,
  disableWebhook: webhooks.disableWebhook,
  rollWebhookSecret: webhooks.rollWebhookSecret,
  testWebhook: webhooks.testWebhook,
  listDeliveries: webhooks.listDeliveries,
  readDelivery: webhooks.readDelivery,
  replayDelivery: webhooks.replayDelivery,
  replayMissed: webhooks.replayMissed,
  listEvents: webhooks.listEvents,

  // Messages
  listMessages: orders.listMessages,
  writeMessage: orders.writeMessage,
  instructOrder: orders.instructOrder,
  markMessages: orders.markMessages,

  // Services
  listServices: services.listServices,
  setSuspension: services.setSuspension,
  endSuspension: services.endSuspension,
  listPickupFeeds: services.listPickupFeeds,
  previewPickupFeed: services.previewPickupFeed,
  createPickupFeed: services.createPickupFeed,
  readPickupFeed: services.readPickupFeed,
  withdrawPickupFeed: services.withdrawPickupFeed,

  // Printing
  readPrints: documents.readPrints,
  recordPrints: documents.recordPrints,
  checkPrints: documents.checkPrints,
  listPrintJobs: documents.listPrintJobs,
  createPrintJob: documents.createPrintJob,
  readPrintJob: documents.readPrintJob,
  cancelPrintJob: documents.cancelPrintJob,
  recordPrintJob: documents.recordPrintJob,
  readPrintJobFile: documents.readPrintJobFile,

  // Bulk actions
  readImportTemplate: imports.readImportTemplate,
  createImport: imports.createImport,
  listImports: imports.listImports,
  readImport: imports.readImport,
  readImportColumns: imports.readImportColumns,
  readImportSummary: imports.readImportSummary,
  listImportRows: imports.listImportRows,
  changeImportRow: imports.changeImportRow,
  changeImportRows: imports.changeImportRows,
  mapImport: imports.mapImport,
  startImport: imports.startImport,
  cancelImport: imports.cancelImport,
  readFailedRows: imports.readFailedRows,
  createBulk: bulk.createBulk,
  listBulks: bulk.listBulks,
  readBulk: bulk.readBulk,
  listBulkResults: bulk.listBulkResults,
  stopBulk: bulk.stopBulk,

  // Dispatch
  readDispatch: dispatch.readDispatch,
  scanDispatch: dispatch.scanDispatch,
  undoDispatchScan: dispatch.undoDispatchScan,
  listHandOvers: dispatch.listHandOvers,
  createHandOver: dispatch.createHandOver,
  readHandOver: dispatch.readHandOver,
  signHandOver: dispatch.signHandOver,
  deleteHandOver: dispatch.deleteHandOver,

  // Drafts
  listDrafts: orders.listDrafts,
  createDraft: orders.createDraft,
  readDraft: orders.readDraft,
  saveDraft: orders.saveDraft,
  deleteDraft: orders.deleteDraft,

  // Views
  listViews: orders.listViews,
  createView: orders.createView,
  saveView: orders.saveView,
  deleteView: orders.deleteView,

  // Accounts
  listAccounts: support.listAccounts,
  createAccount: support.createAccount,
  readAccount: support.readAccount,
  updateAccount: support.updateAccount,

  // Staff
  listStaff: accounts.staff.list,
  createStaff: accounts.staff.create,
  updateStaff: accounts.staff.update,
  deleteStaff: accounts.staff.remove,
  disableStaff: accounts.staff.disable,
  enableStaff: accounts.staff.enable,
  endStaffSessions: accounts.staff.endSessions,
  resetStaffFactors: accounts.staff.resetFactors,
  sendStaffLink: accounts.staff.sendLink,
  readDemonstration: accounts.readDemonstration,
  disableDemonstration: accounts.disableDemonstration,

  // Records
  listAudit: accounts.listAudit,
  exportAudit: accounts.exportAudit,
  listActivity: accounts.listActivity,

  // Support
  startVisit: accounts.startVisit,
  changeVisit: accounts.changeVisit,
  searchEverything: support.searchEverything,

  // Review queue
  listCases: cases.listCases,
  countCases: cases.countCases,
  readCaseFigures: cases.readCaseFigures,
  readCase: cases.readCase,
  claimCases: cases.claimCases,
  releaseCases: cases.releaseCases,
  closeCases: cases.closeCases,

  // Tariffs
  listTariffs: tariffs.listTariffs,
  readTariff: tariffs.readTariff,
  previewTariff: tariffs.previewTariff,
  proposeTariff: tariffs.proposeTariff,
  approveTariff: tariffs.approveTariff,
  withdrawTariff: tariffs.withdrawTariff,

  // Sessions
  readMe: accounts.readMe,
  revokeSessions: accounts.revokeSessions,
  setPassword: accounts.setPassword,
  readLink: accounts.readLink,
  forgotPassword: accounts.forgotPassword,
  changePassword: accounts.changePassword,
  listSessions: accounts.listSessions,
  endSession: accounts.endSession,
  listFactors: accounts.listFactors,
  createTotp: accounts.createTotp,
  confirmTotp: accounts.confirmTotp,
  showFactor: accounts.showFactor,
  startPasskey: accounts.startPasskey,
  createPasskey: accounts.createPasskey,
  startPasskeySignIn: accounts.startPasskeySignIn,
  deleteFactor: accounts.deleteFactor,
  createRecoveryCodes: accounts.createRecoveryCodes,

  // People
  listPeople: accounts.colleagues.list,
  updatePerson: accounts.colleagues.update,
  deletePerson: accounts.colleagues.remove,
  disablePerson: accounts.colleagues.disable,
  enablePerson: accounts.colleagues.enable,
  endPersonSessions: accounts.colleagues.endSessions,
  resetPersonFactors: accounts.colleagues.resetFactors,
  hideFirstSteps: accounts.hideFirstSteps,
  listInvitations: accounts.listInvitations,
  createInvitation: accounts.createInvitation,
  resendInvitation: accounts.resendInvitation,
  deleteInvitation: accounts.deleteInvitation,

  // API clients
  listClients: accounts.listClients,
  createClient: accounts.createClient,
  updateClient: accounts.changeClient,
  rollClient: accounts.rollOwnClient,
  revokeClient: accounts.revokeOwnClient,

  // Request log
  listSentEvents: webhooks.listSentEvents,
  replayEvent: webhooks.replayEvent,
  listRequests: requestLog.listCalls,
  listRequestErrors: requestLog.groupErrors,
  readRequest: requestLog.readCall,

  // Statements
  listStatements: statements.listStatements,
  readStatement: statements.readStatement,
  listStatementLines: statements.listStatementLines,
  closeStatement: statements.closeStatement,
  closeStatements: statements.closeStatements,
  importStatementLines: statements.importStatementLines,
  listStatementImports: statements.listStatementImports,
  readStatementImport: statements.readStatementImport,
  approveStatementImport: statements.approveStatementImport,
  withdrawStatementImport: statements.withdrawStatementImport,
  createAdjustment: orders.createAdjustment,
  createPayout: statements.createPayout,
  deletePayout: statements.deletePayout,
  reversePayout: statements.reversePayout,

  // Adjustments
  listAdjustments: orders.listAdjustments,
  disputeAdjustment: orders.disputeAdjustment,
  addAdjustmentPicture: orders.addAdjustmentPicture,
  readOrderPicture: orders.readOrderPicture,

  // Notifications
  listNotices: accounts.listNotices,
  readNotices: accounts.readNotices,
  listNoticeSettings: accounts.listNoticeSettings,
  saveNoticeSettings: accounts.saveNoticeSettings,
} satisfies { [Id in OperationId]: Handler<ContractOf<Id>> };
