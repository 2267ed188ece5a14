import { foundation } from "./0001-foundation";
import { carriers } from "./0002-carriers";
import { people } from "./0003-people";
import { webhooks } from "./0004-webhooks";
import { mails } from "./0005-mails";
import { pickPack } from "./0006-pick-pack";
import { printing } from "./0007-printing";
import { warehouse } from "./0008-warehouse";
import { webhookUpkeep } from "./0009-webhook-upkeep";
import { auditLooks } from "./0010-audit-looks";
import { stockGivenBack } from "./0011-stock-given-back";
import { printJobsFoundAgain } from "./0012-print-jobs-found-again";
import { webhookEnabling } from "./0013-webhook-enabling";
import { orderViews } from "./0014-order-views";
import { identity } from "./0016-identity";
import { safety } from "./0017-safety";
import { parcelSizes } from "./0018-parcel-sizes";
import { references } from "./0019-references";
import { orderLists } from "./0020-order-lists";
import { shortPacking } from "./0021-short-packing";
import { waves } from "./0022-waves";
import { replayedEvents, replayedEventsIndex } from "./0024-replayed-events";
import { shelfShorts } from "./0026-shelf-shorts";
import { personLanguage } from "./0027-person-language";
import { invitations } from "./0028-invitations";
import { secondFactors } from "./0029-second-factors";
import { requestLog } from "./0030-request-log";
import { audit, auditIndexes } from "./0031-audit";
import { passkeys } from "./0032-passkeys";
import { accountDefaults } from "./0033-account-defaults";
import { retention, retentionIndex } from "./0034-retention";
import { clientAddresses } from "./0035-client-addresses";
import { notices } from "./0036-notices";
import { errorAlerts, recentAttempts } from "./0037-error-alerts";
import { firstSteps } from "./0039-first-steps";
import { supportVisits } from "./0040-support-visits";
import { searchEverywhere } from "./0041-search-everywhere";
import { orderThreads } from "./0043-order-threads";
import { cases } from "./0044-cases";
import { statementIndexes, statements } from "./0047-statements";
import { merchantAccounts } from "./0048-merchant-accounts";
import { newestOrders, tariffSheets } from "./0050-tariff-sheets";
import { services } from "./0052-services";
import { atPoints } from "./0053-at-points";
import { disputes } from "./0054-disputes";
import { importedLines } from "./0055-imported-lines";
import { items } from "./0056-items";
import { addresses } from "./0057-addresses";
import { endedSignIns } from "./0058-ended-sign-ins";
import { localAddresses } from "./0059-local-addresses";
import { dispatch } from "./0060-dispatch";
import { figures } from "./0061-figures";
import { instructions } from "./0062-instructions";
import { sharedViewNames, sharedViews } from "./0063-shared-views";
import { overAllAccounts } from "./0065-over-all-accounts";
import { loggedSecrets } from "./0066-logged-secrets";
import { proofs } from "./0067-proofs";
import { inviters } from "./0068-inviters";
import { statementImports } from "./0069-statement-imports";
import { recoveryCodes } from "./0070-recovery-codes";
import { payoutIndexes, payouts } from "./0071-payouts";
import { searches } from "./0072-searches";
import { revisions } from "./0073-revisions";
import { pointCodeIndexes, pointCodes } from "./0074-point-codes";
import { changedPaths } from "./0075-changed-paths";
import { jobs } from "./0076-jobs";
import { imports } from "./0077-imports";
import { importServices } from "./0078-import-services";
import { addressImports } from "./0079-address-imports";
import { rules } from "./0080-rules";
import { boxes } from "./0081-boxes";
import type { Step } from "./step";

/** Every step of the schema by name, in the order in which they run. A released step never changes. */
export const migrations: Readonly<Record<string, Step>> = {
  "0001-foundation": foundation,
  "0002-carriers": carriers,
  "0003-people": people,
  "0004-webhooks": webhooks,
  "0005-mails": mails,
  "0006-pick-pack": pickPack,
  "0007-printing": printing,
  "0008-warehouse": warehouse,
  "0009-webhook-upkeep": webhookUpkeep,
  "0010-audit-looks": auditLooks,
  "0011-stock-given-back": stockGivenBack,
  "0012-print-jobs-found-again": printJobsFoundAgain,
  "0013-webhook-enabling": webhookEnabling,
  "0014-order-views": orderViews,
  "0016-identity": identity,
  "0017-safety": safety,
  "0018-parcel-sizes": parcelSizes,
  "0019-references": references,
  "0020-order-lists": orderLists,
  "0021-short-packing": shortPacking,
  "0022-waves": waves,
  "0024-replayed-events": replayedEvents,
  "0025-replayed-events-index": replayedEventsIndex,
  "0026-shelf-shorts": shelfShorts,
  "0027-person-language": personLanguage,
  "0028-invitations": invitations,
  "0029-second-factors": secondFactors,
  "0030-request-log": requestLog,
  "0031-audit": audit,
  "0031-audit-indexes": auditIndexes,
  "0032-passkeys": passkeys,
  "0033-account-defaults": accountDefaults,
  "0034-retention": retention,
  "0034-retention-index": retentionIndex,
  "0035-client-addresses": clientAddresses,
  "0036-notices": notices,
  "0037-error-alerts": errorAlerts,
  "0038-recent-attempts": recentAttempts,
  "0039-first-steps": firstSteps,
  "0040-support-visits": supportVisits,
  "0041-search-everywhere": searchEverywhere,
  "0043-order-threads": orderThreads,
  "0044-cases": cases,
  "0047-statements": statements,
  "0047-statements-indexes": statementIndexes,
  "0048-merchant-accounts": merchantAccounts,
  "0050-tariff-sheets": tariffSheets,
  "0051-newest-orders": newestOrders,
  "0052-services": services,
  "0053-at-points": atPoints,
  "0054-disputes": disputes,
  "0055-imported-lines": importedLines,
  "0056-items": items,
  "0057-addresses": addresses,
  "0058-ended-sign-ins": endedSignIns,
  "0059-local-addresses": localAddresses,
  "0060-dispatch": dispatch,
  "0061-figures": figures,
  "0062-instructions": instructions,
  "0063-shared-views": sharedViews,
  "0064-shared-view-names": sharedViewNames,
  "0065-over-all-accounts": overAllAccounts,
  "0066-logged-secrets": loggedSecrets,
  "0067-proofs": proofs,
  "0068-inviters": inviters,
  "0069-statement-imports": statementImports,
  "0070-recovery-codes": recoveryCodes,
  "0071-payouts": payouts,
  "0071-payouts-indexes": payoutIndexes,
  "0072-searches": searches,
  "0073-revisions": revisions,
  "0074-point-codes": pointCodes,
  "0074-point-codes-indexes": pointCodeIndexes,
  "0075-changed-paths": changedPaths,
  "0076-jobs": jobs,
  "0077-imports": imports,
  "0078-import-services": importServices,
  "0079-address-imports": addressImports,
  "0080-rules": rules,
  "0081-boxes": boxes,
};
